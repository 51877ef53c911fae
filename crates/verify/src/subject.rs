//! The definition that a claim is about: by its name, and by the line where there are several.

use crate::scene::{Scene, Side};
use crate::source::SourceFile;
use std::rc::Rc;
use tribunal_domain::RepoPath;
use tribunal_domain::facts::{FileFacts, Position, Span, Symbol, SymbolIx, SymbolKind};
use tribunal_domain::finding::{Claim, Evidence};
use tribunal_syntax::tree::Node;

/// A name that stands in more files than this is not looked up: too many may define it.
const MOST_FILES: usize = 60;

/// A definition with all that is known of it.
#[derive(Clone)]
pub struct Subject {
    /// The side it was found on.
    pub side: Side,
    /// Its file.
    pub file: Rc<SourceFile>,
    /// The facts of that file.
    pub facts: Rc<FileFacts>,
    /// Which of the definitions it is.
    pub symbol: SymbolIx,
}

/// What became of the search.
pub enum Found {
    /// Exactly one.
    One(Subject),
    /// Several, and nothing says which.
    Several,
    /// None: why.
    Unknown(String),
}

impl Subject {
    /// The definition.
    pub fn definition(&self) -> &Symbol {
        self.facts.symbol(self.symbol)
    }

    /// Its qualified name.
    pub fn name(&self) -> String {
        self.facts.qualified_name(self.symbol)
    }

    /// First and last line.
    pub fn lines(&self) -> (u32, u32) {
        let span = self.definition().span;
        (span.start.line, span.end.line)
    }

    /// The definition as evidence: its head.
    pub fn evidence(&self, note: &str) -> Evidence {
        let at = self.definition().name_at.line;
        evidence(&self.file, at, at, note)
    }

    /// Its node in the tree.
    pub fn node(&self) -> Option<Node<'_>> {
        node_at(&self.file, self.definition().span)
    }
}

/// Lines of a file as evidence.
pub fn evidence(file: &SourceFile, first: u32, last: u32, note: &str) -> Evidence {
    Evidence {
        path: file.path().clone(),
        start_line: first,
        end_line: last.max(first),
        quote: file.excerpt(first, last.min(first + 5)),
        note: note.to_owned(),
    }
}

/// The smallest node that covers a span.
pub fn node_at(file: &SourceFile, span: Span) -> Option<Node<'_>> {
    let tree = file.tree()?;
    let (start, end) = (byte_of(file, span.start)?, byte_of(file, span.end)?);
    let mut at = tree.root();
    loop {
        let covers = |node: &Node<'_>| node.bytes().start <= start && end <= node.bytes().end;
        match at.children().into_iter().find(covers) {
            Some(child) if child.bytes() != at.bytes() || !is_definition(at) => at = child,
            _ => return Some(at),
        }
    }
}

/// A node that is the definition itself, not its name or body.
fn is_definition(node: Node<'_>) -> bool {
    let kind = node.kind();
    kind.contains("function")
        || kind.contains("method")
        || kind.ends_with("_definition")
        || kind.ends_with("_declaration")
        || kind.ends_with("_item")
}

fn byte_of(file: &SourceFile, position: Position) -> Option<usize> {
    let start = file.line_start(position.line)?;
    let line = &file.text()[start..];
    let column = position.column as usize - 1;
    Some(start + line.char_indices().nth(column).map_or(line.len(), |(at, _)| at))
}

/// The definition a claim names, in its file, or the only one of that name in the repository; without a name the
/// function around its line.
pub fn subject_of(scene: &dyn Scene, claim: &Claim) -> Found {
    for side in [Side::Head, Side::Base] {
        if side == Side::Base && !scene.has_base() {
            break;
        }
        let path = if side == Side::Head {
            scene.renamed(&claim.path).unwrap_or_else(|| claim.path.clone())
        } else {
            claim.path.clone()
        };
        match in_file(scene, side, &path, claim) {
            Found::Unknown(_) => {}
            found => return found,
        }
    }
    if claim.symbol.is_empty() {
        return Found::Unknown("no function stands at the line".to_owned());
    }
    elsewhere(scene, claim)
}

fn in_file(scene: &dyn Scene, side: Side, path: &RepoPath, claim: &Claim) -> Found {
    let unknown = || Found::Unknown(format!("`{}` is not defined in {path}", claim.symbol));
    let (Some(file), Some(facts)) = (scene.look(side, path).file(), scene.facts(side, path)) else { return unknown() };
    let subject = |symbol| Found::One(Subject { side, file: file.clone(), facts: facts.clone(), symbol });
    let line = claim.line.unwrap_or(0);
    if claim.symbol.is_empty() {
        return enclosing(&facts, line).map_or_else(unknown, subject);
    }
    let named = symbols_named(&facts, &claim.symbol);
    match named.as_slice() {
        [] => unknown(),
        [only] => subject(*only),
        several => {
            let last = claim.end_line.unwrap_or(line).max(line);
            let holds = |ix: &&SymbolIx| {
                let span = facts.symbol(**ix).span;
                span.start.line <= last && line <= span.end.line
            };
            let around = several.iter().filter(holds).min_by_key(|ix| {
                let span = facts.symbol(**ix).span;
                span.end.line - span.start.line
            });
            // Overloads and declarations beside their one body are the body.
            let bodies: Vec<_> = several.iter().filter(|ix| facts.symbol(**ix).body.is_some()).collect();
            match (around, bodies.as_slice()) {
                (Some(ix), _) => subject(*ix),
                (None, [ix]) => subject(**ix),
                _ => Found::Several,
            }
        }
    }
}

/// The innermost function around a line.
pub fn enclosing(facts: &FileFacts, line: u32) -> Option<SymbolIx> {
    let all = facts.symbols.iter().enumerate();
    let around =
        all.filter(|(_, symbol)| is_callable(symbol) && symbol.span.start.line <= line && line <= symbol.span.end.line);
    let innermost = around.min_by_key(|(_, symbol)| symbol.span.end.line - symbol.span.start.line);
    innermost.map(|(ix, _)| SymbolIx(ix as u32))
}

/// Whether a definition is a function of some kind.
pub fn is_callable(symbol: &Symbol) -> bool {
    symbol.measures.is_some() || matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method)
}

/// All definitions that a written name may mean: `bar`, `Foo.bar`.
pub fn symbols_named(facts: &FileFacts, written: &str) -> Vec<SymbolIx> {
    let parts: Vec<&str> = written.split('.').filter(|part| !part.is_empty()).collect();
    let Some((last, owners)) = parts.split_last() else { return Vec::new() };
    let all = facts.symbols.iter().enumerate();
    let own_name = |symbol: &Symbol| facts.text(symbol.name).rsplit(['.', ':']).next() == Some(*last);
    let named: Vec<SymbolIx> = all.filter(|(_, symbol)| own_name(symbol)).map(|(ix, _)| SymbolIx(ix as u32)).collect();
    let Some(owner) = owners.last() else { return named };
    let owned = |ix: &SymbolIx| {
        let symbol = facts.symbol(*ix);
        let parent = symbol.parent.map(|parent| facts.text(facts.symbol(parent).name));
        parent.is_some_and(|parent| parent == *owner)
            || symbol.impl_of.is_some()
                && facts
                    .text(symbol.signature)
                    .split(|c: char| !c.is_alphanumeric() && c != '_')
                    .any(|word| word == *owner)
    };
    let of_owner: Vec<_> = named.iter().copied().filter(owned).collect();
    // A method written outside of its type is known by its own name alone.
    if of_owner.is_empty() {
        named.into_iter().filter(|ix| facts.symbol(*ix).impl_of.is_some()).collect()
    } else {
        of_owner
    }
}

fn elsewhere(scene: &dyn Scene, claim: &Claim) -> Found {
    let last = claim.symbol.rsplit('.').next().unwrap_or_default();
    let Some(paths) = scene.holding(Side::Head, &[last], MOST_FILES) else {
        return Found::Unknown(format!("too many files speak of `{last}`"));
    };
    let mut found = Vec::new();
    for path in paths {
        let Some(facts) = scene.facts(Side::Head, &path) else { continue };
        for symbol in symbols_named(&facts, &claim.symbol) {
            found.push((path.clone(), facts.clone(), symbol));
        }
    }
    match found.as_slice() {
        [] => Found::Unknown(format!("nothing here defines `{}`", claim.symbol)),
        [(path, facts, symbol)] => match scene.look(Side::Head, path).file() {
            Some(file) => Found::One(Subject { side: Side::Head, file, facts: facts.clone(), symbol: *symbol }),
            None => Found::Unknown(format!("{path} cannot be read")),
        },
        _ => Found::Several,
    }
}
