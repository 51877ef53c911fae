//! Functions and methods: the symbol, its scope, what it returns.

use super::docstrings::docstring;
use super::kinds::{Field, Kind, child, first_part, kind, parts};
use super::variables::Bound;
use super::{DEPTH, Python, markers, variables};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{
    BindingKind, Expr, ExprIx, ScopeIx, ScopeKind, Symbol, SymbolFlags, SymbolIx, SymbolKind, Text, TypeParam,
};

/// Returned values kept per function.
const MAX_RETURNS: usize = 8;

/// A function the walk is in.
pub(super) struct FunctionFrame {
    /// Its node.
    pub node: usize,
    /// Its symbol.
    pub symbol: SymbolIx,
    /// The name of its `self` or `cls`.
    pub receiver: Option<Text>,
    /// It is `__init__` or `__new__`.
    pub constructor: bool,
    declared: bool,
    generator: bool,
    returns: Vec<ExprIx>,
    yields: Vec<ExprIx>,
}

/// The decorators of a definition.
pub(super) struct Decorators<'t> {
    /// The last name of each path: `fixture` of `@pytest.fixture()`.
    pub names: Vec<&'t str>,
    /// Each as written, without `@`.
    pub texts: Vec<&'t str>,
}

impl Decorators<'_> {
    /// Whether one of them has this last name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(&name)
    }
}

impl Python {
    /// Called when the walk enters a `def`.
    pub(super) fn function<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some((name, body)) = name_and_body(node) else {
            return;
        };
        let scope = variables::statement_scope(cx);
        let in_class = cx.facts.scopes[scope.ix()].kind == ScopeKind::Class;
        let decorators = decorators(cx);
        let mut symbol = self.definition(cx, SymbolKind::Function, node, name, body, &decorators);
        self.function_flags(cx, node, &mut symbol, &decorators, in_class);
        let constructor = symbol.flags.has(SymbolFlags::CONSTRUCTOR);
        let interned = symbol.name;
        let symbol = cx.define(symbol, name.start_byte());
        self.bound.insert((scope, interned), Bound::Symbol(symbol));
        cx.skip(name);

        let outer = self.type_parameters(cx, node, symbol);
        let inner = cx.new_scope_in(outer, ScopeKind::Function, Some(symbol));
        cx.facts.symbols[symbol.ix()].body = Some(inner);
        cx.scope_on(body, inner);
        let receiver = in_class.then(|| self.receiver(cx, cx.text(name), &decorators, inner)).flatten();
        let parameters = child(node, Field::Parameters);
        let mut bound_receiver = None;
        if let Some(parameters) = parameters {
            let (params, name) = self.parameters(cx, parameters, inner, outer, receiver);
            cx.facts.symbols[symbol.ix()].params = params;
            bound_receiver = name;
            if outer != cx.scope() {
                cx.scope_on(parameters, outer);
            }
        }
        let declared = child(node, Field::ReturnType);
        if let Some(declared) = declared {
            cx.facts.symbols[symbol.ix()].ty = self.annotation(cx, declared, outer);
            if outer != cx.scope() {
                cx.scope_on(declared, outer);
            }
        }
        cx.measure(symbol);
        docstring(cx, body, Some(symbol));
        self.functions.push(FunctionFrame {
            node: node.id(),
            symbol,
            receiver: bound_receiver,
            constructor,
            declared: declared.is_some(),
            generator: false,
            returns: Vec::new(),
            yields: Vec::new(),
        });
    }

    /// A symbol for a `def` or `class`: decorators belong to its span but not to its signature.
    pub(super) fn definition<'t>(
        &mut self,
        cx: &mut Context<'t>,
        kind: SymbolKind,
        node: Node<'t>,
        name: Node<'t>,
        body: Node<'t>,
        decorators: &Decorators<'t>,
    ) -> Symbol {
        let scope = variables::statement_scope(cx);
        let mut symbol = cx.draft(kind, node, name, body.start_byte());
        if let Some(whole) = cx.parent().filter(|parent| self::kind(*parent) == Kind::DecoratedDefinition) {
            symbol.span = cx.span(whole);
        }
        symbol.scope = scope;
        symbol.parent = cx.owner_of(scope);
        symbol.visibility = markers::visibility(cx.text(name));
        symbol.flags = self.flags(cx.text(name), scope);
        symbol.attributes = decorators.texts.iter().map(|text| cx.intern(text)).collect();
        symbol
    }

    fn function_flags(
        &self,
        cx: &Context<'_>,
        node: Node<'_>,
        symbol: &mut Symbol,
        decorators: &Decorators<'_>,
        in_class: bool,
    ) {
        let name = cx.facts.text(symbol.name);
        let class = self.classes.last().filter(|_| in_class);
        if in_class {
            symbol.kind = SymbolKind::Method;
        }
        if in_class && decorators.texts.iter().any(|text| is_property(text)) {
            symbol.kind = SymbolKind::Property;
            symbol.flags.set(SymbolFlags::ACCESSOR);
        }
        let stub = || child(node, Field::Body).is_some_and(|body| is_stub(body));
        let rules = [
            (node.child(0).is_some_and(|first| first.kind() == "async"), SymbolFlags::ASYNC),
            (decorators.has("staticmethod") || decorators.has("classmethod"), SymbolFlags::STATIC),
            (decorators.has("overload") || decorators.has("abstractmethod"), SymbolFlags::ABSTRACT),
            (decorators.has("abstractproperty"), SymbolFlags::ABSTRACT),
            (class.is_some_and(|class| class.is_protocol) && stub(), SymbolFlags::ABSTRACT),
            (decorators.has("override"), SymbolFlags::OVERRIDE),
            (in_class && matches!(name, "__init__" | "__new__"), SymbolFlags::CONSTRUCTOR),
            (markers::is_test_function(name, decorators, class, in_class, self.test_file), SymbolFlags::TEST),
        ];
        rules.into_iter().filter(|(holds, _)| *holds).for_each(|(_, flag)| symbol.flags.set(flag));
    }

    /// The value of a method's first parameter.
    fn receiver(
        &self,
        cx: &mut Context<'_>,
        name: &str,
        decorators: &Decorators<'_>,
        scope: ScopeIx,
    ) -> Option<Receiver> {
        if decorators.has("staticmethod") {
            return None;
        }
        let of_class =
            decorators.has("classmethod") || matches!(name, "__new__" | "__init_subclass__" | "__class_getitem__");
        let metaclass = self.classes.last().is_some_and(|class| class.is_metaclass);
        let (this, class) = (cx.expr(Expr::This { scope }), cx.expr(Expr::Class { scope }));
        Some(match (of_class, metaclass) {
            (true, _) => Receiver { usual: class, named_cls: class },
            (false, true) => Receiver { usual: this, named_cls: this },
            (false, false) => Receiver { usual: this, named_cls: class },
        })
    }

    /// Binds the type parameters of a definition; gives the scope that its head and body lie in.
    pub(super) fn type_parameters<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, symbol: SymbolIx) -> ScopeIx {
        let Some(list) = child(node, Field::TypeParameters) else {
            return cx.scope();
        };
        let scope = cx.new_scope(ScopeKind::TypeParameters, None);
        cx.scope_on(list, scope);
        let declared = self.bind_type_parameters(cx, list, scope);
        cx.facts.symbols[symbol.ix()].type_params = declared;
        scope
    }

    pub(super) fn bind_type_parameters<'t>(
        &mut self,
        cx: &mut Context<'t>,
        list: Node<'t>,
        scope: ScopeIx,
    ) -> Vec<TypeParam> {
        let mut declared = Vec::new();
        for parameter in parts(list) {
            let Some(inner) = first_part(parameter) else {
                continue;
            };
            let members = if kind(inner) == Kind::ConstrainedType { parts(inner) } else { vec![inner] };
            let mut name = members[0];
            while matches!(kind(name), Kind::Type | Kind::SplatType)
                && let Some(part) = first_part(name)
            {
                name = part;
            }
            let bound = members.get(1).and_then(|bound| self.annotation(cx, *bound, scope));
            if kind(name) == Kind::Identifier {
                cx.skip(name);
                cx.bind(scope, name, BindingKind::TypeParameter, bound, None);
                declared.push(TypeParam { name: cx.intern_node(name), bound });
            }
        }
        declared
    }

    /// `return value`.
    pub(super) fn return_statement<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let wanted = self.functions.last().is_some_and(|frame| !frame.declared && frame.returns.len() < MAX_RETURNS);
        if !wanted {
            return;
        }
        if let Some(value) = first_part(node) {
            let value = self.value(cx, value, cx.scope(), DEPTH);
            self.functions.last_mut().into_iter().for_each(|frame| frame.returns.push(value));
        }
    }

    /// `yield value`, `yield from iterable`.
    pub(super) fn yield_expression<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some(frame) = self.functions.last_mut() else {
            return;
        };
        frame.generator = true;
        let full = frame.declared || frame.yields.len() >= MAX_RETURNS;
        cx.facts.symbols[frame.symbol.ix()].flags.set(SymbolFlags::GENERATOR);
        let Some(value) = first_part(node).filter(|_| !full) else {
            return;
        };
        let from = node.child(1).is_some_and(|token| token.kind() == "from");
        let value =
            if from { self.element_of(cx, value, cx.scope(), DEPTH) } else { self.value(cx, value, cx.scope(), DEPTH) };
        self.functions.last_mut().into_iter().for_each(|frame| frame.yields.push(value));
    }

    /// Called when the walk leaves a function. What a generator yields takes the place of what it returns.
    pub(super) fn leave_function(&mut self) {
        let frame = self.functions.pop().expect("entered before");
        let values = if frame.generator { frame.yields } else { frame.returns };
        if !frame.declared && values.iter().any(|value| *value != ExprIx::UNKNOWN) {
            self.late.returns.push((frame.symbol, values));
        }
    }
}

/// What the first parameter of a method stands for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Receiver {
    /// Under any name.
    pub usual: ExprIx,
    /// If it is called `cls`: decorators of libraries make class methods too.
    pub named_cls: ExprIx,
}

/// The name and body of a `def` or `class`. In broken input the parser may take a name from further down.
pub(super) fn name_and_body(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let (name, body) = (child(node, Field::Name)?, child(node, Field::Body)?);
    let far = node.has_error() && name.start_position().row > node.start_position().row;
    (!far && !name.is_missing()).then_some((name, body))
}

/// The decorators of the definition the walk has just entered.
pub(super) fn decorators<'t>(cx: &Context<'t>) -> Decorators<'t> {
    let mut found = Decorators { names: Vec::new(), texts: Vec::new() };
    let Some(whole) = cx.parent().filter(|parent| kind(*parent) == Kind::DecoratedDefinition) else {
        return found;
    };
    for decorator in parts(whole).into_iter().filter(|part| kind(*part) == Kind::Decorator) {
        let Some(expression) = first_part(decorator) else {
            continue;
        };
        let path = child(expression, Field::Function).unwrap_or(expression);
        found.names.push(super::calls::last_name(cx, path));
        found.texts.push(cx.text(expression));
    }
    found
}

/// `property`, `functools.cached_property`, `x.setter` and their like.
fn is_property(decorator: &str) -> bool {
    let last = decorator.rsplit('.').next().unwrap_or(decorator);
    last.ends_with("property") || decorator.contains('.') && matches!(last, "setter" | "getter" | "deleter")
}

/// A body that is only `...`, perhaps after a docstring.
fn is_stub(body: Node<'_>) -> bool {
    let statements = parts(body);
    let is = |node: Node<'_>, wanted: Kind| first_part(node).is_some_and(|inner| kind(inner) == wanted);
    let docstring = statements.first().is_some_and(|first| is(*first, Kind::String));
    match statements.last() {
        Some(last) if statements.len() <= 2 => {
            is(*last, Kind::Ellipsis) && (statements.len() == 1 || docstring) || statements.len() == 1 && docstring
        }
        _ => false,
    }
}
