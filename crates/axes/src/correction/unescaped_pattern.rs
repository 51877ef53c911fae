//! `unescaped-pattern`: a Java method takes a regular expression, and is given a mark that means something in one.

use super::{JAVA, error};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{call, string};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = error(
    "unescaped-pattern",
    JAVA,
    "A mark with a meaning in regular expressions is used as if it were plain.",
    "`split(\".\")` splits at every character and gives nothing; `split(\"|\")` splits between all of them.\n\n\
     ```java\nString[] parts = version.split(\".\");      // found\nString[] parts = version.split(\"\\\\\\\\.\");   // meant\n```\n\n\
     Left alone: patterns of more than one character.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["method_invocation"], check };

const MARKS: &[&str] = &[".", "|", "*", "+", "?", "^", "$", "(", "[", "{"];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = call(node).filter(|found| matches!(found.name, "split" | "replaceAll" | "replaceFirst")) else {
        return;
    };
    let counted = match found.name {
        "split" => matches!(found.arguments.len(), 1 | 2),
        _ => found.arguments.len() == 2,
    };
    let Some(mark) = found.arguments.first().copied().and_then(string).filter(|text| MARKS.contains(text)) else {
        return;
    };
    let splitter = found.receiver.is_some_and(|of| of.text().to_lowercase().contains("splitter"));
    // `replaceAll(".", "*")` hides every character.
    let hides =
        mark == "." && found.arguments.get(1).copied().and_then(string).is_some_and(|with| with.chars().count() == 1);
    if counted && !splitter && !hides {
        local.report(&RULE, node, format!("`{mark}` is a regular expression here, not the character"));
    }
}
