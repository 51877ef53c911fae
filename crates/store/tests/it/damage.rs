//! Files that are not what was written are noticed, put aside, and never crash anything.

use crate::made::{Place, VERSION, dump_of, trio};
use std::fs;
use tribunal_store::{Curated, Opened, Rebuild, StoreError, quarantine};

fn plant(place: &Place, bytes: &[u8]) {
    for ending in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(place.state.root().join(format!("curated.sqlite{ending}")));
    }
    fs::write(place.state.curated_path(), bytes).unwrap();
}

/// Opens and reads everything; every failure must be one of damage.
#[track_caller]
fn noticed(place: &Place) -> bool {
    match Curated::open(&place.state) {
        Ok(Opened::Damaged { .. } | Opened::Stale { .. }) => true,
        Ok(Opened::Ready(curated)) => {
            let mut bytes = Vec::new();
            match tribunal_store::dump(&curated, &mut bytes) {
                Ok(()) => false,
                Err(StoreError::Corrupt { .. }) => true,
                Err(other) => panic!("not seen as damage: {other:?}"),
            }
        }
        other => panic!("not seen as damage: {other:?}"),
    }
}

#[test]
fn a_file_cut_at_any_length_is_damaged() {
    let place = Place::with(&trio());
    let whole = fs::read(place.state.curated_path()).unwrap();
    for length in (0..whole.len()).step_by(1777).chain([1, 15, 16, 99, 100, 511, 512, 4095, 4096, whole.len() - 1]) {
        plant(&place, &whole[..length]);
        let found = Curated::open(&place.state).unwrap();
        assert!(matches!(found, Opened::Damaged { .. }), "cut at {length} of {}: {found:?}", whole.len());
    }
    plant(&place, &whole);
    assert!(!noticed(&place));
}

#[test]
fn garbage_is_damaged() {
    let place = Place::new();
    for bytes in [&b"garbage"[..], &[0; 9000], &[0xff; 9000], b"SQLite format 3\0 and then nothing of the kind"] {
        plant(&place, bytes);
        assert!(noticed(&place));
    }
}

#[test]
fn garbage_in_the_middle_never_passes_for_success_silently_nor_crashes() {
    let place = Place::with(&trio());
    let whole = fs::read(place.state.curated_path()).unwrap();
    let sound = place.dump();
    for page in 1..whole.len() / 4096 {
        let mut bytes = whole.clone();
        bytes[page * 4096..(page + 1) * 4096].fill(0xa5);
        plant(&place, &bytes);
        // A page that nothing reads (an index) may go unnoticed, but then the answer is right.
        if !noticed(&place) {
            assert_eq!(place.dump(), sound, "page {page}");
        }
    }
}

#[test]
fn another_programs_database_is_damaged_and_another_version_is_stale() {
    let place = Place::new();
    let foreign = rusqlite::Connection::open(place.state.curated_path()).unwrap();
    foreign.execute_batch("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1);").unwrap();
    drop(foreign);
    let Opened::Damaged { reason } = Curated::open(&place.state).unwrap() else { panic!("taken for ours") };
    assert_eq!(reason, "it was written by another program");

    place.rebuild(&trio());
    let newer = rusqlite::Connection::open(place.state.curated_path()).unwrap();
    newer.execute_batch("PRAGMA user_version = 99").unwrap();
    drop(newer);
    assert!(matches!(Curated::open(&place.state).unwrap(), Opened::Stale { found_version: 99 }));
}

#[test]
fn a_damaged_base_is_put_aside_under_a_free_name() {
    let place = Place::new();
    assert!(quarantine(&place.state, "x").unwrap().is_none());
    for number in [1, 2, 3, 3] {
        plant(&place, b"garbage");
        let aside = quarantine(&place.state, "not a database").unwrap().unwrap();
        assert_eq!(aside.name, format!("curated.sqlite.damaged-{number}"));
        assert!(matches!(Curated::open(&place.state).unwrap(), Opened::Missing));
    }
    place.rebuild(&trio());
    assert!(!dump_of(&place.open()).is_empty());
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let place = Place::new();
    let elsewhere = place.root().join("elsewhere");
    fs::write(&elsewhere, b"precious").unwrap();
    std::os::unix::fs::symlink(&elsewhere, place.state.curated_path()).unwrap();
    assert!(matches!(Curated::open(&place.state).unwrap(), Opened::Damaged { .. }));
    let lock = place.state.lock_index(&mut || {}).unwrap();
    Rebuild::begin(&place.state, &lock, VERSION, None).unwrap().finish().unwrap();
    assert_eq!(fs::read(&elsewhere).unwrap(), b"precious");
    assert!(matches!(Curated::open(&place.state).unwrap(), Opened::Ready(_)));
}
