//! A text as lines that keep their endings, split where the index splits them: `\n`, `\r\n` and `\r`.

/// The lines of a text.
pub(super) fn split(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut lines = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at < bytes.len() {
        let length = match bytes[at] {
            b'\n' => 1,
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => 2,
            b'\r' => 1,
            _ => {
                at += 1;
                continue;
            }
        };
        at += length;
        lines.push(&text[start..at]);
        start = at;
    }
    if start < text.len() {
        lines.push(&text[start..]);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn all_three_endings_end_a_line() {
        assert_eq!(split("a\nb\r\nc\rd"), ["a\n", "b\r\n", "c\r", "d"]);
        assert_eq!(split("\n\n"), ["\n", "\n"]);
        assert!(split("").is_empty());
    }
}
