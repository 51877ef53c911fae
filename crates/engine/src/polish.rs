//! Self-refine: a model criticises and rewrites a text until it says the same again, and no draft is ever lost.
//!
//! `refine` is the loop, `protocol` what is asked and how the answer is read, `cascade` decides whether two texts say the
//! same and carries its `trail`, `properties` what a rewrite may not break. `hook` is the seam for stages that write
//! prose, `verify` holds a text against the knowledge base, `lessons` keeps what went wrong for the next time.

mod bounds;
mod cascade;
mod hook;
mod lessons;
mod properties;
mod protocol;
mod refine;
mod trail;
mod verify;

pub use cascade::Cascade;
pub use hook::{Hook, Switch, Writing};
pub use lessons::{Incident, Reason, Reflexion, Worked, incident_of, offered};
pub use properties::Broken;
pub use protocol::Rejection;
pub use refine::{Ending, Pass, Polished, Refiner, Skip, excluded};
pub use trail::{Changed, Decision, Step};
pub use verify::{Answer, Discrepancy, Question, Status, Verification, Verifier};

/// The changes from one text to another, as a unified diff without file names.
pub fn diff(old: &str, new: &str) -> String {
    const CONTEXT: u32 = 3;
    String::from_utf8_lossy(&tribunal_repo::unified(old.as_bytes(), new.as_bytes(), CONTEXT)).into_owned()
}

/// Bytes as a text that can be compared: what is not UTF-8 becomes letters that no other byte becomes, so that a change
/// of it is seen.
pub fn readable(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    /// Characters of a block that texts hardly use, and whose every change the guard sees.
    const STAND_INS: u32 = 0x2_0000;
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.into();
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|byte| char::from_u32(STAND_INS + u32::from(*byte))));
    }
    text.into()
}
