//! Findings of any source on trial, against the working tree, a commit, or a diff alone.
//!
//! `ground` is the code that is looked at, `words` finds files by words, `patch` is the code of a diff. The rules stand in
//! `tribunal_verify`; this file says what may be read, and puts the document together.

mod ground;
mod patch;
mod words;

pub(crate) use ground::{Ground, GroundRequest};
pub use tribunal_verify::audit;
pub use tribunal_verify::import::ImportError;

use crate::config::Config;
use crate::index::{IndexError, Progress};
use crate::review::{counts, worst};
use patch::PatchScene;
use tribunal_domain::finding::{Disposition, Finding, Word};
use tribunal_domain::review::{Looked, LookedAt, Review, VERSION};
use tribunal_domain::{ContentHash, RepoPath};
use tribunal_repo::{CommitId, Repository};
use tribunal_verify::import::{Imported, read};
use tribunal_verify::{Counted, Scene, Side, Trial, review_verdict, self_check, signal_to_noise, try_findings};

/// Where the code is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum At {
    /// In the working tree, as it is.
    Worktree,
    /// In a commit.
    Commit(CommitId),
    /// Nowhere but in the diff: the commit is not here.
    Absent(String),
}

/// What is asked of a trial.
pub struct Request<'a> {
    /// The effective configuration.
    pub config: &'a Config,
    /// Where the code is read.
    pub at: At,
    /// The other side of the change.
    pub base: Option<CommitId>,
    /// The change as a unified diff.
    pub diff: Option<Vec<u8>>,
    /// Files that are no part of the code: the findings themselves.
    pub without: Vec<RepoPath>,
    /// Told about phases and steps.
    pub progress: &'a dyn Progress,
}

/// A trial and what belongs to it.
pub struct Verified {
    /// The document.
    pub review: Review,
    /// `LOCAL_FILES`, `BLOBS` or `DIFF_ONLY`.
    pub source: &'static str,
    /// Who found what was put on trial.
    pub tools: Vec<String>,
    /// What was done.
    pub counted: Counted,
    /// What the user should know.
    pub notes: Vec<String>,
    /// What does not add up; nothing, or the trial counts for nothing.
    pub problems: Vec<String>,
    /// The files of the findings, by path, as they were looked at.
    pub texts: Vec<(RepoPath, String)>,
}

/// Why there was no trial.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The findings cannot be read.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// The code cannot be read.
    #[error(transparent)]
    Index(#[from] IndexError),
}

/// Puts the findings of a document on trial.
pub fn verify(repository: &Repository, document: &[u8], request: &Request<'_>) -> Result<Verified, VerifyError> {
    let root = repository.root().map(|root| root.to_string_lossy().into_owned());
    let imported = read(document, root.as_deref())?;
    let At::Commit(commit) = request.at else {
        if let At::Absent(commit) = &request.at {
            let scene = PatchScene::new(request.diff.as_deref().unwrap_or_default());
            let looked = Looked { kind: LookedAt::Diff, commit: Some(commit.clone()), hash: scene.hash() };
            let mut verified = held(&scene, imported, looked, "DIFF_ONLY", request);
            verified.notes.push(format!("commit {commit} is not here: only what the diff shows was checked"));
            return Ok(verified);
        }
        let wanted =
            GroundRequest { without: &request.without, ..GroundRequest::new(request.config, None, request.base) };
        let ground = Ground::new(repository, &wanted)?;
        let looked = Looked { kind: LookedAt::Worktree, commit: ground.head_commit(), hash: ground.hash() };
        return Ok(ground.with_scene(|scene| held(scene, imported, looked, "LOCAL_FILES", request)));
    };
    let wanted = GroundRequest::new(request.config, Some(commit), request.base);
    let ground = Ground::new(repository, &wanted)?;
    let looked = Looked { kind: LookedAt::Commit, commit: Some(commit.to_string()), hash: ground.hash() };
    Ok(ground.with_scene(|scene| held(scene, imported, looked, "BLOBS", request)))
}

fn held(
    scene: &dyn Scene,
    imported: Imported,
    looked: Looked,
    source: &'static str,
    request: &Request<'_>,
) -> Verified {
    let came_in = imported.items.len();
    request.progress.phase("checking findings", came_in);
    let mut trial = try_findings(scene, imported.items, &mut || request.progress.advance(1));
    let texts = texts(scene, &mut trial.findings);
    trial.findings.sort_by(|a, b| order(a).cmp(&order(b)));
    let counts = counts(&trial.findings);
    let problems = self_check(&trial, came_in, counts).iter().map(ToString::to_string).collect();
    let Trial { findings, counted } = trial;
    let noise = signal_to_noise(&findings);
    let review = Review {
        version: VERSION,
        snapshot: looked,
        verdict: worst(&findings),
        review_verdict: review_verdict(&findings),
        counts,
        signal_to_noise: noise,
        findings,
    };
    Verified { source, tools: imported.tools, counted, notes: imported.notes, problems, texts, review }
}

fn order(finding: &Finding) -> (&[u8], u32, Option<&'static str>, &str, &str) {
    let axis = finding.axis.map(Word::name);
    (finding.path.as_bytes(), finding.start_line, axis, &finding.rule, &finding.id)
}

/// Texts of files with reported findings, for reports; only so many, since reports of more are read by machines.
fn texts(scene: &dyn Scene, findings: &mut [Finding]) -> Vec<(RepoPath, String)> {
    const MOST: usize = 400;
    let mut texts: std::collections::BTreeMap<RepoPath, String> = std::collections::BTreeMap::new();
    for finding in findings.iter_mut().filter(|finding| finding.disposition == Disposition::Reported) {
        let wanted = !texts.contains_key(&finding.path) && texts.len() < MOST && scene.is_whole();
        if let Some(file) = scene.look(Side::Head, &finding.path).file().filter(|_| wanted) {
            texts.insert(finding.path.clone(), file.text().to_owned());
        }
        if let Some(text) = texts.get(&finding.path).filter(|_| finding.content_hash.is_empty()) {
            finding.content_hash = ContentHash::of(text.as_bytes()).to_string();
        }
    }
    texts.into_iter().collect()
}
