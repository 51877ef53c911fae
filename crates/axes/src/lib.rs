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
    for file in &code.files {
        let counts = |draft: &&Draft| !OF_THE_PRODUCT.contains(&draft.rule.as_str()) || subject::is_product(file);
        let of_axis = |draft: &&Draft| rule(&draft.rule).is_some_and(|rule| rule.axis == axis);
        let silenced = silenced(file);
        let heard = |draft: &&Draft| !silenced.contains(&draft.start_line) || draft.rule == "blanket-suppression";
        drafts.extend(file.observations.drafts.iter().filter(of_axis).filter(counts).filter(heard).cloned());
    }
    drafts.extend(judge(axis, code));
    without_habits(drafts, code)
}

/// Rules about style: where many files do it, it is how the project writes.
const STYLE: &[&str] = &["var-declaration", "loose-equality", "capitalised-error"];

/// Of so many files of a language that have something like it, one in as many makes a habit.
const HABIT: usize = 8;

/// Leaves out what the project does by habit.
fn without_habits(mut drafts: Vec<Draft>, code: &Code) -> Vec<Draft> {
    for rule in STYLE {
        let files: rustc_hash::FxHashSet<_> =
            drafts.iter().filter(|draft| draft.rule == *rule).map(|draft| draft.path.clone()).collect();
        let is_there = |file: &&CodeFile| files.contains(&file.path);
        let Some(family) = code.files.iter().find(is_there).map(|file| file.language().family()) else { continue };
        let all =
            code.files.iter().filter(|file| file.language().family() == family && subject::is_product(file)).count();
        if files.len() > 2 && files.len() * HABIT >= all {
            drafts.retain(|draft| draft.rule != *rule);
        }
    }
    drafts
}

/// How other tools are told that a line is meant as it is.
const SILENCERS: &[&str] = &["noqa", "nolint", "eslint-disable", "biome-ignore", "pylint: disable", "NOSONAR"];

/// Lines of which the authors have told another tool to be silent: they have looked at them.
fn silenced(file: &CodeFile) -> rustc_hash::FxHashSet<u32> {
    let mut lines = rustc_hash::FxHashSet::default();
    for comment in &file.facts.comments {
        for (at, text) in (comment.line..).zip(file.facts.text(comment.text).lines()) {
            if SILENCERS.iter().any(|word| text.contains(word)) {
                lines.insert(at);
                // Such a comment may stand above what it is about.
                if ["next-line", "biome-ignore", "nolint"].iter().any(|word| text.contains(word)) {
                    lines.insert(at + 1);
                }
            }
        }
    }
    lines
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
