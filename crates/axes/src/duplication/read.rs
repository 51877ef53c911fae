//! Reads a tree as units: every statement becomes one, and its tokens are hashed with local names replaced by their order
//! of appearance. Imports, comments, documentation and tests are left out. One walk, no recursion.

use super::fragments::{BRANCH, Body, CALLS, CATCHES, FAILS, FIRST, Fragments, JUMPS, Part};
use super::kinds::{is_block, is_branch, is_element, is_import, is_literal, is_loop, is_loop_jump, is_test, is_unit};
use super::locals::{Locals, is_name};
use super::parts::Parts;
use super::places::Places;
use super::unit_draft::UnitDraft;
use rustc_hash::FxHashMap;
use tribunal_domain::Language;
use tribunal_domain::facts::{FileFacts, SymbolFlags, SymbolIx, SymbolKind};
use tribunal_syntax::tree::{Node, Tree};

/// Statements nested deeper are part of the one around them.
const DEPTH_CAP: usize = 60;

/// The parts of a file that are worth comparing.
pub(crate) fn fragments(tree: &Tree, facts: &FileFacts) -> Fragments {
    if facts.generated {
        return Fragments::default();
    }
    let places = Places::new(tree.text());
    let mut reader = Reader {
        locals: Locals::new(tree, facts, &places),
        tests: tests(facts, &places),
        open: Vec::new(),
        done: Vec::new(),
        ids: FxHashMap::default(),
        parts: Parts::default(),
        family: facts.language.family().name(),
    };
    reader.read(tree);
    reader.finish(facts, &places)
}

struct Reader<'t> {
    locals: Locals<'t>,
    /// Where tests stand, by first byte.
    tests: Vec<(usize, usize)>,
    /// Units whose end was not reached, by depth of their node.
    open: Vec<(u32, usize)>,
    done: Vec<UnitDraft<'t>>,
    ids: FxHashMap<&'t str, u32>,
    parts: Parts,
    family: &'static str,
}

impl<'t> Reader<'t> {
    fn read(&mut self, tree: &'t Tree) {
        let mut walk = tree.root().descendants();
        // The kinds of the nodes around, and whether a unit stands in them already.
        let mut around: Vec<(&'t str, bool)> = Vec::new();
        while let Some(node) = walk.next() {
            let depth = walk.depth();
            around.truncate(depth as usize);
            let (parent, holds) = around.last().copied().unwrap_or_default();
            let kind = node.kind();
            around.push((kind, false));
            self.parts.leave(depth, &self.done);
            while self.open.last().is_some_and(|(at, _)| *at >= depth) {
                self.close();
            }
            if node.is_comment() || is_import(kind) || self.is_test(node) {
                walk.leave_out();
                continue;
            }
            if node.is_named() && self.open.len() < DEPTH_CAP && is_unit(node, kind, parent) && !is_block(kind) {
                let first = if is_block(parent) && holds { 0 } else { FIRST };
                let branch = if is_branch(kind, parent) { BRANCH } else { 0 };
                let calls = if is_element(kind) { CALLS } else { 0 };
                let jumps = if is_loop_jump(kind) { JUMPS } else { 0 };
                let catches = if is_loop(kind) { CATCHES } else { 0 };
                let fails = if is_failure_check(node, kind) { FAILS } else { 0 };
                self.start(node, depth, first | branch | calls | jumps | catches | fails);
                if let Some(parent) = around.iter_mut().nth_back(1) {
                    parent.1 = true;
                }
            }
            let Some(&(_, unit)) = self.open.last() else { continue };
            self.parts.enter(node, depth, unit, self.done.len(), self.done[unit].count());
            if node.is_decision() {
                self.done[unit].decision();
            }
            if is_literal(node, kind) {
                self.done[unit].literal(node.text());
                walk.leave_out();
            } else if node.is_leaf() {
                self.token(unit, node, kind, parent);
            }
        }
        self.parts.leave(0, &self.done);
        while !self.open.is_empty() {
            self.close();
        }
    }

    fn is_test(&self, node: Node<'_>) -> bool {
        let bytes = node.bytes();
        let before = self.tests.partition_point(|range| range.0 <= bytes.start);
        before > 0 && node.is_named() && bytes.end <= self.tests[before - 1].1
    }

    fn start(&mut self, node: Node<'t>, depth: u32, flags: u8) {
        let mut draft = UnitDraft::new(node, self.open.len() as u8, flags);
        draft.add(self.family.as_bytes());
        self.open.push((depth, self.done.len()));
        self.done.push(draft);
    }

    fn token(&mut self, unit: usize, node: Node<'t>, kind: &str, parent: &str) {
        let text = node.text();
        if text.is_empty() {
            return;
        }
        let draft = &mut self.done[unit];
        let member = matches!(draft.last, "." | "->" | "::" | "?." | "&." | "?->" | "@");
        let key = parent == "keyword_argument" && draft.last != "=";
        if is_name(kind) && !member && !key && self.locals.holds(text, node.bytes().start) {
            let next = self.ids.len() as u32;
            draft.local(*self.ids.entry(text).or_insert(next));
        } else {
            draft.word(text, parent);
        }
        draft.last = text;
    }

    fn close(&mut self) {
        if let Some((_, unit)) = self.open.pop() {
            self.done[unit].close();
        }
    }

    fn finish(self, facts: &FileFacts, places: &Places<'_>) -> Fragments {
        // Nothing but literals: documentation, or a value that nobody keeps.
        let is_kept = |draft: &UnitDraft<'_>| draft.count().tokens > draft.count().literals;
        let mut kept_before = 0;
        let mut new_place = |draft: &UnitDraft<'_>| {
            let place = kept_before;
            kept_before += u32::from(is_kept(draft));
            place
        };
        let new_places: Vec<u32> = self.done.iter().map(&mut new_place).collect();
        let parts = self.parts.finish().into_iter();
        let parts = parts.map(|part| Part { unit: new_places[part.unit as usize], ..part }).collect();
        let kept: Vec<UnitDraft<'_>> = self.done.into_iter().filter(is_kept).collect();
        Fragments {
            bodies: bodies(facts, places, &kept),
            units: kept.iter().map(UnitDraft::unit).collect(),
            names: kept.into_iter().flat_map(|draft| draft.names).collect(),
            parts,
        }
    }
}

/// Go asks after every call whether it failed.
fn is_failure_check(node: Node<'_>, kind: &str) -> bool {
    let asked = || node.field("condition").map(Node::text).unwrap_or_default();
    kind == "if_statement"
        && node.tree().language() == Language::Go
        && asked().to_ascii_lowercase().ends_with("err != nil")
}

/// The definitions that hold some of the units.
fn bodies(facts: &FileFacts, places: &Places<'_>, units: &[UnitDraft<'_>]) -> Vec<Body> {
    let mut bodies = Vec::new();
    for (ix, symbol) in facts.symbols.iter().enumerate() {
        if !has_body(symbol.kind) || symbol.flags.has(SymbolFlags::ABSTRACT) {
            continue;
        }
        let (name, end) = places.body(facts, SymbolIx(ix as u32));
        let start = units.partition_point(|unit| unit.start <= name) as u32;
        let end = units.partition_point(|unit| unit.start < end) as u32;
        if start < end {
            bodies.push(Body { symbol: SymbolIx(ix as u32), start, end });
        }
    }
    bodies
}

fn has_body(kind: SymbolKind) -> bool {
    matches!(
        kind,
        SymbolKind::Function
            | SymbolKind::Method
            | SymbolKind::Class
            | SymbolKind::Struct
            | SymbolKind::Trait
            | SymbolKind::Property
            | SymbolKind::Constant
            | SymbolKind::Variable
    )
}

/// The byte ranges of tests, outermost ones only, by first byte.
fn tests(facts: &FileFacts, places: &Places<'_>) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for symbol in facts.symbols.iter().filter(|symbol| is_test(facts, symbol)) {
        let range = (places.byte(symbol.span.start), places.byte(symbol.span.end));
        if found.last().is_none_or(|last| last.1 <= range.0) {
            found.push(range);
        }
    }
    found
}
