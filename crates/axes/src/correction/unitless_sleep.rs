//! `unitless-sleep`: a Go duration is written as a bare number, which counts nanoseconds.

use super::{GO, needs_fix};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{call, number};
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    severity: Severity::High,
    ..needs_fix(
        "unitless-sleep",
        GO,
        "A duration is given without a unit and counts nanoseconds.",
        "A `time.Duration` is a number of nanoseconds; `time.Sleep(100)` does not wait at all.\n\n\
         ```go\ntime.Sleep(100)                    // found\ntime.Sleep(100 * time.Millisecond) // meant\n```\n\n\
         Left alone: zero and one, and numbers large enough to be meant as nanoseconds.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["call_expression"], check };

/// From here on a number of nanoseconds is a wait that somebody may want: a tenth of a millisecond.
const NOTICEABLE: f64 = 100_000.0;

const WAITS: &[&str] = &["time.Sleep", "time.After", "time.NewTimer", "time.NewTicker", "time.Tick"];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = call(node).filter(|found| WAITS.contains(&found.path().as_str())) else { return };
    let Some(count) = found.arguments.first().copied().and_then(number) else { return };
    if count > 1.0 && count < NOTICEABLE {
        local.report(&RULE, node, format!("`{}` waits {count} nanoseconds", found.path()));
    }
}
