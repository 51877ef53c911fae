//! What the refiner is asked, and how its answer is read: two blocks that carry the nonce of the request.
//!
//! The nonce is made from what is asked, so that an equal request is found in the log again, and it stands in none of the
//! texts: whatever tags a text holds, they cannot be taken for the blocks.

use crate::config::Effort;
use serde::Serialize;
use tribunal_domain::ContentHash;
use tribunal_llm::{Level, Message, Part, Priority, Request, Speaker};
use tribunal_text::secrets::clear;

/// What the refiner is told to be.
const SYSTEM: &str = include_str!("refiner.md");

/// The name of the stage, which is never refined itself.
pub(super) const STAGE: &str = "refiner";

/// How many characters of the hash make a nonce: enough that no text holds it by chance.
const NONCE: usize = 12;

/// Beginnings of an answer that refuses, in small letters.
#[rustfmt::skip]
const REFUSALS: &[&str] = &[
    "i'm sorry", "i’m sorry", "i am sorry", "sorry, but", "i cannot", "i can't", "i can’t", "i won't", "i will not",
    "i'm unable", "i am unable", "as an ai", "as a language model", "desculpe", "não posso", "nao posso", "sinto muito",
];

/// One round of the protocol.
#[derive(Debug, Clone, Copy)]
pub(super) struct Round<'a> {
    pub task: &'a str,
    pub draft: &'a str,
    /// What earlier runs learned, for the prompt; may be empty.
    pub lessons: &'a str,
    /// How many rounds came before.
    pub pass: u32,
    pub effort: Effort,
}

/// What a refiner answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Blocks {
    pub critique: String,
    pub revised: String,
    /// Bytes outside of the blocks, which nobody reads.
    pub ignored: usize,
}

/// Why an answer cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rejection {
    /// One of the two blocks is not there.
    MissingBlock,
    /// A block has no end: the answer was cut.
    Cut,
    /// A block is there twice.
    Ambiguous,
    /// The revision is empty.
    Empty,
    /// The model refused.
    Refused,
}

impl Rejection {
    /// The same in words.
    pub fn text(self) -> &'static str {
        match self {
            Self::MissingBlock => "the answer does not have the two blocks that were asked for",
            Self::Cut => "the answer was cut off",
            Self::Ambiguous => "the answer has a block twice",
            Self::Empty => "the revision is empty",
            Self::Refused => "the model refused",
        }
    }
}

impl Round<'_> {
    /// The nonce of this round: of all that is asked, and in none of it.
    pub(super) fn nonce(&self) -> String {
        let mut salt = self.pass;
        loop {
            let parts = [self.task, self.draft, self.lessons].map(|text| format!("{}:{text}", text.len())).concat();
            let nonce = ContentHash::of(format!("{salt} {parts}").as_bytes()).to_string()[..NONCE].to_owned();
            if ![self.task, self.draft, self.lessons].iter().any(|text| text.contains(&nonce)) {
                return nonce;
            }
            salt = salt.wrapping_add(1 << 16);
        }
    }

    /// The request; every text passes the filter for secrets.
    pub(super) fn request(&self, nonce: &str) -> Request {
        let system = SYSTEM.replace("NONCE", nonce);
        let mut request = Request::new(STAGE, clear(b"", &system), clear(b"", ""));
        let part =
            |name: &str, text: String, priority| Part { name: name.to_owned(), text: clear(b"", &text), priority };
        let mut parts = Vec::new();
        if !self.lessons.is_empty() {
            parts.push(part("lessons", format!("{}\n", self.lessons), Priority::Supporting));
        }
        parts.push(part("task", format!("<task-{nonce}>\n{}\n</task-{nonce}>\n", self.task), Priority::Required));
        parts.push(part("draft", format!("<draft-{nonce}>\n{}\n</draft-{nonce}>\n", self.draft), Priority::Required));
        request.messages = vec![Message { speaker: Speaker::User, parts }];
        request.effort = Some(level(self.effort));
        request
    }

    /// Reads an answer: both blocks, whole, once each, and a revision that is one.
    pub(super) fn read(&self, reply: &str, nonce: &str) -> Result<Blocks, Rejection> {
        let critique = block(reply, &format!("critique-{nonce}"));
        let revised = block(reply, &format!("revised-{nonce}"));
        let ((critique, outer), (revised, inner)) = match (critique, revised) {
            (Ok(critique), Ok(revised)) => (critique, revised),
            (_, Err(Rejection::MissingBlock)) if is_refusal(reply) => return Err(Rejection::Refused),
            (Err(reason), Ok(_)) | (_, Err(reason)) => return Err(reason),
        };
        if revised.trim().is_empty() {
            return Err(Rejection::Empty);
        }
        if is_refusal(revised) && !is_refusal(self.draft) {
            return Err(Rejection::Refused);
        }
        let ignored = reply.len() - outer - inner;
        Ok(Blocks { critique: critique.trim().to_owned(), revised: like(self.draft, revised), ignored })
    }
}

/// What stands in a block, and how much of the reply the block is.
fn block<'a>(reply: &'a str, name: &str) -> Result<(&'a str, usize), Rejection> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    let start = reply.find(&open).ok_or(Rejection::MissingBlock)?;
    let inside = &reply[start + open.len()..];
    let end = inside.find(&close).ok_or(Rejection::Cut)?;
    let behind = &inside[end + close.len()..];
    if inside[..end].contains(&open) || behind.contains(&open) || behind.contains(&close) {
        return Err(Rejection::Ambiguous);
    }
    let content = &inside[..end];
    let content = content.strip_prefix("\r\n").or_else(|| content.strip_prefix('\n')).unwrap_or(content);
    Ok((content, open.len() + end + close.len()))
}

/// The revision with line ends and an end as the draft has them: models write neither as they find them.
fn like(draft: &str, revised: &str) -> String {
    let mut text = revised.replace("\r\n", "\n");
    if draft.contains("\r\n") {
        text = text.replace('\n', "\r\n");
    }
    let end = &draft[draft.trim_end_matches(['\r', '\n']).len()..];
    text.truncate(text.trim_end_matches(['\r', '\n']).len());
    text + end
}

fn is_refusal(text: &str) -> bool {
    const LONGEST: usize = 20;
    let start: String = text.trim_start().chars().take(LONGEST).flat_map(char::to_lowercase).collect();
    REFUSALS.iter().any(|refusal| start.starts_with(refusal))
}

fn level(effort: Effort) -> Level {
    match effort {
        Effort::Minimal => Level::Minimal,
        Effort::Low => Level::Low,
        Effort::Medium => Level::Medium,
        Effort::High => Level::High,
        Effort::Xhigh => Level::Xhigh,
    }
}
