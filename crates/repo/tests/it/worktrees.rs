//! What a captured working tree contains, and that reading it stays inside.

use crate::support::{Sandbox, git, os, path, paths, text};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::time::{Duration, SystemTime};
use tribunal_repo::{EntryKind, ProblemReason, RepoError, WorktreeOptions};

#[test]
fn ignored_files_are_absent_unless_they_are_tracked() {
    let sandbox = Sandbox::new();
    for name in ["tracked.log", "build/kept.o", "src/a.py", ".hidden"] {
        sandbox.write(name, "x");
    }
    sandbox.commit("one");
    sandbox.write(".gitignore", "*.log\n/build/\n!keep.log\n");
    sandbox.write("src/.gitignore", "*.tmp\n!/special.tmp\n");
    for name in ["new.log", "keep.log", "build/other.o", "src/b.py", "src/x.tmp", "src/special.tmp", "excluded"] {
        sandbox.write(name, "x");
    }
    std::fs::write(sandbox.root().join(".git/info/exclude"), "excluded\n").expect("writes");
    let expected = [
        ".gitignore",
        ".hidden",
        "build/kept.o",
        "keep.log",
        "src/.gitignore",
        "src/a.py",
        "src/b.py",
        "src/special.tmp",
        "tracked.log",
    ];
    assert_eq!(paths(&sandbox.worktree()), expected);
    let tracked = sandbox.open().worktree(WorktreeOptions { untracked: false }).expect("captures");
    assert_eq!(paths(&tracked), [".hidden", "build/kept.o", "src/a.py", "tracked.log"]);
}

#[test]
fn what_git_lists_is_what_is_captured() {
    let sandbox = Sandbox::new();
    sandbox.write(".gitignore", "a*/\n**/deep/**/x\n*.[oa]\n\\#odd\ndoc/*.txt\n!doc/keep.txt\ntrail\\ \n");
    sandbox.write("lib/.gitignore", "/only-here\nsub/\n");
    for name in [
        "abc/f",
        "b/abc/g",
        "x/deep/y/z/x",
        "x/deep/x",
        "f.o",
        "f.a",
        "f.b",
        "#odd",
        "doc/a.txt",
        "doc/keep.txt",
        "lib/only-here",
        "lib/z/only-here",
        "lib/sub/t",
        "sub/t",
        "trail ",
        "a",
        "lib/a-file",
    ] {
        sandbox.write(name, "x");
    }
    let listed = sandbox.git(["-c", "core.quotePath=false", "ls-files", "--others", "--exclude-standard"]);
    let mut listed: Vec<_> = listed.lines().collect();
    listed.sort_unstable();
    assert_eq!(paths(&sandbox.worktree()), listed);
}

#[test]
fn deleted_files_are_absent_and_changed_ones_are_read_from_disk() {
    let sandbox = Sandbox::new();
    sandbox.write("gone", "x");
    sandbox.write("kept", "old");
    sandbox.commit("one");
    std::fs::remove_file(sandbox.root().join("gone")).expect("removes");
    sandbox.write("kept", "new");
    let snapshot = sandbox.worktree();
    assert_eq!(paths(&snapshot), ["kept"]);
    assert_eq!(snapshot.read_path(&path("kept")).expect("reads"), b"new");
}

#[test]
fn names_may_be_any_bytes() {
    let sandbox = Sandbox::new();
    let names: [&[u8]; 6] = [b"caf\xe9.py", b"new\nline", b"quo\"te", b"sp ace", b"tab\t", b"\xff\xfe/\x01"];
    for name in &names[..3] {
        sandbox.write(os(name), name);
    }
    let commit = sandbox.commit("one");
    let repository = sandbox.open();
    let stored = repository.commit_snapshot(commit.parse().expect("id")).expect("lists");
    for name in &names[3..] {
        sandbox.write(os(name), name);
    }
    let captured = sandbox.worktree();
    for name in names {
        assert_eq!(captured.read_path(&path(name)).expect("reads"), name);
    }
    for name in &names[..3] {
        assert_eq!(stored.read_path(&path(name)).expect("reads"), *name);
    }
    let sorted = captured.entries().is_sorted_by(|one, two| one.path.as_bytes() < two.path.as_bytes());
    assert!(sorted && captured.entries().len() == 6);
}

#[test]
fn links_are_read_as_their_target_and_never_followed() {
    let sandbox = Sandbox::new();
    std::fs::write(sandbox.outside().join("secret"), "secret").expect("writes");
    symlink("loop", sandbox.root().join("loop")).expect("link");
    symlink("../secret", sandbox.root().join("out")).expect("link");
    symlink("..", sandbox.root().join("folder")).expect("link");
    symlink("nowhere", sandbox.root().join("dangling")).expect("link");
    let commit = sandbox.commit("one");
    let stored = sandbox.open().commit_snapshot(commit.parse().expect("id")).expect("lists");
    for snapshot in [sandbox.worktree(), stored] {
        assert_eq!(paths(&snapshot), ["dangling", "folder", "loop", "out"]);
        assert!(snapshot.entries().iter().all(|entry| entry.kind == EntryKind::Symlink));
        assert_eq!(snapshot.read_path(&path("out")).expect("reads"), b"../secret");
        assert_eq!(snapshot.read_path(&path("loop")).expect("reads"), b"loop");
    }
}

#[test]
fn a_folder_swapped_for_a_link_does_not_lead_outside() {
    let sandbox = Sandbox::new();
    sandbox.write("dir/file", "inside");
    sandbox.commit("one");
    let snapshot = sandbox.worktree();
    std::fs::create_dir(sandbox.outside().join("other")).expect("folder");
    std::fs::write(sandbox.outside().join("other/file"), "secret").expect("writes");
    std::fs::remove_dir_all(sandbox.root().join("dir")).expect("removes");
    symlink("../other", sandbox.root().join("dir")).expect("link");
    assert!(matches!(snapshot.read_path(&path("dir/file")), Err(RepoError::Io { .. })));
    assert_eq!(paths(&sandbox.worktree()), ["dir"], "the tracked file behind the link is gone");
}

#[test]
fn a_file_that_vanishes_or_changes_its_kind_fails_alone() {
    let sandbox = Sandbox::new();
    for name in ["link", "gone", "folder", "kept"] {
        sandbox.write(name, "x");
    }
    let snapshot = sandbox.worktree();
    for name in ["link", "gone", "folder"] {
        std::fs::remove_file(sandbox.root().join(name)).expect("removes");
    }
    std::fs::create_dir(sandbox.root().join("folder")).expect("folder");
    symlink("kept", sandbox.root().join("link")).expect("link");
    for name in ["link", "gone", "folder"] {
        assert!(matches!(snapshot.read_path(&path(name)), Err(RepoError::Io { .. })), "{name}");
    }
    assert_eq!(snapshot.read_path(&path("kept")).expect("reads"), b"x");
    assert!(matches!(snapshot.read_path(&path("never")), Err(RepoError::NotAFile { .. })));
}

#[test]
fn fifos_and_nested_repositories_are_problems_and_not_entries() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "x");
    sandbox.write("nested/file", "x");
    text(&git(&sandbox.root().join("nested"), &["init", "--quiet"]));
    sandbox.write(".tribunal/state", "x");
    let made = std::process::Command::new("mkfifo").arg(sandbox.root().join("fifo")).status();
    assert!(made.expect("mkfifo runs").success());
    let snapshot = sandbox.worktree();
    assert_eq!(paths(&snapshot), ["a"]);
    let problems: Vec<_> = snapshot.problems().iter().map(|it| (it.path.as_slice(), it.reason.clone())).collect();
    assert_eq!(problems, [(&b"fifo"[..], ProblemReason::Special), (&b"nested"[..], ProblemReason::NestedRepository)]);
}

#[test]
fn unreadable_places_are_problems_of_their_own() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "x");
    sandbox.write("locked/file", "x");
    let locked = sandbox.root().join("locked");
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o000)).expect("locks");
    let snapshot = sandbox.worktree();
    let readable_by_root = std::fs::read_dir(&locked).is_ok();
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o700)).expect("unlocks");
    if readable_by_root {
        assert_eq!(paths(&snapshot), ["a", "locked/file"]);
    } else {
        assert_eq!(paths(&snapshot), ["a"]);
        assert!(matches!(snapshot.problems()[0].reason, ProblemReason::Unreadable(_)));
    }
}

#[test]
fn folders_nested_without_end_are_a_problem() {
    let sandbox = Sandbox::new();
    let deep = "d/".repeat(300);
    sandbox.write(format!("{deep}file"), "x");
    sandbox.write("a", "x");
    let snapshot = sandbox.worktree();
    assert_eq!(paths(&snapshot), ["a"]);
    assert_eq!(snapshot.problems()[0].reason, ProblemReason::TooDeep);
}

#[test]
fn line_endings_are_left_alone() {
    let sandbox = Sandbox::new();
    sandbox.write("crlf.txt", "a\r\nb\r\n");
    sandbox.write("mixed.txt", "a\r\nb\n");
    let commit = sandbox.commit("one");
    sandbox.write(".gitattributes", "*.txt text eol=lf\n");
    sandbox.git(["config", "core.autocrlf", "true"]);
    let stored = sandbox.open().commit_snapshot(commit.parse().expect("id")).expect("lists");
    for snapshot in [sandbox.worktree(), stored] {
        assert_eq!(snapshot.read_path(&path("crlf.txt")).expect("reads"), b"a\r\nb\r\n");
        assert_eq!(snapshot.read_path(&path("mixed.txt")).expect("reads"), b"a\r\nb\n");
    }
}

#[test]
fn a_stamp_changes_with_the_file_and_only_then() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "one");
    sandbox.write("b", "one");
    let long_ago = SystemTime::now() - Duration::from_mins(1);
    let before = sandbox.worktree();
    std::fs::write(sandbox.root().join("a"), "two").expect("writes");
    let file = std::fs::File::options().write(true).open(sandbox.root().join("a")).expect("opens");
    file.set_modified(long_ago).expect("sets the time back");
    let after = sandbox.worktree();
    let stamp =
        |snapshot: &tribunal_repo::Snapshot, name: &str| snapshot.find(&path(name)).map(|it| it.stamp.to_string());
    assert_ne!(stamp(&before, "a"), stamp(&after, "a"), "the time of the attributes cannot be set back");
    assert_eq!(stamp(&before, "b"), stamp(&after, "b"));
    assert!(!after.is_settled(&after.entries()[0]), "changed just now");
}

#[test]
fn the_executable_bit_and_sizes_are_recorded() {
    let sandbox = Sandbox::new();
    sandbox.write("run.sh", "#!/bin/sh\n");
    std::fs::set_permissions(sandbox.root().join("run.sh"), std::fs::Permissions::from_mode(0o755)).expect("sets");
    let commit = sandbox.commit("one");
    let stored = sandbox.open().commit_snapshot(commit.parse().expect("id")).expect("lists");
    for snapshot in [sandbox.worktree(), stored] {
        let entry = &snapshot.entries()[0];
        assert_eq!((entry.kind, entry.size), (EntryKind::Executable, 10));
    }
}

#[test]
fn one_snapshot_is_read_from_many_threads() {
    let sandbox = Sandbox::new();
    for number in 0..50 {
        sandbox.write(format!("{number}.txt"), format!("{number}"));
    }
    let commit = sandbox.commit("one");
    let stored = sandbox.open().commit_snapshot(commit.parse().expect("id")).expect("lists");
    for snapshot in [sandbox.worktree(), stored] {
        let read = || snapshot.entries().iter().map(|entry| snapshot.read(entry).expect("reads").len()).sum::<usize>();
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(read)).collect();
            for thread in threads {
                assert_eq!(thread.join().expect("finishes"), 90);
            }
        });
    }
}
