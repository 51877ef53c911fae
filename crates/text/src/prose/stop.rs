//! Words of English and Portuguese that say nothing, and those that deny.

use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// The most frequent words without a meaning of their own, folded and sorted. `no` denies in English and is a mere
/// preposition in Portuguese: it stays.
#[rustfmt::skip]
const STOP_WORDS: &[&str] = &[
    "a", "about", "after", "again", "ainda", "ali", "all", "also", "am", "an", "and", "antes", "any", "ao", "aos",
    "apos", "aquela", "aquelas", "aquele", "aqueles", "aqui", "aquilo", "are", "as", "assim", "at", "ate", "be",
    "because", "been", "before", "being", "below", "between", "both", "but", "by", "cada", "can", "com", "como",
    "contra", "could", "cuja", "cujo", "da", "daquele", "das", "de", "depois", "desde", "dessa", "desse", "desta",
    "deste", "did", "disso", "do", "does", "doing", "don", "dos", "down", "dum", "duma", "durante", "during", "e",
    "each", "either", "ela", "elas", "ele", "eles", "em", "entao", "entre", "era", "eram", "essa", "essas", "esse",
    "esses", "esta", "estao", "estar", "estas", "estava", "estavam", "este", "estes", "esteve", "eu", "even",
    "ever", "every", "few", "foi", "for", "foram", "from", "further", "ha", "had", "has", "have", "haver", "havia",
    "having", "he", "hence", "her", "here", "hers", "him", "his", "how", "however", "i", "if", "in", "into", "ir",
    "is", "isso", "isto", "it", "its", "itself", "ja", "just", "la", "lhe", "lhes", "mais", "mas", "may", "me",
    "menos", "mesma", "mesmas", "mesmo", "mesmos", "meu", "might", "minha", "more", "most", "muita", "muito",
    "must", "my", "na", "nas", "nessa", "nesse", "nesta", "neste", "nisto", "nos", "nossa", "nosso", "now", "num",
    "numa", "numas", "nuns", "o", "of", "off", "on", "once", "onde", "only", "or", "os", "other", "ou", "our",
    "out", "outra", "outras", "outro", "outros", "over", "own", "para", "pela", "pelas", "pelo", "pelos", "pode",
    "podem", "poder", "pois", "por", "porque", "pra", "quais", "qual", "quando", "que", "quem", "rather", "s",
    "same", "sao", "se", "sendo", "ser", "sera", "seria", "seu", "seus", "shall", "she", "should", "sido", "so",
    "sobre", "some", "sua", "suas", "such", "t", "tambem", "te", "tem", "tendo", "ter", "teu", "than", "that",
    "the", "their", "them", "then", "there", "these", "they", "this", "those", "through", "thus", "tinha", "tinham",
    "to", "toda", "todas", "todo", "todos", "too", "tu", "tua", "um", "uma", "umas", "under", "uns", "until", "up",
    "upon", "us", "vai", "vao", "very", "vos", "was", "we", "were", "what", "when", "where", "whether", "which",
    "while", "who", "whom", "whose", "why", "will", "with", "within", "would", "you", "your",
];

/// Words that turn a statement around, folded and sorted.
#[rustfmt::skip]
const NEGATIONS: &[&str] = &[
    "cannot", "jamais", "nao", "neither", "nem", "nenhum", "nenhuma", "never", "none", "nor", "not", "nunca", "sem",
    "without",
];

static STOP_SET: LazyLock<FxHashSet<&str>> = LazyLock::new(|| STOP_WORDS.iter().copied().collect());

static NEGATION_SET: LazyLock<FxHashSet<&str>> = LazyLock::new(|| NEGATIONS.iter().copied().collect());

/// Whether the folded word stands in nearly every text of its language.
pub(crate) fn is_stop_word(word: &str) -> bool {
    STOP_SET.contains(word)
}

/// Whether the folded word denies.
pub(crate) fn is_negation(word: &str) -> bool {
    NEGATION_SET.contains(word)
}

#[cfg(test)]
mod tests {
    use super::{NEGATIONS, STOP_WORDS};

    #[test]
    fn the_lists_are_sorted_and_apart() {
        assert!(STOP_WORDS.is_sorted() && NEGATIONS.is_sorted());
        assert!(!NEGATIONS.iter().any(|word| STOP_WORDS.contains(word)));
    }
}
