//! Things that functions do or lack, by the words reviewers use for them.

use super::sentence::Word;

/// Something a function may do.
#[derive(Debug, PartialEq, Eq)]
pub struct Concept {
    /// How claims call it.
    pub name: &'static str,
    /// Phrases of prose: each a list of beginnings of words that follow each other.
    phrases: &'static [&'static [&'static str]],
    /// Verbs that say it is done: `validates`, `logs`.
    pub verbs: &'static [&'static str],
}

/// All of them; the more special first.
pub const CONCEPTS: &[Concept] = &[
    Concept {
        name: "error handling",
        phrases: &[
            &["error", "handl"],
            &["exception", "handl"],
            &["error", "check"],
            &["handl", "error"],
            &["handl", "exception"],
            &["handl", "the", "error"],
            &["handl", "any", "error"],
            &["check", "error"],
            &["check", "the", "error"],
            &["try", "catch"],
            &["try/catch"],
            &["try-catch"],
            &["try/except"],
            &["catch", "error"],
            &["catch", "exception"],
            &["checking", "the", "error"],
            &["checking", "error"],
            &["handl", "its", "error"],
            &["handl", "failure"],
        ],
        verbs: &["handles errors", "handles exceptions", "catches exceptions", "catches errors"],
    },
    Concept {
        name: "null check",
        phrases: &[
            &["null", "check"],
            &["nil", "check"],
            &["none", "check"],
            &["null-check"],
            &["nil-check"],
            &["check", "for", "null"],
            &["check", "for", "nil"],
            &["check", "for", "none"],
            &["check", "for", "undefined"],
            &["checking", "for", "null"],
            &["checking", "for", "nil"],
            &["checking", "for", "none"],
            &["undefined", "check"],
        ],
        verbs: &["checks for null", "checks for none", "checks for nil"],
    },
    Concept {
        name: "bounds check",
        phrases: &[
            &["bound", "check"],
            &["bounds-check"],
            &["range", "check"],
            &["length", "check"],
            &["check", "bound"],
            &["check", "the", "bound"],
            &["check", "the", "length"],
            &["boundary", "check"],
            &["checking", "bound"],
        ],
        verbs: &["checks bounds", "checks the bounds"],
    },
    Concept {
        name: "authorization",
        phrases: &[
            &["authoriz"],
            &["authentic"],
            &["permission", "check"],
            &["access", "control"],
            &["check", "permission"],
        ],
        verbs: &["authorizes", "authenticates", "checks permissions"],
    },
    Concept { name: "escaping", phrases: &[&["escap"], &["sanitiz"], &["sanitis"]], verbs: &["escapes", "sanitizes"] },
    Concept {
        name: "validation",
        phrases: &[
            &["validat"],
            &["input", "check"],
            &["check", "input"],
            &["check", "its", "input"],
            &["sanity", "check"],
        ],
        verbs: &["validates"],
    },
    Concept { name: "logging", phrases: &[&["logging"], &["log", "message"], &["logs"], &["log"]], verbs: &["logs"] },
    Concept { name: "locking", phrases: &[&["locking"], &["lock"], &["mutex"], &["synchroniz"]], verbs: &["locks"] },
    Concept { name: "closing", phrases: &[&["closing"], &["close"], &["dispos"]], verbs: &["closes", "disposes"] },
    Concept { name: "awaiting", phrases: &[&["await"]], verbs: &["awaits"] },
    Concept { name: "timeout", phrases: &[&["timeout"], &["time-out"], &["deadline"]], verbs: &["sets a timeout"] },
    Concept { name: "retry", phrases: &[&["retry"], &["retries"], &["retrying"]], verbs: &["retries"] },
    Concept {
        name: "sql interpolation",
        phrases: &[&["sql", "interpolat"], &["sql", "injection"], &["string", "interpolat"]],
        verbs: &[],
    },
];

/// The concept with a name.
pub fn concept_named(name: &str) -> Option<&'static Concept> {
    CONCEPTS.iter().find(|concept| concept.name == name)
}

/// The concept that words from `at` speak of, and how many words that takes.
pub fn concept_at(words: &[Word], at: usize) -> Option<(&'static Concept, usize)> {
    let fits = |phrase: &&&[&str]| {
        phrase.len() <= words.len() - at
            && phrase.iter().zip(&words[at..]).all(|(start, word)| {
                // Short words are whole words: `log` is not the beginning of `logic`.
                let whole = start.len() <= 4 && word.lower != *start;
                !word.quoted && word.lower.starts_with(start) && !whole
            })
    };
    if at >= words.len() {
        return None;
    }
    CONCEPTS.iter().find_map(|concept| {
        let phrase = concept.phrases.iter().filter(fits).max_by_key(|phrase| phrase.len())?;
        Some((concept, phrase.len()))
    })
}
