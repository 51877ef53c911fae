//! The doctor's checks that look at programs, folders and disks.

use crate::error::move_away;
use crate::output::grouped;
use crate::world::STATE_FOLDER;
use rustix::fs::{Access, access, statvfs};
use std::path::Path;
use std::process::{Command, Stdio};
use tribunal_engine::doctor::Check;
use tribunal_engine::repository::Repository;
use tribunal_engine::state::{Present, StateDir, StoreError, base_check};

/// Below this a knowledge base of a large repository may not fit: django's takes about 100 MB.
const LITTLE_SPACE: u64 = 512 << 20;

/// Information only: nothing here needs the git program.
pub fn git_program() -> Check {
    const NAME: &str = "git program";
    // Started at the root of the file system, so that no repository's configuration is read.
    let output = Command::new("git").arg("--version").current_dir("/").stdin(Stdio::null()).output();
    match output {
        Ok(output) if output.status.success() => {
            let text = String::from_utf8_lossy(&output.stdout);
            Check::ok(NAME, text.trim().trim_start_matches("git version ").to_owned())
        }
        _ => Check::ok(NAME, "none; it is not needed"),
    }
}

/// Whether the checkout leaves files out.
pub fn sparse(repository: &Repository) -> Option<Check> {
    let patterns = repository.git_dir().join("info").join("sparse-checkout");
    let config = std::fs::read_to_string(repository.git_dir().join("config.worktree")).unwrap_or_default()
        + &std::fs::read_to_string(repository.git_dir().join("config")).unwrap_or_default();
    let on = config.lines().any(|line| {
        let line: String = line.to_ascii_lowercase().split_whitespace().collect();
        line == "sparsecheckout=true"
    });
    (on && patterns.is_file()).then(|| {
        Check::warning("working tree", "sparse: files left out are not looked at", "git sparse-checkout disable")
    })
}

/// The state folder, what lies in it and the room around it.
pub fn state(repository: &Repository, present: Option<Present<'_>>) -> Vec<Check> {
    let Some(home) = repository.root() else { return Vec::new() };
    let folder = home.join(STATE_FOLDER);
    let mut checks = vec![writable(home, &folder)];
    match StateDir::open(home) {
        Ok(state) => checks.extend([base_check(state.as_ref(), present), raw_base(&folder)]),
        // Nothing lies in what is no folder; the line above says so.
        Err(StoreError::InTheWay { .. }) => {}
        Err(error) => checks.push(Check::failure("knowledge base", error.to_string(), "tribunal index")),
    }
    checks.extend(disk_space(home));
    checks
}

fn writable(home: &Path, folder: &Path) -> Check {
    const NAME: &str = "state folder";
    let there = folder.symlink_metadata();
    if let Err(error @ StoreError::InTheWay { .. }) = StateDir::open(home) {
        return Check::failure(NAME, error.to_string(), move_away(folder));
    }
    let place = if there.is_ok() { folder } else { home };
    match access(place, Access::WRITE_OK | Access::EXEC_OK) {
        Ok(()) if there.is_ok() => Check::ok(NAME, format!("{STATE_FOLDER} is writable")),
        Ok(()) => Check::ok(NAME, format!("{STATE_FOLDER} will be made")),
        Err(error) => {
            let found = format!("cannot write to {}: {error}", place.display());
            Check::failure(NAME, found, format!("chmod u+wx {}", place.display()))
        }
    }
}

fn raw_base(folder: &Path) -> Check {
    const NAME: &str = "log";
    match std::fs::metadata(folder.join("raw.sqlite")) {
        Ok(metadata) => Check::ok(NAME, format!("present, {} KiB", grouped(metadata.len() >> 10))),
        Err(_) => Check::ok(NAME, "empty"),
    }
}

fn disk_space(home: &Path) -> Option<Check> {
    const NAME: &str = "disk space";
    let space = statvfs(home).ok()?;
    let free = space.f_bavail.saturating_mul(space.f_frsize);
    let found = format!("{} MiB free", grouped(free >> 20));
    Some(if free < LITTLE_SPACE { Check::warning(NAME, found, "free some space") } else { Check::ok(NAME, found) })
}
