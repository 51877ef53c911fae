//! Texts of others inside Markdown: shown, never obeyed.

/// Characters that mean something outside of code.
const MEANING: &str = r"\`*_[]<>!|#~$&@";

/// One line of prose. What stands between backticks stays code; all else that could mean something is escaped.
pub fn inline(text: &str) -> String {
    let text = one_line(text);
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return escaped(&text);
    }
    let part = |(at, part): (usize, &&str)| match (at % 2, part.is_empty()) {
        (0, _) => escaped(part),
        (_, true) => r"\`\`".to_owned(),
        (_, false) => code(part),
    };
    parts.iter().enumerate().map(part).collect()
}

/// A piece of code inside a line.
pub fn code(text: &str) -> String {
    let text = one_line(text);
    let fence = "`".repeat(longest_run(&text) + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') || text.trim().is_empty() { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Lines of code between fences that they cannot end.
pub fn fenced(text: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    let line = |line: &str| line.split('\t').map(crate::output::escaped).collect::<Vec<_>>().join("\t");
    let lines: Vec<String> = text.trim_end_matches('\n').split('\n').map(line).collect();
    format!("{fence}\n{}\n{fence}", lines.join("\n"))
}

fn one_line(text: &str) -> String {
    let text: String = text.chars().map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c }).collect();
    crate::output::escaped(&text).into_owned()
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        // An at sign would call a person, and GitHub does not take a backslash before it.
        match c {
            '@' => out.push_str("&#64;"),
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c if MEANING.contains(c) => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    // A bare address would become a link.
    out.replace("://", ":&#47;&#47;")
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{code, fenced, inline};

    #[test]
    fn texts_of_others_cannot_mean_anything() {
        let cases = [
            ("`a[0]` is *used*", r"`a[0]` is \*used\*"),
            ("![x](http://e)", r"\!\[x\](http:&#47;&#47;e)"),
            ("<img src=x> & @all", "&lt;img src=x&gt; &amp; &#64;all"),
            ("one ` only", r"one \` only"),
            ("a\n# b", r"a \# b"),
        ];
        for (given, expected) in cases {
            assert_eq!(inline(given), expected);
        }
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(fenced("a\tb\u{202e}"), "```\na\tb\\u{202e}\n```");
        assert_eq!(fenced("x\n```\ny"), "````\nx\n```\ny\n````");
    }
}
