//! What a file's content is searched by: its terms with how often each stands in names, in prose and anywhere.
//!
//! Made from the content alone, so that it is computed once for each content and kept in the knowledge base. Terms are
//! kept as hashes: four bytes tell a repository's terms apart well enough, and nobody needs them back.

use rustc_hash::FxHashMap;
use tribunal_domain::facts::FileFacts;
use tribunal_text::identifiers::Terms;

/// Raised whenever the same content would give another document.
pub(super) const VERSION: u32 = 2;

/// More of one file is not read: what a file is about is said by then.
const TEXT_CAP: usize = 400_000;

/// The bytes of one term: its hash, then how often it stands anywhere, in names of definitions and in prose.
const ENTRY: usize = 8;
/// The bytes before the terms: how many terms each of the three fields has.
const HEAD: usize = 12;

/// The hash of a term (FNV-1a, folded): stable for ever, unlike those of the standard library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Term(pub u32);

impl Term {
    pub(super) fn of(text: &str) -> Self {
        let hash = text
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        Self((hash >> 32) as u32 ^ hash as u32)
    }
}

/// How often a term stands in the fields of a document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Anywhere in the text.
    pub text: u16,
    /// In names of definitions.
    pub names: u8,
    /// In documentation and comments.
    pub prose: u8,
}

/// A document as it is kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Document<'a>(&'a [u8]);

impl<'a> Document<'a> {
    /// Reads what [`encode`] wrote; `None` if it is damaged.
    pub(super) fn new(bytes: &'a [u8]) -> Option<Self> {
        (bytes.len() >= HEAD && (bytes.len() - HEAD).is_multiple_of(ENTRY)).then_some(Self(bytes))
    }

    /// How many terms its text, names and prose have.
    pub(super) fn lengths(self) -> [u32; 3] {
        [0, 4, 8].map(|at| u32::from_le_bytes(self.0[at..at + 4].try_into().expect("four bytes")))
    }

    /// Its distinct terms, sorted.
    pub(super) fn terms(self) -> impl ExactSizeIterator<Item = (Term, Counts)> + 'a {
        self.0[HEAD..].chunks_exact(ENTRY).map(entry)
    }

    /// How often a term stands in it.
    pub(super) fn counts(self, term: Term) -> Option<Counts> {
        let entries = &self.0[HEAD..];
        let (mut low, mut high) = (0, entries.len() / ENTRY);
        while low < high {
            let middle = low.midpoint(high);
            let (found, counts) = entry(&entries[middle * ENTRY..(middle + 1) * ENTRY]);
            match found.cmp(&term) {
                std::cmp::Ordering::Equal => return Some(counts),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}

fn entry(bytes: &[u8]) -> (Term, Counts) {
    let term = Term(u32::from_le_bytes(bytes[..4].try_into().expect("four bytes")));
    (term, Counts { text: u16::from_le_bytes([bytes[4], bytes[5]]), names: bytes[6], prose: bytes[7] })
}

/// The document of a text and, if it is code, its facts.
pub(super) fn encode(text: &str, facts: Option<&FileFacts>) -> Vec<u8> {
    let mut counts: FxHashMap<Term, Counts> = FxHashMap::default();
    let mut lengths = [0_u32; 3];
    Terms::Stemmed.for_each(capped(text), |term| {
        lengths[0] += 1;
        let count = &mut counts.entry(Term::of(term)).or_default().text;
        *count = count.saturating_add(1);
    });
    if let Some(facts) = facts {
        for symbol in &facts.symbols {
            Terms::Stemmed.for_each(facts.text(symbol.name), |term| {
                lengths[1] += 1;
                let count = &mut counts.entry(Term::of(term)).or_default().names;
                *count = count.saturating_add(1);
            });
        }
        let docs = facts.docs.iter().map(|doc| doc.text).chain(facts.comments.iter().map(|comment| comment.text));
        for prose in docs {
            Terms::Stemmed.for_each(facts.text(prose), |term| {
                lengths[2] += 1;
                let count = &mut counts.entry(Term::of(term)).or_default().prose;
                *count = count.saturating_add(1);
            });
        }
    }
    let mut terms: Vec<_> = counts.into_iter().collect();
    terms.sort_unstable_by_key(|(term, _)| *term);
    let mut bytes = Vec::with_capacity(HEAD + terms.len() * ENTRY);
    lengths.iter().for_each(|length| bytes.extend(length.to_le_bytes()));
    for (term, counts) in terms {
        bytes.extend(term.0.to_le_bytes());
        bytes.extend(counts.text.to_le_bytes());
        bytes.extend([counts.names, counts.prose]);
    }
    bytes
}

/// The beginning of a text, cut between characters.
fn capped(text: &str) -> &str {
    let mut end = text.len().min(TEXT_CAP);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::{Document, Term, encode};

    #[test]
    fn a_document_gives_its_counts_back() {
        let bytes = encode("fn parse_url() { parse_url(); url }", None);
        let document = Document::new(&bytes).expect("what was written is read");
        let count = |word: &str| document.counts(Term::of(word)).map(|counts| counts.text);
        assert_eq!(count("url"), Some(3));
        assert_eq!(count("=parse_url"), Some(2));
        assert_eq!(count("absent"), None);
        assert!(document.terms().map(|(term, _)| term).is_sorted());
        assert_eq!(document.lengths()[1..], [0, 0]);
    }

    #[test]
    fn a_damaged_document_is_none() {
        assert!(Document::new(&[0; 5]).is_none());
        assert!(Document::new(&[0; 15]).is_none());
    }
}
