//! A file cut into pieces that can be shown or left out: its head, its definitions, and what stands between them.
//!
//! Pieces are runs of whole lines; together they are the file, in order. A class is cut into its head and its members; a
//! long body is cut again, so that a small budget can show the part that matters.

use std::ops::Range;
use tribunal_domain::facts::{FileFacts, SymbolIx, SymbolKind};

/// A longer piece is cut into parts of about this many lines: what fits on two screens is read as one thought.
const LONGEST: u32 = 80;

/// Without definitions (prose, data, unknown languages) a file is cut into parts of so many lines.
const PLAIN: u32 = 40;

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// Imports and whatever else stands before the first definition.
    Head,
    /// A definition, or a part of one.
    Definition(SymbolIx),
    /// Code or text between definitions.
    Between,
}

/// A run of lines, counted from 1, the last one included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    /// What it is.
    pub kind: PieceKind,
    /// Its first line.
    pub first: u32,
    /// Its last line.
    pub last: u32,
}

impl Piece {
    /// How many lines it has.
    pub(super) fn lines(self) -> u32 {
        self.last - self.first + 1
    }
}

/// The pieces of a file of `lines` lines.
pub(super) fn pieces(facts: Option<&FileFacts>, lines: u32) -> Vec<Piece> {
    let marks = facts.map(marks).unwrap_or_default();
    let mut found = Vec::new();
    let mut next = 1;
    for (start, end, symbol) in marks {
        let (start, end) = (start.max(next), end.min(lines));
        if start > end {
            continue;
        }
        if start > next {
            let kind = if next == 1 { PieceKind::Head } else { PieceKind::Between };
            cut(&mut found, kind, next..start, LONGEST);
        }
        cut(&mut found, PieceKind::Definition(symbol), start..end + 1, LONGEST);
        next = end + 1;
    }
    if next <= lines {
        let kind = if next == 1 { PieceKind::Head } else { PieceKind::Between };
        cut(&mut found, kind, next..lines + 1, if next == 1 { PLAIN } else { LONGEST });
    }
    found
}

/// Where definitions begin and end, doc comments included: functions and methods whole, classes up to their first member.
fn marks(facts: &FileFacts) -> Vec<(u32, u32, SymbolIx)> {
    let mut doc_start = vec![None; facts.symbols.len()];
    for doc in &facts.docs {
        if let Some(symbol) = doc.symbol {
            let start = &mut doc_start[symbol.ix()];
            *start = Some(start.unwrap_or(u32::MAX).min(doc.span.start.line));
        }
    }
    let mut marks = Vec::new();
    for (ix, symbol) in facts.symbols.iter().enumerate() {
        let index = SymbolIx(ix as u32);
        if !is_cut_out(facts, index) {
            continue;
        }
        let first = symbol.span.start.line.min(doc_start[ix].unwrap_or(u32::MAX));
        // A span that ends before the first character of a line ends on the line before.
        let last = symbol.span.end.line - u32::from(symbol.span.end.column == 1 && symbol.span.end.line > first);
        let body =
            facts.symbols[ix + 1..].iter().zip(ix + 1..).take_while(|(inner, _)| inner.span.start < symbol.span.end);
        let member = body
            .filter(|&(_, at)| is_cut_out(facts, SymbolIx(at as u32)))
            .map(|(inner, at)| inner.span.start.line.min(doc_start[at].unwrap_or(u32::MAX)));
        let last = member.min().map_or(last, |start| last.min(start.saturating_sub(1).max(first)));
        marks.push((first, last, index));
    }
    marks.sort_unstable_by_key(|&(first, last, index)| (first, std::cmp::Reverse(last), index));
    marks
}

/// Whether a definition is a piece of its own: not if it is nested in a function, and small things go with their place.
fn is_cut_out(facts: &FileFacts, index: SymbolIx) -> bool {
    let symbol = facts.symbol(index);
    let mut at = symbol.parent;
    while let Some(parent) = at {
        if matches!(facts.symbol(parent).kind, SymbolKind::Function | SymbolKind::Method) {
            return false;
        }
        at = facts.symbol(parent).parent;
    }
    match symbol.kind {
        SymbolKind::Field | SymbolKind::EnumMember | SymbolKind::Property => {
            symbol.span.end.line > symbol.span.start.line + 3
        }
        SymbolKind::Constant | SymbolKind::Variable => {
            symbol.parent.is_none() && symbol.span.end.line > symbol.span.start.line + 3
        }
        _ => true,
    }
}

fn cut(found: &mut Vec<Piece>, kind: PieceKind, lines: Range<u32>, longest: u32) {
    let count = (lines.end - lines.start).div_ceil(longest).max(1);
    let size = (lines.end - lines.start).div_ceil(count);
    let mut first = lines.start;
    while first < lines.end {
        let last = (first + size - 1).min(lines.end - 1);
        found.push(Piece { kind, first, last });
        first = last + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{PieceKind, pieces};
    use tribunal_domain::RepoPath;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[&str]) {
        let path = RepoPath::new(path).expect("a path");
        let facts = tribunal_syntax::extract(&path, text.as_bytes(), tribunal_syntax::Limits::default());
        let lines = text.lines().count() as u32;
        let found = pieces(facts.as_ref(), lines);
        let shown: Vec<_> = found
            .iter()
            .map(|piece| {
                let name = match piece.kind {
                    PieceKind::Head => "head".to_owned(),
                    PieceKind::Between => "between".to_owned(),
                    PieceKind::Definition(symbol) => facts.as_ref().expect("facts").qualified_name(symbol),
                };
                format!("{name} {}-{}", piece.first, piece.last)
            })
            .collect();
        assert_eq!(shown, expected);
        assert_eq!(found.iter().map(|piece| piece.lines()).sum::<u32>(), lines, "pieces are the file");
    }

    #[test]
    fn a_class_is_its_head_and_its_members() {
        let text = "import os\n\nX = 1\n\n\nclass A:\n    \"\"\"Doc.\"\"\"\n    y = 2\n\n    def one(self):\n        pass\n\n    def two(self):\n        def inner(): pass\n        return inner\n\n\ndef free():\n    return 3\n";
        check(
            "a.py",
            text,
            &["head 1-5", "A 6-9", "A.one 10-11", "between 12-12", "A.two 13-15", "between 16-17", "free 18-19"],
        );
    }

    #[test]
    fn doc_comments_go_with_what_they_document() {
        let text = "use a::b;\n\n/// Does it.\n/// Well.\nfn done() {\n    b()\n}\n";
        check("a.rs", text, &["head 1-2", "done 3-7"]);
    }

    #[test]
    fn prose_and_long_bodies_are_cut_evenly() {
        check("a.txt", &"word\n".repeat(90), &["head 1-30", "head 31-60", "head 61-90"]);
        let body = "    x = 1\n".repeat(160);
        check("a.py", &format!("def f():\n{body}"), &["f 1-54", "f 55-108", "f 109-161"]);
    }

    #[test]
    fn an_empty_file_has_no_pieces() {
        check("a.py", "", &[]);
    }
}
