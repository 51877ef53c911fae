//! Values instead of texts: asked for by a schema, and once more if the reply cannot be used.

use crate::support::{Bench, question};
use serde_json::json;
use tribunal_faults::{Canned, End, FaultServer, Format, Script};
use tribunal_llm::structured::{Recovered, Schema, complete};
use tribunal_llm::{Cancel, LlmError};

fn schema() -> Schema {
    let document = json!({"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]});
    Schema::new(document).expect("a schema")
}

#[test]
fn a_value_is_asked_for_once_more_with_what_was_wrong() {
    for format in Format::ALL {
        let replies = ["{\"ok\": \"yes\"}", "```json\n{\"ok\": true}\n```"];
        let server = FaultServer::start(replies.map(|text| Script::stream(format, &Canned::text(text))).to_vec());
        let bench = Bench::new(format, &server);
        let answer = complete(&bench.client, &question(), &schema(), &Cancel::default()).expect("an answer");
        let Recovered::Parsed { value, asked_for, .. } = answer.recovered else { panic!("{format:?}: {answer:?}") };
        assert_eq!((value, answer.replies.len()), (json!({"ok": true}), 2));
        assert!(asked_for.is_some_and(|fault| fault.to_string().contains("not valid by the schema")));
        let sent = server.received();
        assert_ne!(sent[0].body, sent[1].body, "never the same question twice");
        assert!(String::from_utf8_lossy(&sent[1].body).contains("not valid by the schema"), "{format:?}");
    }
}

#[test]
fn two_replies_without_a_value_are_inconclusive_and_a_cut_one_is_an_error() {
    for format in Format::ALL {
        let server = FaultServer::start(vec![Script::stream(format, &Canned::text("No.")); 2]);
        let bench = Bench::new(format, &server);
        let answer = complete(&bench.client, &question(), &schema(), &Cancel::default()).expect("an answer");
        assert!(matches!(answer.recovered, Recovered::Inconclusive { .. }), "{format:?}");
        let cut = FaultServer::start(vec![Script::stream(format, &Canned::text("{\"ok\": true}").ending(End::Length))]);
        let error = complete(&Bench::new(format, &cut).client, &question(), &schema(), &Cancel::default());
        assert!(matches!(error, Err(LlmError::CutByLength { .. })), "{format:?}: {error:?}");
    }
}
