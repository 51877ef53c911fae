//! `frozen-default`: a Python default that asks for the time or for chance when the function is defined.

use super::{PYTHON, needs_fix};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::call;
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    severity: Severity::High,
    ..needs_fix(
        "frozen-default",
        PYTHON,
        "A default value is computed once, though it should differ with every call.",
        "Python computes a default when the function is defined; all calls get the time, or the random value, of that \
         moment.\n\n\
         ```python\ndef stamp(at=datetime.now()):     # found: the time of the import\n    return at.isoformat()\n```\n\n\
         Left alone: defaults that call anything else, and functions passed without a call (`default=uuid4`).",
    )
};

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["default_parameter", "typed_default_parameter"], check };

/// Calls that are made for a new answer.
const CHANGING: &[&str] = &[
    "datetime.now",
    "datetime.utcnow",
    "datetime.today",
    "datetime.datetime.now",
    "datetime.datetime.utcnow",
    "date.today",
    "datetime.date.today",
    "time.time",
    "timezone.now",
    "uuid4",
    "uuid.uuid4",
    "uuid.uuid1",
    "random.random",
    "random.randint",
];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let (Some(name), Some(value)) = (node.field("name"), node.field("value")) else { return };
    let Some(found) = call(value).filter(|found| CHANGING.contains(&found.path().as_str())) else { return };
    let message =
        format!("the default of `{}` is what `{}` gave when the function was defined", name.text(), found.path());
    local.report(&RULE, node, message);
}
