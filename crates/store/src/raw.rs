//! The log `raw.sqlite`: everything that was paid for or decided, only ever appended to.
//!
//! It cannot be rebuilt, so a damaged log is put aside and reported, never discarded.

mod calls;

pub use calls::{LlmCall, LlmOutcome, LlmSpent};

use crate::atomic::sync_folder;
use crate::curated::{Quarantined, marks, missing_bytes, put_aside};
use crate::database::{Access, Database, remove_if_there, side_files};
use crate::lock::SwapLock;
use crate::{StateDir, StoreError};
use rusqlite::{Connection, Row, params};
use serde::Serialize;
use std::fs;
use std::path::Path;
use tribunal_domain::{ContentHash, RepoPath};

/// Marks the file as ours ("triw").
const APPLICATION_ID: i64 = 0x7472_6977;

/// Raised with every change of the tables; [`MIGRATIONS`] leads from each older one to the next.
const SCHEMA_VERSION: i64 = 2;

/// `MIGRATIONS[n]` brings a log from version n + 1 to n + 2.
const MIGRATIONS: &[&str] = &[include_str!("raw/to_version_2.sql")];

/// An open log.
#[derive(Debug)]
pub struct Raw {
    database: Database,
}

/// A log, and what was wrong with the one before it.
#[derive(Debug)]
pub struct RawOpened {
    /// The log.
    pub raw: Raw,
    /// The damaged log that was put aside; tell the user.
    pub quarantined: Option<Quarantined>,
}

/// One indexing run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct IndexRun {
    /// When it started, as the caller writes times.
    pub started: String,
    /// How long it took.
    pub duration_ms: u64,
    /// `rebuild` or `update`.
    pub kind: String,
    /// The hash of the snapshot.
    pub snapshot: String,
    /// The version of the extractor.
    pub extractor_version: u32,
    /// Files in the snapshot.
    pub files: u64,
    /// Files that were parsed.
    pub parsed: u64,
    /// Files whose references were resolved.
    pub resolved: u64,
    /// Files that are gone.
    pub removed: u64,
    /// Files that were not read.
    pub skipped: u64,
    /// Problems found.
    pub problems: u64,
    /// Anything else, as JSON.
    pub details: String,
}

/// What retrieval decided about one file or symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetrievalDecision {
    /// What it was decided for.
    pub task_id: String,
    /// The stage that decided: `scope` or `precision`.
    pub stage: String,
    /// The file.
    pub path: RepoPath,
    /// The file's bytes.
    pub content_hash: ContentHash,
    /// The symbol, if it is about one.
    pub symbol: Option<String>,
    /// How the file came in.
    pub scope_level: u8,
    /// What was decided.
    pub decision: String,
    /// Why.
    pub reason: String,
}

impl Raw {
    /// Opens the log or makes a new one.
    pub fn open(state: &StateDir) -> Result<RawOpened, StoreError> {
        let path = state.raw_path();
        let mut quarantined = None;
        if fs::symlink_metadata(&path).is_ok() {
            let swap = SwapLock::shared(&state.swap_lock_path());
            let reason = match examine(&path) {
                Ok(raw) => return Ok(RawOpened { raw, quarantined }),
                Err(StoreError::Corrupt { reason, .. }) => reason,
                Err(other) => return Err(other),
            };
            drop(swap);
            quarantined = put_aside(state, &path, None, &reason)?;
        }
        create(state)?;
        Ok(RawOpened { raw: examine(&path)?, quarantined })
    }

    /// Appends one indexing run.
    pub fn append_index_run(&self, run: &IndexRun) -> Result<(), StoreError> {
        let sql = "INSERT INTO index_runs (started, duration_ms, kind, snapshot, extractor_version, files, parsed,
                   resolved, removed, skipped, problems, details)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
        self.database.run(|connection| {
            connection.execute(
                sql,
                params![
                    run.started,
                    run.duration_ms.cast_signed(),
                    run.kind,
                    run.snapshot,
                    run.extractor_version,
                    run.files.cast_signed(),
                    run.parsed.cast_signed(),
                    run.resolved.cast_signed(),
                    run.removed.cast_signed(),
                    run.skipped.cast_signed(),
                    run.problems.cast_signed(),
                    run.details,
                ],
            )?;
            Ok(())
        })
    }

    /// Appends decisions of one retrieval, all or none.
    pub fn append_retrieval_decisions(&self, rows: &[RetrievalDecision], created: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO retrieval_decisions (task_id, stage, path, content_hash, symbol, scope_level, decision,
                   reason, created) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
        self.database.run(|connection| {
            let transaction = connection.unchecked_transaction()?;
            let mut insert = transaction.prepare_cached(sql)?;
            for row in rows {
                insert.execute(params![
                    row.task_id,
                    row.stage,
                    row.path.as_bytes(),
                    row.content_hash.as_bytes(),
                    row.symbol,
                    row.scope_level,
                    row.decision,
                    row.reason,
                    created,
                ])?;
            }
            drop(insert);
            transaction.commit()
        })
    }

    /// What was decided for a task, in order.
    pub fn retrieval_decisions(&self, task_id: &str) -> Result<Vec<RetrievalDecision>, StoreError> {
        let sql = "SELECT task_id, stage, path, content_hash, symbol, scope_level, decision, reason
                   FROM retrieval_decisions WHERE task_id = ?1 ORDER BY id";
        self.database.run(|connection| connection.prepare(sql)?.query_map([task_id], retrieval_decision)?.collect())
    }

    /// The newest indexing runs, newest first.
    pub fn index_runs(&self, limit: u32) -> Result<Vec<IndexRun>, StoreError> {
        let sql = "SELECT started, duration_ms, kind, snapshot, extractor_version, files, parsed, resolved, removed,
                   skipped, problems, details FROM index_runs ORDER BY id DESC LIMIT ?1";
        self.database.run(|connection| connection.prepare(sql)?.query_map([limit], index_run)?.collect())
    }
}

fn retrieval_decision(row: &Row<'_>) -> rusqlite::Result<RetrievalDecision> {
    Ok(RetrievalDecision {
        task_id: row.get(0)?,
        stage: row.get(1)?,
        path: crate::curated::read::path(row, 2)?,
        content_hash: crate::search::content_hash(row, 3)?,
        symbol: row.get(4)?,
        scope_level: row.get(5)?,
        decision: row.get(6)?,
        reason: row.get(7)?,
    })
}

fn index_run(row: &Row<'_>) -> rusqlite::Result<IndexRun> {
    let count = |column: usize| row.get::<_, i64>(column).map(i64::unsigned_abs);
    Ok(IndexRun {
        started: row.get(0)?,
        duration_ms: count(1)?,
        kind: row.get(2)?,
        snapshot: row.get(3)?,
        extractor_version: row.get(4)?,
        files: count(5)?,
        parsed: count(6)?,
        resolved: count(7)?,
        removed: count(8)?,
        skipped: count(9)?,
        problems: count(10)?,
        details: row.get(11)?,
    })
}

fn examine(path: &Path) -> Result<Raw, StoreError> {
    let found = fs::symlink_metadata(path).map_err(|source| StoreError::io(path, source))?;
    if !found.is_file() || found.len() == 0 {
        return Err(StoreError::corrupt(path, "it is empty or not a plain file"));
    }
    let database = Database::open(path, Access::Write)?;
    let (application, version) = database.run(marks)?;
    if application != APPLICATION_ID {
        return Err(StoreError::corrupt(path, "it was written by another program"));
    }
    if let Some(reason) = missing_bytes(&database)? {
        return Err(StoreError::corrupt(path, reason));
    }
    if !(1..=SCHEMA_VERSION).contains(&version) {
        return Err(StoreError::Schema { path: path.to_path_buf(), found: version, known: SCHEMA_VERSION });
    }
    database.run(|connection| {
        // Replies that were paid for must be on the disk when the call returns.
        connection.execute_batch("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;")?;
        migrate(connection, version)
    })?;
    Ok(Raw { database })
}

fn migrate(connection: &Connection, from: i64) -> rusqlite::Result<()> {
    let done = usize::try_from(from - 1).unwrap_or_default();
    for (number, step) in MIGRATIONS.iter().enumerate().skip(done) {
        connection.execute_batch(&format!("BEGIN IMMEDIATE; {step}; PRAGMA user_version = {}; COMMIT", number + 2))?;
    }
    Ok(())
}

/// Makes an empty log under another name first, so that an unfinished one is never taken for a log.
fn create(state: &StateDir) -> Result<(), StoreError> {
    let _swap = state.swap_exclusive()?;
    let path = state.raw_path();
    if fs::symlink_metadata(&path).is_ok() {
        return Ok(());
    }
    let new = state.root().join("raw.sqlite.new");
    let [log, index] = side_files(&new);
    [&new, &log, &index].iter().try_for_each(|file| remove_if_there(file))?;
    let database = Database::open(&new, Access::Create)?;
    database.run(|connection| {
        connection.execute_batch("BEGIN")?;
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
        connection.pragma_update(None, "user_version", SCHEMA_VERSION)?;
        connection.execute_batch(include_str!("raw/schema.sql"))?;
        refuse_changes(connection)?;
        connection.execute_batch("COMMIT")?;
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))
    })?;
    let Database { connection, path: new } = database;
    connection.close().map_err(|(_, error)| StoreError::sql(&new, &error))?;
    fs::rename(&new, &path).map_err(|source| StoreError::io(&path, source))?;
    sync_folder(&path)
}

/// Append-only is a property of the file, not a promise of this program.
fn refuse_changes(connection: &Connection) -> rusqlite::Result<()> {
    let mut statement = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")?;
    let tables: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    for table in tables {
        for change in ["UPDATE", "DELETE"] {
            connection.execute_batch(&format!(
                "CREATE TRIGGER {table}_refuses_{change} BEFORE {change} ON {table}
                 BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            ))?;
        }
    }
    Ok(())
}
