//! Rust's `use` paths and workspace crates. Which file is a module of which is in `tree`.

mod path_attribute;
mod tree;

pub(crate) use path_attribute::child_names;
pub(super) use tree::child_file;
pub(crate) use tree::parent_of;

use super::{Link, join};
use crate::lookup::extend_unique;
use crate::module;
use crate::resolve::Resolver;
use crate::space::Space;
use crate::unit::Unit;
use crate::value::{Def, Target};
use crate::world::FileIx;
use tree::{crate_root, declared_module};
use tribunal_domain::facts::{BindingKind, ImportIx, ImportKind, ScopeIx, ScopeKind};

/// Where the prefix of a `use` leads.
pub(super) fn link<'w>(cx: &Resolver<'w>, unit: &'w Unit, import: ImportIx) -> Link {
    let row = &unit.facts.imports[import.ix()];
    let specifier = unit.facts.text(row.specifier);
    if row.kind == ImportKind::Module {
        return match declared_module(unit, import).and_then(|module| child_file(cx, unit, module)) {
            Some(file) => Link::Internal(vec![Target::File(file)]),
            None => Link::Missing,
        };
    }
    let path: Vec<&str> = specifier.split("::").filter(|segment| !segment.is_empty()).collect();
    if path.is_empty() {
        // `use name;` names a crate or an item beside it.
        return Link::Internal(vec![current_module(unit, row.scope)]);
    }
    let targets = path_targets(cx, unit, row.scope, &path);
    match targets.first() {
        None => {
            let own =
                matches!(path[0], "crate" | "self" | "super") || cx.world.manifests().cargo_package(path[0]).is_some();
            if own { Link::Missing } else { Link::External(specifier.into()) }
        }
        Some(Target::External(name)) => Link::External(name.clone()),
        Some(_) => Link::Internal(targets),
    }
}

/// What a leaf of a `use` means.
pub(super) fn import_targets<'w>(
    cx: &Resolver<'w>,
    unit: &'w Unit,
    import: ImportIx,
    name: Option<&str>,
    space: Space,
) -> Vec<Target> {
    let row = &unit.facts.imports[import.ix()];
    let specifier = unit.facts.text(row.specifier);
    let Some(name) = name else {
        // `extern crate x`, `mod x;`.
        return match &*cx.link(unit, import) {
            Link::Internal(modules) => modules.clone(),
            Link::External(outside) => vec![Target::External(outside.clone())],
            Link::Missing => Vec::new(),
        };
    };
    if specifier.is_empty() {
        return first_segment(cx, unit, row.scope, name, space);
    }
    match &*cx.link(unit, import) {
        Link::Internal(modules) if name == "self" => modules.clone(),
        Link::Internal(modules) => {
            let mut targets = Vec::new();
            for target in modules {
                extend_unique(&mut targets, module::member(cx, target, name, space, unit));
            }
            targets
        }
        Link::External(outside) => vec![Target::External(format!("{outside}::{name}").into())],
        Link::Missing => Vec::new(),
    }
}

fn path_targets<'w>(cx: &Resolver<'w>, unit: &'w Unit, scope: ScopeIx, path: &[&str]) -> Vec<Target> {
    let mut targets = first_segment(cx, unit, scope, path[0], Space::Type);
    for segment in &path[1..] {
        let mut next = Vec::new();
        for target in &targets {
            extend_unique(&mut next, module::member(cx, target, segment, Space::Type, unit));
        }
        targets = next;
    }
    targets
}

/// The first segment of a path: a keyword, an item in scope, or a crate.
fn first_segment<'w>(cx: &Resolver<'w>, unit: &'w Unit, scope: ScopeIx, name: &str, space: Space) -> Vec<Target> {
    let keyword = root_name(cx, unit, scope, name);
    if matches!(name, "crate" | "self" | "super") {
        return keyword;
    }
    let mut here = Some(scope);
    while let Some(ix) = here {
        let info = &unit.facts.scopes[ix.ix()];
        let own = unit.bindings_in(ix, name).iter().filter(|&&binding| is_own(unit, binding, name, space));
        let mut targets = Vec::new();
        own.for_each(|&binding| extend_unique(&mut targets, cx.binding_targets(unit, binding, space)));
        if !targets.is_empty() {
            return targets;
        }
        if matches!(info.kind, ScopeKind::Module | ScopeKind::File) {
            break;
        }
        here = info.parent;
    }
    keyword
}

/// Whether a binding may be the first segment of a path in a `use`: a definition, or another import.
fn is_own(unit: &Unit, binding: u32, name: &str, space: Space) -> bool {
    match unit.binding(binding).kind {
        BindingKind::Symbol(symbol) => space.holds(unit, unit.symbol(symbol)),
        // `use a::b` beside `use b::c`: the import of `b` counts, unless it is this very path.
        BindingKind::Import { import, .. } => {
            let specifier = unit.facts.text(unit.facts.imports[import.ix()].specifier);
            specifier.split("::").next() != Some(name) && !specifier.is_empty()
        }
        _ => false,
    }
}

/// `crate`, `self`, `super`, and the names of crates.
pub(crate) fn root_name<'w>(cx: &Resolver<'w>, unit: &'w Unit, scope: ScopeIx, name: &str) -> Vec<Target> {
    match name {
        "crate" | "$crate" => vec![Target::File(crate_root(cx, unit.file))],
        "self" => vec![current_module(unit, scope)],
        "super" => parent_of(cx, &current_module(unit, scope)).into_iter().collect(),
        "std" | "core" | "alloc" | "proc_macro" => vec![Target::External(name.into())],
        _ => {
            let manifests = cx.world.manifests();
            if let Some(package) = manifests.cargo_package(name) {
                return library_root(cx, package).map(Target::File).into_iter().collect();
            }
            if manifests.cargo_dependencies.contains(name) {
                return vec![Target::External(name.into())];
            }
            Vec::new()
        }
    }
}

fn library_root(cx: &Resolver<'_>, folder: &str) -> Option<FileIx> {
    let declared = cx.world.manifests().cargo_lib_path(folder);
    let usual = [join(folder, "src/lib.rs"), join(folder, "lib.rs")];
    declared.into_iter().chain(usual).find_map(|path| cx.probe(&path))
}

/// The module that a scope lies in.
fn current_module(unit: &Unit, scope: ScopeIx) -> Target {
    let mut here = Some(scope);
    while let Some(ix) = here {
        let info = &unit.facts.scopes[ix.ix()];
        if info.kind == ScopeKind::Module
            && let Some(symbol) = info.owner
        {
            return Target::Symbol(Def { file: unit.file, symbol });
        }
        here = info.parent;
    }
    Target::File(unit.file)
}
