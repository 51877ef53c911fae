//! Commits behind a commit and the files that change together.

use crate::support::{Sandbox, shown};
use tribunal_domain::{CoChange, Commit};
use tribunal_repo::{CoChangeLimits, CommitId, History, HistoryLimits, co_changes, without_detail};

#[track_caller]
fn read(sandbox: &Sandbox, limits: HistoryLimits) -> History {
    let repository = sandbox.open();
    repository.history(repository.resolve("HEAD").expect("resolves"), limits).expect("reads")
}

fn messages(history: &History) -> Vec<&str> {
    history.commits.iter().map(|commit| commit.message.trim()).collect()
}

fn pairs(found: &[CoChange]) -> Vec<String> {
    found.iter().map(|pair| format!("{} {} {}", pair.a, pair.b, pair.count)).collect()
}

/// A branch merged back, a rename, and files that change together.
fn storied() -> Sandbox {
    let sandbox = Sandbox::new();
    let change = |names: &[&str], text: &str| {
        for name in names {
            sandbox.write(name, format!("1\n2\n3\n4\n5\n6\n7\n8\n9\n{text}\n"));
        }
        sandbox.commit(text);
    };
    change(&["a", "b", "c"], "root");
    change(&["a", "b"], "both");
    sandbox.git(["checkout", "--quiet", "-b", "side"]);
    change(&["c"], "side");
    sandbox.git(["checkout", "--quiet", "main"]);
    change(&["a"], "alone");
    sandbox.git(["merge", "--quiet", "--no-ff", "--message=merge", "side"]);
    sandbox.git(["mv", "b", "moved"]);
    sandbox.commit("rename");
    change(&["a", "moved"], "again");
    sandbox
}

#[test]
fn history_is_newest_first_with_files_per_commit() {
    let sandbox = storied();
    let history = read(&sandbox, HistoryLimits::default());
    assert_eq!(messages(&history), ["again", "rename", "merge", "alone", "side", "both", "root"]);
    let files: Vec<_> = history.commits.iter().map(|commit| shown(&commit.files)).collect();
    assert_eq!(files[0], ["M a +1 -1", "M moved +1 -1"]);
    assert_eq!(files[1], ["R b -> moved +0 -0"]);
    assert!(files[2].is_empty(), "a merge changes nothing of its own");
    assert_eq!(files[6], ["A a +10 -0", "A b +10 -0", "A c +10 -0"]);
    assert!(history.complete);
    assert_eq!(history.commits[0].author, "Ann <ann@example.org>");
    let order = sandbox.git(["log", "--format=%H %at"]);
    let own: Vec<_> = history.commits.iter().map(|commit| format!("{} {}", commit.id, commit.time)).collect();
    assert_eq!(own, order.lines().collect::<Vec<_>>());
}

#[test]
fn beyond_the_detailed_commits_there_are_names_only() {
    let history = read(&storied(), HistoryLimits { detailed: 1, ..HistoryLimits::default() });
    assert_eq!(shown(&history.commits[0].files), ["M a +1 -1", "M moved +1 -1"]);
    assert_eq!(shown(&history.commits[1].files), ["D b", "A moved"]);
}

#[test]
fn a_limit_cuts_history_and_says_so() {
    let history = read(&storied(), HistoryLimits { commits: 3, ..HistoryLimits::default() });
    assert_eq!(messages(&history), ["again", "rename", "merge"]);
    assert!(!history.complete);
    assert!(read(&storied(), HistoryLimits { commits: 7, ..HistoryLimits::default() }).complete);
}

#[test]
fn threads_do_not_change_the_result() {
    let sandbox = storied();
    for detailed in [0, 2, 100] {
        let limits = |jobs| HistoryLimits { detailed, jobs, ..HistoryLimits::default() };
        let expected = read(&sandbox, limits(1));
        for jobs in [0, 2, 3, 50] {
            assert_eq!(read(&sandbox, limits(jobs)), expected, "{jobs} threads, {detailed} detailed");
        }
    }
}

#[test]
fn history_continues_from_what_is_known() {
    let sandbox = storied();
    let whole = read(&sandbox, HistoryLimits::default());
    let repository = sandbox.open();
    let head = repository.resolve("HEAD").expect("resolves");
    for already in 0..=whole.commits.len() {
        let known = whole.commits[whole.commits.len() - already..].to_vec();
        let continued = repository.history_beyond(head, known, HistoryLimits::default()).expect("reads");
        assert_eq!(continued.commits, whole.commits, "{already} commits known");
        let new = whole.commits.len() - already;
        assert_eq!((continued.read, continued.changed), (new, (0..new).collect()), "{already} commits known");
    }
}

#[test]
fn any_known_commits_and_any_limits_give_the_same_history() {
    let sandbox = storied();
    let whole = read(&sandbox, HistoryLimits::default());
    let named = read(&sandbox, HistoryLimits { detailed: 0, ..HistoryLimits::default() });
    let repository = sandbox.open();
    let head = repository.resolve("HEAD").expect("resolves");
    for some in 0_u32..1 << whole.commits.len() {
        let is_known = |place: &usize| some >> place & 1 == 1;
        let places: Vec<usize> = (0..whole.commits.len()).filter(is_known).collect();
        for (commits, detailed) in [(9, 9), (9, 3), (4, 2), (3, 0)] {
            let limits = HistoryLimits { commits, detailed, jobs: 1 };
            for from in [&whole, &named] {
                let known = places.iter().map(|&place| from.commits[place].clone()).collect();
                let continued = repository.history_beyond(head, known, limits).expect("reads");
                assert_eq!(continued.commits, read(&sandbox, limits).commits, "{places:?} of {limits:?}");
            }
        }
    }
}

#[test]
fn a_shallow_clone_that_was_deepened_is_compared_anew() {
    let sandbox = storied();
    let whole = read(&sandbox, HistoryLimits::default()).commits;
    let shallow = sandbox.root().join(".git/shallow");
    std::fs::write(&shallow, format!("{}\n", whole[1].id)).expect("writes");
    let cut = read(&sandbox, HistoryLimits::default());
    assert_eq!((cut.commits.len(), cut.uncompared), (2, 1));
    let beyond = |known: &[Commit]| {
        let repository = sandbox.open();
        let head = repository.resolve("HEAD").expect("resolves");
        repository.history_beyond(head, known.to_vec(), HistoryLimits::default()).expect("reads").commits
    };
    assert_eq!(beyond(&whole), cut.commits);
    std::fs::remove_file(&shallow).expect("removes");
    assert_eq!(beyond(&cut.commits), whole);
}

#[test]
fn detail_can_be_taken_back() {
    let sandbox = storied();
    let mut detailed = read(&sandbox, HistoryLimits::default());
    let named = read(&sandbox, HistoryLimits { detailed: 0, ..HistoryLimits::default() });
    detailed.commits.iter_mut().for_each(without_detail);
    assert_eq!(detailed, named);
}

#[test]
fn co_changes_follow_a_rename() {
    let history = read(&storied(), HistoryLimits::default());
    let found = co_changes(&history.commits, CoChangeLimits::default());
    assert_eq!(pairs(&found), ["a moved 3"]);
    assert_eq!(found[0].last_commit, history.commits[0].id);
    let all = co_changes(&history.commits, CoChangeLimits { min_count: 1, ..CoChangeLimits::default() });
    assert_eq!(pairs(&all), ["a c 1", "a moved 3", "c moved 1"]);
}

#[test]
fn sweeping_commits_say_nothing() {
    let history = read(&storied(), HistoryLimits::default());
    let limits = CoChangeLimits { max_files: 2, min_count: 1, ..CoChangeLimits::default() };
    assert_eq!(pairs(&co_changes(&history.commits, limits)), ["a moved 2"]);
}

#[test]
fn odd_commits_are_read_leniently() {
    let sandbox = Sandbox::new();
    let tree = sandbox.git(["mktree", "--missing"]);
    let raw = format!("tree {}\nauthor Nobody\ncommitter nonsense\n\nbad\n", tree.trim());
    let object = sandbox.outside().join("commit");
    std::fs::write(&object, raw).expect("writes");
    let id = sandbox.git(["hash-object", "-t", "commit", "--literally", "-w", object.to_str().expect("text")]);
    let id: CommitId = id.trim().parse().expect("id");
    let history = sandbox.open().history(id, HistoryLimits::default()).expect("reads");
    assert_eq!((history.commits[0].time, history.commits[0].message.as_str()), (0, "bad\n"));
}
