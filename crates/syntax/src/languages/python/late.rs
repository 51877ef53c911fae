//! What can only be said at the end of the file: returned values without the function's locals, the values of implicit
//! fields, assignments to `global` and `nonlocal` names, and what `__all__` makes public.

use super::expressions::{same_shape, union};
use super::variables::Bound;
use super::{DEPTH, Python, markers};
use crate::context::Context;
use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_domain::facts::{
    Binding, BindingKind, ExportSource, Expr, ExprIx, ScopeIx, ScopeKind, Span, Symbol, SymbolFlags, SymbolIx,
    SymbolKind, Text,
};

/// Assignments to one local that are looked through.
const MAX_ASSIGNMENTS: usize = 4;
/// Values kept of one implicit field.
const MAX_VALUES: usize = 8;

/// A symbol and the values it may return or hold.
type Values = (SymbolIx, Vec<ExprIx>);

/// What waits for the end of the file.
#[derive(Default)]
pub(super) struct Late {
    /// Functions with the values they return.
    pub returns: Vec<Values>,
    /// Implicit fields with the values assigned to them.
    pub fields: Vec<Values>,
    /// Assignments to names declared `global` or `nonlocal` in the binding's scope.
    pub outer: Vec<Binding>,
}

impl Python {
    pub(super) fn finish_late(&mut self, cx: &mut Context<'_>) {
        let mut late = std::mem::take(&mut self.late);
        self.bind_outer(cx, std::mem::take(&mut late.outer), &mut late.fields);
        mark_exported(cx);
        if late.returns.is_empty() && late.fields.is_empty() {
            return;
        }
        let mut closing = Closing { cx, names: FxHashMap::default(), open: FxHashSet::default() };
        closing.collect();
        for (symbol, values) in late.returns {
            closing.cx.facts.symbols[symbol.ix()].returns = closing.close_all(values);
        }
        for (symbol, values) in late.fields {
            let mut values = closing.close_all(values);
            values.truncate(MAX_VALUES);
            let value = union(closing.cx, values);
            closing.cx.facts.symbols[symbol.ix()].value = (value != ExprIx::UNKNOWN).then_some(value);
        }
    }

    /// Assignments under `global` bind in the file, those under `nonlocal` in the nearest function that has the name.
    fn bind_outer(&mut self, cx: &mut Context<'_>, outer: Vec<Binding>, values: &mut Vec<Values>) {
        for mut binding in outer {
            let global = matches!(self.bound.get(&(binding.scope, binding.name)), Some(Bound::Global));
            let home = if global { Some(ScopeIx::FILE) } else { self.home(cx, binding.scope, binding.name) };
            let Some(home) = home else {
                continue;
            };
            binding.scope = home;
            match self.bound.get(&(home, binding.name)) {
                Some(Bound::Symbol(symbol)) => {
                    if markers::is_variable(cx.facts.symbol(*symbol).kind) {
                        binding.kind = BindingKind::Symbol(*symbol);
                        cx.facts.bindings.push(binding);
                    }
                }
                None if global => values.push(self.define_global(cx, &binding)),
                _ => cx.facts.bindings.push(binding),
            }
        }
    }

    fn home(&self, cx: &Context<'_>, scope: ScopeIx, name: Text) -> Option<ScopeIx> {
        let scopes = &cx.facts.scopes;
        std::iter::successors(scopes[scope.ix()].parent, |at| scopes[at.ix()].parent).find(|at| {
            let local = matches!(self.bound.get(&(*at, name)), Some(Bound::Local(_)));
            local && scopes[at.ix()].kind == ScopeKind::Function
        })
    }

    /// A variable of the file that only functions assign.
    fn define_global(&mut self, cx: &mut Context<'_>, binding: &Binding) -> Values {
        let text = cx.facts.text(binding.name).to_owned();
        let kind = if markers::is_constant(&text) { SymbolKind::Constant } else { SymbolKind::Variable };
        let mut end = binding.position;
        end.column += text.chars().count() as u32;
        let symbol = Symbol {
            kind,
            name: binding.name,
            parent: None,
            scope: ScopeIx::FILE,
            body: None,
            span: Span { start: binding.position, end },
            name_at: binding.position,
            signature: binding.name,
            visibility: markers::visibility(&text),
            flags: self.flags(&text, ScopeIx::FILE),
            attributes: Vec::new(),
            ty: binding.ty,
            value: binding.value,
            returns: Vec::new(),
            bases: Vec::new(),
            impl_of: None,
            params: Vec::new(),
            type_params: Vec::new(),
            measures: None,
        };
        let symbol = cx.define(symbol, binding.at as usize);
        self.bound.insert((ScopeIx::FILE, binding.name), Bound::Symbol(symbol));
        (symbol, binding.value.into_iter().collect())
    }
}

/// Names in `__all__` are public whatever they start with.
fn mark_exported(cx: &mut Context<'_>) {
    let exported = cx.facts.exports.iter().filter_map(|export| match export.source {
        ExportSource::Local(name) => Some(name),
        _ => None,
    });
    let exported = exported.collect::<FxHashSet<_>>();
    if exported.is_empty() {
        return;
    }
    for symbol in &mut cx.facts.symbols {
        if symbol.scope == ScopeIx::FILE && symbol.parent.is_none() && exported.contains(&symbol.name) {
            symbol.flags.set(SymbolFlags::EXPORTED);
        }
    }
}

/// Rewrites expressions so that they can be evaluated without the scopes of function bodies.
struct Closing<'a, 't> {
    cx: &'a mut Context<'t>,
    /// The bindings of each name in each scope inside the file's.
    names: FxHashMap<(ScopeIx, Text), Vec<u32>>,
    /// Names being looked through, against circles.
    open: FxHashSet<(ScopeIx, Text)>,
}

impl Closing<'_, '_> {
    fn collect(&mut self) {
        for (at, binding) in self.cx.facts.bindings.iter().enumerate() {
            let kind = self.cx.facts.scopes[binding.scope.ix()].kind;
            if !matches!(kind, ScopeKind::File | ScopeKind::Class) {
                self.names.entry((binding.scope, binding.name)).or_default().push(at as u32);
            }
        }
    }

    fn close_all(&mut self, values: Vec<ExprIx>) -> Vec<ExprIx> {
        let mut closed = Vec::new();
        for value in values {
            let value = self.close(value, DEPTH);
            if !closed.iter().any(|known| same_shape(self.cx, *known, value, DEPTH)) {
                closed.push(value);
            }
        }
        if closed.iter().all(|value| *value == ExprIx::UNKNOWN) {
            closed.clear();
        }
        closed
    }

    fn close(&mut self, value: ExprIx, depth: u32) -> ExprIx {
        let Some(depth) = depth.checked_sub(1) else {
            return ExprIx::UNKNOWN;
        };
        let expr = self.cx.facts.exprs[value.ix()].clone();
        let closed = match &expr {
            Expr::Name { name, scope, at } => return self.close_name(value, *name, *scope, *at, depth),
            Expr::Member { base, name } => Expr::Member { base: self.close(*base, depth), name: *name },
            Expr::Call { callee } => match self.close(*callee, depth) {
                ExprIx::UNKNOWN => Expr::Unknown,
                callee => Expr::Call { callee },
            },
            Expr::Instance { of } => Expr::Instance { of: self.close(*of, depth) },
            Expr::Part { of, index } => Expr::Part { of: self.close(*of, depth), index: *index },
            Expr::Element { of } => Expr::Element { of: self.close(*of, depth) },
            Expr::Await { of } => Expr::Await { of: self.close(*of, depth) },
            Expr::Enter { of } => Expr::Enter { of: self.close(*of, depth) },
            Expr::Generic { base, args } => {
                Expr::Generic { base: self.close(*base, depth), args: self.close_each(args, depth) }
            }
            Expr::Union(parts) => Expr::Union(self.close_each(parts, depth)),
            Expr::Tuple(parts) => Expr::Tuple(self.close_each(parts, depth)),
            Expr::Lambda { returns } => Expr::Lambda { returns: self.close_each(returns, depth) },
            _ => return value,
        };
        let closed = simplified(closed);
        if closed == expr { value } else { self.cx.expr(closed) }
    }

    fn close_each(&mut self, parts: &[ExprIx], depth: u32) -> Vec<ExprIx> {
        parts.iter().map(|part| self.close(*part, depth)).collect()
    }

    /// A name bound in a function becomes its value; any other is looked up from the file.
    fn close_name(&mut self, value: ExprIx, name: Text, from: ScopeIx, at: u32, depth: u32) -> ExprIx {
        let mut scope = from;
        while scope != ScopeIx::FILE {
            if let Some(bindings) = self.names.get(&(scope, name)) {
                let kinds = bindings.iter().map(|at| self.cx.facts.bindings[*at as usize].kind).collect::<Vec<_>>();
                if kinds.contains(&BindingKind::Global) {
                    break;
                }
                if !kinds.contains(&BindingKind::Nonlocal) {
                    return self.close_bindings(value, (scope, name), depth);
                }
            }
            match self.cx.facts.scopes[scope.ix()].parent {
                Some(parent) => scope = parent,
                None => break,
            }
        }
        if from == ScopeIx::FILE { value } else { self.cx.expr(Expr::Name { name, scope: ScopeIx::FILE, at }) }
    }

    fn close_bindings(&mut self, value: ExprIx, key: (ScopeIx, Text), depth: u32) -> ExprIx {
        let bindings = self.names.get(&key).cloned().unwrap_or_default();
        if bindings.len() > MAX_ASSIGNMENTS || !self.open.insert(key) {
            return ExprIx::UNKNOWN;
        }
        let parts = bindings.iter().map(|at| self.close_binding(value, *at as usize, depth)).collect::<Vec<_>>();
        self.open.remove(&key);
        match parts[..] {
            [only] => only,
            _ if parts.contains(&ExprIx::UNKNOWN) => ExprIx::UNKNOWN,
            _ => self.cx.expr(Expr::Union(parts)),
        }
    }

    fn close_binding(&mut self, value: ExprIx, at: usize, depth: u32) -> ExprIx {
        let binding = &self.cx.facts.bindings[at];
        match binding.kind {
            BindingKind::Symbol(symbol) => return self.cx.expr(Expr::Symbol(symbol)),
            BindingKind::Import { .. } | BindingKind::TypeParameter => return value,
            _ => {}
        }
        match (binding.ty, binding.value) {
            (Some(ty), _) => {
                let of = self.close(ty, depth);
                self.cx.expr(simplified(Expr::Instance { of }))
            }
            (None, Some(_)) if binding.kind == BindingKind::Parameter && !self.is_receiver(at) => ExprIx::UNKNOWN,
            (None, Some(value)) => self.close(value, depth),
            (None, None) => ExprIx::UNKNOWN,
        }
    }

    fn is_receiver(&self, binding: usize) -> bool {
        let value = self.cx.facts.bindings[binding].value.map(|value| &self.cx.facts.exprs[value.ix()]);
        matches!(value, Some(Expr::This { .. } | Expr::Class { .. }))
    }
}

/// What is made of something unknown is unknown.
fn simplified(expr: Expr) -> Expr {
    match &expr {
        Expr::Instance { of }
        | Expr::Part { of, .. }
        | Expr::Element { of }
        | Expr::Await { of }
        | Expr::Enter { of }
            if *of == ExprIx::UNKNOWN =>
        {
            Expr::Unknown
        }
        Expr::Member { base, .. } | Expr::Generic { base, .. } if *base == ExprIx::UNKNOWN => Expr::Unknown,
        Expr::Union(parts) if parts.iter().all(|part| *part == ExprIx::UNKNOWN) => Expr::Unknown,
        _ => expr,
    }
}
