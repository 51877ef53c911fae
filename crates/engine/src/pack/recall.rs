//! From a request to an ordered list of candidates, each with how it came to be one and why it may be left out.

use super::Request;
use super::corpus::Corpus;
use super::document::Term;
use super::filter::{Closeness, Filter, Omission};
use super::kinds::is_test;
use super::known::Known;
use super::named::Named;
use super::rank::{Profile, Seeded, fused};
use super::scope::{self, ScopeJudge};
use super::signals::{Dependents, Distances, Evidence, Links, Past, Signals, measured};
use super::targets::{Target, targets};
use super::words::Query;
use std::cmp::Reverse;
use tribunal_domain::{ContentHash, RepoPath};
use tribunal_store::{Curated, FileMetadata, KnowledgeBase, StoreError};

/// A test this few steps from a seed in the graph is close …
const CLOSE_STEPS: u32 = 2;
/// … or one that shares this many leading path segments, by the specification.
const CLOSE_SEGMENTS: usize = 4;
/// A test that says a good part of what the best match says of the task is close.
const CLOSE_TEXT: f64 = 0.3;
/// Changed together this often, two files belong together.
const CO_CHANGES: u32 = 2;

/// What a file is in a pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Changed by the diff.
    Changed,
    /// Named by the request.
    Seed,
    /// Found.
    Related,
}

/// A file that may be in the pack.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Where it is.
    pub path: RepoPath,
    /// Its content when it was indexed.
    pub content_hash: ContentHash,
    /// Its bytes.
    pub size: u64,
    /// What it is here.
    pub role: Role,
    /// How it came in: 0 plan, 1 seed or changed, 2 dependency, 3 co-change, 4 metadata, 5 text.
    pub scope: u8,
    /// The weight of its strongest relation.
    pub weight: u32,
    /// How often relations lead to it.
    pub frequency: u32,
    /// Steps in the graph from the nearest seed; `None` is infinitely far.
    pub distance: Option<u32>,
    /// What the profile made of it, 1 for the best.
    pub score: f64,
    /// Its place in the order of all candidates, from 1.
    pub rank: usize,
    /// Exact tokens of its text, where they were counted.
    pub tokens: Option<usize>,
    /// What the scope stage said of it; empty if it was not asked.
    pub reason: String,
    /// Why it is not in the pack.
    pub omitted: Option<Omission>,
}

impl Candidate {
    /// The tokens of its text: exact where they were counted, otherwise a quarter of its bytes.
    pub fn estimate(&self) -> usize {
        self.tokens.unwrap_or((self.size / 4) as usize)
    }
}

/// Candidates in rank order: plan, seeds and changed files first.
#[derive(Debug, Clone, PartialEq)]
pub struct Recall {
    /// The candidates.
    pub candidates: Vec<Candidate>,
    /// Files the request starts from that are not in the working tree.
    pub missing: Vec<RepoPath>,
    /// How far recall went from each file the request starts from.
    pub targets: Vec<Target>,
    /// What a person should know.
    pub warnings: Vec<String>,
    /// Whether a model's descriptions of files were there to be used.
    pub enriched: bool,
    /// Names of definitions the request names.
    pub(super) symbols: Vec<String>,
    /// The task's terms with how much each tells.
    pub(super) telling: Vec<(Term, f64)>,
}

/// What a request comes down to.
pub(super) struct Wanted<'a> {
    /// Words that speak of it.
    pub text: &'a str,
    /// Files a plan names.
    pub plan: &'a [RepoPath],
    /// Files it starts from.
    pub starts: &'a [RepoPath],
    /// What those are.
    pub role: Role,
    /// Paths that a change took away; who depended on them is concerned.
    pub gone: &'a [RepoPath],
    /// Definitions that are surely part of it.
    pub symbols: &'a [String],
}

/// What recall reads.
pub(super) struct Sources<'a> {
    pub curated: &'a Curated,
    pub known: &'a Known,
    pub corpus: &'a Corpus,
    pub past: &'a Past,
    pub named: &'a Named,
    pub judge: &'a dyn ScopeJudge,
}

pub(super) fn recall(request: &Request, wanted: &Wanted<'_>, sources: &Sources<'_>) -> Result<Recall, StoreError> {
    let Sources { curated, known, named, past, .. } = sources;
    let place = |path: &RepoPath| known.place_of(path).ok_or_else(|| path.clone());
    let (planned, mut missing) = split(wanted.plan.iter().map(place));
    let (seeds, more) = split(wanted.starts.iter().map(place));
    missing.extend(more);
    missing.retain(|path| !wanted.gone.contains(path));
    missing.sort();
    missing.dedup();
    let starts = sorted(planned.iter().chain(&seeds));
    let anchors = sorted(starts.iter().chain(&named.files));

    let edges = curated.all_edges()?;
    let edges: Vec<_> = edges.iter().filter_map(|(from, to)| Some((known.place(*from)?, known.place(*to)?))).collect();
    let links = Links::new(known, &edges, request.dependents);
    let beside = beside(request, wanted, curated, known)?;
    let distances = links.from(&anchors, &beside);
    let query = Query::of(wanted.text);
    let seeded = if starts.is_empty() { Seeded::No } else { Seeded::Yes };
    let measured = measured(known.files(), seeded);
    let metadata = metadata(curated, known)?;
    let signals = Signals::of(&Evidence {
        known,
        corpus: sources.corpus,
        query: &query,
        past,
        seeds: &starts,
        metadata: &metadata,
        measured: &measured,
    });
    let scores = fused(&signals, known, seeded, &request.without);
    let counts = past.counts_with(&anchors, known);
    let filter = Filter { include: request.include, rules: &request.rules };

    let mut candidates = Vec::new();
    for at in 0..known.len() {
        let file = known.file(at);
        let role = role_of(at, &starts, named, wanted.role);
        let (scope, weight, frequency) = relation(at, &planned, role, &distances, counts[at], &signals);
        // What the task names by frame or definition is one relation more; it does not help the fused order.
        let frequency = frequency + u32::from(named.spoken_of.contains(&at));
        let closeness = closeness(at, &starts, known, &distances, counts[at], &signals);
        candidates.push(Candidate {
            path: file.path.clone(),
            content_hash: file.content_hash,
            size: file.size,
            role,
            scope,
            weight,
            frequency,
            distance: distances.of(at),
            score: scores[at] * request.rules.preference(&file.path),
            rank: 0,
            tokens: None,
            reason: String::new(),
            omitted: filter.file(file, role, closeness),
        });
    }
    order(&mut candidates, request.profile, starts.is_empty());
    scope::apply(sources.judge, wanted.text, &mut candidates);
    (1..).zip(&mut candidates).for_each(|(rank, candidate)| candidate.rank = rank);
    let targets = targets(&anchors, &missing, known, &links, &candidates);
    let symbols = wanted.symbols.iter().chain(&named.symbols).cloned().collect();
    let warnings = warnings(&signals, wanted, &anchors);
    let enriched = !metadata.is_empty();
    Ok(Recall { candidates, missing, targets, warnings, enriched, symbols, telling: signals.telling })
}

fn sorted<'a>(places: impl Iterator<Item = &'a usize>) -> Vec<usize> {
    let mut places: Vec<usize> = places.copied().collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// Files that looked for one that is gone when their imports were resolved.
fn beside(request: &Request, wanted: &Wanted<'_>, curated: &Curated, known: &Known) -> Result<Vec<usize>, StoreError> {
    if wanted.gone.is_empty() || request.dependents == Dependents::LeftOut {
        return Ok(Vec::new());
    }
    let keys: Vec<u32> = wanted.gone.iter().map(|path| tribunal_graph::probe_key(path.as_bytes())).collect();
    Ok(curated.files_reading(&keys)?.into_iter().filter_map(|file| known.place(file)).collect())
}

fn role_of(at: usize, starts: &[usize], named: &Named, role: Role) -> Role {
    match (starts.contains(&at), named.files.contains(&at)) {
        (true, _) => role,
        (false, true) => Role::Seed,
        (false, false) => Role::Related,
    }
}

/// Few and short; each says what could not be used.
fn warnings(signals: &Signals, wanted: &Wanted<'_>, anchors: &[usize]) -> Vec<String> {
    let mut warnings = Vec::new();
    let said = !wanted.text.trim().is_empty();
    if said && signals.text.iter().chain(&signals.path).all(|value| *value <= 0.0) {
        warnings.push("no file shares a word with the request".to_owned());
    }
    if !said && anchors.is_empty() {
        warnings.push("the request names nothing that is here".to_owned());
    }
    warnings
}

/// What a model wrote of each file, as one text.
fn metadata(curated: &Curated, known: &Known) -> Result<Vec<(usize, String)>, StoreError> {
    let found = KnowledgeBase::new(curated).search_files_by_metadata(None, None, &[])?;
    let text = |about: &FileMetadata| {
        [&about.purpose, &about.module, &about.domain, &about.concepts.join(" ")].map(String::as_str).join(" ")
    };
    Ok(found.iter().filter_map(|(file, about)| Some((known.place_of(&file.path)?, text(about)))).collect())
}

fn split(found: impl Iterator<Item = Result<usize, RepoPath>>) -> (Vec<usize>, Vec<RepoPath>) {
    let (mut places, mut missing) = (Vec::new(), Vec::new());
    for one in found {
        match one {
            Ok(place) => places.push(place),
            Err(path) => missing.push(path),
        }
    }
    (places, missing)
}

/// Scope level, weight and frequency of the strongest relation.
fn relation(
    at: usize,
    planned: &[usize],
    role: Role,
    distances: &Distances,
    together: u32,
    signals: &Signals,
) -> (u8, u32, u32) {
    let linked = u32::from(distances.of(at).is_some());
    let worded = u32::from(signals.text[at] > 0.0 || signals.path[at] > 0.0);
    let frequency = linked + together + worded + u32::from(signals.alike[at] > 0.0);
    if planned.contains(&at) {
        return (0, 100, frequency);
    }
    if role != Role::Related {
        return (1, 100, frequency);
    }
    match distances.of(at) {
        Some(0 | 1) => return (2, 90, frequency),
        Some(_) => return (2, 70, frequency),
        None => {}
    }
    if together >= CO_CHANGES {
        return (3, 60, frequency);
    }
    if signals.metadata[at] > 0.0 {
        return (4, 55, frequency);
    }
    // Nothing is hidden from the ranking: what no relation and no word leads to comes last.
    (5, 50, frequency)
}

/// Besides the specification's two rules: a test that is named like a seed, changed with it or speaks of the task is close.
fn closeness(
    at: usize,
    seeds: &[usize],
    known: &Known,
    distances: &Distances,
    together: u32,
    signals: &Signals,
) -> Closeness {
    if seeds.is_empty() {
        return Closeness::NoSeed;
    }
    let segments = |at: usize| known.file(at).path.as_bytes().split(|&byte| byte == b'/').collect::<Vec<_>>();
    let own = segments(at);
    let shared = |seed: &usize| segments(*seed).iter().zip(&own).take_while(|(one, two)| one == two).count();
    let close = distances.of(at).is_some_and(|steps| steps <= CLOSE_STEPS)
        || together > 0
        || signals.namesake[at] > 0.0
        || signals.text[at] >= CLOSE_TEXT
        || seeds.iter().map(shared).max().unwrap_or(0) >= CLOSE_SEGMENTS;
    if close { Closeness::Close } else { Closeness::Far }
}

/// Sorts by the profile; the role comes first, and without a seed tests come after what they test.
fn order(candidates: &mut [Candidate], profile: Profile, bare: bool) {
    let most = candidates.iter().map(|candidate| candidate.score).fold(0.0, f64::max);
    if most > 0.0 {
        candidates.iter_mut().for_each(|candidate| candidate.score /= most);
    }
    let head = |candidate: &Candidate| {
        let related = candidate.role == Role::Related;
        (related, if related { 0 } else { candidate.scope }, bare && is_test(&candidate.path))
    };
    candidates.sort_by(|one, two| {
        head(one).cmp(&head(two)).then_with(|| match profile {
            Profile::Fused => two.score.total_cmp(&one.score).then_with(|| one.path.cmp(&two.path)),
            Profile::Scope => scope_key(one).cmp(&scope_key(two)),
        })
    });
}

/// The documented tuple: relation weight, frequency, distance, tokens, path.
fn scope_key(candidate: &Candidate) -> (Reverse<u32>, Reverse<u32>, u32, u64, &RepoPath) {
    let distance = candidate.distance.unwrap_or(u32::MAX);
    (Reverse(candidate.weight), Reverse(candidate.frequency), distance, candidate.size / 4, &candidate.path)
}
