//! Nothing in a repository's configuration runs.

use crate::support::{Sandbox, git};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use tribunal_repo::{HistoryLimits, WorktreeOptions};

/// A repository in which every known way to run something leaves a marker.
fn trapped() -> (Sandbox, PathBuf) {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one\n");
    sandbox.write("b.bin", "one\n");
    sandbox.commit("one");
    sandbox.write("a.txt", "two\n");
    sandbox.write("b.bin", "two\n");
    sandbox.commit("two");
    let marker = sandbox.outside().join("marker");
    let script = sandbox.outside().join("trap.sh");
    std::fs::write(&script, format!("#!/bin/sh\necho \"$0 $*\" >> '{}'\ncat\n", marker.display())).expect("writes");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("sets");
    let hooks = sandbox.outside().join("hooks");
    std::fs::create_dir(&hooks).expect("folder");
    for hook in ["post-checkout", "post-index-change", "pre-commit", "reference-transaction"] {
        std::fs::copy(&script, hooks.join(hook)).expect("copies");
    }
    let script = script.to_str().expect("text");
    for key in [
        "core.fsmonitor",
        "filter.trap.clean",
        "filter.trap.smudge",
        "filter.trap.process",
        "diff.trap.textconv",
        "diff.trap.command",
        "diff.external",
        "core.pager",
        "core.sshCommand",
        "core.alternateRefsCommand",
        "merge.trap.driver",
        "core.askPass",
        "gpg.program",
    ] {
        sandbox.git(["config", key, script]);
    }
    sandbox.git(["config", "core.hooksPath", hooks.to_str().expect("text")]);
    let included = sandbox.outside().join("included");
    std::fs::write(&included, format!("[core]\n\tfsmonitor = {script}\n")).expect("writes");
    sandbox.git(["config", "include.path", included.to_str().expect("text")]);
    std::fs::write(sandbox.root().join(".gitattributes"), "* filter=trap diff=trap merge=trap\n").expect("writes");
    std::fs::write(sandbox.root().join("a.txt"), "three\n").expect("writes");
    let _ = std::fs::remove_file(&marker);
    (sandbox, marker)
}

#[test]
fn reading_a_trapped_repository_runs_nothing() {
    let (sandbox, marker) = trapped();
    let repository = sandbox.open();
    let head = repository.resolve("HEAD").expect("resolves");
    let captured = repository.worktree(WorktreeOptions::default()).expect("captures");
    let stored = repository.commit_snapshot(head).expect("lists");
    for snapshot in [captured, stored] {
        for entry in snapshot.entries() {
            snapshot.read(entry).expect("reads");
        }
    }
    let base = repository.resolve("HEAD~1").expect("resolves");
    assert_eq!(repository.diff(Some(base), head).expect("compares").len(), 2);
    assert_eq!(repository.history(head, HistoryLimits::default()).expect("reads").commits.len(), 2);
    assert_eq!(repository.merge_base(base, head).expect("finds"), Some(base));
    assert!(!marker.exists(), "{}", std::fs::read_to_string(&marker).unwrap_or_default());
}

#[test]
fn the_traps_work_when_git_itself_runs() {
    for arguments in [&["status"][..], &["diff", "HEAD~1", "HEAD"], &["checkout", "-q", "HEAD~1", "--", "a.txt"]] {
        let (sandbox, marker) = trapped();
        git(&sandbox.root(), arguments);
        assert!(marker.exists(), "git {arguments:?} sprang no trap");
    }
}
