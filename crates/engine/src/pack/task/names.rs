//! Names and words: what is a symbol, what a name of several segments, and what is left for the keywords.

use super::Place;
use super::chars::{at_most, begins_with_name, is_in_name, name_end, starts_name};
use super::found::Found;
use super::{known, shape};
use std::ops::Range;

/// Reads the names of one piece of a line.
pub(super) struct Names<'a> {
    line: &'a str,
    pub(super) place: Place,
    /// The word before, for `def name`.
    previous: &'a str,
}

/// A name of one or more segments.
struct Chain<'a> {
    segments: Vec<&'a str>,
    end: usize,
    /// Whether a joint was one that prose has not: `::`, `->`, `#`, `\`.
    has_code_joint: bool,
}

/// The word that a span between backticks consists of, if it is no file and no word of a language.
pub(super) fn only_word(span: &str) -> Option<&str> {
    let span = span.trim();
    let span = span.strip_suffix("()").unwrap_or(span);
    let word = span.trim_matches(['"', '\'', '.', ':', '@', '&', '*', '~', '!', '?']);
    let is_word = begins_with_name(word) && name_end(word, 0) == word.len();
    (is_word && !shape::is_language_word(word) && !known::has(known::FILE_NAMES, word)).then_some(word)
}

impl<'a> Names<'a> {
    pub(super) fn new(line: &'a str, place: Place) -> Self {
        Self { line, place, previous: "" }
    }

    /// Reads the names that begin in the range and returns where the last one ends.
    pub(super) fn read(&mut self, range: Range<usize>, found: &mut Found) -> usize {
        let mut at = range.start;
        while at < range.end {
            let Some(char) = self.line[at..].chars().next() else { break };
            at = match char {
                _ if starts_name(char) => self.read_chain(at, found),
                _ if char.is_numeric() => self.read_number(at, found),
                _ => at + char.len_utf8(),
            };
        }
        at
    }

    fn read_chain(&mut self, start: usize, found: &mut Found) -> usize {
        let chain = self.chain(start);
        if let [word] = chain.segments.as_slice() {
            return self.read_word(word, chain.end, found);
        }
        let is_called = self.is_called(chain.end);
        if is_member(&chain, is_called, self.place) {
            found.dotted(&chain.segments);
            let may_be_words = self.place == Place::Prose && !is_called && chain.segments.len() == 2;
            if may_be_words && !chain.segments.iter().any(|word| shape::is_code(word, self.place)) {
                chain.segments.iter().for_each(|word| found.keyword(word));
            }
        } else {
            chain.segments.iter().for_each(|word| self.read_part(word, found));
        }
        self.previous = "";
        chain.end
    }

    fn chain(&self, start: usize) -> Chain<'a> {
        let mut chain = Chain { segments: Vec::new(), end: start, has_code_joint: false };
        loop {
            let end = name_end(self.line, chain.end);
            let segment = &self.line[chain.end..end];
            chain.segments.push(segment);
            chain.end = end;
            let Some(joint) = joint(&self.line[end..], segment, self.place) else { return chain };
            chain.has_code_joint |= joint != ".";
            chain.end += joint.len();
        }
    }

    /// Reads a word that ends at `end`; returns where it ends with what dashes and apostrophes add to it.
    fn read_word(&mut self, word: &'a str, end: usize, found: &mut Found) -> usize {
        let is_defined = self.place != Place::Prose && shape::defines(self.previous);
        self.previous = word;
        if (is_defined || self.is_called(end)) && !shape::is_language_word(word) {
            found.symbol(word);
            return end;
        }
        if let Some(length) = contraction(&self.line[end..]) {
            // What ends with `n't` is a stop word in two halves.
            if !self.line[..end + length].ends_with('t') {
                self.read_part(word, found);
            }
            return end + length;
        }
        let group_end = self.group_end(end);
        let group = &self.line[end - word.len()..group_end];
        if group.split('-').any(|part| shape::is_code(part, self.place)) {
            group.split('-').for_each(|part| self.read_part(part, found));
        } else if self.place != Place::Code {
            found.keyword(group);
        }
        group_end
    }

    /// Reads a word of which only the shape counts.
    fn read_part(&self, word: &str, found: &mut Found) {
        if shape::is_code(word, self.place) {
            found.symbol(word);
        } else if self.place != Place::Code {
            found.keyword(word);
        }
    }

    /// Where `well-known-words` end that began before `end`.
    fn group_end(&self, end: usize) -> usize {
        let mut at = end;
        while let Some(rest) = self.line[at..].strip_prefix('-').filter(|rest| rest.starts_with(is_in_name)) {
            at = name_end(self.line, self.line.len() - rest.len());
        }
        at
    }

    /// Reads what begins with a digit: versions, amounts, hashes, and a few words such as `2FA`.
    fn read_number(&mut self, start: usize, found: &mut Found) -> usize {
        let mut end = name_end(self.line, start);
        let is_version = |rest: &str| rest.starts_with(|char: char| char.is_numeric() || char == 'x');
        let mut is_word = self.place != Place::Code;
        while self.line[end..].strip_prefix('.').is_some_and(is_version) {
            is_word = false;
            end = name_end(self.line, end + 1);
        }
        if is_word {
            found.keyword(&self.line[start..end]);
        }
        end
    }

    fn is_called(&self, end: usize) -> bool {
        let rest = &self.line[end..];
        if self.place == Place::Prose {
            return rest.strip_prefix('(').is_some_and(are_arguments);
        }
        rest.starts_with('(') || rest.starts_with("!(")
    }
}

/// What joins the name before to the one that follows, if anything does.
fn joint(rest: &str, before: &str, place: Place) -> Option<&'static str> {
    let is_type = before.starts_with(char::is_uppercase);
    let joint = match rest.as_bytes() {
        [b'.', ..] => ".",
        [b':', b':', ..] => "::",
        [b'-', b'>', ..] => "->",
        [b'?', b'.', ..] if place != Place::Prose => "?.",
        [b'#', ..] if is_type => "#",
        [b'\\', ..] if is_type && rest[1..].starts_with(char::is_uppercase) => "\\",
        _ => return None,
    };
    begins_with_name(&rest[joint.len()..]).then_some(joint)
}

/// Whether segments between dots are a member rather than abbreviations, a product or two sentences.
fn is_member(chain: &Chain, is_called: bool, place: Place) -> bool {
    let is_letter = |segment: &str| segment.chars().nth(1).is_none();
    if chain.segments.iter().all(|segment| is_letter(segment)) {
        return false;
    }
    if is_called || chain.has_code_joint || place != Place::Prose {
        return true;
    }
    let last = chain.segments.last().copied().unwrap_or_default();
    let first = chain.segments.first().copied().unwrap_or_default();
    let is_plain = |word: &str| !shape::is_code(word, place);
    let joins_sentences =
        last.starts_with(char::is_uppercase) && is_plain(last) && is_plain(first) && shape::begins_sentence(last);
    !(joins_sentences || is_letter(last) || matches!(last, "js" | "NET"))
}

/// Whether what follows a parenthesis in prose are arguments: `item(s)` and `this(see below)` have none.
fn are_arguments(text: &str) -> bool {
    /// As far as an end is looked for, in bytes.
    const WINDOW: usize = 64;
    let text = at_most(text, WINDOW);
    let end = text.find(|char: char| char == ')' || char.is_whitespace()).unwrap_or(text.len());
    let (first, rest) = text.split_at(end);
    let is_plural = matches!(first, "s" | "es" | "ies" | "d" | "n" | "ed");
    let looks_like_code =
        first.contains(['_', '=', '"', '\'']) || first.starts_with(|char: char| char.is_ascii_digit());
    if rest.starts_with(')') { !is_plural } else { looks_like_code }
}

/// The length of `'s`, `'t`, `'re` and their like behind a word.
fn contraction(rest: &str) -> Option<usize> {
    let suffix = rest.strip_prefix(['\'', '’'])?;
    let end = name_end(suffix, 0);
    let is_suffix = matches!(&suffix[..end], "s" | "t" | "re" | "ve" | "ll" | "d" | "m");
    is_suffix.then_some(rest.len() - suffix.len() + end)
}
