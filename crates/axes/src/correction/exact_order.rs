//! `exact-order`: the result of a comparison function is compared with one or minus one.

use super::{needs_fix, unsure};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{BINARIES, binary, call, number};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = unsure(needs_fix(
    "exact-order",
    &[Language::Java, Language::TypeScript, Language::Tsx, Language::JavaScript, Language::C, Language::Cpp],
    "The result of a comparison function is compared with exactly 1 or -1.",
    "`compareTo`, `localeCompare` and `strcmp` promise a sign, not a number.\n\n\
     ```java\nif (a.compareTo(b) == 1) swap(a, b);     // found: may be 7\nif (a.compareTo(b) > 0) swap(a, b);      // meant\n```\n\n\
     Left alone: comparisons with zero.",
));

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: BINARIES, check };

const ORDERS: &[&str] = &["compareTo", "compareToIgnoreCase", "localeCompare", "strcmp", "strncmp", "memcmp"];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = binary(node).filter(|found| found.is_equal() || found.is_unequal()) else { return };
    let Some((order, limit)) = found.other_than(|side| number(side).is_some()) else { return };
    let exact = number(limit).is_some_and(|limit| (limit.abs() - 1.0).abs() < f64::EPSILON);
    if let Some(called) = call(order).filter(|called| exact && ORDERS.contains(&called.name)) {
        local.report(&RULE, node, format!("`{}` promises a sign, not `{}`", called.name, limit.text()));
    }
}
