//! A repository in a temporary folder that tests edit, index and dump.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;
use tribunal_engine::config::Config;
use tribunal_engine::index::{IndexOptions, IndexReport, Silent, index};
use tribunal_engine::repository::Repository;
use tribunal_store::{Curated, Opened, StateDir};

/// The repository; the folder goes with it.
pub struct BenchRepo {
    folder: TempDir,
    config: Config,
    /// The date of the next commits.
    now: Cell<u64>,
}

impl BenchRepo {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let repo = Self { folder, config: Config::default(), now: Cell::new(1_767_225_600) };
        repo.git(&["init", "-q", "-b", "main"]);
        repo
    }

    /// Keeps at most so many commits, and the detail of so many.
    pub fn with_history(mut self, commits: u32, detailed: u32) -> Self {
        self.config.history.max_commits = commits;
        self.config.history.detailed_commits = detailed;
        self
    }

    /// Commits from now on carry a date so many seconds later (or earlier: clocks are set wrong at times).
    pub fn wait(&self, seconds: i64) {
        self.now.set(self.now.get().saturating_add_signed(seconds));
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().to_path_buf()
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn remove(&self, path: &str) {
        let _ = fs::remove_file(self.root().join(path));
    }

    pub fn rename(&self, from: &str, to: &str) {
        let to = self.root().join(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        let _ = fs::rename(self.root().join(from), to);
    }

    pub fn commit(&self) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", "change"]);
    }

    #[track_caller]
    pub fn git(&self, arguments: &[&str]) {
        assert!(self.try_git(arguments), "git {arguments:?}");
    }

    /// Whether git did it.
    pub fn try_git(&self, arguments: &[&str]) -> bool {
        let now = format!("{} +0000", self.now.get());
        let status = Command::new("git")
            .args(["-c", "user.name=T", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"])
            .args(arguments)
            .current_dir(self.folder.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_AUTHOR_DATE", &now)
            .env("GIT_COMMITTER_DATE", &now)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .unwrap();
        status.success()
    }

    /// The id of a commit with a line end, if there is one.
    pub fn id(&self, rev: &str) -> Option<Vec<u8>> {
        let mut git = Command::new("git");
        let output = git.args(["rev-parse", "--verify", "-q", rev]).current_dir(self.folder.path()).output().unwrap();
        Some(output.stdout).filter(|_| output.status.success())
    }

    /// Brings the base up to date on so many threads.
    pub fn index(&self, jobs: u32) -> IndexReport {
        index_at(self.folder.path(), &self.config, jobs, false)
    }

    /// Builds the base from nothing.
    pub fn rebuild(&self) {
        index_at(self.folder.path(), &self.config, 2, true);
    }

    /// The base, open.
    pub fn curated(&self) -> Curated {
        let state = StateDir::open(&self.root()).unwrap().unwrap();
        let Opened::Ready(curated) = Curated::open(&state).unwrap() else { panic!("no usable base") };
        curated
    }

    /// The canonical text of the base.
    pub fn dump(&self) -> String {
        dump_at(self.folder.path())
    }

    /// The canonical text of a base built from nothing, in a copy of the repository.
    pub fn dump_of_rebuilt_copy(&self) -> String {
        let copy = tempfile::tempdir().unwrap();
        copy_tree(self.folder.path(), copy.path());
        index_at(copy.path(), &self.config, 1, false);
        dump_at(copy.path())
    }
}

fn index_at(root: &Path, config: &Config, jobs: u32, rebuild: bool) -> IndexReport {
    let repository = Repository::discover(root).unwrap();
    let mut config = config.clone();
    config.index.jobs = jobs;
    let cancelled = AtomicBool::new(false);
    let options = IndexOptions { config: &config, rebuild, observe: false, progress: &Silent, cancelled: &cancelled };
    index(&repository, &options).unwrap().0
}

fn dump_at(root: &Path) -> String {
    let state = StateDir::open(root).unwrap().unwrap();
    let Opened::Ready(curated) = Curated::open_read_only(&state).unwrap() else { panic!("no usable base") };
    let mut text = Vec::new();
    tribunal_store::dump(&curated, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn copy_tree(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        if entry.file_name() == ".tribunal" {
            continue;
        }
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            fs::create_dir_all(&target).unwrap();
            copy_tree(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
