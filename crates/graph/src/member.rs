//! Members of values: `value.name` to the definitions it may mean, along the inheritance chain.

use crate::module;
use crate::resolve::Resolver;
use crate::space::Space;
use crate::unit::Unit;
use crate::value::{Def, Target, Value};
use crate::world::last_name;
use std::rc::Rc;
use tribunal_domain::Language;
use tribunal_domain::facts::{Expr, ExprIx, Param, ScopeIx, SymbolFlags, SymbolIx, SymbolKind};

/// Ancestors followed at most; real hierarchies are far flatter.
const MAX_ANCESTORS: usize = 64;

/// What a member may mean.
#[derive(Debug)]
pub(crate) enum Found {
    /// These definitions.
    Targets(Vec<Target>),
    /// Something outside, by its name.
    External(Rc<str>),
    /// The type is known, it has no such member, but one of its ancestors lies outside.
    Inherited,
    /// The type is known to the end and has no such member.
    Nothing,
    /// The receiver is unknown.
    Unknown,
}

impl<'w> Resolver<'w> {
    /// What `value.name` means in `space`, seen from `from`.
    pub(crate) fn members(&self, value: &Value, name: &str, space: Space, from: &'w Unit) -> Found {
        match value {
            Value::Unknown | Value::None | Value::Parameter(_) | Value::Lambda(_) | Value::Tuple(_) => Found::Unknown,
            Value::Module(file) => self.of_module(&Target::File(*file), name, space, from),
            Value::Package(folder) => self.of_module(&Target::Folder(folder.clone()), name, space, from),
            Value::Type(def, _) | Value::Instance(def, _) => self.of_type(*def, name, space, from),
            Value::Function(..) => Found::Unknown,
            Value::External(outside, _) => Found::External(format!("{outside}.{name}").into()),
            Value::ExternalInstance(outside, parents) if &**outside == "super" => {
                self.of_parents(parents, name, space, from)
            }
            // A value of an outside type: its members are outside, too; `eval` knows some of what they give.
            Value::ExternalInstance(..) => Found::Unknown,
            Value::Union(parts) => self.of_union(parts, name, space, from),
        }
    }

    fn of_module(&self, module: &Target, name: &str, space: Space, from: &'w Unit) -> Found {
        let mut targets = module::member(self, module, name, space, from);
        if targets.is_empty()
            && let Some(space) = space.fallback(from.language(), name)
        {
            targets = module::member(self, module, name, space, from);
        }
        match targets.as_slice() {
            [] => Found::Nothing,
            [Target::External(name)] => Found::External(name.clone()),
            _ => Found::Targets(targets),
        }
    }

    fn of_parents(&self, parents: &[Value], name: &str, space: Space, from: &'w Unit) -> Found {
        let mut outside = false;
        for parent in parents {
            match self.members(parent, name, space, from) {
                Found::Targets(targets) => return Found::Targets(targets),
                Found::Nothing => {}
                _ => outside = true,
            }
        }
        if outside { Found::Inherited } else { Found::Nothing }
    }

    fn of_union(&self, parts: &[Value], name: &str, space: Space, from: &'w Unit) -> Found {
        let mut targets = Vec::new();
        let mut last = Found::Unknown;
        for part in parts {
            match self.members(part, name, space, from) {
                Found::Targets(more) => crate::lookup::extend_unique(&mut targets, more),
                other => last = other,
            }
        }
        if targets.is_empty() { last } else { Found::Targets(targets) }
    }

    fn of_type(&self, def: Def, name: &str, space: Space, from: &'w Unit) -> Found {
        if let Some(unit) = self.unit(def.file)
            && unit.symbol(def.symbol).kind == SymbolKind::Module
        {
            let target = Target::Symbol(def);
            return self.of_module(&target, name, space, from);
        }
        let found = self.type_members(def, name, space);
        if !found.is_empty() {
            return Found::Targets(found.into_iter().map(Target::Symbol).collect());
        }
        if self.ancestors(def).1 { Found::Nothing } else { Found::Inherited }
    }

    /// The members called `name` of a type or the nearest ancestor that has any; of Java's methods all overloads.
    pub(crate) fn type_members(&self, def: Def, name: &str, space: Space) -> Vec<Def> {
        let (ancestors, _) = &*self.ancestors(def);
        let language = self.world.language(def.file).unwrap_or(Language::Python);
        if language == Language::Java && space == Space::Call {
            let mut found = self.overloads(Vec::new(), ancestors, name);
            // `outer.new Inner()` and `Outer.Inner::new` name a type.
            found.extend(self.nearest_members(ancestors, name, Space::Type));
            return found;
        }
        let found = self.nearest_members(ancestors, name, space);
        match space.fallback(language, name) {
            Some(space) if found.is_empty() => self.nearest_members(ancestors, name, space),
            _ => found,
        }
    }

    fn nearest_members(&self, line: &[Def], name: &str, space: Space) -> Vec<Def> {
        line.iter()
            .map(|&ancestor| self.own_members(ancestor, name, space))
            .find(|own| !own.is_empty())
            .unwrap_or_default()
    }

    /// Java: `nearest` and the methods of `line`, nearest first, that nothing before them overrides.
    pub(crate) fn overloads(&self, nearest: Vec<Def>, line: &[Def], name: &str) -> Vec<Def> {
        let mut found = nearest;
        for &ancestor in line {
            let mut own = self.own_members(ancestor, name, Space::Call);
            own.retain(|&farther| !found.iter().any(|&nearer| self.hides(nearer, farther)));
            found.extend(own);
        }
        found
    }

    /// Java: whether a method overrides one of an ancestor: as many parameters, of the same types as far as written.
    fn hides(&self, nearer: Def, farther: Def) -> bool {
        if nearer == farther {
            return true;
        }
        let (Some(near), Some(far)) = (self.unit(nearer.file), self.unit(farther.file)) else { return false };
        let (one, other) = (&near.symbol(nearer.symbol).params, &far.symbol(farther.symbol).params);
        let same = |(one, other): (&Param, &Param)| match (one.ty, other.ty) {
            (Some(one), Some(other)) => {
                is_type_parameter(far, farther.symbol, other) || same_type(near, one, far, other)
            }
            _ => true,
        };
        one.len() == other.len() && one.iter().zip(other).all(same)
    }

    /// The members a type has itself.
    pub(crate) fn own_members(&self, def: Def, name: &str, space: Space) -> Vec<Def> {
        let Some(unit) = self.unit(def.file) else { return Vec::new() };
        let mut found: Vec<Def> = unit
            .members_of(def.symbol, name)
            .iter()
            .filter(|&&member| unit.symbol(member).parent == Some(def.symbol))
            .filter(|&&member| is_member(unit, def, unit.symbol(member).scope))
            .filter(|&&member| space.holds(unit, unit.symbol(member)) && can_be_named(unit, member))
            .map(|&symbol| Def { file: def.file, symbol })
            .collect();
        match unit.language() {
            Language::Rust => self.rust_impls(unit, def, (name, space), &mut found),
            Language::Go => self.go_methods(unit, def, name, &mut found),
            _ => {}
        }
        found.sort_unstable();
        found.dedup();
        prefer_declared(self, found)
    }

    /// Members of `impl` blocks anywhere in the crate.
    fn rust_impls(&self, unit: &Unit, def: Def, (name, space): (&str, Space), found: &mut Vec<Def>) {
        let type_name = unit.name(def.symbol);
        self.reads.record(crate::reads::impl_key(type_name.as_bytes()));
        for &(file, symbol) in self.world.impls(type_name) {
            let Some(other) = self.unit(file) else { continue };
            if other.name(symbol) != name || !space.holds(other, other.symbol(symbol)) {
                continue;
            }
            let Some(of) = other.symbol(symbol).impl_of else { continue };
            if let Value::Type(target, _) = self.eval_type(other, of)
                && target == def
            {
                found.push(Def { file, symbol });
            }
        }
    }

    /// Methods of a type may stand in any file of its package.
    fn go_methods(&self, unit: &Unit, def: Def, name: &str, found: &mut Vec<Def>) {
        let type_name = unit.name(def.symbol).to_owned();
        for file in self.folder(self.world.path(def.file).folder().to_vec().as_slice()) {
            if self.world.language(file) != Some(Language::Go) {
                continue;
            }
            let Some(other) = self.unit(file) else { continue };
            // Most files of a package do not have the name at all.
            let Some(text) = other.text_of(name) else { continue };
            let named = other.symbols_in(ScopeIx::FILE).iter().filter(|&&it| other.symbol(it).name == text);
            for &binding in named {
                let of = other.symbol(binding).impl_of.and_then(|of| last_name(&other.facts, of));
                if of.as_deref() == Some(&*type_name) {
                    found.push(Def { file, symbol: binding });
                }
            }
        }
    }

    /// A type and its ancestors, nearest first, and whether all of them are known.
    pub(crate) fn ancestors(&self, def: Def) -> Rc<(Vec<Def>, bool)> {
        if let Some(known) = self.lineages.borrow().get(&def) {
            return known.clone();
        }
        // Also ends classes that inherit from themselves.
        self.lineages.borrow_mut().insert(def, Rc::new((vec![def], false)));
        let lineage = Rc::new(self.linearised(def));
        self.lineages.borrow_mut().insert(def, lineage.clone());
        lineage
    }

    fn linearised(&self, def: Def) -> (Vec<Def>, bool) {
        let Some(unit) = self.unit(def.file) else { return (vec![def], false) };
        let mut complete = true;
        let mut chains: Vec<Vec<Def>> = Vec::new();
        let mut direct = Vec::new();
        let language = unit.language();
        for &base in &unit.symbol(def.symbol).bases {
            let value = self.eval_type(unit, base);
            match self.instance_of(&value) {
                Value::Instance(parent, _) => {
                    let lineage = self.ancestors(parent);
                    complete &= lineage.1;
                    chains.push(lineage.0.clone());
                    direct.push(parent);
                }
                Value::ExternalInstance(name, _) if is_plain_root(language, &name) => {}
                Value::Union(parts) => {
                    for part in parts.iter() {
                        if let Value::Instance(parent, _) = part {
                            chains.push(self.ancestors(*parent).0.clone());
                            direct.push(*parent);
                        }
                    }
                    complete = false;
                }
                _ => complete = false,
            }
        }
        if language == Language::Rust {
            complete = false; // Traits implemented elsewhere may add members.
        }
        chains.push(direct);
        let mut line = vec![def];
        line.extend(merge(chains));
        line.truncate(MAX_ANCESTORS);
        (line, complete)
    }
}

/// C3's merge; where no order satisfies all, the first head is taken.
fn merge(mut chains: Vec<Vec<Def>>) -> Vec<Def> {
    let mut merged = Vec::new();
    loop {
        chains.retain(|chain| !chain.is_empty());
        let Some(first) = chains.first() else { return merged };
        let free = |candidate: &Def| !chains.iter().any(|chain| chain[1..].contains(candidate));
        let next = chains.iter().map(|chain| chain[0]).find(free).unwrap_or(first[0]);
        for chain in &mut chains {
            chain.retain(|def| *def != next);
        }
        merged.push(next);
    }
}

/// Members stand in the type's own body, not in the body of one of its methods.
fn is_member(unit: &Unit, def: Def, scope: ScopeIx) -> bool {
    let body = unit.symbol(def.symbol).body;
    body.is_none() || body == Some(scope) || unit.facts.scopes[scope.ix()].owner != Some(def.symbol) || {
        unit.facts.scopes[scope.ix()].kind != tribunal_domain::facts::ScopeKind::Function
    }
}

/// Java: only `new` reaches a constructor, and it names the class.
fn can_be_named(unit: &Unit, member: SymbolIx) -> bool {
    unit.language() != Language::Java || !unit.symbol(member).flags.has(SymbolFlags::CONSTRUCTOR)
}

/// Whether a written type is a type parameter of a method or of the class around it.
fn is_type_parameter(unit: &Unit, method: SymbolIx, ty: ExprIx) -> bool {
    let Expr::Name { name, .. } = &unit.facts.exprs[ty.ix()] else { return false };
    let symbol = unit.symbol(method);
    let around = symbol.parent.map(|parent| &unit.symbol(parent).type_params);
    symbol.type_params.iter().chain(around.into_iter().flatten()).any(|parameter| parameter.name == *name)
}

/// Whether two written types have the same erasure, as far as their last names tell.
fn same_type(one: &Unit, ty: ExprIx, other: &Unit, with: ExprIx) -> bool {
    let (name, other_name) = (last_name(&one.facts, ty), last_name(&other.facts, with));
    if name != other_name {
        return false;
    }
    match (&one.facts.exprs[ty.ix()], &other.facts.exprs[with.ix()]) {
        (Expr::Generic { args, .. }, Expr::Generic { args: with, .. }) if name.as_deref() == Some("[]") => {
            args.iter().zip(with).all(|(&arg, &with)| same_type(one, arg, other, with))
        }
        _ => true,
    }
}

/// Whether a language declares things ahead of their definition, so that a declaration steps back behind it.
pub(crate) fn declares_ahead(language: Language) -> bool {
    !matches!(language, Language::Java | Language::Go | Language::Rust)
}

fn is_plain_root(language: Language, name: &str) -> bool {
    match language {
        Language::Python => {
            matches!(name, "object" | "Generic" | "typing.Generic" | "Protocol" | "typing.Protocol" | "ABC" | "abc.ABC")
        }
        Language::Java => name == "Object",
        _ => false,
    }
}

/// A declared member hides the same one known only by assignment; the implementation hides its overload signatures;
/// a getter stands for its setter.
fn prefer_declared(cx: &Resolver<'_>, found: Vec<Def>) -> Vec<Def> {
    if found.len() < 2 {
        return found;
    }
    let flags = |def: &Def| cx.unit(def.file).map(|unit| unit.symbol(def.symbol).flags).unwrap_or_default();
    // Which of TypeScript's overload signatures is meant depends on the call; see `resolve`.
    let language = found.first().and_then(|def| cx.world.language(def.file));
    let ahead = language.is_some_and(|language| language.family() != Language::TypeScript && declares_ahead(language));
    let hidden: &[SymbolFlags] =
        if ahead { &[SymbolFlags::IMPLICIT, SymbolFlags::ABSTRACT] } else { &[SymbolFlags::IMPLICIT] };
    for &hidden in hidden {
        let kept: Vec<Def> = found.iter().filter(|def| !flags(def).has(hidden)).copied().collect();
        if !kept.is_empty() && kept.len() < found.len() {
            return prefer_declared(cx, kept);
        }
    }
    if found.iter().all(|def| flags(def).has(SymbolFlags::ACCESSOR)) {
        return found[..1].to_vec();
    }
    found
}
