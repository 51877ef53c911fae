//! Which names may be exchanged for others without changing what code does: parameters, locals, and the name of a
//! function itself inside of it. Everything else that is named (what is called, members, types) is meaning.

use super::places::Places;
use rustc_hash::FxHashMap;
use tribunal_domain::Depth;
use tribunal_domain::facts::{BindingKind, FileFacts, ScopeIx, ScopeKind, SymbolIx, SymbolKind};
use tribunal_syntax::tree::Tree;

/// Functions of which a name may be a local that are looked at around one place. Deeper nesting than this is not written.
const AROUND: usize = 8;

/// Tokens after a name that bind it, for languages whose facts have no bindings.
const BINDING_TOKENS: &[&str] = &["=", ":=", "+=", "-=", "||=", "in", "of"];

/// Nodes whose names are bound by them, for the same languages.
const BINDING_NODES: &[&str] = &[
    "parameter",
    "method_parameters",
    "block_parameters",
    "lambda_parameters",
    "optional_parameter",
    "keyword_parameter",
    "parameters",
    "variable_declarator",
    "variable_declaration",
    "variable_list",
    "left_assignment_list",
    "catch_declaration",
];

/// Names and the byte ranges in which they are local.
pub(super) struct Locals<'t> {
    ranges: FxHashMap<&'t str, Vec<(usize, usize)>>,
}

impl<'t> Locals<'t> {
    /// Reads them from the facts, or from the tree where facts have no bindings.
    pub fn new(tree: &'t Tree, facts: &'t FileFacts, places: &Places<'_>) -> Self {
        let mut locals = Self { ranges: FxHashMap::default() };
        if facts.language.depth() == Depth::Definitions {
            locals.guess(tree, facts, places);
        } else {
            locals.read(facts, places);
        }
        for ranges in locals.ranges.values_mut() {
            ranges.sort_unstable();
            ranges.dedup();
        }
        locals
    }

    /// Whether a name is local at a byte.
    pub fn holds(&self, name: &str, at: usize) -> bool {
        let Some(ranges) = self.ranges.get(name) else { return false };
        let before = ranges.partition_point(|range| range.0 <= at);
        ranges[..before].iter().rev().take(AROUND).any(|range| at < range.1)
    }

    fn add(&mut self, name: &'t str, range: (usize, usize)) {
        if !name.is_empty() {
            self.ranges.entry(name).or_default().push(range);
        }
    }

    fn read(&mut self, facts: &'t FileFacts, places: &Places<'_>) {
        let mut known: FxHashMap<Around, (usize, usize)> = FxHashMap::default();
        for binding in &facts.bindings {
            // A function inside of a function is something that is called: its name is meaning.
            let local =
                matches!(binding.kind, BindingKind::Parameter | BindingKind::Local | BindingKind::TypeParameter);
            let around = function_around(facts, binding.scope);
            if local && around != Around::Nothing {
                let range = *known.entry(around).or_insert_with(|| range(facts, places, around));
                self.add(facts.text(binding.name), range);
            }
        }
        for (ix, symbol) in facts.symbols.iter().enumerate() {
            if matches!(symbol.kind, SymbolKind::Function | SymbolKind::Class) {
                self.add(facts.text(symbol.name), range(facts, places, Around::Definition(SymbolIx(ix as u32))));
            }
        }
    }

    fn guess(&mut self, tree: &'t Tree, facts: &'t FileFacts, places: &Places<'_>) {
        let functions = facts.symbols.iter().enumerate().filter(|(_, symbol)| is_function(symbol.kind));
        let functions: Vec<_> =
            functions.map(|(ix, _)| range(facts, places, Around::Definition(SymbolIx(ix as u32)))).collect();
        let mut last: Option<(&'t str, usize)> = None;
        let mut kinds: Vec<&str> = Vec::new();
        let mut walk = tree.root().descendants();
        while let Some(node) = walk.next() {
            kinds.truncate(walk.depth() as usize);
            let parent = kinds.last().copied().unwrap_or_default();
            kinds.push(node.kind());
            if !node.is_leaf() {
                continue;
            }
            if let Some((name, at)) = last.filter(|_| BINDING_TOKENS.contains(&node.text())) {
                self.add(name, around(&functions, at));
            }
            last = is_name(node.kind()).then(|| (node.text(), node.bytes().start));
            let dollar = parent == "variable_name" && node.text() != "this";
            if let Some((name, at)) = last
                && (dollar || node.kind() == "variable_name" || BINDING_NODES.contains(&parent))
            {
                self.add(name, around(&functions, at));
            }
        }
    }
}

/// Whether leaves of this kind are names that may be local.
pub(super) fn is_name(kind: &str) -> bool {
    matches!(kind, "identifier" | "type_identifier" | "simple_identifier" | "name" | "variable_name")
}

fn is_function(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Function | SymbolKind::Method)
}

/// What is around a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Around {
    /// No function: its names can be seen from outside.
    Nothing,
    /// Functions without a definition.
    Anonymous,
    /// A function, by its definition.
    Definition(SymbolIx),
}

fn function_around(facts: &FileFacts, scope: ScopeIx) -> Around {
    let mut at = Some(scope);
    let mut around = Around::Nothing;
    while let Some(scope) = at {
        let scope = &facts.scopes[scope.ix()];
        if matches!(scope.kind, ScopeKind::Class | ScopeKind::Module) && around == Around::Nothing {
            return around;
        }
        if matches!(scope.kind, ScopeKind::Function | ScopeKind::TypeParameters | ScopeKind::Comprehension) {
            around = Around::Anonymous;
        }
        if let Some(owner) = scope.owner.filter(|_| around == Around::Anonymous) {
            return Around::Definition(owner);
        }
        at = scope.parent;
    }
    around
}

/// The bytes of a definition, decorators and head included; otherwise those of the whole file.
fn range(facts: &FileFacts, places: &Places<'_>, around: Around) -> (usize, usize) {
    let Around::Definition(owner) = around else { return (0, usize::MAX) };
    let span = facts.symbol(owner).span;
    (places.byte(span.start), places.byte(span.end))
}

/// The innermost of the functions around a byte, or everything.
fn around(functions: &[(usize, usize)], at: usize) -> (usize, usize) {
    let before = functions.partition_point(|range| range.0 <= at);
    let innermost = functions[..before].iter().rev().take(AROUND).find(|range| at < range.1);
    innermost.copied().unwrap_or((0, usize::MAX))
}
