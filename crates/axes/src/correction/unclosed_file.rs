//! `unclosed-file`: a Python function opens a file and neither closes it nor hands it on.

use super::{PYTHON, needs_fix};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{assignment, call, is_name};
use tribunal_domain::finding::Category;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    category: Category::Error,
    confidence: 85,
    ..needs_fix(
        "unclosed-file",
        PYTHON,
        "A file is opened and never closed.",
        "What is written may never arrive, and the handle stays open until the collector comes by.\n\n\
         ```python\ndef save(text):\n    out = open(\"state\", \"w\")     # found: meant `with open(…) as out`\n    out.write(text)\n```\n\n\
         Left alone: files that are closed, returned, stored or passed to anything, or entered by a `with`.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["assignment"], check };

/// Methods that use a file and leave it open.
const USES: &[&str] = &["read", "readline", "readlines", "write", "writelines", "seek", "tell", "flush", "truncate"];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = assignment(node).filter(|found| is_name(found.target) && opens(found.value)) else { return };
    let name = found.target.text();
    let Some(function) = node.ancestors().find(|above| above.kind() == "function_definition") else { return };
    let Some(body) = function.field("body") else { return };
    let uses = body.descendants().filter(|inner| is_name(*inner) && inner.text() == name && *inner != found.target);
    // A function inside of it may use the file as long as the program runs.
    let captured = |inner: Node<'_>| {
        let around = inner.ancestors().find(|it| matches!(it.kind(), "function_definition" | "lambda"));
        around != Some(function)
    };
    if uses.into_iter().all(|it| is_plain_use(it) && !captured(it)) {
        local.report(&RULE, node, format!("the file in `{name}` is opened here and never closed"));
    }
}

fn opens(value: Node<'_>) -> bool {
    let lent = |argument: &Node<'_>| argument.text().starts_with("closefd");
    call(value)
        .is_some_and(|found| found.receiver.is_none() && found.name == "open" && !found.arguments.iter().any(lent))
}

/// `name.write(…)`, and nothing else that could close it or keep it.
fn is_plain_use(name: Node<'_>) -> bool {
    let Some(member) = name.parent().filter(|parent| parent.kind() == "attribute") else { return false };
    let of = member.field("object") == Some(name);
    let called =
        member.parent().is_some_and(|parent| parent.kind() == "call" && parent.field("function") == Some(member));
    of && called && member.field("attribute").is_some_and(|method| USES.contains(&method.text()))
}
