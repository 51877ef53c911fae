//! Expressions to values, as far as cheap evidence reaches: annotations, constructor calls, returns, literals.

use crate::generics::{substituted, with_args};
use crate::lookup::{Hit, Sought};
use crate::member::Found;
use crate::outside::{
    awaited, element_of_external, external_call, external_member, literal, part, transparent, unwrapped,
};
use crate::resolve::Resolver;
use crate::space::Space;
use crate::unit::Unit;
use crate::value::{Def, Target, Value, no_args};
use std::rc::Rc;
use tribunal_domain::Language;
use tribunal_domain::facts::{BindingKind, Expr, ExprIx, ScopeIx, ScopeKind, SymbolFlags, SymbolKind};

/// How deep evaluation may follow itself. Real chains are short; deeper ones are cycles in disguise.
const MAX_DEPTH: u32 = 40;

impl<'w> Resolver<'w> {
    /// The value of an expression of `unit`.
    pub(crate) fn eval(&self, unit: &'w Unit, expr: ExprIx) -> Value {
        self.eval_in(unit, expr, Space::of_value(unit.language()))
    }

    /// The value of an expression that stands where a type is declared.
    pub(crate) fn eval_type(&self, unit: &'w Unit, expr: ExprIx) -> Value {
        self.eval_in(unit, expr, Space::of_type(unit.language()))
    }

    fn eval_in(&self, unit: &'w Unit, expr: ExprIx, space: Space) -> Value {
        if expr == ExprIx::UNKNOWN {
            return Value::Unknown;
        }
        let key = (std::ptr::from_ref(unit) as usize, expr, space);
        if let Some(known) = self.values.borrow().get(&key) {
            return known.clone();
        }
        if self.depth.get() >= MAX_DEPTH {
            return Value::Unknown;
        }
        // While it is being evaluated it counts as unknown: an expression that needs itself ends there.
        self.values.borrow_mut().insert(key, Value::Unknown);
        self.depth.set(self.depth.get() + 1);
        let value = self.eval_fresh(unit, expr, space);
        self.depth.set(self.depth.get() - 1);
        self.values.borrow_mut().insert(key, value.clone());
        value
    }

    fn eval_fresh(&self, unit: &'w Unit, expr: ExprIx, space: Space) -> Value {
        let list = |parts: &[ExprIx]| parts.iter().map(|&part| self.eval_in(unit, part, space)).collect::<Vec<_>>();
        match &unit.facts.exprs[expr.ix()] {
            Expr::Unknown => Value::Unknown,
            Expr::Name { name, scope, at } => {
                // Rust: the extractor gives names in paths and types no offset, because they see no locals.
                let path = *at == 0 && unit.language() == Language::Rust;
                let space = if path { Space::Type } else { space };
                self.name_value(unit, Sought { name: unit.facts.text(*name), scope: *scope, at: *at, space })
            }
            Expr::Member { base, name } => {
                let base = self.eval(unit, *base);
                self.member_value(&base, unit.facts.text(*name), space, unit)
            }
            Expr::Call { callee } => {
                let callee = self.eval_in(unit, *callee, Space::of_callee(unit.language()));
                self.call(&callee)
            }
            Expr::Instance { of } => {
                let of = self.eval_type(unit, *of);
                self.instance_of(&of)
            }
            Expr::This { scope } => self.this(unit, *scope),
            Expr::Class { scope } => self.class_value(unit, *scope),
            Expr::Super { scope } => self.super_value(unit, *scope),
            Expr::Generic { base, args } => {
                let base = self.eval_type(unit, *base);
                let args: Vec<Value> = args.iter().map(|&arg| self.eval_type(unit, arg)).collect();
                with_args(&base, &args.into())
            }
            Expr::Union(parts) => union_of(list(parts)),
            Expr::Tuple(parts) => Value::Tuple(list(parts).into()),
            Expr::Part { of, index } => part(&self.eval(unit, *of), *index as usize),
            Expr::Element { of } => {
                let of = self.eval(unit, *of);
                self.element(&of)
            }
            Expr::Await { of } => awaited(&self.eval(unit, *of)),
            Expr::Unwrap { of } => unwrapped(&self.eval(unit, *of)),
            Expr::Enter { of } => {
                let of = self.eval(unit, *of);
                self.entered(&of)
            }
            Expr::TypeOf { of } => self.eval(unit, *of),
            Expr::Literal(kind) => literal(unit.language(), *kind),
            Expr::Symbol(symbol) => self.symbol_value(Def { file: unit.file, symbol: *symbol }),
            Expr::Lambda { returns } => {
                Value::Lambda(Rc::new(union_of(returns.iter().map(|&value| self.eval(unit, value)).collect())))
            }
        }
    }

    fn name_value(&self, unit: &'w Unit, sought: Sought<'_>) -> Value {
        if let Some(Hit::Bindings(bindings)) = self.find(unit, sought) {
            return self.bindings_value(unit, &bindings, sought);
        }
        let targets = self.name_targets(unit, sought);
        union_of(targets.iter().map(|target| self.target_value(target)).collect())
    }

    /// Several assignments: if the nearest one before the use says nothing, nothing is known; else any of them.
    fn bindings_value(&self, unit: &'w Unit, bindings: &[u32], sought: Sought<'_>) -> Value {
        if bindings.len() > 1 && sought.at != u32::MAX {
            let before = bindings.iter().copied().rfind(|&b| unit.binding(b).at < sought.at);
            if let Some(nearest) = before
                && self.binding_value(unit, nearest, sought.space).is_unknown()
            {
                return Value::Unknown;
            }
        }
        union_of(bindings.iter().map(|&binding| self.binding_value(unit, binding, sought.space)).collect())
    }

    fn binding_value(&self, unit: &'w Unit, binding: u32, space: Space) -> Value {
        let bound = unit.binding(binding);
        match bound.kind {
            BindingKind::Symbol(symbol) => {
                let symbol_kind = unit.symbol(symbol).kind;
                if let (SymbolKind::Variable | SymbolKind::Constant, Some(value)) = (symbol_kind, bound.value)
                    && unit.symbol(symbol).ty.is_none()
                    && unit.symbol(symbol).value != Some(value)
                {
                    return self.eval(unit, value);
                }
                self.symbol_value(Def { file: unit.file, symbol })
            }
            BindingKind::Import { .. } => {
                let mut targets = self.binding_targets(unit, binding, space);
                if targets.is_empty() {
                    targets = self.binding_targets(unit, binding, Space::of_type(unit.language()));
                }
                union_of(targets.iter().map(|target| self.target_value(target)).collect())
            }
            BindingKind::TypeParameter => Value::Parameter(unit.facts.text(bound.name).into())
                .bounded(|| bound.ty.map_or(Value::Unknown, |ty| self.eval_type(unit, ty))),
            _ => {
                if let Some(ty) = bound.ty {
                    let ty = self.eval_type(unit, ty);
                    let declared = self.instance_of(&ty);
                    if !declared.is_unknown() {
                        return declared;
                    }
                }
                bound.value.map_or(Value::Unknown, |value| self.eval(unit, value))
            }
        }
    }

    /// The value of what a name means.
    pub(crate) fn target_value(&self, target: &Target) -> Value {
        match target {
            Target::Symbol(def) => self.symbol_value(*def),
            Target::File(file) => Value::Module(*file),
            Target::Folder(folder) => Value::Package(folder.clone()),
            Target::External(name) => Value::External(name.clone(), no_args()),
            Target::Local => Value::Unknown,
        }
    }

    /// The value a definition stands for when it is named.
    pub(crate) fn symbol_value(&self, def: Def) -> Value {
        let Some(unit) = self.unit(def.file) else { return Value::Unknown };
        let symbol = unit.symbol(def.symbol);
        match symbol.kind {
            SymbolKind::Function | SymbolKind::Method => Value::Function(def, None),
            SymbolKind::Class | SymbolKind::Interface | SymbolKind::Struct | SymbolKind::Trait | SymbolKind::Enum => {
                Value::Type(def, no_args())
            }
            SymbolKind::TypeAlias => self.alias_value(unit, def),
            SymbolKind::EnumMember => match symbol.parent {
                Some(parent) if symbol.params.is_empty() => {
                    Value::Instance(Def { file: def.file, symbol: parent }, no_args())
                }
                Some(parent) => {
                    Value::Lambda(Rc::new(Value::Instance(Def { file: def.file, symbol: parent }, no_args())))
                }
                None => Value::Unknown,
            },
            SymbolKind::Module => self.module_of_symbol(def).map_or(Value::Type(def, no_args()), Value::Module),
            SymbolKind::Macro => Value::Unknown,
            SymbolKind::Field | SymbolKind::Property | SymbolKind::Constant | SymbolKind::Variable => {
                self.variable_value(unit, def)
            }
        }
    }

    fn alias_value(&self, unit: &'w Unit, def: Def) -> Value {
        let symbol = unit.symbol(def.symbol);
        // An alias with members of its own (an object type), or with methods (a Go defined type), is a type itself.
        let has_members = symbol.body.is_some() || unit.language() == Language::Go;
        match symbol.ty {
            Some(ty) if !has_members => self.eval_type(unit, ty),
            _ => Value::Type(def, no_args()),
        }
    }

    fn variable_value(&self, unit: &'w Unit, def: Def) -> Value {
        let symbol = unit.symbol(def.symbol);
        if let Some(ty) = symbol.ty {
            let ty = self.eval_type(unit, ty);
            let declared = self.instance_of(&ty);
            if !declared.is_unknown() {
                return if symbol.flags.has(SymbolFlags::ACCESSOR) { declared.clone() } else { declared };
            }
        }
        if symbol.flags.has(SymbolFlags::ACCESSOR) && !symbol.returns.is_empty() {
            return union_of(symbol.returns.iter().map(|&value| self.eval(unit, value)).collect());
        }
        if symbol.body.is_some() && !symbol.flags.has(SymbolFlags::ACCESSOR) {
            // An object literal with recorded members is an instance of itself.
            return Value::Instance(def, no_args());
        }
        symbol.value.map_or(Value::Unknown, |value| self.eval(unit, value))
    }

    /// An instance of a type; values that are not types stay what they are.
    #[expect(clippy::self_only_used_in_recursion, reason = "reads like the other questions to the resolver")]
    pub(crate) fn instance_of(&self, ty: &Value) -> Value {
        match ty {
            Value::Type(def, args) => Value::Instance(*def, args.clone()),
            Value::External(name, args) => {
                if let Some(inner) = transparent(name, args) {
                    return self.instance_of(&inner);
                }
                Value::ExternalInstance(name.clone(), args.clone())
            }
            Value::Tuple(parts) => Value::Tuple(parts.iter().map(|part| self.instance_of(part)).collect()),
            Value::Union(parts) => {
                let types: Vec<Value> = parts.iter().filter(|part| is_type(part)).cloned().collect();
                let chosen = if types.is_empty() { parts.to_vec() } else { types };
                union_of(chosen.iter().map(|part| self.instance_of(part)).collect())
            }
            Value::Module(_) | Value::Package(_) | Value::Function(..) => Value::Unknown,
            other => other.clone(),
        }
    }

    /// The result of calling a value.
    pub(crate) fn call(&self, callee: &Value) -> Value {
        callee.map(|callee| match callee {
            Value::Type(def, args) => Value::Instance(*def, args.clone()),
            Value::Function(def, receiver) => self.returned(*def, receiver.as_deref()),
            Value::Lambda(returned) => (**returned).clone(),
            Value::External(name, args) => external_call(name, args),
            Value::Instance(def, _) => match self.type_members(*def, "__call__", Space::Any).first() {
                Some(&method) => self.returned(method, Some(callee)),
                None => Value::Unknown,
            },
            _ => Value::Unknown,
        })
    }

    fn returned(&self, def: Def, receiver: Option<&Value>) -> Value {
        let key = def;
        if !self.returning.borrow_mut().insert(key) {
            return Value::Unknown;
        }
        let value = self.returned_fresh(def, receiver);
        self.returning.borrow_mut().remove(&key);
        value
    }

    fn returned_fresh(&self, def: Def, receiver: Option<&Value>) -> Value {
        let Some(unit) = self.unit(def.file) else { return Value::Unknown };
        let symbol = unit.symbol(def.symbol);
        if symbol.flags.has(SymbolFlags::CONSTRUCTOR)
            && let Some(parent) = symbol.parent
            && unit.language() != Language::Python
        {
            return Value::Instance(Def { file: def.file, symbol: parent }, no_args());
        }
        let returns: Vec<ExprIx> = symbol.ty.into_iter().chain(symbol.returns.iter().copied()).collect();
        let own = |expr: ExprIx| matches!(unit.facts.exprs[expr.ix()], Expr::This { .. } | Expr::Class { .. });
        let value = if let Some(ty) = symbol.ty {
            if own(ty)
                && let Some(receiver) = receiver
            {
                self.instance_of(receiver)
            } else {
                let ty = self.eval_type(unit, ty);
                self.instance_of(&ty)
            }
        } else {
            let parts = returns.iter().map(|&value| match receiver {
                Some(receiver) if own(value) => receiver.clone(),
                _ => self.eval(unit, value),
            });
            let parts: Vec<Value> = parts.collect();
            // One return of which nothing is known spoils the rest: the caller may get that one.
            if parts.iter().any(Value::is_unknown) { Value::Unknown } else { union_of(parts) }
        };
        let declared_generator = symbol.flags.has(SymbolFlags::GENERATOR) && symbol.ty.is_none();
        let value = substituted(&value, unit, def.symbol, receiver, self);
        if declared_generator {
            return Value::Unknown;
        }
        let wraps = symbol.flags.has(SymbolFlags::ASYNC)
            && matches!(unit.language(), Language::Python | Language::Rust)
            || symbol.flags.has(SymbolFlags::ASYNC) && symbol.ty.is_none();
        if wraps { Value::ExternalInstance("Awaitable".into(), Rc::from([value])) } else { value }
    }

    /// What iterating or subscripting gives; iterators that give each other without end give nothing.
    fn element(&self, of: &Value) -> Value {
        if self.depth.get() >= MAX_DEPTH {
            return Value::Unknown;
        }
        self.depth.set(self.depth.get() + 1);
        let value = self.element_of(of);
        self.depth.set(self.depth.get() - 1);
        value
    }

    fn element_of(&self, of: &Value) -> Value {
        of.map(|of| match of {
            Value::ExternalInstance(name, args) => element_of_external(name, args),
            Value::Tuple(parts) => Value::union(parts.iter().cloned()),
            // Go: `f[T]` picks an instance of a generic function.
            Value::Function(..) => of.clone(),
            Value::Instance(def, _) => {
                let next = ["__getitem__", "__next__", "__iter__"].iter().find_map(|method| {
                    self.type_members(*def, method, Space::Any)
                        .first()
                        .map(|&found| (*method, self.returned(found, Some(of))))
                });
                match next {
                    Some(("__getitem__" | "__next__", value)) => value,
                    Some((_, value)) => self.element(&value),
                    None => self.underlying(*def).map_or(Value::Unknown, |value| self.element(&value)),
                }
            }
            _ => Value::Unknown,
        })
    }

    /// Go: what a defined type (`type X []Y`) is made of.
    fn underlying(&self, def: Def) -> Option<Value> {
        let unit = self.unit(def.file)?;
        let symbol = unit.symbol(def.symbol);
        if symbol.kind != SymbolKind::TypeAlias || unit.language() != Language::Go {
            return None;
        }
        let ty = self.eval_type(unit, symbol.ty?);
        Some(self.instance_of(&ty))
    }

    fn entered(&self, of: &Value) -> Value {
        of.map(|of| match of {
            Value::Instance(def, _) => {
                let methods = self.type_members(*def, "__enter__", Space::Any);
                let methods =
                    if methods.is_empty() { self.type_members(*def, "__aenter__", Space::Any) } else { methods };
                methods.first().map_or(Value::Unknown, |&method| awaited(&self.returned(method, Some(of))))
            }
            _ => Value::Unknown,
        })
    }

    /// The value of `value.name`.
    fn member_value(&self, base: &Value, name: &str, space: Space, from: &'w Unit) -> Value {
        match self.members(base, name, space, from) {
            Found::Targets(targets) => {
                let values = targets.iter().map(|target| match (target, self.target_value(target)) {
                    (Target::Symbol(def), Value::Function(..)) => {
                        if self.is_accessor(*def) {
                            return self.returned(*def, Some(base));
                        }
                        Value::Function(*def, Some(Rc::new(base.clone())))
                    }
                    (Target::Symbol(def), value) => match self.unit(def.file) {
                        Some(unit) => substituted(&value, unit, def.symbol, Some(base), self),
                        None => value,
                    },
                    (_, value) => value,
                });
                union_of(values.collect())
            }
            Found::External(name) => Value::External(name, no_args()),
            Found::Inherited => Value::Unknown,
            Found::Unknown => external_member(base, name),
            Found::Nothing => Value::Unknown,
        }
    }

    fn is_accessor(&self, def: Def) -> bool {
        self.unit(def.file).is_some_and(|unit| unit.symbol(def.symbol).flags.has(SymbolFlags::ACCESSOR))
    }

    /// The class or impl target that a scope lies in.
    pub(crate) fn class_of_scope(&self, unit: &'w Unit, scope: ScopeIx) -> Option<Def> {
        match self.class_value(unit, scope) {
            Value::Type(def, _) => Some(def),
            _ => None,
        }
    }

    fn class_value(&self, unit: &'w Unit, scope: ScopeIx) -> Value {
        let mut here = Some(scope);
        while let Some(ix) = here {
            let info = &unit.facts.scopes[ix.ix()];
            if let Some(of) = info.self_type {
                return self.eval_type(unit, of);
            }
            if info.kind == ScopeKind::Class
                && let Some(owner) = info.owner
            {
                return Value::Type(Def { file: unit.file, symbol: owner }, no_args());
            }
            here = info.parent;
        }
        Value::Unknown
    }

    fn this(&self, unit: &'w Unit, scope: ScopeIx) -> Value {
        let class = self.class_value(unit, scope);
        self.instance_of(&class)
    }

    fn super_value(&self, unit: &'w Unit, scope: ScopeIx) -> Value {
        let Some(class) = self.class_of_scope(unit, scope) else { return Value::Unknown };
        let Some(unit) = self.unit(class.file) else { return Value::Unknown };
        let bases = unit.symbol(class.symbol).bases.clone();
        let bases = bases.iter().map(|&base| {
            let base = self.eval_type(unit, base);
            self.instance_of(&base)
        });
        // Like a search through the parents in order: the first that has the member wins, see `members`.
        Value::Tuple(bases.collect::<Vec<_>>().into()).into_super()
    }
}

impl Value {
    fn bounded(self, bound: impl FnOnce() -> Value) -> Value {
        match bound() {
            Value::Unknown => self,
            bound => bound,
        }
    }

    fn into_super(self) -> Value {
        match self {
            Value::Tuple(parts) if parts.is_empty() => Value::Unknown,
            Value::Tuple(parts) if parts.len() == 1 => parts[0].clone(),
            Value::Tuple(parts) => Value::ExternalInstance("super".into(), parts),
            other => other,
        }
    }
}

/// A union in which one unknown part leaves the known ones standing.
pub(crate) fn union_of(parts: Vec<Value>) -> Value {
    Value::union(parts.into_iter().filter(|part| !part.is_unknown()))
}

fn is_type(value: &Value) -> bool {
    matches!(value, Value::Type(..) | Value::External(..) | Value::Tuple(_) | Value::Parameter(_))
}
