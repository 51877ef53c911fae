//! From a bare name to what it is bound to: scopes outwards first, then what the language adds to a file.

use crate::resolve::Resolver;
use crate::unit::Unit;
use crate::value::{Def, Target};
use crate::{builtins, module};
use tribunal_domain::Language;
use tribunal_domain::facts::{BindingKind, Role, ScopeIx, ScopeKind};

/// What the innermost scope that knows a name has to say.
pub(crate) enum Hit {
    /// These bindings.
    Bindings(Vec<u32>),
    /// Members that a class around the place inherits.
    Members(Vec<Def>),
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
    /// What it is used for; `None` if that is not known.
    pub role: Option<Role>,
}

impl<'w> Resolver<'w> {
    /// What a bare name means at a place. Empty: nothing binds it.
    pub(crate) fn name_targets(&self, unit: &'w Unit, sought: Sought<'_>) -> Vec<Target> {
        match self.find(unit, sought) {
            Some(Hit::Bindings(bindings)) => {
                let mut targets = Vec::new();
                for &binding in &bindings {
                    extend_unique(&mut targets, self.binding_targets(unit, binding));
                }
                return targets;
            }
            Some(Hit::Members(members)) => return members.into_iter().map(Target::Symbol).collect(),
            None => {}
        }
        let ambient = module::ambient(self, unit, sought.scope, sought.name);
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
        if let Some(Hit::Bindings(bindings)) = self.find(unit, sought) {
            let imports = bindings.iter().filter(|&&b| matches!(unit.binding(b).kind, BindingKind::Import { .. }));
            let mut targets = Vec::new();
            imports.for_each(|&binding| extend_unique(&mut targets, self.binding_targets(unit, binding)));
            return targets;
        }
        let known = builtins::contains(unit.language(), sought.name);
        if known { vec![Target::External(sought.name.into())] } else { Vec::new() }
    }

    /// What the innermost scope that knows the name has.
    pub(crate) fn find(&self, unit: &'w Unit, sought: Sought<'_>) -> Option<Hit> {
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
            match visible(unit, ix, info.kind, sought) {
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
                let found = self.type_members(class, sought.name);
                if !found.is_empty() {
                    return Some(Hit::Members(found));
                }
            }
            // Rust: an inner module does not see the names of the module around it, macros excepted.
            if language == Language::Rust && info.kind == ScopeKind::Module && !sought.name.ends_with('!') {
                return None;
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
}

enum Seen {
    Bindings(Vec<u32>),
    Global,
    Nothing,
}

/// The bindings of a name in one scope that hold at the place of use.
fn visible(unit: &Unit, scope: ScopeIx, kind: ScopeKind, sought: Sought<'_>) -> Seen {
    let language = unit.language();
    let bindings = unit.bindings_in(scope, sought.name);
    let local = |&b: &u32| matches!(unit.binding(b).kind, BindingKind::Local | BindingKind::Parameter);
    // Java: variables and methods live in different name spaces.
    let hides = language == Language::Java && sought.role == Some(Role::Call);
    let bindings: Vec<u32> = bindings.iter().copied().filter(|b| !(hides && local(b))).collect();
    let Some(&first) = bindings.first() else { return Seen::Nothing };
    if in_order(language) && matches!(kind, ScopeKind::Function | ScopeKind::Block) {
        let last = bindings.iter().copied().rfind(|&b| unit.binding(b).at <= sought.at);
        return last.map_or(Seen::Nothing, |last| Seen::Bindings(vec![last]));
    }
    match unit.binding(first).kind {
        BindingKind::Global => Seen::Global,
        BindingKind::Nonlocal => Seen::Nothing,
        _ => Seen::Bindings(bindings),
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
