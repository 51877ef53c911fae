//! Everything under `.tribunal/`: the knowledge base, the log, sessions, run folders, locks and atomic files.
//!
//! This is the only crate that knows SQL and the only one that writes state. It does not know git, grammars or
//! how references are resolved: it keeps what `domain` describes. Start with `StateDir`, then `Curated` (reading),
//! `Rebuild` and `Update` (writing), `KnowledgeBase` (asking).

mod atomic;
mod bulk;
mod codec;
mod curated;
mod database;
mod dump;
mod error;
mod lessons;
mod lock;
mod query;
mod raw;
mod record;
mod runs;
mod search;
mod session;
mod state_dir;
mod totals;
mod writer;

pub use atomic::{atomic_write, write_to};
pub use bulk::decode_resolution;
pub use codec::{decode_facts, decode_facts_with, encode_facts};
pub use curated::{Curated, Opened, Quarantined, quarantine};
pub use dump::dump;
pub use error::StoreError;
pub use lessons::{Fate, Incident, Lesson, Lessons, LessonsOpened, Purge};
pub use lock::IndexLock;
pub use query::*;
pub use raw::{IndexRun, LlmCall, LlmOutcome, LlmSpent, Raw, RawOpened, RetrievalDecision};
pub use record::{AdapterMetadata, FactsKey, FileFlags, FileMetadata, FileRecord};
pub use runs::{RunDir, RunEntry, RunState};
pub use search::CommitHead;
pub use session::Session;
pub use state_dir::StateDir;
pub use totals::Totals;
pub use writer::{PreparedResolution, Rebuild, Update, Writer};
