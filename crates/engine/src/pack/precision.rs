//! The precision stage: how much of each piece of a file is worth showing, and why.
//!
//! Rules judge here, by the task's words and by uses between the file and what the request starts from; a model may take
//! their place behind the same trait. What of it fits the budget is decided in `choice`.

use super::document::Term;
use super::pieces::{Piece, PieceKind};
use super::recall::{Candidate, Role};
use rustc_hash::FxHashMap;
use tribunal_domain::facts::{CommentKind, FileFacts};
use tribunal_text::bm25::K1;
use tribunal_text::identifiers::Terms;

/// What a definition's name says counts double, and so does a comment that says why.
const NAME_WEIGHT: u32 = 2;
/// Long pieces hold more words by chance: at so many lines a word counts for 1/√2.
const LONG: f64 = 40.0;

/// How much of a symbol is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Its whole body.
    Primary,
    /// Its signature and documentation, or its body if it is small.
    Supporting,
    /// Its signature, because something in it is shown.
    TypeContext,
    /// Nothing.
    Excluded,
}

impl Level {
    /// The word in manifests and in the log.
    pub fn name(self) -> &'static str {
        match self {
            Self::Primary => "primary",
            Self::Supporting => "supporting",
            Self::TypeContext => "type_context",
            Self::Excluded => "excluded",
        }
    }
}

/// What a judge says of one piece.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// How much of it should be shown.
    pub level: Level,
    /// Among pieces of one level the greater is shown first.
    pub worth: f64,
    /// Why.
    pub reason: String,
}

/// One file in front of a judge.
#[derive(Debug, Clone, Copy)]
pub struct FileView<'a> {
    /// The candidate.
    pub candidate: &'a Candidate,
    /// Its lines.
    pub lines: &'a [&'a str],
    /// What is known of its definitions.
    pub facts: Option<&'a FileFacts>,
    /// Its lines that use what a seed defines or define what a seed uses, sorted.
    pub linked: &'a [u32],
    pub(super) pieces: &'a [Piece],
}

impl FileView<'_> {
    /// How many pieces are to be judged.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Whether there is nothing to judge.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The text of a piece.
    pub fn text(&self, piece: usize) -> String {
        let piece = self.pieces[piece];
        self.lines[piece.first as usize - 1..piece.last as usize].concat()
    }

    /// The qualified name of the definition a piece is or is part of.
    pub fn symbol(&self, piece: usize) -> Option<String> {
        match (self.pieces[piece].kind, self.facts) {
            (PieceKind::Definition(symbol), Some(facts)) => Some(facts.qualified_name(symbol)),
            _ => None,
        }
    }
}

/// Judges the pieces of a file.
pub trait PrecisionJudge {
    /// One judgement for each piece, in their order.
    fn judge(&self, file: &FileView<'_>) -> Vec<Judgement>;
}

/// What words and uses say.
#[derive(Debug, Clone, Default)]
pub struct PrecisionRules {
    telling: FxHashMap<Term, f64>,
    most: f64,
    named: Vec<String>,
}

impl PrecisionRules {
    /// Rules for a request whose terms tell this much, and that names these symbols.
    pub(super) fn new(telling: &[(Term, f64)], named: &[String]) -> Self {
        let most = telling.iter().map(|(_, tells)| *tells).fold(0.0, f64::max);
        Self { telling: telling.iter().copied().collect(), most, named: named.to_vec() }
    }
}

impl PrecisionJudge for PrecisionRules {
    fn judge(&self, file: &FileView<'_>) -> Vec<Judgement> {
        let words = Words { telling: &self.telling, rationale: rationale(file.facts) };
        (0..file.len()).map(|piece| self.of_piece(file, piece, &words)).collect()
    }
}

impl PrecisionRules {
    fn of_piece(&self, file: &FileView<'_>, at: usize, words: &Words<'_>) -> Judgement {
        let piece = file.pieces[at];
        let symbol = file.symbol(at);
        if symbol.as_ref().is_some_and(|symbol| self.named.iter().any(|named| is_named(symbol, named))) {
            let worth = self.most.max(1.0) * 8.0;
            return Judgement { level: Level::Primary, worth, reason: "the request names it".to_owned() };
        }
        let said = words.worth(piece, file.lines, symbol.as_deref());
        let links = file.linked.iter().filter(|line| (piece.first..=piece.last).contains(line)).count();
        let long = (1.0 + f64::from(piece.lines()) / LONG).sqrt();
        // Words lead: adding uses to them showed more of what is near a seed and less of what the task is about.
        let judged = match (said > 0.0, links > 0) {
            (true, _) => Some((Level::Primary, said / long, "words of the task")),
            (false, true) => Some((Level::Supporting, saturated(links as u32) / long, "uses between it and a seed")),
            (false, false) => None,
        };
        if let Some((level, worth, reason)) = judged {
            return Judgement { level, worth, reason: reason.to_owned() };
        }
        // Without words there is nothing to choose by: what comes first is shown first.
        let (level, reason) = match (self.telling.is_empty(), file.candidate.role) {
            (true, _) => (Level::Primary, "the request has no words to choose by"),
            (false, Role::Seed | Role::Changed) => (Level::Supporting, "part of a file the request names"),
            (false, Role::Related) => (Level::Excluded, "no word of the task, no use between it and a seed"),
        };
        Judgement { level, worth: 0.0, reason: reason.to_owned() }
    }
}

/// Whether a qualified name is the named one or ends with it.
fn is_named(symbol: &str, named: &str) -> bool {
    symbol.strip_suffix(named).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

struct Words<'a> {
    telling: &'a FxHashMap<Term, f64>,
    /// Comments that say why, with their line.
    rationale: Vec<(u32, &'a str)>,
}

impl Words<'_> {
    /// How much a piece says of the task: its rare words, each counted once and a little more for repeats.
    fn worth(&self, piece: Piece, lines: &[&str], symbol: Option<&str>) -> f64 {
        let mut counts: FxHashMap<Term, u32> = FxHashMap::default();
        let mut count = |text: &str, weight: u32| {
            Terms::Stemmed.for_each(text, |term| {
                let term = Term::of(term);
                if self.telling.contains_key(&term) {
                    *counts.entry(term).or_default() += weight;
                }
            });
        };
        lines[piece.first as usize - 1..piece.last as usize].iter().for_each(|line| count(line, 1));
        symbol.into_iter().for_each(|symbol| count(symbol, NAME_WEIGHT));
        let here = self.rationale.iter().filter(|(line, _)| (piece.first..=piece.last).contains(line));
        here.for_each(|(_, text)| count(text, NAME_WEIGHT - 1));
        let mut found: Vec<(Term, u32)> = counts.into_iter().collect();
        found.sort_unstable();
        found.iter().map(|(term, count)| self.telling[term] * saturated(*count)).fold(0.0, |sum, one| sum + one)
    }
}

fn rationale(facts: Option<&FileFacts>) -> Vec<(u32, &str)> {
    let Some(facts) = facts else { return Vec::new() };
    let why = facts.comments.iter().filter(|comment| comment.kind == CommentKind::Rationale);
    why.map(|comment| (comment.line, facts.text(comment.text))).collect()
}

fn saturated(count: u32) -> f64 {
    let count = f64::from(count);
    count * (K1 + 1.0) / (count + K1)
}
