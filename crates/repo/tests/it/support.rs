//! Makes repositories with the git program, cut off from the machine's configuration.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;
use tribunal_domain::{ChangeKind, FileChange, RepoPath};
use tribunal_repo::{Repository, Snapshot, WorktreeOptions};

/// A repository in a temporary folder.
pub struct Sandbox {
    folder: TempDir,
}

impl Sandbox {
    /// An empty repository in `repo`.
    pub fn new() -> Self {
        let sandbox = Self { folder: tempfile::tempdir().expect("temporary folder") };
        std::fs::create_dir(sandbox.root()).expect("folder");
        sandbox.git(["init", "--quiet", "--initial-branch=main"]);
        sandbox
    }

    /// The repository's folder.
    pub fn root(&self) -> PathBuf {
        self.outside().join("repo")
    }

    /// The folder around the repository.
    pub fn outside(&self) -> PathBuf {
        self.folder.path().canonicalize().expect("exists")
    }

    /// Runs git in the repository and gives its output.
    #[track_caller]
    pub fn git<const N: usize>(&self, arguments: [&str; N]) -> String {
        text(&git(&self.root(), &arguments))
    }

    /// Writes a file, with its folders.
    pub fn write(&self, path: impl AsRef<OsStr>, content: impl AsRef<[u8]>) {
        let path = self.root().join(Path::new(path.as_ref()));
        std::fs::create_dir_all(path.parent().expect("parent")).expect("folders");
        std::fs::write(path, content).expect("writes");
    }

    /// Commits everything and gives the id.
    #[track_caller]
    pub fn commit(&self, message: &str) -> String {
        self.git(["add", "--all", "--force"]);
        self.git(["commit", "--quiet", "--allow-empty", "--message", message]);
        self.git(["rev-parse", "HEAD"]).trim().to_owned()
    }

    /// Opens the repository.
    #[track_caller]
    pub fn open(&self) -> Repository {
        Repository::discover(&self.root()).expect("opens")
    }

    /// Captures the working tree.
    #[track_caller]
    pub fn worktree(&self) -> Snapshot {
        self.open().worktree(WorktreeOptions::default()).expect("captures")
    }
}

/// Runs git in a folder; time moves on with the number of the process, so that commits are ordered.
pub fn git(dir: &Path, arguments: &[&str]) -> Output {
    use std::sync::atomic::{AtomicU64, Ordering};
    static CLOCK: AtomicU64 = AtomicU64::new(1_700_000_000);
    let now = format!("{} +0000", CLOCK.fetch_add(1, Ordering::Relaxed));
    Command::new("git")
        .current_dir(dir)
        .args(["-c", "protocol.file.allow=always"])
        .args(arguments)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", dir)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .env("GIT_AUTHOR_NAME", "Ann")
        .env("GIT_AUTHOR_EMAIL", "ann@example.org")
        .env("GIT_COMMITTER_NAME", "Bob")
        .env("GIT_COMMITTER_EMAIL", "bob@example.org")
        .env("GIT_AUTHOR_DATE", &now)
        .env("GIT_COMMITTER_DATE", &now)
        .output()
        .expect("git runs")
}

/// The output of a git that succeeded.
#[track_caller]
pub fn text(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "git failed: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The paths of a snapshot as text.
pub fn paths(snapshot: &Snapshot) -> Vec<String> {
    snapshot.entries().iter().map(|entry| entry.path.to_string()).collect()
}

/// A path inside the repository.
#[track_caller]
pub fn path(bytes: impl AsRef<[u8]>) -> RepoPath {
    RepoPath::new(bytes).expect("valid path")
}

/// A name of any bytes.
pub fn os(bytes: &[u8]) -> &OsStr {
    OsStr::from_bytes(bytes)
}

/// Changes as short text: kind, old path, path, counts.
pub fn shown(files: &[FileChange]) -> Vec<String> {
    files.iter().map(one).collect()
}

fn one(file: &FileChange) -> String {
    let kind = match file.kind {
        ChangeKind::Added => "A",
        ChangeKind::Modified => "M",
        ChangeKind::Deleted => "D",
        ChangeKind::Renamed => "R",
        ChangeKind::Mode => "mode",
    };
    let from = file.old_path.as_ref().map(|old| format!("{old} -> ")).unwrap_or_default();
    let counts = match (file.insertions, file.deletions) {
        (Some(more), Some(less)) => format!(" +{more} -{less}"),
        _ => String::new(),
    };
    format!("{kind} {from}{}{counts}", file.path)
}
