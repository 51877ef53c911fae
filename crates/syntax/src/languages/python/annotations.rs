//! Annotations in strings: `"Foo"`, `"List[a.Foo]"`, read with their positions in the file.

use super::Python;
use super::calls::string_text;
use super::expressions::union;
use super::types::Form;
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, LiteralKind, Reference, Role, ScopeIx};

/// Brackets inside brackets that are followed.
const MAX_NESTING: u32 = 16;

impl Python {
    /// The type that a string names.
    pub(super) fn string_type<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, scope: ScopeIx) -> ExprIx {
        self.read_string(cx, node, scope).map_or(ExprIx::UNKNOWN, |(ty, _)| ty)
    }

    /// Called when the walk enters a string: in a type it holds references.
    pub(super) fn string<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        if !self.in_type(node.start_byte()) {
            return;
        }
        let scope = cx.scope();
        let Some((_, uses)) = self.read_string(cx, node, scope) else {
            return;
        };
        for (text, at, receiver, role) in uses {
            let (name, position) = (cx.intern(text), cx.source.position(at));
            cx.facts.references.push(Reference {
                name,
                role,
                position,
                at: at as u32,
                scope,
                receiver,
                arguments: None,
            });
        }
    }

    fn read_string<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        scope: ScopeIx,
    ) -> Option<(ExprIx, Vec<Use<'t>>)> {
        let (text, start) = string_text(cx, node)?;
        let mut reader = Reader { python: self, cx, text, start, at: 0, scope, uses: Vec::new() };
        let ty = reader.union(MAX_NESTING)?;
        let complete = reader.peek().is_none();
        let uses = reader.uses;
        complete.then_some((ty, uses))
    }
}

/// A name used in a string: text, byte in the file, receiver, role.
type Use<'t> = (&'t str, usize, Option<ExprIx>, Role);

/// Reads a type; every method gives `None` where the text is not one.
struct Reader<'a, 't> {
    python: &'a mut Python,
    cx: &'a mut Context<'t>,
    text: &'t str,
    start: usize,
    at: usize,
    scope: ScopeIx,
    uses: Vec<Use<'t>>,
}

impl<'t> Reader<'_, 't> {
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed.chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn union(&mut self, depth: u32) -> Option<ExprIx> {
        let mut parts = vec![self.primary(depth)?];
        while self.take('|') {
            parts.push(self.primary(depth)?);
        }
        Some(union(self.cx, parts))
    }

    fn primary(&mut self, depth: u32) -> Option<ExprIx> {
        let depth = depth.checked_sub(1)?;
        match self.peek()? {
            '[' => {
                let parts = self.arguments(depth)?;
                Some(self.cx.expr(Expr::Tuple(parts)))
            }
            quote @ ('"' | '\'') => {
                self.take(quote);
                let ty = self.union(depth)?;
                self.take(quote).then_some(ty)
            }
            '.' if self.text[self.at..].starts_with("...") => {
                self.at += 3;
                Some(ExprIx::UNKNOWN)
            }
            first if is_start(first) => self.path(depth),
            _ => None,
        }
    }

    fn path(&mut self, depth: u32) -> Option<ExprIx> {
        let (mut name, mut at) = self.word()?;
        if name == "None" {
            return Some(self.python.literal(self.cx, LiteralKind::None));
        }
        let text = self.cx.intern(name);
        let mut built = self.cx.expr(Expr::Name { name: text, scope: self.scope, at: at as u32 });
        let mut receiver = None;
        while self.take('.') {
            self.uses.push((name, at, receiver, Role::Read));
            receiver = Some(built);
            (name, at) = self.word()?;
            let text = self.cx.intern(name);
            built = self.cx.expr(Expr::Member { base: built, name: text });
        }
        self.uses.push((name, at, receiver, Role::Type));
        if name == "Self" && receiver.is_none() && Python::in_class(self.cx, self.scope) {
            built = self.cx.expr(Expr::Class { scope: self.scope });
        }
        if self.peek() != Some('[') {
            return Some(built);
        }
        let form = Form::of(name);
        let args = if form == Form::Values { self.skip_brackets()? } else { self.arguments(depth)? };
        Some(self.python.apply(self.cx, form, built, args))
    }

    fn word(&mut self) -> Option<(&'t str, usize)> {
        self.peek().filter(|first| is_start(*first))?;
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !is_start(c) && !c.is_numeric()).unwrap_or(rest.len());
        let at = self.start + self.at;
        self.at += length;
        Some((&rest[..length], at))
    }

    fn arguments(&mut self, depth: u32) -> Option<Vec<ExprIx>> {
        self.take('[').then_some(())?;
        let mut arguments = Vec::new();
        while !self.take(']') {
            arguments.push(self.union(depth)?);
            if !self.take(',') && self.peek() != Some(']') {
                return None;
            }
        }
        Some(arguments)
    }

    fn skip_brackets(&mut self) -> Option<Vec<ExprIx>> {
        let length = self.text[self.at..].find(']')?;
        self.at += length + 1;
        Some(Vec::new())
    }
}

fn is_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}
