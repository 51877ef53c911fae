//! The text of comments: markers taken off, adjacent line comments joined into one.

use super::RawComment;
use crate::source::Source;
use tribunal_domain::facts::Span;

/// How a comment starts. The longest marker counts, so `////` and `/***` are not documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marker {
    /// `///`, and `#:` in Python.
    OuterLine,
    /// `///<`: documents what stands before it.
    Behind,
    /// `//!`.
    InnerLine,
    /// `#!` at the top of the file, and lines that speak to a tool (`//go:build`, `# frozen_string_literal`).
    Directive,
    /// Any other comment to the end of the line.
    Line(char),
    /// `/** … */`.
    OuterBlock,
    /// `/*! … */`.
    InnerBlock,
    /// Any other block.
    Block,
}

impl Marker {
    fn is_line(self) -> bool {
        matches!(self, Self::OuterLine | Self::Behind | Self::InnerLine | Self::Line(_))
    }
}

/// One comment: a block, or line comments that stand below each other.
#[derive(Debug)]
pub(super) struct Block {
    pub marker: Marker,
    pub text: String,
    pub span: Span,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// Nothing but white space stands before it on its line.
    pub own_line: bool,
    /// Nothing but comments and white space stands before it in the file.
    pub top: bool,
    /// The first byte of code after it and after the comments that directly follow it.
    pub code_at: usize,
    /// No blank line stands between it and that code.
    pub adjacent: bool,
}

/// All comments of a file, line comments joined.
pub(super) fn join(source: &Source, raw: &[RawComment]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::with_capacity(raw.len());
    let mut lines: Vec<&str> = Vec::new();
    for comment in raw {
        let Some((mut next, body)) = read(source, comment, blocks.last()) else {
            continue;
        };
        if let Some(last) = blocks.last_mut()
            && continues(last, &next)
        {
            last.end = next.end;
            last.span.end = next.span.end;
            lines.extend(body);
            continue;
        }
        finish_lines(blocks.last_mut(), &mut lines);
        match (next.marker, body) {
            (Marker::Directive, body) => body.unwrap_or_default().trim().clone_into(&mut next.text),
            (_, Some(body)) => lines.push(body),
            (_, None) => next.text = block_text(&source.text()[next.start..next.end]),
        }
        blocks.push(next);
    }
    finish_lines(blocks.last_mut(), &mut lines);
    find_code(source, &mut blocks);
    blocks
}

fn finish_lines(block: Option<&mut Block>, lines: &mut Vec<&str>) {
    if let Some(block) = block.filter(|block| block.marker.is_line()) {
        block.text = dedent(lines, 0);
    }
    lines.clear();
}

fn continues(last: &Block, next: &Block) -> bool {
    last.marker == next.marker
        && next.marker.is_line()
        && next.own_line
        && last.span.start.column == next.span.start.column
        && last.span.end.line + 1 == next.span.start.line
}

fn read<'s>(source: &'s Source, raw: &RawComment, last: Option<&Block>) -> Option<(Block, Option<&'s str>)> {
    let all = source.text();
    let written = all[raw.start..raw.end].trim_end();
    if written.is_empty() {
        return None;
    }
    let end = raw.start + written.len();
    let (marker, body) = marker_of(written, raw.start == 0);
    let before = all[..raw.start].trim_end_matches([' ', '\t', '\u{c}']);
    let own_line = before.is_empty() || before.ends_with(['\n', '\r']);
    let top = last.map_or(all[..raw.start].trim().trim_start_matches("<?php").is_empty(), |last| {
        last.top && all.get(last.end..raw.start).is_some_and(|between| between.trim().is_empty())
    });
    let span = Span { start: source.position(raw.start), end: source.position(end) };
    let (text, start) = (String::new(), raw.start);
    Some((Block { marker, text, span, start, end, own_line, top, code_at: 0, adjacent: false }, body))
}

/// The marker, and for line comments what follows it.
fn marker_of(written: &str, first: bool) -> (Marker, Option<&str>) {
    if let Some(rest) = written.strip_prefix("//") {
        return match rest.as_bytes() {
            [b'/', b'<', ..] => (Marker::Behind, Some(&rest[2..])),
            [b'/', b'/', ..] => (Marker::Line('/'), Some(rest.trim_start_matches('/'))),
            [b'/', ..] => (Marker::OuterLine, Some(&rest[1..])),
            [b'!', ..] => (Marker::InnerLine, Some(&rest[1..])),
            _ if is_directive(rest) => (Marker::Directive, Some(rest)),
            _ => (Marker::Line('/'), Some(rest)),
        };
    }
    if let Some(rest) = written.strip_prefix("/*") {
        return match rest.as_bytes() {
            [b'*', b'/' | b'*', ..] => (Marker::Block, None),
            [b'*', ..] => (Marker::OuterBlock, None),
            [b'!', ..] => (Marker::InnerBlock, None),
            _ => (Marker::Block, None),
        };
    }
    if let Some(rest) = written.strip_prefix('#') {
        return match rest.as_bytes() {
            [b'!', ..] if first => (Marker::Directive, None),
            [b':', ..] => (Marker::OuterLine, Some(&rest[1..])),
            _ if is_magic(rest) => (Marker::Directive, Some(rest)),
            _ => (Marker::Line('#'), Some(rest.trim_start_matches('#'))),
        };
    }
    match written.as_bytes() {
        [b'-', b'-', ..] if long_bracket(written).is_some() => (Marker::Block, None),
        [b'-', b'-', ..] => {
            // `--- text` and `---@tag` stand below each other.
            let rest = written.trim_start_matches('-');
            let rest = rest.strip_prefix(' ').unwrap_or(rest);
            (if is_magic(rest) { Marker::Directive } else { Marker::Line('-') }, Some(rest))
        }
        [b';', ..] => (Marker::Line(';'), Some(written.trim_start_matches(';'))),
        _ => (Marker::Block, None),
    }
}

/// `go:generate`, `nolint:all`, `export Name`, `line x.go:1`: lines for a tool, not for a reader.
fn is_directive(rest: &str) -> bool {
    let Some((word, after)) = rest.split_once(':') else {
        return rest.starts_with("export ");
    };
    !word.is_empty()
        && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        && after.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
}

/// What stands in Lua's `--[[ … ]]` or `--[==[ … ]==]`.
fn long_bracket(written: &str) -> Option<&str> {
    let opened = written.strip_prefix("--[")?;
    let inner = opened.trim_start_matches('=').strip_prefix('[')?;
    let close = format!("]{}]", &opened[..opened.len() - inner.len() - 1]);
    Some(inner.strip_suffix(close.as_str()).unwrap_or(inner))
}

/// Ruby's magic comments, the encoding line, `# shellcheck …`, `-- luacheck: …`.
fn is_magic(rest: &str) -> bool {
    const MAGIC: [&str; 11] = [
        "frozen_string_literal:",
        "encoding:",
        "-*-",
        "shellcheck ",
        "typed:",
        "rubocop:",
        "warn_indent:",
        "luacheck:",
        "stylua:",
        "selene:",
        "@diagnostic ",
    ];
    let rest = rest.trim_start();
    MAGIC.iter().any(|magic| rest.starts_with(magic))
}

/// The text of `/* … */`, `=begin … =end`, `<!-- … -->` or `--[[ … ]]`.
fn block_text(written: &str) -> String {
    let written = long_bracket(written).map_or(written, |inner| inner.trim_matches('-'));
    let inner = ["/**<", "/**", "/*!", "/*", "=begin", "<!--"]
        .iter()
        .find_map(|open| written.strip_prefix(open))
        .unwrap_or(written);
    let inner = ["*/", "=end", "-->"].iter().find_map(|close| inner.strip_suffix(close)).unwrap_or(inner);
    let inner = inner.trim_matches('*');
    let mut lines: Vec<&str> = inner.split('\n').map(|line| line.trim_end_matches('\r')).collect();
    let starred = lines.iter().skip(1).all(|line| line.trim().is_empty() || line.trim_start().starts_with('*'));
    if starred {
        for line in lines.iter_mut().skip(1) {
            let trimmed = line.trim_start();
            *line = trimmed.strip_prefix('*').unwrap_or(trimmed);
        }
    }
    lines[0] = lines[0].trim_start();
    dedent(&lines, 1)
}

/// Joins lines without their common indentation; the first `fixed` lines do not count for it.
fn dedent(lines: &[&str], fixed: usize) -> String {
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let counted = lines.iter().skip(fixed).filter(|line| !line.trim().is_empty());
    let common = counted.map(|line| indent(line)).min().unwrap_or(0);
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        let cut = if at < fixed { 0 } else { common.min(indent(line)) };
        text.push_str(line[cut..].trim_end());
        text.push('\n');
    }
    text.trim_end().trim_start_matches(['\n', '\r']).to_owned()
}

/// Says of each comment where code goes on. Comments that directly follow a comment do not part it from the code.
fn find_code(source: &Source, blocks: &mut [Block]) {
    let text = source.text();
    for at in (0..blocks.len()).rev() {
        let end = blocks[at].end;
        let code_at = end + (text[end..].len() - text[end..].trim_start().len());
        let gap = source.line(code_at) - blocks[at].span.end.line;
        let follower = blocks.get(at + 1).filter(|next| next.start == code_at);
        let (code_at, adjacent) = match follower {
            Some(next) => (next.code_at, gap <= 1 && next.adjacent),
            None => (code_at, gap <= 1),
        };
        (blocks[at].code_at, blocks[at].adjacent) = (code_at, adjacent);
    }
}
