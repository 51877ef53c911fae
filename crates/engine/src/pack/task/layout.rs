//! Which lines of a text are prose, which are code, and which say nothing.
//!
//! Code is what a renderer would show as code (fences, indentation), and what people paste without asking a renderer:
//! diffs, prompts, the blocks of Trac and Jira. Looks at lines alone; spans inside a line are in `inline`.

use super::diff::Diff;
use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Prose,
    Code,
    /// Code whose content is the name of a file and nothing else.
    File,
    Skip,
}

pub(super) struct Line<'a> {
    pub(super) kind: Kind,
    /// The line without quotation marks, prompts and the signs of a diff.
    pub(super) content: &'a str,
    /// The whole line in the text, in bytes.
    pub(super) range: Range<usize>,
}

pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut layout = Layout { text, ..Layout::default() };
    let mut start = 0;
    text.split('\n').map(move |line| {
        let range = start..start + line.len();
        start = range.end + 1;
        let (kind, content) = layout.read(line.strip_suffix('\r').unwrap_or(line), range.start);
        Line { kind, content, range }
    })
}

/// In columns: what Markdown takes for code, and what it takes for code inside a list.
const CODE_INDENT: usize = 4;
const CODE_INDENT_IN_LIST: usize = 8;

#[derive(Default)]
struct Layout<'a> {
    text: &'a str,
    fence: Option<Fence>,
    diff: Diff,
    /// Where the comment ends that was read last.
    comment_end: usize,
    no_more_comments: bool,
    after_blank: bool,
    after_colon: bool,
    after_prompt: bool,
    indented: bool,
    in_list: bool,
    /// Whether any line stood at the margin: a text that is indented as a whole is no code.
    has_margin: bool,
}

impl<'a> Layout<'a> {
    fn read(&mut self, line: &'a str, start: usize) -> (Kind, &'a str) {
        if start < self.comment_end {
            return (Kind::Skip, "");
        }
        let (content, quoted) = unquote(line);
        if self.fence.as_ref().is_some_and(|fence| fence.quoted && !quoted) {
            self.fence = None;
        }
        if let Some(fence) = &self.fence {
            let content = if fence.quoted { content } else { line };
            if fence.is_closed_by(content) {
                self.fence = None;
                return (Kind::Skip, "");
            }
            return self.diff.read(content).unwrap_or((Kind::Code, content));
        }
        self.read_outside(content, quoted, start)
    }

    fn read_outside(&mut self, line: &'a str, quoted: bool, start: usize) -> (Kind, &'a str) {
        if let Some(fence) = Fence::opened_by(line, quoted) {
            self.fence = Some(fence);
            return (Kind::Skip, "");
        }
        if let Some(part) = self.diff.read(line) {
            return part;
        }
        let trimmed = line.trim();
        if trimmed.is_empty() {
            self.after_blank = true;
            return (if self.indented { Kind::Code } else { Kind::Prose }, "");
        }
        let command = without_prompt(trimmed, self.after_prompt);
        self.after_prompt = command.is_some();
        if let Some(command) = command {
            return (Kind::Code, command);
        }
        if trimmed.starts_with("<!--") && self.skip_comment(start) || is_trailer(trimmed) {
            return (Kind::Skip, "");
        }
        (self.paragraph(line), line)
    }

    fn paragraph(&mut self, line: &str) -> Kind {
        let indent = indent(line);
        let needed = if self.in_list { CODE_INDENT_IN_LIST } else { CODE_INDENT };
        let may_begin = self.after_blank || self.after_colon || self.indented;
        self.indented = indent >= needed && may_begin && self.has_margin;
        if indent < CODE_INDENT {
            self.has_margin = true;
            self.in_list = is_list_item(line) || self.in_list && !self.after_blank;
        }
        self.after_blank = false;
        self.after_colon = line.trim_end().ends_with(':');
        if self.indented { Kind::Code } else { Kind::Prose }
    }

    /// Comments are hidden from readers: in issues they hold the template's instructions.
    fn skip_comment(&mut self, start: usize) -> bool {
        let end = if self.no_more_comments { None } else { self.text[start..].find("-->") };
        self.comment_end = end.map_or(self.comment_end, |end| start + end);
        self.no_more_comments = end.is_none();
        end.is_some()
    }
}

struct Fence {
    /// What closes it: marks, or a word of Trac's, Jira's or HTML's.
    closing: &'static str,
    marks: usize,
    quoted: bool,
}

/// How a block begins and ends, for those not fenced by marks.
const BLOCKS: &[(&str, &str)] =
    &[("{{{", "}}}"), ("{code", "{code}"), ("{noformat", "{noformat}"), ("<pre>", "</pre>")];

/// Markdown asks for at least so many marks.
const FENCE_MARKS: usize = 3;

impl Fence {
    fn opened_by(line: &str, quoted: bool) -> Option<Self> {
        let line = line.trim();
        for mark in ["`", "~"] {
            let info = line.trim_start_matches(mark);
            let marks = line.len() - info.len();
            if marks >= FENCE_MARKS && !(mark == "`" && info.contains('`')) {
                return Some(Self { closing: mark, marks, quoted });
            }
        }
        let (_, closing) = BLOCKS.iter().find(|(opening, _)| line.starts_with(opening))?;
        let is_closed = line.len() > closing.len() && line.ends_with(closing);
        (!is_closed && !line.contains(' ')).then_some(Self { closing, marks: 0, quoted })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let line = line.trim();
        if self.marks == 0 {
            return line.ends_with(self.closing);
        }
        line.len() >= self.marks && line.trim_start_matches(self.closing).is_empty()
    }
}

/// The line without the `>` of a quotation, and whether it had any; `>>> ` is Python's prompt.
fn unquote(line: &str) -> (&str, bool) {
    let mut rest = line;
    while let Some(inner) = rest.trim_start().strip_prefix('>').filter(|inner| !inner.starts_with(">>")) {
        rest = inner.strip_prefix(' ').unwrap_or(inner);
        if rest.trim_start().starts_with(">>>") {
            break;
        }
    }
    (rest, rest.len() < line.len())
}

fn without_prompt(line: &str, after_prompt: bool) -> Option<&str> {
    let prompts: &[&str] = if after_prompt { &[">>> ", "$ ", "... "] } else { &[">>> ", "$ "] };
    prompts.iter().find_map(|prompt| line.strip_prefix(prompt))
}

/// Leading columns; a tab is worth four.
fn indent(line: &str) -> usize {
    let blanks = line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t'));
    blanks.map(|byte| if byte == b'\t' { CODE_INDENT } else { 1 }).sum()
}

fn is_list_item(line: &str) -> bool {
    let line = line.trim_start();
    let after_number = line.trim_start_matches(|char: char| char.is_ascii_digit());
    ["- ", "* ", "+ "].iter().any(|bullet| line.starts_with(bullet))
        || after_number.len() < line.len() && (after_number.starts_with(". ") || after_number.starts_with(") "))
}

/// What git and its hooks write around a message: names, dates and ids.
fn is_trailer(line: &str) -> bool {
    let Some((key, value)) = line.split_once(": ") else {
        let commit = line.strip_prefix("commit ").and_then(|rest| rest.split(' ').next());
        return commit.is_some_and(|id| id.len() == 40 && id.bytes().all(|byte| byte.is_ascii_hexdigit()));
    };
    match key {
        "Author" | "Committer" | "From" | "Commit" => value.ends_with('>') && value.contains('@'),
        "Date" | "AuthorDate" | "CommitDate" => value.contains(':') && value.bytes().any(|byte| byte.is_ascii_digit()),
        "Change-Id" => true,
        _ => key.ends_with("-by") && !key.contains(' '),
    }
}
