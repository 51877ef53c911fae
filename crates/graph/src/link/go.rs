//! Go's packages: folders below a module path; every file of a folder shares one scope.

use super::{Link, folder_of};
use crate::lookup::extend_unique;
use crate::module;
use crate::resolve::Resolver;
use crate::space::Space;
use crate::unit::Unit;
use crate::value::Target;
use crate::world::FileIx;
use tribunal_domain::Language;
use tribunal_domain::facts::{BindingKind, ImportIx, ScopeIx};

/// Where an import path leads.
pub(super) fn link<'w>(cx: &Resolver<'w>, unit: &'w Unit, import: ImportIx) -> Link {
    let specifier = unit.facts.text(unit.facts.imports[import.ix()].specifier);
    if let Some(rest) = specifier.strip_prefix("./").or_else(|| specifier.starts_with("../").then_some(specifier)) {
        let folder = super::normalised(&super::join(folder_of(cx, unit), rest));
        return folder.map_or(Link::Missing, |folder| package(cx, &folder));
    }
    for (module, folder) in &cx.world.manifests().go_modules {
        if specifier == module {
            return package(cx, folder);
        }
        if let Some(rest) = specifier.strip_prefix(module.as_str()).and_then(|rest| rest.strip_prefix('/')) {
            return package(cx, &super::join(folder, rest));
        }
    }
    // Vendored packages are files of the repository, too.
    for root in cx.world.manifests().go_modules.iter().map(|(_, folder)| folder.as_str()).chain([""]) {
        let vendored = super::join(&super::join(root, "vendor"), specifier);
        if cx.probe_folder(&vendored) && !files(cx, &vendored).is_empty() {
            return package(cx, &vendored);
        }
    }
    Link::External(specifier.into())
}

fn package(cx: &Resolver<'_>, folder: &str) -> Link {
    if files(cx, folder).is_empty() { Link::Missing } else { Link::Internal(vec![Target::Folder(folder.into())]) }
}

fn files(cx: &Resolver<'_>, folder: &str) -> Vec<FileIx> {
    let mut files = cx.folder(folder.as_bytes());
    files.retain(|&file| cx.world.language(file) == Some(Language::Go));
    files
}

/// An exported name of another package. Test files offer nothing to importers.
pub(super) fn package_member<'w>(cx: &Resolver<'w>, folder: &str, name: &str, _from: &'w Unit) -> Vec<Target> {
    let mut targets = Vec::new();
    for file in files(cx, folder) {
        if cx.world.path(file).file_name().ends_with(b"_test.go") {
            continue;
        }
        let Some(unit) = cx.unit(file) else { continue };
        add_symbols(cx, unit, name, &mut targets);
    }
    targets
}

/// A name of another file in the same package.
pub(super) fn sibling<'w>(cx: &Resolver<'w>, unit: &'w Unit, name: &str) -> Vec<Target> {
    let folder = folder_of(cx, unit);
    let package = unit.facts.package.map(|text| unit.facts.text(text));
    let test = cx.world.path(unit.file).file_name().ends_with(b"_test.go");
    let mut targets = Vec::new();
    for file in files(cx, folder) {
        if file == unit.file || !test && cx.world.path(file).file_name().ends_with(b"_test.go") {
            continue;
        }
        let Some(other) = cx.unit(file) else { continue };
        if other.facts.package.map(|text| other.facts.text(text)) == package {
            add_symbols(cx, other, name, &mut targets);
        }
    }
    targets
}

/// Package-level definitions; methods are reached through their type only.
fn add_symbols<'w>(cx: &Resolver<'w>, unit: &'w Unit, name: &str, targets: &mut Vec<Target>) {
    for &binding in unit.bindings_in(ScopeIx::FILE, name) {
        let BindingKind::Symbol(symbol) = unit.binding(binding).kind else { continue };
        if unit.symbol(symbol).impl_of.is_none() && module::visible_in_package(unit, symbol) {
            extend_unique(targets, cx.binding_targets(unit, binding, Space::Any));
        }
    }
}
