//! The seven axes of a review, decided statically: what is unused, doubled, wrong, overdone, untested, against the
//! practice of its language, or not explained.
//!
//! Two passes. `observe` looks at one file's tree and facts and depends on its content alone, so that its result is kept
//! by content. `judge` looks at the whole of the code: facts, resolved uses and observations. Both give `Draft`s, which
//! the engine turns into findings. One axis is one file (and a folder of its rules); a rule is a `Rule` with its
//! documentation and a check. Nothing here reads a file, and `verify` cannot see any of it.

mod best_practices;
mod code;
mod correction;
mod documentation;
mod draft;
mod duplication;
mod local;
mod observe;
mod overengineering;
mod practice_shape;
mod rule;
mod shape;
mod stated;
mod subject;
mod tests;
mod utility;

pub use best_practices::score;
pub use code::{Code, CodeFile, FileKind, Place, Use};
pub use draft::Draft;
pub use observe::{OBSERVER_VERSION, Observations, observe};
pub use rule::{Rule, rule, rules};
pub use tests::coverage;
pub use utility::{Mender, is_fixable};

use tribunal_domain::finding::Axis;

/// Rules about code that is delivered: in tests, benchmarks and examples what they find is there on purpose.
const OF_THE_PRODUCT: &[&str] = &[
    "inexact-decimal",
    "swallowed-error",
    "unreachable-code",
    "constant-condition",
    "identical-branches",
    "index-for-inclusion",
    "self-comparison",
    "discarded-comparison",
    "repeated-element",
    "lost-swap",
    "overwritten-parameter",
];

/// Everything an axis proposes: what was seen in single files and what the whole of the code shows.
pub fn propose(axis: Axis, code: &Code) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for file in code.files.iter().filter(|file| file.kind.is_own()) {
        let of_axis = |draft: &&Draft| rule(&draft.rule).is_some_and(|rule| rule.axis == axis);
        if !file.observations.drafts.iter().any(|draft| of_axis(&draft)) {
            continue;
        }
        let counts = |draft: &&Draft| !OF_THE_PRODUCT.contains(&draft.rule.as_str()) || subject::is_product(file);
        let silenced = stated::silenced(file);
        let heard = |draft: &&Draft| !silenced.contains(&draft.start_line) || draft.rule == "blanket-suppression";
        drafts.extend(file.observations.drafts.iter().filter(of_axis).filter(counts).filter(heard).cloned());
    }
    drafts.extend(judge(axis, code));
    drafts.retain(|draft| {
        let counts = |file: &CodeFile| file.kind.is_own() && !code.is_waived(&draft.rule, file.language());
        code.file_at(&draft.path).is_none_or(counts)
    });
    stated::without_habits(drafts, code)
}

/// What the whole-code pass of an axis says.
fn judge(axis: Axis, code: &Code) -> Vec<Draft> {
    match axis {
        Axis::Utility => utility::judge(code),
        Axis::Duplication => duplication::judge(code),
        Axis::Correction => correction::judge(code),
        Axis::Overengineering => overengineering::judge(code),
        Axis::Tests => tests::judge(code),
        Axis::BestPractices => best_practices::judge(code),
        Axis::Documentation => documentation::judge(code),
    }
}
