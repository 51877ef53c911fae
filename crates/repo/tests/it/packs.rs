//! History out of packs: however the objects are stored, the same commits come out.

use crate::support::Sandbox;
use tribunal_repo::{History, HistoryLimits};

fn history(sandbox: &Sandbox) -> History {
    let repository = sandbox.open();
    let head = repository.resolve("HEAD").expect("HEAD is a commit");
    repository.history(head, HistoryLimits::default()).expect("history can be read")
}

/// Sixty commits over one long file and some folders, so that trees and blobs become chains of differences.
fn long_history() -> Sandbox {
    let sandbox = Sandbox::new();
    for folder in 0..40 {
        sandbox.write(format!("src/{folder:02}/mod.rs"), format!("pub fn f{folder}() {{}}\n"));
    }
    let mut text = String::new();
    for line in 0..60 {
        text.push_str(&format!("line {line} of a file that grows with every commit\n"));
        sandbox.write("src/07/long.rs", &text);
        sandbox.write(format!("src/{:02}/mod.rs", line % 40), format!("pub fn changed{line}() {{}}\n"));
        sandbox.commit(&format!("change {line}"));
    }
    sandbox
}

#[test]
fn packing_changes_nothing() {
    let sandbox = long_history();
    let loose = history(&sandbox);
    assert_eq!(loose.commits.len(), 60);
    sandbox.git(["repack", "-adfq", "--depth=50", "--window=50"]);
    sandbox.git(["prune-packed"]);
    assert_eq!(history(&sandbox), loose, "one pack");
    sandbox.write("late.rs", "fn late() {}\n");
    sandbox.commit("late");
    sandbox.git(["repack", "-q"]);
    sandbox.git(["prune-packed"]);
    let late = history(&sandbox);
    assert_eq!(late.commits[1..], loose.commits, "two packs");
    sandbox.git(["-c", "repack.useDeltaBaseOffset=false", "repack", "-adfq"]);
    assert_eq!(history(&sandbox), late, "bases named by id");
}

#[test]
fn objects_borrowed_from_another_repository_are_read() {
    let sandbox = long_history();
    sandbox.git(["repack", "-adfq"]);
    let borrowing = sandbox.outside().join("borrowing");
    sandbox.git(["clone", "--quiet", "--shared", ".", "../borrowing"]);
    let repository = tribunal_repo::Repository::discover(&borrowing).expect("the clone opens");
    let head = repository.resolve("HEAD").expect("HEAD is a commit");
    let read = repository.history(head, HistoryLimits::default()).expect("history can be read");
    assert_eq!(read, history(&sandbox));
}

#[test]
fn a_damaged_pack_is_an_error_or_the_truth() {
    let sandbox = long_history();
    sandbox.git(["repack", "-adfq", "--depth=50"]);
    sandbox.git(["prune-packed"]);
    let whole = history(&sandbox);
    let folder = sandbox.root().join(".git/objects/pack");
    let mut files = std::fs::read_dir(folder).expect("packs").map(|entry| entry.expect("an entry").path());
    let pack = files.find(|path| path.extension().is_some_and(|extension| extension == "pack")).expect("one pack");
    let bytes = std::fs::read(&pack).expect("the pack");
    let mut failed = 0;
    for place in (12..bytes.len()).step_by(bytes.len() / 40) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x55;
        std::fs::remove_file(&pack).expect("packs are read-only, folders are not");
        std::fs::write(&pack, damaged).expect("the damaged pack");
        let repository = sandbox.open();
        let head = repository.resolve("HEAD");
        match head.and_then(|head| repository.history(head, HistoryLimits::default())) {
            Err(_) => failed += 1,
            // Trees that cannot be read leave a commit without files, counted as such; blobs leave it without counts.
            Ok(read) if read == whole => {}
            Ok(read) => {
                failed += 1;
                assert!(
                    read.uncompared > 0
                        || without_counts(&read) > without_counts(&whole)
                        || other_commits(&read, &whole),
                    "damage at {place} went unnoticed"
                );
            }
        }
    }
    assert!(failed > 0, "no damage hit anything");
}

fn without_counts(history: &History) -> usize {
    history.commits.iter().flat_map(|commit| &commit.files).filter(|file| file.insertions.is_none()).count()
}

fn other_commits(one: &History, two: &History) -> bool {
    !one.complete && one.commits.len() < two.commits.len()
}
