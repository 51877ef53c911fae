//! `missing-comma`: two texts of a Python list run together because no comma stands between them.

use super::{PYTHON, needs_fix};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{is_string, string};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    confidence: 85,
    ..needs_fix(
        "missing-comma",
        PYTHON,
        "Two texts in a list are joined to one because a comma is missing.",
        "Python joins texts that stand side by side. In a list with one short text per line, that is a forgotten \
         comma.\n\n\
         ```python\nNAMES = [\n    \"alpha\",\n    \"beta\"       # found: \"betagamma\"\n    \"gamma\",\n    \"delta\",\n]\n```\n\n\
         Left alone: texts with spaces or other marks of prose, joins in parentheses, several joins in one list, and \
         lists of fewer than four texts.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["list", "set", "tuple"], check };

/// With fewer other texts in the list there is no pattern that a joined one would break.
const OTHERS: usize = 3;

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let elements = node.named_children();
    let joined: Vec<_> = elements.iter().filter(|element| element.kind() == "concatenated_string").collect();
    let [joined] = joined[..] else { return };
    let others = elements.iter().filter(|element| is_string(**element)).count();
    let parts = joined.named_children();
    let [first, second] = parts[..] else { return };
    let whole = others + 1 == elements.len() && others >= OTHERS;
    if whole && first.line() < second.line() && parts.iter().all(|part| is_word(*part)) {
        let message =
            format!("`{}` and `{}` are one text, because no comma stands between them", first.text(), second.text());
        local.report(&RULE, *joined, message);
    }
}

/// A name, path or the like, not a piece of prose.
fn is_word(part: Node<'_>) -> bool {
    string(part).is_some_and(|text| !text.is_empty() && !text.contains(char::is_whitespace) && text.len() < 40)
}
