//! Control characters made visible: a file name must not move the cursor, change the title or turn the text.

use std::borrow::Cow;

/// The text with every control character and direction mark written as an escape.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_unsafe(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    Cow::Owned(out)
}

fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn control_sequences_become_visible_and_text_stays() {
        assert_eq!(escaped("a\nb\x1b[31m\u{9b}"), "a\\nb\\u{1b}[31m\\u{9b}");
        assert_eq!(escaped("abc\u{202e}txt"), "abc\\u{202e}txt");
        assert_eq!(escaped("größe — 日本"), "größe — 日本");
    }
}
