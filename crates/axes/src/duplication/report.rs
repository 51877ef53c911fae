//! Writes drafts of what was found: the copy is flagged, its twin is named, and the claim says what to compare.

use super::blocks::Run;
use super::corpus::{Corpus, CorpusBody, CorpusPart};
use super::expressions::Same;
use super::rules::{DUPLICATE_BLOCK, DUPLICATE_EXPRESSION, DUPLICATE_SYMBOL, NEAR_DUPLICATE_SYMBOL};
use super::symbols::Double;
use crate::draft::Draft;
use crate::rule::{Rule, UNSURE};
use std::ops::Range;
use tribunal_domain::RepoPath;
use tribunal_domain::facts::{Position, Span};
use tribunal_domain::finding::{ClaimKind, Evidence, Related, Severity};

/// Shorter doubles matter less.
const SHORT_LINES: u32 = 25;

/// Of copies within one file readers called four in five worth mending, of copies in another file fewer than half, unless
/// they are as long as this: what both files use needs a home first.
const WORTH_A_HOME: usize = 140;

/// And of copies in another file that differ: the home needs parameters, too.
const WORTH_PARAMETERS: usize = 240;

/// The same for copies within a file: below, one of them is as soon read as a call.
const WORTH_A_NAME: usize = 58;

/// And if they differ: what both call needs a parameter, which is as much to read as half of it.
const WORTH_A_PARAMETER: usize = 110;

/// Last parts of two paths that are equal where one tree was copied from the other: a release, a platform, a package of its
/// own. Of copies between such trees readers called three in five meant.
const OF_A_TREE: usize = 3;

/// Whether two files lie at the same place of two trees.
fn are_parallel(one: &RepoPath, other: &RepoPath) -> bool {
    let parts = |path: &RepoPath| path.to_text().rsplit('/').take(OF_A_TREE).map(str::to_owned).collect::<Vec<_>>();
    let tail = parts(one);
    tail.len() == OF_A_TREE && tail == parts(other) && one != other
}

/// Shorter copies, and those between parallel trees, are told to those who ask for everything.
fn weighed(mut draft: Draft, tokens: usize, differs: bool) -> Draft {
    let elsewhere = draft.related.iter().any(|other| other.path != draft.path);
    let worth = match (elsewhere, differs) {
        (false, false) => WORTH_A_NAME,
        (false, true) => WORTH_A_PARAMETER,
        (true, false) => WORTH_A_HOME,
        (true, true) => WORTH_PARAMETERS,
    };
    let parallel = draft.related.iter().any(|other| are_parallel(&other.path, &draft.path));
    if tokens < worth || parallel {
        draft.confidence = draft.confidence.min(UNSURE);
    }
    draft
}

/// A definition that is a double.
pub(super) fn double(corpus: &Corpus<'_>, double: &Double) -> Draft {
    let (copy, of) = (&corpus.bodies[double.copy], &corpus.bodies[double.of]);
    let (ours, theirs) = (place(corpus, copy), place(corpus, of));
    let likeness = &double.likeness;
    let rule = if likeness.is_complete() { &DUPLICATE_SYMBOL } else { &NEAR_DUPLICATE_SYMBOL };
    let how = if likeness.is_complete() { "repeats" } else { "nearly repeats" };
    let message = format!("`{}` {how} {}", ours.symbol, named(&ours, &theirs));
    let mut draft = draft(corpus, rule, &ours, theirs, message, likeness.note());
    let facts = &corpus.file(copy).facts;
    let symbol = facts.symbol(copy.body.symbol);
    facts.text(symbol.signature).clone_into(&mut draft.evidence[0].quote);
    symbol.kind.name().clone_into(&mut draft.kind);
    draft.anchor = anchor(corpus, copy.units.clone());
    weighed(draft, likeness.tokens, !likeness.is_complete())
}

/// A run of statements that stands elsewhere too.
pub(super) fn run(corpus: &Corpus<'_>, run: &Run) -> Draft {
    let (copy, of) = (function(corpus, &run.copy), function(corpus, &run.of));
    let (ours, theirs) = (lines_of(corpus, copy, run.copy.clone()), lines_of(corpus, of, run.of.clone()));
    let how = if run.likeness.is_complete() { "repeat" } else { "nearly repeat" };
    let message = format!(
        "{} statements of `{}` {how} lines {} to {} of {}",
        run.copy.len(),
        ours.symbol,
        theirs.start_line,
        theirs.end_line,
        named(&ours, &theirs)
    );
    let mut draft = draft(corpus, &DUPLICATE_BLOCK, &ours, theirs, message, run.likeness.note());
    corpus.file(copy).facts.symbol(copy.body.symbol).kind.name().clone_into(&mut draft.kind);
    draft.anchor = anchor(corpus, run.copy.clone());
    weighed(draft, run.likeness.tokens, !run.likeness.is_complete())
}

/// An expression that stands elsewhere too.
pub(super) fn same(corpus: &Corpus<'_>, same: &Same) -> Option<Draft> {
    let at = |ix: usize| {
        let CorpusPart { part, unit } = &corpus.parts[ix];
        let function = corpus.function_of(*unit)?;
        let lines = Related { start_line: part.line, end_line: part.line + part.height, ..place(corpus, function) };
        Some((lines, part, function))
    };
    let ((ours, part, function), (theirs, ..)) = (at(same.copy)?, at(same.of)?);
    let message =
        format!("an expression of `{}` repeats line {} of {}", ours.symbol, theirs.start_line, named(&ours, &theirs));
    let note = format!("all {} tokens are equal up to names", part.tokens);
    let mut draft = draft(corpus, &DUPLICATE_EXPRESSION, &ours, theirs, message, note);
    corpus.symbol(function).kind.name().clone_into(&mut draft.kind);
    draft.anchor = format!("{:016x}", part.hash);
    Some(weighed(draft, usize::from(part.tokens), false))
}

fn draft(corpus: &Corpus<'_>, rule: &Rule, ours: &Related, theirs: Related, message: String, note: String) -> Draft {
    let position = |line| Position { line, column: 1 };
    let span = Span { start: position(ours.start_line), end: position(ours.end_line + 1) };
    let mut draft = Draft::new(rule, &ours.path, span, message);
    draft.columns = None;
    draft.symbol.clone_from(&ours.symbol);
    if ours.end_line - ours.start_line + 1 < SHORT_LINES {
        draft.severity = Severity::Low;
    }
    draft.shows(span, "", note);
    draft.evidence.push(Evidence {
        path: theirs.path.clone(),
        start_line: theirs.start_line,
        end_line: theirs.end_line,
        quote: signature(corpus, &theirs),
        note: "the same code".to_owned(),
    });
    draft.claims(ClaimKind::PatternViolation).compare_to = Some(theirs.clone());
    draft.related.push(theirs);
    draft
}

/// The head of the definition that stands exactly at a place.
fn signature(corpus: &Corpus<'_>, at: &Related) -> String {
    let file = corpus.code.files.binary_search_by(|file| file.path.cmp(&at.path));
    let Some(facts) = file.ok().map(|file| &corpus.code.files[file].facts) else { return String::new() };
    let symbol = facts.symbols.iter().find(|symbol| {
        symbol.span.start.line == at.start_line && symbol.span.end.line == at.end_line && symbol.measures.is_some()
    });
    symbol.map(|symbol| facts.text(symbol.signature).to_owned()).unwrap_or_default()
}

fn named(ours: &Related, theirs: &Related) -> String {
    if ours.path == theirs.path {
        format!("`{}`", theirs.symbol)
    } else {
        format!("`{}` in `{}`", theirs.symbol, theirs.path)
    }
}

/// Where a definition stands.
fn place(corpus: &Corpus<'_>, body: &CorpusBody) -> Related {
    let file = corpus.file(body);
    let span = file.facts.symbol(body.body.symbol).span;
    Related {
        path: file.path.clone(),
        symbol: file.facts.qualified_name(body.body.symbol),
        start_line: span.start.line,
        end_line: span.end.line,
    }
}

/// Where units of a function stand.
fn lines_of(corpus: &Corpus<'_>, body: &CorpusBody, units: Range<usize>) -> Related {
    let last = corpus.units[units.clone()].iter().map(super::fragments::Unit::end_line).max();
    let start_line = corpus.units[units.start].line;
    Related { start_line, end_line: last.unwrap_or(start_line), ..place(corpus, body) }
}

fn function<'a>(corpus: &'a Corpus<'_>, units: &Range<usize>) -> &'a CorpusBody {
    &corpus.bodies[corpus.function[units.start] as usize]
}

/// The hashes of the statements: the same wherever they stand.
fn anchor(corpus: &Corpus<'_>, units: Range<usize>) -> String {
    let mut hasher = blake3::Hasher::new();
    corpus.units[units].iter().for_each(|unit| {
        hasher.update(&unit.strict.to_le_bytes());
    });
    hasher.finalize().to_hex()[..16].to_owned()
}
