//! `ineffective-break`: a Go `break` leaves the `select` or `switch`, not the loop around it.

use super::{GO, needs_fix};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{own, statements, within};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    confidence: 85,
    ..needs_fix(
        "ineffective-break",
        GO,
        "A `break` at the end of a case leaves nothing that would not end anyway.",
        "In Go `break` leaves the innermost `for`, `switch` or `select`. At the end of a case of an endless loop the loop \
         was meant; it needs a label.\n\n\
         ```go\nfor {\n\tselect {\n\tcase <-done:\n\t\tbreak // found: the loop goes on\n\tcase m := <-in:\n\t\thandle(m)\n\t}\n}\n```\n\n\
         Left alone: `break` with a label, loops that have another end, and cases with nothing else in a `switch`.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["break_statement"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    if node.only_child().is_some() {
        return;
    }
    let Some(list) = node.parent().filter(|parent| parent.kind() == "statement_list") else { return };
    let Some(case) = list.parent().filter(|parent| parent.kind() == "communication_case") else { return };
    let Some(around) = case.parent().filter(|parent| parent.kind() == "select_statement") else { return };
    let last = statements(list).last() == Some(&node);
    if last && is_last_of_endless_loop(around) {
        local.report(&RULE, node, "this `break` leaves the `select`, and the loop goes on".to_owned());
    }
}

/// `for { …; select { … } }` without a condition: nothing but a jump ends it.
fn is_last_of_endless_loop(select: Node<'_>) -> bool {
    let list = select.parent().filter(|parent| parent.kind() == "statement_list");
    let last = list.is_some_and(|list| statements(list).last() == Some(&select));
    let around = list.and_then(Node::parent).and_then(Node::parent);
    let ends = |inner: Node<'_>| {
        let own = within(inner, &["for_statement", "select_statement", "expression_switch_statement"]) == around;
        inner.kind() == "return_statement" || inner.kind() == "break_statement" && (own || inner.only_child().is_some())
    };
    last && around.is_some_and(|around| {
        let endless = around.kind() == "for_statement" && around.named_children().len() == 1;
        endless && !own(around).into_iter().any(ends)
    })
}
