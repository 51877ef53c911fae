//! Findings of any source, read one by one: own documents, the older schema, SARIF 2.1.0, lists of review comments.
//!
//! Nothing is dropped: an item that makes no sense becomes a finding that is `invalid` and says which field of which item
//! is wrong. The document as a whole is never held as a tree, so that large ones cost their findings and no more.

mod comment;
mod fields;
mod older;
mod own;
mod sarif;
mod stream;
mod words;

use crate::scene::Side;
use fields::Fields;
use rustc_hash::FxHashMap;
use serde_json::Value;
use tribunal_domain::RepoPath;
use tribunal_domain::finding::{Disposition, Finding, Ruling, Source, Status};

/// An offset from the start of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offset {
    /// In bytes: start and length.
    Bytes(u64, u64),
    /// In characters: start and length.
    Chars(u64, u64),
}

/// One finding as it was read.
#[derive(Debug, Clone)]
pub struct Item {
    /// The finding; `invalid` if something in it makes no sense.
    pub finding: Finding,
    /// The side of the change that its lines count on.
    pub side: Side,
    /// Code that it shows as its evidence.
    pub quotes: Vec<String>,
    /// What it says, for claims to be taken out of.
    pub prose: String,
    /// Where it stands, if that is an offset.
    pub offset: Option<Offset>,
}

/// Everything that was read.
#[derive(Debug, Default)]
pub struct Imported {
    /// One per item of the document, in its order.
    pub items: Vec<Item>,
    /// The tools that are named in it.
    pub tools: Vec<String>,
    /// What the user should know about the document.
    pub notes: Vec<String>,
}

/// Why nothing could be read.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// It is no JSON, from the very beginning.
    #[error("it is not JSON: {0}")]
    NotJson(String),
    /// It is JSON of some other kind.
    #[error("it holds no findings: {0}")]
    Unknown(String),
}

/// Reads a document of any known kind. `root` is where the repository lies, for tools that write absolute paths.
pub fn read(bytes: &[u8], root: Option<&str>) -> Result<Imported, ImportError> {
    let mut imported = Imported::default();
    let text = String::from_utf8_lossy(bytes);
    let end = stream::visit(text.as_bytes(), root, &mut imported)?;
    if let Some(problem) = end {
        let index = imported.items.len();
        imported.notes.push(format!("the document breaks off after {index} items: {problem}"));
        imported.items.push(invalid(index, "document", &problem, "document"));
    }
    number_again(&mut imported.items);
    Ok(imported)
}

/// A finding of our own, as if it came from elsewhere.
pub fn of_finding(finding: Finding) -> Item {
    own::on_trial(finding)
}

/// One item of a list.
fn item(index: usize, value: &Value) -> Item {
    let Some(object) = value.as_object() else {
        return invalid(index, "item", "is not an object", "unknown");
    };
    let fields = Fields::new(object);
    let read = if fields.has("body") {
        comment::read(index, &fields)
    } else if fields.has("file") || fields.has("summary") {
        older::read(index, &fields)
    } else if fields.has("path") || fields.has("start_line") || fields.has("message") {
        own::read(index, &fields, value)
    } else {
        Err(("path".to_owned(), "is missing: it is none of the kinds of finding that are known".to_owned()))
    };
    read.unwrap_or_else(|(field, why)| {
        let mut item = invalid(index, &field, &why, "unknown");
        if let Some(id) = fields.id() {
            item.finding.id = id;
        }
        item.finding.message = fields.any_text().unwrap_or(item.finding.message);
        item
    })
}

/// A finding that makes no sense, with the reason.
fn invalid(index: usize, field: &str, why: &str, origin: &str) -> Item {
    let reason = format!("item {index}, field `{field}`: {why}");
    let mut finding = blank(index, &stand_in("unknown"), origin);
    finding.message.clone_from(&reason);
    refuse(&mut finding, &reason);
    Item { finding, side: Side::Head, quotes: Vec::new(), prose: String::new(), offset: None }
}

/// Makes a finding invalid, with the reason.
pub(crate) fn refuse(finding: &mut Finding, reason: &str) {
    finding.rulings.push(Ruling {
        by: "verify/location".to_owned(),
        from: finding.disposition.to_string(),
        to: Disposition::Invalid.to_string(),
        reason: reason.to_owned(),
        evidence: Vec::new(),
    });
    finding.disposition = Disposition::Invalid;
    finding.verification_status = Status::Inconclusive;
}

/// A finding without anything in it.
fn blank(index: usize, path: &RepoPath, origin: &str) -> Finding {
    Finding {
        id: format!("R-{}", index + 1),
        fingerprint: String::new(),
        axis: None,
        rule: "imported".to_owned(),
        verdict: None,
        severity: tribunal_domain::finding::Severity::Medium,
        category: tribunal_domain::finding::Category::Logic,
        path: path.clone(),
        symbol: String::new(),
        kind: String::new(),
        start_line: 0,
        end_line: 0,
        columns: None,
        message: String::new(),
        evidence: Vec::new(),
        related: Vec::new(),
        claims: Vec::new(),
        fix: None,
        exported_as: Vec::new(),
        confidence: 100,
        source: Source::Import,
        origin: Some(origin.to_owned()),
        merged_from: Vec::new(),
        verification_status: Status::Inconclusive,
        proof: None,
        disposition: Disposition::Reported,
        rulings: Vec::new(),
        content_hash: String::new(),
    }
}

/// A path that can stand in a document for one that cannot: percent-encoded.
fn stand_in(path: &str) -> RepoPath {
    let encoded: String = path
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect();
    let encoded = if encoded.is_empty() { "unknown".to_owned() } else { encoded };
    RepoPath::new(encoded).expect("letters, digits and percent signs are a path")
}

/// Puts a path into a finding; one that cannot exist makes it invalid.
fn set_path(finding: &mut Finding, given: &str, index: usize, field: &str) {
    match RepoPath::new(given.replace('\\', "/")) {
        Ok(path) => finding.path = path,
        Err(error) => {
            finding.path = stand_in(given);
            refuse(finding, &format!("item {index}, field `{field}`: `{given}`: {error}"));
        }
    }
}

/// Puts lines into a finding; lines that cannot exist make it invalid.
fn set_lines(finding: &mut Finding, first: i64, last: Option<i64>, index: usize, field: &str) {
    let line = |number: i64| u32::try_from(number.max(0)).unwrap_or(u32::MAX);
    (finding.start_line, finding.end_line) = (line(first), line(last.unwrap_or(first)));
    if first < 1 {
        refuse(finding, &format!("item {index}, field `{field}`: there is no line {first}; lines count from 1"));
    } else if let Some(last) = last.filter(|last| *last < first) {
        refuse(
            finding,
            &format!("item {index}, field `{field}`: it ends on line {last}, before it starts on line {first}"),
        );
    } else if first > i64::from(u32::MAX) {
        refuse(finding, &format!("item {index}, field `{field}`: no file has {first} lines"));
    }
}

/// Ids name one finding each: a later one with the same id gets a number.
fn number_again(items: &mut [Item]) {
    let mut seen: FxHashMap<String, u32> = FxHashMap::default();
    for item in items {
        let count = seen.entry(item.finding.id.clone()).or_default();
        *count += 1;
        if *count == 1 {
            continue;
        }
        let given = item.finding.id.clone();
        item.finding.id = format!("{given}#{count}");
        item.finding.rulings.push(Ruling {
            by: "verify/import".to_owned(),
            from: given.clone(),
            to: item.finding.id.clone(),
            reason: format!("another finding has the id `{given}`"),
            evidence: Vec::new(),
        });
        seen.insert(item.finding.id.clone(), 1);
    }
}

/// The identity of an imported finding: what it says of which file, wherever that stands there.
pub(crate) fn fingerprint(finding: &Finding, quotes: &[String]) -> String {
    let mut hasher = blake3::Hasher::new();
    let path = finding.path.to_text();
    let parts = [path.as_ref(), &finding.rule, &finding.message].into_iter().chain(quotes.iter().map(String::as_str));
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex()[..32].to_owned()
}
