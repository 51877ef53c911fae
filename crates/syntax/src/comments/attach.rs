//! Which definition a comment documents or stands in.

use super::text::{Block, Marker};
use crate::context::Context;
use crate::languages::DocStyle;
use tribunal_domain::Language;
use tribunal_domain::facts::{Position, Symbol, SymbolFlags, SymbolIx};

/// What a comment is to the definitions around it.
pub(super) enum Belongs {
    /// It documents a definition, or the file.
    Doc(Option<SymbolIx>),
    /// It stands in a definition, or at file level.
    Comment(Option<SymbolIx>),
}

/// Symbols by place: outer before inner. Asked for places in rising order, it answers each in constant time.
pub(super) struct Enclosing {
    order: Vec<(Position, Position, SymbolIx)>,
    next: usize,
    open: Vec<(Position, SymbolIx)>,
}

impl Enclosing {
    pub fn new(symbols: &[Symbol]) -> Self {
        let mut order: Vec<_> = symbols
            .iter()
            .enumerate()
            .map(|(ix, symbol)| (symbol.span.start, symbol.span.end, SymbolIx(ix as u32)))
            .collect();
        order.sort_by_key(|&(start, end, ix)| (start, std::cmp::Reverse(end), ix));
        Self { order, next: 0, open: Vec::new() }
    }

    /// The innermost definition around `at`; `at` never falls between calls.
    fn around(&mut self, symbols: &[Symbol], at: Position) -> Option<SymbolIx> {
        while let Some(&(start, end, ix)) = self.order.get(self.next)
            && start <= at
        {
            self.next += 1;
            if !symbols[ix.ix()].flags.has(SymbolFlags::IMPLICIT) {
                self.close(start);
                self.open.push((end, ix));
            }
        }
        self.close(at);
        self.open.last().map(|&(_, ix)| ix)
    }

    fn close(&mut self, at: Position) {
        while self.open.last().is_some_and(|&(end, _)| end <= at) {
            self.open.pop();
        }
    }

    /// The outermost definition that starts on `line` at or after `from`.
    fn starting(&self, from: Position, line: u32) -> Option<SymbolIx> {
        let first = self.order.partition_point(|&(start, _, _)| start < from);
        self.order.get(first).filter(|&&(start, _, _)| start.line == line).map(|&(_, _, ix)| ix)
    }

    /// The last definition that starts on `before.line`, before it.
    fn left_of(&self, before: Position) -> Option<SymbolIx> {
        let end = self.order.partition_point(|&(start, _, _)| start < before);
        let &(start, _, ix) = self.order[..end].last()?;
        (start.line == before.line).then_some(ix)
    }
}

/// Decides for one comment; comments come in source order.
pub(super) fn belongs(cx: &Context<'_>, enclosing: &mut Enclosing, block: &Block) -> Belongs {
    let around = enclosing.around(&cx.facts.symbols, block.span.start);
    let doc = match block.marker {
        Marker::Directive => None,
        Marker::Behind if is_c(cx) => enclosing.left_of(block.span.start).map(|symbol| Belongs::Doc(Some(symbol))),
        Marker::InnerLine | Marker::InnerBlock if cx.row.language == Language::Rust => Some(Belongs::Doc(around)),
        _ if may_document(cx, block) => documented(cx, enclosing, block, around),
        _ => None,
    };
    doc.unwrap_or(Belongs::Comment(around))
}

fn is_c(cx: &Context<'_>) -> bool {
    matches!(cx.row.language, Language::C | Language::Cpp)
}

/// Whether the language reads such a comment as documentation.
fn may_document(cx: &Context<'_>, block: &Block) -> bool {
    let block_doc = block.marker == Marker::OuterBlock;
    match cx.row.docs {
        DocStyle::Docstring => block.marker == Marker::OuterLine,
        DocStyle::Block => block_doc,
        DocStyle::TripleSlash => {
            let inner = matches!(block.marker, Marker::InnerLine | Marker::InnerBlock) && is_c(cx);
            block_doc || inner || block.marker == Marker::OuterLine
        }
        DocStyle::Adjacent => block.own_line,
    }
}

/// What a doc comment documents: a definition, the file, or nothing.
fn documented(cx: &Context<'_>, enclosing: &Enclosing, block: &Block, around: Option<SymbolIx>) -> Option<Belongs> {
    let of = |symbol: SymbolIx| Belongs::Doc(Some(symbol));
    if names_the_file(&block.text) {
        return Some(Belongs::Doc(None));
    }
    // Between its decorators and its name: `#[inline] /// … fn f()`.
    if let Some(symbol) = around.filter(|&symbol| block.span.end <= cx.facts.symbol(symbol).name_at) {
        return Some(of(symbol));
    }
    if !block.own_line && cx.row.docs == DocStyle::Docstring {
        return enclosing.left_of(block.span.start).map(of);
    }
    let line = cx.source.line(block.code_at);
    // Rust's own grammar ties `///` to the next item, whatever stands between.
    if (block.adjacent || cx.row.language == Language::Rust)
        && let Some(symbol) = enclosing.starting(block.span.end, line)
    {
        return Some(of(symbol));
    }
    documents_file(cx, block).then_some(Belongs::Doc(None))
}

fn names_the_file(text: &str) -> bool {
    let tags = ["@file", "\\file", "@fileoverview", "@packageDocumentation", "@module"];
    text.lines().take(20).any(|line| {
        let word = line.split_whitespace().next().unwrap_or_default();
        tags.contains(&word)
    })
}

/// A comment above everything else that documents no definition speaks of the file, unless it is a licence.
fn documents_file(cx: &Context<'_>, block: &Block) -> bool {
    let lower = || block.text.to_lowercase();
    let licence = || ["copyright", "license", "licence", "spdx-"].iter().any(|word| lower().contains(word));
    let before_package = block.adjacent && cx.source.text()[block.code_at..].starts_with("package ");
    let above_all = block.top && block.own_line;
    let language = cx.row.language;
    let speaks = match language {
        Language::Rust | Language::CSharp | Language::Python => false,
        Language::Go => before_package,
        _ => above_all || before_package,
    };
    speaks && !licence()
}
