//! `ask` where the world fails: certificates, proxies, disks. Each with a message, a hint, and nothing lost.

use crate::ask::{everything, shop};
use crate::support::Place;
use tribunal_faults::{Canned, FaultServer, Format, Script, TlsFront, closed_port};

fn yes() -> FaultServer {
    FaultServer::start(vec![Script::stream(Format::Chat, &Canned::text("Yes."))])
}

/// What a user reads of a question that cannot be answered.
#[track_caller]
fn fails(place: &Place, message: &str, hint: &str) {
    let ran = place.run(&["ask", "what?"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.seen());
    assert!(ran.stderr.contains(message), "{}", ran.stderr);
    assert!(ran.stderr.contains(&format!("hint: {hint}")), "{}", ran.stderr);
    assert!(everything(&place.root().join(".tribunal/runs")).contains("\"verdict\": \"failed\""), "the run is kept");
}

#[test]
fn a_certificate_nobody_knows_is_refused_until_the_user_names_it() {
    let server = yes();
    let front = TlsFront::before(&server, &["127.0.0.1"]);
    let place = shop(Format::Chat, &server).variable("TRIBUNAL_MODELS_REASONING_BASE_URL", &front.url());
    fails(&place, "no secure connection", "check the host in base_url; if the certificate is your own");
    assert_eq!(server.requests(), 0);
    place.write("own.pem", front.certificate());
    let file = place.root().join("own.pem");
    let place = place.variable("SSL_CERT_FILE", &file.display().to_string());
    assert_eq!(place.run(&["ask", "what?"]).ok().stdout, "Yes.\n");
}

#[test]
fn a_proxy_that_is_away_is_told_as_such() {
    let proxy = format!("http://127.0.0.1:{}", closed_port());
    let limit = "TRIBUNAL_LIMITS_REQUESTS";
    let place = shop(Format::Chat, &yes()).variable("HTTPS_PROXY", &proxy).variable(limit, "1");
    let ran = place.run(&["ask", "what?"]);
    assert_eq!(ran.code, 2);
    let log = place.root().join(".tribunal");
    assert!(everything(&log).contains("nobody answers at base_url through the proxy"), "{}", ran.stderr);
}

/// Runs a question where no file may become larger than this; the signal that says so is ignored, as on a full disk.
fn within(place: &Place, kibibytes: usize, question: &str) -> crate::support::Ran {
    place.run(&["index"]).ok();
    place.shell(&format!("trap '' XFSZ; ulimit -f {kibibytes}; exec \"$TRIBUNAL\" ask --no-index {question}"))
}

#[test]
fn a_log_that_cannot_be_written_stops_before_anything_is_sent() {
    let server = yes();
    let place = shop(Format::Chat, &server);
    let ran = within(&place, 4, "'what does Cart.total return?'");
    assert_eq!((ran.code, server.requests()), (2, 0), "{}", ran.seen());
    assert!(ran.stderr.contains("hint: "), "{}", ran.stderr);
    assert_eq!(place.run(&["ask", "what does Cart.total return?"]).ok().stdout, "Yes.\n");
}

#[test]
fn a_reply_the_log_has_no_room_for_is_shown_and_an_earlier_one_stays() {
    let long = "many words of an answer ".repeat(30_000);
    let server = FaultServer::answering(move |received, _| {
        let text = if received.json().to_string().contains("at length") { &long } else { "Yes." };
        Script::stream(Format::Chat, &Canned::text(text))
    });
    let place = shop(Format::Chat, &server);
    place.run(&["ask", "briefly?"]).ok();
    let ran = within(&place, 512, "'at length?'");
    assert_eq!((ran.code, ran.stdout.as_str(), server.requests()), (2, "", 2), "{}", ran.code);
    let told = &ran.stderr;
    assert!(
        told.contains("the journal of model calls cannot be written") && told.contains("hint: make room"),
        "{told}"
    );
    assert!(told.contains("what came of the answer cannot be kept"), "{}", &told[..told.len().min(400)]);
    assert!(told.contains("many words of an answer"));
    let again = place.run(&["ask", "briefly?", "--json"]).ok().json();
    assert_eq!((&again["answer"], &again["requests"]), (&"Yes.".into(), &0.into()), "the log is whole");
    assert!(place.run(&["ask", "at length?"]).ok().stdout.starts_with("many words"));
}
