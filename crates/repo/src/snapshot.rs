//! The exact code that is looked at: the entries of a commit's tree or of the captured working tree.

use crate::objects::Objects;
use crate::worktree::Beneath;
use crate::{BlobId, CommitId, RepoError, Repository};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use tribunal_domain::RepoPath;

mod commit;
mod stamp;

pub use stamp::Stamp;

/// A file whose last change is nearer than this to the capture may change again without a new time stamp:
/// clocks of file systems tick every 1 to 10 ms, those of FAT every 2 s.
const UNSETTLED: Duration = Duration::from_millis(50);

/// A fixed list of files and a way to read each; safe to share between threads.
pub struct Snapshot {
    entries: Vec<Entry>,
    problems: Vec<SnapshotProblem>,
    source: Source,
}

/// One file of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where it is.
    pub path: RepoPath,
    /// What it is.
    pub kind: EntryKind,
    /// Its bytes on disk or in the object; 0 for submodules and objects that are missing.
    pub size: u64,
    /// Equal stamps mean equal content.
    pub stamp: Stamp,
}

/// The kinds of entry git knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryKind {
    /// A plain file.
    File,
    /// A file with the executable bit.
    Executable,
    /// A symbolic link; its content is the link's target as text.
    Symlink,
    /// Another repository at a commit; never entered.
    Submodule,
}

/// Something that is there but is not an entry.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SnapshotProblem {
    /// The path as bytes: it may be one that `RepoPath` refuses.
    pub path: Vec<u8>,
    /// Why it is no entry.
    pub reason: ProblemReason,
}

/// Why something is not an entry.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum ProblemReason {
    /// A FIFO, socket or device.
    #[error("neither a file, a folder nor a link")]
    Special,
    /// A folder that could not be listed, or a file that could not be looked at.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// A folder with a repository of its own that is no submodule.
    #[error("holds a repository of its own")]
    NestedRepository,
    /// Folders nested deeper than the walk goes.
    #[error("is nested too deeply")]
    TooDeep,
    /// A name that no repository may contain, such as `..` or `.git` in a hostile tree.
    #[error("has a forbidden name")]
    ForbiddenName,
    /// An ignore file too big to obey.
    #[error("is too big for an ignore file")]
    HugeIgnoreFile,
}

enum Source {
    Commit { repository: Box<gix::ThreadSafeRepository>, idle: Mutex<Vec<Objects>> },
    Worktree { root: Beneath, captured: SystemTime },
}

impl Snapshot {
    /// All files, sorted by the bytes of their paths.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What was left out and why, sorted.
    pub fn problems(&self) -> &[SnapshotProblem] {
        &self.problems
    }

    /// The entry at a path.
    pub fn find(&self, path: &RepoPath) -> Option<&Entry> {
        let place = self.entries.binary_search_by(|entry| entry.path.cmp(path));
        place.ok().map(|place| &self.entries[place])
    }

    /// The bytes of an entry, exactly as stored: no line ending conversion, no filter.
    ///
    /// In a working tree the file is opened beneath the root without following any link, and it is an error
    /// if it has vanished or become something else; other entries stay readable.
    pub fn read(&self, entry: &Entry) -> Result<Vec<u8>, RepoError> {
        match (&self.source, &entry.stamp, entry.kind) {
            (Source::Worktree { root, .. }, Stamp::Stat { .. }, EntryKind::Symlink) => root.read_link(&entry.path),
            (Source::Worktree { root, .. }, Stamp::Stat { size, .. }, _) => root.read(&entry.path, *size),
            (Source::Commit { .. }, Stamp::Object(id), kind) if kind != EntryKind::Submodule => self.blob(*id),
            _ => Err(RepoError::NotAFile { path: entry.path.clone() }),
        }
    }

    /// The bytes of the file at a path.
    pub fn read_path(&self, path: &RepoPath) -> Result<Vec<u8>, RepoError> {
        let entry = self.find(path);
        self.read(entry.ok_or_else(|| RepoError::NotAFile { path: path.clone() })?)
    }

    /// Whether the entry's stamp may be trusted later: `false` if the file was changed so shortly before the
    /// capture that another change could leave the stamp as it is. Such a file is to be hashed again.
    pub fn is_settled(&self, entry: &Entry) -> bool {
        match (&self.source, entry.stamp.changed()) {
            (Source::Worktree { captured, .. }, Some(changed)) => {
                captured.duration_since(changed).is_ok_and(|age| age > UNSETTLED)
            }
            _ => true,
        }
    }

    /// Reads with one of the idle readers: their caches make the next blob cheaper.
    fn blob(&self, id: BlobId) -> Result<Vec<u8>, RepoError> {
        let Source::Commit { repository, idle } = &self.source else {
            return Err(RepoError::missing(&id.0));
        };
        let reader = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let reader = reader.unwrap_or_else(|| Objects::new(repository.to_thread_local()));
        let bytes = reader.blob(&id.0);
        idle.lock().unwrap_or_else(PoisonError::into_inner).push(reader);
        bytes
    }

    pub(crate) fn of_worktree(
        mut entries: Vec<Entry>,
        mut problems: Vec<SnapshotProblem>,
        root: Beneath,
        captured: SystemTime,
    ) -> Self {
        entries.sort_by(|one, two| one.path.cmp(&two.path));
        problems.sort();
        Self { entries, problems, source: Source::Worktree { root, captured } }
    }
}

impl Repository {
    /// The files of a commit; works in bare repositories too.
    pub fn commit_snapshot(&self, commit: CommitId) -> Result<Snapshot, RepoError> {
        let objects = self.objects();
        let (mut entries, mut problems) = commit::list(&objects, objects.tree_of(commit)?)?;
        entries.sort_by(|one, two| one.path.cmp(&two.path));
        problems.sort();
        let source = Source::Commit { repository: Box::new(self.inner.clone()), idle: Mutex::new(vec![objects]) };
        Ok(Snapshot { entries, problems, source })
    }
}
