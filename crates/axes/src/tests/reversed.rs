//! `reversed-expectation`: the expected and the actual value of an assertion, the wrong way round.

use super::weak;
use crate::local::{Local, TreeRule};
use crate::practice_shape::arguments;
use crate::rule::Rule;
use crate::shape::is_literal;
use tribunal_domain::Language;
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = weak(
    "reversed-expectation",
    Severity::Nit,
    &[Language::Java],
    "An assertion is given the actual value where it takes the expected one.",
    "JUnit takes the expected value first; when the assertion fails, its message says the opposite of what happened.\n\n\
     ```java\nassertEquals(rows.size(), 3);   // found: assertEquals(3, rows.size())\n```\n\n\
     Left alone: TestNG and methods of one's own, which may take them the other way round.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["method_invocation"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let object = node.field("object").map(Node::text);
    let named = node.field("name").is_some_and(|it| it.text() == "assertEquals");
    if !named || !matches!(object, None | Some("Assert" | "Assertions")) {
        return;
    }
    let junit = local.once("junit", |tree| {
        let text = tree.text();
        text.contains("import static org.junit") || text.contains("import org.junit")
    });
    let [first, second] = arguments(node)[..] else { return };
    let other = local.once("other assertEquals", |tree| tree.text().lines().any(brings_another));
    if junit && !other && is_literal(second) && !is_literal(first) && !is_constant(first) {
        let message = format!("`{}` stands where the actual value goes", second.text());
        local.report(&RULE, node, message);
    }
}

/// Whether a line imports or defines an `assertEquals` that is not JUnit's.
fn brings_another(line: &str) -> bool {
    let imported = line.starts_with("import static ") && line.ends_with(".assertEquals;") && !line.contains("junit");
    imported || line.contains("org.testng") || line.contains("void assertEquals(")
}

/// A name in capitals, alone or of a class.
fn is_constant(node: Node<'_>) -> bool {
    let name = node.text().rsplit('.').next().unwrap_or_default();
    matches!(node.kind(), "identifier" | "field_access") && !name.contains(|it: char| it.is_ascii_lowercase())
}
