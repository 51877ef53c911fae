//! What a module offers under a name: files, folders taken as packages, inline modules.

use crate::link;
use crate::lookup::{Sought, extend_unique};
use crate::resolve::Resolver;
use crate::unit::Unit;
use crate::value::{Def, Target};
use tribunal_domain::Language;
use tribunal_domain::facts::{ExportSource, Expr, ImportIx, ScopeIx, SymbolFlags, SymbolKind, Visibility};

/// Modules followed through re-exports at most.
const MAX_HOPS: u32 = 24;

/// What `module.name` means, seen from `from`.
pub(crate) fn member<'w>(cx: &Resolver<'w>, module: &Target, name: &str, from: &'w Unit) -> Vec<Target> {
    if cx.hops.get() >= MAX_HOPS {
        return Vec::new();
    }
    if name == "super" && from.language() == Language::Rust {
        return link::rust_parent(cx, module).into_iter().collect();
    }
    let key = (module.clone(), name.to_owned());
    if !cx.visiting.borrow_mut().insert(key.clone()) {
        return Vec::new();
    }
    cx.hops.set(cx.hops.get() + 1);
    let found = match module {
        Target::File(file) => match cx.unit(*file) {
            Some(unit) => of_file(cx, unit, name, from),
            None => Vec::new(),
        },
        Target::Folder(folder) => link::folder_member(cx, folder, name, from),
        Target::Symbol(def) => of_inline(cx, *def, name, from),
        Target::External(outside) => vec![Target::External(format!("{outside}.{name}").into())],
        Target::Local => Vec::new(),
    };
    cx.hops.set(cx.hops.get() - 1);
    cx.visiting.borrow_mut().remove(&key);
    found
}

fn of_file<'w>(cx: &Resolver<'w>, unit: &'w Unit, name: &str, from: &'w Unit) -> Vec<Target> {
    match unit.language() {
        Language::TypeScript | Language::Tsx | Language::JavaScript => of_script(cx, unit, name, from),
        Language::Python => of_python(cx, unit, name, from),
        _ => of_scope(cx, unit, ScopeIx::FILE, name, from),
    }
}

/// The names bound in a module's scope, then its star imports.
fn of_scope<'w>(cx: &Resolver<'w>, unit: &'w Unit, scope: ScopeIx, name: &str, from: &'w Unit) -> Vec<Target> {
    let mut targets = Vec::new();
    for &binding in unit.bindings_in(scope, name) {
        extend_unique(&mut targets, cx.binding_targets(unit, binding));
    }
    if targets.is_empty() {
        targets = of_stars(cx, unit, scope, name, from);
    }
    targets
}

fn of_inline<'w>(cx: &Resolver<'w>, def: Def, name: &str, from: &'w Unit) -> Vec<Target> {
    if let Some(file) = cx.module_of_symbol(def) {
        return member(cx, &Target::File(file), name, from);
    }
    let Some(unit) = cx.unit(def.file) else { return Vec::new() };
    let symbol = unit.symbol(def.symbol);
    match (symbol.kind, symbol.body) {
        (SymbolKind::Module, Some(body)) => {
            let found = of_scope(cx, unit, body, name, from);
            if !found.is_empty() || unit.language() != Language::Cpp {
                return found;
            }
            // A C++ namespace may be opened again, in this file or another of the include closure.
            link::namespace_member(cx, unit, def, name)
        }
        _ => cx.type_members(def, name).into_iter().map(Target::Symbol).collect(),
    }
}

/// Star imports that stand in `scope`.
fn of_stars<'w>(cx: &Resolver<'w>, unit: &'w Unit, scope: ScopeIx, name: &str, from: &'w Unit) -> Vec<Target> {
    let mut targets = Vec::new();
    let mut outside = None;
    for (at, import) in unit.facts.imports.iter().enumerate() {
        if !import.star || import.scope != scope || name.starts_with('_') {
            continue;
        }
        for target in cx.star_modules(unit, ImportIx(at as u32)) {
            match target {
                Target::External(_) => outside = Some(target),
                module => extend_unique(&mut targets, member(cx, &module, name, from)),
            }
        }
        if !targets.is_empty() {
            return targets;
        }
    }
    // It may come from an outside module that is imported whole; that is a guess only if nothing else binds it.
    match outside {
        Some(Target::External(module)) if unit.language() != Language::Rust || is_type_name(name) => {
            vec![Target::External(format!("{module}.{name}").into())]
        }
        _ => targets,
    }
}

fn is_type_name(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

fn of_python<'w>(cx: &Resolver<'w>, unit: &'w Unit, name: &str, from: &'w Unit) -> Vec<Target> {
    let targets = of_scope(cx, unit, ScopeIx::FILE, name, from);
    let path = cx.world.path(unit.file);
    if path.file_name() != b"__init__.py" && path.file_name() != b"__init__.pyi" {
        return targets;
    }
    // `from package import name` where `name` is both an attribute and a submodule means the attribute.
    let own = targets.iter().any(|target| !matches!(target, Target::External(_) | Target::Local));
    if own {
        return targets;
    }
    let submodule = link::python_child(cx, path.folder(), name);
    if submodule.is_empty() { targets } else { submodule }
}

fn of_script<'w>(cx: &Resolver<'w>, unit: &'w Unit, name: &str, from: &'w Unit) -> Vec<Target> {
    let mut targets = Vec::new();
    let text = unit.text_of(name);
    for export in unit.facts.exports.iter().filter(|export| export.name.is_some() && export.name == text) {
        extend_unique(&mut targets, export_targets(cx, unit, export.source, from));
    }
    if !targets.is_empty() {
        return targets;
    }
    if let Some(whole) = whole_export(cx, unit, name, from) {
        return whole;
    }
    if name != "default" {
        for export in unit.facts.exports.iter().filter(|export| export.name.is_none()) {
            if let ExportSource::Import { import, .. } = export.source {
                for module in cx.star_modules(unit, import) {
                    extend_unique(&mut targets, member(cx, &module, name, from));
                }
            }
        }
        // An outside star re-export could offer anything; only what is found inside counts.
        let inside: Vec<Target> =
            targets.iter().filter(|target| !matches!(target, Target::External(_))).cloned().collect();
        if !inside.is_empty() {
            return inside;
        }
    }
    // Ambient declarations of a `.d.ts` without exports.
    if unit.facts.exports.is_empty() {
        return of_scope(cx, unit, ScopeIx::FILE, name, from)
            .into_iter()
            .filter(|target| match target {
                Target::Symbol(def) => {
                    cx.unit(def.file).is_some_and(|unit| unit.symbol(def.symbol).flags.has(SymbolFlags::AMBIENT))
                }
                _ => false,
            })
            .collect();
    }
    targets
}

fn export_targets<'w>(cx: &Resolver<'w>, unit: &'w Unit, source: ExportSource, from: &'w Unit) -> Vec<Target> {
    match source {
        ExportSource::Local(name) => of_scope(cx, unit, ScopeIx::FILE, unit.facts.text(name), from),
        ExportSource::Import { import, name } => cx.import_targets(unit, import, name),
        ExportSource::Value(value) => match &unit.facts.exprs[value.ix()] {
            Expr::Name { name, scope, at } => {
                let sought = Sought { name: unit.facts.text(*name), scope: *scope, at: *at, role: None };
                cx.name_targets(unit, sought)
            }
            Expr::Symbol(symbol) => vec![Target::Symbol(Def { file: unit.file, symbol: *symbol })],
            _ => Vec::new(),
        },
    }
}

/// `module.exports = value`, `export = value`: members of the value are what the module offers.
fn whole_export<'w>(cx: &Resolver<'w>, unit: &'w Unit, name: &str, from: &'w Unit) -> Option<Vec<Target>> {
    let text = unit.text_of("export=")?;
    let export = unit.facts.exports.iter().find(|export| export.name == Some(text))?;
    if name == "default" {
        return Some(export_targets(cx, unit, export.source, from));
    }
    let targets = export_targets(cx, unit, export.source, from);
    let value = match (targets.first(), export.source) {
        (Some(target), _) => cx.target_value(target),
        (None, ExportSource::Value(value)) => cx.eval(unit, value),
        _ => return None,
    };
    match cx.members(&value, name, from) {
        crate::member::Found::Targets(targets) => Some(targets),
        _ => None,
    }
}

/// Names a file sees without importing them: star imports, its package, the language's prelude.
pub(crate) fn ambient<'w>(cx: &Resolver<'w>, unit: &'w Unit, scope: ScopeIx, name: &str) -> Vec<Target> {
    let mut here = Some(scope);
    while let Some(ix) = here {
        let found = of_stars(cx, unit, ix, name, unit);
        if !found.is_empty() {
            return found;
        }
        here = unit.facts.scopes[ix.ix()].parent;
    }
    match unit.language() {
        Language::Go | Language::Java => link::package_sibling(cx, unit, name),
        Language::C | Language::Cpp => link::included(cx, unit, name),
        Language::Rust => link::rust_root(cx, unit, scope, name),
        _ => Vec::new(),
    }
}

/// Whether a definition may be named from another file of its package.
pub(crate) fn visible_in_package(unit: &Unit, symbol: tribunal_domain::facts::SymbolIx) -> bool {
    unit.symbol(symbol).visibility != Visibility::Private
}
