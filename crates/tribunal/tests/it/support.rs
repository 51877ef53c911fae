//! A temporary folder, usually a repository, in which the binary and git run with an environment of their own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A folder with a home of its own beside it.
pub struct Place {
    temporary: TempDir,
    variables: Vec<(String, String)>,
}

/// What a command left behind.
pub struct Ran {
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
}

impl Place {
    /// A folder that is no repository.
    pub fn folder() -> Self {
        let place = Self { temporary: TempDir::new().expect("a temporary folder"), variables: Vec::new() };
        std::fs::create_dir(place.root()).expect("a new folder");
        std::fs::create_dir(place.home()).expect("a new folder");
        place
    }

    /// A repository without commits.
    pub fn repository() -> Self {
        let place = Self::folder();
        place.git(&["init", "--quiet", "--initial-branch=main"]);
        place
    }

    pub fn root(&self) -> PathBuf {
        self.temporary.path().join("project")
    }

    pub fn home(&self) -> PathBuf {
        self.temporary.path().join("home")
    }

    /// Writes files below the root.
    pub fn with(self, files: &[(&str, &str)]) -> Self {
        files.iter().for_each(|(path, text)| self.write(path, text));
        self
    }

    /// Sets an environment variable for the runs that follow.
    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        std::fs::write(path, text).expect("a file");
    }

    pub fn write_user_config(&self, text: &str) {
        let folder = self.home().join(".config/tribunal");
        std::fs::create_dir_all(&folder).expect("folders");
        std::fs::write(folder.join("config.toml"), text).expect("a file");
    }

    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.root().join(path)).expect("a readable file")
    }

    #[track_caller]
    pub fn git(&self, args: &[&str]) {
        let output = self.isolated("git", &self.root()).args(args).output().expect("git runs");
        assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    pub fn commit(&self, message: &str) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", message]);
    }

    /// Runs the binary in the root.
    pub fn run(&self, args: &[&str]) -> Ran {
        self.run_in(&self.root(), args)
    }

    /// Runs the binary in a folder.
    pub fn run_in(&self, dir: &Path, args: &[&str]) -> Ran {
        self.ran(&self.command(dir, args).output().expect("the binary runs"))
    }

    /// The binary, ready to be started.
    pub fn command(&self, dir: &Path, args: &[&str]) -> Command {
        let mut command = self.isolated(env!("CARGO_BIN_EXE_tribunal"), dir);
        command.args(args).stdin(Stdio::null());
        command
    }

    /// Runs a shell line in which `$TRIBUNAL` is the binary.
    pub fn shell(&self, line: &str) -> Ran {
        let mut command = self.isolated("bash", &self.root());
        command.args(["-c", line]).env("TRIBUNAL", env!("CARGO_BIN_EXE_tribunal")).stdin(Stdio::null());
        self.ran(&command.output().expect("bash runs"))
    }

    fn isolated(&self, program: &str, dir: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(dir).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("HOME", self.home()).env("COLUMNS", "100").env("LANG", "C.UTF-8");
        command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
        for who in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{who}_NAME"), "Ada").env(format!("GIT_{who}_EMAIL"), "ada@example.invalid");
            command.env(format!("GIT_{who}_DATE"), "2024-01-01T00:00:00Z");
        }
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Output with the temporary folder named, so that it can be compared.
    pub fn ran(&self, output: &Output) -> Ran {
        let root = std::fs::canonicalize(self.temporary.path()).expect("the folder is there");
        let clean = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&root.display().to_string(), "[TMP]");
        Ran { stdout: clean(&output.stdout), stderr: clean(&output.stderr), code: output.status.code().unwrap_or(-1) }
    }
}

impl Ran {
    /// Everything a user sees, for a snapshot.
    pub fn seen(&self) -> String {
        format!("code {}\n--- stdout\n{}--- stderr\n{}", self.code, self.stdout, self.stderr)
    }

    /// stdout as JSON.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {}", self.seen()))
    }

    /// The same, if the run ended well.
    #[track_caller]
    pub fn ok(self) -> Self {
        assert_eq!(self.code, 0, "{}", self.seen());
        self
    }
}
