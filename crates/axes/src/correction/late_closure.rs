//! `late-closure`: Python functions kept from a loop all see the loop's last value.

use super::{PYTHON, needs_fix};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{call, is_loop, mentions};
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    severity: Severity::High,
    ..needs_fix(
        "late-closure",
        PYTHON,
        "A function made in a loop and kept sees the loop variable's last value.",
        "A lambda looks its variables up when it is called, and by then the loop is over.\n\n\
         ```python\nfor name in names:\n    handlers.append(lambda: show(name))          # found: all show the last name\n    handlers.append(lambda name=name: show(name))  # meant\n```\n\n\
         Left alone: lambdas that are called or used up inside of the loop.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["lambda"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(body) = node.field("body").filter(|_| is_kept(node)) else { return };
    let function = |above: &Node<'_>| matches!(above.kind(), "function_definition" | "lambda" | "class_definition");
    let mut loops = node.ancestors().take_while(|above| !function(above)).filter(|above| is_loop(*above));
    let Some(variable) = loops.find_map(|around| around.field("left")) else { return };
    let names: Vec<_> = variable.descendants().filter(|part| part.kind() == "identifier").collect();
    let own = node.field("parameters");
    let used =
        names.iter().find(|name| mentions(body, name.text()) && !own.is_some_and(|list| mentions(list, name.text())));
    if let Some(name) = used {
        let message = format!("the function is kept and will see the last `{}` of the loop", name.text());
        local.report(&RULE, node, message).shows(name.span(), name.text(), "the variable of the loop");
    }
}

/// Whether it is put into a list or a table that outlives the round.
fn is_kept(node: Node<'_>) -> bool {
    let Some(above) = node.parent() else { return false };
    if above.kind() == "argument_list" {
        let outer = above.parent().and_then(call);
        return outer
            .is_some_and(|found| found.receiver.is_some() && matches!(found.name, "append" | "add" | "insert"));
    }
    above.kind() == "assignment"
        && above.field("right") == Some(node)
        && above.field("left").is_some_and(|left| left.kind() == "subscript")
}
