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

/// The range of all lines, as a list; empty if there are none.
pub(super) fn all(lines: &[&str]) -> Vec<(u32, u32)> {
    if lines.is_empty() { Vec::new() } else { vec![(1, lines.len() as u32)] }
}

/// How many of the lines it takes to hold a text whose white space was folded; at least one.
pub(super) fn spanning(lines: &[&str], folded: &str) -> u32 {
    let wanted = folded.chars().filter(|char| !char.is_whitespace()).count();
    let mut held = 0;
    for (number, line) in (1..).zip(lines) {
        held += line.chars().filter(|char| !char.is_whitespace()).count();
        if held >= wanted {
            return number;
        }
    }
    lines.len().max(1) as u32
}

#[cfg(test)]
mod tests {
    use super::{spanning, split};

    #[test]
    fn a_folded_text_spans_the_lines_that_hold_it() {
        let lines = split("def f(\n    a,\n    b,\n):\n    return a\n");
        assert_eq!(spanning(&lines, "def f( a, b, )"), 4);
        assert_eq!(spanning(&lines, "def f("), 1);
        assert_eq!(spanning(&lines, ""), 1);
    }

    #[test]
    fn all_three_endings_end_a_line() {
        assert_eq!(split("a\nb\r\nc\rd"), ["a\n", "b\r\n", "c\r", "d"]);
        assert_eq!(split("\n\n"), ["\n", "\n"]);
        assert!(split("").is_empty());
    }
}
