//! Writing a whole knowledge base beside the old one and putting it in its place at the end.

use super::postings::{Postings, Start};
use super::{Handle, Writer, facts, small};
use crate::atomic::sync_folder;
use crate::curated::{APPLICATION_ID, SCHEMA_VERSION};
use crate::database::{Access, Database, remove_if_there, side_files};
use crate::{Curated, IndexLock, StateDir, StoreError};
use rusqlite::Connection;
use rusqlite::types::ToSqlOutput::Borrowed;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Nothing is kept of a rebuild that fails, so it needs no journal and no waiting for the disk before its end. The
/// `store_bench` showed no difference between 32 and 256 MiB of cache, nor between pages of 4 and 8 KiB.
const LOADING: &str = "PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536; PRAGMA foreign_keys = OFF;";

/// How long a rebuild waits for readers to leave the old base's log before it removes the old base.
const CHECKPOINT_PATIENCE: Duration = Duration::from_secs(2);

/// A rebuild in progress; dropping it without [`Rebuild::finish`] leaves the old knowledge base in place.
#[derive(Debug)]
pub struct Rebuild<'l> {
    writer: Option<Writer<'l>>,
    state: StateDir,
}

impl<'l> Rebuild<'l> {
    /// Starts an empty base. From `keep` come the facts of this extractor version, what contents are searched by, and
    /// what models said of files.
    pub fn begin(
        state: &StateDir,
        _lock: &'l IndexLock,
        extractor_version: u32,
        keep: Option<&Curated>,
    ) -> Result<Self, StoreError> {
        let path = state.curated_new_path();
        remove_base(&path)?;
        let database = Database::open(&path, Access::Create)?;
        let postings = Postings::default();
        let mut writer = Writer { database: Handle::Owned(database), extractor_version, generation: 1, postings };
        let prepared = prepare(&mut writer, keep);
        let rebuild = Self { writer: Some(writer), state: state.clone() };
        prepared.map(|()| rebuild)
    }

    /// The operations.
    pub fn writer(&mut self) -> &mut Writer<'l> {
        self.writer.as_mut().expect("the writer is taken only by finish and drop, which consume the rebuild")
    }

    /// Puts the new base in place of the old one; readers of the old one keep what they see.
    pub fn finish(mut self) -> Result<(), StoreError> {
        let new = self.state.curated_new_path();
        if let Some(writer) = self.writer.take() {
            let done = complete(writer).and_then(|()| sync(&new)).and_then(|()| replace(&self.state, &new));
            if done.is_err() {
                let _ = remove_base(&new);
            }
            done?;
        }
        Ok(())
    }
}

impl Drop for Rebuild<'_> {
    fn drop(&mut self) {
        if let Some(writer) = self.writer.take() {
            drop(writer);
            let _ = remove_base(&self.state.curated_new_path());
        }
    }
}

fn prepare(writer: &mut Writer<'_>, keep: Option<&Curated>) -> Result<(), StoreError> {
    writer.run(|connection| {
        connection.execute_batch(LOADING)?;
        connection.execute_batch("BEGIN")?;
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
        connection.pragma_update(None, "user_version", SCHEMA_VERSION)?;
        connection.execute_batch(include_str!("../curated/schema.sql"))
    })?;
    if let Some(old) = keep {
        writer.generation = old.database.run(|from| crate::curated::read::number(from, "generation"))? + 1;
        let to = &writer.database().connection;
        old.database.run(|from| {
            facts::copy(from, to, writer.extractor_version)?;
            copy_rows(from, to, "file_metadata", 9)?;
            copy_rows(from, to, "adapter_metadata", 4)?;
            copy_rows(from, to, "documents", 3)?;
            copy_rows(from, to, "token_counts", 3)?;
            copy_rows(from, to, "observations", 4)
        })?;
    }
    let (version, generation) = (writer.extractor_version.to_string(), writer.generation.to_string());
    writer.run(|connection| {
        small::set_meta(connection, "schema_version", &SCHEMA_VERSION.to_string())?;
        small::set_meta(connection, "extractor_version", &version)?;
        small::set_meta(connection, "generation", &generation)
    })
}

fn copy_rows(from: &Connection, to: &Connection, table: &str, columns: usize) -> rusqlite::Result<()> {
    let mut old = from.prepare(&format!("SELECT * FROM {table}"))?;
    let places = (1..=columns).map(|number| format!("?{number}")).collect::<Vec<_>>().join(", ");
    let mut insert = to.prepare(&format!("INSERT INTO {table} VALUES ({places})"))?;
    let mut rows = old.query([])?;
    while let Some(row) = rows.next()? {
        for column in 0..columns {
            insert.raw_bind_parameter(column + 1, Borrowed(row.get_ref(column)?))?;
        }
        insert.raw_execute()?;
    }
    Ok(())
}

/// Writes what was held back, builds the indexes and closes the file.
fn complete(mut writer: Writer<'_>) -> Result<(), StoreError> {
    let postings = std::mem::take(&mut writer.postings);
    writer.run(|connection| {
        postings.flush(connection, Start::Empty)?;
        connection.execute_batch(include_str!("../curated/indexes.sql"))?;
        connection.execute_batch(
            "DELETE FROM file_metadata WHERE NOT EXISTS (
               SELECT 1 FROM files f WHERE f.id = file_id AND f.content_hash = file_metadata.content_hash);
             DELETE FROM documents WHERE content_hash NOT IN (SELECT content_hash FROM files);
             DELETE FROM token_counts WHERE content_hash NOT IN (SELECT content_hash FROM files);
             DELETE FROM observations WHERE content_hash NOT IN (SELECT content_hash FROM files);
             COMMIT; PRAGMA locking_mode = NORMAL;",
        )?;
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))
    })?;
    let Handle::Owned(database) = writer.database else { return Ok(()) };
    let Database { connection, path } = database;
    connection.close().map_err(|(_, error)| StoreError::sql(&path, &error))
}

fn sync(path: &Path) -> Result<(), StoreError> {
    File::open(path).and_then(|file| file.sync_all()).map_err(|source| StoreError::io(path, source))
}

/// A log must never stand beside a base it does not belong to, at any moment: the old log is emptied into the old
/// base first, and if readers prevent that, the old base goes before its log does.
fn replace(state: &StateDir, new: &Path) -> Result<(), StoreError> {
    let _swap = state.swap_exclusive()?;
    let path = state.curated_path();
    if !log_is_empty(&path) {
        remove_if_there(&path)?;
        sync_folder(&path)?;
    }
    for file in side_files(&path) {
        remove_if_there(&file)?;
    }
    fs::rename(new, &path).map_err(|source| StoreError::io(&path, source))?;
    sync_folder(&path)
}

fn log_is_empty(path: &Path) -> bool {
    if !crate::database::has_log(path) {
        return true;
    }
    let Ok(old) = Database::open(path, Access::Write) else { return false };
    let emptied = old.run(|connection| {
        connection.busy_timeout(CHECKPOINT_PATIENCE)?;
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0))
    });
    matches!(emptied, Ok(0)) && !crate::database::has_log(path)
}

fn remove_base(path: &Path) -> Result<(), StoreError> {
    let journal: PathBuf = path.with_extension("new-journal");
    let [log, index] = side_files(path);
    [path, &journal, &log, &index].iter().try_for_each(|file| remove_if_there(file))
}
