//! What a module offers under a name: files, folders taken as packages, inline modules.

use crate::link;
use crate::lookup::{Sought, extend_unique};
use crate::resolve::Resolver;
use crate::space::Space;
use crate::unit::Unit;
use crate::value::{Def, Target};
use tribunal_domain::Language;
use tribunal_domain::facts::{
    BindingKind, ExportSource, Expr, Import, ImportIx, ImportKind, ScopeIx, SymbolFlags, SymbolIx, SymbolKind,
    Visibility,
};

/// Modules followed through re-exports at most.
const MAX_HOPS: u32 = 24;

/// What `module.name` means, seen from `from`.
pub(crate) fn member<'w>(cx: &Resolver<'w>, module: &Target, name: &str, space: Space, from: &'w Unit) -> Vec<Target> {
    if cx.hops.get() >= MAX_HOPS {
        return Vec::new();
    }
    if name == "super" && from.language() == Language::Rust {
        return link::rust_parent(cx, module).into_iter().collect();
    }
    let key = (module.clone(), name.to_owned(), space);
    if !cx.visiting.borrow_mut().insert(key.clone()) {
        // `pub use thing::thing` beside `mod thing`: the import needs the module, never itself.
        return own_symbols(cx, module, name, space);
    }
    cx.hops.set(cx.hops.get() + 1);
    let found = match module {
        Target::File(file) => match cx.unit(*file) {
            Some(unit) => of_file(cx, unit, name, space, from),
            None => Vec::new(),
        },
        Target::Folder(folder) => link::folder_member(cx, folder, name, from),
        Target::Symbol(def) => of_inline(cx, *def, name, space, from),
        Target::External(outside) => vec![Target::External(format!("{outside}.{name}").into())],
        Target::Local => Vec::new(),
    };
    cx.hops.set(cx.hops.get() - 1);
    cx.visiting.borrow_mut().remove(&key);
    found
}

/// Rust: what a module defines itself.
fn own_symbols(cx: &Resolver<'_>, module: &Target, name: &str, space: Space) -> Vec<Target> {
    let place = match module {
        Target::File(file) => Some((*file, ScopeIx::FILE)),
        Target::Symbol(def) => cx
            .module_of_symbol(*def)
            .map(|file| (file, ScopeIx::FILE))
            .or_else(|| cx.unit(def.file).and_then(|unit| Some((def.file, unit.symbol(def.symbol).body?)))),
        _ => None,
    };
    let Some((file, scope)) = place else { return Vec::new() };
    let Some(unit) = cx.unit(file).filter(|unit| unit.language() == Language::Rust) else { return Vec::new() };
    let symbols = unit.bindings_in(scope, name).iter().filter_map(|&binding| match unit.binding(binding).kind {
        BindingKind::Symbol(symbol) => Some(symbol),
        _ => None,
    });
    let symbols = symbols.filter(|&symbol| space.holds(unit, unit.symbol(symbol)));
    symbols.map(|symbol| Target::Symbol(Def { file, symbol })).collect()
}

fn of_file<'w>(cx: &Resolver<'w>, unit: &'w Unit, name: &str, space: Space, from: &'w Unit) -> Vec<Target> {
    match unit.language() {
        Language::TypeScript | Language::Tsx | Language::JavaScript => of_script(cx, unit, name, from),
        Language::Python => of_python(cx, unit, name, from),
        _ => of_scope(cx, unit, Sought { space, ..in_file(name) }, from),
    }
}

/// The names bound in a module's scope, then its star imports.
fn of_scope<'w>(cx: &Resolver<'w>, unit: &'w Unit, sought: Sought<'_>, from: &'w Unit) -> Vec<Target> {
    let Sought { name, scope, space, .. } = sought;
    let mut targets = Vec::new();
    for &binding in unit.bindings_in(scope, name).iter().filter(|&&binding| cx.admits(unit, binding, space)) {
        extend_unique(&mut targets, cx.binding_targets(unit, binding, space));
    }
    if targets.is_empty() && unit.language() == Language::Rust && matches!(space, Space::Any | Space::Macro) {
        targets = of_macros(unit, scope, name);
    }
    if targets.is_empty() {
        targets = of_stars(cx, unit, sought, from);
    }
    targets
}

/// Rust: a macro is imported without its `!`; a derive macro is a function that says the name in an attribute.
fn of_macros(unit: &Unit, scope: ScopeIx, name: &str) -> Vec<Target> {
    let derives = |symbol: SymbolIx| {
        let attributes = unit.symbol(symbol).attributes.iter().map(|&text| unit.facts.text(text));
        let mut derived = attributes.filter_map(|text| text.strip_prefix("proc_macro_derive("));
        derived.any(|list| list.split([',', ')']).next().is_some_and(|first| first.trim() == name))
    };
    let called = format!("{name}!");
    let symbols = unit.symbols_in(scope).iter().copied();
    let found = symbols.filter(|&symbol| unit.name(symbol) == called || derives(symbol));
    found.map(|symbol| Target::Symbol(Def { file: unit.file, symbol })).collect()
}

fn of_inline<'w>(cx: &Resolver<'w>, def: Def, name: &str, space: Space, from: &'w Unit) -> Vec<Target> {
    if let Some(file) = cx.module_of_symbol(def) {
        return member(cx, &Target::File(file), name, space, from);
    }
    let Some(unit) = cx.unit(def.file) else { return Vec::new() };
    let symbol = unit.symbol(def.symbol);
    match (symbol.kind, symbol.body) {
        (SymbolKind::Module, Some(body)) => {
            let found = of_scope(cx, unit, Sought { name, scope: body, at: u32::MAX, space }, from);
            if !found.is_empty() || unit.language() != Language::Cpp {
                return found;
            }
            // A C++ namespace may be opened again, in this file or another of the include closure.
            link::namespace_member(cx, unit, def, name)
        }
        _ => cx.type_members(def, name, space).into_iter().map(Target::Symbol).collect(),
    }
}

/// Star imports that stand in the scope of what is sought.
fn of_stars<'w>(cx: &Resolver<'w>, unit: &'w Unit, sought: Sought<'_>, from: &'w Unit) -> Vec<Target> {
    let Sought { name, scope, space, .. } = sought;
    let mut targets = Vec::new();
    let mut outside = None;
    for (at, import) in unit.facts.imports.iter().enumerate() {
        if !import.star || import.scope != scope || name.starts_with('_') || !may_hold(unit, import, name) {
            continue;
        }
        for target in cx.star_modules(unit, ImportIx(at as u32)) {
            match target {
                Target::External(_) => outside = Some(target),
                module if is_kept_back(cx, unit, &module, name) => {}
                module => extend_unique(&mut targets, member(cx, &module, name, space, from)),
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

/// Python: a module with `__all__` offers nothing else to a star import.
fn is_kept_back<'w>(cx: &Resolver<'w>, unit: &'w Unit, module: &Target, name: &str) -> bool {
    let Target::File(file) = module else { return false };
    let Some(offering) = cx.unit(*file).filter(|_| unit.language() == Language::Python) else { return false };
    let exports = &offering.facts.exports;
    let text = offering.text_of(name);
    !exports.is_empty() && !exports.iter().any(|export| export.name.is_none() || export.name == text && text.is_some())
}

/// Java: a package holds nothing but types.
fn may_hold(unit: &Unit, import: &Import, name: &str) -> bool {
    match unit.language() {
        Language::Java => import.kind == ImportKind::StaticMember || is_type_name(name),
        // Packages offer names with a capital only.
        Language::Go => is_type_name(name),
        _ => true,
    }
}

fn is_type_name(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

fn of_python<'w>(cx: &Resolver<'w>, unit: &'w Unit, name: &str, from: &'w Unit) -> Vec<Target> {
    let targets = of_scope(cx, unit, in_file(name), from);
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
                    extend_unique(&mut targets, member(cx, &module, name, Space::Any, from));
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
        return of_scope(cx, unit, in_file(name), from)
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
        ExportSource::Local(name) => of_scope(cx, unit, in_file(unit.facts.text(name)), from),
        ExportSource::Import { import, name } => cx.import_targets(unit, import, name, Space::Any),
        ExportSource::Value(value) => match &unit.facts.exprs[value.ix()] {
            Expr::Name { name, scope, at } => {
                let sought = Sought { name: unit.facts.text(*name), scope: *scope, at: *at, space: Space::Any };
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
    match cx.members(&value, name, Space::Any, from) {
        crate::member::Found::Targets(targets) => Some(targets),
        _ => None,
    }
}

/// Names a file sees without importing them: star imports, its package, the language's prelude.
pub(crate) fn ambient<'w>(cx: &Resolver<'w>, unit: &'w Unit, sought: Sought<'_>) -> Vec<Target> {
    let name = sought.name;
    // What is imported whole hides nothing of the package.
    if matches!(unit.language(), Language::Java | Language::Go) {
        let sibling = link::package_sibling(cx, unit, name);
        return if sibling.is_empty() { stars_around(cx, unit, sought) } else { sibling };
    }
    let found = stars_around(cx, unit, sought);
    if !found.is_empty() {
        return found;
    }
    match unit.language() {
        Language::C | Language::Cpp => link::included(cx, unit, name),
        Language::Rust if matches!(sought.space, Space::Any | Space::Type) => {
            link::rust_root(cx, unit, sought.scope, name)
        }
        _ => Vec::new(),
    }
}

/// Star imports of the scope and the ones around it.
fn stars_around<'w>(cx: &Resolver<'w>, unit: &'w Unit, sought: Sought<'_>) -> Vec<Target> {
    let mut here = Some(sought.scope);
    while let Some(scope) = here {
        let found = of_stars(cx, unit, Sought { scope, ..sought }, unit);
        if !found.is_empty() {
            return found;
        }
        here = unit.facts.scopes[scope.ix()].parent;
    }
    Vec::new()
}

/// A name of the file's own scope.
fn in_file(name: &str) -> Sought<'_> {
    Sought { name, scope: ScopeIx::FILE, at: u32::MAX, space: Space::Any }
}

/// Whether a definition may be named from another file of its package.
pub(crate) fn visible_in_package(unit: &Unit, symbol: SymbolIx) -> bool {
    unit.symbol(symbol).visibility != Visibility::Private
}
