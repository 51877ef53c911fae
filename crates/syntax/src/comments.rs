//! Comments: collected in the walk, joined, and told apart: documentation goes to the definition it belongs to, all
//! else is kept with what it is for. `text` reads one comment, `kind` classifies, `attach` finds the definition.

mod attach;
mod kind;
mod text;

use crate::context::Context;
use crate::docs;
use attach::{Belongs, Enclosing};
use rustc_hash::FxHashMap;
use text::{Block, Marker};
use tree_sitter::Node;
use tribunal_domain::facts::{Comment, Doc, DocFormat, SymbolIx};

/// A generated file says so at its top; lower down the words speak of something else.
const GENERATED_WITHIN_LINES: u32 = 40;

/// A comment as it stands, in bytes.
pub(crate) struct RawComment {
    pub start: usize,
    pub end: usize,
}

impl<'t> Context<'t> {
    /// Remembers a comment node for `finish`.
    pub(crate) fn add_comment(&mut self, node: Node<'_>) {
        self.zones.comment(self.source.text(), node);
        self.raw_comments.push(RawComment { start: node.start_byte(), end: node.end_byte() });
    }

    /// What is read as a whole: comments stand in it (between the names of an import, say), and strings.
    pub(crate) fn pass_over(&mut self, node: Node<'t>) {
        self.mark_below(node);
        if node.child_count() == 0 {
            return;
        }
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            if self.is_comment(child) {
                self.add_comment(child);
            }
        }
    }
}

/// Attaches documentation to definitions and records all other comments.
pub(crate) fn finish(cx: &mut Context<'_>) {
    docs::finish_docstrings(cx);
    let raw = std::mem::take(&mut cx.raw_comments);
    let blocks = text::join(cx.source, &raw);
    cx.facts.generated = blocks
        .iter()
        .take_while(|block| block.span.start.line <= GENERATED_WITHIN_LINES)
        .any(|block| kind::says_generated(&block.text));
    let mut enclosing = Enclosing::new(&cx.facts.symbols);
    let belongs: Vec<_> = blocks.iter().map(|block| attach::belongs(cx, &mut enclosing, block)).collect();
    let mut documents = Documents::default();
    for (block, belongs) in blocks.into_iter().zip(belongs) {
        match belongs {
            Belongs::Doc(symbol) => {
                // Of two whole blocks the last one speaks of the definition; the other has lost its own.
                if let Some(stray) = documents.add(symbol, block) {
                    record(cx, &stray, symbol);
                }
            }
            Belongs::Comment(symbol) => record(cx, &block, symbol),
        }
    }
    documents.record(cx);
}

fn record(cx: &mut Context<'_>, block: &Block, symbol: Option<SymbolIx>) {
    if !block.text.contains(char::is_alphanumeric) {
        return;
    }
    let (line, kind) = (block.span.start.line, kind::classify(&block.text));
    let text = cx.intern(&block.text);
    cx.facts.comments.push(Comment { line, text, kind, symbol });
}

/// Doc comments by definition: lines before one definition are one text.
#[derive(Default)]
struct Documents {
    found: Vec<(Option<SymbolIx>, Block)>,
    of: FxHashMap<Option<SymbolIx>, usize>,
}

impl Documents {
    /// Adds a block, and gives back one that it takes the place of.
    fn add(&mut self, symbol: Option<SymbolIx>, block: Block) -> Option<Block> {
        let Some(&known) = self.of.get(&symbol) else {
            self.of.insert(symbol, self.found.len());
            self.found.push((symbol, block));
            return None;
        };
        let (_, before) = &mut self.found[known];
        if block.marker == Marker::OuterBlock && before.marker == Marker::OuterBlock && symbol.is_some() {
            return Some(std::mem::replace(before, block));
        }
        before.span.end = block.span.end;
        before.text.push('\n');
        before.text.push_str(&block.text);
        None
    }

    fn record(self, cx: &mut Context<'_>) {
        for (symbol, Block { span, text, .. }) in self.found {
            if !text.contains(char::is_alphanumeric) {
                continue;
            }
            let (format, fields) = docs::parse(cx, &text, DocFormat::Plain);
            let text = cx.intern(&text);
            cx.facts.docs.push(Doc { symbol, text, format, fields, span });
        }
    }
}
