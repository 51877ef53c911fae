//! `ask` through the binary, against a server that answers by script.

use crate::support::Place;
use std::io::Read;
use std::process::Stdio;
use tribunal_faults::{Canned, End, FaultServer, Format, Script};

/// A shop whose last commit broke the total, and a model for it.
pub fn shop(format: Format, server: &FaultServer) -> Place {
    let provider = match format {
        Format::Ollama => "ollama",
        Format::Chat => "openai_compat",
        Format::Responses => "openai",
        Format::Anthropic => "anthropic",
    };
    let place = Place::repository()
        .with(&[
            ("shop/cart.py", "class Cart:\n    def total(self):\n        return sum(self.prices)\n"),
            ("shop/price.py", "def parse_price(text):\n    return float(text)\n"),
        ])
        .variable("TRIBUNAL_MODELS_REASONING_PROVIDER", provider)
        .variable("TRIBUNAL_MODELS_REASONING_MODEL", "scripted")
        .variable("TRIBUNAL_MODELS_REASONING_BASE_URL", &server.url())
        .variable("TRIBUNAL_MODELS_REASONING_KEY_VARIABLE", "SHOP_KEY")
        .variable("SHOP_KEY", KEY);
    place.commit("shop");
    place
}

pub const KEY: &str = "plain-words-as-key-0815";

/// All files below a folder, as one text.
pub fn everything(folder: &std::path::Path) -> String {
    let mut text = String::new();
    for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            text.push_str(&everything(&entry));
        } else {
            text.push_str(&String::from_utf8_lossy(&std::fs::read(&entry).expect("a file")));
        }
    }
    text
}

#[test]
fn the_answer_is_printed_and_kept_in_every_format() {
    for format in Format::ALL {
        let canned = Canned::text("It returns\nthe sum.").thinking("Let me see.");
        let server = FaultServer::start(vec![Script::stream(format, &canned)]);
        let place = shop(format, &server);
        let ran = place.run(&["ask", "what does Cart.total return?"]);
        assert_eq!(ran.code, 0, "{format:?}: {}", ran.stderr);
        assert_eq!(ran.stdout, "It returns\nthe sum.\n");
        assert!(ran.stderr.contains("Let me see."), "{}", ran.stderr);
        let sent = String::from_utf8_lossy(&server.received()[0].body).into_owned();
        assert!(sent.contains("return sum(self.prices)"), "the context goes along: {sent}");
        let run: Vec<_> = std::fs::read_dir(place.root().join(".tribunal/runs")).expect("runs").collect();
        let run = run[0].as_ref().expect("a run").path();
        assert_eq!(std::fs::read_to_string(run.join("answer.md")).expect("kept"), "It returns\nthe sum.");
        assert_eq!(std::fs::read_to_string(run.join("reasoning.md")).expect("kept"), "Let me see.");
        assert!(run.join("report.json").exists() && run.join("run.json").exists());
        let shown = format!("{}{}{}", ran.stdout, ran.stderr, everything(&place.root().join(".tribunal")));
        assert!(!shown.contains(KEY), "the key is nowhere");
    }
}

#[test]
fn a_change_is_the_context_if_there_is_one_and_debug_keeps_the_pack() {
    let server = FaultServer::start(vec![Script::stream(Format::Chat, &Canned::text("Yes."))]);
    let place = shop(Format::Chat, &server);
    place.git(&["checkout", "--quiet", "-b", "work"]);
    place.write("shop/price.py", "def parse_price(text):\n    return round(float(text), 2)\n");
    place.commit("round");
    let ran = place.run(&["ask", "--debug", "is it right?"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let sent = String::from_utf8_lossy(&server.received()[0].body).into_owned();
    assert!(sent.contains("+    return round(float(text), 2)"), "{sent}");
    assert!(ran.stderr.contains("pack/pr-context.txt"), "{}", ran.stderr);
}

#[test]
fn the_same_question_is_not_bought_twice() {
    let server = FaultServer::start(vec![Script::stream(Format::Chat, &Canned::text("Once."))]);
    let place = shop(Format::Chat, &server);
    place.run(&["ask", "what?"]);
    let again = place.run(&["ask", "what?", "--json"]);
    assert_eq!((again.code, server.requests()), (0, 1), "{}", again.stderr);
    let report = again.json();
    assert_eq!((&report["answer"], &report["requests"]), (&"Once.".into(), &0.into()));
    assert!(again.stderr.contains("nothing was bought"), "{}", again.stderr);
}

#[test]
fn an_answer_that_is_cut_is_no_answer_but_what_came_is_kept() {
    let server = FaultServer::start(vec![Script::stream(Format::Chat, &Canned::text("Half of").ending(End::Length))]);
    let place = shop(Format::Chat, &server);
    let ran = place.run(&["ask", "what?"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "half an answer is not piped on");
    assert!(ran.stderr.contains("cut at its limit of tokens") && ran.stderr.contains("hint: "), "{}", ran.stderr);
    assert!(ran.stderr.contains("answer.partial.md"), "{}", ran.stderr);
    assert!(everything(&place.root().join(".tribunal/runs")).contains("Half of"));
}

#[test]
fn a_context_that_was_packed_before_is_counted_and_filtered() {
    let server = FaultServer::start(vec![Script::stream(Format::Chat, &Canned::text("Yes."))]);
    let place = shop(Format::Chat, &server);
    let secret = concat!("AK", "IA", "ZZZZ4QWERTY7UIOP");
    place.write("context.txt", &format!("the key is {secret}, says nobody\n"));
    assert_eq!(place.run(&["ask", "--context-pack", "context.txt", "what?"]).code, 0);
    let sent = String::from_utf8_lossy(&server.received()[0].body).into_owned();
    assert!(sent.contains("says nobody") && !sent.contains(secret), "{sent}");
    place.write("large.txt", &"many words of context\n".repeat(9_000));
    let ran = place.run(&["ask", "--context-pack", "large.txt", "what?"]);
    assert_eq!((ran.code, server.requests()), (2, 1), "nothing is sent");
    assert!(ran.stderr.contains("beside the question there is room for"), "{}", ran.stderr);
}

#[test]
fn without_a_model_or_a_question_the_next_step_is_named() {
    let place = Place::repository().with(&[("a.py", "x = 1\n")]);
    place.commit("a");
    let ran = place.run(&["ask", "what?"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("hint: run `tribunal init --models ollama`"), "{}", ran.stderr);
    let ran = place.run(&["ask", "  "]);
    assert!(ran.stderr.contains("there is no question"), "{}", ran.stderr);
}

#[test]
fn a_repository_alone_cannot_choose_who_is_asked() {
    let server = FaultServer::start(vec![Script::stream(Format::Chat, &Canned::text("Stolen."))]);
    let place = Place::repository().with(&[("a.py", "x = 1\n")]);
    let models =
        format!("[models.reasoning]\nprovider = \"openai_compat\"\nmodel = \"m\"\nbase_url = \"{}\"\n", server.url());
    place.write("tribunal.toml", &models);
    place.commit("a");
    let ran = place.run(&["ask", "what?"]);
    assert_eq!((ran.code, server.requests()), (2, 0), "{}", ran.stderr);
    assert!(ran.stderr.contains("hint: run `tribunal trust`: tribunal.toml:2 names one"), "{}", ran.stderr);
    assert_eq!(place.run(&["trust"]).code, 0);
    assert_eq!(place.run(&["ask", "what?"]).stdout, "Stolen.\n");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_stream_and_keeps_what_came() {
    let script = Script::stream(Format::Chat, &Canned::text("The first words of a long answer."));
    let half = script.len() * 2 / 3;
    let server = FaultServer::start(vec![script.hang_at(half)]);
    let place = shop(Format::Chat, &server);
    place.run(&["index"]);
    let mut command = place.command(&place.root(), &["ask", "what?"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts");
    while server.requests() == 0 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let mut told = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut told).expect("text");
    assert!(told.contains("answer.partial.md"), "{told}");
    assert!(everything(&place.root().join(".tribunal/runs")).contains("The first"));
}

#[test]
fn recorded_replies_are_replayed_without_any_server() {
    let server = FaultServer::start(vec![Script::stream(Format::Chat, &Canned::text("Recorded."))]);
    let place = shop(Format::Chat, &server);
    let folder = place.home().join("recordings").display().to_string();
    let place = place
        .variable("TRIBUNAL_CALLS_RECORDINGS", &folder)
        .variable("TRIBUNAL_MODELS_REASONING_CONTEXT_WINDOW", "8192");
    place.run(&["ask", "what?"]).ok();
    assert!(!everything(folder.as_ref()).contains(KEY));
    drop(server);
    let place = place.variable("TRIBUNAL_MODELS_REASONING_PROVIDER", "replay");
    assert_eq!(place.run(&["ask", "what?"]).ok().stdout, "Recorded.\n");
    let told = place.run(&["doctor", "--models"]).ok().stdout;
    assert!(told.contains("reasoning: replay, recorded replies of"), "{told}");
    let ran = place.run(&["ask", "and then?"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("no recorded reply for request"), "{}", ran.stderr);
    assert!(ran.stderr.contains("hint: run it once with a provider other than replay"), "{}", ran.stderr);
    let place = place.variable("TRIBUNAL_CALLS_RECORDINGS", "/dev/null/no-folder");
    let ran = place.variable("TRIBUNAL_MODELS_REASONING_PROVIDER", "replay").run(&["ask", "what?"]);
    assert!(ran.stderr.contains("/dev/null/no-folder"), "{}", ran.stderr);
}
