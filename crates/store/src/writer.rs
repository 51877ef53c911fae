//! Writing the knowledge base: one set of operations, used by a `Rebuild` from nothing and by an `Update` in place.

mod facts;
mod file;
mod history;
pub(crate) mod postings;
mod prepared;
mod rebuild;
mod resolution;
mod small;
mod update;

pub use prepared::PreparedResolution;
pub use rebuild::Rebuild;
pub use update::Update;

use crate::bulk::put_observation;
use crate::database::Database;
use crate::{AdapterMetadata, FactsKey, FileMetadata, FileRecord, StoreError};
use postings::Postings;
use rusqlite::Connection;
use tribunal_domain::facts::FileFacts;
use tribunal_domain::{CoChange, Commit, EntryPoint, FileResolution, SymbolId};

/// The operations that change a knowledge base; nothing is visible to others before the owner commits.
#[derive(Debug)]
pub struct Writer<'c> {
    database: Handle<'c>,
    extractor_version: u32,
    generation: i64,
    /// Changes that are applied once, at the end.
    postings: Postings,
}

#[derive(Debug)]
enum Handle<'c> {
    Owned(Database),
    Borrowed(&'c Database),
}

impl Writer<'_> {
    /// Keeps the facts of a content, encoded by [`crate::encode_facts`], with the caller's interface of them.
    /// Must come before the `put_file` of a file with this content; keeping them again does nothing.
    pub fn put_facts(&mut self, key: &FactsKey, interface: &[u8], facts: &[u8]) -> Result<(), StoreError> {
        let generation = self.generation;
        self.run(|connection| facts::put(connection, key, interface, facts, generation))
    }

    /// Keeps what a review of this version sees in a content.
    pub fn put_observation(&mut self, version: u32, key: &FactsKey, seen: &[u8]) -> Result<(), StoreError> {
        self.run(|connection| put_observation(connection, version, key.content_hash, key.language, seen))
    }

    /// Puts a file in place of what was known under its path, with its definitions, docs, comments and mentions.
    /// A file with facts needs its resolution put afterwards: the old one is gone.
    pub fn put_file(
        &mut self,
        file: &FileRecord,
        contents: Option<(&FileFacts, &[SymbolId])>,
    ) -> Result<(), StoreError> {
        debug_assert_eq!(file.id, tribunal_domain::file_id(&file.path));
        self.forget_file(file.id)?;
        let version = self.extractor_version;
        if let Some((facts, _)) = contents {
            self.postings.add_mentions(file.id, facts);
        }
        self.run(|connection| file::put(connection, file, contents, version))
    }

    /// Remembers a new stamp for a file whose content is the same.
    pub fn touch_stamp(&mut self, file: SymbolId, stamp: &[u8]) -> Result<(), StoreError> {
        self.run(|connection| {
            connection.prepare_cached("UPDATE files SET stamp = ?2 WHERE id = ?1")?.execute((file.0, stamp))?;
            Ok(())
        })
    }

    /// Removes a file and everything that was known of it, but for its history and the facts of its content.
    pub fn remove_file(&mut self, file: SymbolId) -> Result<(), StoreError> {
        self.forget_file(file)?;
        self.run(|connection| file::remove_row(connection, file))
    }

    /// Keeps what `graph` said of a file in place of what it said before.
    pub fn put_resolution(
        &mut self,
        file: SymbolId,
        facts: &FileFacts,
        resolution: &FileResolution,
    ) -> Result<(), StoreError> {
        self.put_prepared(file, PreparedResolution::new(facts, resolution))
    }

    /// The same with the counting and encoding already done, on a worker thread.
    pub fn put_prepared(&mut self, file: SymbolId, resolution: PreparedResolution) -> Result<(), StoreError> {
        if let Some(old) = self.run(|connection| resolution::put(connection, file, &resolution))? {
            self.postings.remove_uses(file, old);
        }
        self.postings.add_uses(file, resolution.uses);
        Ok(())
    }

    /// Makes these the entry points; only differences are written.
    pub fn set_entry_points(&mut self, entries: &[EntryPoint]) -> Result<(), StoreError> {
        self.run(|connection| small::set_entry_points(connection, entries))
    }

    /// Makes these the entry points of one file; all of them must lie in it.
    pub fn set_file_entry_points(&mut self, file: SymbolId, entries: &[EntryPoint]) -> Result<(), StoreError> {
        debug_assert!(entries.iter().all(|entry| entry.file == file));
        self.run(|connection| small::set_file_entry_points(connection, file, entries))
    }

    /// Adds commits; those that are known already are left alone.
    pub fn add_commits(&mut self, commits: &[Commit]) -> Result<(), StoreError> {
        self.run(|connection| history::add_commits(connection, commits))
    }

    /// Removes commits by their ids.
    pub fn remove_commits(&mut self, ids: &[String]) -> Result<(), StoreError> {
        self.run(|connection| history::remove_commits(connection, ids))
    }

    /// Makes these the only co-changes; only differences are written.
    pub fn replace_co_changes(&mut self, pairs: &[CoChange]) -> Result<(), StoreError> {
        self.run(|connection| history::replace_co_changes(connection, pairs))
    }

    /// Forgets all commits and co-changes.
    pub fn clear_history(&mut self) -> Result<(), StoreError> {
        self.run(history::clear)
    }

    /// Keeps a text under a key.
    pub fn set_meta(&mut self, key: &str, value: &str) -> Result<(), StoreError> {
        self.run(|connection| small::set_meta(connection, key, value))
    }

    /// Names the repository.
    pub fn set_repo_name(&mut self, name: &str) -> Result<(), StoreError> {
        self.run(|connection| {
            connection.execute("INSERT OR REPLACE INTO repos (id, name) VALUES (1, ?1)", [name])?;
            Ok(())
        })
    }

    /// Keeps what a model said of a file for as long as its content stays what it is now.
    pub fn put_file_metadata(&mut self, file: SymbolId, metadata: &FileMetadata) -> Result<(), StoreError> {
        self.run(|connection| small::put_file_metadata(connection, file, metadata))
    }

    /// Makes an adapter the active one of its stage.
    pub fn put_adapter(&mut self, adapter: &AdapterMetadata) -> Result<(), StoreError> {
        self.run(|connection| small::put_adapter(connection, adapter))
    }

    /// Forgets the longest unused facts of contents that no file has any more, once they outweigh the used ones
    /// twice; returns how many. Older facts are what makes switching back to a branch cheap, so some are kept.
    pub fn prune_facts(&mut self) -> Result<usize, StoreError> {
        self.run(facts::prune)
    }

    fn forget_file(&mut self, file: SymbolId) -> Result<(), StoreError> {
        let generation = self.generation;
        if let Some(facts) = self.run(|connection| file::forget(connection, file, generation))? {
            self.postings.remove_mentions(file, &facts);
        }
        if let Some(uses) = self.run(|connection| resolution::forget(connection, file))? {
            self.postings.remove_uses(file, uses);
        }
        Ok(())
    }

    pub(crate) fn run<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        self.database().run(work)
    }

    fn database(&self) -> &Database {
        match &self.database {
            Handle::Owned(database) => database,
            Handle::Borrowed(database) => database,
        }
    }
}
