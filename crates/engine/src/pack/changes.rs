//! The diff entrance: which commits are compared, which files changed, and how.
//!
//! Both sides are commits: bodies and diff come from the same snapshot, whatever the working tree looks like.

use tribunal_domain::{ChangeKind, FileChange, RepoPath};
use tribunal_repo::{CommitId, RepoError, Repository, Snapshot, unified};

/// What a change is compared with if nobody says, the first that exists.
const BASES: [&str; 5] = ["origin/main", "origin/master", "main", "master", "HEAD~1"];

/// Lines around a change, as git shows them.
const CONTEXT: u32 = 3;

/// A change between two commits.
pub(super) struct Changes {
    /// The common ancestor that is compared with; `None` before the first commit.
    pub base: Option<CommitId>,
    /// The commit whose files are shown.
    pub head: CommitId,
    /// What changed, sorted by path.
    pub files: Vec<Changed>,
    /// The files of `head`.
    pub snapshot: Snapshot,
}

/// One changed file.
pub(super) struct Changed {
    /// What happened to it.
    pub change: FileChange,
    /// Its hunks; empty for binary files, pure renames and mode changes.
    pub patch: Vec<u8>,
    /// One side is not text.
    pub binary: bool,
}

/// Compares `HEAD` with its common ancestor with `base`.
pub(super) fn changes(repository: &Repository, base: Option<&str>) -> Result<Changes, RepoError> {
    let head = repository.resolve("HEAD")?;
    let base = match base {
        Some(named) => Some(repository.resolve(named)?),
        None => BASES.iter().find_map(|name| repository.resolve(name).ok()),
    };
    let base = match base {
        Some(base) => Some(
            repository
                .merge_base(base, head)?
                .ok_or_else(|| RepoError::Git { message: "the base and HEAD have no common history".to_owned() })?,
        ),
        None => None,
    };
    let snapshot = repository.commit_snapshot(head)?;
    let before = base.map(|base| repository.commit_snapshot(base)).transpose()?;
    let files = repository.diff(base, head)?.into_iter();
    let files = files.map(|change| changed(change, before.as_ref(), &snapshot)).collect();
    Ok(Changes { base, head, files, snapshot })
}

fn changed(change: FileChange, before: Option<&Snapshot>, after: &Snapshot) -> Changed {
    let old_path = change.old_path.as_ref().unwrap_or(&change.path);
    let read = |snapshot: Option<&Snapshot>, path: &RepoPath| {
        snapshot.and_then(|snapshot| snapshot.read_path(path).ok()).unwrap_or_default()
    };
    let old = if change.kind == ChangeKind::Added { Vec::new() } else { read(before, old_path) };
    let new = if change.kind == ChangeKind::Deleted { Vec::new() } else { read(Some(after), &change.path) };
    let binary = [&old, &new].iter().any(|side| side.iter().take(8_000).any(|&byte| byte == 0));
    let patch = if binary { Vec::new() } else { unified(&old, &new, CONTEXT) };
    Changed { change, patch, binary }
}

impl Changes {
    /// The words of the change: paths, and the lines that were added and removed.
    pub(super) fn words(&self) -> String {
        let mut words = String::new();
        for file in &self.files {
            words.push_str(&file.change.path.to_text());
            words.push('\n');
            for line in file.patch.split(|&byte| byte == b'\n') {
                if line.starts_with(b"+") || line.starts_with(b"-") {
                    words.push_str(&String::from_utf8_lossy(&line[1..]));
                    words.push('\n');
                }
            }
        }
        words
    }
}
