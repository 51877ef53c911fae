//! Calls as one file's tree shows them, for the rules that know what is called only once names are settled.

use crate::code::{Code, CodeFile, Place};
use crate::draft::{Draft, clipped};
use crate::local::DEEPEST;
use crate::rule::Rule;
use crate::shape::{call, is_function, is_name};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use tribunal_domain::facts::{Role, Span, Symbol};
use tribunal_domain::finding::ClaimKind;
use tribunal_syntax::tree::{Node, Tree};

/// The calls of one file. Their texts stand in one string: there are many calls, and few are ever told of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenCalls {
    text: String,
    /// Arguments and keywords of all calls, one after the other.
    words: Vec<Part>,
    calls: Vec<Noted>,
}

/// A part of the text, in bytes.
type Part = (u32, u32);

/// One call whose arguments can be counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Noted {
    /// The byte at which the called name starts, as in the file's references.
    at: u32,
    span: Span,
    quote: Part,
    /// The first of its words.
    words: u32,
    arguments: u32,
    keywords: u32,
    discarded: bool,
    in_async: bool,
    guarded: bool,
}

/// A call, to look at.
#[derive(Clone, Copy)]
pub(super) struct SeenCall<'c> {
    calls: &'c SeenCalls,
    noted: &'c Noted,
}

impl<'c> SeenCall<'c> {
    /// The whole call.
    pub fn span(self) -> Span {
        self.noted.span
    }

    /// Its text.
    pub fn quote(self) -> &'c str {
        self.calls.part(self.noted.quote)
    }

    /// The arguments by position: their names, or nothing where they are more than a name.
    pub fn arguments(self) -> impl ExactSizeIterator<Item = &'c str> + Clone {
        self.words(self.noted.words, self.noted.arguments)
    }

    /// The names of those that are passed by name.
    pub fn keywords(self) -> impl ExactSizeIterator<Item = &'c str> + Clone {
        self.words(self.noted.words + self.noted.arguments, self.noted.keywords)
    }

    /// Nobody takes its result.
    pub fn is_discarded(self) -> bool {
        self.noted.discarded
    }

    /// The function around it is asynchronous.
    pub fn is_in_async(self) -> bool {
        self.noted.in_async
    }

    /// It stands in a `try` or `with`, and may be made for its failure.
    pub fn is_guarded(self) -> bool {
        self.noted.guarded
    }

    fn words(self, first: u32, count: u32) -> impl ExactSizeIterator<Item = &'c str> + Clone {
        let words = &self.calls.words[first as usize..(first + count) as usize];
        words.iter().map(move |part| self.calls.part(*part))
    }
}

impl SeenCalls {
    fn part(&self, (start, end): Part) -> &str {
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    fn keep(&mut self, text: &str) -> Part {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        (start, self.text.len() as u32)
    }
}

/// What a tree shows of calls.
pub(crate) fn seen_calls(tree: &Tree) -> SeenCalls {
    let (mut walk, mut around) = (tree.root().descendants(), Vec::new());
    let mut calls = SeenCalls::default();
    while let Some(node) = walk.next() {
        let depth = walk.depth();
        if depth >= DEEPEST {
            walk.leave_out();
        }
        around.retain(|level: &Level| level.depth < depth);
        calls.see(node, depth, &around);
        around.extend(Level::of(node, depth));
    }
    calls
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

impl SeenCalls {
    fn see(&mut self, node: Node<'_>, depth: u32, around: &[Level]) {
        let spread = |kind: &str| kind.contains("splat") || kind.contains("spread") || kind.contains("variadic");
        let countable = |argument: &Node<'_>| !spread(argument.kind()) && !argument.is_comment();
        let Some(found) = call(node).filter(|found| found.arguments.iter().all(countable)) else { return };
        let (keywords, plain): (Vec<&Node<'_>>, Vec<&Node<'_>>) =
            found.arguments.iter().partition(|argument| argument.kind() == "keyword_argument");
        let keywords: Vec<&str> =
            keywords.iter().filter_map(|argument| argument.field("name").map(Node::text)).collect();
        let quote = self.keep(&clipped(node.text()));
        let words = self.words.len() as u32;
        for argument in &plain {
            let name = self.keep(if is_name(**argument) { argument.text() } else { "" });
            self.words.push(name);
        }
        for keyword in &keywords {
            let name = self.keep(keyword);
            self.words.push(name);
        }
        let function = around.iter().rposition(|level| matches!(level.kind, Around::Function { .. }));
        let own = &around[function.map_or(0, |at| at + 1)..];
        let in_async = function.is_some_and(|at| matches!(around[at].kind, Around::Function { asynchronous: true }));
        self.calls.push(Noted {
            at: found.name_node.bytes().start as u32,
            span: node.span(),
            quote,
            words,
            arguments: plain.len() as u32,
            keywords: keywords.len() as u32,
            discarded: around.last().is_some_and(|level| level.kind == Around::Statement && level.depth + 1 == depth),
            in_async,
            guarded: own.iter().any(|level| level.kind == Around::Guard),
        });
    }
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
    pub call: SeenCall<'c>,
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

    /// A draft at the call, which claims that the call stands there.
    pub fn draft(&self, code: &Code, rule: &Rule, message: String) -> Draft {
        let mut draft = Draft::new(rule, &self.file.path, self.call.span(), message);
        if let Some(symbol) = self.from.symbol {
            draft.symbol = self.file.facts.qualified_name(symbol);
        }
        if let Some(around) = code.symbol(self.from) {
            around.kind.name().clone_into(&mut draft.kind);
        }
        self.call.quote().clone_into(&mut draft.anchor);
        let line = self.call.quote().lines().next().unwrap_or_default();
        draft.shows(self.call.span(), line, "");
        line.clone_into(&mut draft.claims(ClaimKind::LineContent).pattern);
        draft
    }

    /// Adds the claim that the target takes these parameters.
    pub fn claims_parameters(&self, draft: &mut Draft) {
        let names = self.symbol.params.iter().map(|param| self.target_file.facts.text(param.name));
        let value = names.collect::<Vec<_>>().join(", ");
        let claim = draft.claims(ClaimKind::TypeOrSignature);
        claim.path.clone_from(&self.target_file.path);
        (claim.line, claim.end_line) = (Some(self.symbol.span.start.line), Some(self.symbol.span.end.line));
        claim.symbol = self.target.symbol.map(|ix| self.target_file.facts.qualified_name(ix)).unwrap_or_default();
        claim.value = value;
    }
}

/// Every call in the code that can only mean one definition.
pub(super) fn settled(code: &Code) -> Vec<Settled<'_>> {
    let mut found = Vec::new();
    for (ix, file) in code.files.iter().enumerate() {
        let calls = &file.observations.calls;
        if calls.calls.is_empty() {
            continue;
        }
        let noted: FxHashMap<u32, &Noted> = calls.calls.iter().map(|call| (call.at, call)).collect();
        for (at, reference) in file.facts.references.iter().enumerate().filter(|(_, it)| it.role == Role::Call) {
            let (Some(target), Some(&noted)) = (file.target(at), noted.get(&reference.at)) else { continue };
            let Some(symbol) = code.symbol(target) else { continue };
            let from = Place { file: ix as u32, symbol: file.owner(reference.scope) };
            let call = SeenCall { calls, noted };
            found.push(Settled { file, from, call, target, symbol, target_file: code.file(target) });
        }
    }
    found
}
