//! `polish --verify`: statements of a text held against the code of the repository.

use super::{blocks, nonce, polish, said};
use crate::ask::shop;
use crate::support::Place;
use tribunal_faults::{FaultServer, Format, Received, Script};

/// A text that says something wrong about `shop/cart.py`, which returns a sum.
const TEXT: &str = "# The cart\n\nThe class `Cart` in shop/cart.py holds prices. `Cart.total` returns the product of all prices, \
    and `parse_price` reads a price from a text. Nothing else in the shop computes prices, and whoever wants to know what \
    a cart costs asks the cart itself.\n";

const QUESTIONS: &str = r#"{"questions": [
    {"question": "What does Cart.total in shop/cart.py return?", "claim": "`Cart.total` returns the product of all prices"},
    {"question": "What does parse_price return?", "claim": "`parse_price` reads a price from a text"},
    {"question": "Who wrote this?", "claim": "words that are not in the text"}]}"#;

fn answer(received: &Received, quote: &str, contradictions: &str) -> Script {
    let body = received.json().to_string();
    let mended = TEXT.replace("the product", "the sum");
    if body.contains("Which of these statements contradict") {
        said(contradictions)
    } else if body.contains("Answer the question from the evidence alone") {
        let known = format!(r#"{{"answer": "the sum of its prices", "quote": "{quote}"}}"#);
        said(if body.contains("Cart.total in shop") { &known } else { r#"{"answer": "", "quote": ""}"# })
    } else if body.contains("questions that check what the text says") {
        said(QUESTIONS)
    } else if body.contains("Correct exactly these statements") {
        said(&blocks(&nonce(received), "c", &mended))
    } else if nonce(received).is_empty() {
        said(super::LESSON)
    } else {
        said(&blocks(&nonce(received), "no material issues", TEXT))
    }
}

const CONTRADICTED: &str =
    r#"{"contradictions": [{"number": 0, "found": "it returns the sum"}, {"number": 7, "found": "x"}]}"#;

fn served(quote: &'static str, contradictions: &'static str) -> (FaultServer, Place) {
    let server = FaultServer::answering(move |received, _| answer(received, quote, contradictions));
    let place = shop(Format::Chat, &server);
    place.write("draft.md", TEXT);
    (server, place)
}

#[test]
fn a_statement_that_the_code_contradicts_is_mended_and_learned_from() {
    let (server, place) = served("return sum(self.prices)", CONTRADICTED);
    let ran = polish(&place, &["--verify", "3", "--json"]).ok();
    let report = ran.json();
    let found = &report["verification"];
    assert_eq!(found["status"], "rewritten", "{found:#}");
    assert_eq!(report["text"], TEXT.replace("the product", "the sum"));
    assert_eq!(found["final"], report["text"]);
    assert_eq!(found["questions"].as_array().map(Vec::len), Some(2), "a statement must be in the text: {found:#}");
    assert_eq!(found["answers"][1]["answer"], serde_json::Value::Null);
    assert_eq!(found["discrepancies"].as_array().map(Vec::len), Some(1), "and a number must be one of theirs");
    assert_eq!(found["discrepancies"][0]["quote"], "return sum(self.prices)");
    let asked: Vec<String> = server.received().iter().map(|one| one.json().to_string()).collect();
    let independent = asked
        .iter()
        .find(|body| body.contains("Cart.total in shop") && body.contains("evidence alone"))
        .expect("asked");
    assert!(independent.contains("return sum(self.prices)"), "the knowledge base answers: {independent}");
    assert!(!independent.contains("the product of all prices"), "whoever answers does not see the text: {independent}");
    assert!(asked.last().is_some_and(|body| body.contains("The text contradicts the code")), "it is learned from");
}

#[test]
fn a_text_that_fits_stays_as_it_is() {
    let (server, place) = served("return sum(self.prices)", r#"{"contradictions": []}"#);
    let report = polish(&place, &["--verify", "3", "--json"]).ok().json();
    assert_eq!((&report["verification"]["status"], &report["text"]), (&"verified".into(), &TEXT.into()));
    assert!(server.received().iter().all(|one| !one.json().to_string().contains("Correct exactly")));
}

#[test]
fn an_answer_whose_quote_is_not_in_the_code_does_not_count() {
    let (_server, place) = served("return product(self.prices)", CONTRADICTED);
    let report = polish(&place, &["--verify", "3", "--json"]).ok().json();
    assert_eq!(
        (&report["verification"]["status"], &report["text"]),
        (&"inconclusive".into(), &TEXT.into()),
        "{report:#}"
    );
}

#[test]
fn a_verifier_that_does_not_answer_in_its_form_changes_nothing() {
    let server = FaultServer::answering(|received, _| match nonce(received) {
        nonce if nonce.is_empty() => said("I would rather not."),
        nonce => said(&blocks(&nonce, "no material issues", TEXT)),
    });
    let place = shop(Format::Chat, &server);
    place.write("draft.md", TEXT);
    let ran = polish(&place, &["--verify", "2"]).ok();
    assert_eq!(ran.stdout, TEXT);
    assert!(ran.stderr.contains("nothing could be checked"), "{}", ran.stderr);
}
