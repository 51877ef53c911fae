//! A quote as it is searched for: its tokens, and the ways in which reviewers write quotes down.

use crate::lexer::{Kind, Token, tokens_of, word_key};

/// A quote with fewer characters that are not blank may stand anywhere by chance.
const SUBSTANCE: usize = 12;

/// Marks that a statement may end with and a quote leave out, or the other way round.
const LOOSE_ENDS: &[&str] = &[";", ",", "{", ":"];

/// One way to read a quote: pieces that follow each other, with anything in between.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The keys of each piece.
    pub pieces: Vec<Vec<u64>>,
}

/// A quote.
#[derive(Debug, Clone)]
pub struct Quote {
    text: String,
    readings: Vec<Reading>,
    tokens: Vec<Token>,
}

impl Quote {
    /// Cuts a text into tokens, in every way it may have been meant; the plainest first.
    pub fn new(text: &str) -> Self {
        let text = unfenced(text).to_owned();
        let tokens = tokens_of(&text);
        let mut readings = Vec::new();
        let mut add = |pieces: Vec<Vec<u64>>| {
            let pieces: Vec<_> = pieces.into_iter().filter(|piece| !piece.is_empty()).collect();
            let is_new = readings.iter().all(|known: &Reading| known.pieces != pieces);
            if !pieces.is_empty() && is_new {
                readings.push(Reading { pieces });
            }
        };
        add(vec![keys(&tokens, &text)]);
        for changed in [without_diff_marks(&text), without_numbers(&text), unescaped(&text)].into_iter().flatten() {
            add(vec![keys(&tokens_of(&changed), &changed)]);
        }
        add(elided(&text));
        Self { text, readings, tokens }
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.readings.is_empty()
    }

    /// The ways to read it.
    pub fn readings(&self) -> &[Reading] {
        &self.readings
    }

    /// Whether it is long enough, and names something, so that it cannot stand somewhere by chance.
    pub fn has_substance(&self) -> bool {
        let solid = self.text.chars().filter(|c| !c.is_whitespace()).count();
        solid >= SUBSTANCE && self.names().next().is_some()
    }

    /// Whether it is one name and nothing else.
    pub fn is_single_name(&self) -> bool {
        self.tokens.len() == 1 && self.names().next().is_some()
    }

    /// Whether it is itself a comment: then it may stand in one.
    pub fn is_comment(&self) -> bool {
        let text = self.text.trim_start();
        ["//", "#", "/*", "*", "--", "\"\"\"", "'''", "<!--", ";;"].iter().any(|mark| text.starts_with(mark))
    }

    /// Whether nobody would take it for prose: it calls, assigns, or ends like a statement.
    pub fn looks_like_code(&self) -> bool {
        let mark = |token: &Token| (token.kind == Kind::Mark).then(|| self.of(token));
        let calls = self.tokens.windows(2).any(|pair| {
            pair[0].kind == Kind::Word && pair[1].start == pair[0].end && matches!(mark(&pair[1]), Some("(" | "["))
        });
        let operates =
            self.tokens.iter().filter_map(mark).any(|mark| matches!(mark, "=" | "{" | "}" | ";" | "<" | ">"));
        let joined = self.tokens.windows(3).any(|three| {
            let apart = |one: &Token, two: &Token| one.end == two.start;
            mark(&three[1]) == Some(".")
                && apart(&three[0], &three[1])
                && apart(&three[1], &three[2])
                && [three[0], three[2]].iter().all(|word| word.kind == Kind::Word && word.end - word.start > 1)
        });
        (calls || operates || joined) && !self.reads_like_prose()
    }

    /// Whether it has words that only sentences have.
    fn reads_like_prose(&self) -> bool {
        let keywords = [
            "if", "for", "in", "is", "not", "and", "or", "with", "as", "while", "from", "do", "this", "on", "by", "to",
            "of", "at", "no", "up", "all", "any", "has", "can", "off", "out",
        ];
        let words: std::collections::BTreeSet<String> = self.names().map(str::to_lowercase).collect();
        let told = words
            .iter()
            .filter(|word| tribunal_text::identifiers::is_stop_word(word) && !keywords.contains(&word.as_str()));
        told.count() > 1
    }

    /// The words that every file with the quote holds.
    pub fn words(&self) -> Vec<&str> {
        let known = self.readings.first().map(|reading| reading.pieces.concat()).unwrap_or_default();
        let last = self.readings.last().map(|reading| reading.pieces.concat()).unwrap_or_default();
        let in_all = |key: u64| known.contains(&key) && last.contains(&key);
        let mut words: Vec<_> = self.names().filter(|name| in_all(word_key(name))).collect();
        words.sort_unstable_by_key(|word| (std::cmp::Reverse(word.len()), *word));
        words.dedup();
        words
    }

    /// The names in it: words that do not begin with a digit, of two characters at least.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let words = self.tokens.iter().filter(|token| token.kind == Kind::Word).map(|token| self.of(token));
        words.filter(|word| word.len() > 1 && !word.starts_with(|c: char| c.is_numeric()))
    }

    fn of(&self, token: &Token) -> &str {
        &self.text[token.start as usize..token.end as usize]
    }
}

/// The keys of tokens without loose ends.
fn keys(tokens: &[Token], text: &str) -> Vec<u64> {
    let is_loose = |token: &&Token| LOOSE_ENDS.contains(&&text[token.start as usize..token.end as usize]);
    let loose = tokens.iter().rev().take_while(is_loose).count();
    // A quote of nothing but such marks is what it is.
    let kept = if loose == tokens.len() { tokens.len() } else { tokens.len() - loose };
    tokens[..kept].iter().map(|token| token.key).collect()
}

/// The text inside of a fence, or of backticks around the whole.
fn unfenced(text: &str) -> &str {
    let trimmed = text.trim();
    if let Some(rest) = trimmed.strip_prefix("```") {
        let inside = rest.split_once('\n').map_or(rest, |(_, inside)| inside);
        return inside.trim_end().trim_end_matches("```");
    }
    let single = trimmed.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
    single.filter(|inside| !inside.contains('`')).unwrap_or(trimmed)
}

/// The new side of lines that begin with the marks of a diff, if all of them do.
fn without_diff_marks(text: &str) -> Option<String> {
    let marked = |line: &str| line.is_empty() || line.starts_with(['+', '-', ' ']);
    let changed = text.lines().any(|line| line.starts_with(['+', '-']));
    if !changed || !text.lines().all(marked) {
        return None;
    }
    let kept: Vec<_> =
        text.lines().filter(|line| !line.starts_with('-')).map(|line| line.get(1..).unwrap_or("")).collect();
    if kept.iter().any(|line| !line.trim().is_empty()) {
        return Some(kept.join("\n"));
    }
    Some(text.lines().map(|line| line.get(1..).unwrap_or("")).collect::<Vec<_>>().join("\n"))
}

/// Lines without the numbers before them (`12: `, `12 | `, `L12 `), if all have one.
fn without_numbers(text: &str) -> Option<String> {
    let strip = |line: &str| {
        let rest = line.trim_start().strip_prefix('L').unwrap_or(line.trim_start());
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let rest = &rest[digits..];
        let after = rest.trim_start().strip_prefix([':', '|']);
        (digits > 0).then(|| after.or(rest.strip_prefix('\t')).map(str::to_owned)).flatten()
    };
    let lines: Option<Vec<String>> = text.lines().filter(|line| !line.trim().is_empty()).map(strip).collect();
    lines.filter(|lines| !lines.is_empty()).map(|lines| lines.join("\n"))
}

/// Without the escapes of JSON and HTML that some tools leave in.
fn unescaped(text: &str) -> Option<String> {
    let entities =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"), ("\\n", "\n"), ("\\\"", "\"")];
    let mut out = text.to_owned();
    entities.iter().for_each(|(from, to)| out = out.replace(from, to));
    (out != text).then_some(out)
}

/// The pieces between `...` and `…`; a word that stands right before such a mark may be cut and is left out.
fn elided(text: &str) -> Vec<Vec<u64>> {
    let text = text.replace('…', "...");
    if !text.contains("...") {
        return Vec::new();
    }
    let parts: Vec<&str> = text.split("...").collect();
    let count = parts.len();
    let pieces = parts.into_iter().enumerate().map(|(at, part)| {
        let mut tokens = tokens_of(part);
        let cut = at + 1 < count
            && tokens.last().is_some_and(|token| token.kind == Kind::Word && token.end as usize == part.len());
        if cut {
            tokens.pop();
        }
        // Comment marks that only held the dots say nothing.
        while tokens.last().is_some_and(|token| matches!(&part[token.start as usize..token.end as usize], "/" | "#")) {
            tokens.pop();
        }
        keys(&tokens, part)
    });
    pieces.collect()
}
