//! Changing the knowledge base in place: one transaction, invisible to readers until it is committed.

use super::postings::{Postings, Start};
use super::{Handle, Writer, small};
use crate::curated::read::number;
use crate::{Curated, IndexLock, StoreError};

/// An update in progress; dropping it without [`Update::commit`] leaves the old state.
#[derive(Debug)]
pub struct Update<'c> {
    writer: Writer<'c>,
    open: bool,
}

impl<'c> Update<'c> {
    /// Starts a transaction; the lock shows that nobody else writes.
    pub fn begin(curated: &'c Curated, _lock: &'c IndexLock) -> Result<Self, StoreError> {
        curated.check_current()?;
        let database = &curated.database;
        database.run(|connection| connection.execute_batch("BEGIN IMMEDIATE"))?;
        // From here on dropping the value rolls back, also if reading the two numbers fails.
        let writer = Writer {
            database: Handle::Borrowed(database),
            extractor_version: 0,
            generation: 0,
            postings: Postings::default(),
        };
        let mut update = Self { writer, open: true };
        update.writer.extractor_version = curated.extractor_version()?;
        update.writer.generation = database.run(|connection| number(connection, "generation"))? + 1;
        Ok(update)
    }

    /// The operations.
    pub fn writer(&mut self) -> &mut Writer<'c> {
        &mut self.writer
    }

    /// Makes everything visible at once.
    pub fn commit(mut self) -> Result<(), StoreError> {
        let generation = self.writer.generation.to_string();
        let postings = std::mem::take(&mut self.writer.postings);
        self.writer.run(|connection| {
            postings.flush(connection, Start::Existing)?;
            small::set_meta(connection, "generation", &generation)?;
            connection.execute_batch("COMMIT")
        })?;
        self.open = false;
        Ok(())
    }
}

impl Drop for Update<'_> {
    fn drop(&mut self) {
        if self.open {
            // SQLite may have rolled back by itself after a full disk; then there is nothing left to undo.
            let _ = self.writer.run(|connection| connection.execute_batch("ROLLBACK"));
        }
    }
}
