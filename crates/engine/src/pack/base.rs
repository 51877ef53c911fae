//! What a pack is read from: the working tree as it was captured, the knowledge base, and files of one snapshot.

use super::corpus::{Corpus, Files, complete};
use super::fit::{Source, unchanged};
use super::known::Known;
use super::linked::SeedSymbols;
use super::named::{Named, named};
use super::question::Question;
use super::recall::{Candidate, Recall, Role, Sources, Wanted, recall};
use super::scope::ScopeJudge;
use super::signals::Past;
use super::{Request, Vocabulary};
use crate::index::{IndexError, Progress};
use crate::state::open_base;
use tribunal_domain::facts::FileFacts;
use tribunal_repo::{Repository, Snapshot, WorktreeOptions};
use tribunal_store::{Curated, FactsKey, StateDir, StoreError};
use tribunal_syntax::{EXTRACTOR_VERSION, Limits};

/// The working tree as it was captured once, with its knowledge base.
pub(super) struct Base {
    pub curated: Curated,
    state: StateDir,
    pub snapshot: Snapshot,
}

impl Base {
    pub(super) fn open(repository: &Repository) -> Result<Self, IndexError> {
        let (state, curated) = open_base(repository)?;
        Ok(Self { curated, state, snapshot: repository.worktree(WorktreeOptions::default())? })
    }

    pub(super) fn recall(
        &self,
        request: &Request,
        question: &Question,
        vocabulary: Option<Vocabulary>,
        judge: &dyn ScopeJudge,
        progress: &dyn Progress,
    ) -> Result<(Recall, SeedSymbols), IndexError> {
        let known = Known::load(&self.curated)?;
        let jobs = request.jobs.max(1);
        let files = Files { state: &self.state, snapshot: &self.snapshot, known: &known, jobs };
        complete(&self.curated, &files, vocabulary, progress)?;
        let corpus = Corpus::load(&self.curated, &known)?;
        let past = Past::load(&self.curated, &known)?;
        let named = self.named(question, &known)?;
        let sources =
            Sources { curated: &self.curated, known: &known, corpus: &corpus, past: &past, named: &named, judge };
        let wanted = Wanted {
            text: &question.text,
            plan: &question.plan,
            starts: &question.starts,
            role: question.role,
            gone: &question.gone,
            symbols: &question.symbols,
        };
        let mut recall = recall(request, &wanted, &sources)?;
        let Some(vocabulary) = vocabulary else { return Ok((recall, SeedSymbols::default())) };
        let counted = self.curated.token_counts(vocabulary.name())?;
        for candidate in &mut recall.candidates {
            candidate.tokens = counted.get(&candidate.content_hash).map(|tokens| *tokens as usize);
        }
        let is_seed = |candidate: &&Candidate| candidate.role != Role::Related;
        let seeds = recall.candidates.iter().filter(is_seed).filter_map(|seed| known.place_of(&seed.path));
        let seeds: Vec<_> = seeds.map(|place| known.file(place)).collect();
        Ok((recall, SeedSymbols::of(&self.curated, &seeds)?))
    }

    fn named(&self, question: &Question, known: &Known) -> Result<Named, StoreError> {
        named(&question.task, &question.symbols, known, &self.curated)
    }
}

/// Reads files of one snapshot with the facts that are known of them.
pub(super) struct Reader<'a> {
    pub curated: &'a Curated,
    pub snapshot: &'a Snapshot,
    pub seeds: &'a SeedSymbols,
}

impl Source for Reader<'_> {
    fn load(&self, candidate: &Candidate) -> Option<(Vec<u8>, Option<FileFacts>)> {
        let bytes = self.snapshot.read_path(&candidate.path).ok()?;
        let language = tribunal_syntax::language_of(&candidate.path, &bytes);
        let known = language.filter(|_| unchanged(candidate, &bytes)).and_then(|language| {
            let content_hash = candidate.content_hash;
            let key = FactsKey { content_hash, language, extractor_version: EXTRACTOR_VERSION };
            self.curated.facts(&key).ok()?
        });
        let facts = known.or_else(|| tribunal_syntax::extract(&candidate.path, &bytes, Limits::default()));
        Some((bytes, facts))
    }

    fn linked(&self, candidate: &Candidate, facts: Option<&FileFacts>) -> Vec<u32> {
        facts.map(|facts| self.seeds.lines(self.curated, &candidate.path, facts)).unwrap_or_default()
    }
}
