//! `fatal-in-goroutine`: a test that is ended from a goroutine that is not its own.

use super::weak;
use crate::local::{Local, TreeRule};
use crate::practice_shape::{arguments, callee, own_nodes};
use crate::rule::Rule;
use tribunal_domain::Language;
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = weak(
    "fatal-in-goroutine",
    Severity::Medium,
    &[Language::Go],
    "A test is ended by a goroutine that it has started.",
    "`FailNow`, and all that calls it, ends the goroutine it is called in: here not the test, which goes on or waits for \
     ever.\n\n\
     ```go\ngo func() {\n\tif err := serve(); err != nil {\n\t\tt.Fatal(err) // found: t.Error(err), and return\n\t}\n}()\n```\n\n\
     Left alone: `t.Error`, `assert.…`, and tests that are handed to the goroutine.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["go_statement"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(function) = node.descendants().find(|it| it.kind() == "func_literal") else { return };
    // It has a test of its own.
    if function.field("parameters").is_some_and(|it| it.text().contains("testing.")) {
        return;
    }
    let Some(body) = function.field("body") else { return };
    for call in own_nodes(body).into_iter().filter(|it| it.kind() == "call_expression") {
        let name = callee(call).unwrap_or_default();
        let ends = matches!(name, "t.Fatal" | "t.Fatalf" | "t.FailNow" | "b.Fatal" | "b.Fatalf");
        let requires = name.starts_with("require.") && arguments(call).first().is_some_and(|it| it.text() == "t");
        if ends || requires {
            let message = format!("`{name}` ends this goroutine and not the test");
            local.report(&RULE, call, message);
            return;
        }
    }
}
