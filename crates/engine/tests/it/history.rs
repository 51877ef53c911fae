//! History after commits, merges, rewrites and switches: only what is new is read, and the base is that of a rebuild.

use crate::bench_repo::BenchRepo;
use crate::incremental::first_difference;
use proptest::prelude::*;
use std::fs;

const FILES: [&str; 5] = ["a.py", "b.py", "lib/c.py", "lib/d.py", "e.txt"];
const BRANCHES: [&str; 3] = ["main", "one", "two"];

#[derive(Debug, Clone)]
enum Step {
    /// Writes some files and commits so many seconds after the last commit.
    Commit(Vec<usize>, i64),
    /// Commits a file under another name.
    Move(usize, usize),
    Empty,
    Amend(i64),
    /// Goes so many commits back.
    Reset(usize),
    /// Goes to a branch, making it if need be.
    Switch(usize),
    /// Starts a branch without history.
    Island,
    Merge(usize),
    /// Cuts the history off so many commits back.
    Shallow(usize),
    Unshallow,
}

fn step() -> impl Strategy<Value = Step> {
    let wait = prop_oneof![Just(0), 1..100_i64, -100..0_i64];
    prop_oneof![
        8 => (prop::collection::vec(0..FILES.len(), 1..4), wait.clone()).prop_map(|(files, wait)| Step::Commit(files, wait)),
        2 => (0..FILES.len(), 0..FILES.len()).prop_map(|(from, to)| Step::Move(from, to)),
        1 => Just(Step::Empty),
        2 => wait.prop_map(Step::Amend),
        2 => (1..4_usize).prop_map(Step::Reset),
        4 => (0..BRANCHES.len()).prop_map(Step::Switch),
        1 => Just(Step::Island),
        4 => (0..BRANCHES.len()).prop_map(Step::Merge),
        1 => (0..3_usize).prop_map(Step::Shallow),
        1 => Just(Step::Unshallow),
    ]
}

/// Takes the step as far as git lets it: a merge without a common ancestor, say, is not one.
fn take(repo: &BenchRepo, number: usize, step: &Step) {
    let shallow = repo.root().join(".git/shallow");
    match step {
        Step::Commit(files, wait) => {
            repo.wait(*wait);
            for &file in files {
                let same = "def same():\n    return 1\n".repeat(file + 3);
                repo.write(FILES[file], &format!("{same}x = {number}\n"));
            }
            repo.commit();
        }
        Step::Move(from, to) => {
            repo.rename(FILES[*from], FILES[*to]);
            repo.commit();
        }
        Step::Empty => repo.git(&["commit", "--allow-empty", "-m", "empty"]),
        Step::Amend(wait) => {
            repo.wait(*wait);
            repo.git(&["commit", "--amend", "--allow-empty", "-m", &format!("amended {number}")]);
        }
        Step::Reset(back) => {
            repo.try_git(&["reset", "--hard", &format!("HEAD~{back}")]);
        }
        Step::Switch(branch) => {
            let branch = BRANCHES[*branch];
            let _ = repo.try_git(&["checkout", branch]) || repo.try_git(&["checkout", "-b", branch]);
        }
        Step::Island => {
            repo.try_git(&["checkout", "--orphan", &format!("island{number}")]);
            repo.commit();
        }
        Step::Merge(branch) => {
            let merged = repo.try_git(&["merge", "--no-ff", "-X", "ours", "-m", "merge", BRANCHES[*branch]]);
            let _ = merged || repo.try_git(&["merge", "--abort"]);
        }
        Step::Shallow(back) => {
            let id = repo.id(&format!("HEAD~{back}"));
            id.into_iter().for_each(|id| fs::write(&shallow, id).unwrap());
        }
        Step::Unshallow => {
            let _ = fs::remove_file(shallow);
        }
    }
}

#[track_caller]
fn check_equals_rebuild(repo: &BenchRepo, after: &str) {
    let (updated, rebuilt) = (repo.dump(), repo.dump_of_rebuilt_copy());
    assert!(updated == rebuilt, "after {after}\n{}", first_difference(&updated, &rebuilt));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, max_shrink_iters: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_update_of_history_equals_a_rebuild(
        steps in prop::collection::vec(prop::collection::vec(step(), 1..5), 1..8),
        limits in prop::sample::select(vec![(100, 100), (100, 3), (6, 2), (5, 0)]),
    ) {
        let repo = BenchRepo::new().with_history(limits.0, limits.1);
        take(&repo, 0, &Step::Commit(vec![0, 1, 2, 3], 1));
        repo.index(2);
        for (number, several) in steps.iter().enumerate() {
            several.iter().enumerate().for_each(|(place, step)| take(&repo, 10 * number + place + 1, step));
            repo.index(2);
            let (updated, rebuilt) = (repo.dump(), repo.dump_of_rebuilt_copy());
            prop_assert!(updated == rebuilt, "after {several:?}\n{}", first_difference(&updated, &rebuilt));
        }
    }
}

/// Six commits in which `a.py` and `b.py` change together.
fn six_commits() -> BenchRepo {
    let repo = BenchRepo::new().with_history(100, 4);
    (0..6).for_each(|number| take(&repo, number, &Step::Commit(vec![0, 1, number % 5], 10)));
    assert_eq!(repo.index(2).commits_read, 6);
    repo
}

/// Takes the steps and says how many commits were read then.
#[track_caller]
fn check_read(repo: &BenchRepo, steps: &[Step], expected: (u64, u64)) {
    steps.iter().enumerate().for_each(|(place, step)| take(repo, 100 + place, step));
    let report = repo.index(2);
    assert_eq!((report.commits, report.commits_read), expected, "after {steps:?}");
    check_equals_rebuild(repo, &format!("{steps:?}"));
}

#[test]
fn new_commits_are_read_and_old_ones_are_not() {
    let repo = six_commits();
    check_read(&repo, &[Step::Commit(vec![0, 1], 10)], (7, 1));
    check_read(&repo, &[Step::Commit(vec![0, 1], 10), Step::Move(0, 4), Step::Commit(vec![2], 10)], (10, 3));
    check_read(&repo, &[], (10, 0));
}

#[test]
fn a_merge_brings_the_commits_of_its_branch() {
    let repo = six_commits();
    let side = [Step::Switch(1), Step::Reset(2), Step::Commit(vec![2], -15), Step::Commit(vec![3], 1), Step::Switch(0)];
    check_read(&repo, &side, (6, 0));
    check_read(&repo, &[Step::Commit(vec![0], 40), Step::Merge(1)], (10, 4));
}

#[test]
fn a_rewritten_commit_takes_the_place_of_the_old_one() {
    let repo = six_commits();
    check_read(&repo, &[Step::Amend(5)], (6, 1));
}

#[test]
fn going_back_reads_only_what_now_deserves_detail() {
    let repo = six_commits();
    check_read(&repo, &[Step::Reset(1)], (5, 1));
}

#[test]
fn switching_branches_reads_only_what_they_do_not_share() {
    let repo = six_commits();
    check_read(&repo, &[Step::Switch(1), Step::Commit(vec![0, 2], 10)], (7, 1));
    check_read(&repo, &[Step::Switch(0)], (6, 1));
    check_read(&repo, &[Step::Switch(1)], (7, 1));
    check_read(&repo, &[Step::Island], (1, 1));
}

#[test]
fn a_deepened_clone_is_read_where_it_was_cut_off() {
    let repo = six_commits();
    check_read(&repo, &[Step::Shallow(2)], (3, 1));
    check_read(&repo, &[Step::Commit(vec![0], 10)], (4, 2));
    check_read(&repo, &[Step::Unshallow], (7, 4));
}

#[test]
fn the_limit_moves_with_the_head() {
    let repo = BenchRepo::new().with_history(4, 2);
    (0..6).for_each(|number| take(&repo, number, &Step::Commit(vec![0, 1], 10)));
    repo.index(2);
    check_read(&repo, &[Step::Commit(vec![2], 10)], (4, 1));
    check_read(&repo, &[Step::Reset(3)], (4, 4));
}
