//! The line number behind a path, in the ways people and tools write it.

#[derive(Debug, Default)]
pub(super) struct Location {
    pub(super) line: Option<u32>,
    pub(super) last_line: Option<u32>,
    /// How much of the text was the location, in bytes.
    pub(super) length: usize,
}

/// Digits of the largest line number; what is longer is no line.
const MOST_DIGITS: usize = 7;

/// The location at the beginning of the text: `:12:5`, `:10-20`, `#L10-L20`, `(12,5)`, `, line 12`.
pub(super) fn after(text: &str) -> Location {
    let readings = [after_colon, after_hash, in_parentheses, in_words];
    let found = readings.iter().find_map(|read| read(text));
    found.map_or_else(Location::default, |(line, last_line, rest)| Location {
        line: Some(line),
        last_line: last_line.filter(|last| *last >= line),
        length: text.len() - rest.len(),
    })
}

/// The lines that the fragment of an address names: `L10-L20`, `L3C1-L4C2`, `lines-10:20`.
pub(super) fn of_fragment(fragment: &str) -> (Option<u32>, Option<u32>) {
    let text = fragment.strip_prefix("lines-").or_else(|| fragment.strip_prefix('L'));
    let Some((line, rest)) = text.and_then(number) else { return (None, None) };
    let rest = without_column(rest);
    let last = rest.strip_prefix(['-', ':']).map(|rest| rest.strip_prefix('L').unwrap_or(rest)).and_then(number);
    (Some(line), last.map(|(last, _)| last).filter(|last| *last >= line))
}

/// A number at the beginning of the text, and what follows it.
pub(super) fn number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take(MOST_DIGITS + 1).take_while(u8::is_ascii_digit).count();
    let number = text[..digits].parse().ok().filter(|number| digits <= MOST_DIGITS && *number > 0)?;
    Some((number, &text[digits..]))
}

type Reading<'a> = Option<(u32, Option<u32>, &'a str)>;

fn after_colon(text: &str) -> Reading<'_> {
    let (line, rest) = number(text.strip_prefix(':')?)?;
    if let Some((_, rest)) = rest.strip_prefix(':').and_then(number) {
        return Some((line, None, rest));
    }
    Some(with_last(line, rest, number))
}

fn after_hash(text: &str) -> Reading<'_> {
    let (line, rest) = number(text.strip_prefix("#L")?)?;
    let last =
        |rest| number(str::strip_prefix(rest, 'L').unwrap_or(rest)).map(|(last, rest)| (last, without_column(rest)));
    Some(with_last(line, without_column(rest), last))
}

fn in_parentheses(text: &str) -> Reading<'_> {
    let (line, rest) = number(text.strip_prefix('(')?)?;
    let column = rest.strip_prefix([',', ':']).and_then(number);
    let rest = column.map_or(rest, |(_, rest)| rest);
    Some((line, None, rest.strip_prefix(')')?))
}

/// What may stand between a path and its line; the path may have been quoted.
const LEADS: &[&str] = &["line ", "on line ", "at line ", "lines ", "on lines ", "around line ", "near line ", "L"];

fn in_words(text: &str) -> Reading<'_> {
    let text = text.strip_prefix(['`', '"', '\'', ')']).unwrap_or(text);
    let text = text.strip_prefix([',', ':']).unwrap_or(text);
    let text = text.strip_prefix(' ').unwrap_or(text);
    let text = text.strip_prefix('(').unwrap_or(text);
    let rest = LEADS.iter().find_map(|lead| text.strip_prefix(lead))?;
    let (line, rest) = number(rest)?;
    Some(with_last(line, rest, number))
}

fn with_last<'a>(
    line: u32,
    rest: &'a str,
    read: impl Fn(&'a str) -> Option<(u32, &'a str)>,
) -> (u32, Option<u32>, &'a str) {
    match rest.strip_prefix('-').and_then(read) {
        Some((last, rest)) => (line, Some(last), rest),
        None => (line, None, rest),
    }
}

/// `C5` in `L10C5`.
fn without_column(text: &str) -> &str {
    text.strip_prefix('C').and_then(number).map_or(text, |(_, rest)| rest)
}
