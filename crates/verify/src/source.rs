//! A file on trial: its text, its lines, and, made when first asked for, its tree and tokens.

use crate::lexer::{Token, mark, tokens_of};
use std::cell::OnceCell;
use tribunal_domain::facts::Marked;
use tribunal_domain::{Language, RepoPath};
use tribunal_syntax::tree::Tree;
use tribunal_syntax::{Limits, language_of};

/// A file of a snapshot.
pub struct SourceFile {
    path: RepoPath,
    text: String,
    starts: Vec<u32>,
    language: Option<Language>,
    zones: Option<Vec<Marked>>,
    tree: OnceCell<Option<Tree>>,
    tokens: OnceCell<Vec<Token>>,
}

impl SourceFile {
    /// Decodes bytes as the extractors do: UTF-8 without its mark, else latin-1. `None` for what is no text.
    pub fn new(path: &RepoPath, bytes: &[u8]) -> Option<Self> {
        let language = language_of(path, bytes);
        if language.is_none() && bytes.contains(&0) {
            return None;
        }
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        };
        // Lines are git's: nothing but a line feed ends one.
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1);
        let starts = std::iter::once(0).chain(breaks).collect();
        let path = path.clone();
        Some(Self { path, text, starts, language, zones: None, tree: OnceCell::new(), tokens: OnceCell::new() })
    }

    /// The same with what is already known of it: what of the text is no code. Its tree need not be made for that.
    #[must_use]
    pub fn with_zones(mut self, zones: Option<Vec<Marked>>) -> Self {
        self.zones = zones;
        self
    }

    /// Where it stands.
    pub fn path(&self) -> &RepoPath {
        &self.path
    }

    /// The decoded text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its language, if that is known.
    pub fn language(&self) -> Option<Language> {
        self.language
    }

    /// How many lines it has; a last line break does not start another.
    pub fn lines(&self) -> u32 {
        let open_end = !self.text.is_empty() && !self.text.ends_with('\n');
        self.starts.len() as u32 - 1 + u32::from(open_end)
    }

    /// A line without its break, from 1; `None` beyond the last.
    pub fn line(&self, number: u32) -> Option<&str> {
        if number == 0 || number > self.lines() {
            return None;
        }
        let start = self.starts[number as usize - 1] as usize;
        let end = self.starts.get(number as usize).map_or(self.text.len(), |next| *next as usize - 1);
        let line = &self.text[start..end.max(start)];
        Some(line.strip_suffix('\r').unwrap_or(line))
    }

    /// Some lines as one text, inclusive; what is beyond the last is left out.
    pub fn excerpt(&self, first: u32, last: u32) -> String {
        let lines: Vec<_> = (first..=last.min(self.lines())).filter_map(|number| self.line(number)).collect();
        lines.join("\n")
    }

    /// The first byte of a line, from 1.
    pub fn line_start(&self, number: u32) -> Option<usize> {
        self.starts.get((number as usize).checked_sub(1)?).map(|start| *start as usize)
    }

    /// The line of a byte.
    pub fn line_of(&self, at: usize) -> u32 {
        self.starts.partition_point(|start| *start as usize <= at) as u32
    }

    /// Its syntax tree, if the language is known and the file within the limits.
    pub fn tree(&self) -> Option<&Tree> {
        let parse = || Tree::parse(self.language?, self.text.as_bytes(), Limits::default());
        self.tree.get_or_init(parse).as_ref()
    }

    /// All its tokens, comments and the texts of strings included and marked.
    pub fn tokens(&self) -> &[Token] {
        self.tokens.get_or_init(|| {
            let mut tokens = tokens_of(&self.text);
            match &self.zones {
                Some(zones) => mark(&mut tokens, zones),
                None => self.tree().into_iter().for_each(|tree| mark(&mut tokens, &tree.zones())),
            }
            tokens
        })
    }

    /// Its tokens on some lines, inclusive.
    pub fn tokens_between(&self, first: u32, last: u32) -> &[Token] {
        let tokens = self.tokens();
        let start = self.starts.get((first as usize).saturating_sub(1)).map_or(self.text.len(), |at| *at as usize);
        let end = self.starts.get(last as usize).map_or(self.text.len(), |at| *at as usize);
        let from = tokens.partition_point(|token| (token.start as usize) < start);
        let to = tokens.partition_point(|token| (token.start as usize) < end);
        &tokens[from..to.max(from)]
    }

    /// The text of a token.
    pub fn token_text(&self, token: &Token) -> &str {
        &self.text[token.start as usize..token.end as usize]
    }
}
