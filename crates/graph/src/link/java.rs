//! Java's packages: a class `a.b.C` stands in a file `…/a/b/C.java` of some source root.

use super::Link;
use crate::lookup::extend_unique;
use crate::resolve::Resolver;
use crate::space::Space;
use crate::unit::Unit;
use crate::value::{Def, Target};
use crate::world::FileIx;
use tribunal_domain::Language;
use tribunal_domain::facts::{BindingKind, ImportIx, ImportKind, ScopeIx};

/// Where an import's prefix leads: a package, or a class for static imports and nested classes.
pub(super) fn link<'w>(cx: &Resolver<'w>, unit: &'w Unit, import: ImportIx) -> Link {
    let row = &unit.facts.imports[import.ix()];
    let specifier = unit.facts.text(row.specifier);
    let class = class_named(cx, unit, specifier);
    if !class.is_empty() {
        return Link::Internal(class);
    }
    if row.kind != ImportKind::StaticMember && package_exists(cx, specifier) {
        if let Some(name) = row.names.first().and_then(|name| name.name) {
            let name = unit.facts.text(name);
            if package_member(cx, &specifier.replace('.', "/"), name).is_empty() {
                return Link::Missing;
            }
        }
        return Link::Internal(vec![Target::Folder(specifier.replace('.', "/").into())]);
    }
    Link::External(specifier.into())
}

fn package_exists(cx: &Resolver<'_>, package: &str) -> bool {
    !package_folders(cx, &package.replace('.', "/")).is_empty()
}

/// All folders that end in the package's path and hold Java.
fn package_folders<'w>(cx: &Resolver<'w>, path: &str) -> Vec<&'w [u8]> {
    cx.reads.record(crate::reads::folder_key(b""));
    cx.world
        .java_folders()
        .iter()
        .filter(|folder| ends_with_path(folder, path.as_bytes()))
        .map(|folder| &**folder)
        .collect()
}

fn ends_with_path(folder: &[u8], path: &[u8]) -> bool {
    folder.ends_with(path) && (folder.len() == path.len() || folder[folder.len() - path.len() - 1] == b'/')
}

/// A class by its full name; nested ones too.
fn class_named<'w>(cx: &Resolver<'w>, from: &'w Unit, dotted: &str) -> Vec<Target> {
    let Some((package, name)) = dotted.rsplit_once('.') else { return Vec::new() };
    let found = nearest(cx, from, package_member(cx, &package.replace('.', "/"), name));
    if !found.is_empty() || !package.rsplit('.').next().is_some_and(|last| last.starts_with(char::is_uppercase)) {
        return found;
    }
    let mut nested = Vec::new();
    for target in class_named(cx, from, package) {
        if let Target::Symbol(def) = target {
            nested.extend(cx.type_members(def, name, Space::Type).into_iter().map(Target::Symbol));
        }
    }
    nested
}

/// A class of a package: its own file, or a second class of some file there.
pub(super) fn package_member(cx: &Resolver<'_>, path: &str, name: &str) -> Vec<Target> {
    let mut targets = Vec::new();
    for folder in package_folders(cx, path) {
        let folder = std::str::from_utf8(folder).unwrap_or_default();
        if let Some(file) = cx.probe(&super::join(folder, &format!("{name}.java"))) {
            add_top_level(cx, file, name, &mut targets);
        }
    }
    targets
}

fn add_top_level(cx: &Resolver<'_>, file: FileIx, name: &str, targets: &mut Vec<Target>) {
    let Some(unit) = cx.unit(file) else { return };
    for &binding in unit.bindings_in(ScopeIx::FILE, name) {
        if let BindingKind::Symbol(symbol) = unit.binding(binding).kind {
            extend_unique(targets, vec![Target::Symbol(Def { file, symbol })]);
        }
    }
}

/// Several modules may hold a class of the same full name: the one nearest to the importing file is meant.
fn nearest(cx: &Resolver<'_>, from: &Unit, targets: Vec<Target>) -> Vec<Target> {
    if targets.len() < 2 {
        return targets;
    }
    let own = cx.world.path(from.file).as_bytes();
    let shared = |target: &Target| match target {
        Target::Symbol(def) => {
            let path = cx.world.path(def.file).as_bytes();
            path.iter().zip(own).take_while(|(a, b)| a == b).filter(|(a, _)| **a == b'/').count()
        }
        _ => 0,
    };
    let most = targets.iter().map(shared).max().unwrap_or(0);
    targets.into_iter().filter(|target| shared(target) == most).collect()
}

/// A class of the same package.
pub(super) fn sibling<'w>(cx: &Resolver<'w>, unit: &'w Unit, name: &str) -> Vec<Target> {
    if !name.starts_with(char::is_uppercase) {
        return Vec::new();
    }
    let package = unit.facts.package.map_or(String::new(), |text| unit.facts.text(text).replace('.', "/"));
    let found = nearest(cx, unit, package_member(cx, &package, name));
    if !found.is_empty() {
        return found;
    }
    // A second top-level class in another file of the package.
    let mut targets = Vec::new();
    for file in cx.folder(cx.world.path(unit.file).folder()) {
        if file != unit.file && cx.world.language(file) == Some(Language::Java) {
            add_top_level(cx, file, name, &mut targets);
        }
    }
    targets
}

/// What an imported name means.
pub(super) fn import_targets<'w>(
    cx: &Resolver<'w>,
    unit: &'w Unit,
    import: ImportIx,
    name: Option<&str>,
    space: Space,
) -> Vec<Target> {
    let Some(name) = name else { return Vec::new() };
    match &*cx.link(unit, import) {
        Link::Internal(modules) => {
            let mut targets = Vec::new();
            for module in modules {
                let found = match module {
                    Target::Folder(path) => nearest(cx, unit, package_member(cx, path, name)),
                    Target::Symbol(def) => cx.type_members(*def, name, space).into_iter().map(Target::Symbol).collect(),
                    _ => Vec::new(),
                };
                extend_unique(&mut targets, found);
            }
            targets
        }
        Link::External(outside) => vec![Target::External(format!("{outside}.{name}").into())],
        Link::Missing => Vec::new(),
    }
}
