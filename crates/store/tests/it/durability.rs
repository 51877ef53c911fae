//! Old state or new state, whatever happens in between.

use crate::made::{Place, Source, VERSION, dump_of, trio};
use std::fs;
use tribunal_domain::facts::SymbolKind;
use tribunal_domain::{ContentHash, Language};
use tribunal_store::{Curated, FactsKey, FileMetadata, KnowledgeBase, Opened, Rebuild, StoreError, Update};

#[test]
fn a_dropped_rebuild_keeps_the_old_base() {
    let place = Place::with(&trio());
    let before = place.dump();
    let lock = place.state.lock_index(&mut || {}).unwrap();
    let mut rebuild = Rebuild::begin(&place.state, &lock, VERSION, None).unwrap();
    trio()[0].put(rebuild.writer());
    drop(rebuild);
    drop(lock);
    assert_eq!(place.dump(), before);
    assert!(!place.state.root().join("curated.sqlite.new").exists());
}

#[test]
fn leftovers_of_a_killed_rebuild_do_no_harm() {
    let place = Place::with(&trio()[..1]);
    for ending in ["", "-wal", "-shm", "-journal"] {
        fs::write(place.state.root().join(format!("curated.sqlite.new{ending}")), b"half a page").unwrap();
    }
    place.open();
    place.rebuild(&trio());
    assert_eq!(place.dump(), Place::with(&trio()).dump());
}

#[test]
fn a_dropped_update_changes_nothing() {
    let place = Place::with(&trio());
    let before = place.dump();
    let lock = place.state.lock_index(&mut || {}).unwrap();
    let curated = place.open();
    let mut update = Update::begin(&curated, &lock).unwrap();
    update.writer().remove_file(trio()[0].id()).unwrap();
    drop(update);
    assert_eq!(dump_of(&curated), before);
}

#[test]
fn a_reader_sees_the_old_state_until_the_update_is_committed() {
    let place = Place::with(&trio());
    let before = place.dump();
    let lock = place.state.lock_index(&mut || {}).unwrap();
    let Opened::Ready(reader) = Curated::open_read_only(&place.state).unwrap() else { panic!("not ready") };
    let curated = place.open();
    let mut update = Update::begin(&curated, &lock).unwrap();
    update.writer().remove_file(trio()[2].id()).unwrap();
    assert_eq!(dump_of(&reader), before);
    update.commit().unwrap();
    assert_eq!(dump_of(&reader), Place::with(&trio()[..2]).dump());
}

#[test]
fn a_reader_of_the_old_base_is_not_disturbed_by_a_rebuild_and_cannot_disturb_the_new_one() {
    let place = Place::with(&trio());
    place.update(|writer| writer.set_meta("in", "the log").unwrap());
    let before = place.dump();
    let Opened::Ready(reader) = Curated::open_read_only(&place.state).unwrap() else { panic!("not ready") };
    let old_writer = place.open();
    place.rebuild(&trio()[..1]);
    assert_eq!(dump_of(&reader), before);
    place.update(|writer| trio()[1].put(writer));
    let lock = place.state.lock_index(&mut || {}).unwrap();
    assert!(matches!(Update::begin(&old_writer, &lock), Err(StoreError::Replaced { .. })));
    drop((reader, old_writer));
    assert_eq!(place.dump(), Place::with(&trio()[..2]).dump());
}

#[test]
fn a_full_disk_is_a_typed_error_and_the_old_state_stays() {
    let place = Place::with(&trio());
    let before = place.dump();
    let lock = place.state.lock_index(&mut || {}).unwrap();
    let curated = place.open();
    curated.limit_pages(1).unwrap();
    let mut update = Update::begin(&curated, &lock).unwrap();
    let hash = ContentHash::of(b"large");
    let key = FactsKey { content_hash: hash, language: Language::Rust, extractor_version: VERSION };
    let refused = update.writer().put_facts(&key, &[], &vec![7; 1_000_000]);
    assert!(matches!(refused, Err(StoreError::Full { .. })), "{refused:?}");
    drop(update);
    assert_eq!(dump_of(&curated), before);
    drop(curated);
    assert_eq!(place.dump(), before);
}

#[test]
fn facts_and_metadata_survive_a_rebuild_while_the_content_is_the_same() {
    let sources = trio();
    let place = Place::with(&sources);
    let metadata = FileMetadata { domain: "storage".into(), concepts: vec!["disk".into()], ..FileMetadata::default() };
    place.update(|writer| {
        writer.put_file_metadata(sources[0].id(), &metadata).unwrap();
        writer.put_file_metadata(sources[1].id(), &metadata).unwrap();
    });
    let changed = Source::new("src/b.py").symbol(SymbolKind::Function, "other");
    let lock = place.state.lock_index(&mut || {}).unwrap();
    let old = place.open();
    let mut rebuild = Rebuild::begin(&place.state, &lock, VERSION, Some(&old)).unwrap();
    sources[0].put(rebuild.writer());
    changed.put(rebuild.writer());
    rebuild.finish().unwrap();
    let curated = place.open();
    let base = KnowledgeBase::new(&curated);
    assert_eq!(base.file_metadata(sources[0].id()).unwrap(), Some(metadata));
    assert_eq!(base.file_metadata(sources[1].id()).unwrap(), None);
    let key = |source: &Source| FactsKey {
        content_hash: source.record().content_hash,
        language: Language::Python,
        extractor_version: VERSION,
    };
    assert_eq!(curated.facts(&key(&sources[2])).unwrap(), Some(sources[2].facts()));
    assert_eq!(curated.interface(&key(&sources[2])).unwrap().as_deref(), Some(&b"interface"[..]));
    assert_eq!(curated.zones(&key(&sources[2])).unwrap(), Some(sources[2].facts().zones));
    assert!(!curated.has_facts(&FactsKey { extractor_version: VERSION + 1, ..key(&sources[2]) }).unwrap());
}

#[test]
fn unused_facts_are_pruned_oldest_first_once_they_outweigh_the_used_ones() {
    let place = Place::with(&trio());
    let version =
        |number: u32| Source::new("src/b.py").uses(&format!("name{number}"), tribunal_domain::Outcome::ByName);
    for number in 0..40 {
        place.update(|writer| version(number).put(writer));
    }
    place.update(|writer| assert!(writer.prune_facts().unwrap() > 0));
    let kept = |number: u32| {
        let content_hash = version(number).record().content_hash;
        let key = FactsKey { content_hash, language: Language::Python, extractor_version: VERSION };
        place.open().facts(&key).unwrap().is_some()
    };
    assert!(kept(39) && kept(38) && !kept(0));
    place.update(|writer| assert_eq!(writer.prune_facts().unwrap(), 0));
}

#[test]
fn what_a_resolution_read_finds_the_files_to_resolve_again() {
    let place = Place::with(&trio());
    let curated = place.open();
    let mut all = curated.all_reads().unwrap();
    all.sort();
    let mut expected: Vec<_> = trio().iter().map(|source| (source.id(), source.resolution().reads)).collect();
    expected.sort();
    assert_eq!(all, expected);
    assert_eq!(curated.files_reading(&[2, 4]).unwrap(), [trio()[2].id()]);
    assert_eq!(curated.resolution(trio()[2].id()).unwrap(), Some(trio()[2].resolution()));
}
