//! Members of values: `value.name` to the definitions it may mean, along the inheritance chain.

use crate::module;
use crate::resolve::Resolver;
use crate::unit::Unit;
use crate::value::{Def, Target, Value};
use std::rc::Rc;
use tribunal_domain::Language;
use tribunal_domain::facts::{ScopeIx, SymbolFlags, SymbolKind};

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
    /// What `value.name` means, seen from `from`.
    pub(crate) fn members(&self, value: &Value, name: &str, from: &'w Unit) -> Found {
        match value {
            Value::Unknown | Value::None | Value::Parameter(_) | Value::Lambda(_) | Value::Tuple(_) => Found::Unknown,
            Value::Module(file) => self.of_module(&Target::File(*file), name, from),
            Value::Package(folder) => self.of_module(&Target::Folder(folder.clone()), name, from),
            Value::Type(def, _) | Value::Instance(def, _) => self.of_type(*def, name, from),
            Value::Function(..) => Found::Unknown,
            Value::External(outside, _) => Found::External(format!("{outside}.{name}").into()),
            Value::ExternalInstance(outside, parents) if &**outside == "super" => self.of_parents(parents, name, from),
            // A value of an outside type: its members are outside, too; `eval` knows some of what they give.
            Value::ExternalInstance(..) => Found::Unknown,
            Value::Union(parts) => self.of_union(parts, name, from),
        }
    }

    fn of_module(&self, module: &Target, name: &str, from: &'w Unit) -> Found {
        let targets = module::member(self, module, name, from);
        match targets.as_slice() {
            [] => Found::Nothing,
            [Target::External(name)] => Found::External(name.clone()),
            _ => Found::Targets(targets),
        }
    }

    fn of_parents(&self, parents: &[Value], name: &str, from: &'w Unit) -> Found {
        let mut outside = false;
        for parent in parents {
            match self.members(parent, name, from) {
                Found::Targets(targets) => return Found::Targets(targets),
                Found::Nothing => {}
                _ => outside = true,
            }
        }
        if outside { Found::Inherited } else { Found::Nothing }
    }

    fn of_union(&self, parts: &[Value], name: &str, from: &'w Unit) -> Found {
        let mut targets = Vec::new();
        let mut last = Found::Unknown;
        for part in parts {
            match self.members(part, name, from) {
                Found::Targets(more) => crate::lookup::extend_unique(&mut targets, more),
                other => last = other,
            }
        }
        if targets.is_empty() { last } else { Found::Targets(targets) }
    }

    fn of_type(&self, def: Def, name: &str, from: &'w Unit) -> Found {
        if let Some(unit) = self.unit(def.file)
            && unit.symbol(def.symbol).kind == SymbolKind::Module
        {
            let target = Target::Symbol(def);
            return self.of_module(&target, name, from);
        }
        let found = self.type_members(def, name);
        if !found.is_empty() {
            return Found::Targets(found.into_iter().map(Target::Symbol).collect());
        }
        if self.ancestors(def).1 { Found::Nothing } else { Found::Inherited }
    }

    /// The members called `name` of a type or the nearest ancestor that has any.
    pub(crate) fn type_members(&self, def: Def, name: &str) -> Vec<Def> {
        let (ancestors, _) = &*self.ancestors(def);
        for &ancestor in ancestors {
            let own = self.own_members(ancestor, name);
            if !own.is_empty() {
                return own;
            }
        }
        Vec::new()
    }

    /// The members a type has itself.
    pub(crate) fn own_members(&self, def: Def, name: &str) -> Vec<Def> {
        let Some(unit) = self.unit(def.file) else { return Vec::new() };
        let mut found: Vec<Def> = unit
            .members_of(def.symbol, name)
            .iter()
            .filter(|&&member| unit.symbol(member).parent == Some(def.symbol))
            .filter(|&&member| is_member(unit, def, unit.symbol(member).scope))
            .map(|&symbol| Def { file: def.file, symbol })
            .collect();
        match unit.language() {
            Language::Rust => self.rust_impls(unit, def, name, &mut found),
            Language::Go => self.go_methods(unit, def, name, &mut found),
            _ => {}
        }
        found.sort_unstable();
        found.dedup();
        prefer_declared(self, found)
    }

    /// Members of `impl` blocks anywhere in the crate.
    fn rust_impls(&self, unit: &Unit, def: Def, name: &str, found: &mut Vec<Def>) {
        let type_name = unit.name(def.symbol);
        self.reads.record(crate::reads::impl_key(type_name.as_bytes()));
        for &(file, symbol) in self.world.impls(type_name) {
            let Some(other) = self.unit(file) else { continue };
            if other.name(symbol) != name {
                continue;
            }
            let Some(of) = other.symbol(symbol).impl_of else { continue };
            if let Value::Type(target, _) = self.eval(other, of)
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
            for &binding in other.symbols_in(ScopeIx::FILE) {
                let symbol = other.symbol(binding);
                let of = symbol.impl_of.and_then(|of| crate::world::last_name(&other.facts, of));
                if other.name(binding) == name && of.as_deref() == Some(&*type_name) {
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
            let value = self.eval(unit, base);
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
    let script = found
        .first()
        .is_some_and(|def| cx.world.language(def.file).map(Language::family) == Some(Language::TypeScript));
    let hidden: &[SymbolFlags] =
        if script { &[SymbolFlags::IMPLICIT] } else { &[SymbolFlags::IMPLICIT, SymbolFlags::ABSTRACT] };
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
