//! What is shown of each candidate under the budget, best first; nothing is ever over it.
//!
//! Each file may take a share of what is left. If it is longer, its best pieces are shown: those where the task's rare
//! words stand, and its head, where imports change. What is left over goes to those that rank behind.

use super::changes::{Changed, Changes};
use super::document::Term;
use super::filter::{Include, Omission, changed_omission};
use super::lines;
use super::pieces::{Piece, PieceKind, pieces};
use super::recall::{Candidate, Recall, Role};
use super::render::{Detail, cleared, head, patch_section, section, shown};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use tribunal_domain::facts::FileFacts;
use tribunal_domain::{ChangeKind, ContentHash, RepoPath};
use tribunal_text::bm25::K1;
use tribunal_text::identifiers::Terms;
use tribunal_text::secrets::Cleared;
use tribunal_text::tokens::{Block, Vocabulary};

/// The share of what is left that one file may take: small enough that a budget of 8,000 shows a dozen files.
const SHARE: f64 = 0.25;
/// A share below this shows nothing that helps.
const SMALLEST_SHARE: usize = 160;
/// Below so many tokens nothing more is tried.
const ENOUGH: usize = 60;
/// The head of a file is shown if it takes at most this part of its share …
const HEAD_PART: f64 = 0.3;
/// … and no more lines than this: imports, not licences.
const HEAD_LINES: u32 = 40;
/// What a definition's name says counts double.
const NAME_WEIGHT: u32 = 2;

/// One file in the pack.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// The candidate.
    pub candidate: Candidate,
    /// Its tokens in the pack, its heading included.
    pub tokens: usize,
    /// How much of it is shown.
    pub detail: Detail,
    /// The lines shown; empty if all are.
    pub ranges: Vec<(u32, u32)>,
}

/// A pack.
#[derive(Debug, Clone, PartialEq)]
pub struct Pack {
    /// The text.
    pub text: String,
    /// Its exact tokens.
    pub tokens: usize,
    /// The budget it was made for.
    pub budget: usize,
    /// Files in rank order.
    pub files: Vec<Shown>,
    /// Candidates that are not in it, in rank order, with the reason.
    pub omitted: Vec<Candidate>,
    /// Secrets taken out, by kind.
    pub redactions: BTreeMap<String, usize>,
    /// The commits that are compared, in hex: the base (if there is one) and the head.
    pub commits: Option<(Option<String>, String)>,
    /// The tokens of what may not be left out: the head and what changed.
    pub core: usize,
    /// Why there is no pack.
    pub failure: Option<Failure>,
}

impl Pack {
    /// No pack, and why.
    pub(super) fn failed(code: &'static str, message: String, budget: usize) -> Self {
        Self {
            text: String::new(),
            tokens: 0,
            budget,
            files: Vec::new(),
            omitted: Vec::new(),
            redactions: BTreeMap::new(),
            commits: None,
            core: 0,
            failure: Some(Failure { code, message }),
        }
    }
}

/// Why a pack could not be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// One of `core-over-budget`, `git-error`, `token-error`, `recall-failure`.
    pub code: &'static str,
    /// What a person is told.
    pub message: String,
}

/// Reads a file of the snapshot: its bytes, and its facts if its language has any.
pub(super) trait Source {
    /// The bytes and facts; `None` if it cannot be read.
    fn load(&self, candidate: &Candidate) -> Option<(Vec<u8>, Option<FileFacts>)>;
}

/// Fills a pack for a task.
pub(super) fn fit(recall: Recall, task: &str, budget: usize, vocabulary: Vocabulary, source: &dyn Source) -> Pack {
    let mut filling = Filling::new(&recall, budget, vocabulary);
    let block = head(vocabulary, task).filter(|block| block.tokens() <= budget / 2).or_else(|| head(vocabulary, ""));
    if let Some(block) = block.filter(|block| block.tokens() <= budget) {
        filling.add(block);
    }
    let core = budget - filling.left;
    let (mut files, mut omitted) = (Vec::new(), Vec::new());
    omitted.extend(recall.missing.iter().map(missing));
    filling.fill(recall.candidates, source, &mut files, &mut omitted);
    filling.finish(Parts { budget, core, files, omitted, commits: None, failure: None })
}

/// Fills a pack for a change: first what changed, whole and as a diff, then what is related.
pub(super) fn fit_change(
    recall: Recall,
    changes: &Changes,
    include: Include,
    budget: usize,
    vocabulary: Vocabulary,
    source: &dyn Source,
) -> Pack {
    let commits = Some((changes.base.map(|base| base.to_string()), changes.head.to_string()));
    let mut filling = Filling::new(&recall, budget, vocabulary);
    let (changed, related): (Vec<_>, Vec<_>) =
        recall.candidates.into_iter().partition(|candidate| candidate.role == Role::Changed);
    let mut core = Core::default();
    core.blocks.extend(head(vocabulary, ""));
    for file in &changes.files {
        let known = changed.iter().find(|candidate| candidate.path == file.change.path);
        let candidate = known.cloned().unwrap_or_else(|| unindexed(&file.change.path));
        core.add(file, candidate, include, vocabulary, source);
    }
    let tokens: usize = core.blocks.iter().map(Block::tokens).sum();
    filling.redactions = core.redactions;
    if tokens > budget {
        let failure = Some(over_budget(tokens, budget, &core.files));
        let mut omitted = core.omitted;
        omitted.extend(
            core.files
                .into_iter()
                .map(|shown| shown.candidate)
                .chain(related)
                .map(|candidate| Candidate { omitted: candidate.omitted.or(Some(Omission::OverBudget)), ..candidate }),
        );
        return filling.finish(Parts { budget, core: tokens, files: Vec::new(), omitted, commits, failure });
    }
    core.blocks.into_iter().for_each(|block| filling.add(block));
    let (mut files, mut omitted) = (core.files, core.omitted);
    filling.fill(related, source, &mut files, &mut omitted);
    filling.finish(Parts { budget, core: tokens, files, omitted, commits, failure: None })
}

/// What may not be left out of a change's pack.
#[derive(Default)]
struct Core {
    blocks: Vec<Block>,
    files: Vec<Shown>,
    omitted: Vec<Candidate>,
    redactions: BTreeMap<String, usize>,
}

impl Core {
    fn add(
        &mut self,
        file: &Changed,
        mut candidate: Candidate,
        include: Include,
        vocabulary: Vocabulary,
        source: &dyn Source,
    ) {
        candidate.omitted = changed_omission(&candidate.path, file.binary, include);
        if candidate.omitted.is_some() {
            self.omitted.push(candidate);
            return;
        }
        let path = shown(&candidate.path);
        let mut tokens = 0;
        let mut blocks = Vec::new();
        let patch = cleared(candidate.path.as_bytes(), &file.patch);
        count_redactions(&mut self.redactions, &patch);
        blocks.extend(patch_section(vocabulary, &path, &file.change, patch.text()));
        if file.change.kind != ChangeKind::Deleted {
            let Some((bytes, _)) = source.load(&candidate) else {
                candidate.omitted = Some(Omission::Missing);
                self.omitted.push(candidate);
                return;
            };
            let text = cleared(candidate.path.as_bytes(), &bytes);
            count_redactions(&mut self.redactions, &text);
            let lines = lines::split(text.text());
            let all = [(1, lines.len() as u32)];
            let ranges: &[(u32, u32)] = if lines.is_empty() { &[] } else { &all };
            blocks.extend(section(vocabulary, &path, Role::Changed, Detail::Full, &lines, ranges));
        }
        for block in blocks {
            tokens += block.tokens();
            self.blocks.push(block);
        }
        self.files.push(Shown { candidate, tokens, detail: Detail::Full, ranges: Vec::new() });
    }
}

fn count_redactions(redactions: &mut BTreeMap<String, usize>, text: &Cleared) {
    for (kind, count) in text.counts() {
        *redactions.entry(kind.name().to_owned()).or_default() += count;
    }
}

/// A seed that is not there.
fn missing(path: &RepoPath) -> Candidate {
    Candidate { role: Role::Seed, omitted: Some(Omission::Missing), ..unindexed(path) }
}

/// A changed file the working tree does not have.
fn unindexed(path: &RepoPath) -> Candidate {
    Candidate {
        path: path.clone(),
        content_hash: ContentHash::of(&[]),
        size: 0,
        role: Role::Changed,
        scope: 1,
        weight: 100,
        frequency: 0,
        distance: Some(0),
        score: 1.0,
        omitted: None,
    }
}

fn over_budget(tokens: usize, budget: usize, files: &[Shown]) -> Failure {
    let mut heaviest: Vec<_> = files.iter().map(|one| (one.tokens, shown(&one.candidate.path))).collect();
    heaviest.sort_by(|one, two| two.0.cmp(&one.0).then_with(|| one.1.cmp(&two.1)));
    let named: Vec<_> = heaviest.iter().take(3).map(|(tokens, path)| format!("{path} ({tokens})")).collect();
    let over = tokens - budget;
    let message =
        format!("what changed has {tokens} tokens, {over} more than the budget; most are in {}", named.join(", "));
    Failure { code: "core-over-budget", message }
}

struct Parts {
    budget: usize,
    core: usize,
    files: Vec<Shown>,
    omitted: Vec<Candidate>,
    commits: Option<(Option<String>, String)>,
    failure: Option<Failure>,
}

struct Filling {
    vocabulary: Vocabulary,
    telling: FxHashMap<Term, f64>,
    left: usize,
    blocks: Vec<Block>,
    redactions: BTreeMap<String, usize>,
}

type Choice = (usize, Detail, Vec<(u32, u32)>);

impl Filling {
    fn new(recall: &Recall, budget: usize, vocabulary: Vocabulary) -> Self {
        let telling = recall.telling.iter().copied().collect();
        Self { vocabulary, telling, left: budget, blocks: Vec::new(), redactions: BTreeMap::new() }
    }

    /// Shows candidates in order as long as anything fits.
    fn fill(
        &mut self,
        candidates: Vec<Candidate>,
        source: &dyn Source,
        files: &mut Vec<Shown>,
        omitted: &mut Vec<Candidate>,
    ) {
        for mut candidate in candidates {
            if candidate.omitted.is_none() {
                match self.show(&candidate, source) {
                    Ok((tokens, detail, ranges)) => {
                        files.push(Shown { candidate, tokens, detail, ranges });
                        continue;
                    }
                    Err(reason) => candidate.omitted = Some(reason),
                }
            }
            omitted.push(candidate);
        }
    }

    fn finish(self, parts: Parts) -> Pack {
        let text: String = self.blocks.iter().map(Block::text).collect();
        let tokens = self.vocabulary.count(&text);
        debug_assert_eq!(tokens, self.blocks.iter().map(Block::tokens).sum::<usize>(), "blocks add up");
        let Parts { budget, core, files, omitted, commits, failure } = parts;
        Pack { text, tokens, budget, files, omitted, redactions: self.redactions, commits, core, failure }
    }

    fn add(&mut self, block: Block) {
        self.left -= block.tokens();
        self.blocks.push(block);
    }

    /// Shows a candidate as well as its share allows.
    fn show(&mut self, candidate: &Candidate, source: &dyn Source) -> Result<Choice, Omission> {
        if self.left < ENOUGH {
            return Err(Omission::OverBudget);
        }
        let (bytes, facts) = source.load(candidate).ok_or(Omission::Missing)?;
        let path = shown(&candidate.path);
        let text = cleared(candidate.path.as_bytes(), &bytes);
        let lines = lines::split(text.text());
        let share = ((self.left as f64 * SHARE) as usize).max(SMALLEST_SHARE).min(self.left);
        let all = [(1, lines.len() as u32)];
        let ranges: &[(u32, u32)] = if lines.is_empty() { &[] } else { &all };
        // A token has at most some eight bytes in code; a file far beyond its share need not be counted.
        let whole = (bytes.len() / 8 <= share)
            .then(|| section(self.vocabulary, &path, candidate.role, Detail::Full, &lines, ranges))
            .flatten();
        let chosen = match whole.filter(|block| block.tokens() <= share) {
            Some(block) => Some((block, Detail::Full, Vec::new())),
            None => self.part(candidate, &path, &lines, facts.as_ref(), share),
        };
        let (block, detail, ranges) = chosen.ok_or(Omission::OverBudget)?;
        count_redactions(&mut self.redactions, &text);
        let tokens = block.tokens();
        self.add(block);
        Ok((tokens, detail, ranges))
    }

    /// The best pieces that fit into the share; for a seed at least its outline.
    fn part(
        &self,
        candidate: &Candidate,
        path: &str,
        lines: &[&str],
        facts: Option<&FileFacts>,
        share: usize,
    ) -> Option<(Block, Detail, Vec<(u32, u32)>)> {
        let pieces = pieces(facts, lines.len() as u32);
        let chosen = self.choose(&pieces, lines, facts, share);
        let mut order: Vec<Piece> = chosen;
        // Counts of pieces are counted one by one, headings and gaps are not: the last chosen goes until all fits.
        while !order.is_empty() {
            let ranges = merged(&order);
            let block = section(self.vocabulary, path, candidate.role, Detail::Symbols, lines, &ranges)?;
            if block.tokens() <= share {
                return Some((block, Detail::Symbols, ranges));
            }
            order.pop();
        }
        if candidate.role == Role::Related {
            return None;
        }
        let heads = outline(facts, lines.len() as u32);
        let block = section(self.vocabulary, path, candidate.role, Detail::Outline, lines, &heads)?;
        (block.tokens() <= self.left).then_some((block, Detail::Outline, heads))
    }

    /// Pieces in order of choice: the head if it is small, then by what they say of the task.
    fn choose(&self, pieces: &[Piece], lines: &[&str], facts: Option<&FileFacts>, share: usize) -> Vec<Piece> {
        let cost = |piece: &Piece| {
            let bytes: usize = lines[piece.first as usize - 1..piece.last as usize].iter().map(|line| line.len()).sum();
            bytes / 4 + 8
        };
        let mut left = share;
        let mut chosen = Vec::new();
        let mut rest = Vec::new();
        for (at, piece) in pieces.iter().enumerate() {
            let small = piece.lines() <= HEAD_LINES && cost(piece) as f64 <= share as f64 * HEAD_PART;
            if at == 0 && piece.kind == PieceKind::Head && small {
                left -= cost(piece);
                chosen.push(*piece);
            } else {
                rest.push((self.worth(piece, lines, facts), at));
            }
        }
        rest.sort_by(|one, two| two.0.total_cmp(&one.0).then(one.1.cmp(&two.1)));
        for (worth, at) in rest {
            let cost = cost(&pieces[at]);
            // Without words there is nothing to choose by: what comes first is shown first.
            let telling = worth > 0.0 || chosen.len() < 2 || self.telling.is_empty();
            if cost <= left && telling {
                left -= cost;
                chosen.push(pieces[at]);
            }
        }
        chosen
    }

    /// How much a piece says of the task: its rare words, each counted once and a little more for repeats.
    fn worth(&self, piece: &Piece, lines: &[&str], facts: Option<&FileFacts>) -> f64 {
        let mut counts: FxHashMap<Term, u32> = FxHashMap::default();
        let mut count = |text: &str, weight: u32| {
            Terms::Stemmed.for_each(text, |term| {
                let term = Term::of(term);
                if self.telling.contains_key(&term) {
                    *counts.entry(term).or_default() += weight;
                }
            });
        };
        for line in &lines[piece.first as usize - 1..piece.last as usize] {
            count(line, 1);
        }
        if let (PieceKind::Definition(symbol), Some(facts)) = (piece.kind, facts) {
            count(&facts.qualified_name(symbol), NAME_WEIGHT);
        }
        let mut found: Vec<(Term, u32)> = counts.into_iter().collect();
        found.sort_unstable();
        let sum: f64 = found.iter().map(|(term, count)| self.telling[term] * saturated(*count)).fold(0.0, |a, b| a + b);
        // Long pieces hold more words by chance.
        sum / (1.0 + f64::from(piece.lines()) / 40.0).sqrt()
    }
}

fn saturated(count: u32) -> f64 {
    let count = f64::from(count);
    count * (K1 + 1.0) / (count + K1)
}

/// Pieces as ranges of lines, in order, neighbours joined; a gap of two lines costs more than it saves.
fn merged(pieces: &[Piece]) -> Vec<(u32, u32)> {
    let mut sorted: Vec<_> = pieces.iter().map(|piece| (piece.first, piece.last)).collect();
    sorted.sort_unstable();
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for (first, last) in sorted {
        match ranges.last_mut() {
            Some(range) if first <= range.1 + 3 => range.1 = range.1.max(last),
            _ => ranges.push((first, last)),
        }
    }
    ranges
}

/// The first lines of all definitions.
fn outline(facts: Option<&FileFacts>, lines: u32) -> Vec<(u32, u32)> {
    let heads = facts.into_iter().flat_map(|facts| &facts.symbols).map(|symbol| {
        let line = symbol.name_at.line.min(lines);
        Piece { kind: PieceKind::Between, first: line, last: line }
    });
    let heads: Vec<_> = heads.filter(|head| head.first > 0).collect();
    merged(&heads)
}

/// The hash a candidate's content had when it was indexed.
pub(super) fn unchanged(candidate: &Candidate, bytes: &[u8]) -> bool {
    ContentHash::of(bytes) == candidate.content_hash
}
