//! What may stand between the signs of a document: white space of any kind, and comments.

use crate::structured::Repair;

/// A stretch without meaning.
pub(in crate::structured) struct Blank {
    /// Where it ends.
    pub end: usize,
    /// What of it JSON does not know.
    pub repairs: [Option<Repair>; 2],
}

/// Skips white space and comments; none if a comment is still open at the end of the text.
pub(in crate::structured) fn skip_blank(text: &str, start: usize) -> Option<Blank> {
    let mut blank = Blank { end: start, repairs: [None; 2] };
    loop {
        let rest = &text[blank.end..];
        let Some(sign) = rest.chars().next() else { return Some(blank) };
        if matches!(sign, ' ' | '\t' | '\r' | '\n') {
            blank.end += 1;
        } else if is_blank(sign) {
            blank.end += sign.len_utf8();
            blank.repairs[0] = Some(Repair::WhiteSpace);
        } else if sign == '#' || rest.starts_with("//") {
            blank.end += rest.find('\n').unwrap_or(rest.len());
            blank.repairs[1] = Some(Repair::Comment);
        } else if rest.starts_with("/*") {
            blank.end += rest.find("*/")? + "*/".len();
            blank.repairs[1] = Some(Repair::Comment);
        } else {
            return Some(blank);
        }
    }
}

/// White space by Unicode, the byte order mark and the spaces without width.
fn is_blank(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '\u{feff}' | '\u{200b}'..='\u{200d}' | '\u{2060}')
}
