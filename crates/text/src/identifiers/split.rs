//! Words in text and parts in words, as slices of what was given: by case, digits, separators and script.

/// The words of a text: runs of letters, digits and `_`, so that identifiers stay whole.
///
/// A name begins with a letter. Digits before one give it a place in a row (`0001_initial`), and a number alone is a
/// line, a version or an issue: nobody finds a file by it.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let runs = text.split(|char: char| !(is_letter(char) || char.is_numeric() || char == '_'));
    let is_before_name = |char: char| char.is_numeric() || char == '_';
    runs.map(move |run| run.trim_start_matches(is_before_name).trim_end_matches('_')).filter(|word| !word.is_empty())
}

/// The parts of an identifier, as written: `parseHTTPHeader_v2` has `parse`, `HTTP`, `Header`, `v` and `2`.
pub fn parts(identifier: &str) -> impl Iterator<Item = &str> {
    spans(identifier).map(|span| &identifier[span.start..span.end])
}

/// Where a part lies in its word, in bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) is_number: bool,
}

pub(super) fn spans(word: &str) -> impl Iterator<Item = Span> {
    let mut place = 0;
    std::iter::from_fn(move || {
        let start = place + word[place..].find(|char| Class::of(char) != Class::Separator)?;
        let rest = &word[start..];
        let end = start + length_of_part(rest);
        place = end;
        Some(Span { start, end, is_number: rest.starts_with(char::is_numeric) })
    })
}

/// Pairs of neighbouring characters, or the only one.
pub(crate) fn pairs(part: &str) -> impl Iterator<Item = &str> {
    let starts = part.char_indices().map(|(place, _)| place);
    let ends = part.char_indices().skip(2).map(|(place, _)| place).chain([part.len()]);
    starts.zip(ends).map(|(start, end)| &part[start..end])
}

/// Han, Hiragana and Katakana.
pub(crate) fn is_written_without_spaces(char: char) -> bool {
    matches!(char, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{2fa1f}' | '々')
}

/// What a character is to the splitter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Upper,
    Lower,
    Digit,
    Dense,
    Separator,
}

impl Class {
    fn of(char: char) -> Self {
        match char {
            'a'..='z' => Self::Lower,
            'A'..='Z' => Self::Upper,
            '0'..='9' => Self::Digit,
            _ if char.is_ascii() => Self::Separator,
            _ if is_written_without_spaces(char) => Self::Dense,
            _ if char.is_numeric() => Self::Digit,
            _ if char.is_uppercase() => Self::Upper,
            _ if is_letter(char) => Self::Lower,
            _ => Self::Separator,
        }
    }
}

/// A letter or a mark upon one: decomposed text stays in one word.
fn is_letter(char: char) -> bool {
    char.is_alphabetic() || matches!(char, '\u{300}'..='\u{36f}')
}

/// How far the part at the beginning of `rest` goes, in bytes; at least one character.
fn length_of_part(rest: &str) -> usize {
    let mut chars = rest.char_indices().map(|(place, char)| (place, Class::of(char))).peekable();
    let Some((_, mut class)) = chars.next() else { return 0 };
    let mut capitals = usize::from(class == Class::Upper);
    while let Some((place, next)) = chars.next() {
        let after = chars.peek().map(|(_, class)| *class);
        let goes_on = match (class, next) {
            // `HTTPServer`: the last capital before small letters begins the next part.
            (Class::Upper, Class::Upper) => after != Some(Class::Lower) || is_plural(&rest[place..]),
            (Class::Upper, Class::Lower) => capitals == 1 || is_plural_ending(&rest[place..]),
            (was, is) => was == is,
        };
        if !goes_on {
            return place;
        }
        capitals += usize::from(next == Class::Upper);
        class = next;
    }
    rest.len()
}

/// `Ls` in `URLs`: the capital belongs to those before it.
fn is_plural(rest: &str) -> bool {
    rest.char_indices().nth(1).is_some_and(|(place, _)| is_plural_ending(&rest[place..]))
}

/// A single `s` that no small letter follows.
fn is_plural_ending(rest: &str) -> bool {
    rest.strip_prefix('s').is_some_and(|rest| rest.chars().next().is_none_or(|char| Class::of(char) != Class::Lower))
}
