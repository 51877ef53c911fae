//! When two texts are alike, and when they only look it.

use proptest::prelude::*;
use tribunal_text::embedding::{DIMENSIONS, cosine, embed};
use tribunal_text::similarity::{FEWEST_WORDS, characters, words};

const PROSE: &str = "The cache keeps the last results for five minutes. A reader that finds nothing asks the server and \
    stores what it gets. If the server does not answer within ten seconds, the reader gives up and reports the error.";

fn meaning(one: &str, other: &str) -> f64 {
    cosine(&embed(one), &embed(other))
}

/// Checks that the first two texts are more alike than the first and the third.
#[track_caller]
fn check_nearer(scorer: fn(&str, &str) -> f64, text: &str, near: &str, far: &str) {
    let (near_score, far_score) = (scorer(text, near), scorer(text, far));
    assert!(near_score > far_score, "{near}: {near_score}, {far}: {far_score}");
}

#[test]
fn a_character_in_front_changes_next_to_nothing() {
    let changed = format!("x{PROSE}");
    assert!(characters(PROSE, &changed) > 0.98);
    assert!(words(PROSE, &changed).similarity > 0.85);
}

#[test]
fn sentences_in_another_order_stay_near() {
    let sentences: Vec<&str> = PROSE.split_inclusive(". ").collect();
    let turned: String = [sentences[2], " ", sentences[0], sentences[1]].concat();
    assert!(characters(PROSE, &turned) > 0.95, "{}", characters(PROSE, &turned));
    assert_eq!(words(PROSE, &turned).similarity.to_bits(), 1.0_f64.to_bits());
    assert!(meaning(PROSE, &turned) > 0.99);
}

#[test]
fn what_is_denied_counted_or_compared_makes_words_differ() {
    for (one, other) in [
        ("The lock is not released.", "The lock is released."),
        ("The lock isn't released.", "The lock is released."),
        ("O bloqueio não é libertado.", "O bloqueio é libertado."),
        ("There is no lock.", "There is a lock."),
        ("Retry 3 times with 5 s.", "Retry 9 times with 1 s."),
        ("if a < b and c", "if a > b and c"),
        ("if a == b", "if a != b"),
        ("if !done", "if done"),
    ] {
        assert!(words(one, other).similarity < 1.0, "{one} / {other}");
        assert!(meaning(one, other) < 0.99, "{one} / {other}: {}", meaning(one, other));
    }
}

#[test]
fn case_accents_and_forms_make_no_difference_to_words() {
    for (one, other) in [
        ("The Caches Were Cleared", "the cache was cleared"),
        ("AS FUNÇÕES CRIADAS", "a função criada"),
        ("cafe\u{301} aberto", "Café abertos"),
        ("don’t release locks", "do not release locks"),
        ("Wow, done!", "wow done"),
        ("İstanbul", "i̇stanbul"),
    ] {
        assert_eq!(words(one, other).similarity.to_bits(), 1.0_f64.to_bits(), "{one} / {other}");
    }
}

#[test]
fn different_chinese_sentences_are_not_alike() {
    let (one, other) = ("这个函数没有释放锁。", "昨天的天气非常好。");
    assert!(characters(one, other) < 0.2);
    assert!(words(one, other).similarity < 0.2);
    assert!(meaning(one, other) < 0.3);
    assert_eq!(words(one, one).counts, (8, 8));
}

#[test]
fn confidence_grows_with_words_and_few_words_give_no_opinion() {
    assert!(!words("done", "done").has_opinion());
    let short = words("alpha beta gamma", "alpha beta delta");
    assert!(short.has_opinion() && short.counts.0 == FEWEST_WORDS);
    assert!((short.confidence() - 3.0 / 50.0).abs() < 1e-12);
    let many: String = (0..200).map(|number| format!("{number} ")).collect();
    assert!((words(&many, &many).confidence() - 0.95).abs() < 1e-12);
}

#[test]
fn synonyms_and_forms_are_nearer_than_other_words() {
    check_nearer(meaning, "He bought a big car.", "He purchased a large automobile.", "He bought a small dog.");
    check_nearer(meaning, "Uma criança corre na rua.", "As crianças correram pela rua.", "Uma criança dorme em casa.");
    check_nearer(meaning, "The reader is cached.", "The cached readers", "The server is closed.");
}

#[test]
fn texts_without_words_have_a_place_too() {
    assert_eq!(embed("").len(), DIMENSIONS);
    assert_eq!(meaning("", "").to_bits(), 0.0_f64.to_bits());
    assert_eq!(characters("", "").to_bits(), 1.0_f64.to_bits());
    assert_eq!(characters("", "abc").to_bits(), 0.0_f64.to_bits());
    assert_eq!(words("", "").counts, (0, 0));
    assert!(meaning("it is what it is", "it is what it is") > 0.99, "stop words count where nothing else stands");
    assert!(!words("", "").has_opinion());
}

#[test]
fn the_bits_of_a_vector_are_the_same_everywhere() {
    let bits = embed(PROSE).iter().fold(0_u64, |sum, value| sum.rotate_left(5) ^ u64::from(value.to_bits()));
    assert_eq!(bits, 4_688_405_835_171_508_364, "after a change of the embedding its MODEL changes, and this number");
}

proptest! {
    #[test]
    fn every_score_lies_between_nothing_and_the_same(one in "\\PC{0,60}", other in "\\PC{0,60}") {
        for score in [characters(&one, &other), words(&one, &other).similarity] {
            prop_assert!((0.0..=1.0).contains(&score));
        }
        prop_assert!(meaning(&one, &other).abs() <= 1.0 + 1e-9);
        prop_assert_eq!(characters(&one, &other).to_bits(), characters(&other, &one).to_bits());
        prop_assert_eq!(meaning(&one, &other).to_bits(), meaning(&other, &one).to_bits());
        prop_assert_eq!(characters(&one, &one).to_bits(), 1.0_f64.to_bits());
        prop_assert_eq!(words(&one, &one).similarity.to_bits(), 1.0_f64.to_bits());
    }
}
