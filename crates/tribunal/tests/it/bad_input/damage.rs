//! A knowledge base that is cut, foreign or overwritten: set aside under another name with a warning, and built anew.

use super::{index, known, overview, refused, still_knows};
use crate::support::Place;
use std::path::{Path, PathBuf};

/// How a base that is set aside is announced.
const WARNING: &str = "warning: the knowledge base is damaged (";

/// What helps against a state folder that is none.
const MOVE_AWAY: &str = "hint: run `mv [TMP]/project/.tribunal [TMP]/project/.tribunal.old`";

fn base(place: &Place) -> PathBuf {
    place.root().join(".tribunal/curated.sqlite")
}

fn remove_log(place: &Place) {
    for ending in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(base(place).with_file_name(format!("curated.sqlite{ending}")));
    }
}

/// Puts bytes in the base's place: a question is refused, the next index keeps them aside and knows everything again.
#[track_caller]
fn heals(bytes: &[u8], reason: &str) {
    let place = known();
    let before = overview(&place);
    remove_log(&place);
    std::fs::write(base(&place), bytes).expect("a file");
    refused(
        &place.run(&["query", "overview", "--no-index", "--json"]),
        &["the knowledge base is damaged: ", reason, "hint: run `tribunal index`"],
    );
    assert_eq!(std::fs::read(base(&place)).expect("a file"), bytes, "a question leaves it alone");
    let ran = place.run(&["index", "--json"]).ok();
    assert!(ran.stderr.starts_with(WARNING) && ran.stderr.contains(reason), "{}", ran.stderr);
    assert!(ran.stderr.contains("kept as curated.sqlite.damaged-1 and built anew"), "{}", ran.stderr);
    assert_eq!(ran.json()["parsed"], 2);
    let aside = base(&place).with_file_name("curated.sqlite.damaged-1");
    assert_eq!(std::fs::read(aside).expect("kept aside"), bytes, "what was there is kept");
    assert_eq!(still_knows(&place), before);
    assert_eq!(place.run(&["index"]).ok().stderr, "", "one warning is enough");
}

fn good_bytes() -> Vec<u8> {
    let place = known();
    // A process that ends well moves its log into the file.
    index(&place);
    std::fs::read(base(&place)).expect("a base")
}

#[test]
fn a_base_cut_at_any_length_is_built_anew() {
    let good = good_bytes();
    let pages = [4096, 5000, good.len() / 2, good.len() - 4096, good.len() - 1];
    heals(b"", "it is empty");
    for length in [1, 15, 16, 50, 99, 100, 600].into_iter().chain(pages) {
        heals(&good[..length], "");
    }
}

#[test]
fn a_base_with_overwritten_pages_is_built_anew() {
    let mut bytes = good_bytes();
    let end = bytes.len();
    bytes[4096..end - 4096].fill(0xA5);
    heals(&bytes, "malformed");
}

#[test]
fn random_bytes_in_the_place_of_the_base() {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let noise = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    });
    heals(&noise.take(20_000).collect::<Vec<_>>(), "file is not a database");
}

#[test]
fn a_database_of_another_program_in_the_place_of_the_base() {
    let mut foreign = good_bytes();
    // The application id stands at byte 68 of the header: without it the file is any program's.
    foreign[68..72].fill(0);
    heals(&foreign, "it was written by another program");
}

#[test]
fn a_folder_in_the_place_of_the_base() {
    let place = known();
    remove_log(&place);
    std::fs::remove_file(base(&place)).expect("removed");
    std::fs::create_dir(base(&place)).expect("a folder");
    let ran = place.run(&["index"]).ok();
    assert!(ran.stderr.contains("it is not a plain file"), "{}", ran.stderr);
    still_knows(&place);
}

#[test]
fn a_link_in_the_place_of_the_base_is_not_written_through() {
    let place = known();
    remove_log(&place);
    let elsewhere = place.home().join("precious.sqlite");
    std::fs::rename(base(&place), &elsewhere).expect("moved");
    let before = std::fs::read(&elsewhere).expect("a file");
    std::os::unix::fs::symlink(&elsewhere, base(&place)).expect("a link");
    let ran = place.run(&["index"]).ok();
    assert!(ran.stderr.contains("it is not a plain file"), "{}", ran.stderr);
    assert_eq!(std::fs::read(&elsewhere).expect("a file"), before);
    still_knows(&place);
}

#[test]
fn a_new_base_of_a_killed_process_is_no_obstacle() {
    let place = known();
    for name in ["curated.sqlite.new", "curated.sqlite.new-wal", "curated.sqlite.new-shm"] {
        place.write(&format!(".tribunal/{name}"), "half a database");
    }
    place.run(&["index", "--rebuild"]).ok();
    still_knows(&place);
    assert!(!base(&place).with_file_name("curated.sqlite.new").exists());
}

#[test]
fn a_state_folder_that_is_a_link_is_refused() {
    let place = Place::repository().with(&[("a.py", "x = 1\n")]);
    let elsewhere = place.home().join("elsewhere");
    std::fs::create_dir(&elsewhere).expect("a folder");
    std::os::unix::fs::symlink(&elsewhere, place.root().join(".tribunal")).expect("a link");
    for args in [&["index"][..], &["index", "--rebuild"], &["query", "files"], &["query", "files", "--no-index"]] {
        let ran = place.run(args);
        refused(&ran, &["error: [TMP]/project/.tribunal is a symbolic link, which is not followed\n"]);
        assert!(ran.stderr.contains(MOVE_AWAY) && !ran.stderr.contains("--rebuild"), "{}", ran.stderr);
    }
    assert!(is_empty(&elsewhere), "nothing is written through the link");
    let doctor = place.run(&["doctor"]);
    let line = "✗  state folder   [TMP]/project/.tribunal is a symbolic link, which is not followed  → mv ";
    assert!(doctor.code == 2 && doctor.stdout.contains(line), "{}", doctor.seen());
    assert!(!doctor.stdout.contains("tribunal index"), "{}", doctor.stdout);
    place.shell("mv .tribunal .tribunal.old").ok();
    index(&place);
}

#[test]
fn a_state_folder_that_is_a_file_is_refused() {
    let place = Place::repository().with(&[(".tribunal", "mine\n")]);
    for args in [&["index"][..], &["index", "--rebuild"], &["query", "files"], &["query", "files", "--no-index"]] {
        let ran = place.run(args);
        refused(&ran, &["error: [TMP]/project/.tribunal is not a folder\n", MOVE_AWAY]);
    }
    assert_eq!(place.read(".tribunal"), "mine\n");
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}
