//! Every key of `[polish]`: changing it changes what happens, and a value out of its range is an error that says so.

use super::{BETTER, DRAFT, TASK, blocks, place, polish, refiner, said};
use crate::ask::shop;
use crate::support::Place;
use serde_json::Value;
use tribunal_faults::{Canned, FaultServer, Format, Received, Script};

/// Two texts that no default decides: alike in part, and long enough for an opinion.
const ONE: &str = "The reader asks the server for the page and keeps what it gets in the cache for the next reader. A writer \
    tells the cache which pages are stale before it answers, so that readers see the new ones at once.";
const OTHER: &str = "The reader asks the server for the page and stores what arrives in the cache for later readers. A writer \
    tells the cache which pages are stale before it answers, so that readers get the fresh ones at once.";

fn decide(keys: &[(&str, &str)]) -> Value {
    let mut place = Place::folder().with(&[("one", ONE), ("other", OTHER)]);
    for (key, value) in keys {
        place = place.variable(&format!("TRIBUNAL_POLISH_{key}"), value);
    }
    place.run(&["polish", "--compare", "one", "other", "--json"]).ok().json()
}

fn scorers(decision: &Value) -> Vec<String> {
    let trail = decision["trail"].as_array().expect("a trail");
    trail.iter().map(|step| step["scorer"].as_str().unwrap_or_default().to_owned()).collect()
}

/// The key decides whether these texts have converged, and nothing else does.
#[track_caller]
fn decides(key: &str, value: &str, more: &[(&str, &str)], by: &str) {
    let without = decide(more);
    assert_eq!(without["converged"], false, "{without:#}");
    let with = decide(&[more, &[(key, value)]].concat());
    assert_eq!((&with["converged"], &with["decided_by"]), (&true.into(), &by.into()), "{key}: {with:#}");
}

const EMBEDDING: (&str, &str) = ("CONVERGENCE_EMBEDDING", "true");

#[test]
fn the_high_end_of_characters_decides() {
    decides("CONVERGENCE_CHAR_HIGH", "0.6", &[], "char");
}

#[test]
fn words_decide_where_there_are_enough_of_them() {
    let place = |high: &str| {
        let one = format!("{ONE} {}", long_tail());
        Place::folder()
            .with(&[("one", &one), ("other", &one.replace("gets", "receives").replace("page", "sheet"))])
            .variable("TRIBUNAL_POLISH_CONVERGENCE_CHAR_HIGH", "1")
            .variable("TRIBUNAL_POLISH_CONVERGENCE_JACCARD_HIGH", high)
    };
    let decide = |high: &str| place(high).run(&["polish", "--compare", "one", "other", "--json"]).ok().json();
    assert_eq!(decide("0.99")["converged"], false);
    let decision = decide("0.8");
    assert_eq!((&decision["converged"], &decision["decided_by"]), (&true.into(), &"jaccard".into()), "{decision:#}");
}

fn long_tail() -> String {
    "garden river mountain window candle bottle hammer ladder basket pillow mirror blanket kettle wagon barrel anchor \
     compass lantern saddle bridge tower castle harbour meadow forest valley island desert canyon glacier volcano"
        .to_owned()
}

#[test]
fn the_embedder_is_asked_if_it_may_be_and_its_threshold_decides() {
    assert_eq!(scorers(&decide(&[])), ["guard", "char", "jaccard"]);
    assert_eq!(scorers(&decide(&[EMBEDDING])), ["guard", "char", "jaccard", "embedding"]);
    decides("CONVERGENCE_EMBEDDING_SIM", "0.5", &[EMBEDDING], "embedding");
}

#[test]
fn texts_below_the_low_end_need_no_embedder() {
    let decision = decide(&[EMBEDDING, ("CONVERGENCE_CHAR_LOW", "0.95")]);
    assert_eq!(scorers(&decision), ["guard", "char", "jaccard"], "{decision:#}");
    assert_eq!(decision["trail"][1]["outcome"], "diverged");
}

#[test]
fn strict_waits_for_the_embedder() {
    let loose = decide(&[EMBEDDING, ("CONVERGENCE_CHAR_HIGH", "0.6")]);
    assert_eq!((&loose["converged"], &loose["decided_by"]), (&true.into(), &"char".into()));
    let strict = decide(&[EMBEDDING, ("CONVERGENCE_CHAR_HIGH", "0.6"), ("CONVERGENCE_STRICT", "true")]);
    assert_eq!(strict["decided_by"], "embedding", "{strict:#}");
}

#[test]
fn without_the_cascade_the_number_of_changed_characters_decides() {
    let legacy = ("CONVERGENCE_ENABLED", "false");
    let decision = decide(&[legacy]);
    assert_eq!(
        (scorers(&decision), &decision["converged"]),
        (vec!["guard".to_owned(), "legacy".to_owned()], &false.into())
    );
    assert_eq!(decide(&[legacy, ("EPSILON", "500")])["converged"], true);
    assert_eq!(decide(&[legacy, ("EPSILON", "20")])["converged"], false);
}

#[test]
fn max_passes_bounds_the_loop() {
    let endless = || {
        refiner(|nonce, number| {
            blocks(
                nonce,
                "c",
                &format!("{} {}", BETTER.trim_end(), "And then it waits a while. ".repeat(number * 3 + 1)),
            )
        })
    };
    for (passes, asked) in [("1", 1), ("3", 3)] {
        let server = endless();
        polish(&place(&server).variable("TRIBUNAL_POLISH_MAX_PASSES", passes), &[]).ok();
        let refined = server.received().iter().filter(|one| !super::nonce(one).is_empty()).count();
        assert_eq!(refined, asked);
    }
}

#[test]
fn min_bytes_and_exclude_leave_texts_alone() {
    for (key, value, asked) in
        [("MIN_BYTES", "100000", 0), ("MIN_BYTES", "10", 1), ("EXCLUDE", "plan,polish", 0), ("EXCLUDE", "plan", 1)]
    {
        let server = refiner(|nonce, _| blocks(nonce, "c", BETTER));
        let ran = polish(&place(&server).variable(&format!("TRIBUNAL_POLISH_{key}"), value), &[]).ok();
        assert_eq!((server.requests(), ran.stdout == DRAFT), (asked, asked == 0), "{key} = {value}");
    }
}

#[test]
fn the_refiner_has_a_model_and_an_effort_of_its_own() {
    let server = FaultServer::start(vec![Script::stream(Format::Responses, &Canned::text("no blocks"))]);
    let place = shop(Format::Responses, &server).with(&[("draft.md", DRAFT)]);
    place.run(&["polish", "draft.md", "--task", TASK]);
    let place = place.variable("TRIBUNAL_POLISH_MODEL", "careful").variable("TRIBUNAL_POLISH_EFFORT", "high");
    place.run(&["polish", "draft.md", "--task", TASK]);
    let sent: Vec<_> =
        server.received().iter().map(Received::json).filter(|body| body.to_string().contains("<draft-")).collect();
    assert_eq!((&sent[0]["model"], &sent[0]["reasoning"]["effort"]), (&"scripted".into(), &"medium".into()));
    assert_eq!((&sent[1]["model"], &sent[1]["reasoning"]["effort"]), (&"careful".into(), &"high".into()));
}

#[test]
fn enabled_refines_what_stages_write() {
    for (enabled, expected) in [("true", BETTER), ("false", DRAFT)] {
        let server = FaultServer::answering(|received, _| match super::nonce(received) {
            nonce if nonce.is_empty() => said(DRAFT),
            nonce => said(&blocks(&nonce, "c", BETTER)),
        });
        let ran = shop(Format::Chat, &server).variable("TRIBUNAL_POLISH_ENABLED", enabled).run(&["ask", "what?"]).ok();
        assert_eq!(ran.stdout, expected, "enabled = {enabled}");
    }
}

#[test]
fn values_out_of_range_are_errors_that_name_the_range() {
    for (key, value, range) in [
        ("ENABLED", "maybe", "true or false"),
        ("MAX_PASSES", "0", "from 1 to 16"),
        ("MAX_PASSES", "17", "from 1 to 16"),
        ("MIN_BYTES", "-1", "a whole number from 0"),
        ("EPSILON", "many", "a whole number from 0"),
        ("EFFORT", "enormous", "minimal, low, medium, high"),
        ("CONVERGENCE_ENABLED", "1", "true or false"),
        ("CONVERGENCE_EMBEDDING", "yes", "true or false"),
        ("CONVERGENCE_STRICT", "no", "true or false"),
        ("CONVERGENCE_CHAR_HIGH", "1.01", "a number from 0 to 1"),
        ("CONVERGENCE_CHAR_LOW", "-0.1", "a number from 0 to 1"),
        ("CONVERGENCE_CHAR_LOW", "0.995", "is more than polish.convergence.char_high"),
        ("CONVERGENCE_JACCARD_HIGH", "2", "a number from 0 to 1"),
        ("CONVERGENCE_EMBEDDING_SIM", "NaN", "a number from 0 to 1"),
        ("CONVERGENCE_CACHE_SIZE", "0", "from 1 to"),
        ("CONVERGENCE_CACHE_TTL_MIN", "0", "from 1 to"),
        ("CONVERGENCE_BREAKER_THRESHOLD", "0", "from 1 to 100"),
    ] {
        let name = format!("TRIBUNAL_POLISH_{key}");
        let ran = Place::folder().variable(&name, value).run(&["config"]);
        assert_eq!(ran.code, 2, "{key} = {value}");
        assert!(ran.stderr.contains(&name) && ran.stderr.contains(range), "{key} = {value}: {}", ran.stderr);
    }
}

#[test]
fn the_file_of_the_user_sets_them_and_one_of_a_repository_needs_trust() {
    let text = "[polish]\nmax_passes = 2\n[polish.convergence]\nchar_high = 0.6\n";
    let place = Place::repository().with(&[("one", ONE), ("other", OTHER), ("tribunal.toml", text)]);
    let compare = ["polish", "--compare", "one", "other", "--json"];
    assert_eq!(place.run(&compare).ok().json()["converged"], false, "not trusted yet");
    place.run(&["trust"]).ok();
    assert_eq!(place.run(&compare).ok().json()["converged"], true);
    place.write("tribunal.toml", "[polish.convergence]\nchar_hihg = 0.6\n");
    let ran = place.run(&["config"]);
    assert!(ran.stderr.contains("did you mean `polish.convergence.char_high`?"), "{}", ran.stderr);
}

#[test]
fn a_flag_overrules_the_configuration_for_one_invocation() {
    let server = || {
        FaultServer::answering(|received, _| match super::nonce(received) {
            nonce if nonce.is_empty() => said(DRAFT),
            nonce => said(&blocks(&nonce, "c", BETTER)),
        })
    };
    for (enabled, when, refined) in
        [("false", "on", true), ("true", "off", false), ("true", "auto", true), ("false", "auto", false)]
    {
        let server = server();
        let place = shop(Format::Chat, &server).variable("TRIBUNAL_POLISH_ENABLED", enabled);
        let ran = place.run(&["ask", "what?", "--polish", when]).ok();
        assert_eq!(
            (ran.stdout == BETTER, server.requests()),
            (refined, 1 + usize::from(refined)),
            "{enabled} {when}: {}",
            ran.seen()
        );
    }
}

#[test]
fn no_configuration_makes_the_refiner_refine_itself() {
    let server = refiner(|nonce, _| blocks(nonce, "c", BETTER));
    let place = place(&server).variable("TRIBUNAL_POLISH_EXCLUDE", "").variable("TRIBUNAL_POLISH_ENABLED", "true");
    polish(&place, &[]).ok();
    assert_eq!(server.requests(), 1, "what the refiner wrote is not refined again");
}
