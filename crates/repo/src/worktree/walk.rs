//! One pass over the folders of a working tree, guided by the index.
//!
//! The index is sorted by path, so the tracked files beneath a folder are one range of it; ignore rules are
//! asked only about folders and untracked files.

use super::WorktreeOptions;
use super::beneath::{Beneath, open_folder, read_small};
use super::ignored::{FILE_CAP, Ignored};
use crate::snapshot::{Entry, EntryKind, ProblemReason, SnapshotProblem, Stamp};
use crate::{BlobId, RepoError};
use gix::index::State;
use gix::index::entry::Mode;
use rustix::fs::{AtFlags, Dir, FileType, Stat, statat};
use rustix::io::Errno;
use std::ops::Range;
use std::os::fd::{BorrowedFd, OwnedFd};
use tribunal_domain::RepoPath;

/// One descriptor is open per level, of the usual 1,024.
const MAX_DEPTH: usize = 256;

/// What the walk found, unsorted.
#[derive(Default)]
pub(super) struct Walked {
    pub entries: Vec<Entry>,
    pub problems: Vec<SnapshotProblem>,
}

/// Walks the whole tree.
pub(super) fn walk(
    root: &Beneath,
    index: &State,
    ignored: Ignored,
    options: WorktreeOptions,
) -> Result<Walked, RepoError> {
    let fd = open_folder(root.root(), b".").map_err(|errno| RepoError::io(root.path(), errno))?;
    let tracked = 0..index.entries().len();
    let found = Walked { entries: Vec::with_capacity(tracked.len()), ..Walked::default() };
    let mut walk = Walk { index, ignored, found, path: Vec::new(), depth: 0 };
    walk.folder(fd, tracked, if options.untracked { Take::All } else { Take::Tracked });
    Ok(walk.found)
}

/// Which files of a folder belong to the snapshot.
#[derive(Clone, Copy, PartialEq)]
enum Take {
    All,
    Tracked,
}

struct Walk<'a> {
    index: &'a State,
    ignored: Ignored,
    found: Walked,
    /// The folder's path with a `/` at its end, or the path of the child at hand.
    path: Vec<u8>,
    depth: usize,
}

struct Child {
    name: Vec<u8>,
    kind: FileType,
}

impl Walk<'_> {
    fn folder(&mut self, fd: OwnedFd, tracked: Range<usize>, mut take: Take) {
        let Ok((dir, children)) = list(fd).map_err(|errno| self.unreadable(errno)) else {
            return;
        };
        if self.depth > 0 && children.iter().any(|child| child.name.eq_ignore_ascii_case(b".git")) {
            self.problem(ProblemReason::NestedRepository);
            take = Take::Tracked;
        }
        let Ok(fd) = dir.fd().map_err(|errno| self.unreadable(errno)) else {
            return;
        };
        let rules = self.ignored.len();
        if take == Take::All && children.iter().any(|child| child.name == b".gitignore") {
            self.obey(fd);
        }
        let length = self.path.len();
        for child in children {
            self.path.extend_from_slice(&child.name);
            self.child(fd, &child, &tracked, take);
            self.path.truncate(length);
        }
        self.ignored.truncate(rules);
    }

    fn obey(&mut self, fd: BorrowedFd<'_>) {
        match read_small(fd, b".gitignore", FILE_CAP) {
            Ok(Some(bytes)) => self.ignored.push(&self.path, &bytes),
            Ok(None) => self.problem(ProblemReason::HugeIgnoreFile),
            // A link is not followed, just as git does not follow it.
            Err(_) => {}
        }
    }

    fn child(&mut self, fd: BorrowedFd<'_>, child: &Child, tracked: &Range<usize>, take: Take) {
        if child.name.eq_ignore_ascii_case(b".git") {
            return;
        }
        let mode = self.tracked_mode(tracked);
        match kind_of(fd, child) {
            Ok(FileType::Directory) => self.subfolder(fd, child, tracked, mode, take),
            Ok(kind) => {
                let untracked = mode.is_none_or(|mode| mode == Mode::COMMIT);
                if untracked && (take == Take::Tracked || self.ignored.contains(&self.path, false)) {
                    return;
                }
                match kind {
                    FileType::RegularFile | FileType::Symlink => self.file(fd, &child.name),
                    _ => self.problem(ProblemReason::Special),
                }
            }
            Err(errno) => self.unreadable(errno),
        }
    }

    fn subfolder(&mut self, fd: BorrowedFd<'_>, child: &Child, tracked: &Range<usize>, mode: Option<Mode>, take: Take) {
        if mode == Some(Mode::COMMIT) {
            return self.submodule(tracked);
        }
        if child.name == b".tribunal" {
            return;
        }
        let within = self.tracked_within(tracked);
        let take = match take {
            Take::All if !self.ignored.contains(&self.path, true) => Take::All,
            _ if within.is_empty() => return,
            _ => Take::Tracked,
        };
        if self.depth == MAX_DEPTH {
            return self.problem(ProblemReason::TooDeep);
        }
        match open_folder(fd, &child.name) {
            Ok(fd) => {
                self.path.push(b'/');
                self.depth += 1;
                self.folder(fd, within, take);
                self.depth -= 1;
            }
            Err(errno) => self.unreadable(errno),
        }
    }

    fn file(&mut self, fd: BorrowedFd<'_>, name: &[u8]) {
        match statat(fd, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => match RepoPath::new(&self.path) {
                Ok(path) => self.found.entries.push(entry(path, &stat)),
                Err(_) => self.problem(ProblemReason::ForbiddenName),
            },
            // It vanished between listing and looking.
            Err(Errno::NOENT) => {}
            Err(errno) => self.unreadable(errno),
        }
    }

    fn submodule(&mut self, tracked: &Range<usize>) {
        let Some(place) = self.tracked_at(tracked) else { return };
        let stamp = Stamp::Object(BlobId(self.index.entries()[place].id));
        match RepoPath::new(&self.path) {
            Ok(path) => self.found.entries.push(Entry { path, kind: EntryKind::Submodule, size: 0, stamp }),
            Err(_) => self.problem(ProblemReason::ForbiddenName),
        }
    }

    fn tracked_at(&self, tracked: &Range<usize>) -> Option<usize> {
        let entries = &self.index.entries()[tracked.clone()];
        let found = entries.binary_search_by(|entry| entry.path(self.index).cmp(self.path.as_slice().into()));
        found.ok().map(|place| tracked.start + place)
    }

    fn tracked_mode(&self, tracked: &Range<usize>) -> Option<Mode> {
        self.tracked_at(tracked).map(|place| self.index.entries()[place].mode)
    }

    /// The range of the index beneath the folder at hand.
    fn tracked_within(&mut self, tracked: &Range<usize>) -> Range<usize> {
        self.path.push(b'/');
        let entries = &self.index.entries()[tracked.clone()];
        let folder = self.path.as_slice();
        let start = entries.partition_point(|entry| **entry.path(self.index) < *folder);
        let count = entries[start..].partition_point(|entry| entry.path(self.index).starts_with(folder));
        self.path.pop();
        // A sparse index has an entry for a whole folder that is not checked out; it names no file.
        tracked.start + start..tracked.start + start + count
    }

    fn unreadable(&mut self, errno: Errno) {
        let reason = std::io::Error::from(errno).kind().to_string();
        self.problem(ProblemReason::Unreadable(reason));
    }

    fn problem(&mut self, reason: ProblemReason) {
        let path = self.path.strip_suffix(b"/").unwrap_or(&self.path).to_vec();
        self.found.problems.push(SnapshotProblem { path, reason });
    }
}

fn list(fd: OwnedFd) -> Result<(Dir, Vec<Child>), Errno> {
    let mut dir = Dir::new(fd)?;
    let mut children = Vec::new();
    while let Some(entry) = dir.read() {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if name != b"." && name != b".." {
            children.push(Child { name: name.to_vec(), kind: entry.file_type() });
        }
    }
    Ok((dir, children))
}

/// Some file systems do not say in the listing what a child is.
fn kind_of(fd: BorrowedFd<'_>, child: &Child) -> Result<FileType, Errno> {
    match child.kind {
        FileType::Unknown => statat(fd, child.name.as_slice(), AtFlags::SYMLINK_NOFOLLOW)
            .map(|stat| FileType::from_raw_mode(stat.st_mode)),
        kind => Ok(kind),
    }
}

#[expect(clippy::cast_sign_loss, reason = "sizes and nanoseconds are not negative")]
fn entry(path: RepoPath, stat: &Stat) -> Entry {
    let kind = match FileType::from_raw_mode(stat.st_mode) {
        FileType::Symlink => EntryKind::Symlink,
        _ if stat.st_mode & 0o100 != 0 => EntryKind::Executable,
        _ => EntryKind::File,
    };
    let size = stat.st_size as u64;
    let stamp = Stamp::Stat {
        mtime: stat.st_mtime,
        mtime_nanos: stat.st_mtime_nsec as u32,
        ctime: stat.st_ctime,
        ctime_nanos: stat.st_ctime_nsec as u32,
        size,
        inode: stat.st_ino,
    };
    Entry { path, kind, size, stamp }
}
