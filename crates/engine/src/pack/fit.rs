//! What is shown of each candidate under the budget, best first; nothing is ever over it.
//!
//! Each file may take a share of what is left. If it is longer, its best pieces are shown (`precision`, `choice`). What is
//! left over goes to those that rank behind. Sections are token blocks, so nothing is rendered twice to be counted.

use super::budget::{Budget, CloseTests};
use super::changes::Changes;
use super::choice::{SymbolChoice, choose, merged, outline, symbols};
use super::core::{Core, unindexed};
use super::filter::{Filter, Omission};
use super::kinds::is_test;
use super::lines;
use super::pieces::pieces;
use super::precision::{FileView, PrecisionJudge};
use super::recall::{Candidate, Recall, Role};
use super::render::{Detail, cleared, head, section, shown, whole_section};
use super::targets::Target;
use super::task::Task;
use std::collections::BTreeMap;
use tribunal_domain::facts::FileFacts;
use tribunal_domain::{ContentHash, RepoPath};
use tribunal_text::secrets::Cleared;
use tribunal_text::tokens::{Block, Vocabulary};

/// The share of what is left that one file may take: small enough that a budget of 8,000 shows a dozen files.
const SHARE: f64 = 0.25;
/// A share below this shows nothing that helps.
const SMALLEST_SHARE: usize = 160;
/// Below so many tokens nothing more is tried.
const ENOUGH: usize = 60;

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
    /// What became of its symbols; empty if all of it is shown.
    pub symbols: Vec<SymbolChoice>,
}

/// A pack.
#[derive(Debug, Clone, PartialEq)]
pub struct Pack {
    /// The text.
    pub text: String,
    /// Its exact tokens.
    pub tokens: usize,
    /// The budget it was made for.
    pub budget: Budget,
    /// What tokens are counted in.
    pub vocabulary: Vocabulary,
    /// The name of the order candidates are in.
    pub profile: &'static str,
    /// The name of what was asked, in the log.
    pub task_id: String,
    /// What the task's text names, if there is one.
    pub task: Option<Task>,
    /// Files in rank order.
    pub files: Vec<Shown>,
    /// Candidates that are not in it, in rank order, with the reason.
    pub omitted: Vec<Candidate>,
    /// How far recall went from each file the request starts from.
    pub targets: Vec<Target>,
    /// Secrets taken out, by kind.
    pub redactions: BTreeMap<String, usize>,
    /// The commits that are compared, in hex: the base (if there is one) and the head.
    pub commits: Option<(Option<String>, String)>,
    /// The tokens of what may not be left out: the head and what changed.
    pub core: usize,
    /// The tokens that were kept for close tests.
    pub test_reserve: usize,
    /// What a person should know.
    pub warnings: Vec<String>,
    /// Whether a model's descriptions of files were there to be used.
    pub enriched: bool,
    /// How long each stage took, in milliseconds.
    pub timing: Vec<(&'static str, u64)>,
    /// Why there is no pack.
    pub failure: Option<Failure>,
}

impl Pack {
    /// A pack with nothing in it.
    pub(super) fn empty(budget: Budget, vocabulary: Vocabulary) -> Self {
        Self {
            text: String::new(),
            tokens: 0,
            budget,
            vocabulary,
            profile: "",
            task_id: String::new(),
            task: None,
            files: Vec::new(),
            omitted: Vec::new(),
            targets: Vec::new(),
            redactions: BTreeMap::new(),
            commits: None,
            core: 0,
            test_reserve: 0,
            warnings: Vec::new(),
            enriched: false,
            timing: Vec::new(),
            failure: None,
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

/// Reads files of the snapshot.
pub(super) trait Source {
    /// The bytes of a file and its facts if its language has any; `None` if it cannot be read.
    fn load(&self, candidate: &Candidate) -> Option<(Vec<u8>, Option<FileFacts>)>;

    /// The lines of a file that use what a seed defines or define what a seed uses, sorted.
    fn linked(&self, candidate: &Candidate, facts: Option<&FileFacts>) -> Vec<u32>;
}

/// What a pack is made with.
pub(super) struct Making<'a> {
    pub budget: Budget,
    pub vocabulary: Vocabulary,
    pub close_tests: CloseTests,
    pub source: &'a dyn Source,
    pub judge: &'a dyn PrecisionJudge,
}

/// Fills a pack for a task.
pub(super) fn fit(recall: Recall, task: &str, making: &Making<'_>) -> Pack {
    let budget = making.budget.effective();
    let mut filling = Filling::new(making);
    let long = head(making.vocabulary, task).filter(|block| block.tokens() <= budget / 2);
    let Some(block) = long.or_else(|| head(making.vocabulary, "")) else { return filling.uncounted(recall) };
    if block.tokens() > budget {
        let message = format!("the heading alone has {} tokens, the budget is {budget}", block.tokens());
        return filling.refused(recall, block.tokens(), Failure { code: "core-over-budget", message });
    }
    filling.add(0, block);
    filling.pack.core = budget - filling.left;
    filling.pack.omitted.extend(recall.missing.iter().map(missing));
    filling.fill(recall)
}

/// Fills a pack for a change: first what changed, whole and as a diff, then what is related.
pub(super) fn fit_change(mut recall: Recall, changes: &Changes, filter: Filter<'_>, making: &Making<'_>) -> Pack {
    let budget = making.budget.effective();
    // What changed is in the core, whether the working tree has it or not.
    recall.missing.clear();
    let mut filling = Filling::new(making);
    filling.pack.commits = Some((changes.base.map(|base| base.to_string()), changes.head.to_string()));
    let mut core = Core::default();
    core.blocks.extend(head(making.vocabulary, ""));
    for file in &changes.files {
        let known = recall.candidates.iter().find(|candidate| candidate.path == file.change.path);
        let candidate = known.cloned().unwrap_or_else(|| unindexed(&file.change.path));
        core.add(file, candidate, filter, making.vocabulary, making.source);
    }
    recall.candidates.retain(|candidate| candidate.role != Role::Changed);
    let tokens: usize = core.blocks.iter().map(Block::tokens).sum();
    if tokens > budget {
        let failure = core.over_budget(tokens, budget);
        filling.pack.omitted = core.omitted;
        filling.pack.omitted.extend(core.files.into_iter().map(|shown| over(shown.candidate)));
        return filling.refused(recall, tokens, failure);
    }
    core.blocks.into_iter().for_each(|block| filling.add(0, block));
    filling.pack.core = tokens;
    filling.pack.redactions = core.redactions;
    filling.pack.files = core.files;
    filling.pack.omitted = core.omitted;
    filling.fill(recall)
}

/// Adds what was taken out of a text to the counts.
pub(super) fn count_redactions(redactions: &mut BTreeMap<String, usize>, text: &Cleared) {
    for (kind, count) in text.counts() {
        *redactions.entry(kind.name().to_owned()).or_default() += count;
    }
}

/// A seed that is not there.
fn missing(path: &RepoPath) -> Candidate {
    Candidate { role: Role::Seed, omitted: Some(Omission::Missing), ..unindexed(path) }
}

fn over(candidate: Candidate) -> Candidate {
    Candidate { omitted: candidate.omitted.or(Some(Omission::OverBudget)), ..candidate }
}

struct Filling<'a> {
    making: &'a Making<'a>,
    left: usize,
    /// Sections with the rank of their file; what has rank 0 stands first, in the order it was added.
    blocks: Vec<(usize, Block)>,
    pack: Pack,
}

/// A section, how much of the file it shows, which lines, and which symbols.
type Part = (Block, Detail, Vec<(u32, u32)>, Vec<SymbolChoice>);

impl<'a> Filling<'a> {
    fn new(making: &'a Making<'a>) -> Self {
        let pack = Pack::empty(making.budget, making.vocabulary);
        Self { making, left: making.budget.effective(), blocks: Vec::new(), pack }
    }

    fn add(&mut self, rank: usize, block: Block) {
        self.left -= block.tokens();
        self.blocks.push((rank, block));
    }

    /// Shows candidates in order as long as anything fits; close tests first if a part is kept for them.
    fn fill(mut self, mut recall: Recall) -> Pack {
        let reserve = self.making.close_tests.reserve(self.left);
        self.pack.test_reserve = reserve;
        if reserve > 0 {
            let close = |candidate: &Candidate| {
                candidate.role == Role::Related && candidate.omitted.is_none() && is_test(&candidate.path)
            };
            let (tests, rest) = recall.candidates.into_iter().partition(close);
            recall.candidates = rest;
            let kept = self.left - reserve;
            self.left = reserve;
            let more = self.show_all(tests);
            self.left += kept;
            recall.candidates.extend(more);
            recall.candidates.sort_by_key(|candidate| candidate.rank);
        }
        let over = self.show_all(std::mem::take(&mut recall.candidates));
        self.pack.omitted.extend(over);
        self.finish(recall)
    }

    /// Shows what fits; what does not is given back with its reason.
    fn show_all(&mut self, candidates: Vec<Candidate>) -> Vec<Candidate> {
        let mut left_out = Vec::new();
        for mut candidate in candidates {
            if candidate.omitted.is_none_or(|omission| omission == Omission::OverBudget) {
                match self.show(&candidate) {
                    Ok((block, detail, ranges, symbols)) => {
                        candidate.omitted = None;
                        let tokens = block.tokens();
                        self.add(candidate.rank, block);
                        self.pack.files.push(Shown { candidate, tokens, detail, ranges, symbols });
                        continue;
                    }
                    Err(reason) => candidate.omitted = Some(reason),
                }
            }
            left_out.push(candidate);
        }
        left_out
    }

    fn refused(mut self, recall: Recall, core: usize, failure: Failure) -> Pack {
        self.pack.core = core;
        self.pack.omitted.extend(recall.missing.iter().map(missing));
        self.pack.omitted.extend(recall.candidates.into_iter().map(over));
        self.pack.targets = recall.targets;
        self.pack.warnings = recall.warnings;
        self.pack.enriched = recall.enriched;
        self.pack.failure = Some(failure);
        self.pack
    }

    fn uncounted(self, recall: Recall) -> Pack {
        let message = "the heading cannot be counted".to_owned();
        self.refused(recall, 0, Failure { code: "token-error", message })
    }

    fn finish(mut self, recall: Recall) -> Pack {
        self.blocks.sort_by_key(|(rank, _)| *rank);
        self.pack.files.sort_by_key(|shown| (shown.candidate.role == Role::Related, shown.candidate.rank));
        let text: String = self.blocks.iter().map(|(_, block)| block.text()).collect();
        let tokens: usize = self.blocks.iter().map(|(_, block)| block.tokens()).sum();
        debug_assert_eq!(tokens, self.making.vocabulary.count(&text), "blocks add up");
        self.pack.targets = recall.targets;
        self.pack.warnings = recall.warnings;
        self.pack.enriched = recall.enriched;
        if tokens > self.making.budget.effective() {
            let message = format!("{tokens} tokens were counted for a budget of {}", self.making.budget.effective());
            self.pack.omitted.extend(self.pack.files.drain(..).map(|shown| over(shown.candidate)));
            self.pack.failure = Some(Failure { code: "token-error", message });
            return self.pack;
        }
        Pack { text, tokens, ..self.pack }
    }

    /// Shows a candidate as well as its share allows.
    fn show(&mut self, candidate: &Candidate) -> Result<Part, Omission> {
        if self.left < ENOUGH {
            return Err(Omission::OverBudget);
        }
        let unreadable = if candidate.role == Role::Related { Omission::Missing } else { Omission::TargetFailed };
        let (bytes, facts) = self.making.source.load(candidate).ok_or(unreadable)?;
        let text = cleared(candidate.path.as_bytes(), &bytes);
        let share = ((self.left as f64 * SHARE) as usize).max(SMALLEST_SHARE).min(self.left);
        // What was counted before is not counted again; a change since then shows in the hash.
        let counted = candidate.tokens.filter(|_| text.counts().is_empty() && unchanged(candidate, &bytes));
        let whole = counted
            .is_none_or(|tokens| tokens <= share)
            .then(|| whole_section(self.making.vocabulary, candidate, &text, counted, share))
            .flatten();
        let part = match whole {
            Some(block) => Some((block, Detail::Full, Vec::new(), Vec::new())),
            None => self.part(candidate, &text, facts.as_ref(), share),
        };
        let part = part.ok_or(Omission::OverBudget)?;
        count_redactions(&mut self.pack.redactions, &text);
        Ok(part)
    }

    /// The best pieces that fit into the share; for a seed at least its outline.
    fn part(&self, candidate: &Candidate, text: &Cleared, facts: Option<&FileFacts>, share: usize) -> Option<Part> {
        let lines = lines::split(text.text());
        let pieces = pieces(facts, lines.len() as u32);
        let linked = self.making.source.linked(candidate, facts);
        let view = FileView { candidate, lines: &lines, facts, linked: &linked, pieces: &pieces };
        let judged = self.making.judge.judge(&view);
        let mut chosen = choose(&view, &judged, share);
        let path = shown(&candidate.path);
        let vocabulary = self.making.vocabulary;
        // Pieces were counted roughly, headings and gaps not at all: the last chosen goes until all fits.
        while !chosen.is_empty() {
            let ranges = merged(&chosen);
            let block = section(vocabulary, &path, candidate.role, Detail::Symbols, &lines, &ranges)?;
            if block.tokens() <= share {
                return Some((block, Detail::Symbols, ranges, symbols(&view, &judged, &chosen)));
            }
            chosen.pop();
        }
        if candidate.role == Role::Related {
            return None;
        }
        let heads = outline(facts, lines.len() as u32);
        let block = section(vocabulary, &path, candidate.role, Detail::Outline, &lines, &heads)?;
        (block.tokens() <= self.left).then_some((block, Detail::Outline, heads, symbols(&view, &judged, &[])))
    }
}

/// The hash a candidate's content had when it was indexed.
pub(super) fn unchanged(candidate: &Candidate, bytes: &[u8]) -> bool {
    ContentHash::of(bytes) == candidate.content_hash
}
