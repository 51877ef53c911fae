//! `unpaired-equality`: a Java class defines `equals` without `hashCode`, or the other way round.

use super::{JAVA, needs_fix};
use crate::local::{Local, TreeRule};
use crate::practice_shape::has_modifier;
use crate::rule::Rule;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = needs_fix(
    "unpaired-equality",
    JAVA,
    "A class defines one of `equals` and `hashCode` without the other.",
    "Equal objects must have equal hashes, or sets and maps lose them.\n\n\
     ```java\nclass Point {                       // found: no hashCode\n    @Override public boolean equals(Object other) { return same(other); }\n}\n```\n\n\
     Left alone: classes that define both, and those that extend another class, which may have the other half.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["class_declaration"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let (Some(name), Some(body)) = (node.field("name"), node.field("body")) else { return };
    if node.field("superclass").is_some() || node.text().contains("EqualsHashCode") {
        return;
    }
    let methods: Vec<_> =
        body.named_children().into_iter().filter(|member| member.kind() == "method_declaration").collect();
    let equals = methods.iter().find(|method| has_head(**method, "equals", "(Object "));
    let hash = methods.iter().find(|method| has_head(**method, "hashCode", "()"));
    let (there, missing) = match (equals, hash) {
        (Some(there), None) => (there, "hashCode"),
        (None, Some(there)) => (there, "equals"),
        _ => return,
    };
    let message = format!("`{}` defines this without `{missing}`", name.text());
    local.report(&RULE, there.field("name").unwrap_or(*there), message);
}

fn has_head(method: Node<'_>, name: &str, parameters: &str) -> bool {
    let named = method.field("name").is_some_and(|found| found.text() == name);
    let bare = |list: Node<'_>| {
        let words = list
            .text()
            .split(' ')
            .filter(|word| !word.trim_start_matches('(').starts_with('@') && !word.ends_with("final"));
        format!("({}", words.collect::<Vec<_>>().join(" ").trim_start_matches(['(', ' ']))
    };
    let list = method.field("parameters").map(bare);
    named
        && !has_modifier(method, "static")
        && list.is_some_and(|list| list.starts_with(parameters) && !list.contains(','))
}
