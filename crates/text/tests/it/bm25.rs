//! Ranking: what a search shows first, and that it shows it every time.

use proptest::prelude::*;
use tribunal_text::bm25::{B, DocumentId, Hit, Index, K1, Occurrence, best, score};
use tribunal_text::identifiers::Terms;

const PATH: usize = 0;
const BODY: usize = 1;

/// Documents with a path that weighs more than the body.
fn index(documents: &[(&str, &str)]) -> Index {
    let mut index = Index::new(&[3.0, 1.0]);
    for (path, body) in documents {
        index.add_document();
        Terms::Stemmed.for_each(path, |term| index.add_term(PATH, term, 1));
        Terms::Stemmed.for_each(body, |term| index.add_term(BODY, term, 1));
    }
    index
}

#[track_caller]
fn check(documents: &[(&str, &str)], query: &str, expected: &[u32]) {
    let terms = Terms::Stemmed.collect(query);
    let hits = index(documents).search(terms.iter().map(String::as_str), 10);
    assert_eq!(hits.iter().map(|hit| hit.document.0).collect::<Vec<_>>(), expected, "{hits:?}");
}

fn occurrence(frequency: u32, length: u32) -> Occurrence {
    Occurrence { weight: 1.0, frequency, length, average_length: 10.0, b: B }
}

#[test]
fn the_formula_is_bm25() {
    // By hand: ln(1 + (100 - 10 + 0.5) / (10 + 0.5)) for a term in 10 of 100 documents.
    let rarity = (1.0_f64 + 90.5 / 10.5).ln();
    let frequency = 3.0 / (1.0 - B + B * 2.0);
    let expected = rarity * frequency * (K1 + 1.0) / (K1 + frequency);
    assert!((score(&[occurrence(3, 20)], 10, 100) - expected).abs() < 1e-12);
}

#[test]
fn more_often_shorter_and_rarer_is_better() {
    let usual = score(&[occurrence(2, 10)], 10, 100);
    assert!(score(&[occurrence(3, 10)], 10, 100) > usual);
    assert!(score(&[occurrence(2, 5)], 10, 100) > usual);
    assert!(score(&[occurrence(2, 10)], 5, 100) > usual);
    assert!(score(&[Occurrence { weight: 2.0, ..occurrence(2, 10) }], 10, 100) > usual);
    let unmarked = |length| score(&[Occurrence { b: 0.0, ..occurrence(2, length) }], 10, 100);
    assert_eq!(unmarked(5).to_bits(), unmarked(50).to_bits());
    assert!(score(&[occurrence(2, 10), occurrence(1, 10)], 10, 100) > usual);
    assert!(score(&[occurrence(2, 10)], 100, 100) > 0.0, "a term in every document still adds something");
    assert!(score(&[occurrence(2, 10)], 7, 5).is_finite(), "statistics of a store may be older than its postings");
    assert!(score(&[Occurrence { average_length: 0.0, ..occurrence(1, 0) }], 1, 1).is_finite());
    assert_eq!(score(&[], 1, 10).to_bits(), 0.0_f64.to_bits());
}

#[test]
fn the_path_weighs_more_than_the_body_and_rare_terms_more_than_common_ones() {
    let documents = [
        ("src/cache.rs", "evict the oldest entry"),
        ("src/main.rs", "open the cache and run"),
        ("src/parse.rs", "parse a header, then parse the body"),
        ("src/run.rs", "run"),
    ];
    check(&documents, "caching", &[0, 1]);
    check(&documents, "parsing headers", &[2]);
    check(&documents, "src run cache", &[1, 3, 0, 2]);
    check(&documents, "nowhere", &[]);
}

#[test]
fn equals_come_in_the_order_of_adding() {
    check(&[("b", "same words"), ("a", "same words"), ("c", "same words")], "words", &[0, 1, 2]);
    let hits = [5, 1, 3, 2, 4].map(|document| Hit { document: DocumentId(document), score: 1.0 });
    let order = |limit| best(hits.to_vec(), limit).iter().map(|hit| hit.document.0).collect::<Vec<_>>();
    assert_eq!(order(3), [1, 2, 3]);
    assert_eq!(order(9), [1, 2, 3, 4, 5]);
    assert_eq!(order(0), [0; 0]);
}

#[test]
fn an_empty_index_answers() {
    assert_eq!(Index::new(&[1.0]).search(["a"], 5), []);
    assert_eq!(Index::new(&[]).search(["a"], 5), []);
    let mut index = Index::new(&[1.0]);
    index.add_document();
    assert_eq!(index.search(["a"], 5), []);
    assert_eq!((index.documents(), index.documents_with("a")), (1, 0));
}

proptest! {
    /// The index agrees with the formula over postings counted elsewhere, whatever the order of terms.
    #[test]
    fn the_index_agrees_with_the_formula(
        bodies in prop::collection::vec(prop::collection::vec((0..2_usize, 0..4_u8), 0..12), 1..8),
        query in prop::collection::vec(0..4_u8, 0..4),
    ) {
        let names = ["alpha", "beta", "gamma", "delta"];
        let weights = [3.0, 1.0];
        let build = |backwards: bool| {
            let mut index = Index::new(&weights);
            for body in &bodies {
                index.add_document();
                let mut terms = body.clone();
                if backwards {
                    terms.reverse();
                }
                terms.iter().for_each(|(field, term)| index.add_term(*field, names[usize::from(*term)], 1));
            }
            index
        };
        let mut terms: Vec<&str> = query.iter().map(|term| names[usize::from(*term)]).collect();
        let hits = build(false).search(terms.iter().copied(), 100);
        terms.reverse();
        prop_assert_eq!(&hits, &build(true).search(terms.iter().copied(), 100));

        let length = |document: usize, field: usize| bodies[document].iter().filter(|(of, _)| *of == field).count();
        let total = |field: usize| (0..bodies.len()).map(|document| length(document, field)).sum::<usize>();
        terms.sort_unstable();
        for hit in hits {
            let document = hit.document.0 as usize;
            let mut sum = 0.0;
            for term in &terms {
                let count = |document: usize, field: usize| {
                    bodies[document].iter().filter(|(of, id)| *of == field && names[usize::from(*id)] == *term).count()
                };
                let occurrences: Vec<Occurrence> = (0..2).map(|field| Occurrence {
                    weight: weights[field],
                    frequency: count(document, field) as u32,
                    length: length(document, field) as u32,
                    average_length: total(field) as f64 / bodies.len() as f64,
                    b: B,
                }).collect();
                let with = (0..bodies.len()).filter(|document| count(*document, 0) + count(*document, 1) > 0).count();
                sum += score(&occurrences, with as u32, bodies.len() as u32);
            }
            prop_assert!((hit.score - sum).abs() < 1e-9, "{} {}", hit.score, sum);
        }
    }
}
