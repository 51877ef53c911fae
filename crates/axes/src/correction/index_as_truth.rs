//! `index-as-truth`: the place of something is asked as if it were a yes or no.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::{Rule, SCRIPTS};
use crate::shape::{CONDITIONALS, bare, binary, call, condition};
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    severity: Severity::High,
    ..needs_fix(
        "index-as-truth",
        SCRIPTS,
        "The place of something is asked as if it were a yes or no.",
        "What is not found is at -1, which counts as true, and what stands first is at 0, which counts as false.\n\n\
         ```js\nif (names.indexOf(name)) greet();       // found\nif (names.includes(name)) greet();      // meant\n```\n\n\
         Left alone: comparisons of the place, `~names.indexOf(name)`, and `!text.indexOf(start)`, which asks for a start.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["call_expression"], check };

const PLACES: &[&str] = &["indexOf", "lastIndexOf", "findIndex", "findLastIndex"];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = call(node).filter(|found| found.receiver.is_some() && PLACES.contains(&found.name)) else {
        return;
    };
    if is_asked(node) {
        local.report(&RULE, node, format!("`{}` gives a place, which is no yes or no", found.name));
    }
}

/// Whether it is a condition, or an operand of one.
fn is_asked(node: Node<'_>) -> bool {
    let mut at = node;
    while let Some(above) = at.parent() {
        let joins = binary(above).is_some_and(|found| found.is_and() || found.is_or());
        if !joins && above.kind() != "parenthesized_expression" {
            return CONDITIONALS.contains(&above.kind()) && condition(above) == Some(bare(at));
        }
        at = above;
    }
    false
}
