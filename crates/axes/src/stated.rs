//! What a project says of itself: lines on which other tools were told to be silent, and how it writes by habit.

use crate::code::{Code, CodeFile};
use crate::draft::Draft;
use crate::subject::is_product;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::RangeInclusive;
use tribunal_domain::RepoPath;

/// Rules about style: where many files do it, it is how the project writes.
const STYLE: &[&str] = &[
    "var-declaration",
    "loose-equality",
    "capitalised-error",
    "blanket-suppression",
    "named-lambda",
    "negated-membership",
    "error-text-comparison",
    "raw-type",
    "legacy-collection",
    "unwrapped-input",
    "spelled-out-super",
    "length-comparison",
    "printed-stack-trace",
    "missing-override",
    "opaque-assertion",
    "reversed-expectation",
    "boolean-comparison",
];

/// Of so many files of a language that have something like it, one in as many makes a habit.
const HABIT: usize = 8;

/// Leaves out what the project does by habit.
pub(crate) fn without_habits(mut drafts: Vec<Draft>, code: &Code) -> Vec<Draft> {
    for rule in STYLE {
        let files: FxHashSet<_> =
            drafts.iter().filter(|draft| draft.rule == *rule).map(|draft| draft.path.clone()).collect();
        let is_there = |file: &&CodeFile| files.contains(&file.path);
        let Some(family) = code.files.iter().find(is_there).map(|file| file.language().family()) else { continue };
        let all = code.files.iter().filter(|file| file.language().family() == family && is_product(file)).count();
        if files.len() > 2 && files.len() * HABIT >= all {
            drafts.retain(|draft| draft.rule != *rule);
        }
    }
    drafts
}

/// How other tools are told that a line is meant as it is.
const SILENCERS: &[&str] = &[
    "noqa",
    "nolint",
    "eslint-disable",
    "biome-ignore",
    "pylint: disable",
    "NOSONAR",
    "ruff: ignore",
    "pyflakes:ignore",
];

/// Rules of ESLint that are turned off for a stretch of a file, and ours that say the same.
const STRETCHES: &[(&str, &str)] = &[
    ("no-cond-assign", "assignment-in-condition"),
    ("no-unused-vars", "unused-"),
    ("no-dupe-keys", "repeated-key"),
    ("no-self-compare", "self-comparison"),
    ("no-unused-expressions", "discarded-comparison"),
    ("no-fallthrough", "fallthrough"),
    ("no-constant-condition", "constant-condition"),
    ("no-var", "var-declaration"),
    ("eqeqeq", "loose-equality"),
    ("max-depth", "deep-nesting"),
    ("no-identical-functions", "duplicate"),
];

/// Lines of which the authors have told another tool to be silent: they have looked at them.
#[derive(Default)]
pub(crate) struct Silenced<'c> {
    files: FxHashMap<&'c RepoPath, (FxHashSet<u32>, Vec<Stretch>)>,
}

/// Lines on which some rule is turned off.
struct Stretch {
    lines: RangeInclusive<u32>,
    rule: &'static str,
}

impl<'c> Silenced<'c> {
    /// Whether a draft stands on such a line.
    pub fn covers(&mut self, file: &'c CodeFile, draft: &Draft) -> bool {
        let (lines, stretches) =
            self.files.entry(&file.path).or_insert_with(|| (silenced(file), stretches(file).collect()));
        let off = |it: &Stretch| it.lines.contains(&draft.start_line) && draft.rule.contains(it.rule);
        lines.contains(&draft.start_line) || stretches.iter().any(off)
    }
}

/// What stands between `eslint-disable` with a rule and the next `eslint-enable`.
fn stretches(file: &CodeFile) -> impl Iterator<Item = Stretch> + '_ {
    let told = |comment: &tribunal_domain::facts::Comment| file.facts.text(comment.text).trim().to_owned();
    let starts = file.facts.comments.iter().map(move |comment| (comment.line, told(comment)));
    starts.filter(|(_, text)| text.starts_with("eslint-disable ")).flat_map(move |(line, text)| {
        let after = file.facts.comments.iter().filter(|it| it.line > line);
        let end =
            after.into_iter().find(|it| told(it).starts_with("eslint-enable")).map_or(file.facts.lines, |it| it.line);
        let off = STRETCHES.iter().filter(move |(name, _)| text.contains(name));
        off.map(move |(_, rule)| Stretch { lines: line..=end, rule })
    })
}

fn silenced(file: &CodeFile) -> FxHashSet<u32> {
    let mut lines = FxHashSet::default();
    let symbols = file.facts.symbols.iter().map(|it| it.span.start.line);
    let first = symbols.chain(file.facts.imports.iter().map(|it| it.span.start.line)).min().unwrap_or(u32::MAX);
    for comment in &file.facts.comments {
        for (at, text) in (comment.line..).zip(file.facts.text(comment.text).lines()) {
            if SILENCERS.iter().any(|word| text.contains(word)) {
                lines.insert(at);
                // At the top of a file of Go it is about all of it.
                if text.contains("nolint") && at + 1 < first {
                    lines.extend(at..=file.facts.lines);
                }
                // Such a comment may stand above what it is about.
                if ["next-line", "biome-ignore", "nolint"].iter().any(|word| text.contains(word)) {
                    lines.insert(at + 1);
                }
            }
        }
    }
    lines
}

/// Whether a file tells a linter to look away as a whole.
pub(crate) fn is_opted_out(file: &CodeFile) -> bool {
    const HEAD: u32 = 20;
    let whole = |text: &str| {
        let text = text.trim();
        let starts = ["@ts-nocheck", "flake8: noqa", "ruff: noqa", "pylint: skip-file"];
        text == "eslint-disable" || text == "tslint:disable" || starts.iter().any(|start| text.starts_with(start))
    };
    file.facts
        .comments
        .iter()
        .take_while(|comment| comment.line <= HEAD)
        .any(|comment| file.facts.text(comment.text).lines().any(whole))
}
