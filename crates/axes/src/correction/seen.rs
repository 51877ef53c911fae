//! Calls as one file's tree shows them, for the rules that know what is called only once names are settled.

use crate::code::{Code, CodeFile, Place};
use crate::draft::{Draft, clipped};
use crate::local::DEEPEST;
use crate::rule::Rule;
use crate::shape::{call, is_function, is_name};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use tribunal_domain::Outcome;
use tribunal_domain::facts::{Role, Span, Symbol};
use tribunal_syntax::tree::{Node, Tree};

/// The calls of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenCalls {
    calls: Vec<SeenCall>,
}

/// One call whose arguments can be counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SeenCall {
    /// The byte at which the called name starts, as in the file's references.
    at: u32,
    /// The whole call.
    pub span: Span,
    /// Its text.
    pub quote: String,
    /// The arguments by position: their names, or nothing where they are more than a name.
    pub arguments: Vec<String>,
    /// The names of those that are passed by name.
    pub keywords: Vec<String>,
    /// What stands before the name.
    pub receiver: Option<String>,
    /// Nobody takes its result.
    pub discarded: bool,
    /// The function around it is asynchronous.
    pub in_async: bool,
    /// It stands in a `try` or `with`, and may be made for its failure.
    pub guarded: bool,
}

/// What a tree shows of calls.
pub(crate) fn seen_calls(tree: &Tree) -> SeenCalls {
    let (mut walk, mut around) = (tree.root().descendants(), Vec::new());
    let mut calls = Vec::new();
    while let Some(node) = walk.next() {
        let depth = walk.depth();
        if depth >= DEEPEST {
            walk.leave_out();
        }
        around.retain(|level: &Level| level.depth < depth);
        calls.extend(seen(node, depth, &around));
        around.extend(Level::of(node, depth));
    }
    SeenCalls { calls }
}

/// What stands around a call, as far as it matters to the rules.
struct Level {
    depth: u32,
    kind: Around,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Function { asynchronous: bool },
    Guard,
    Statement,
}

impl Level {
    fn of(node: Node<'_>, depth: u32) -> Option<Self> {
        let kind = match node.kind() {
            "with_statement" | "try_statement" => Around::Guard,
            "expression_statement" => Around::Statement,
            _ if is_function(node) => Around::Function { asynchronous: is_async(node) },
            _ => return None,
        };
        Some(Self { depth, kind })
    }
}

fn seen(node: Node<'_>, depth: u32, around: &[Level]) -> Option<SeenCall> {
    let found = call(node)?;
    let function = around.iter().rposition(|level| matches!(level.kind, Around::Function { .. }));
    let own = &around[function.map_or(0, |at| at + 1)..];
    let in_async = around.iter().rev().find_map(|level| match level.kind {
        Around::Function { asynchronous } => Some(asynchronous),
        Around::Guard | Around::Statement => None,
    });
    let spread = |kind: &str| kind.contains("splat") || kind.contains("spread") || kind.contains("variadic");
    if found.arguments.iter().any(|argument| spread(argument.kind()) || argument.is_comment()) {
        return None;
    }
    let (keywords, plain): (Vec<_>, Vec<_>) =
        found.arguments.iter().partition(|argument| argument.kind() == "keyword_argument");
    let name = |argument: &Node<'_>| if is_name(*argument) { argument.text().to_owned() } else { String::new() };
    let keyword = |argument: &Node<'_>| argument.field("name").map(|name| name.text().to_owned());
    Some(SeenCall {
        at: found.name_node.bytes().start as u32,
        span: node.span(),
        quote: clipped(node.text()),
        arguments: plain.into_iter().map(name).collect(),
        keywords: keywords.into_iter().filter_map(keyword).collect(),
        receiver: found.receiver.map(|receiver| clipped(receiver.text())),
        discarded: around.last().is_some_and(|level| level.kind == Around::Statement && level.depth + 1 == depth),
        in_async: in_async.unwrap_or(false),
        guarded: own.iter().any(|level| level.kind == Around::Guard),
    })
}

fn is_async(function: Node<'_>) -> bool {
    let head = function.text().split(['(', '{']).next().unwrap_or_default();
    head.split_whitespace().any(|word| word == "async")
}

/// A call whose target is certain.
pub(super) struct Settled<'c> {
    /// The file of the call.
    pub file: &'c CodeFile,
    /// The definition the call stands in, or the file.
    pub from: Place,
    /// The call.
    pub call: &'c SeenCall,
    /// Where the target stands.
    pub target: Place,
    /// The target.
    pub symbol: &'c Symbol,
    /// The file of the target.
    pub target_file: &'c CodeFile,
}

impl Settled<'_> {
    /// The name of the target.
    pub fn name(&self) -> &str {
        self.target_file.facts.text(self.symbol.name)
    }

    /// A draft at the call.
    pub fn draft(&self, code: &Code, rule: &Rule, message: String) -> Draft {
        let mut draft = Draft::new(rule, &self.file.path, self.call.span, message);
        if let Some(symbol) = self.from.symbol {
            draft.symbol = self.file.facts.qualified_name(symbol);
        }
        if let Some(around) = code.symbol(self.from) {
            around.kind.name().clone_into(&mut draft.kind);
        }
        draft.anchor.clone_from(&self.call.quote);
        draft.shows(self.call.span, self.call.quote.lines().next().unwrap_or_default(), "");
        draft
    }
}

/// Every call in the code that can only mean one definition.
pub(super) fn settled(code: &Code) -> Vec<Settled<'_>> {
    let mut found = Vec::new();
    for (ix, file) in code.files.iter().enumerate() {
        let calls: FxHashMap<u32, &SeenCall> =
            file.observations.calls.calls.iter().map(|call| (call.at, call)).collect();
        for (reference, outcome) in file.facts.references.iter().zip(&file.resolution.references) {
            let (Role::Call, Outcome::Resolved(id)) = (reference.role, outcome) else { continue };
            let (Some(call), Some(target)) = (calls.get(&reference.at).copied(), code.place(*id)) else { continue };
            let Some(symbol) = code.symbol(target) else { continue };
            let from = Place { file: ix as u32, symbol: file.owner(reference.scope) };
            found.push(Settled { file, from, call, target, symbol, target_file: code.file(target) });
        }
    }
    found
}
