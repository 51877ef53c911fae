//! Ranking by BM25 over weighted fields (BM25F): which documents the terms of a query point at.
//!
//! [`score`] is the formula alone, for postings and statistics that are kept elsewhere; [`Index`] keeps them in memory.
//! The same input gives the same bits everywhere: sums run in one order and the logarithm is computed here.

mod index;
mod logarithm;

pub use index::{DocumentId, Index};
use logarithm::ln;

/// How soon more occurrences of a term stop to matter; the value most engines start from, and ours lacks a better one.
pub const K1: f64 = 1.2;

/// How much long texts are marked down; the usual value.
pub const B: f64 = 0.75;

/// How often a term occurs in one field of a document, and what that field is like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Occurrence {
    /// How much the field counts; 1 for an ordinary one.
    pub weight: f64,
    /// How often the term occurs in it.
    pub frequency: u32,
    /// How many terms the field has in this document.
    pub length: u32,
    /// How many terms it has on average over all documents.
    pub average_length: f64,
    /// How much a long field is marked down, 0 not at all, 1 fully; usually [`B`].
    pub b: f64,
}

/// What one term adds to a document's score: its occurrences in the document's fields, in how many documents it occurs,
/// and how many there are.
pub fn score(occurrences: &[Occurrence], documents_with_term: u32, documents: u32) -> f64 {
    let frequency: f64 = occurrences.iter().map(normalized).fold(0.0, |sum, frequency| sum + frequency);
    rarity(documents_with_term, documents) * frequency * (K1 + 1.0) / (K1 + frequency)
}

/// How much a term tells: nearly nothing if every document has it. Never negative.
pub fn rarity(documents_with_term: u32, documents: u32) -> f64 {
    let with = f64::from(documents_with_term);
    ln(1.0 + (f64::from(documents.max(documents_with_term)) - with + 0.5) / (with + 0.5))
}

/// A document with its score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The document.
    pub document: DocumentId,
    /// The sum of what the terms add; comparable within one query only.
    pub score: f64,
}

/// The best `limit` hits, best first; of equals the document that was added first.
pub fn best(mut hits: Vec<Hit>, limit: usize) -> Vec<Hit> {
    let order = |one: &Hit, other: &Hit| other.score.total_cmp(&one.score).then(one.document.cmp(&other.document));
    if limit > 0 && limit < hits.len() {
        hits.select_nth_unstable_by(limit - 1, order);
    }
    hits.truncate(limit);
    hits.sort_unstable_by(order);
    hits
}

/// The weighted frequency, marked down in fields longer than usual and up in shorter ones.
fn normalized(occurrence: &Occurrence) -> f64 {
    let relative =
        if occurrence.average_length > 0.0 { f64::from(occurrence.length) / occurrence.average_length } else { 1.0 };
    occurrence.weight * f64::from(occurrence.frequency) / (1.0 - occurrence.b + occurrence.b * relative)
}
