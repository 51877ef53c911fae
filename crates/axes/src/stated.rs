//! What a project says of itself: lines on which other tools were told to be silent, and how it writes by habit.

use crate::code::{Code, CodeFile};
use crate::draft::Draft;
use crate::subject::is_product;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::RangeInclusive;
use tribunal_domain::facts::Symbol;
use tribunal_domain::{Language, RepoPath};

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
    "generic-receiver-name",
];

/// Of so many files of a language that have something like it, one in as many makes a habit.
const HABIT: usize = 8;

/// What Java has had since its fifth version.
const OF_JAVA_5: &[&str] =
    &["raw-type", "legacy-collection", "boxed-construction", "missing-override", "reimplemented-search"];

/// So many files without a single annotation are older than annotations.
const MANY: usize = 10;

/// Whether the Java here was written before there were annotations and types of elements.
fn is_before_java_5(code: &Code) -> bool {
    let java = || code.files.iter().filter(|file| file.language() == Language::Java);
    java().count() >= MANY && java().all(|file| file.facts.symbols.iter().all(|it| it.attributes.is_empty()))
}

/// Leaves out what the project does by habit.
pub(crate) fn without_habits(mut drafts: Vec<Draft>, code: &Code) -> Vec<Draft> {
    let is_of_java = |draft: &Draft| draft.path.extension() == b"java" && OF_JAVA_5.contains(&draft.rule.as_str());
    if drafts.iter().any(is_of_java) && is_before_java_5(code) {
        drafts.retain(|draft| !is_of_java(draft));
    }
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
    ("no-async-promise-executor", "async-executor"),
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

/// Linters of Go that are told to pass over a function, and ours that say the same.
const PASSED_OVER: &[(&str, &str)] = &[
    ("dupl", "duplicate"),
    ("nestif", "deep-nesting"),
    ("gocognit", "deep-nesting"),
    ("gocyclo", "deep-nesting"),
    ("cyclop", "deep-nesting"),
    ("unparam", "unused-parameter"),
    ("unused", "dead-"),
];

impl<'c> Silenced<'c> {
    /// Whether a draft stands on such a line.
    pub fn covers(&mut self, file: &'c CodeFile, draft: &Draft) -> bool {
        let (lines, stretches) = self.files.entry(&file.path).or_insert_with(|| {
            (silenced(file), stretches(file).chain(passed_over(file)).chain(deep_on_purpose(file)).collect())
        });
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

/// Words by which a linter of Python is told to pass over what stands deep in a function.
const DEEP: &[&str] = &["too-many-nested-blocks", "R1702", "PLR1702", "C901", "too-complex"];

/// `# pylint: disable=too-many-nested-blocks` somewhere in a function is about all of it.
fn deep_on_purpose(file: &CodeFile) -> impl Iterator<Item = Stretch> + '_ {
    let told = |text: &str| DEEP.iter().any(|word| text.contains(word));
    let lines = file.facts.comments.iter().filter(move |it| told(file.facts.text(it.text))).map(|it| it.line);
    lines.filter_map(|line| {
        let holds = |symbol: &&Symbol| symbol.span.start.line <= line + 1 && line <= symbol.span.end.line;
        let inner = file.facts.symbols.iter().filter(holds).max_by_key(|it| it.span.start.line)?;
        Some(Stretch { lines: inner.span.start.line..=inner.span.end.line, rule: "deep-nesting" })
    })
}

/// `//nolint:dupl` at or above a function: what is said of it is said of all its lines.
fn passed_over(file: &CodeFile) -> impl Iterator<Item = Stretch> + '_ {
    let told = file.facts.comments.iter().map(|it| (it.line, file.facts.text(it.text)));
    told.filter(|(_, text)| text.contains("nolint:")).flat_map(move |(line, text)| {
        let about = move |it: &&Symbol| it.span.start.line == line || it.span.start.line == line + 1;
        let named = move |(name, _): &&(&str, &str)| text.split([':', ',', ' ', '/']).any(|word| word == *name);
        file.facts.symbols.iter().filter(about).flat_map(move |symbol| {
            let lines = symbol.span.start.line..=symbol.span.end.line;
            PASSED_OVER.iter().filter(named).map(move |(_, rule)| Stretch { lines: lines.clone(), rule })
        })
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
