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
pub use documentation::{Spoken, spoken};
pub use draft::Draft;
pub use observe::{OBSERVER_VERSION, Observations, observe, observe_tree};
pub use rule::{Rule, UNSURE, rule, rules};
pub use tests::coverage;
pub use utility::{IMPORTED, Mender, is_fixable, needs_expressions};

use stated::Silenced;
use tribunal_domain::facts::{Doc, Symbol, SymbolIx};
use tribunal_domain::finding::{Axis, Severity};
use tribunal_domain::{Depth, Language};

/// Rules about code that is delivered: in tests, benchmarks and examples what they find is there on purpose.
const OF_THE_PRODUCT: &[&str] = &[
    "inexact-decimal",
    "swallowed-error",
    "unreachable-code",
    "constant-condition",
    "constant-operand",
    "contradictory-comparison",
    "identical-branches",
    "identical-operands",
    "index-for-inclusion",
    "self-comparison",
    "self-assignment",
    "fresh-comparison",
    "discarded-comparison",
    "repeated-element",
    "loop-once",
    "lost-swap",
    "overwritten-parameter",
    "element-wise-copy",
    "spelled-out-truth",
    "needless-constructor",
    "needless-handler",
    "wrapped-promise",
    "unsafe-yaml-load",
    "frozen-default",
];

/// Axes that need to read a language well, which is so in some only.
const OF_KNOWN_LANGUAGES: &[Axis] = &[Axis::Correction, Axis::Overengineering, Axis::Documentation];

/// Axes about how code is written, as linters are.
const OF_HABITS: &[Axis] = &[Axis::BestPractices, Axis::Overengineering];

/// Everything an axis proposes: what was seen in single files and what the whole of the code shows.
pub fn propose(axis: Axis, code: &Code) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for file in code.files.iter().filter(|file| file.kind.is_own()) {
        let of_axis = |draft: &&Draft| rule(&draft.rule).is_some_and(|rule| rule.axis == axis);
        if !file.observations.drafts.iter().any(|draft| of_axis(&draft)) {
            continue;
        }
        let delivered = subject::is_product(file);
        // Rust keeps its tests beside the code.
        if axis == Axis::Tests && !file.kind.test && file.language() != Language::Rust {
            continue;
        }
        let counts = |draft: &&Draft| delivered || !OF_THE_PRODUCT.contains(&draft.rule.as_str());
        drafts.extend(file.observations.drafts.iter().filter(of_axis).filter(counts).cloned());
    }
    drafts.extend(judge(axis, code));
    for draft in drafts.iter_mut().filter(|_| axis == Axis::Correction) {
        // What is wrong in a test misleads, and harms nobody who runs the program.
        if code.file_at(&draft.path).is_some_and(|file| !subject::is_product(file)) {
            draft.severity = draft.severity.max(Severity::Medium);
        }
    }
    let mut silenced = Silenced::default();
    drafts.retain(|draft| {
        let Some(file) = code.file_at(&draft.path) else { return true };
        is_wanted(axis, draft, file) && (draft.rule == "blanket-suppression" || !silenced.covers(file, draft))
    });
    stated::without_habits(drafts, code)
}

/// Whether somebody may want to hear of it: the code is theirs to mend, enough is known of its language, and the project
/// has not said that it does not.
fn is_wanted(axis: Axis, draft: &Draft, file: &CodeFile) -> bool {
    let read = file.language().depth() == Depth::Symbols || matches!(file.language(), Language::C | Language::Cpp);
    let known = read || !OF_KNOWN_LANGUAGES.contains(&axis);
    let habit = OF_HABITS.contains(&axis) || matches!(draft.rule.as_str(), "unused-import" | "unused-local");
    let asked = !habit || !stated::is_opted_out(file);
    // In declarations nothing runs.
    let runs = axis != Axis::Correction || !file.path.file_name().ends_with(b".d.ts");
    file.kind.is_own() && known && asked && runs && !is_drawn(draft, file)
}

/// Whether it stands in a method that a designer of forms or models writes again with every change.
fn is_drawn(draft: &Draft, file: &CodeFile) -> bool {
    let holds =
        |symbol: &Symbol| symbol.span.start.line <= draft.start_line && draft.start_line <= symbol.span.end.line;
    let made = |ix: usize| {
        let docs = file.facts.docs.iter().filter(|doc| doc.symbol == Some(SymbolIx(ix as u32)));
        let texts = |doc: &Doc| doc.fields.iter().map(|it| it.text).chain([doc.text]).collect::<Vec<_>>();
        let said =
            |text: &str| text.split_once("@generated").is_some_and(|(_, rest)| !rest.trim_start().starts_with("NOT"));
        docs.flat_map(texts).any(|text| said(file.facts.text(text)))
    };
    let is_form = |name: &str| name.starts_with("$$$") || name == "initComponents";
    let drawn = |(ix, it): (usize, &Symbol)| holds(it) && (is_form(file.facts.text(it.name)) || made(ix));
    file.language() == Language::Java && file.facts.symbols.iter().enumerate().any(drawn)
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
