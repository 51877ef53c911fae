//! Repositories that are missing, empty, bare, or hold only a part of what they could.

use super::{found, index, known, overview, refused, skipped, still_knows};
use crate::support::Place;

#[test]
fn a_folder_without_git_is_refused() {
    let place = Place::folder().with(&[("a.py", "x = 1\n")]);
    for args in [&["index"][..], &["query", "overview"], &["query", "overview", "--no-index"]] {
        refused(&place.run(args), &["[TMP]/project is not inside a git repository", "hint: run `git init`"]);
    }
    assert!(!place.root().join(".tribunal").exists(), "a refused folder is left as it was");
}

#[test]
fn a_base_outlives_the_absence_of_git() {
    let place = known();
    let before = overview(&place);
    place.shell("mv .git ../kept.git").ok();
    refused(&place.run(&["index"]), &["is not inside a git repository"]);
    place.shell("mv ../kept.git .git").ok();
    assert_eq!(still_knows(&place), before);
}

#[test]
fn an_empty_repository_gives_an_empty_base() {
    let place = Place::repository();
    let report = index(&place);
    assert_eq!((&report["files"], &report["commits"], &report["problems"]), (&0.into(), &0.into(), &0.into()));
    assert_eq!(overview(&place)["files"], 0);
    assert!(place.run(&["index"]).ok().stdout.starts_with("indexed 0 files, 0 symbols"));
}

#[test]
fn files_without_a_commit_are_indexed() {
    let place = Place::repository().with(&[("a.py", "def early():\n    pass\n")]);
    assert_eq!(index(&place)["commits"], 0);
    assert_eq!(found(&place, "early"), 1);
}

#[test]
fn a_bare_repository_is_refused() {
    let place = known();
    let before = overview(&place);
    place.git(&["config", "core.bare", "true"]);
    for args in [&["index"][..], &["query", "overview"]] {
        refused(&place.run(args), &["the repository is bare: it has no working tree", "hint: ", "git worktree add"]);
    }
    place.git(&["config", "core.bare", "false"]);
    assert_eq!(still_knows(&place), before);
    place.git(&["clone", "--quiet", "--bare", ".", "../bare.git"]);
    let bare = place.root().with_file_name("bare.git");
    refused(&place.run_in(&bare, &["index"]), &["the repository is bare"]);
    assert!(!bare.join(".tribunal").exists(), "a refused repository is left as it was");
}

#[test]
fn a_detached_head_is_a_head() {
    let place = known();
    place.write("c.py", "def later():\n    pass\n");
    place.commit("two");
    let report = index(&place);
    assert_eq!((&report["commits"], &report["commits_read"]), (&2.into(), &1.into()));
    place.git(&["checkout", "--quiet", "--detach", "HEAD~1"]);
    let report = index(&place);
    assert_eq!((&report["commits"], &report["commits_read"]), (&1.into(), &0.into()));
    assert_eq!(report["files"], 2);
    assert_eq!(found(&place, "later"), 0);
    still_knows(&place);
}

#[test]
fn a_shallow_clone_has_the_history_it_has() {
    let place = known();
    place.write("c.py", "def later():\n    pass\n");
    place.commit("two");
    place.shell("git clone --quiet --depth 1 file://$PWD ../shallow").ok();
    let shallow = place.root().with_file_name("shallow");
    let report = place.run_in(&shallow, &["index", "--json"]).ok().json();
    assert_eq!((&report["commits"], &report["files"], &report["problems"]), (&1.into(), &3.into(), &0.into()));
    let commits = place.run_in(&shallow, &["query", "commits", "a.py", "--json", "--no-index"]).ok().json();
    assert_eq!(commits, serde_json::json!([]), "what the commit at the boundary changed is not known");
    let symbols = place.run_in(&shallow, &["query", "symbols", "later", "--json", "--no-index"]).ok().json();
    assert_eq!(symbols["total"], 1);
    place.shell("cd ../shallow && git fetch --quiet --unshallow").ok();
    let report = place.run_in(&shallow, &["index", "--json"]).ok().json();
    assert_eq!(report["commits"], 2, "a deepened clone is noticed");
    let commits = place.run_in(&shallow, &["query", "commits", "a.py", "--json", "--no-index"]).ok().json();
    assert_eq!(commits.as_array().map(Vec::len), Some(1));
}

#[test]
fn a_submodule_is_named_and_not_entered() {
    let place = known();
    let library = Place::repository().with(&[("inner.py", "def inner():\n    pass\n")]);
    library.commit("library");
    let address = format!("file://{}", library.root().display());
    place.git(&["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", &address, "lib"]);
    for state in ["added", "committed", "emptied"] {
        match state {
            "committed" => place.commit("with a submodule"),
            "emptied" => place.git(&["submodule", "--quiet", "deinit", "--force", "lib"]),
            _ => {}
        }
        assert_eq!(skipped(&index(&place), "lib"), Some("a submodule"), "{state}");
        assert_eq!(found(&place, "inner"), 0, "{state}");
    }
    refused(&place.run(&["query", "file", "lib/inner.py"]), &["there is no file `lib/inner.py`"]);
    still_knows(&place);
}

#[test]
fn a_sparse_checkout_is_indexed_as_far_as_it_is_there() {
    let place = known();
    place.write("in/one.py", "def inside():\n    pass\n");
    place.write("out/two.py", "def outside():\n    pass\n");
    place.commit("two folders");
    index(&place);
    assert_eq!((found(&place, "inside"), found(&place, "outside")), (1, 1));
    place.git(&["sparse-checkout", "set", "in"]);
    let report = index(&place);
    assert_eq!((&report["files"], &report["problems"]), (&3.into(), &0.into()));
    assert_eq!((found(&place, "inside"), found(&place, "outside")), (1, 0));
    place.git(&["sparse-checkout", "disable"]);
    index(&place);
    assert_eq!(found(&place, "outside"), 1);
    still_knows(&place);
}
