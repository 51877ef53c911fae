//! Calls as one file's tree shows them, for the rules that know what is called only once names are settled.

use crate::code::{Code, CodeFile, Place};
use crate::draft::{Draft, clipped};
use crate::local::DEEPEST;
use crate::rule::Rule;
use crate::shape::{call, is_function, is_name};
use tribunal_domain::facts::{Position, Role, Span, Symbol};
use tribunal_domain::finding::ClaimKind;
use tribunal_syntax::tree::{Node, Tree};

/// The calls of one file, packed: there are many, they are read again with every review, and few are ever told of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeenCalls {
    /// How many calls there are.
    calls: usize,
    /// How many arguments and keywords.
    words: usize,
    /// The calls by where their names start, then the places of their words in the text, then the text.
    bytes: Vec<u8>,
}

/// A part of the text, in bytes.
type Part = (u32, u32);

/// Numbers of a call and of a word, four bytes each.
const CALL: usize = 10;
const WORD: usize = 2;

/// One call whose arguments can be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Noted {
    /// The byte at which the called name starts, as in the file's references.
    at: u32,
    span: Span,
    quote: Part,
    /// The first of its words.
    words: u32,
    arguments: u16,
    keywords: u16,
    discarded: bool,
    in_async: bool,
    guarded: bool,
}

impl Noted {
    fn packed(&self) -> [u32; CALL] {
        let Span { start, end } = self.span;
        let (counts, flags) = (
            u32::from(self.arguments) << 16 | u32::from(self.keywords),
            u32::from(self.discarded) | u32::from(self.in_async) << 1 | u32::from(self.guarded) << 2,
        );
        let (from, to) = self.quote;
        [self.at, start.line, start.column, end.line, end.column, from, to, self.words, counts, flags]
    }

    fn unpacked([at, line, column, end_line, end_column, from, to, words, counts, flags]: [u32; CALL]) -> Self {
        let (start, end) = (Position { line, column }, Position { line: end_line, column: end_column });
        Self {
            at,
            span: Span { start, end },
            quote: (from, to),
            words,
            arguments: (counts >> 16) as u16,
            keywords: counts as u16,
            discarded: flags & 1 != 0,
            in_async: flags & 2 != 0,
            guarded: flags & 4 != 0,
        }
    }
}

/// A call, to look at.
#[derive(Clone, Copy)]
pub(super) struct SeenCall<'c> {
    calls: &'c SeenCalls,
    noted: Noted,
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
        self.words(self.noted.words + u32::from(self.noted.arguments), self.noted.keywords)
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

    fn words(self, first: u32, count: u16) -> impl ExactSizeIterator<Item = &'c str> + Clone {
        let first = first as usize;
        (first..first + usize::from(count)).map(move |at| self.calls.part(self.calls.word(at)))
    }
}

impl SeenCalls {
    fn new(mut calls: Vec<Noted>, words: &[Part], text: &str) -> Self {
        calls.sort_by_key(|call| call.at);
        let numbers = calls.iter().flat_map(Noted::packed).chain(words.iter().flat_map(|(from, to)| [*from, *to]));
        let mut bytes: Vec<u8> = numbers.flat_map(u32::to_le_bytes).collect();
        bytes.extend_from_slice(text.as_bytes());
        Self { calls: calls.len(), words: words.len(), bytes }
    }

    /// As it is kept.
    pub(crate) fn encode(&self, into: &mut Vec<u8>) {
        into.extend((self.calls as u32).to_le_bytes());
        into.extend((self.words as u32).to_le_bytes());
        into.extend((self.bytes.len() as u32).to_le_bytes());
        into.extend_from_slice(&self.bytes);
    }

    /// What [`Self::encode`] wrote; `None` if it is damaged.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let (calls, rest) = bytes.split_first_chunk::<4>()?;
        let (words, rest) = rest.split_first_chunk::<4>()?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let [calls, words, length] = [calls, words, length].map(|it| u32::from_le_bytes(*it) as usize);
        let numbers = calls.checked_mul(CALL)?.checked_add(words.checked_mul(WORD)?)?;
        let whole = rest.len() == length && numbers.checked_mul(4)? <= length;
        whole.then(|| Self { calls, words, bytes: rest.to_vec() })
    }

    /// Numbers that stand one after the other.
    fn numbers<const COUNT: usize>(&self, from: usize) -> [u32; COUNT] {
        std::array::from_fn(|at| {
            let number = self.bytes.get(4 * (from + at)..).and_then(<[u8]>::first_chunk);
            number.map_or(0, |number| u32::from_le_bytes(*number))
        })
    }

    fn word(&self, at: usize) -> Part {
        let [from, to] = self.numbers(CALL * self.calls + WORD * at);
        (from, to)
    }

    fn part(&self, (start, end): Part) -> &str {
        let text = 4 * (CALL * self.calls + WORD * self.words);
        let part = self.bytes.get(text + start as usize..text + end as usize);
        part.and_then(|part| std::str::from_utf8(part).ok()).unwrap_or_default()
    }

    /// The call whose name starts at a byte.
    fn at(&self, byte: u32) -> Option<SeenCall<'_>> {
        let name_of = |call: usize| self.numbers::<1>(CALL * call)[0];
        let (mut low, mut high) = (0, self.calls);
        while low < high {
            let middle = low.midpoint(high);
            if name_of(middle) < byte { low = middle + 1 } else { high = middle }
        }
        let found = low < self.calls && name_of(low) == byte;
        found.then(|| SeenCall { calls: self, noted: Noted::unpacked(self.numbers(CALL * low)) })
    }
}

/// What a tree shows of calls.
pub(crate) fn seen_calls(tree: &Tree) -> SeenCalls {
    let (mut walk, mut around) = (tree.root().descendants(), Vec::new());
    let mut calls = Seeing::default();
    while let Some(node) = walk.next() {
        let depth = walk.depth();
        if depth >= DEEPEST {
            walk.leave_out();
        }
        around.retain(|level: &Level| level.depth < depth);
        calls.see(node, depth, &around);
        around.extend(Level::of(node, depth));
    }
    SeenCalls::new(calls.calls, &calls.words, &calls.text)
}

/// Calls while they are looked for.
#[derive(Default)]
struct Seeing {
    text: String,
    /// Arguments and keywords of all calls, one after the other.
    words: Vec<Part>,
    calls: Vec<Noted>,
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

impl Seeing {
    fn keep(&mut self, text: &str) -> Part {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        (start, self.text.len() as u32)
    }

    fn see(&mut self, node: Node<'_>, depth: u32, around: &[Level]) {
        let spread = |kind: &str| kind.contains("splat") || kind.contains("spread") || kind.contains("variadic");
        let countable = |argument: &Node<'_>| !spread(argument.kind()) && !argument.is_comment();
        let Some(found) = call(node).filter(|found| found.arguments.iter().all(countable)) else { return };
        let (keywords, plain): (Vec<&Node<'_>>, Vec<&Node<'_>>) =
            found.arguments.iter().partition(|argument| argument.kind() == "keyword_argument");
        let keywords: Vec<&str> =
            keywords.iter().filter_map(|argument| argument.field("name").map(Node::text)).collect();
        let (Ok(arguments), Ok(named)) = (u16::try_from(plain.len()), u16::try_from(keywords.len())) else { return };
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
            arguments,
            keywords: named,
            discarded: around.last().is_some_and(|level| level.kind == Around::Statement && level.depth + 1 == depth),
            in_async,
            guarded: own.iter().any(|level| level.kind == Around::Guard),
        });
    }
}

/// Whether a function may wait.
pub(super) fn is_async(function: Node<'_>) -> bool {
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
        for (at, reference) in file.facts.references.iter().enumerate().filter(|(_, it)| it.role == Role::Call) {
            let Some(target) = file.target(at) else { continue };
            let Some(call) = calls.at(reference.at) else { continue };
            let Some(symbol) = code.symbol(target) else { continue };
            let from = Place { file: ix as u32, symbol: file.owner(reference.scope) };
            found.push(Settled { file, from, call, target, symbol, target_file: code.file(target) });
        }
    }
    found
}
