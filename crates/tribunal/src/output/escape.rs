//! Control characters made visible: a file name must not move the cursor, change the title or turn the text.

use std::borrow::Cow;
use std::path::Path;
use tribunal_domain::path_text;

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

/// A path as one word of a command that can be pasted into a shell.
pub fn shell_word(path: &Path) -> String {
    let text = path_text(path.as_os_str().as_encoded_bytes());
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:@%".contains(c);
    if text.chars().all(is_plain) { text.into_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::{escaped, shell_word};
    use std::path::Path;

    #[test]
    fn paths_in_commands_are_one_word() {
        assert_eq!(shell_word(Path::new("/a/.b-c/größe")), "/a/.b-c/größe");
        assert_eq!(shell_word(Path::new("/it's $HOME")), r"'/it'\''s $HOME'");
    }

    #[test]
    fn control_sequences_become_visible_and_text_stays() {
        assert_eq!(escaped("a\nb\x1b[31m\u{9b}"), "a\\nb\\u{1b}[31m\\u{9b}");
        assert_eq!(escaped("abc\u{202e}txt"), "abc\\u{202e}txt");
        assert_eq!(escaped("größe — 日本"), "größe — 日本");
    }
}
