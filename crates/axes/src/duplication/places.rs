//! Byte offsets of positions: facts count lines and characters, trees count bytes.

use tribunal_domain::facts::{FileFacts, Position, SymbolIx};

/// Characters of a line that are counted; what stands further right counts as the end of that part.
const COLUMN_CAP: usize = 2_000;

/// The starts of a text's lines.
pub(super) struct Places<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Places<'t> {
    /// Finds the lines of a text.
    pub fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let ends = |&at: &usize| bytes[at] == b'\n' || (bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        let starts = std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|at| at + 1)).collect();
        Self { text, starts }
    }

    /// The byte at a position.
    pub fn byte(&self, position: Position) -> usize {
        let Some(&start) = self.starts.get(position.line as usize - 1) else { return self.text.len() };
        let before = (position.column as usize - 1).min(COLUMN_CAP);
        let width = self.text[start..].chars().take(before).map(char::len_utf8).sum::<usize>();
        start + width
    }

    /// The bytes of a definition, from its name to its end.
    pub fn body(&self, facts: &FileFacts, symbol: SymbolIx) -> (usize, usize) {
        let symbol = facts.symbol(symbol);
        (self.byte(symbol.name_at), self.byte(symbol.span.end))
    }
}
