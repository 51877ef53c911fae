//! A review without a model: index, look, judge, merge, suppress, and what is left with its verdict.
//!
//! The axes propose (`tribunal_axes`); this file brings the knowledge base up to date, hands them the code and makes
//! findings of their drafts. `code` loads, `merge` gives identities, `suppress` overrules, `verdict` counts, `change`
//! restricts to a diff, `arrivals` doubts what came in whole, `fix` mends what is safe, `documents` writes one document per file.

mod arrivals;
mod baseline;
mod blobs;
mod change;
mod code;
mod cycles;
mod dismissals;
mod documents;
mod fix;
mod layout;
mod merge;
mod origins;
mod pages;
mod scope;
mod suppress;
mod trial;
mod verdict;
mod waivers;
mod weights;

pub use baseline::{BASELINE_FILE, Baseline};
pub use change::DiffRange;
pub use dismissals::{DISMISSALS_FILE, Dismissal, Dismissals};
pub use fix::{Fixed, Mended, apply};
pub use scope::{Estimate, ScopeError, Selection, estimate, literal};
pub use tribunal_axes::coverage::{Coverage, parse as coverage};
pub(crate) use verdict::{counts, worst};
pub use weights::{Weight, parse_weight};

use crate::config::Config;
use crate::index::{IndexError, Progress};
use code::Loaded;
use documents::documents;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use suppress::Overruling;
use tribunal_axes::{Draft, Mender, is_fixable};
use tribunal_domain::RepoPath;
use tribunal_domain::finding::{Disposition, Finding};
use tribunal_domain::review::{Looked, LookedAt, Review, ReviewFile, VERSION};
use tribunal_repo::{Head, Repository, Snapshot};
use tribunal_verify::{review_verdict, signal_to_noise};

/// What is asked of a review.
pub struct Request<'a> {
    /// The effective configuration.
    pub config: &'a Config,
    /// Which files, axes and rules.
    pub selection: Selection,
    /// The working tree as it was when the knowledge base was brought up to date.
    pub tree: Arc<Snapshot>,
    /// Restricts to what a change touches or breaks.
    pub change: Option<DiffRange>,
    /// Less sure findings are not reported.
    pub min_confidence: u8,
    /// What was accepted before.
    pub baseline: Option<Baseline>,
    /// What users have overruled.
    pub dismissals: Dismissals,
    /// What a run of the tests executed, as other tools have measured it.
    pub coverage: Coverage,
    /// Threads.
    pub jobs: usize,
    /// Told about phases and steps.
    pub progress: &'a dyn Progress,
}

/// A review and what belongs to it.
pub struct Reviewed {
    /// The document.
    pub review: Review,
    /// One document per file with findings.
    pub files: Vec<ReviewFile>,
    /// The hash of every file that a finding stands in.
    pub contents: FxHashMap<RepoPath, String>,
    /// How many files were looked at.
    pub looked_at: usize,
    /// Files that were left out, by reason.
    pub skipped: Vec<(String, usize)>,
    /// What the user should know: suppressions that suppress nothing, files that could not be read.
    pub notes: Vec<String>,
}

/// Reviews the working tree. The knowledge base must be up to date.
pub fn review(repository: &Repository, request: &Request<'_>) -> Result<Reviewed, IndexError> {
    let loaded = match request.change.and_then(|range| range.head) {
        Some(head) => blobs::load(repository, head, request)?,
        None => Loaded::of(repository, request)?,
    };
    request.progress.phase("judging", request.selection.axes.len());
    let mut findings = merge::findings(propose(&loaded, request), &loaded);
    weights::apply(&mut findings, &request.config.review.severity);
    if let Some(range) = request.change {
        let change = change::of(repository, range, &loaded, request)?;
        findings.retain(|finding| change.concerns(finding));
    } else {
        arrivals::doubt(repository, &loaded, &mut findings)?;
    }
    let mut notes = trial::hold(repository, request, &loaded, &mut findings)?;
    let overruling = Overruling::new(&loaded, request);
    notes.extend(overruling.rule(&mut findings));
    notes.extend(loaded.problems.iter().cloned());
    for finding in findings.iter_mut().filter(|finding| finding.disposition == Disposition::Reported) {
        if finding.confidence < request.min_confidence {
            finding.disposition = Disposition::BelowConfidence;
        }
    }
    add_fixes(&mut findings, &loaded);
    let files = documents(&loaded, &findings, &request.selection);
    let contents = contents(&loaded, &findings);
    let review = Review {
        version: VERSION,
        snapshot: looked(repository, &loaded, request.change)?,
        verdict: worst(&findings),
        review_verdict: review_verdict(&findings),
        counts: counts(&findings),
        signal_to_noise: signal_to_noise(&findings),
        findings,
    };
    Ok(Reviewed {
        review,
        files,
        contents,
        looked_at: loaded.looked_at(&request.selection),
        skipped: loaded.skipped,
        notes,
    })
}

/// What the axes propose for the files that are wanted.
fn propose(loaded: &Loaded, request: &Request<'_>) -> Vec<Draft> {
    let selection = &request.selection;
    let mut drafts: Vec<Draft> = Vec::new();
    for &axis in &selection.axes {
        drafts.extend(tribunal_axes::propose(axis, &loaded.code));
        request.progress.advance(1);
    }
    let waivers = loaded.waivers();
    // There are many drafts of few files, and a question about a path costs more than one about a rule.
    let mut wanted: FxHashMap<RepoPath, bool> = FxHashMap::default();
    drafts.retain(|draft| {
        let waived = || waivers.cover(&draft.rule, loaded.language_of(&draft.path), &draft.path);
        let file = wanted.get(&draft.path).copied().unwrap_or_else(|| {
            let file = selection.wants_file(&draft.path) && loaded.is_own(&draft.path);
            wanted.insert(draft.path.clone(), file);
            file
        });
        file && selection.wants_rule(&draft.rule) && !waived()
    });
    drafts
}

/// Adds the edits that mend what can be mended without changing anything else, to findings that somebody will see.
fn add_fixes(findings: &mut [Finding], loaded: &Loaded) {
    let is_shown = |finding: &Finding| finding.disposition == Disposition::Reported && is_fixable(&finding.rule);
    for of_file in findings.chunk_by_mut(|one, next| one.path == next.path) {
        if !of_file.iter().any(is_shown) {
            continue;
        }
        let (text, language) = (loaded.read(&of_file[0].path), loaded.language_of(&of_file[0].path));
        let whole = text.filter(|bytes| std::str::from_utf8(bytes).is_ok());
        let Some(mender) = whole.zip(language).and_then(|(text, language)| Mender::new(language, &text)) else {
            continue;
        };
        for finding in of_file.iter_mut().filter(|finding| is_shown(finding)) {
            finding.fix = mender.fix(finding);
        }
    }
}

fn looked(repository: &Repository, loaded: &Loaded, range: Option<DiffRange>) -> Result<Looked, IndexError> {
    if let Some(head) = range.and_then(|range| range.head) {
        return Ok(Looked { kind: LookedAt::Commit, commit: Some(head.to_string()), hash: loaded.snapshot.clone() });
    }
    let commit = match repository.head()? {
        Head::Unborn => None,
        Head::Branch { commit, .. } | Head::Detached { commit } => Some(commit.to_string()),
    };
    Ok(Looked { kind: LookedAt::Worktree, commit, hash: loaded.snapshot.clone() })
}

fn contents(loaded: &Loaded, findings: &[Finding]) -> FxHashMap<RepoPath, String> {
    let paths = findings.iter().flat_map(|finding| {
        let related = finding.related.iter().map(|related| &related.path);
        let evidence = finding.evidence.iter().map(|evidence| &evidence.path);
        std::iter::once(&finding.path).chain(related).chain(evidence)
    });
    paths.filter_map(|path| Some((path.clone(), loaded.hash_of(path)?))).collect()
}
