//! From a request to an ordered list of candidates, each with how it came to be one and why it may be left out.

use super::Request;
use super::corpus::Corpus;
use super::document::Term;
use super::filter::{Closeness, Omission, omission};
use super::kinds::{is_document, is_test};
use super::known::Known;
use super::rank::{Profile, Seeded, fused};
use super::signals::{Distances, Evidence, Past, Signals, distances};
use super::words::Query;
use std::cmp::Reverse;
use tribunal_domain::{ContentHash, RepoPath};
use tribunal_store::{Curated, FileRecord, StoreError};

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
    /// Why it is not in the pack.
    pub omitted: Option<Omission>,
}

/// Candidates in rank order: plan, seeds and changed files first.
#[derive(Debug, Clone, PartialEq)]
pub struct Recall {
    /// The candidates.
    pub candidates: Vec<Candidate>,
    /// Files the request starts from that are not in the working tree.
    pub missing: Vec<RepoPath>,
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
}

pub(super) fn recall(
    request: &Request,
    wanted: &Wanted<'_>,
    curated: &Curated,
    known: &Known,
    corpus: &Corpus,
    past: &Past,
) -> Result<Recall, StoreError> {
    let place = |path: &RepoPath| known.place_of(path).ok_or_else(|| path.clone());
    let (planned, mut missing) = split(wanted.plan.iter().map(place));
    let (seeds, more) = split(wanted.starts.iter().map(place));
    missing.extend(more);
    missing.sort();
    missing.dedup();
    let mut starts: Vec<usize> = planned.iter().chain(&seeds).copied().collect();
    starts.sort_unstable();
    starts.dedup();

    let edges = curated.all_edges()?;
    let edges: Vec<_> = edges.iter().filter_map(|(from, to)| Some((known.place(*from)?, known.place(*to)?))).collect();
    let distances = distances(known, &edges, &starts, request.dependents);
    let query = Query::of(wanted.text);
    let measured: Vec<bool> = known.files().iter().map(|file| is_measured(file, &starts)).collect();
    let evidence = Evidence { known, corpus, query: &query, past, seeds: &starts, measured: &measured };
    let signals = Signals::of(&evidence);
    let seeded = if starts.is_empty() { Seeded::No } else { Seeded::Yes };
    let scores = fused(&signals, known, seeded);
    let counts = past.counts_with(&starts, known);

    let mut candidates = Vec::new();
    for at in 0..known.len() {
        let file = known.file(at);
        let role = if starts.contains(&at) { wanted.role } else { Role::Related };
        let (scope, weight, frequency) = relation(at, &planned, role, &distances, counts[at], &signals);
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
            score: scores[at],
            omitted: omission(file, role, request.include, closeness),
        });
    }
    order(&mut candidates, request.profile, starts.is_empty());
    Ok(Recall { candidates, missing, telling: signals.telling })
}

/// What a request is about: code; and tests only if it starts from files.
fn is_measured(file: &FileRecord, starts: &[usize]) -> bool {
    let flags = file.flags;
    let odd = flags.binary || flags.generated || flags.vendored || is_document(&file.path);
    !odd && (!starts.is_empty() || !is_test(&file.path))
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
