//! `assignment-in-condition`: `=` where `==` was meant.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{assignment, is_literal, is_lively};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = needs_fix(
    "assignment-in-condition",
    &[Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Java, Language::C, Language::Cpp],
    "A condition assigns where it was meant to compare.",
    "The condition is the assigned value, and the variable is changed on the way.\n\n\
     ```js\nif (state = \"done\") finish(); // found: always true\n```\n\n\
     Left alone: assignments of what a call returns (`if (m = text.match(p))`), loops over such values, and assignments \
     in parentheses of their own, by which their author says that they are meant.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["if_statement", "while_statement", "do_statement", "ternary_expression"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(condition) = node.field("condition") else { return };
    let condition = match condition.kind() {
        "parenthesized_expression" | "condition_clause" => condition.only_child(),
        _ => Some(condition),
    };
    let Some(condition) = condition.filter(|inner| inner.kind() == "assignment_expression") else { return };
    let Some(found) = assignment(condition).filter(|found| found.operator == "=") else { return };
    let suspect = if node.kind() == "if_statement" { !is_lively(found.value) } else { is_literal(found.value) };
    if suspect {
        let (target, value) = (found.target.text(), found.value.text());
        local.report(&RULE, condition, format!("the condition assigns `{value}` to `{target}` and compares nothing"));
    }
}
