//! One unit while its tokens are read.

use super::fragments::{CALLS, DATA, DECIDES, Unit};
use super::kinds::punctuation;
use super::parts::Count;
use tribunal_syntax::tree::Node;

/// A statement with more tokens is data. Hand-written ones of the code this was tried on stay below 600.
const TOKEN_CAP: usize = 1_500;

/// A unit that is being read.
pub(super) struct UnitDraft<'t> {
    /// Its first byte.
    pub start: usize,
    line: u32,
    end_line: u32,
    depth: u8,
    flags: u8,
    tokens: usize,
    literals: u16,
    decisions: usize,
    strict: Vec<u8>,
    loose: Vec<u8>,
    opening: Option<u16>,
    /// Its local names as they appear.
    pub names: Vec<u32>,
    /// The names of this unit in their order of appearance.
    order: Vec<u32>,
    /// The token before the next one.
    pub last: &'t str,
}

impl UnitDraft<'_> {
    /// The unit of a node, before its first token.
    pub fn new(node: Node<'_>, depth: u8, flags: u8) -> Self {
        Self {
            start: node.bytes().start,
            line: node.line(),
            end_line: node.end_line(),
            depth,
            flags,
            tokens: 0,
            literals: 0,
            decisions: 0,
            strict: Vec::new(),
            loose: Vec::new(),
            opening: None,
            names: Vec::new(),
            order: Vec::new(),
            last: "",
        }
    }

    /// What was read so far.
    pub fn count(&self) -> Count {
        let (tokens, literals) = (self.tokens, usize::from(self.literals));
        Count { tokens, literals, decisions: self.decisions, bytes: self.strict.len() }
    }

    /// The tokens so far, as they are hashed.
    pub fn hashed(&self) -> &[u8] {
        &self.strict
    }

    /// Adds something that is hashed but no token.
    pub fn add(&mut self, bytes: &[u8]) {
        for hashed in [&mut self.strict, &mut self.loose] {
            hashed.extend_from_slice(bytes);
            hashed.push(0);
        }
    }

    /// Counts a node that decides.
    pub fn decision(&mut self) {
        self.flags |= DECIDES;
        self.decisions += 1;
    }

    /// Reads a local name, by its number.
    pub fn local(&mut self, id: u32) {
        if !self.takes_one_more() {
            return;
        }
        let known = self.order.iter().position(|&known| known == id);
        let at = known.unwrap_or(self.order.len());
        if known.is_none() {
            self.order.push(id);
        }
        self.names.push(id);
        self.add(format!("\u{1}{at}").as_bytes());
    }

    /// Reads any other token.
    pub fn word(&mut self, text: &str, parent: &str) {
        if !self.takes_one_more() {
            return;
        }
        if text == "(" {
            if self.opening.is_none() {
                self.opening = Some(hash(&self.strict) as u16);
            }
            if parent.contains("argument") || parent.contains("call") || parent.contains("invocation") {
                self.flags |= CALLS;
            }
        }
        self.add(text.as_bytes());
    }

    /// Reads a literal.
    pub fn literal(&mut self, text: &str) {
        self.literals = self.literals.saturating_add(1);
        if self.takes_one_more() {
            self.strict.extend_from_slice(text.as_bytes());
            self.loose.push(2);
            self.strict.push(0);
            self.loose.push(0);
        }
    }

    fn takes_one_more(&mut self) -> bool {
        self.tokens += 1;
        self.tokens <= TOKEN_CAP
    }

    /// Decides, after its last token, whether it is data.
    pub fn close(&mut self) {
        if self.tokens > TOKEN_CAP || self.tokens <= usize::from(self.literals) + punctuation(&self.strict) {
            self.flags |= DATA;
            self.names.clear();
        }
    }

    /// The unit.
    pub fn unit(&self) -> Unit {
        Unit {
            strict: hash(&self.strict),
            loose: hash(&self.loose),
            opening: self.opening.unwrap_or_else(|| hash(&self.strict) as u16),
            line: self.line,
            height: self.end_line - self.line,
            depth: self.depth,
            tokens: self.tokens.min(u16::MAX as usize) as u16,
            literals: self.literals,
            names: self.names.len() as u16,
            flags: self.flags,
        }
    }
}

/// Thirty-two bits are enough: nothing rests on a single short statement.
fn hash(bytes: &[u8]) -> u32 {
    let hash = blake3::hash(bytes);
    u32::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes"))
}
