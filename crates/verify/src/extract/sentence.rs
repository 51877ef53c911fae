//! Prose as sentences of words: code in backticks or quotes is one word, names are known by how they are written.

use super::names::{is_name, path_ref};
use tribunal_domain::RepoPath;

/// One word of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// As it is written, without quotes around it.
    pub text: String,
    /// In lower case.
    pub lower: String,
    /// It stands in backticks or quotes.
    pub quoted: bool,
    /// It ends a part of the sentence (a comma, a colon, a dash follows).
    pub breaks: bool,
}

impl Word {
    /// Whether it names something in code.
    pub fn is_name(&self) -> bool {
        if self.quoted { is_name(&self.text, true) } else { is_name(&self.text, false) }
    }
}

/// A place that prose names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathRef {
    /// The file, as it is written.
    pub path: RepoPath,
    /// The first line.
    pub line: Option<u32>,
    /// The last line.
    pub end_line: Option<u32>,
}

/// One sentence.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sentence {
    /// Its words.
    pub words: Vec<Word>,
    /// It asks.
    pub question: bool,
}

/// Words with which somebody supposes, wishes or proposes.
const SUPPOSING: &[&str] = &[
    "could",
    "should",
    "may",
    "might",
    "maybe",
    "perhaps",
    "would",
    "consider",
    "suggest",
    "suggests",
    "suggestion",
    "recommend",
    "recommended",
    "if",
    "unless",
    "when",
    "whenever",
    "ensure",
    "please",
    "possibly",
    "potential",
    "potentially",
    "likely",
    "probably",
    "seems",
    "appears",
    "apparently",
    "add",
    "instead",
    "wonder",
    "assume",
    "assuming",
    "e.g",
    "better",
    "why",
    "whether",
    "until",
    "once",
    "sometimes",
    "usually",
    "often",
    "previously",
    "before",
    "was",
    "were",
    "used-to",
    "will",
    "must",
    "need",
    "needs",
    "can",
    "cannot",
    "can't",
];

impl Sentence {
    /// Whether it is no plain statement.
    pub fn is_supposed(&self) -> bool {
        self.question || self.words.iter().any(|word| !word.quoted && SUPPOSING.contains(&word.lower.as_str()))
    }

    /// The files it names.
    pub fn paths(&self) -> Vec<PathRef> {
        self.words.iter().filter_map(|word| path_ref(&word.text)).collect()
    }

    /// Whether words from `at` are these, one after the other.
    pub fn reads(&self, at: usize, expected: &[&str]) -> bool {
        let words = self.words.get(at..at + expected.len());
        words.is_some_and(|words| words.iter().zip(expected).all(|(word, text)| !word.quoted && word.lower == *text))
    }
}

/// Cuts prose into sentences; fenced code is no part of them.
pub fn sentences(prose: &str) -> Vec<Sentence> {
    let prose = plain_quotes(&without_fences(prose));
    let mut found = Vec::new();
    let mut sentence = Sentence::default();
    let mut rest = prose.as_str();
    while let Some(first) = rest.chars().next() {
        if first == '\n' {
            // A single break is white space in most prose; an empty line or a list item is not.
            let after = rest[1..].trim_start_matches([' ', '\t']);
            if after.starts_with(['\n', '-', '*', '#', '|']) || after.starts_with(|c: char| c.is_ascii_digit()) {
                end(&mut found, &mut sentence);
            }
            rest = &rest[1..];
        } else if first.is_whitespace() || matches!(first, '*' | '#' | '>' | '|' | '(' | ')' | '[' | ']') {
            rest = &rest[first.len_utf8()..];
        } else if let Some((inside, after)) = quoted_at(rest, &prose) {
            push(&mut sentence, inside, true);
            rest = after;
        } else {
            let length = rest.find(|c: char| c.is_whitespace() || c == '`').unwrap_or(rest.len()).max(first.len_utf8());
            let (word, after) = rest.split_at(length);
            plain_word(&mut found, &mut sentence, word, after);
            rest = after;
        }
    }
    end(&mut found, &mut sentence);
    found
}

fn plain_word(found: &mut Vec<Sentence>, sentence: &mut Sentence, word: &str, after: &str) {
    let is_end = |c: char| matches!(c, '.' | '!' | '?' | ';');
    let bare = word.trim_end_matches(|c: char| is_end(c) || matches!(c, ',' | ':' | '"' | '\'' | '*'));
    let bare = bare.trim_start_matches(['"', '\'', '(', '*']);
    // `foo()` keeps its parentheses, `(see below)` does not.
    let bare = if bare.contains('(') { bare } else { bare.trim_end_matches([')', ']']) };
    let tail =
        &word[word.len() - (word.len() - word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_').len())..];
    if !bare.is_empty() {
        push(sentence, bare, false);
    } else if matches!(word, "-" | "–" | "—" | "--" | "->" | "," | ":") {
        sentence.words.last_mut().into_iter().for_each(|last| last.breaks = true);
    }
    if tail.contains([',', ':']) {
        sentence.words.last_mut().into_iter().for_each(|last| last.breaks = true);
    }
    let ends = word.chars().rev().take_while(|c| !c.is_alphanumeric()).any(is_end);
    if ends && (after.is_empty() || after.starts_with(char::is_whitespace)) {
        sentence.question |= tail.contains('?');
        end(found, sentence);
    }
}

fn push(sentence: &mut Sentence, text: &str, quoted: bool) {
    let lower = text.to_lowercase();
    sentence.words.push(Word { text: text.to_owned(), lower, quoted, breaks: false });
}

fn end(found: &mut Vec<Sentence>, sentence: &mut Sentence) {
    if !sentence.words.is_empty() {
        found.push(std::mem::take(sentence));
    }
}

/// Text in backticks or double quotes at the start of `rest`; in single quotes only if it is no apostrophe.
fn quoted_at<'r>(rest: &'r str, _prose: &str) -> Option<(&'r str, &'r str)> {
    let mark = rest.chars().next().filter(|c| matches!(c, '`' | '"' | '\''))?;
    let marks = rest.chars().take_while(|c| *c == mark).count();
    let fence = &rest[..marks];
    let inside = &rest[marks..];
    if mark == '`' {
        let close = inside.find(fence)?;
        return (close > 0).then(|| (inside[..close].trim(), &inside[close + marks..]));
    }
    let close = inside.match_indices(mark).map(|(at, _)| at).find(|at| {
        let after = inside[at + 1..].chars().next();
        after.is_none_or(|c| !c.is_alphanumeric())
    })?;
    let text = &inside[..close];
    (marks == 1 && close > 0 && !text.contains('\n')).then(|| (text, &inside[close + 1..]))
}

/// Code in backticks and double quotes outside of fences, in order; proposals in fences are not what stands there.
pub fn quoted(prose: &str) -> Vec<String> {
    let prose = without_fences(prose);
    let mut found = Vec::new();
    let mut rest = prose.as_str();
    while let Some(at) = rest.find('`') {
        let inside = &rest[at..];
        let marks = inside.bytes().take_while(|byte| *byte == b'`').count();
        let body = &inside[marks..];
        let Some(close) = body.find(&inside[..marks]) else { break };
        let text = body[..close].trim();
        if !text.is_empty() {
            found.push(text.to_owned());
        }
        rest = &body[close + marks..];
    }
    found
}

fn without_fences(prose: &str) -> String {
    let mut out = String::with_capacity(prose.len());
    let mut fenced = false;
    for line in prose.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            // A fence that opens and closes on one line is an odd way to write a quote.
            let one_line = line.trim().len() > 6 && line.trim().ends_with("```");
            fenced = !fenced && !one_line || fenced && one_line;
            out.push_str("\n\n");
        } else if !fenced {
            out.push_str(line);
        }
    }
    out
}

fn plain_quotes(text: &str) -> String {
    text.replace(['\u{2018}', '\u{2019}', '\u{02bc}'], "'").replace(['\u{201c}', '\u{201d}'], "\"")
}
