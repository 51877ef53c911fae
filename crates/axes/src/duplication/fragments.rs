//! What is kept of one file's code for comparing it: its statements in source order as hashes, and which of them are the
//! body of which definition. Small, because all files are loaded at once.

use serde::{Deserialize, Serialize};
use tribunal_domain::facts::SymbolIx;

/// Parts of one file's code that may stand elsewhere too.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fragments {
    /// Statements, parents first, in source order.
    pub(super) units: Vec<Unit>,
    /// The local names in the units, one after the other: small numbers, equal for equal names of the file.
    pub(super) names: Vec<u32>,
    /// Definitions and the units of their bodies, in source order.
    pub(super) bodies: Vec<Body>,
    /// Large expressions, in source order.
    pub(super) parts: Vec<Part>,
}

/// A statement without the statements inside of it: of an `if` the condition, of a function the head.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Unit {
    /// Its tokens, local names replaced by their order of appearance.
    pub strict: u32,
    /// The same with literals replaced by one sign.
    pub loose: u32,
    /// The tokens before its first parenthesis, the same way: what a list of declarations has in common.
    pub opening: u16,
    /// Its first line.
    pub line: u32,
    /// How many lines follow in it, statements inside included.
    pub height: u32,
    /// How many units it stands in.
    pub depth: u8,
    /// How many tokens it has.
    pub tokens: u16,
    /// How many of them are literals.
    pub literals: u16,
    /// How many of them are local names.
    pub names: u16,
    /// Bits, see below.
    pub flags: u8,
}

/// Something is called in it.
pub(super) const CALLS: u8 = 1;
/// It is data: too long to be a statement, or nothing but literals.
pub(super) const DATA: u8 = 2;
/// It decides or repeats: `if`, `for`, `match`, `a ? b : c`, `&&`.
pub(super) const DECIDES: u8 = 4;

/// It starts a list of statements, or does not stand in one: no run of statements goes on over it.
pub(super) const FIRST: u8 = 8;

/// It is one way among others (`case`, `else`, `catch`): nothing that could stand elsewhere alone.
pub(super) const BRANCH: u8 = 16;

/// It leaves the loop it stands in, or goes on with it: `break`, `continue`.
pub(super) const JUMPS: u8 = 32;

/// Such a jump may end here: a loop, a `switch`.
pub(super) const CATCHES: u8 = 64;

/// It asks whether something failed and does what is done then: `if err != nil`.
pub(super) const FAILS: u8 = 128;

impl Unit {
    /// Whether a bit is set.
    pub fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Its last line.
    pub fn end_line(&self) -> u32 {
        self.line + self.height
    }
}

/// The units of a definition's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Body {
    /// The definition.
    pub symbol: SymbolIx,
    /// Its first unit.
    pub start: u32,
    /// The unit after its last.
    pub end: u32,
}

/// A large expression inside of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Part {
    /// Its tokens, local names replaced by their order of appearance.
    pub hash: u64,
    /// Its first line.
    pub line: u32,
    /// How many lines follow in it.
    pub height: u32,
    /// How many tokens it has.
    pub tokens: u16,
    /// The unit it stands in.
    pub unit: u32,
}
