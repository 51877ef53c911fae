//! Edits that leave what a text says as it is.

use super::Edit;
use super::random::Random;

pub const EDITS: &[Edit] = &[
    ("whitespace", whitespace),
    ("lines wrapped anew", wrapped),
    ("punctuation", punctuation),
    ("order of sentences", sentences),
    ("order of paragraphs", paragraphs),
    ("synonym", synonym),
];

/// Some blanks between words are doubled, some lines end with one, an empty line comes in.
fn whitespace(text: &str, random: &mut Random) -> Option<String> {
    let mut edited = String::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        edited.push_str(&line[..indent]);
        for (number, word) in line[indent..].split(' ').enumerate() {
            let blanks = if number == 0 {
                ""
            } else if random.below(12) == 0 {
                "  "
            } else {
                " "
            };
            edited.extend([blanks, word]);
        }
        edited.push_str(if random.below(8) == 0 { " \n" } else { "\n" });
        if line.trim().is_empty() && random.below(4) == 0 {
            edited.push('\n');
        }
    }
    Some(edited)
}

/// Paragraphs of prose are wrapped at another width.
fn wrapped(text: &str, random: &mut Random) -> Option<String> {
    let width = 40 + random.below(60);
    is_prose(text).then(|| {
        let paragraph = |paragraph: &str| {
            let mut lines = vec![String::new()];
            for word in paragraph.split_whitespace() {
                let last = lines.last_mut().expect("there is a line");
                if !last.is_empty() && last.len() + word.len() > width {
                    lines.push(word.to_owned());
                } else {
                    if !last.is_empty() {
                        last.push(' ');
                    }
                    last.push_str(word);
                }
            }
            lines.join("\n")
        };
        text.split("\n\n").map(paragraph).collect::<Vec<_>>().join("\n\n")
    })
}

/// A comma comes or goes, a sentence ends with another sign, quotes are curled.
fn punctuation(text: &str, random: &mut Random) -> Option<String> {
    if !is_prose(text) {
        return None;
    }
    let between_words = |sign: &str| {
        let places = text.match_indices(sign).map(|(at, _)| at);
        let letters = |at: &usize| {
            text[..*at].ends_with(char::is_alphabetic) && text[at + sign.len()..].starts_with(char::is_alphabetic)
        };
        places.filter(letters).collect::<Vec<_>>()
    };
    let (from, to) = *random.one_of(&[
        (", ", " "),
        (". ", "! "),
        (". ", "; "),
        (" and ", ", and "),
        (": ", " - "),
        (" that ", ", that "),
    ]);
    let at = random.pick(between_words(from))?;
    Some([&text[..at], to, &text[at + from.len()..]].concat())
}

/// The sentences of a paragraph stand in another order.
fn sentences(text: &str, random: &mut Random) -> Option<String> {
    let mut paragraphs: Vec<String> = text.split("\n\n").map(str::to_owned).collect();
    let is_plain = |paragraph: &&mut String| {
        is_prose(paragraph)
            && paragraph.matches(". ").count() >= 2
            && !paragraph.contains("\n- ")
            && paragraph.trim_end().ends_with('.')
    };
    let paragraph = random.pick(paragraphs.iter_mut().filter(is_plain).collect())?;
    let joined = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut sentences: Vec<&str> = joined.split_inclusive(". ").map(str::trim_end).collect();
    random.shuffle(&mut sentences);
    *paragraph = sentences.join(" ");
    Some(paragraphs.join("\n\n"))
}

/// Paragraphs stand in another order.
fn paragraphs(text: &str, random: &mut Random) -> Option<String> {
    let mut paragraphs: Vec<&str> = text.trim_end().split("\n\n").collect();
    if !is_prose(text) || paragraphs.len() < 2 {
        return None;
    }
    random.shuffle(&mut paragraphs);
    Some(paragraphs.join("\n\n") + "\n")
}

#[rustfmt::skip]
const SYNONYMS: &[(&str, &str)] = &[
    ("big", "large"), ("large", "big"), ("quick", "fast"), ("quickly", "fast"), ("show", "display"), ("shows", "displays"),
    ("shown", "displayed"), ("use", "employ"), ("uses", "employs"), ("used", "employed"), ("begin", "start"),
    ("begins", "starts"), ("help", "aid"), ("need", "require"), ("needs", "requires"), ("find", "locate"),
    ("found", "located"), ("make", "create"), ("makes", "creates"), ("made", "created"), ("get", "obtain"),
    ("keep", "retain"), ("keeps", "retains"), ("kept", "retained"), ("tell", "inform"), ("says", "states"), ("say", "state"),
    ("error", "fault"), ("wrong", "incorrect"), ("right", "correct"), ("part", "piece"), ("way", "manner"),
    ("place", "spot"), ("whole", "complete"), ("look", "glance"), ("ask", "inquire"), ("answer", "reply"),
    ("change", "modify"), ("changed", "modified"), ("write", "record"), ("written", "recorded"), ("name", "title"),
    ("also", "too"), ("but", "yet"), ("because", "since"), ("so", "thus"), ("however", "though"), ("grande", "vasto"),
    ("rápido", "veloz"), ("mostrar", "exibir"), ("usar", "empregar"), ("começa", "inicia"), ("precisa", "necessita"),
    ("resposta", "réplica"), ("arquivo", "ficheiro"), ("lugar", "local"), ("mas", "porém"), ("bonito", "belo"),
];

/// A word becomes another one for the same, outside of code.
fn synonym(text: &str, random: &mut Random) -> Option<String> {
    if !is_prose(text) {
        return None;
    }
    let is_apart = |at: usize, word: &str| {
        let blank = |sign: Option<char>| sign.is_none_or(char::is_whitespace);
        blank(text[..at].chars().next_back()) && blank(text[at + word.len()..].chars().next())
    };
    let found = SYNONYMS.iter().flat_map(|(one, other)| {
        text.match_indices(one).filter(move |(at, _)| is_apart(*at, one)).map(move |(at, _)| (at, *one, *other))
    });
    let (at, one, other) = random.pick(found.collect())?;
    Some([&text[..at], other, &text[at + one.len()..]].concat())
}

/// Prose without code or tables, where order and signs are free: every fifth word is one that only sentences have.
fn is_prose(text: &str) -> bool {
    const OF_SENTENCES: &[&str] =
        &["the", "a", "of", "to", "is", "and", "it", "that", "in", "o", "de", "que", "e", "os"];
    let words: Vec<&str> = text.split_whitespace().collect();
    let of_sentences = words.iter().filter(|word| OF_SENTENCES.contains(&word.to_lowercase().as_str())).count();
    let is_code = |line: &str| {
        line.starts_with("    ")
            || line.starts_with('\t')
            || line.contains(['{', '}', '|'])
            || line.ends_with(';')
            || line.contains("```")
            || line.contains("::")
            || line.starts_with([' ', '#', '/', '>', '.'])
    };
    of_sentences * 5 >= words.len() && !text.lines().any(is_code)
}
