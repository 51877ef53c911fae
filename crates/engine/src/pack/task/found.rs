//! Collects what is found: each thing once, in the order of first appearance, nothing empty and nothing too long.

use super::frames;
use super::shape::{LONGEST_NAME, is_data, is_symbol_hash};
use super::{Frame, PathKind, PathMention, Task};
use std::collections::HashMap;
use std::hash::Hash;
use tribunal_text::identifiers::is_stop_word;

/// A name of more segments is data: no language's packages nest this deep.
const MOST_SEGMENTS: usize = 16;

/// In characters. A single letter names a loop variable, if anything.
const SHORTEST_NAME: usize = 2;

#[derive(Default)]
pub(super) struct Found {
    paths: Unique<PathMention>,
    symbols: Unique<String>,
    dotted: Unique<Vec<String>>,
    errors: Unique<String>,
    frames: Unique<Frame>,
    code: Unique<String>,
    keywords: Unique<String>,
}

impl Found {
    pub(super) fn path(&mut self, mention: PathMention) {
        if !mention.path.is_empty() {
            self.paths.add(mention);
        }
    }

    pub(super) fn file(&mut self, path: &str, line: Option<u32>) {
        let path = super::paths::normalise(path);
        self.path(PathMention { path, kind: PathKind::File, line, last_line: None });
    }

    pub(super) fn symbol(&mut self, name: &str) {
        let name = name.trim_matches('$');
        let is_long_enough = name.chars().nth(SHORTEST_NAME - 1).is_some();
        if is_long_enough && name.len() <= LONGEST_NAME && name.chars().any(char::is_alphabetic) {
            self.symbols.add(name.to_owned());
        }
    }

    /// Takes a name apart that is written with joints; with only one segment left it is a symbol.
    pub(super) fn dotted(&mut self, segments: &[&str]) {
        let segments = segments.iter().flat_map(|segment| segment.split('$'));
        let is_noise = |segment: &str| matches!(segment, "" | "lambda") || is_symbol_hash(segment);
        let is_name = |segment: &&str| !segment.starts_with(char::is_numeric) && !is_noise(segment);
        let segments: Vec<&str> = segments.filter(is_name).take(MOST_SEGMENTS + 1).collect();
        match segments.as_slice() {
            [] => {}
            [only] => self.symbol(only),
            all if all.len() > MOST_SEGMENTS || all.iter().any(|segment| segment.len() > LONGEST_NAME) => {}
            all => self.dotted.add(all.iter().map(|segment| (*segment).to_owned()).collect()),
        }
    }

    pub(super) fn error(&mut self, message: &str) {
        if !message.is_empty() {
            self.errors.add(message.to_owned());
        }
    }

    pub(super) fn frame(&mut self, frame: Frame) {
        self.file(&frame.path, Some(frame.line));
        if let Some(function) = &frame.function {
            self.dotted(&frames::segments(function));
        }
        self.frames.add(frame);
    }

    pub(super) fn code(&mut self, code: &str) {
        let code = code.trim();
        if !code.is_empty() {
            self.code.add(code.to_owned());
        }
    }

    pub(super) fn keyword(&mut self, word: &str) {
        let word = word.trim_matches(['_', '-', '$']);
        if word.len() > LONGEST_NAME || is_data(word) || !word.chars().any(char::is_alphabetic) {
            return;
        }
        let is_letter = word.is_ascii() && word.len() < SHORTEST_NAME;
        let word: String = word.chars().flat_map(char::to_lowercase).collect();
        if !is_letter && !is_stop_word(&word) {
            self.keywords.add(word);
        }
    }

    pub(super) fn into_task(self) -> Task {
        Task {
            paths: self.paths.in_order(),
            symbols: self.symbols.in_order(),
            dotted: self.dotted.in_order(),
            errors: self.errors.in_order(),
            frames: self.frames.in_order(),
            code: self.code.in_order(),
            keywords: self.keywords.in_order(),
        }
    }
}

/// Each thing with its place of first appearance. The standard hasher, since the text may be hostile.
struct Unique<T>(HashMap<T, usize>);

impl<T> Default for Unique<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T: Hash + Eq> Unique<T> {
    fn add(&mut self, thing: T) {
        let next = self.0.len();
        self.0.entry(thing).or_insert(next);
    }

    fn in_order(self) -> Vec<T> {
        let mut things: Vec<_> = self.0.into_iter().collect();
        things.sort_unstable_by_key(|(_, place)| *place);
        things.into_iter().map(|(thing, _)| thing).collect()
    }
}
