//! Names settled for every file that is new, changed, or looked at something that changed.

use super::compare::Comparison;
use super::extract::{Extracted, key_of};
use super::{IndexError, Run, Scope};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use tribunal_domain::facts::FileFacts;
use tribunal_domain::{EntryPoint, RepoPath, SymbolId};
use tribunal_graph::{FileIx, Manifests, Unit, World, impl_key, path_keys, resolve_file, unit_key};
use tribunal_store::{Curated, FactsKey, PreparedResolution, Writer, decode_facts};

/// Files in flight between the workers and the writer.
const IN_FLIGHT: usize = 64;

/// What is left of resolution for the report.
pub(crate) struct Resolved {
    /// How many files were resolved.
    pub files: usize,
}

struct Settled {
    file: SymbolId,
    prepared: PreparedResolution,
    entries: Vec<EntryPoint>,
}

impl Run<'_> {
    pub(crate) fn resolve(
        &self,
        base: Option<&Curated>,
        comparison: &Comparison,
        extracted: &Extracted,
        writer: &mut Writer<'_>,
        scope: Scope,
    ) -> Result<Resolved, IndexError> {
        let everything = scope == Scope::Everything || comparison.manifests_changed;
        let todo = if everything { all(extracted) } else { affected(base, comparison, extracted)? };
        self.options.progress.phase("resolving", todo.len());
        let reader = Mutex::new(if scope == Scope::Changes { self.reader() } else { None });
        let world = world(comparison, extracted, &reader);
        let mut entries = Vec::new();
        let next = AtomicUsize::new(0);
        let jobs = self.jobs().clamp(1, todo.len().max(1));
        let outcome: Result<(), IndexError> = std::thread::scope(|threads| {
            let (send, receive) = sync_channel::<Settled>(IN_FLIGHT);
            for _ in 0..jobs {
                let (send, next, todo, world, reader) = (send.clone(), &next, &todo, &world, &reader);
                threads.spawn(move || {
                    while let Some(&at) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let Some(facts) = full_facts(extracted, reader, at) else { continue };
                        let settled = settle(world, at, comparison, facts);
                        if self.check_cancelled().is_err() || send.send(settled).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            for settled in receive {
                self.options.progress.advance(1);
                writer.put_prepared(settled.file, settled.prepared)?;
                match scope {
                    Scope::Everything => entries.extend(settled.entries),
                    Scope::Changes => writer.set_file_entry_points(settled.file, &settled.entries)?,
                }
            }
            Ok(())
        });
        outcome?;
        self.check_cancelled()?;
        if scope == Scope::Everything {
            entries.sort_unstable();
            writer.set_entry_points(&entries)?;
        }
        Ok(Resolved { files: todo.len() })
    }
}

fn settle<'w>(world: &'w World<'w>, at: usize, comparison: &Comparison, facts: FileFacts) -> Settled {
    let path = &comparison.files[at].path;
    let unit = Unit::new(FileIx(at as u32), path, facts);
    let verdict = resolve_file(world, &unit);
    let prepared = PreparedResolution::new(&unit.facts, &verdict.resolution);
    Settled { file: tribunal_domain::file_id(path), prepared, entries: verdict.entries }
}

fn all(extracted: &Extracted) -> Vec<usize> {
    (0..extracted.keys.len()).filter(|&at| extracted.keys[at].is_some()).collect()
}

/// Files that changed, and files that looked at something that did.
fn affected(base: Option<&Curated>, comparison: &Comparison, extracted: &Extracted) -> Result<Vec<usize>, IndexError> {
    let Some(base) = base else { return Ok(all(extracted)) };
    let mut keys = Vec::new();
    for gone in &comparison.removed {
        touch_path(&mut keys, &gone.path);
        touch_shared(&mut keys, old_interface(base, key_of(gone))?.as_ref());
    }
    for (&at, fresh) in &extracted.fresh {
        let file = &comparison.files[at];
        let old_key = file.known.as_ref().and_then(key_of);
        let old = match old_key {
            Some(key) => base.interface(&key)?,
            None => None,
        };
        if old.is_none() || old_key.map(|key| key.language) != extracted.keys[at].map(|key| key.language) {
            touch_path(&mut keys, &file.path);
        }
        if old.as_deref() != Some(&fresh.interface_bytes) {
            keys.push(unit_key(file.path.as_bytes()));
            touch_shared(&mut keys, old.as_deref().and_then(decode_facts).as_ref());
            touch_shared(&mut keys, decode_facts(&fresh.interface_bytes).as_ref());
        }
    }
    // Files that were code and are no longer (binary now, unreadable) take their interface with them.
    for (at, file) in comparison.files.iter().enumerate() {
        let was_code = file.known.as_ref().is_some_and(|row| row.language.is_some());
        if was_code && extracted.keys[at].is_none() {
            touch_path(&mut keys, &file.path);
            touch_shared(&mut keys, old_interface(base, file.known.as_ref().and_then(key_of))?.as_ref());
        } else if file.known.is_none() {
            touch_path(&mut keys, &file.path);
        }
    }
    keys.sort_unstable();
    keys.dedup();
    let reading = base.files_reading(&keys)?;
    let wanted = |at: &usize| {
        extracted.keys[*at].is_some()
            && (extracted.fresh.contains_key(at)
                || reading.binary_search(&tribunal_domain::file_id(&comparison.files[*at].path)).is_ok())
    };
    Ok((0..comparison.files.len()).filter(wanted).collect())
}

fn touch_path(keys: &mut Vec<u32>, path: &RepoPath) {
    keys.extend(path_keys(path.as_bytes()));
}

fn touch_shared(keys: &mut Vec<u32>, interface: Option<&FileFacts>) {
    if let Some(interface) = interface {
        keys.extend(World::shared_names(interface).iter().map(|name| impl_key(name.as_bytes())));
    }
}

fn old_interface(base: &Curated, key: Option<FactsKey>) -> Result<Option<FileFacts>, IndexError> {
    let Some(key) = key else { return Ok(None) };
    Ok(base.interface(&key)?.as_deref().and_then(decode_facts))
}

/// All files; interfaces come from this run where it made them, else from the base.
fn world<'a>(comparison: &'a Comparison, extracted: &'a Extracted, reader: &'a Mutex<Option<Curated>>) -> World<'a> {
    let files = comparison
        .files
        .iter()
        .zip(&extracted.keys)
        .map(|(file, key)| (file.path.clone(), key.map(|key| key.language)));
    let load = move |file: FileIx| {
        if let Some(fresh) = extracted.fresh.get(&file.ix()) {
            return fresh.interface.lock().expect("no thread panics while it takes an interface").take();
        }
        let key = extracted.keys[file.ix()]?;
        let bytes = with_reader(reader, |base| base.interface(&key).ok().flatten())?;
        decode_facts(&bytes)
    };
    World::new(files.collect(), manifests(comparison), Box::new(load))
}

fn manifests(comparison: &Comparison) -> &Manifests {
    &comparison.manifests
}

fn full_facts(extracted: &Extracted, reader: &Mutex<Option<Curated>>, at: usize) -> Option<FileFacts> {
    if let Some(fresh) = extracted.fresh.get(&at) {
        return decode_facts(&fresh.facts);
    }
    let key = extracted.keys[at]?;
    let bytes = with_reader(reader, |base| base.facts_bytes(&key).ok().flatten())?;
    decode_facts(&bytes)
}

fn with_reader<T>(reader: &Mutex<Option<Curated>>, ask: impl FnOnce(&Curated) -> Option<T>) -> Option<T> {
    let guard = reader.lock().expect("no thread panics while it reads the base");
    guard.as_ref().and_then(ask)
}
