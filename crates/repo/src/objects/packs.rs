//! Reading very many objects of packs, each inflated once.
//!
//! Packs keep an object as a chain of differences, and neighbours in history share most of their chains. gix keeps
//! the ends of chains alone, so that it inflates three times what is asked for; here every link is kept. Whatever is
//! unusual (a base named by id, an object over the cap, a pack that cannot be read) is left to gix, which also has
//! the last word on what is damaged.

use super::recent::Recent;
use gix::objs::Kind;
use gix::odb::pack::data::entry::Header;
use gix::odb::pack::{data, index};
use gix::zlib::Inflate;
use gix::{hash, oid};
use std::path::PathBuf;
use std::sync::Arc;

mod delta;

/// Bigger objects are not kept: they would push out thousands of small ones.
const OBJECT_CAP: u64 = 4 << 20;

/// The packs of a repository; not shared between threads.
pub(super) struct Packs {
    opened: Vec<(index::File, data::File)>,
    /// The pack that held the last object, asked first.
    last: usize,
    links: Recent<(usize, u64), (Kind, Arc<[u8]>)>,
    inflate: Inflate,
    /// Kept between reads.
    buffer: Vec<u8>,
}

impl Packs {
    /// Opens the packs in object folders.
    pub(super) fn open(folders: &[PathBuf], hash: hash::Kind) -> Self {
        let listed =
            folders.iter().filter_map(|folder| std::fs::read_dir(folder.join("pack")).ok()).flatten().flatten();
        let mut indexes: Vec<_> = listed.map(|entry| entry.path()).collect();
        indexes.retain(|path| path.extension().is_some_and(|extension| extension == "idx"));
        indexes.sort();
        let open = |path: &PathBuf| {
            Some((index::File::at(path, hash).ok()?, data::File::at(path.with_extension("pack"), hash).ok()?))
        };
        Self {
            opened: indexes.iter().filter_map(open).collect(),
            last: 0,
            links: Recent::default(),
            inflate: Inflate::default(),
            buffer: Vec::new(),
        }
    }

    /// An object's kind and bytes; `None` says nothing but that gix is to be asked.
    pub(super) fn find(&mut self, id: &oid) -> Option<(Kind, Arc<[u8]>)> {
        let (pack, offset) = self.locate(id)?;
        let mut chain = Vec::new();
        let mut at = offset;
        let (kind, mut object) = loop {
            if let Some(known) = self.links.get(&(pack, at)) {
                break known;
            }
            let entry = self.opened[pack].1.entry(at).ok()?;
            match entry.header {
                Header::OfsDelta { base_distance } => {
                    at = entry.checked_base_pack_offset(base_distance)?;
                    chain.push(entry);
                }
                Header::RefDelta { .. } => return None,
                _ => {
                    let kind = entry.header.as_kind()?;
                    self.inflate(pack, &entry)?;
                    break self.keep(pack, at, kind, self.buffer.as_slice().into());
                }
            }
        };
        while let Some(entry) = chain.pop() {
            self.inflate(pack, &entry)?;
            let next = delta::apply(&object, &self.buffer, OBJECT_CAP)?;
            object = self.keep(pack, entry.pack_offset(), kind, next.into()).1;
        }
        Some((kind, object))
    }

    fn locate(&mut self, id: &oid) -> Option<(usize, u64)> {
        let count = self.opened.len();
        for pack in (self.last..count).chain(0..self.last) {
            let index = &self.opened[pack].0;
            if let Some(entry) = index.lookup(id) {
                self.last = pack;
                return Some((pack, index.pack_offset_at_index(entry)));
            }
        }
        None
    }

    /// Inflates an entry, object or difference, into the buffer.
    fn inflate(&mut self, pack: usize, entry: &data::Entry) -> Option<()> {
        if entry.decompressed_size > OBJECT_CAP {
            return None;
        }
        self.buffer.clear();
        self.buffer.resize(usize::try_from(entry.decompressed_size).ok()?, 0);
        self.opened[pack].1.decompress_entry(entry, &mut self.inflate, &mut self.buffer).ok()?;
        Some(())
    }

    fn keep(&mut self, pack: usize, at: u64, kind: Kind, object: Arc<[u8]>) -> (Kind, Arc<[u8]>) {
        self.links.insert((pack, at), (kind, object.clone()), object.len());
        (kind, object)
    }
}
