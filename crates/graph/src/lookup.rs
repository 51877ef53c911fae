//! From a bare name to what it is bound to: scopes outwards first, then what the language adds to a file.

use crate::resolve::Resolver;
use crate::unit::Unit;
use crate::value::{Def, Target};
use crate::{builtins, module};
use tribunal_domain::Language;
use tribunal_domain::facts::{BindingKind, ScopeIx, ScopeKind};

impl<'w> Resolver<'w> {
    /// What a bare name means at a place. Empty: nothing binds it.
    pub(crate) fn name_targets(&self, unit: &'w Unit, scope: ScopeIx, name: &str, at: u32) -> Vec<Target> {
        if let Some(bindings) = self.find_bindings(unit, scope, name, at) {
            let mut targets = Vec::new();
            for &binding in &bindings {
                extend_unique(&mut targets, self.binding_targets(unit, binding));
            }
            return targets;
        }
        let inherited = self.inherited_bare_name(unit, scope, name);
        if !inherited.is_empty() {
            return inherited;
        }
        let ambient = module::ambient(self, unit, scope, name);
        if !ambient.is_empty() {
            return ambient;
        }
        if builtins::contains(unit.language(), name) {
            return vec![Target::External(name.into())];
        }
        Vec::new()
    }

    /// The bindings of a name in the innermost scope that has any.
    pub(crate) fn find_bindings(&self, unit: &Unit, scope: ScopeIx, name: &str, at: u32) -> Option<Vec<u32>> {
        unit.text_of(name)?;
        let language = unit.language();
        let mut here = Some(scope);
        while let Some(ix) = here {
            let info = &unit.facts.scopes[ix.ix()];
            here = info.parent;
            // Python: the names of a class body are visible in that body alone.
            if language == Language::Python && info.kind == ScopeKind::Class && ix != scope {
                continue;
            }
            let bindings = unit.bindings_in(ix, name);
            if bindings.is_empty() {
                continue;
            }
            if in_order(language) && matches!(info.kind, ScopeKind::Function | ScopeKind::Block) {
                if let Some(last) = bindings.iter().copied().filter(|&b| unit.binding(b).at <= at).next_back() {
                    return Some(vec![last]);
                }
                continue;
            }
            match unit.binding(bindings[0]).kind {
                BindingKind::Global => {
                    let global = unit.bindings_in(ScopeIx::FILE, name);
                    return (!global.is_empty()).then(|| global.to_vec());
                }
                BindingKind::Nonlocal => continue,
                _ => return Some(bindings.to_vec()),
            }
        }
        None
    }

    /// What one binding means.
    pub(crate) fn binding_targets(&self, unit: &'w Unit, binding: u32) -> Vec<Target> {
        match unit.binding(binding).kind {
            BindingKind::Symbol(symbol) => vec![Target::Symbol(Def { file: unit.file, symbol })],
            BindingKind::Import { import, name } => self.import_targets(unit, import, name),
            _ => vec![Target::Local],
        }
    }

    /// Java and C++: a bare name may be a member of an enclosing class's ancestors.
    fn inherited_bare_name(&self, unit: &'w Unit, scope: ScopeIx, name: &str) -> Vec<Target> {
        if !matches!(unit.language(), Language::Java | Language::Cpp) {
            return Vec::new();
        }
        let mut here = Some(scope);
        while let Some(ix) = here {
            let info = &unit.facts.scopes[ix.ix()];
            here = info.parent;
            if info.kind != ScopeKind::Class {
                continue;
            }
            let Some(class) = self.class_of_scope(unit, ix) else { continue };
            let found = self.type_members(class, name, 0);
            if !found.is_empty() {
                return found.into_iter().map(Target::Symbol).collect();
            }
        }
        Vec::new()
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
