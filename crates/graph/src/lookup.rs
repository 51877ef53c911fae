//! From a bare name to what it is bound to: scopes outwards first, then what the language adds to a file.

use crate::resolve::Resolver;
use crate::space::{Space, separates};
use crate::unit::Unit;
use crate::value::{Def, Target};
use crate::{builtins, module};
use tribunal_domain::Language;
use tribunal_domain::facts::{BindingKind, ScopeIx, ScopeKind};

/// What the innermost scope that knows a name has to say.
pub(crate) enum Hit {
    /// These bindings.
    Bindings(Vec<u32>),
    /// Members of a class around the place, inherited ones too, or what two name spaces have.
    Targets(Vec<Target>),
}

/// A bare name at a place.
#[derive(Clone, Copy)]
pub(crate) struct Sought<'n> {
    /// The name.
    pub name: &'n str,
    /// The scope it is looked up from.
    pub scope: ScopeIx,
    /// Its byte offset.
    pub at: u32,
    /// Among what it is looked for.
    pub space: Space,
}

impl<'w> Resolver<'w> {
    /// What a bare name means at a place. Empty: nothing binds it.
    pub(crate) fn name_targets(&self, unit: &'w Unit, sought: Sought<'_>) -> Vec<Target> {
        match self.find(unit, sought) {
            Some(hit) => self.hit_targets(unit, hit, sought.space),
            None => self.unbound_targets(unit, sought),
        }
    }

    fn hit_targets(&self, unit: &'w Unit, hit: Hit, space: Space) -> Vec<Target> {
        match hit {
            Hit::Bindings(bindings) => {
                let space = if self.falls_back(unit, &bindings, space) { Space::Type } else { space };
                let mut targets = Vec::new();
                for &binding in &bindings {
                    extend_unique(&mut targets, self.binding_targets(unit, binding, space));
                }
                targets
            }
            Hit::Targets(targets) => targets,
        }
    }

    /// Whether bindings were found in the space that comes after `space`.
    fn falls_back(&self, unit: &'w Unit, bindings: &[u32], space: Space) -> bool {
        separates(unit.language()) && !bindings.iter().any(|&binding| self.admits(unit, binding, space))
    }

    /// What a name means that no scope binds.
    fn unbound_targets(&self, unit: &'w Unit, sought: Sought<'_>) -> Vec<Target> {
        let ambient = module::ambient(self, unit, sought);
        if !ambient.is_empty() {
            return ambient;
        }
        if let Some(plain) = sought.name.strip_suffix('!') {
            return self.macro_targets(unit, Sought { name: plain, ..sought });
        }
        if builtins::contains(unit.language(), sought.name) {
            return vec![Target::External(sought.name.into())];
        }
        Vec::new()
    }

    /// Rust: a macro of another file is imported without its `!`, or comes from an outside crate.
    fn macro_targets(&self, unit: &'w Unit, sought: Sought<'_>) -> Vec<Target> {
        if let Some(hit) = self.find(unit, sought) {
            return self.hit_targets(unit, hit, sought.space);
        }
        let known = builtins::contains(unit.language(), sought.name);
        if known { vec![Target::External(sought.name.into())] } else { Vec::new() }
    }

    /// What the innermost scope that knows the name has, in the name space it is looked for.
    pub(crate) fn find(&self, unit: &'w Unit, sought: Sought<'_>) -> Option<Hit> {
        let language = unit.language();
        let found = self.find_in(unit, sought);
        if language == Language::Java && sought.space == Space::Call {
            // `new Name()` names a type, `name()` a method; where both are in sight, either may be meant.
            let ty = self.find_in(unit, Sought { space: Space::Type, ..sought });
            return match (found, ty) {
                (Some(method), Some(ty)) => {
                    let mut targets = self.hit_targets(unit, method, Space::Call);
                    extend_unique(&mut targets, self.hit_targets(unit, ty, Space::Type));
                    Some(Hit::Targets(targets))
                }
                (one, other) => one.or(other),
            };
        }
        found.or_else(|| self.find_in(unit, Sought { space: sought.space.fallback(language, sought.name)?, ..sought }))
    }

    fn find_in(&self, unit: &'w Unit, sought: Sought<'_>) -> Option<Hit> {
        let language = unit.language();
        let inherits = matches!(language, Language::Java | Language::Cpp);
        if !inherits {
            unit.text_of(sought.name)?;
        }
        let mut here = Some(sought.scope);
        while let Some(ix) = here {
            let info = &unit.facts.scopes[ix.ix()];
            here = info.parent;
            // Python: the names of a class body are visible in that body alone.
            if language == Language::Python && info.kind == ScopeKind::Class && ix != sought.scope {
                continue;
            }
            match self.visible(unit, ix, info.kind, sought) {
                Seen::Bindings(bindings) if has_overloads(language, info.kind, sought) => {
                    return Some(Hit::Targets(self.overloads_at(unit, ix, &bindings, sought.name)));
                }
                Seen::Bindings(bindings) => return Some(Hit::Bindings(bindings)),
                Seen::Global => {
                    let global = unit.bindings_in(ScopeIx::FILE, sought.name);
                    return (!global.is_empty()).then(|| Hit::Bindings(global.to_vec()));
                }
                Seen::Nothing => {}
            }
            if inherits
                && info.kind == ScopeKind::Class
                && let Some(class) = self.class_of_scope(unit, ix)
            {
                let found = self.type_members(class, sought.name, sought.space);
                if !found.is_empty() {
                    return Some(Hit::Targets(found.into_iter().map(Target::Symbol).collect()));
                }
            }
            // Rust: an inner module does not see the names of the module around it, macros excepted.
            if language == Language::Rust && info.kind == ScopeKind::Module && !sought.name.ends_with('!') {
                return None;
            }
        }
        None
    }

    /// Java: the methods bound in a class body with the ones of the same name that it inherits.
    fn overloads_at(&self, unit: &'w Unit, scope: ScopeIx, bindings: &[u32], name: &str) -> Vec<Target> {
        let own = bindings.iter().filter_map(|&binding| match unit.binding(binding).kind {
            BindingKind::Symbol(symbol) => Some(Def { file: unit.file, symbol }),
            _ => None,
        });
        let lineage = self.class_of_scope(unit, scope).map(|class| self.ancestors(class));
        let found = self.overloads(own.collect(), lineage.as_ref().map_or(&[], |line| &line.0), name);
        found.into_iter().map(Target::Symbol).collect()
    }

    /// What one binding means in `space`.
    pub(crate) fn binding_targets(&self, unit: &'w Unit, binding: u32, space: Space) -> Vec<Target> {
        match unit.binding(binding).kind {
            BindingKind::Symbol(symbol) => vec![Target::Symbol(Def { file: unit.file, symbol })],
            BindingKind::Import { import, name } => {
                let targets = self.import_targets(unit, import, name, space);
                self.in_space(unit, import, targets, space)
            }
            _ => vec![Target::Local],
        }
    }

    /// The bindings of a name in one scope that hold at the place of use.
    fn visible(&self, unit: &'w Unit, scope: ScopeIx, kind: ScopeKind, sought: Sought<'_>) -> Seen {
        let language = unit.language();
        let bindings = unit.bindings_in(scope, sought.name).iter().copied();
        let bindings: Vec<u32> = bindings.filter(|&binding| self.admits(unit, binding, sought.space)).collect();
        let Some(&first) = bindings.first() else { return Seen::Nothing };
        if in_order(language) && matches!(kind, ScopeKind::Function | ScopeKind::Block) {
            return latest(unit, bindings, sought.at);
        }
        if language == Language::Lua {
            return in_lua(unit, bindings, sought.at);
        }
        match unit.binding(first).kind {
            BindingKind::Global => Seen::Global,
            BindingKind::Nonlocal => Seen::Nothing,
            _ => Seen::Bindings(bindings),
        }
    }
}

/// Whether what a scope binds may be one of several overloads, some of them inherited.
fn has_overloads(language: Language, kind: ScopeKind, sought: Sought<'_>) -> bool {
    language == Language::Java && kind == ScopeKind::Class && sought.space == Space::Call
}

enum Seen {
    Bindings(Vec<u32>),
    Global,
    Nothing,
}

/// The last binding before the place of use. Rust's items hold in their whole block, behind its variables; several of
/// one name exclude each other by `cfg`.
fn latest(unit: &Unit, bindings: Vec<u32>, at: u32) -> Seen {
    let local = |b: u32| matches!(unit.binding(b).kind, BindingKind::Local | BindingKind::Parameter);
    let rust = unit.language() == Language::Rust;
    let last = bindings.iter().copied().rfind(|&b| unit.binding(b).at <= at && (!rust || local(b)));
    match last {
        Some(last) => Seen::Bindings(vec![last]),
        None if rust => {
            let items: Vec<u32> = bindings.into_iter().filter(|&b| !local(b)).collect();
            if items.is_empty() { Seen::Nothing } else { Seen::Bindings(items) }
        }
        None => Seen::Nothing,
    }
}

/// Lua: a local holds from its declaration on, in functions and in files; a global, whose binding is at 0, everywhere.
fn in_lua(unit: &Unit, mut bindings: Vec<u32>, at: u32) -> Seen {
    bindings.retain(|&binding| unit.binding(binding).at <= at);
    match bindings.last() {
        None => Seen::Nothing,
        Some(&last) if unit.binding(last).at > 0 => Seen::Bindings(vec![last]),
        Some(_) => Seen::Bindings(bindings),
    }
}

/// Languages where a local holds from its declaration on, and a later one of the same name hides it.
fn in_order(language: Language) -> bool {
    matches!(language, Language::Rust | Language::Go | Language::Java | Language::C | Language::Cpp)
}

pub(crate) fn extend_unique(targets: &mut Vec<Target>, more: Vec<Target>) {
    for target in more {
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
}
