//! Opening files beneath the root and nowhere else: no link is followed, neither at the end nor on the way.

use crate::RepoError;
use rustix::fs::{Mode, OFlags, fstat, openat, readlinkat};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use tribunal_domain::RepoPath;

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
/// `NONBLOCK`, so that a FIFO put in a file's place cannot hold the reader.
const FILE: OFlags = OFlags::RDONLY.union(OFlags::NOFOLLOW).union(OFlags::NONBLOCK).union(OFlags::CLOEXEC);

/// An open folder that files are read beneath.
pub(crate) struct Beneath {
    root: OwnedFd,
    path: PathBuf,
}

impl Beneath {
    pub(crate) fn new(path: &Path) -> Result<Self, RepoError> {
        let flags = FOLDER.difference(OFlags::NOFOLLOW);
        let root = rustix::fs::open(path, flags, Mode::empty());
        Ok(Self { root: root.map_err(|error| RepoError::io(path, error))?, path: path.to_owned() })
    }

    pub(crate) fn root(&self) -> BorrowedFd<'_> {
        self.root.as_fd()
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// All bytes of a regular file.
    pub(crate) fn read(&self, path: &RepoPath, size: u64) -> Result<Vec<u8>, RepoError> {
        let read = || {
            let file = self.open(path.as_bytes(), FILE)?;
            read_regular(file, size)
        };
        read().map_err(|source| self.error(path, source))
    }

    /// The target of a symbolic link, as text.
    pub(crate) fn read_link(&self, path: &RepoPath) -> Result<Vec<u8>, RepoError> {
        let read = || {
            if path.folder().is_empty() {
                return readlinkat(&self.root, path.as_bytes(), Vec::new());
            }
            let folder = self.open(path.folder(), FOLDER)?;
            readlinkat(folder, path.file_name(), Vec::new())
        };
        let target = read().map_err(|errno| self.error(path, errno.into()))?;
        Ok(target.into_bytes())
    }

    fn error(&self, path: &RepoPath, source: std::io::Error) -> RepoError {
        RepoError::io(&self.path.join(OsStr::from_bytes(path.as_bytes())), source)
    }

    #[cfg(target_os = "linux")]
    fn open(&self, path: &[u8], flags: OFlags) -> Result<OwnedFd, Errno> {
        use rustix::fs::{ResolveFlags, openat2};
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
        match openat2(&self.root, path, flags, Mode::empty(), resolve) {
            // Old kernels do not know the call and some containers forbid it.
            Err(Errno::NOSYS | Errno::PERM) => self.open_step_by_step(path, flags),
            answer => answer,
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn open(&self, path: &[u8], flags: OFlags) -> Result<OwnedFd, Errno> {
        self.open_step_by_step(path, flags)
    }

    /// Opens one folder after the other, each without following links: a `RepoPath` has no `..`.
    fn open_step_by_step(&self, path: &[u8], flags: OFlags) -> Result<OwnedFd, Errno> {
        let mut steps = path.split(|&byte| byte == b'/').peekable();
        let mut folder: Option<OwnedFd> = None;
        while let Some(step) = steps.next() {
            let above = folder.as_ref().map_or(self.root(), AsFd::as_fd);
            let last = steps.peek().is_none();
            let opened = openat(above, step, if last { flags } else { FOLDER }, Mode::empty())?;
            if last {
                return Ok(opened);
            }
            folder = Some(opened);
        }
        Err(Errno::NOENT)
    }
}

/// Opens a folder by its name in another, not through a link.
pub(super) fn open_folder(above: BorrowedFd<'_>, name: &[u8]) -> Result<OwnedFd, Errno> {
    openat(above, name, FOLDER, Mode::empty())
}

/// Reads a small file by its name in a folder, not through a link; `None` if it is bigger than `cap`.
pub(super) fn read_small(above: BorrowedFd<'_>, name: &[u8], cap: u64) -> std::io::Result<Option<Vec<u8>>> {
    let file = openat(above, name, FILE, Mode::empty())?;
    let bytes = read_regular(file, cap)?;
    Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= cap))
}

fn read_regular(file: OwnedFd, expected: u64) -> std::io::Result<Vec<u8>> {
    let stat = fstat(&file)?;
    if !rustix::fs::FileType::from_raw_mode(stat.st_mode).is_file() {
        return Err(std::io::Error::new(std::io::ErrorKind::InvalidInput, "is no longer a file"));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(expected).unwrap_or(0).min(1 << 26) + 1);
    File::from(file).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fallback_refuses_links_just_like_openat2() {
        let dir = tempfile::tempdir().expect("temporary folder");
        std::fs::create_dir(dir.path().join("real")).expect("folder");
        std::fs::write(dir.path().join("real/file"), "inside").expect("file");
        std::os::unix::fs::symlink("real", dir.path().join("link")).expect("link");
        let beneath = Beneath::new(dir.path()).expect("opens");
        assert!(beneath.open_step_by_step(b"real/file", FILE).is_ok());
        assert!(beneath.open_step_by_step(b"link/file", FILE).is_err());
        assert!(beneath.open(b"real/file", FILE).is_ok());
        assert!(beneath.open(b"link/file", FILE).is_err());
    }
}
