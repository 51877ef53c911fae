//! Postings and statistics in memory, for texts that are searched once and not kept.

use super::{B, Hit, Occurrence, best, score};
use std::collections::{BTreeMap, HashMap};

/// A document by its place in the order of adding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentId(pub u32);

/// Documents with weighted fields, searchable by terms.
#[derive(Debug, Clone)]
pub struct Index {
    weights: Vec<f64>,
    /// Only ever asked for one term, so its order does not show.
    terms: HashMap<Box<str>, Vec<Posting>>,
    /// How many terms each field of each document has, document after document.
    lengths: Vec<u32>,
    /// How many terms each field has over all documents.
    totals: Vec<u64>,
}

/// A term in a field of a document; a term's postings are in the order of documents.
#[derive(Debug, Clone, Copy)]
struct Posting {
    document: DocumentId,
    field: u32,
    frequency: u32,
}

impl Index {
    /// An empty index whose fields count as given.
    pub fn new(weights: &[f64]) -> Self {
        Self { weights: weights.to_vec(), terms: HashMap::new(), lengths: Vec::new(), totals: vec![0; weights.len()] }
    }

    /// Begins the next document, still without terms.
    pub fn add_document(&mut self) -> DocumentId {
        let id = DocumentId(self.documents());
        self.lengths.resize(self.lengths.len() + self.weights.len(), 0);
        id
    }

    /// Adds occurrences of a term to a field of the last document; a term may come more than once.
    pub fn add_term(&mut self, field: usize, term: &str, frequency: u32) {
        assert!(field < self.weights.len(), "field {field} of {}", self.weights.len());
        let document = DocumentId(self.documents().checked_sub(1).expect("a document was added before its terms"));
        let place = self.lengths.len() - self.weights.len() + field;
        self.lengths[place] += frequency;
        self.totals[field] += u64::from(frequency);
        if !self.terms.contains_key(term) {
            self.terms.insert(term.into(), Vec::new());
        }
        let postings = self.terms.get_mut(term).expect("the term is known by now");
        let mut own = postings.iter_mut().rev().take_while(|posting| posting.document == document);
        match own.find(|posting| posting.field == field as u32) {
            Some(posting) => posting.frequency += frequency,
            None => postings.push(Posting { document, field: field as u32, frequency }),
        }
    }

    /// How many documents there are.
    pub fn documents(&self) -> u32 {
        self.lengths.len().checked_div(self.weights.len()).unwrap_or(0) as u32
    }

    /// In how many documents the term occurs.
    pub fn documents_with(&self, term: &str) -> u32 {
        self.terms.get(term).map_or(0, |postings| postings.chunk_by(same_document).count() as u32)
    }

    /// The best `limit` documents for the terms, best first, of equals the one added first. A repeated term counts as
    /// often as it is given; the order of terms does not matter.
    pub fn search<'a>(&self, terms: impl IntoIterator<Item = &'a str>, limit: usize) -> Vec<Hit> {
        let mut query: BTreeMap<&str, u32> = BTreeMap::new();
        terms.into_iter().for_each(|term| *query.entry(term).or_default() += 1);
        let mut scores: BTreeMap<DocumentId, f64> = BTreeMap::new();
        for (term, times) in query {
            self.score_term(term, |document, score| *scores.entry(document).or_default() += f64::from(times) * score);
        }
        best(scores.into_iter().map(|(document, score)| Hit { document, score }).collect(), limit)
    }

    fn score_term(&self, term: &str, mut give: impl FnMut(DocumentId, f64)) {
        let Some(postings) = self.terms.get(term) else { return };
        let with = self.documents_with(term);
        for own in postings.chunk_by(same_document) {
            // A document's terms come in any order of fields; the sum over the fields must not depend on it.
            let mut fields: Vec<&Posting> = own.iter().collect();
            fields.sort_unstable_by_key(|posting| posting.field);
            let occurrences: Vec<Occurrence> = fields.into_iter().map(|posting| self.occurrence(posting)).collect();
            give(own[0].document, score(&occurrences, with, self.documents()));
        }
    }

    fn occurrence(&self, posting: &Posting) -> Occurrence {
        let field = posting.field as usize;
        Occurrence {
            weight: self.weights[field],
            frequency: posting.frequency,
            length: self.lengths[posting.document.0 as usize * self.weights.len() + field],
            average_length: self.totals[field] as f64 / f64::from(self.documents()),
            b: B,
        }
    }
}

fn same_document(one: &Posting, other: &Posting) -> bool {
    one.document == other.document
}
