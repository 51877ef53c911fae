//! Prose as what must not change in it, with what stands around each.

use super::CriticalKind;
use super::chunk::{Piece, is_operator, pieces};
use super::vocabulary::{compares_numbers, critical_word, unit_behind_number};
use crate::prose::{hash, is_stop_word};
use rustc_hash::{FxHashMap, FxHashSet};

/// A critical thing and what it counts as.
pub(super) type Item = (CriticalKind, String);

/// What a text without its code says.
#[derive(Debug, Default)]
pub(super) struct Prose {
    /// How often each critical thing is said.
    pub items: FxHashMap<Item, i64>,
    /// How often each word is said, folded.
    pub words: FxHashMap<String, i64>,
    /// Words that are written with a capital within a sentence.
    pub names: FxHashSet<String>,
    /// Everything in order: words by their hash, critical things by their kind, with what they are.
    pub order: Vec<(u64, Option<u64>)>,
    /// What the numbers in `order` stand for.
    pub known: FxHashMap<u64, Item>,
}

/// What was read last.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
enum Last {
    #[default]
    Start,
    Number,
    Value,
    Word(String),
    /// A dash, which is a minus if values stand on both sides.
    Dash,
}

/// Words that stand before anything: what is next to a thing is what stands behind them.
const ARTICLES: [&str; 8] = ["a", "an", "the", "o", "os", "um", "uma", "as"];

/// Reads prose line by line.
#[derive(Debug, Default)]
pub(super) struct ProseReader {
    prose: Prose,
    last: Last,
    begins_sentence: bool,
    /// The lines since the last end of a paragraph: code in the middle of prose may go over several.
    paragraph: String,
}

/// The sign of a sentence's end in the order.
const END: u64 = 0;

impl ProseReader {
    /// A line of prose; lines without anything between them belong together.
    pub(super) fn line(&mut self, line: &str) {
        let line = line.trim().trim_start_matches('>').trim_start();
        let rest = ["- ", "* ", "+ ", "• "].iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line);
        let rest = rest.trim_start_matches('#').trim_start();
        // What has a mark of its own begins a sentence; a line that merely goes on does not.
        if rest.len() < line.len() {
            self.paragraph.push('\n');
        }
        self.paragraph.push_str(rest);
        self.paragraph.push('\n');
    }

    /// What follows does not belong to what came before.
    pub(super) fn end_paragraph(&mut self) {
        let paragraph = std::mem::take(&mut self.paragraph);
        let mut rest = paragraph.as_str();
        while let Some((before, inside, behind)) = code_span(rest) {
            self.lines(before);
            let name: Vec<&str> = inside.split_whitespace().collect();
            if !name.is_empty() {
                self.item(CriticalKind::Identifier, name.join(" "), Last::Start);
            }
            rest = behind;
        }
        self.lines(rest);
        self.last = Last::Start;
        self.begins_sentence = true;
    }

    pub(super) fn finish(mut self) -> Prose {
        self.end_paragraph();
        self.prose
    }

    fn lines(&mut self, text: &str) {
        for line in text.split('\n') {
            self.begins_sentence |= line.is_empty();
            let in_table = line.matches('|').count() >= 2;
            line.split_whitespace().for_each(|chunk| self.chunk(chunk, in_table));
        }
    }

    fn chunk(&mut self, chunk: &str, in_table: bool) {
        if is_operator(chunk) {
            return self.operator(chunk, in_table);
        }
        pieces(chunk, &mut |piece| self.piece(piece));
        if chunk.trim_end_matches(['"', '\'', ')', '”', '’', '*', '_']).ends_with(['.', '!', '?', ':', ';', '…'])
        {
            self.prose.order.push((END, None));
            self.begins_sentence = true;
            self.last = Last::Start;
        }
    }

    fn operator(&mut self, chunk: &str, in_table: bool) {
        match chunk {
            "-" | "–" | "*" | "—" if matches!(self.last, Last::Number | Last::Value) => {
                // It is an operator only if a value follows.
                self.last = Last::Dash;
                self.prose.order.push((hash(b'-', chunk), None));
            }
            "-" | "–" | "—" | "--" | "---" | "*" | "**" | "***" | "&" | ":" | "?" | "!" => {}
            _ if is_rule(chunk) => {}
            _ if in_table && chunk.chars().all(|sign| "|-:".contains(sign)) => {}
            _ => self.item(CriticalKind::Operator, chunk.to_owned(), Last::Value),
        }
    }

    fn piece(&mut self, piece: Piece<'_>) {
        match piece {
            Piece::Number(number) => self.number(number),
            Piece::Unit(unit) => {
                let unit = unit_behind_number(&unit).map_or(unit, str::to_owned);
                self.item(CriticalKind::Unit, unit, Last::Value);
            }
            Piece::Name(name) => self.item(CriticalKind::Identifier, name.to_owned(), Last::Start),
            Piece::Operator(operator) => {
                let kind = if operator == "!" { CriticalKind::Negation } else { CriticalKind::Operator };
                self.item(kind, operator.to_owned(), Last::Value);
            }
            Piece::Foreign(word) => {
                *self.prose.items.entry((CriticalKind::Writing, word.to_lowercase())).or_default() += 1;
                self.prose.order.push((hash(b'w', word), None));
                self.last = Last::Start;
            }
            Piece::Word(word, capital) => self.word(word, capital),
        }
        self.begins_sentence = false;
    }

    fn number(&mut self, number: String) {
        if let Last::Word(word) = &self.last
            && compares_numbers(word)
        {
            *self.prose.items.entry((CriticalKind::Operator, word.clone())).or_default() += 1;
        }
        self.item(CriticalKind::Number, number, Last::Number);
    }

    fn word(&mut self, word: String, capital: bool) {
        let unit = unit_behind_number(&word).filter(|_| self.last == Last::Number);
        if let Some(unit) = unit {
            return self.item(CriticalKind::Unit, unit.to_owned(), Last::Value);
        }
        match critical_word(&word) {
            Some((CriticalKind::Number, value)) => self.number(value.to_owned()),
            Some((kind, value)) => self.item(kind, value.to_owned(), Last::Word(word)),
            None if is_value(&word) => self.item(CriticalKind::Identifier, word, Last::Value),
            None => self.plain(word, capital),
        }
    }

    fn plain(&mut self, word: String, capital: bool) {
        if capital && !self.begins_sentence && !is_stop_word(&word) {
            self.prose.names.insert(word.clone());
        }
        if !ARTICLES.contains(&word.as_str()) {
            self.prose.order.push((hash_of_word(&word), None));
        }
        *self.prose.words.entry(word.clone()).or_default() += 1;
        self.last = Last::Word(word);
    }

    fn item(&mut self, kind: CriticalKind, value: String, last: Last) {
        if self.last == Last::Dash && matches!(last, Last::Number | Last::Value) {
            *self.prose.items.entry((CriticalKind::Operator, "-".to_owned())).or_default() += 1;
        }
        let number = hash(kind as u8, &value);
        self.prose.order.push((u64::from(kind as u8) + 1, Some(number)));
        self.prose.known.entry(number).or_insert_with(|| (kind, value.clone()));
        *self.prose.items.entry((kind, value)).or_default() += 1;
        self.last = last;
    }
}

/// What a word is in the order of a text.
pub(super) fn hash_of_word(word: &str) -> u64 {
    hash(b'w', word)
}

/// A line drawn with signs, as under a heading.
fn is_rule(chunk: &str) -> bool {
    const SHORTEST: usize = 4;
    let first = chunk.chars().next();
    chunk.len() >= SHORTEST && chunk.chars().all(|sign| Some(sign) == first)
}

/// A letter alone that is no word of its own stands for something.
fn is_value(word: &str) -> bool {
    word.len() == 1 && !"aeosctdmi".contains(word)
}

/// What stands before, inside and behind the first code between equal runs of backticks.
fn code_span(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let start = from + text[from..].find('`')?;
        let length = text[start..].len() - text[start..].trim_start_matches('`').len();
        let (mark, inside) = (&text[start..start + length], &text[start + length..]);
        let is_run = |at: &usize| !inside[at + length..].starts_with('`') && !inside[..*at].ends_with('`');
        if let Some(end) = inside.match_indices(mark).map(|(at, _)| at).find(is_run) {
            return Some((&text[..start], &inside[..end], &inside[end + length..]));
        }
        from = start + length;
    }
}
