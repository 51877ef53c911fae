//! `tribunal doctor` in repositories of every state.

use crate::support::{Place, Ran};

/// Lines without what differs between machines.
fn lines(ran: &Ran) -> String {
    let machine = ["git program", "disk space", "models"];
    let kept = ran.stdout.lines().filter(|line| !machine.iter().any(|name| line.contains(name)));
    let lines: Vec<_> = kept.map(str::trim_end).collect();
    format!("code {}\n{}\n", ran.code, lines.join("\n"))
}

#[test]
fn folder_without_git() {
    insta::assert_snapshot!(lines(&Place::folder().run(&["doctor"])), @"
    code 2
    ✗  repository     [TMP]/project is not inside a git repository  → git init
    ✓  configuration  defaults
    ✓  embedder       embedded: tribunal-words-1, vectors of 2048 numbers, no network
    ");
}

#[test]
fn repository_without_commits() {
    let place = Place::repository().with(&[("a.py", "x = 1\n")]);
    insta::assert_snapshot!(lines(&place.run(&["doctor"])), @"
    code 0
    !  repository      [TMP]/project, no commits yet: there is no history  → git commit
    ✓  configuration   defaults
    ✓  languages       python 1
    ✓  state folder    .tribunal will be made
    !  knowledge base  not built yet  → tribunal index
    ✓  log             empty
    ✓  embedder        embedded: tribunal-words-1, vectors of 2048 numbers, no network
    ");
}

#[test]
fn repository_with_a_commit() {
    let place = Place::repository().with(&[("a.py", "x = 1\n"), ("b.rs", "")]);
    place.commit("one");
    insta::assert_snapshot!(lines(&place.run(&["doctor"])), @"
    code 0
    ✓  repository      [TMP]/project, branch main at 523cebb78b
    ✓  configuration   defaults
    ✓  languages       rust 1, python 1
    ✓  state folder    .tribunal will be made
    !  knowledge base  not built yet  → tribunal index
    ✓  log             empty
    ✓  embedder        embedded: tribunal-words-1, vectors of 2048 numbers, no network
    ");
}

#[test]
fn detached_head() {
    let place = Place::repository().with(&[("a.py", "x = 1\n")]);
    place.commit("one");
    place.git(&["checkout", "--quiet", "--detach"]);
    let seen = lines(&place.run(&["doctor"]));
    assert!(seen.contains("detached at "), "{seen}");
    assert!(seen.starts_with("code 0"), "{seen}");
}

#[test]
fn bare_repository() {
    let place = Place::repository().with(&[("a.py", "x = 1\n")]);
    place.commit("one");
    place.git(&["clone", "--quiet", "--bare", ".", "../bare.git"]);
    let seen = lines(&place.run_in(&place.root().join("../bare.git"), &["doctor"]));
    insta::assert_snapshot!(seen, @"
    code 2
    ✓  repository     [TMP]/bare.git, branch main at cf082f0f96
    ✗  working tree   bare: there is none to index  → git worktree add ../work
    ✓  configuration  defaults
    ✓  languages      python 1
    ✓  embedder       embedded: tribunal-words-1, vectors of 2048 numbers, no network
    ");
}

#[test]
fn shallow_clone() {
    let place = Place::repository().with(&[("a.py", "x = 1\n")]);
    place.commit("one");
    place.commit("two");
    let source = format!("file://{}", place.root().display());
    place.git(&["clone", "--quiet", "--depth=1", &source, "../shallow"]);
    let seen = lines(&place.run_in(&place.root().join("../shallow"), &["doctor"]));
    assert!(seen.contains("shallow: old commits are missing  → git fetch --unshallow"), "{seen}");
    assert!(seen.starts_with("code 0"), "{seen}");
}

#[test]
fn sparse_checkout() {
    let place = Place::repository().with(&[("a/a.py", ""), ("b/b.py", "")]);
    place.commit("one");
    place.git(&["sparse-checkout", "set", "a"]);
    let seen = lines(&place.run(&["doctor"]));
    assert!(seen.contains("sparse: files left out"), "{seen}");
}

#[test]
fn broken_configuration_is_a_failure_with_its_place() {
    let place = Place::repository().with(&[("tribunal.toml", "[index]\njob = 1\n")]);
    let ran = place.run(&["doctor"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (2, ""));
    let line = ran.stdout.lines().find(|line| line.contains("configuration")).expect("a line");
    insta::assert_snapshot!(line, @"✗  configuration   tribunal.toml:2: unknown key `index.job`  → edit tribunal.toml:2: did you mean `index.jobs`?");
}

#[test]
fn a_file_in_place_of_the_state_folder_is_a_failure() {
    let place = Place::repository().with(&[(".tribunal", "")]);
    let ran = place.run(&["doctor"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stdout.contains("✗  state folder"), "{}", ran.stdout);
}

/// What the doctor says of the knowledge base, and that looking changes nothing.
#[track_caller]
fn base_line(place: &Place) -> String {
    let base = || std::fs::read(place.root().join(".tribunal/curated.sqlite")).expect("a base");
    let before = base();
    let ran = place.run(&["doctor"]).ok();
    assert!(before == base(), "the doctor wrote");
    let line = ran.stdout.lines().find(|line| line.contains("knowledge base")).expect("a line");
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_base_is_held_against_the_working_tree() {
    let place = Place::repository().with(&[("a.py", "x = 1\n"), ("b.py", "y = 1\n"), ("c.py", "")]);
    place.commit("one");
    place.run(&["index"]).ok();
    let current = "✓ knowledge base 3 files, 1 commits, up to date";
    assert_eq!(base_line(&place), current);
    place.shell("touch a.py; cp b.py kept; rm b.py; mv kept b.py").ok();
    assert_eq!(base_line(&place), current, "other stamps, the same contents");
    place.write("a.py", "x = 2\n");
    assert_eq!(base_line(&place), "! knowledge base 3 files, 1 commits; 1 file differs (1 changed) → tribunal index");
    place.write("d.py", "");
    place.shell("rm c.py; ln -s a.py link.py").ok();
    let behind = "! knowledge base 3 files, 1 commits; 4 files differ (1 changed, 2 new, 1 gone)";
    assert_eq!(base_line(&place), format!("{behind} → tribunal index"));
    place.commit("two");
    assert_eq!(base_line(&place), format!("{behind}, the history has moved on → tribunal index"));
    place.run(&["index"]).ok();
    assert_eq!(base_line(&place), "✓ knowledge base 4 files, 2 commits, up to date");
    place.write_user_config("[index]\nexclude = [\"b.py\"]\n");
    let line = base_line(&place);
    assert_eq!(
        line,
        "! knowledge base 4 files, 2 commits; 1 file differs (1 gone), the settings have changed → tribunal index"
    );
}

#[test]
fn json_has_the_same_checks() {
    let place = Place::repository().with(&[("a.py", "")]);
    let document = place.run(&["doctor", "--json"]).ok().json();
    assert_eq!(document["ok"], true);
    let checks = document["checks"].as_array().expect("checks");
    assert_eq!(checks.len(), place.run(&["doctor"]).stdout.lines().count());
    assert!(checks.iter().all(|check| (check["state"] == "ok") == check["mend"].is_null()));
}
