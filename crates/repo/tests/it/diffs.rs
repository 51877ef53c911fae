//! What changed between two commits.

use crate::support::{Sandbox, shown};
use std::os::unix::fs::PermissionsExt;
use tribunal_repo::{CommitId, Hunk, line_hunks};

const POEM: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";

#[track_caller]
fn check(before: impl FnOnce(&Sandbox), change: impl FnOnce(&Sandbox), expected: &[&str]) {
    let sandbox = Sandbox::new();
    before(&sandbox);
    let old: CommitId = sandbox.commit("before").parse().expect("id");
    change(&sandbox);
    let new: CommitId = sandbox.commit("after").parse().expect("id");
    let files = sandbox.open().diff(Some(old), new).expect("compares");
    assert_eq!(shown(&files), expected);
}

fn remove(sandbox: &Sandbox, path: &str) {
    std::fs::remove_file(sandbox.root().join(path)).expect("removes");
}

fn poem(sandbox: &Sandbox) {
    sandbox.write("a/poem.txt", POEM);
}

#[test]
fn an_edit_is_counted_by_lines() {
    check(poem, |it| it.write("a/poem.txt", POEM.replace("two\n", "2\nzwei\n")), &["M a/poem.txt +2 -1"]);
}

#[test]
fn additions_and_deletions_count_every_line() {
    check(
        |it| it.write("old", "1\n2\nno newline"),
        |it| {
            remove(it, "old");
            it.write("dir/new", "x\n");
            it.write("empty", "");
        },
        &["A dir/new +1 -0", "A empty +0 -0", "D old +0 -3"],
    );
}

#[test]
fn a_rename_keeps_its_old_path() {
    check(
        poem,
        |it| {
            remove(it, "a/poem.txt");
            it.write("b/verse.txt", POEM);
        },
        &["R a/poem.txt -> b/verse.txt +0 -0"],
    );
}

#[test]
fn a_rename_with_edits_is_one_change_above_half() {
    let moved = |text: String| {
        move |it: &Sandbox| {
            remove(it, "a/poem.txt");
            it.write("b/verse.txt", text);
        }
    };
    check(poem, moved(POEM.replace("ten", "TEN")), &["R a/poem.txt -> b/verse.txt +1 -1"]);
    let other = POEM.to_uppercase();
    check(poem, moved(other), &["D a/poem.txt +0 -10", "A b/verse.txt +10 -0"]);
}

#[test]
fn a_change_of_mode_alone_is_no_edit() {
    let executable = |it: &Sandbox| {
        let permissions = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(it.root().join("a/poem.txt"), permissions).expect("sets");
    };
    check(poem, executable, &["mode a/poem.txt +0 -0"]);
}

#[test]
fn a_binary_file_has_no_lines() {
    check(|it| it.write("x.bin", b"a\0b"), |it| it.write("x.bin", b"a\0c\n"), &["M x.bin"]);
}

#[test]
fn a_file_that_becomes_a_folder_is_deleted() {
    check(
        |it| it.write("x", "1\n"),
        |it| {
            remove(it, "x");
            it.write("x/y", "other\n");
        },
        &["D x +0 -1", "A x/y +1 -0"],
    );
}

#[test]
fn a_link_in_place_of_a_file_is_a_change() {
    check(
        |it| it.write("x", "1\n2\n"),
        |it| {
            remove(it, "x");
            std::os::unix::fs::symlink("target", it.root().join("x")).expect("link");
        },
        &["M x +1 -2"],
    );
}

#[test]
fn a_root_commit_adds_everything() {
    let sandbox = Sandbox::new();
    poem(&sandbox);
    let root: CommitId = sandbox.commit("root").parse().expect("id");
    let files = sandbox.open().diff(None, root).expect("compares");
    assert_eq!(shown(&files), ["A a/poem.txt +10 -0"]);
}

#[test]
fn a_merge_is_compared_with_the_parent_that_is_asked_for() {
    let sandbox = Sandbox::new();
    sandbox.write("base", "x\n");
    sandbox.commit("base");
    sandbox.git(["checkout", "--quiet", "-b", "side"]);
    sandbox.write("side", "x\n");
    let side: CommitId = sandbox.commit("side").parse().expect("id");
    sandbox.git(["checkout", "--quiet", "main"]);
    sandbox.write("main", "x\n");
    let main: CommitId = sandbox.commit("main").parse().expect("id");
    sandbox.git(["merge", "--quiet", "--no-edit", "side"]);
    let repository = sandbox.open();
    let merge = repository.resolve("HEAD").expect("resolves");
    assert_eq!(shown(&repository.diff(Some(main), merge).expect("compares")), ["A side +1 -0"]);
    assert_eq!(shown(&repository.diff(Some(side), merge).expect("compares")), ["A main +1 -0"]);
}

#[test]
fn hunks_are_those_of_git_without_context() {
    let hunk = |old_start, old_lines, new_start, new_lines| Hunk { old_start, old_lines, new_start, new_lines };
    let cases = [
        ("a\nb\nc\n", "a\nB\nc\n", vec![hunk(2, 1, 2, 1)]),
        ("a\nb\n", "a\nx\nb\n", vec![hunk(1, 0, 2, 1)]),
        ("", "a\n", vec![hunk(0, 0, 1, 1)]),
        ("a\nb\nc\n", "c\n", vec![hunk(1, 2, 0, 0)]),
        ("a", "a\n", vec![hunk(1, 1, 1, 1)]),
        ("same\r\n", "same\r\n", vec![]),
        ("a\r\n", "a\n", vec![hunk(1, 1, 1, 1)]),
    ];
    for (old, new, expected) in cases {
        assert_eq!(line_hunks(old.as_bytes(), new.as_bytes()), expected, "{old:?} to {new:?}");
    }
}
