//! `string-identity`: Java compares a text with `==`.

use super::{JAVA, error};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{binary, is_nothing, string};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = error(
    "string-identity",
    JAVA,
    "A text is compared by identity.",
    "`==` asks whether two texts are the same object; texts that were read or built are not, even if they are \
     equal.\n\n\
     ```java\nif (mode == \"fast\") skip();           // found\nif (\"fast\".equals(mode)) skip();       // meant\n```\n\n\
     Left alone: comparisons with `null`, of two literals, and files that make texts one by `intern()`.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["binary_expression"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = binary(node).filter(|found| found.is_equal() || found.is_unequal()) else { return };
    if let Some((other, literal)) = found.other_than(|side| string(side).is_some() || side.kind() == "string_literal")
        && !is_nothing(other)
        && !local.once("interns", |tree| tree.text().contains(".intern()"))
    {
        local.report(&RULE, node, format!("`{}` is compared with `{}` by identity", other.text(), literal.text()));
    }
}
