//! Drafts about a definition as a whole, and what the axes that judge definitions ask of one.

use crate::code::{Code, CodeFile};
use crate::draft::Draft;
use crate::rule::Rule;
use crate::utility::is_script;
use tribunal_domain::Outcome;
use tribunal_domain::facts::{Doc, Position, ScopeKind, Span, Symbol, SymbolFlags, SymbolIx, SymbolKind, Visibility};

/// Folders of code that people start, beside the product.
pub(crate) const RUN_BY_HAND: &[&str] = &[
    "examples",
    "example",
    "demo",
    "demos",
    "scripts",
    "tools",
    "benches",
    "bench",
    "benchmark",
    "benchmarks",
    "fixtures",
    "playground",
];

/// Folders of code that is there to be read.
const FOR_READERS: &[&str] = &[
    "examples",
    "example",
    "samples",
    "demo",
    "demos",
    "docs",
    "doc",
    "playground",
    "sandbox",
    "sandboxes",
    "sample",
    "guide",
];

/// Other folders that hold no part of the product.
const ASIDE: &[&str] =
    &["samples", "docs", "doc", "testdata", "testFixtures", "fuzz", "fuzz_targets", "hack", "contrib", "e2e"];

/// A draft about a definition, at its name.
pub(crate) fn about(rule: &Rule, file: &CodeFile, ix: SymbolIx, message: String) -> Draft {
    let symbol = file.facts.symbol(ix);
    let name = file.facts.text(symbol.name);
    let mut draft = Draft::new(rule, &file.path, name_span(symbol.name_at, name), message);
    draft.symbol = file.facts.qualified_name(ix);
    symbol.kind.name().clone_into(&mut draft.kind);
    draft.anchor = format!("{} {}", draft.kind, draft.symbol);
    draft.shows(name_span(symbol.name_at, name), file.facts.text(symbol.signature), "");
    draft
}

/// Where a name stands.
pub(crate) fn name_span(at: Position, name: &str) -> Span {
    Span { start: at, end: Position { line: at.line, column: at.column + name.chars().count() as u32 } }
}

/// The documentation of a definition.
pub(crate) fn doc_of(file: &CodeFile, ix: SymbolIx) -> Option<&Doc> {
    file.facts.docs.iter().find(|doc| doc.symbol == Some(ix))
}

/// Whether a definition is a function or a method.
pub(crate) fn is_function(symbol: &Symbol) -> bool {
    matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method)
}

/// Whether everybody may use a definition: it and all it is nested in are public.
pub(crate) fn is_public(file: &CodeFile, ix: SymbolIx) -> bool {
    let mut at = Some(ix);
    while let Some(ix) = at {
        let symbol = file.facts.symbol(ix);
        let nested = symbol.parent.is_some_and(|parent| is_function(file.facts.symbol(parent)));
        let member = symbol.parent.is_some() || symbol.impl_of.is_some();
        if nested || symbol.visibility != Visibility::Public || !(member || symbol.flags.has(SymbolFlags::EXPORTED)) {
            return false;
        }
        at = symbol.parent;
    }
    true
}

/// Whether a definition hides one of an ancestor, or says that it does.
pub(crate) fn is_override(file: &CodeFile, ix: SymbolIx) -> bool {
    file.facts.symbol(ix).flags.has(SymbolFlags::OVERRIDE)
        || file.resolution.overrides.binary_search_by_key(&ix, |(hiding, _)| *hiding).is_ok()
}

/// Whether a class has a base that is not part of the code, so that its members may override unseen ones.
pub(crate) fn has_foreign_base(file: &CodeFile, class: SymbolIx) -> bool {
    let span = file.facts.symbol(class).span;
    let inside = |at: Position| span.start <= at && at < span.end;
    file.inherits()
        .filter(|(reference, _)| inside(reference.position))
        .any(|(_, outcome)| !matches!(outcome, Outcome::Resolved(_) | Outcome::Ambiguous(_)))
}

/// Code that is delivered: not a test, not written by a tool, not somebody else's, not beside the product.
pub(crate) fn is_product(file: &CodeFile) -> bool {
    let kind = file.kind;
    kind.is_own() && !kind.test && !is_aside(&file.path.to_text())
}

/// A name of a script that is no module: other scripts of the page see it, and what writes the page.
pub(crate) fn is_global(file: &CodeFile, symbol: &Symbol) -> bool {
    let module = !file.facts.imports.is_empty() || !file.facts.exports.is_empty();
    let outermost = file.facts.scopes[symbol.scope.ix()].kind == ScopeKind::File;
    is_script(file.language()) && !module && symbol.parent.is_none() && outermost
}

/// Whether a file's code is shown to readers, who take what they need of it.
pub(crate) fn is_for_readers(file: &CodeFile) -> bool {
    let path = file.path.to_text();
    let (folders, _) = path.rsplit_once('/').unwrap_or(("", &path));
    folders.split('/').any(|part| FOR_READERS.contains(&part))
}

fn is_aside(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    folders.split('/').any(|part| ASIDE.contains(&part) || RUN_BY_HAND.contains(&part) || part.ends_with("-examples"))
        || ["test_helper", "test_util", "testutil", "test-util", "testing_util"].iter().any(|word| path.contains(word))
        || name.ends_with("_fuzz.go")
        || matches!(name, "tests.rs" | "test.rs" | "conftest.py")
        || path.to_ascii_lowercase().contains("bench")
}

/// All definitions of code that is delivered and that are no tests themselves.
pub(crate) fn product_symbols(code: &Code) -> impl Iterator<Item = (&CodeFile, SymbolIx)> {
    code.files.iter().filter(|file| is_product(file)).flat_map(|file| {
        let all = (0..file.facts.symbols.len() as u32).map(SymbolIx);
        all.filter(|&ix| !file.facts.symbol(ix).flags.has(SymbolFlags::TEST)).map(move |ix| (file, ix))
    })
}

/// The definition that a draft of the same file is about.
pub(crate) fn subject(file: &CodeFile, draft: &Draft) -> Option<SymbolIx> {
    let line = draft.start_line;
    let holds = |symbol: &Symbol| symbol.span.start.line <= line && line <= symbol.span.end.line;
    let all = (0..file.facts.symbols.len() as u32).map(SymbolIx);
    all.filter(|&ix| holds(file.facts.symbol(ix))).find(|&ix| file.facts.qualified_name(ix) == draft.symbol)
}
