//! `deferred-in-loop`: Go's `defer` in a loop waits for the end of the function.

use super::{GO, needs_fix};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{call, is_in_test, leaves, statements, within};
use tribunal_domain::finding::Category;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    category: Category::Error,
    confidence: 80,
    ..needs_fix(
        "deferred-in-loop",
        GO,
        "A `defer` in a loop keeps everything open until the function ends.",
        "`defer` belongs to the function, not to the round: files, locks and connections pile up.\n\n\
         ```go\nfor _, name := range names {\n\tf, err := os.Open(name)\n\tif err != nil {\n\t\treturn err\n\t}\n\tdefer f.Close() // found\n}\n```\n\n\
         Left alone: calls that close or unlock nothing, functions inside of the loop, tests, and loops that end \
         with the round.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["defer_statement"], check };

/// What gives something back.
const RELEASES: &[&str] = &["Close", "Unlock", "RUnlock", "Release", "Rollback", "Stop"];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(around) = within(node, &["for_statement"]) else { return };
    let releases = node.only_child().and_then(call).filter(|found| RELEASES.contains(&found.name));
    let Some(found) = releases else { return };
    let mut blocks = node.ancestors().take_while(|above| *above != around).filter(|above| above.kind() == "block");
    let left = blocks.any(|block| statements(block).last().is_some_and(|last| leaves(*last)));
    if !left && !is_in_test(node) {
        let message = format!("`{}` waits for the end of the function, not of the round", found.path());
        local.report(&RULE, node, message).shows(around.span(), "for", "the loop");
    }
}
