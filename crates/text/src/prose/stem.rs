//! Stems of English and Portuguese words by one rule, for texts whose language nobody told.
//!
//! The stems are no words. They only have to be the same for forms of one word.

use crate::identifiers;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// What is left of a word has at least this many characters.
const SHORTEST_STEM: usize = 3;

/// Forms that no ending tells, sorted, with the word they belong to.
#[rustfmt::skip]
const IRREGULAR: &[(&str, &str)] = &[
    ("began", "begin"), ("begun", "begin"), ("bought", "buy"), ("broke", "break"), ("broken", "break"),
    ("brought", "bring"), ("built", "build"), ("came", "come"), ("caught", "catch"), ("children", "child"),
    ("drawn", "draw"), ("drew", "draw"), ("driven", "drive"), ("drove", "drive"), ("eaten", "eat"),
    ("fallen", "fall"), ("feet", "foot"), ("fell", "fall"), ("flew", "fly"), ("flown", "fly"), ("fought", "fight"),
    ("found", "find"), ("gave", "give"), ("given", "give"), ("gone", "go"), ("got", "get"), ("gotten", "get"),
    ("grew", "grow"), ("grown", "grow"), ("held", "hold"), ("kept", "keep"), ("knew", "know"), ("knives", "knife"),
    ("known", "know"), ("lay", "lie"), ("leaves", "leaf"), ("led", "lead"), ("left", "leave"), ("lives", "life"),
    ("lost", "lose"), ("made", "make"), ("men", "man"), ("met", "meet"), ("mice", "mouse"), ("paid", "pay"),
    ("people", "person"), ("ran", "run"), ("ridden", "ride"), ("risen", "rise"), ("rode", "ride"), ("rose", "rise"),
    ("said", "say"), ("sang", "sing"), ("sat", "sit"), ("saw", "see"), ("seen", "see"), ("sent", "send"),
    ("shot", "shoot"), ("sold", "sell"), ("spent", "spend"), ("spoke", "speak"), ("spoken", "speak"),
    ("stole", "steal"), ("stolen", "steal"), ("stood", "stand"), ("sung", "sing"), ("swam", "swim"),
    ("swum", "swim"), ("taken", "take"), ("teeth", "tooth"), ("thought", "think"), ("threw", "throw"),
    ("thrown", "throw"), ("told", "tell"), ("took", "take"), ("went", "go"), ("wives", "wife"), ("women", "woman"),
    ("won", "win"), ("wore", "wear"), ("worn", "wear"), ("written", "write"), ("wrote", "write"),
];

static REGULAR: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| IRREGULAR.iter().copied().collect());

/// Endings of Portuguese, folded, the longest first.
#[rustfmt::skip]
const ENDINGS: &[&str] = &[
    "avelmente", "amentos", "imentos", "adoras", "adores", "amento", "idades", "imento", "acoes", "adora", "icoes",
    "idade", "mente", "acao", "adas", "ador", "ados", "ando", "aram", "avam", "endo", "eram", "icao", "idas",
    "idos", "indo", "iram", "ada", "ado", "aes", "ais", "ava", "eis", "iam", "ida", "ido", "oes", "am", "ao", "ar",
    "as", "em", "er", "es", "eu", "ir", "iu", "ns", "os", "ou", "a", "e", "o", "s",
];

/// Plurals of Portuguese that English would cut elsewhere, with their singular.
const PLURALS: &[(&str, &str)] = &[("coes", "cao"), ("soes", "sao"), ("ais", "al"), ("eis", "el")];

/// Cuts a folded word to its stem: English forms first, then the longest ending of Portuguese.
pub(crate) fn stem(word: &mut String) {
    if let Some(regular) = REGULAR.get(word.as_str()) {
        word.clear();
        word.push_str(regular);
    }
    let is_plural = |ending: &str| word.len() >= ending.len() + SHORTEST_STEM && word.ends_with(ending);
    if let Some((plural, singular)) = PLURALS.iter().find(|(plural, _)| is_plural(plural)) {
        word.truncate(word.len() - plural.len());
        word.push_str(singular);
    }
    identifiers::stem(word);
    let room = word.len().saturating_sub(SHORTEST_STEM);
    let last = word.as_bytes().last();
    // Most endings fail at their last letter, which is cheaper to compare than all of them.
    let may_end = |ending: &&&str| ending.as_bytes().last() == last && ending.len() <= room;
    let longest = ENDINGS.iter().filter(may_end).find(|ending| word.ends_with(**ending));
    if let Some(ending) = longest {
        word.truncate(word.len() - ending.len());
    }
}

#[cfg(test)]
mod tests {
    use super::{ENDINGS, IRREGULAR, stem};

    #[track_caller]
    fn check(words: &[&str]) {
        let stems = words.iter().map(|word| {
            let mut word = (*word).to_owned();
            stem(&mut word);
            word
        });
        let stems: Vec<String> = stems.collect();
        assert!(stems.iter().all(|stem| *stem == stems[0]), "{stems:?}");
    }

    #[test]
    fn forms_of_a_word_share_their_stem() {
        check(&["walk", "walks", "walked", "walking"]);
        check(&["man", "men"]);
        check(&["take", "took", "taken", "taking"]);
        check(&["falar", "falou", "falando", "falaram", "fala"]);
        check(&["menino", "meninos", "menina", "meninas"]);
        check(&["informacao", "informacoes"]);
        check(&["nacional", "nacionais"]);
    }

    #[test]
    fn the_tables_are_in_order() {
        assert!(IRREGULAR.is_sorted());
        assert!(ENDINGS.is_sorted_by(|one, other| one.len() >= other.len()));
    }
}
