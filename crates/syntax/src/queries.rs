//! Facts by tree-sitter queries, for languages read at the level of definitions and imports.
//!
//! What a query captures is collected as events (`collect`), sorted by place, and recorded in one sweep (`record`):
//! definitions nest by their spans. Captures:
//!
//! - `@definition.KIND` with `@name` and, for the end of the signature, `@body`. Settings (`#set! …`): `visibility`,
//!   `member_visibility` (inside of a type), `constructor`, `static`, `once` (only the first of a name counts), `promoted` (a
//!   constructor's parameter that is a member of the type), `member` (reached through something else: its name is not
//!   bound), `assigns` (of a name that the file defines already: who sees it stays, and a variable is no second one),
//!   `from` (`start` or `end`: the name holds from there on, in languages where names hold in order).
//! - `@owner`: in a definition's pattern, what it is a member of, as written before its name (`M` in `function M.f`).
//! - `@scope`: a function without a name; what is bound in it is not seen outside.
//! - `@import` or `@import.KIND` with `@specifier` and, where written, `@name`, `@alias`, `@prefix`. Settings: `star`,
//!   `from`, `before` (text put before the specifier), `separator` (between prefix and specifier).
//! - `@package`: the namespace the whole file belongs to.
//! - `@reference.ROLE`, `@reference.ROLE.member` (something stands before the dot).
//! - `@parameter`, `@type_parameter`, `@local`: names bound in the scope they stand in.
//! - `@modifier`, `@attribute`, `@test`: said of the definition whose name follows.
//! - `@visibility.WHO`: in a definition's pattern, said of it; `@section.WHO`: of the members that follow in the same
//!   type; `@named.WHO`: of the member with that name.
//! - Names that start with `_` serve predicates only.
//!
//! Of two patterns that match the same definition, import or reference, the earlier one says what it is.

mod collect;
mod record;

use crate::context::Context;
use crate::walk::{Extractor, Visit};
use collect::Shape;
use rustc_hash::FxHashMap;
use tree_sitter::{Node, Query, Tree};
use tribunal_domain::facts::{ProblemKind, SymbolIx};

/// Compiles a query.
pub(crate) fn compile(grammar: &tree_sitter::Language, source: &str) -> Query {
    Query::new(grammar, source).expect("the query fits its grammar; a test compiles each")
}

/// Runs `query` over the tree and records what it captures. The walk that follows measures the functions found.
pub(crate) fn run<'t>(cx: &mut Context<'t>, tree: &'t Tree, query: &'static Query) -> Measuring {
    match collect::shape(tree) {
        Shape::Plain => {}
        Shape::Deep => cx.problem(ProblemKind::TooDeep, None, "nested too deeply to search in full"),
        Shape::Flat => {
            cx.problem(ProblemKind::TooSlow, None, "too long a row of tokens to search");
            return Measuring { functions: FxHashMap::default() };
        }
    }
    let events = collect::events(query, tree, cx.source.text());
    Measuring { functions: record::record(cx, events) }
}

/// The walk after the queries: measures, comments, strings and syntax errors.
pub(crate) struct Measuring {
    functions: FxHashMap<usize, SymbolIx>,
}

impl Extractor for Measuring {
    fn enter<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) -> Visit {
        if let Some(&symbol) = self.functions.get(&node.id()) {
            cx.measure(symbol);
        }
        Visit::Children
    }
}

/// The capture names that mean nothing here.
#[cfg(test)]
pub(crate) fn unknown_captures(query: &Query) -> Vec<&str> {
    query.capture_names().iter().copied().filter(|name| collect::meaning(name).is_none()).collect()
}
