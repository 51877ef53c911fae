//! `opaque-assertion`: a comparison asserted as true or false, which says nothing when it fails.

use super::checks::expected;
use super::{SCRIPTS_PYTHON_JAVA, weak};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{Binary, binary, call, is_nothing, is_string, number};
use tribunal_domain::Language;
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = weak(
    "opaque-assertion",
    Severity::Nit,
    SCRIPTS_PYTHON_JAVA,
    "A comparison is asserted to be true, where an assertion of its own would show both sides.",
    "When it fails it says `false is not true`, and the values have to be looked for.\n\n\
     ```python\nself.assertTrue(total == 3)            # found: assertEqual(total, 3)\n```\n\n\
     ```js\nexpect(rows.length === 2).toBe(true);  // found: expect(rows).toHaveLength(2)\n```\n\n\
     Left alone: assertions with a message, tests of equality or order itself, what the framework has no assertion for \
     (JUnit: less and greater), and Python's `assert`, which shows both sides.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["call", "call_expression", "method_invocation"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(made) = call(node) else { return };
    let subject = match (made.name, &made.arguments[..]) {
        ("assertTrue", [only]) => *only,
        ("toBe" | "toEqual" | "toStrictEqual", [value]) if value.text() == "true" => {
            let Some(value) = expected(made.receiver) else { return };
            value
        }
        ("toBeTruthy", []) => {
            let Some(value) = expected(made.receiver) else { return };
            value
        }
        _ => return,
    };
    let Some(compared) = binary(subject).filter(|it| has_assertion(node.tree().language(), *it)) else { return };
    let about_equality = local
        .symbol_at(node.span())
        .map(|ix| local.facts.qualified_name(ix).to_ascii_lowercase())
        .is_some_and(|name| {
            ["eq", "hash", "same", "compar", "order", "less", "great", "sort", "operator"]
                .iter()
                .any(|it| name.contains(it))
        });
    if !about_equality && !is_vacuous(compared) {
        let message = format!("when this fails it does not show the values that `{}` compares", compared.operator);
        local.report(&RULE, node, message);
    }
}

/// Whether the usual frameworks of a language have an assertion for a comparison. JUnit has none for what is less or
/// greater, and those of scripts take numbers only; nothing stands for `== null`, which holds for `undefined`, too.
fn has_assertion(language: Language, compared: Binary<'_>) -> bool {
    let sides = [compared.left, compared.right];
    let numbers = !sides.iter().any(|it| is_string(*it) || it.kind() == "new_expression" || is_spelled(it.text()));
    match (language, compared.operator) {
        (Language::Java, operator) => operator == "==",
        (Language::Python, operator) => matches!(operator, "==" | "<" | ">" | "<=" | ">=" | "in"),
        (_, "==") => !sides.iter().any(|it| is_nothing(*it)),
        (_, "<" | ">" | "<=" | ">=") => numbers,
        (_, operator) => matches!(operator, "===" | "in"),
    }
}

/// `count >= 0` and `a === a` have a worse fault than what they show.
fn is_vacuous(compared: Binary<'_>) -> bool {
    compared.left.text() == compared.right.text() || compared.operator == ">=" && number(compared.right) == Some(0.0)
}

/// Whether the last word of a name is that of a text or a date: they have an order, and are no numbers.
fn is_spelled(name: &str) -> bool {
    const WORDS: &[&str] =
        &["date", "name", "title", "version", "label", "key", "slug", "text", "month", "day", "id", "uuid", "cursor"];
    let last = name.rsplit('.').next().unwrap_or(name).trim_end_matches(['!', ')', '(', ']']).to_ascii_lowercase();
    WORDS.iter().any(|word| last.ends_with(word))
}
