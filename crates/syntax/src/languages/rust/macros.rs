//! Tokens inside macro calls. They are mentions; names that stand there as in an expression are uses too.
//!
//! What a macro makes of its tokens is not known. Names it may bind (after `let`, in closure heads, before `=>` or
//! `=`) are bound around its tokens, so that they are not taken for namesakes outside.

use super::names::macro_call;
use super::{Rust, child_of_kind, types};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{BindingKind, Expr, ExprIx, Reference, Role, ScopeIx, ScopeKind};

/// Macros whose strings take names in braces and whose `name = value` arguments bind nothing.
const FORMATS: &[&str] = &[
    "format",
    "format_args",
    "print",
    "println",
    "eprint",
    "eprintln",
    "write",
    "writeln",
    "panic",
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "todo",
    "unimplemented",
    "unreachable",
    "log",
    "trace",
    "debug",
    "info",
    "warn",
    "error",
    "event",
    "span",
    "anyhow",
    "bail",
    "ensure",
];
/// Words after which a name is new.
const DECLARE: &[&str] =
    &["let", "ref", "for", "fn", "struct", "enum", "union", "mod", "trait", "type", "const", "static"];
/// Words that the grammar takes for identifiers among tokens.
const KEYWORDS: &[&str] = &["else", "in", "move", "dyn", "extern", "yield", "try"];
/// Longest head of a closure that is looked through.
const MAX_CLOSURE_HEAD: usize = 80;

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Mode {
    #[default]
    Call,
    Attribute,
    Derive,
    Definition,
}

/// How tokens are read at this point of the walk.
#[derive(Default)]
pub(super) struct Tokens {
    mode: Mode,
    formats: bool,
    /// Where the chain of names and calls so far ends, and what it stands for.
    chain: Option<(usize, ExprIx)>,
    /// What stood directly before each open bracket.
    before: Vec<(usize, Option<ExprIx>)>,
}

impl Tokens {
    /// The tokens that follow belong to an attribute.
    pub fn read_attribute(&mut self, derive: bool) {
        self.mode = if derive { Mode::Derive } else { Mode::Attribute };
    }

    /// The tokens that follow belong to a `macro_rules!`.
    pub fn read_definition(&mut self) {
        self.mode = Mode::Definition;
    }

    /// The chain ends at byte `end` and stands for `of`.
    pub fn continue_with(&mut self, end: usize, of: ExprIx) {
        self.chain = Some((end, of));
    }

    /// A bracket opens.
    pub fn enter_tree(&mut self, node: Node<'_>) {
        if self.mode == Mode::Call {
            let callee = self.chain.take().filter(|&(end, _)| end == node.start_byte()).map(|(_, of)| of);
            self.before.push((node.id(), callee));
        }
    }

    /// A bracket closes: what stood before it was called or indexed.
    pub fn leave_tree(&mut self, cx: &mut Context<'_>, node: Node<'_>) {
        if self.before.last().is_none_or(|&(open, _)| open != node.id()) {
            return;
        }
        let (_, before) = self.before.pop().expect("looked at");
        self.chain = before.map(|of| {
            let after = match cx.source.text().as_bytes()[node.start_byte()] {
                b'(' => cx.expr(Expr::Call { callee: of }),
                b'[' => cx.expr(Expr::Element { of }),
                _ => cx.expr(Expr::Instance { of }),
            };
            (node.end_byte(), after)
        });
    }
}

impl Rust {
    pub(super) fn macro_invocation<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let name = node.child_by_field_name("macro").map_or("", |name| cx.text(name));
        let formats = FORMATS.contains(&name.rsplit("::").next().unwrap_or_default());
        let mode = if name == "cfg" { Mode::Attribute } else { Mode::Call };
        self.tokens = Tokens { mode, formats, ..Tokens::default() };
        if let Some(tree) = child_of_kind(node, "token_tree") {
            let text = cx.text(tree);
            if ["let ", "|", "=>", "for ", "fn ", "struct ", "static ", "const "].iter().any(|sign| text.contains(sign))
                || !formats && text.contains('=')
            {
                let scope = cx.new_scope(ScopeKind::Block, None);
                cx.scope_on(tree, scope);
            }
        }
    }

    /// An identifier among tokens.
    pub(super) fn token<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        if KEYWORDS.contains(&cx.text(node)) {
            return;
        }
        let text = cx.source.text();
        let before = text[..node.start_byte()].trim_end();
        let after = text[node.end_byte()..].trim_start();
        let after_path = before.ends_with("::");
        match self.tokens.mode {
            Mode::Derive => {
                self.derived(cx, node, after_path, after.starts_with("::"));
                return;
            }
            Mode::Attribute => {
                cx.mention(cx.text(node), node, true);
                return;
            }
            Mode::Definition | Mode::Call => cx.mention(cx.text(node), node, true),
        }
        if self.tokens.mode == Mode::Definition || before.ends_with(['\'', '$']) {
            return;
        }
        let after_dot = before.ends_with('.') && !before.ends_with("..");
        if after.starts_with('!') && !after.starts_with("!=") {
            let receiver = if after_path { Some(self.chained(cx, node)) } else { None };
            macro_call(cx, node, receiver);
        } else if after_dot || after_path {
            self.chain_token(cx, node, after);
        } else if self.is_new(cx.text(node), before, after) {
            let scope = cx.scope();
            cx.bind(scope, node, BindingKind::Local, None, None);
        } else if !is_key(after) || after.starts_with("==") || after.starts_with("=>") {
            plain_token(self, cx, node, after);
        }
    }

    /// A name inside `derive(…)`.
    fn derived(&mut self, cx: &mut Context<'_>, node: Node<'_>, after_path: bool, before_path: bool) {
        let receiver = if after_path { Some(self.chained(cx, node)) } else { None };
        cx.reference(node, if before_path { Role::Type } else { Role::Decorate }, receiver);
        let name = cx.intern_node(node);
        let of = match receiver {
            Some(base) => cx.expr(Expr::Member { base, name }),
            None => types::head(cx, node),
        };
        self.tokens.continue_with(node.end_byte(), of);
    }

    fn is_new(&self, name: &str, before: &str, after: &str) -> bool {
        let word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        let borrowed = || before[..before.len() - word.len()].trim_end().ends_with('&');
        if DECLARE.contains(&word) || word == "mut" && !borrowed() {
            return true;
        }
        let lower = name.starts_with(|c: char| c.is_lowercase() || c == '_');
        let arm = lower && after.starts_with("=>");
        let assigned = !self.tokens.formats && lower && after.starts_with('=') && !after.starts_with("==");
        arm || assigned || in_closure_head(before, after)
    }

    /// What the chain before this token stands for; unknown if it does not reach up to it.
    fn chained(&mut self, cx: &mut Context<'_>, node: Node<'_>) -> ExprIx {
        let Some((end, of)) = self.tokens.chain else {
            return ExprIx::UNKNOWN;
        };
        match cx.source.text()[end..node.start_byte()].trim() {
            "." | "::" => of,
            "?." => cx.expr(Expr::Unwrap { of }),
            _ => ExprIx::UNKNOWN,
        }
    }

    fn chain_token(&mut self, cx: &mut Context<'_>, node: Node<'_>, after: &str) {
        let base = self.chained(cx, node);
        cx.reference(node, token_role(after), Some(base));
        let name = cx.intern_node(node);
        let of = cx.expr(Expr::Member { base, name });
        self.tokens.continue_with(node.end_byte(), of);
    }

    /// Names in the braces of a format string.
    pub(super) fn format_string<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let own = cx.ancestor(2).is_some_and(|node| node.kind() == "macro_invocation");
        if !self.tokens.formats || self.tokens.mode != Mode::Call || !own {
            return;
        }
        let text = cx.text(node);
        let mut from = 0;
        while let Some(open) = text[from..].find('{').map(|at| from + at + 1) {
            from = open + usize::from(text[open..].starts_with('{'));
            let rest = &text[from..];
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let name = &rest[..length];
            let closed = rest[length..].starts_with(['}', ':']);
            if from == open && closed && name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
                let scope = argument_scope(cx, name);
                inline_argument(cx, node.start_byte() + from, name, scope);
            }
        }
    }
}

/// The scope in which `{name}` is looked up: one of its own if the macro is given `name = …`, which no name outside
/// hides and which hides nothing in the other arguments.
fn argument_scope(cx: &mut Context<'_>, name: &str) -> ScopeIx {
    let named = cx.ancestor(1).and_then(|tree| {
        let mut cursor = tree.walk();
        let mut tokens = tree.children(&mut cursor);
        tokens.find(|token| token.kind() == "identifier" && cx.text(*token) == name && is_assigned(cx, *token))
    });
    let Some(named) = named else { return cx.scope() };
    let scope = cx.new_scope(ScopeKind::Block, None);
    cx.bind(scope, named, BindingKind::Parameter, None, None);
    cx.facts.bindings.last_mut().expect("just bound").at = 0;
    scope
}

fn is_assigned(cx: &Context<'_>, token: Node<'_>) -> bool {
    let after = cx.source.text()[token.end_byte()..].trim_start();
    after.starts_with('=') && !after.starts_with("==") && !after.starts_with("=>")
}

fn inline_argument(cx: &mut Context<'_>, at: usize, name: &str, scope: ScopeIx) {
    let (name, position) = (cx.intern(name), cx.source.position(at));
    cx.facts.references.push(Reference {
        name,
        role: Role::Read,
        position,
        at: at as u32,
        scope,
        receiver: None,
        arguments: None,
    });
}

fn plain_token(rust: &mut Rust, cx: &mut Context<'_>, node: Node<'_>, after: &str) {
    if cx.text(node) == "_" {
        return;
    }
    let path = after.starts_with("::");
    let of = if path || cx.text(node) == "Self" { types::head(cx, node) } else { cx.name_expr(node) };
    if cx.text(node) != "Self" {
        cx.reference(node, token_role(after), None);
    }
    rust.tokens.continue_with(node.end_byte(), of);
}

fn token_role(after: &str) -> Role {
    match after {
        _ if after.starts_with('(') || after.starts_with("::<") => Role::Call,
        _ if after.starts_with("::") => Role::Type,
        _ => Role::Read,
    }
}

/// Whether the name before `after` is a field, a named argument or an assigned name.
fn is_key(after: &str) -> bool {
    after.starts_with('=') || after.starts_with(':') && !after.starts_with("::")
}

/// Whether a name is between the bars of a closure.
fn in_closure_head(before: &str, after: &str) -> bool {
    if !after.starts_with([',', '|', ':']) || after.starts_with("::") || after.starts_with("||") {
        return false;
    }
    let mut from = before.len().saturating_sub(MAX_CLOSURE_HEAD);
    while !before.is_char_boundary(from) {
        from += 1;
    }
    let Some(bar) = before[from..].rfind('|').map(|at| from + at) else {
        return false;
    };
    let plain = |c: char| c.is_alphanumeric() || c.is_whitespace() || "_,&:<>'(".contains(c);
    let head = before[..bar].trim_end();
    before[bar + 1..].chars().all(plain)
        && (head.is_empty() || head.ends_with(['(', ',', '=', '{', ';', '>']) || head.ends_with("move"))
}
