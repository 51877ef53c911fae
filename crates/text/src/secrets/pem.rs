//! Private keys in armour: `-----BEGIN … PRIVATE KEY-----`, base64, `-----END …`. On many lines or on one, in strings,
//! in comments, in a diff, and cut off at either end.

/// A key has no more lines than this.
const MOST_LINES: usize = 400;

/// No line of a key is longer than this, not even one that holds all of it, its line breaks written as `\n`.
const LONGEST_LINE: usize = 16_384;

/// As much base64 in a row is a key's body; less may be a word.
const SHORTEST_BODY: usize = 32;

const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";

/// What introduces the secret lines of a key in the format of PuTTY.
pub(super) const PUTTY: &str = "Private-Lines:";

/// The parts of a key, none of them across a line break; `place` is where one of the three texts above begins.
pub(super) fn find(text: &str, place: usize) -> Vec<(usize, usize)> {
    let rest = &text[place..];
    if rest.starts_with(PUTTY) {
        return body_below(text, line_end(text, place));
    }
    let line = &text[place..line_end(text, place)];
    let Some(title) = title_length(line) else { return Vec::new() };
    if rest.starts_with(END) {
        let mut found = body_above(text, place);
        found.extend((!found.is_empty()).then_some((place, place + title)));
        return found;
    }
    if let Some(length) = length_on_one_line(line, title) {
        return vec![(place, place + length)];
    }
    let mut found = body_below(text, line_end(text, place));
    if !found.is_empty() {
        found.insert(0, (place, place + title));
    }
    found
}

/// The length of `-----BEGIN … PRIVATE KEY-----` at the beginning of the line.
fn title_length(line: &str) -> Option<usize> {
    let name = line.strip_prefix(BEGIN).or_else(|| line.strip_prefix(END))?;
    let length =
        name.bytes().take_while(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b' ').count();
    let is_private = name[..length].contains("PRIVATE KEY") && name[length..].starts_with("-----");
    is_private.then_some(line.len() - name.len() + length + "-----".len())
}

/// How long a key is that goes on behind its title, to its end or as far as the line has base64.
fn length_on_one_line(line: &str, title: usize) -> Option<usize> {
    let body = &line[title..];
    let end = body.find("-----").filter(|end| body[*end..].starts_with(END));
    let end = end.and_then(|end| Some(end + title_length(&body[end..])?));
    let is_body = |byte: u8| is_base64(byte) || byte == b'\\' || byte == b' ';
    let length = end.unwrap_or_else(|| body.bytes().take_while(|byte| is_body(*byte)).count());
    has_body(&body[..length]).then_some(title + length)
}

/// The base64 on the lines after the one that ends at `end`, and the title that ends the key.
fn body_below(text: &str, mut end: usize) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for _ in 0..MOST_LINES {
        if text.as_bytes().get(end) != Some(&b'\n') {
            break;
        }
        let start = end + 1;
        end = line_end(text, start);
        let line = &text[start..end];
        let title = line.find(END).and_then(|at| Some((at, title_length(&line[at..])?)));
        if let Some((at, length)) = title {
            found.push((start + at, start + at + length));
            break;
        }
        match body_line(line) {
            Line::Body(at, length) => found.push((start + at, start + at + length)),
            Line::Between => {}
            Line::Other => break,
        }
    }
    if_key(text, found)
}

/// The base64 on the lines before `place`.
fn body_above(text: &str, place: usize) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = line_start(text, place);
    for _ in 0..MOST_LINES {
        if start == 0 || text.as_bytes()[start - 1] != b'\n' {
            break;
        }
        let end = start - 1;
        start = line_start(text, end);
        let Line::Body(at, length) = body_line(&text[start..end]) else { break };
        found.push((start + at, start + at + length));
    }
    if_key(text, found)
}

/// The parts, if one of them is long enough for a key.
fn if_key(text: &str, found: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    if found.iter().any(|(start, end)| has_body(&text[*start..*end])) { found } else { Vec::new() }
}

enum Line {
    /// Base64 from here, so long.
    Body(usize, usize),
    /// A line that may stand inside a key: blank, redacted, or a header of an encrypted one.
    Between,
    Other,
}

/// What a line is to a key, whatever quotes, comments or signs of a diff surround it.
fn body_line(line: &str) -> Line {
    let frame = |char: char| char.is_whitespace() || "\"'`+-,;#*>|()\\".contains(char);
    let core = line.trim_matches(frame);
    let core = core.strip_prefix("//").unwrap_or(core).trim_start_matches(frame);
    let core = core.trim_end_matches("\\n").trim_end_matches("\\r").trim_end_matches(frame);
    let is_header = ["Proc-Type:", "DEK-Info:", "Version:", "Comment:"].iter().any(|name| core.starts_with(name));
    if core.is_empty() || is_header || core.starts_with("[REDACTED:") {
        return Line::Between;
    }
    if !core.bytes().all(is_base64) {
        return Line::Other;
    }
    let start = core.as_ptr() as usize - line.as_ptr() as usize;
    Line::Body(start, core.len())
}

fn has_body(text: &str) -> bool {
    text.as_bytes().split(|byte| !is_base64(*byte)).any(|run| run.len() >= SHORTEST_BODY)
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// Where the line ends, or the part of it that is looked at.
fn line_end(text: &str, place: usize) -> usize {
    let window = &text[place..text.floor_char_boundary(place + LONGEST_LINE)];
    place + window.find('\n').unwrap_or(window.len())
}

/// Where the line begins, or the part of it that is looked at.
fn line_start(text: &str, place: usize) -> usize {
    let from = text.ceil_char_boundary(place.saturating_sub(LONGEST_LINE));
    text[from..place].rfind('\n').map_or(from, |at| from + at + 1)
}
