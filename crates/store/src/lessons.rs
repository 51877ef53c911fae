//! The queue of incidents and the lessons that were made of them: `lessons.sqlite`.
//!
//! An incident is on the disk when `report` returns. It leaves the queue in the same transaction that brings its lesson,
//! so a process that is killed at any point loses none and doubles none; what was worked on is simply due again.

use crate::curated::{Quarantined, marks, put_aside};
use crate::database::{Access, Database};
use crate::lock::IndexLock;
use crate::{StateDir, StoreError};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::Serialize;

/// Marks the file as ours ("tril").
const APPLICATION_ID: i64 = 0x7472_696c;

/// The version of the tables.
const SCHEMA_VERSION: i64 = 1;

/// An incident that failed so often is put aside as a dead letter.
const MOST_ATTEMPTS: u32 = 5;

/// How long the first retry waits, in seconds; each one waits twice as long as the one before …
const FIRST_WAIT: i64 = 30;

/// … but never longer than this.
const LONGEST_WAIT: i64 = 3_600;

/// An open queue.
#[derive(Debug)]
pub struct Lessons {
    database: Database,
}

/// A queue, and what was wrong with the one before it.
#[derive(Debug)]
pub struct LessonsOpened {
    /// The queue.
    pub lessons: Lessons,
    /// The damaged queue that was put aside; tell the user.
    pub quarantined: Option<Quarantined>,
}

/// Something that went wrong and waits to become a lesson.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Incident {
    /// What it is known by: the same incident is kept once.
    pub id: String,
    /// The stage it happened in.
    pub stage: String,
    /// What sort of thing happened.
    pub reason: String,
    /// Everything that is known of it, as text.
    pub material: String,
    /// How often a lesson was tried to be made of it, since it was last brought back.
    pub attempts: u32,
    /// How often altogether.
    pub tries: u32,
    /// When it is due, in seconds since 1970.
    pub due: i64,
    /// What went wrong the last time.
    pub error: Option<String>,
}

/// What was learned from an incident.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Lesson {
    /// The incident's id.
    pub id: String,
    /// The stage it is for.
    pub stage: String,
    /// When it applies.
    pub situation: String,
    /// What was done wrong.
    pub mistake: String,
    /// What is right.
    pub correction: String,
    /// What it is about.
    pub tags: Vec<String>,
    /// When it was learned, in seconds since 1970.
    pub learned: i64,
}

/// What becomes of an incident that failed once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is tried again after this moment.
    Waits(i64),
    /// It is a dead letter: only the user brings it back.
    Dead,
}

/// What is deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purge {
    /// Dead letters.
    Failed,
    /// Lessons.
    Lessons,
    /// Everything, waiting incidents too.
    All,
}

impl Lessons {
    /// Opens the queue or makes a new one; a damaged one is put aside.
    pub fn open(state: &StateDir) -> Result<LessonsOpened, StoreError> {
        match open(state) {
            Err(StoreError::Corrupt { path, reason }) => {
                let quarantined = put_aside(state, &path, None, &reason)?;
                Ok(LessonsOpened { lessons: open(state)?, quarantined })
            }
            opened => Ok(LessonsOpened { lessons: opened?, quarantined: None }),
        }
    }

    /// Takes the right to work on the queue, if nobody has it; it ends with the process, however that ends.
    pub fn try_lock(state: &StateDir) -> Result<Option<IndexLock>, StoreError> {
        IndexLock::try_take(&state.root().join("lessons.lock"))
    }

    /// Puts an incident into the queue; says whether it is new: neither waiting, nor dead, nor learned already.
    pub fn report(&self, incident: &Incident) -> Result<bool, StoreError> {
        let sql = "INSERT OR IGNORE INTO incidents (id, stage, reason, material, attempts, tries, due, state)
                   SELECT ?1, ?2, ?3, ?4, 0, 0, ?5, 'waiting' WHERE NOT EXISTS (SELECT 1 FROM lessons WHERE id = ?1)";
        let Incident { id, stage, reason, material, due, .. } = incident;
        self.database.run(|connection| Ok(connection.execute(sql, params![id, stage, reason, material, due])? == 1))
    }

    /// The incident that has been due for the longest.
    pub fn due(&self, now: i64) -> Result<Option<Incident>, StoreError> {
        let sql = format!("{SELECT} WHERE state = 'waiting' AND due <= ?1 ORDER BY due, number LIMIT 1");
        self.database.run(|connection| connection.query_row(&sql, [now], incident).optional())
    }

    /// An incident has become a lesson: it leaves the queue as the lesson comes, both or neither.
    pub fn learned(&self, lesson: &Lesson) -> Result<(), StoreError> {
        let tags = serde_json::to_string(&lesson.tags).unwrap_or_default();
        let sql = "INSERT OR IGNORE INTO lessons (id, stage, situation, mistake, correction, tags, learned)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let Lesson { id, stage, situation, mistake, correction, learned, .. } = lesson;
        self.database.run(|connection| {
            let transaction = connection.unchecked_transaction()?;
            transaction.execute(sql, params![id, stage, situation, mistake, correction, tags, learned])?;
            transaction.execute("DELETE FROM incidents WHERE id = ?1", [id])?;
            transaction.commit()
        })
    }

    /// No lesson could be made this time.
    pub fn failed(&self, incident: &Incident, error: &str, now: i64) -> Result<Fate, StoreError> {
        let attempts = incident.attempts + 1;
        let wait = FIRST_WAIT.checked_shl(attempts - 1).unwrap_or(LONGEST_WAIT).clamp(FIRST_WAIT, LONGEST_WAIT);
        let (state, fate) =
            if attempts >= MOST_ATTEMPTS { ("dead", Fate::Dead) } else { ("waiting", Fate::Waits(now + wait)) };
        let sql =
            "UPDATE incidents SET attempts = ?2, tries = tries + 1, error = ?3, state = ?4, due = ?5 WHERE id = ?1";
        let values = params![incident.id, attempts, error, state, now + wait];
        self.database.run(|connection| connection.execute(sql, values))?;
        Ok(fate)
    }

    /// Incidents that wait, the next one first.
    pub fn waiting(&self) -> Result<Vec<Incident>, StoreError> {
        self.incidents("waiting")
    }

    /// Dead letters, the oldest first.
    pub fn dead(&self) -> Result<Vec<Incident>, StoreError> {
        self.incidents("dead")
    }

    /// Lessons, the newest first; of one stage if it is named.
    pub fn list(&self, stage: Option<&str>) -> Result<Vec<Lesson>, StoreError> {
        let sql = "SELECT id, stage, situation, mistake, correction, tags, learned FROM lessons
                   WHERE ?1 IS NULL OR stage = ?1 ORDER BY number DESC";
        self.database.run(|connection| connection.prepare(sql)?.query_map([stage], lesson)?.collect())
    }

    /// Brings dead letters back, and makes those that wait due now; one if it is named. Says how many.
    pub fn retry(&self, id: Option<&str>, now: i64) -> Result<usize, StoreError> {
        let sql = "UPDATE incidents SET attempts = CASE state WHEN 'dead' THEN 0 ELSE attempts END, state = 'waiting',
                   due = ?2 WHERE ?1 IS NULL OR id = ?1";
        self.database.run(|connection| connection.execute(sql, params![id, now]))
    }

    /// Deletes; of one stage if it is named. Says how much.
    pub fn purge(&self, what: Purge, stage: Option<&str>) -> Result<usize, StoreError> {
        let of_stage = "(?1 IS NULL OR stage = ?1)";
        let dead = format!("DELETE FROM incidents WHERE state = 'dead' AND {of_stage}");
        let incidents = format!("DELETE FROM incidents WHERE {of_stage}");
        let lessons = format!("DELETE FROM lessons WHERE {of_stage}");
        let statements: &[String] = match what {
            Purge::Failed => &[dead],
            Purge::Lessons => &[lessons],
            Purge::All => &[incidents, lessons],
        };
        self.database.run(|connection| {
            let transaction = connection.unchecked_transaction()?;
            let mut count = 0;
            for sql in statements {
                count += transaction.execute(sql, [stage])?;
            }
            transaction.commit()?;
            Ok(count)
        })
    }

    fn incidents(&self, state: &str) -> Result<Vec<Incident>, StoreError> {
        let sql = format!("{SELECT} WHERE state = ?1 ORDER BY due, number");
        self.database.run(|connection| connection.prepare(&sql)?.query_map([state], incident)?.collect())
    }
}

const SELECT: &str = "SELECT id, stage, reason, material, attempts, tries, due, error FROM incidents";

fn open(state: &StateDir) -> Result<Lessons, StoreError> {
    let path = state.root().join("lessons.sqlite");
    let database = Database::open(&path, Access::Create)?;
    let (application, version) = database.run(marks)?;
    let is_new = application == 0 && version == 0;
    if !is_new && application != APPLICATION_ID {
        return Err(StoreError::corrupt(&path, "it was written by another program"));
    }
    if version > SCHEMA_VERSION {
        return Err(StoreError::Schema { path, found: version, known: SCHEMA_VERSION });
    }
    database.run(|connection| {
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
        // An incident must be on the disk when its report returns.
        connection.execute_batch("PRAGMA synchronous = FULL")?;
        if is_new { create(connection) } else { Ok(()) }
    })?;
    Ok(Lessons { database })
}

fn create(connection: &Connection) -> rusqlite::Result<()> {
    let schema = include_str!("lessons/schema.sql");
    connection.execute_batch(&format!(
        "BEGIN IMMEDIATE; {schema}; PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {SCHEMA_VERSION}; COMMIT"
    ))
}

fn incident(row: &Row<'_>) -> rusqlite::Result<Incident> {
    Ok(Incident {
        id: row.get(0)?,
        stage: row.get(1)?,
        reason: row.get(2)?,
        material: row.get(3)?,
        attempts: row.get(4)?,
        tries: row.get(5)?,
        due: row.get(6)?,
        error: row.get(7)?,
    })
}

fn lesson(row: &Row<'_>) -> rusqlite::Result<Lesson> {
    Ok(Lesson {
        id: row.get(0)?,
        stage: row.get(1)?,
        situation: row.get(2)?,
        mistake: row.get(3)?,
        correction: row.get(4)?,
        tags: serde_json::from_str(&row.get::<_, String>(5)?).unwrap_or_default(),
        learned: row.get(6)?,
    })
}
