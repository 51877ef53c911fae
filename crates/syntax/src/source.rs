//! Source text as the extractors see it: decoded, with lines counted and positions in characters.

use tribunal_domain::Language;
use tribunal_domain::facts::{Position, ProblemKind};

/// A decoded file with its line table.
pub(crate) struct Source {
    text: String,
    line_starts: Vec<u32>,
    ascii: bool,
    /// What was odd about the bytes.
    pub problems: Vec<(ProblemKind, &'static str)>,
}

impl Source {
    /// Decodes UTF-8 (a byte order mark is dropped), else latin-1 with a recorded problem.
    pub fn decode(bytes: &[u8]) -> Self {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let mut problems = Vec::new();
        let text = if let Ok(text) = std::str::from_utf8(bytes) {
            text.to_owned()
        } else {
            problems.push((ProblemKind::Encoding, "not UTF-8; read as latin-1"));
            bytes.iter().map(|&byte| char::from(byte)).collect()
        };
        if text.as_bytes().contains(&0) {
            problems.push((ProblemKind::Nul, "contains NUL bytes"));
        }
        let ascii = text.is_ascii();
        Self { line_starts: line_starts(text.as_bytes()), text, ascii, problems }
    }

    /// The decoded text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Number of lines; a final line end does not start another.
    pub fn lines(&self) -> u32 {
        let starts = self.line_starts.len() as u32;
        if self.line_starts.last().is_some_and(|&last| last as usize == self.text.len()) { starts - 1 } else { starts }
    }

    /// The 1-based line that byte `at` lies in.
    pub fn line(&self, at: usize) -> u32 {
        self.line_starts.partition_point(|&start| start as usize <= at) as u32
    }

    /// The position of the character that byte `at` lies in.
    pub fn position(&self, at: usize) -> Position {
        let at = self.text.floor_char_boundary(at);
        let line = self.line(at);
        let start = self.line_starts[line as usize - 1] as usize;
        let column = if self.ascii { at - start } else { self.text[start..at].chars().count() };
        Position { line, column: column as u32 + 1 }
    }
}

fn line_starts(bytes: &[u8]) -> Vec<u32> {
    let mut starts = vec![0];
    for (at, &byte) in bytes.iter().enumerate() {
        let ends = byte == b'\n' || byte == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        if ends {
            starts.push(at as u32 + 1);
        }
    }
    starts
}

/// The language named by a `#!` line.
pub(crate) fn shebang_language(bytes: &[u8]) -> Option<Language> {
    let line = bytes.strip_prefix(b"#!")?.split(|&b| b == b'\n').next()?;
    let line = std::str::from_utf8(line).ok()?;
    let program = line
        .split_whitespace()
        .filter_map(|word| word.rsplit('/').next())
        .find(|word| *word != "env" && !word.starts_with('-') && !word.contains('='))?;
    let stem = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    match stem {
        "python" => Some(Language::Python),
        "node" | "deno" | "bun" => Some(Language::JavaScript),
        "sh" | "bash" | "dash" | "zsh" | "ksh" => Some(Language::Bash),
        "ruby" => Some(Language::Ruby),
        "php" => Some(Language::Php),
        "lua" | "luajit" => Some(Language::Lua),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_all_three_line_ends_only() {
        let source = Source::decode("a\r\nb\rc\nd\u{2028}e\u{c}f\n".as_bytes());
        assert_eq!(source.lines(), 4);
        assert_eq!(source.position(source.text().find('e').expect("e")), Position { line: 4, column: 3 });
    }

    #[test]
    fn a_byte_inside_of_a_character_is_where_the_character_is() {
        let source = Source::decode("a값b\n".as_bytes());
        for at in 1..4 {
            assert_eq!(source.position(at), Position { line: 1, column: 2 });
        }
        assert_eq!(source.position(4), Position { line: 1, column: 3 });
    }

    #[test]
    fn latin_1_is_read_and_recorded() {
        let source = Source::decode(b"caf\xe9 = 1\n");
        assert_eq!(source.text(), "caf\u{e9} = 1\n");
        assert_eq!(source.problems[0].0, ProblemKind::Encoding);
    }

    #[test]
    fn the_interpreter_line_names_a_language() {
        let of = |line: &str| shebang_language(line.as_bytes());
        assert_eq!(of("#!/usr/bin/env python3.11\n"), Some(Language::Python));
        assert_eq!(of("#!/usr/bin/env -S node --x\n"), Some(Language::JavaScript));
        assert_eq!(of("#!/bin/sh\n"), Some(Language::Bash));
        assert_eq!(of("#!/usr/bin/env lua5.4\n"), Some(Language::Lua));
        assert_eq!(of("#!/usr/bin/perl\n"), None);
    }
}
