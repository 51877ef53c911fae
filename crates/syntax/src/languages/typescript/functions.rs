//! Functions: declarations, expressions, signatures; their parameters, scopes and what they return.

use super::TypeScriptExtractor;
use super::expressions::wrap;
use super::kinds::{Kind, children, first_child};
use super::patterns::Target;
use super::scopes::{FieldOwner, Modifiers, ThisValue};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{
    BindingKind, Expr, ExprIx, LiteralKind, Param, ParamKind, ScopeIx, ScopeKind, SymbolFlags, SymbolIx, SymbolKind,
};

/// Returned expressions that are kept.
const MAX_RETURNS: usize = 8;

/// A function that the walk is in.
pub(super) struct FunctionFrame {
    node: usize,
    symbol: Option<SymbolIx>,
    lambda: Option<ExprIx>,
    /// The declared return type.
    declared: Option<ExprIx>,
    flags: SymbolFlags,
    returns: Vec<ExprIx>,
}

impl TypeScriptExtractor {
    /// `function f() {}` and overload signatures.
    pub(super) fn function_declaration<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some(name) = node.child_by_field_name("name") else { return };
        let place = self.place(cx, node, 0);
        let body = node.child_by_field_name("body");
        let head_end = body.map_or(node.end_byte(), |body| body.start_byte());
        let mut symbol = self.draft(cx, SymbolKind::Function, place, name, head_end);
        symbol.flags.set(Modifiers::of(cx, node).flags);
        if body.is_none() {
            symbol.flags.set(SymbolFlags::ABSTRACT);
        }
        let is_constructor = starts_upper(cx.text(name));
        let ix = self.declare(cx, symbol, place);
        if body.is_none() {
            self.signature_scope(cx, node, Some(ix));
        } else {
            let this = if is_constructor { Self::constructed(cx, ix) } else { ThisValue::UNKNOWN };
            self.open_function(cx, node, Some(ix), Some(this));
        }
    }

    /// What `this` is in a constructor function.
    fn constructed(cx: &mut Context<'_>, symbol: SymbolIx) -> ThisValue {
        let of = cx.expr(Expr::Symbol(symbol));
        ThisValue { expr: cx.expr(Expr::Instance { of }), owner: Some(symbol) }
    }

    /// An arrow function or function expression.
    pub(super) fn function_value<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let prepared = self.prepared.get(&node.id()).copied();
        let is_arrow = self.kind(node) == Kind::ArrowFunction;
        let this = match prepared {
            _ if is_arrow => None,
            Some(symbol) => Some(Self::this_of(cx, symbol)),
            None => Some(ThisValue::UNKNOWN),
        };
        self.open_function(cx, node, prepared, this);
    }

    /// What `this` is in a function expression that a symbol stands for.
    fn this_of(cx: &mut Context<'_>, symbol: SymbolIx) -> ThisValue {
        let row = cx.facts.symbol(symbol);
        let owner = row.parent;
        if let Some(of) = row.impl_of {
            return ThisValue { expr: cx.expr(Expr::Instance { of }), owner };
        }
        if row.kind == SymbolKind::Method
            && let Some(parent) = row.parent
        {
            return ThisValue { expr: cx.expr(Expr::Symbol(parent)), owner: None };
        }
        let is_constructor = row.kind == SymbolKind::Function && starts_upper(cx.facts.text(row.name));
        if is_constructor { Self::constructed(cx, symbol) } else { ThisValue::UNKNOWN }
    }

    /// Opens the scope of the function at the current node and binds its parameters. `this` is `None` where it is
    /// the one from around.
    pub(super) fn open_function<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        symbol: Option<SymbolIx>,
        this: Option<ThisValue>,
    ) {
        let outer = cx.scope();
        let scope = cx.new_scope(ScopeKind::Function, symbol);
        for decorator in children(node).into_iter().take_while(|child| self.kind(*child) == Kind::Decorator) {
            cx.scope_on(decorator, outer);
        }
        cx.open_scope(scope);
        let symbol = self.bind_own_name(cx, node, symbol, scope);
        if let Some(this) = this {
            self.this_values.insert(scope, this);
            if let Some(owner) = this.owner.filter(|_| this.expr != ExprIx::UNKNOWN) {
                self.field_owners.push(FieldOwner { node: node.id(), symbol: owner, scope, fields: Vec::new() });
            }
        }
        let type_params = self.type_parameters(cx, node, scope);
        let params = self.parameters(cx, node, scope);
        let declared = node.child_by_field_name("return_type").map(|ty| self.type_expr(cx, ty));
        let mut frame = FunctionFrame {
            node: node.id(),
            symbol,
            lambda: self.lambdas.get(&node.id()).copied(),
            declared,
            flags: Modifiers::of(cx, node).flags,
            returns: Vec::new(),
        };
        if let Some(ix) = symbol {
            let row = &mut cx.facts.symbols[ix.ix()];
            (row.body, row.params, row.type_params) = (Some(scope), params, type_params);
            if row.ty.is_none() {
                row.ty = declared.filter(|&ty| ty != ExprIx::UNKNOWN);
            }
            cx.measure(ix);
        }
        self.expression_body(cx, node, &mut frame);
        self.functions.push(frame);
    }

    /// `x => value`: the value is what it returns.
    fn expression_body<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, frame: &mut FunctionFrame) {
        let Some(body) = node.child_by_field_name("body").filter(|body| self.kind(*body) != Kind::StatementBlock)
        else {
            return;
        };
        self.returned(cx, body, frame);
    }

    fn returned<'t>(&mut self, cx: &mut Context<'t>, value: Node<'t>, frame: &mut FunctionFrame) {
        if let Some(declared) = frame.declared {
            let of = if frame.flags.has(SymbolFlags::ASYNC) { promised(cx, declared) } else { declared };
            let context = wrap(cx, of, |of| Expr::Instance { of });
            self.set_context(value, context);
        } else if (frame.symbol.is_some() || frame.lambda.is_some())
            && frame.returns.len() < MAX_RETURNS
            && !frame.flags.has(SymbolFlags::GENERATOR)
        {
            frame.returns.push(self.expr(cx, value));
        }
    }

    /// `return value`.
    pub(super) fn return_statement<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some(value) = first_child(node) else { return };
        if let Some(mut frame) = self.functions.pop() {
            self.returned(cx, value, &mut frame);
            self.functions.push(frame);
        }
    }

    /// A named function expression knows its own name; without a symbol it becomes one.
    fn bind_own_name<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        symbol: Option<SymbolIx>,
        scope: ScopeIx,
    ) -> Option<SymbolIx> {
        if !matches!(self.kind(node), Kind::FunctionExpression | Kind::GeneratorFunction) {
            return symbol;
        }
        let Some(name) = node.child_by_field_name("name") else {
            return symbol;
        };
        if let Some(symbol) = symbol {
            self.bind(cx, scope, name, BindingKind::Symbol(symbol), None, None);
            return Some(symbol);
        }
        let head_end = node.child_by_field_name("body").map_or(node.end_byte(), |body| body.start_byte());
        let mut symbol = cx.draft(SymbolKind::Function, node, name, head_end);
        symbol.visibility = tribunal_domain::facts::Visibility::Private;
        symbol.flags.set(Modifiers::of(cx, node).flags);
        let ix = self.define(cx, symbol);
        cx.facts.scopes[scope.ix()].owner = Some(ix);
        Some(ix)
    }

    /// Ends the function at the current node: what it returns is known now.
    pub(super) fn leave_function(&mut self, cx: &mut Context<'_>, node: Node<'_>) {
        let Some(frame) = self.functions.pop_if(|frame| frame.node == node.id()) else {
            return;
        };
        self.leave_owner(cx, node);
        let mut returns: Vec<_> = frame.returns.iter().map(|&value| self.detach(cx, value)).collect();
        if returns.iter().all(|&value| value == ExprIx::UNKNOWN) {
            returns.clear();
        }
        if let Some(ix) = frame.symbol {
            let row = &mut cx.facts.symbols[ix.ix()];
            if row.ty.is_none() && row.returns.is_empty() {
                row.returns.clone_from(&returns);
            }
        }
        if let Some(lambda) = frame.lambda {
            let returns = self.lambda_returns(cx, &frame, returns);
            cx.facts.exprs[lambda.ix()] = Expr::Lambda { returns };
        }
    }

    fn lambda_returns(&mut self, cx: &mut Context<'_>, frame: &FunctionFrame, returns: Vec<ExprIx>) -> Vec<ExprIx> {
        if let Some(declared) = frame.declared {
            let declared = self.detach(cx, declared);
            let instance = wrap(cx, declared, |of| Expr::Instance { of });
            return if instance == ExprIx::UNKNOWN { Vec::new() } else { vec![instance] };
        }
        if returns.contains(&ExprIx::UNKNOWN) {
            return Vec::new();
        }
        if !frame.flags.has(SymbolFlags::ASYNC) {
            return returns;
        }
        let promise = |value| {
            let args = vec![cx.expr(Expr::TypeOf { of: value })];
            Self::instance_of_global(cx, "Promise", args)
        };
        returns.into_iter().map(promise).collect()
    }

    /// A signature without a body: type parameters and parameters have a scope of their own.
    pub(super) fn signature_scope<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, symbol: Option<SymbolIx>) {
        let scope = cx.new_scope(ScopeKind::Function, symbol);
        cx.open_scope(scope);
        let type_params = self.type_parameters(cx, node, scope);
        let params = self.parameters(cx, node, scope);
        if let Some(ix) = symbol {
            let ty = self.type_field(cx, node, "return_type");
            let row = &mut cx.facts.symbols[ix.ix()];
            (row.body, row.params, row.type_params) = (Some(scope), params, type_params);
            row.ty = row.ty.or(ty);
        }
    }

    // --- parameters ---------------------------------------------------------------------------------------------

    fn parameters<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, scope: ScopeIx) -> Vec<Param> {
        if let Some(single) = node.child_by_field_name("parameter") {
            return self.parameter(cx, scope, (single, None, None)).into_iter().collect();
        }
        let list = node.child_by_field_name("parameters").map(children).unwrap_or_default();
        list.into_iter()
            .filter_map(|item| match self.kind(item) {
                Kind::RequiredParameter | Kind::OptionalParameter => {
                    let pattern = item.child_by_field_name("pattern")?;
                    let parts = (pattern, item.child_by_field_name("type"), item.child_by_field_name("value"));
                    let mut param = self.parameter(cx, scope, parts)?;
                    param.optional |= self.kind(item) == Kind::OptionalParameter;
                    Some(param)
                }
                Kind::AssignmentPattern => {
                    let pattern = item.child_by_field_name("left")?;
                    self.parameter(cx, scope, (pattern, None, item.child_by_field_name("right")))
                }
                _ => self.parameter(cx, scope, (item, None, None)),
            })
            .collect()
    }

    /// Binds one parameter given as pattern, type and default value; `this` is none.
    fn parameter<'t>(
        &mut self,
        cx: &mut Context<'t>,
        scope: ScopeIx,
        (pattern, ty, default): (Node<'t>, Option<Node<'t>>, Option<Node<'t>>),
    ) -> Option<Param> {
        let ty = ty.map(|ty| self.type_expr(cx, ty)).filter(|&ty| ty != ExprIx::UNKNOWN);
        let instance = ty.map(|of| cx.expr(Expr::Instance { of }));
        if self.kind(pattern) == Kind::This {
            self.this_values.insert(scope, ThisValue { expr: instance.unwrap_or(ExprIx::UNKNOWN), owner: None });
            return None;
        }
        if let (Some(default), Some(instance)) = (default, instance) {
            self.set_context(default, instance);
        }
        let is_rest = self.kind(pattern) == Kind::RestPattern;
        let inner = if is_rest { first_child(pattern)? } else { pattern };
        let value = match default {
            Some(default) if ty.is_none() => Some(self.expr(cx, default)),
            None if is_rest && ty.is_none() => Some(cx.expr(Expr::Literal(LiteralKind::Collection))),
            _ => None,
        };
        if let Some(import) = self.import_parameters.remove(&inner.id()) {
            self.import_pattern(cx, scope, import, inner);
        } else {
            self.bind_pattern(cx, inner, (ty, value), Target::Declared { scope, kind: BindingKind::Parameter });
        }
        let is_name = self.kind(inner) == Kind::Identifier;
        Some(Param {
            name: if is_name { cx.intern_node(inner) } else { cx.intern("") },
            at: cx.position(inner),
            ty,
            optional: default.is_some(),
            kind: if is_rest { ParamKind::Rest } else { ParamKind::Plain },
        })
    }
}

/// What awaiting a declared `Promise<T>` gives: `T`.
fn promised(cx: &Context<'_>, ty: ExprIx) -> ExprIx {
    match &cx.facts.exprs[ty.ix()] {
        Expr::Generic { args, .. } if args.len() == 1 => args[0],
        _ => ExprIx::UNKNOWN,
    }
}

fn starts_upper(name: &str) -> bool {
    name.starts_with(|first: char| first.is_uppercase())
}
