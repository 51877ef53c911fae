//! The characters of names, and where a name ends.

/// A character that a name may begin with.
pub(super) fn starts_name(char: char) -> bool {
    char.is_alphabetic() || matches!(char, '_' | '$')
}

/// A character that may stand inside a name; marks upon letters stay with them.
pub(super) fn is_in_name(char: char) -> bool {
    starts_name(char) || char.is_numeric() || matches!(char, '\u{300}'..='\u{36f}')
}

/// Where the name at `start` ends, in bytes.
pub(super) fn name_end(line: &str, start: usize) -> usize {
    let mut before = None;
    for (place, char) in line[start..].char_indices() {
        if !is_in_name(char) || before.is_some_and(|before| changes_script(before, char)) {
            return start + place;
        }
        before = Some(char);
    }
    line.len()
}

/// Whether the text begins with a character a name may begin with.
pub(super) fn begins_with_name(text: &str) -> bool {
    text.starts_with(starts_name)
}

/// Chinese, Japanese and Korean run into the Latin names they speak of: a name ends where the writing changes.
pub(super) fn changes_script(before: char, next: char) -> bool {
    (is_dense(before) && next.is_ascii_alphanumeric()) || (before.is_ascii_alphanumeric() && is_dense(next))
}

/// Han, Kana and Hangul.
pub(super) fn is_dense(char: char) -> bool {
    matches!(char, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}')
}

/// The longest beginning of at most `limit` bytes that ends between characters.
pub(super) fn at_most(text: &str, limit: usize) -> &str {
    &text[..text.floor_char_boundary(limit)]
}
