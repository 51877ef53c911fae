//! What a project says of itself: lines on which other tools were told to be silent, and how it writes by habit.

use crate::code::{Code, CodeFile};
use crate::draft::Draft;
use crate::subject::is_product;
use rustc_hash::{FxHashMap, FxHashSet};
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

/// Lines of which the authors have told another tool to be silent: they have looked at them.
#[derive(Default)]
pub(crate) struct Silenced<'c> {
    files: FxHashMap<&'c RepoPath, FxHashSet<u32>>,
}

impl<'c> Silenced<'c> {
    /// Whether a draft stands on such a line.
    pub fn covers(&mut self, file: &'c CodeFile, draft: &Draft) -> bool {
        self.files.entry(&file.path).or_insert_with(|| silenced(file)).contains(&draft.start_line)
    }
}

fn silenced(file: &CodeFile) -> FxHashSet<u32> {
    let mut lines = FxHashSet::default();
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
