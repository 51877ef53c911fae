//! The state folder, plain files, locks, runs and sessions.

use crate::made::Place;
use std::fs;
use tribunal_store::{RunState, Session, StateDir, StoreError, atomic_write};

#[test]
fn the_folder_ignores_itself_and_is_found_again() {
    let place = Place::new();
    assert_eq!(fs::read(place.state.root().join(".gitignore")).unwrap(), b"*\n");
    assert!(StateDir::open(place.root()).unwrap().is_some());
    assert!(StateDir::open(&place.root().join(".tribunal")).unwrap().is_none());
}

#[cfg(unix)]
#[test]
fn a_linked_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(elsewhere.path(), folder.path().join(".tribunal")).unwrap();
    assert!(matches!(StateDir::create(folder.path()), Err(StoreError::InTheWay { .. })));
    assert!(matches!(StateDir::open(folder.path()), Err(StoreError::InTheWay { .. })));
    assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    // Permissions do not bind root, so the test takes a file system that nobody can write to where there is one.
    let folder = tempfile::tempdir().unwrap();
    let mut permissions = fs::metadata(folder.path()).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(folder.path(), permissions).unwrap();
    let bound = fs::write(folder.path().join("probe"), b"").is_err();
    let place = if bound { folder.path() } else { std::path::Path::new("/sys/kernel") };
    if bound || place.exists() {
        let error = StateDir::create(place).unwrap_err();
        assert!(matches!(error, StoreError::ReadOnly { .. }), "{error:?}");
        assert_eq!(error.to_string().split(" cannot be written").next(), place.to_str(), "{error}");
    }
}

#[test]
fn a_plain_file_is_replaced_whole_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file.json");
    atomic_write(&path, b"old").unwrap();
    atomic_write(&path, b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    assert!(atomic_write(&folder.path().join("none/file"), b"x").is_err());
}

#[test]
fn old_leftovers_are_cleaned_and_young_ones_are_left_to_their_writers() {
    let place = Place::new();
    let (old, young) = (place.state.root().join("a.1-0.tribunal-tmp"), place.state.root().join("b.1-0.tribunal-tmp"));
    fs::write(&young, b"x").unwrap();
    let file = fs::File::create(&old).unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    StateDir::create(place.root()).unwrap();
    assert!(!old.exists() && young.exists());
}

#[test]
fn the_index_lock_has_one_holder() {
    let place = Place::new();
    let lock = place.state.try_lock_index().unwrap().unwrap();
    assert!(place.state.try_lock_index().unwrap().is_none());
    let mut waited = false;
    std::thread::scope(|scope| {
        let waiter = scope.spawn(|| place.state.lock_index(&mut || waited = true).map(|_| ()));
        std::thread::sleep(std::time::Duration::from_millis(50));
        drop(lock);
        waiter.join().unwrap().unwrap();
    });
    assert!(waited);
    assert!(place.state.try_lock_index().unwrap().is_some());
}

#[test]
fn runs_have_unique_names_and_unfinished_ones_are_listed() {
    let place = Place::new();
    assert!(place.state.list_runs().unwrap().is_empty());
    let first = place.state.create_run("2026-01-02T03-04-05").unwrap();
    let second = place.state.create_run("2026-01-02T03-04-05").unwrap();
    assert_eq!(second.id(), "2026-01-02T03-04-05-2");
    place.state.create_run("2026-01-03").unwrap();
    first.write("run.json", br#"{"status":"done"}"#).unwrap();
    first.write("reviews/src/a.rs.md", b"fine").unwrap();
    second.write("run.json", b"{").unwrap();
    assert_eq!(first.read("reviews/src/a.rs.md").unwrap().as_deref(), Some(&b"fine"[..]));
    let runs = place.state.list_runs().unwrap();
    let states: Vec<bool> = runs.iter().map(|run| matches!(run.state, RunState::Recorded(_))).collect();
    assert_eq!(states, [true, false, false]);
    assert!(place.state.open_run("2026-01-03").unwrap().is_some());
    for name in ["../x", "/etc/x", "", "a/../../x"] {
        assert!(matches!(first.write(name, b""), Err(StoreError::Name { .. })), "{name}");
    }
    assert!(matches!(place.state.create_run("../x"), Err(StoreError::Name { .. })));
}

#[test]
fn a_session_remembers_until_it_is_deleted() {
    let place = Place::new();
    let session = Session::open(&place.state, "task-1").unwrap();
    session.set("part_plan:1", "one").unwrap();
    session.set("part_plan:2", "two").unwrap();
    session.set("part_plan:1", "new").unwrap();
    session.set("progress", "x").unwrap();
    drop(session);
    let session = Session::open(&place.state, "task-1").unwrap();
    assert_eq!(session.get("part_plan:1").unwrap().as_deref(), Some("new"));
    assert_eq!(session.get("nothing").unwrap(), None);
    assert_eq!(session.keys("part_plan:").unwrap(), ["part_plan:1", "part_plan:2"]);
    session.delete().unwrap();
    assert_eq!(fs::read_dir(place.state.sessions_dir()).unwrap().count(), 0);
    assert!(matches!(Session::open(&place.state, "../task"), Err(StoreError::Name { .. })));
}
