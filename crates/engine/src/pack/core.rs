//! The core of a change's pack: every changed file, as a diff and whole. It is shown, or there is no pack.

use super::changes::Changed;
use super::filter::{Filter, Omission};
use super::fit::{Failure, Shown, Source, count_redactions};
use super::lines;
use super::recall::{Candidate, Role};
use super::render::{Detail, cleared, patch_section, section, shown};
use std::collections::BTreeMap;
use tribunal_domain::{ChangeKind, ContentHash, RepoPath};
use tribunal_text::tokens::{Block, Vocabulary};

/// What may not be left out of a change's pack.
#[derive(Default)]
pub(super) struct Core {
    pub blocks: Vec<Block>,
    pub files: Vec<Shown>,
    pub omitted: Vec<Candidate>,
    pub redactions: BTreeMap<String, usize>,
}

impl Core {
    /// Adds one changed file, or says why it is left out.
    pub(super) fn add(
        &mut self,
        file: &Changed,
        mut candidate: Candidate,
        filter: Filter<'_>,
        vocabulary: Vocabulary,
        source: &dyn Source,
    ) {
        candidate.omitted = filter.changed(&candidate.path, file.binary);
        if candidate.omitted.is_some() {
            self.omitted.push(candidate);
            return;
        }
        let Some(blocks) = self.sections(file, &candidate, vocabulary, source) else {
            candidate.omitted = Some(Omission::TargetFailed);
            self.omitted.push(candidate);
            return;
        };
        let tokens = blocks.iter().map(Block::tokens).sum();
        self.blocks.extend(blocks);
        self.files.push(Shown { candidate, tokens, detail: Detail::Full, ranges: Vec::new(), symbols: Vec::new() });
    }

    fn sections(
        &mut self,
        file: &Changed,
        candidate: &Candidate,
        vocabulary: Vocabulary,
        source: &dyn Source,
    ) -> Option<Vec<Block>> {
        let path = shown(&candidate.path);
        let patch = cleared(candidate.path.as_bytes(), &file.patch);
        let mut blocks = vec![patch_section(vocabulary, &path, &file.change, patch.text())?];
        if file.change.kind != ChangeKind::Deleted {
            let (bytes, _) = source.load(candidate)?;
            let text = cleared(candidate.path.as_bytes(), &bytes);
            let lines = lines::split(text.text());
            blocks.push(section(vocabulary, &path, Role::Changed, Detail::Full, &lines, &lines::all(&lines))?);
            count_redactions(&mut self.redactions, &text);
        }
        count_redactions(&mut self.redactions, &patch);
        Some(blocks)
    }

    /// Why the core does not fit.
    pub(super) fn over_budget(&self, tokens: usize, budget: usize) -> Failure {
        let mut heaviest: Vec<_> = self.files.iter().map(|one| (one.tokens, shown(&one.candidate.path))).collect();
        heaviest.sort_by(|one, two| two.0.cmp(&one.0).then_with(|| one.1.cmp(&two.1)));
        let named: Vec<_> = heaviest.iter().take(3).map(|(tokens, path)| format!("{path} ({tokens})")).collect();
        let most = if named.is_empty() { String::new() } else { format!("; most are in {}", named.join(", ")) };
        let over = tokens - budget;
        let message = format!("what changed has {tokens} tokens, {over} more than the budget{most}");
        Failure { code: "core-over-budget", message }
    }
}

/// A changed file the working tree does not have.
pub(super) fn unindexed(path: &RepoPath) -> Candidate {
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
        rank: 0,
        tokens: None,
        reason: String::new(),
        omitted: None,
    }
}
