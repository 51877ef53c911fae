//! Classes, their bases, and the attributes that methods give their instances.

use super::calls::{arguments, last_name};
use super::docstrings::docstring;
use super::functions::{decorators, name_and_body};
use super::kinds::{Field, Kind, child, first_part, kind, parts};
use super::targets::Origin;
use super::types::path_of;
use super::variables::Bound;
use super::{DEPTH, Python, markers, variables};
use crate::context::Context;
use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Node;
use tribunal_domain::facts::{
    BindingKind, ExprIx, Role, ScopeIx, ScopeKind, Symbol, SymbolFlags, SymbolIx, SymbolKind, Text,
};

/// Bases that make a class an enum.
const ENUMS: &[&str] =
    &["Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum", "TextChoices", "IntegerChoices", "Choices"];

/// A class the walk is in.
pub(super) struct ClassFrame {
    /// Its node.
    pub node: usize,
    /// Its symbol.
    pub symbol: SymbolIx,
    /// Its body's scope.
    pub scope: ScopeIx,
    /// Its members are enum members.
    pub is_enum: bool,
    /// It is a protocol.
    pub is_protocol: bool,
    /// Its instances are classes.
    pub is_metaclass: bool,
    /// It holds tests.
    pub is_test: bool,
    /// Names its body declares.
    declared: FxHashSet<Text>,
    /// Fields known only by assignment.
    implicit: FxHashMap<Text, Implicit>,
}

/// A field known only by assignment.
#[derive(Debug, Clone, Copy)]
struct Implicit {
    symbol: SymbolIx,
    /// The assignment that counts stands in the constructor.
    constructor: bool,
    /// Where `late` keeps its values.
    values: usize,
}

impl Python {
    /// Called when the walk enters a `class`.
    pub(super) fn class<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some((name, body)) = name_and_body(node) else {
            return;
        };
        let scope = variables::statement_scope(cx);
        let list = child(node, Field::Superclasses);
        let bases = list.map(|list| self.mark_bases(cx, list)).unwrap_or_default();
        let names = bases.iter().map(|base| last_name(cx, path_of(*base))).collect::<Vec<_>>();
        let is_enum = names.iter().any(|base| ENUMS.contains(base));
        let is_protocol = names.contains(&"Protocol");
        let is_test = markers::is_test_class(cx.text(name), &names, self.test_file);
        let kind = match (is_enum, is_protocol) {
            (true, _) => SymbolKind::Enum,
            (false, true) => SymbolKind::Interface,
            (false, false) => SymbolKind::Class,
        };
        let mut symbol = self.definition(cx, kind, node, name, body, &decorators(cx));
        if is_test {
            symbol.flags.set(SymbolFlags::TEST);
        }
        let interned = symbol.name;
        let symbol = cx.define(symbol, name.start_byte());
        self.bound.insert((scope, interned), Bound::Symbol(symbol));
        cx.skip(name);

        let outer = self.type_parameters(cx, node, symbol);
        let inner = cx.new_scope_in(outer, ScopeKind::Class, Some(symbol));
        let bases = bases.into_iter().map(|base| self.type_expr(cx, base, outer, DEPTH)).collect();
        let known = &mut cx.facts.symbols[symbol.ix()];
        (known.body, known.bases) = (Some(inner), bases);
        cx.scope_on(body, inner);
        if let Some(list) = list.filter(|_| outer != cx.scope()) {
            cx.scope_on(list, outer);
        }
        docstring(cx, body, Some(symbol));
        self.classes.push(ClassFrame {
            node: node.id(),
            symbol,
            scope: inner,
            is_enum,
            is_protocol,
            is_metaclass: names.iter().any(|base| markers::is_metaclass(base)),
            is_test,
            declared: declared_names(cx, body),
            implicit: FxHashMap::default(),
        });
    }

    /// The base classes; their paths get the role `Inherit`.
    fn mark_bases<'t>(&mut self, cx: &Context<'t>, list: Node<'t>) -> Vec<Node<'t>> {
        let mut bases = Vec::new();
        for argument in parts(list) {
            match kind(argument) {
                Kind::KeywordArgument | Kind::ListSplat => {}
                Kind::Call
                    if last_name(cx, child(argument, Field::Function).unwrap_or(argument)) == "with_metaclass" =>
                {
                    bases.extend(arguments(argument).into_iter().skip(1));
                }
                _ => bases.push(argument),
            }
        }
        for base in &bases {
            let path = path_of(*base);
            if matches!(kind(path), Kind::Identifier | Kind::Attribute) {
                self.roles.insert(path.id(), Role::Inherit);
            }
        }
        bases
    }

    /// `self.x = value` or `cls.x = value`: a field of the class around it, unless the class declares it.
    pub(super) fn instance_attribute<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        origin: Origin<'t>,
        ty: Option<ExprIx>,
        value: Option<ExprIx>,
    ) {
        let (Some(object), Some(name)) = (child(node, Field::Object), child(node, Field::Attribute)) else {
            return;
        };
        if !self.is_receiver(cx, object) {
            return;
        }
        let constructor =
            self.functions.iter().rev().find(|frame| frame.receiver.is_some()).is_some_and(|frame| frame.constructor);
        let Some(class) = self.classes.last_mut() else {
            return;
        };
        let text = cx.intern_node(name);
        if class.declared.contains(&text) {
            let key = (class.scope, text);
            if let Some(Bound::Symbol(symbol)) = self.bound.get(&key).copied()
                && markers::is_plain_variable(cx.facts.symbol(symbol).kind)
            {
                cx.bind(key.0, name, BindingKind::Symbol(symbol), ty, value);
            }
            return;
        }
        let whole = match origin {
            Origin::Statement(statement) => statement,
            Origin::Transient => node,
        };
        let mut field = implicit_field(cx, class, whole, name, ty, value);
        field.flags.set(self.file_flags);
        let Some(known) = class.implicit.get_mut(&text) else {
            let symbol = cx.add_symbol(field);
            class.implicit.insert(text, Implicit { symbol, constructor, values: self.late.fields.len() });
            self.late.fields.push((symbol, value.into_iter().collect()));
            return;
        };
        if constructor && !known.constructor {
            known.constructor = true;
            cx.facts.symbols[known.symbol.ix()] = field;
        } else if let Some(ty) = ty {
            cx.facts.symbols[known.symbol.ix()].ty.get_or_insert(ty);
        }
        self.late.fields[known.values].1.extend(value);
    }
}

fn implicit_field(
    cx: &mut Context<'_>,
    class: &ClassFrame,
    whole: Node<'_>,
    name: Node<'_>,
    ty: Option<ExprIx>,
    value: Option<ExprIx>,
) -> Symbol {
    let mut field = cx.draft(SymbolKind::Field, whole, name, whole.end_byte());
    (field.parent, field.scope) = (Some(class.symbol), class.scope);
    field.visibility = markers::visibility(cx.text(name));
    field.flags.set(SymbolFlags::IMPLICIT);
    (field.ty, field.value) = (ty, value);
    field
}

/// The names that the statements of a class body define directly.
fn declared_names(cx: &mut Context<'_>, body: Node<'_>) -> FxHashSet<Text> {
    let mut names = FxHashSet::default();
    for statement in parts(body) {
        let definition = match kind(statement) {
            Kind::DecoratedDefinition => statement.child_by_field_name("definition"),
            Kind::ExpressionStatement => first_part(statement),
            _ => Some(statement),
        };
        let mut at = definition;
        while let Some(node) = at {
            at = None;
            let name = match kind(node) {
                Kind::Assignment => {
                    at = child(node, Field::Right).filter(|right| kind(*right) == Kind::Assignment);
                    child(node, Field::Left)
                }
                Kind::FunctionDefinition | Kind::ClassDefinition => child(node, Field::Name),
                _ => None,
            };
            for name in name.into_iter().filter(|name| kind(*name) == Kind::Identifier) {
                names.insert(cx.intern_node(name));
            }
        }
    }
    names
}
