//! Code as its tokens in order, whatever the blanks between them; where there are no braces, with its indentation.
//!
//! Quotes of either kind, a comma before a closing bracket and a semicolon at the end of a line make no difference.

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Operators of more than one sign, the longest first.
#[rustfmt::skip]
const OPERATORS: &[&str] = &[
    ">>>=", "<<=", ">>=", "===", "!==", "**=", "//=", "??=", "&&=", "||=", "...", "<=>", ">>>", "==", "!=", "<=", ">=",
    "&&", "||", "<<", ">>", "->", "=>", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::", ":=", "..", "++", "--",
    "**", "//", "??", "?.",
];

/// How wide a tab is, for comparing indentation.
const TAB: usize = 4;

/// All code of a text.
#[derive(Debug, Default)]
pub(super) struct Code<'a> {
    /// Its tokens, in order.
    pub tokens: Vec<&'a str>,
    /// The hash of each part that may stand elsewhere: blocks, and definitions at the outer level.
    pub parts: Vec<u64>,
}

/// Reads code line by line.
pub(super) struct CodeReader<'a> {
    code: Code<'a>,
    has_braces: bool,
    /// Where the current part begins among the tokens.
    start: usize,
    after_blank: bool,
    open_brackets: usize,
    levels: Vec<usize>,
}

/// The tokens that stand for levels of indentation.
const LEVELS: [&str; 8] = ["⇥0", "⇥1", "⇥2", "⇥3", "⇥4", "⇥5", "⇥6", "⇥7"];

impl<'a> CodeReader<'a> {
    /// A reader for the lines that are code.
    pub(super) fn new(lines: &[&'a str], is_code: impl Fn(usize) -> bool) -> Self {
        let marks_end = |line: &str| line.trim_end().ends_with(['{', '}', ';']);
        let has_braces = lines.iter().enumerate().any(|(at, line)| is_code(at) && marks_end(line));
        let levels = Vec::new();
        Self { code: Code::default(), has_braces, start: 0, after_blank: false, open_brackets: 0, levels }
    }

    pub(super) fn blank(&mut self) {
        self.after_blank = true;
    }

    /// A fence opens or closes a block; what it says of the block belongs to it.
    pub(super) fn fence(&mut self, line: &'a str) {
        self.end_part();
        let language = line.trim().trim_start_matches(['`', '~']).trim();
        self.code.tokens.extend(language.split_whitespace());
        self.levels.clear();
    }

    /// A line of code; with the whole line if it stands outside of fences.
    pub(super) fn line(&mut self, statement: &'a str, outside: Option<&'a str>) {
        let indent = indent(statement);
        let bare = statement.trim();
        if bare.is_empty() {
            return;
        }
        let begins_part = outside.is_some() && self.after_blank && indent == 0 && !bare.starts_with(['}', ')', ']']);
        if begins_part && self.open_brackets == 0 {
            self.end_part();
        }
        self.after_blank = false;
        if !self.has_braces && self.open_brackets == 0 {
            let level = self.level(indent);
            self.code.tokens.push(level);
        }
        self.tokens(bare);
    }

    pub(super) fn finish(mut self) -> Code<'a> {
        self.end_part();
        self.code.parts.sort_unstable();
        self.code
    }

    fn end_part(&mut self) {
        let part = &self.code.tokens[self.start..];
        if !part.is_empty() {
            let mut hasher = FxHasher::default();
            part.hash(&mut hasher);
            self.code.parts.push(hasher.finish());
        }
        self.start = self.code.tokens.len();
        self.open_brackets = 0;
    }

    /// How deep a line stands among the lines around it.
    fn level(&mut self, indent: usize) -> &'static str {
        self.levels.retain(|level| *level < indent);
        let depth = self.levels.len();
        self.levels.push(indent);
        LEVELS[depth.min(LEVELS.len() - 1)]
    }

    fn tokens(&mut self, bare: &'a str) {
        let mut rest = bare;
        while !rest.is_empty() {
            let length = token_length(rest);
            let token = &rest[..length];
            match token {
                "(" | "[" | "{" => self.open_brackets += 1,
                ")" | "]" | "}" => {
                    self.open_brackets = self.open_brackets.saturating_sub(1);
                    // The comma before a closing bracket is a matter of taste.
                    if self.code.tokens.last() == Some(&",") && self.code.tokens.len() > self.start {
                        self.code.tokens.pop();
                    }
                }
                _ => {}
            }
            rest = rest[length..].trim_start();
            if !(token == ";" && rest.is_empty()) {
                push(&mut self.code.tokens, token);
            }
        }
    }
}

/// A string gives its words between quotes of one kind, so that neither blanks nor the kind of quote count.
fn push<'a>(tokens: &mut Vec<&'a str>, token: &'a str) {
    match token.strip_prefix(['"', '\'']).filter(|_| token.len() > 1) {
        Some(inner) => {
            tokens.push("\"");
            tokens.extend(inner[..inner.len() - 1].split_whitespace());
            tokens.push("\"");
        }
        None => tokens.push(token),
    }
}

fn indent(line: &str) -> usize {
    line.chars().take_while(|sign| sign.is_whitespace()).map(|sign| if sign == '\t' { TAB } else { 1 }).sum()
}

/// How long the token at the beginning is, in bytes.
fn token_length(rest: &str) -> usize {
    let sign = rest.chars().next().unwrap_or(' ');
    if matches!(sign, '"' | '\'') {
        if let Some(length) = string_length(rest, sign) {
            return length;
        }
    } else if is_word(sign) {
        let is_part = |(at, sign): (usize, char)| {
            let decimal = sign == '.' && rest.starts_with(|first: char| first.is_ascii_digit());
            is_word(sign) || (decimal && rest[at + 1..].starts_with(|next: char| next.is_ascii_digit()))
        };
        return rest.char_indices().find(|place| !is_part(*place)).map_or(rest.len(), |(at, _)| at);
    } else if let Some(operator) = OPERATORS.iter().find(|operator| rest.starts_with(**operator)) {
        return operator.len();
    }
    sign.len_utf8()
}

/// A string up to its closing quote, if it closes on this line.
fn string_length(rest: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    rest.char_indices().skip(1).find_map(|(at, sign)| {
        let closes = sign == quote && !escaped;
        escaped = sign == '\\' && !escaped;
        closes.then_some(at + 1)
    })
}

fn is_word(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '_' | '$' | '@' | '#' | '\u{300}'..='\u{36f}')
}
