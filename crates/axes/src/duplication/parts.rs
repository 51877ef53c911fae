//! Large expressions inside of one statement: conditions, comprehensions and the like that may stand in a statement of
//! another kind elsewhere.

use super::fragments::Part;
use super::unit_draft::UnitDraft;
use tribunal_syntax::tree::Node;

/// Tokens an expression has at least.
const TOKENS: usize = 50;

/// Tokens beyond which an expression is data.
const CAP: usize = 400;

/// Decisions an expression has at least: one that only calls and lists has nothing to keep in step.
const DECISIONS: usize = 3;

/// Expressions kept of one statement, outermost ones first.
const PER_UNIT: usize = 4;

/// Expressions that are being read.
#[derive(Default)]
pub(super) struct Parts {
    open: Vec<Open>,
    pub found: Vec<Part>,
}

struct Open {
    depth: u32,
    unit: usize,
    line: u32,
    end_line: u32,
    /// How many units there were when it started: more at its end, and statements stand in it.
    units: usize,
    /// The same for what was read of its unit.
    before: Count,
}

/// What was read of a unit.
#[derive(Clone, Copy)]
pub(super) struct Count {
    /// Tokens.
    pub tokens: usize,
    /// Of them literals.
    pub literals: usize,
    /// Nodes that decide.
    pub decisions: usize,
    /// Bytes of what is hashed.
    pub bytes: usize,
}

impl Parts {
    /// Follows a node of a unit that is an expression with something below.
    pub fn enter(&mut self, node: Node<'_>, depth: u32, unit: usize, units: usize, before: Count) {
        if !node.is_leaf() && node.is_named() && is_expression(node.kind()) {
            self.open.push(Open { depth, unit, line: node.line(), end_line: node.end_line(), units, before });
        }
    }

    /// Ends the expressions that do not reach down to a node at this depth.
    pub fn leave(&mut self, depth: u32, drafts: &[UnitDraft<'_>]) {
        while let Some(open) = self.open.pop_if(|open| open.depth >= depth) {
            let draft = &drafts[open.unit];
            let after = draft.count();
            let tokens = after.tokens - open.before.tokens;
            let literals = after.literals - open.before.literals;
            let is_large = (TOKENS..=CAP).contains(&tokens) && literals * 3 <= tokens;
            if is_large && after.decisions - open.before.decisions >= DECISIONS && drafts.len() == open.units {
                let (line, height) = (open.line, open.end_line - open.line);
                let hash = hash(&draft.hashed()[open.before.bytes..after.bytes]);
                self.found.push(Part { hash, line, height, tokens: tokens as u16, unit: open.unit as u32 });
            }
        }
    }

    /// The expressions in source order, a few for each unit.
    pub fn finish(mut self) -> Vec<Part> {
        self.found.sort_by_key(|part| (part.unit, part.line, u16::MAX - part.tokens));
        let mut kept: Vec<Part> = Vec::new();
        for part in self.found {
            if kept.iter().rev().take(PER_UNIT).filter(|other| other.unit == part.unit).count() < PER_UNIT {
                kept.push(part);
            }
        }
        kept
    }
}

fn is_expression(kind: &str) -> bool {
    ["expression", "operator", "comprehension", "condition", "binary"].iter().any(|word| kind.contains(word))
        && !kind.ends_with("_statement")
        && !kind.contains("type")
}

/// Hashes tokens, local names renumbered in their order of appearance inside of the expression.
fn hash(tokens: &[u8]) -> u64 {
    let mut order: Vec<&[u8]> = Vec::new();
    let mut hasher = blake3::Hasher::new();
    for token in tokens.split(|byte| *byte == 0) {
        if token.first() == Some(&1) {
            let at = order.iter().position(|known| *known == token).unwrap_or(order.len());
            if at == order.len() {
                order.push(token);
            }
            hasher.update(&[1, at as u8, 0]);
        } else {
            hasher.update(token).update(&[0]);
        }
    }
    let hash = hasher.finalize();
    u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash has 32 bytes"))
}
