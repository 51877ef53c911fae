//! C and C++: includes, and definitions by linkage name. Also languages whose imports are file paths.

use super::{Link, folder_of, join, normalised};
use crate::lookup::extend_unique;
use crate::resolve::Resolver;
use crate::space::Space;
use crate::unit::Unit;
use crate::value::{Def, Target};
use crate::world::FileIx;
use rustc_hash::FxHashSet;
use tribunal_domain::Language;
use tribunal_domain::facts::{BindingKind, ImportIx, ImportKind, ScopeIx, SymbolFlags, SymbolKind};

/// Files of an include closure that are looked at.
const MAX_INCLUDES: usize = 400;

/// Where an include leads: beside the file, then any header of the repository whose path ends so.
pub(super) fn link<'w>(cx: &Resolver<'w>, unit: &'w Unit, import: ImportIx) -> Link {
    let row = &unit.facts.imports[import.ix()];
    let specifier = unit.facts.text(row.specifier);
    if row.kind == ImportKind::Module {
        return Link::External(specifier.into()); // `using namespace`: looked up by name, not by file.
    }
    if row.kind == ImportKind::Static
        && let Some(path) = normalised(&join(folder_of(cx, unit), specifier))
        && let Some(file) = cx.probe(&path)
    {
        return Link::Internal(vec![Target::File(file)]);
    }
    let matches = ending_in(cx, specifier);
    match (matches.as_slice(), row.kind) {
        ([], ImportKind::Static) if specifier.starts_with('.') => Link::Missing,
        ([], _) => Link::External(specifier.into()),
        ([file], _) => Link::Internal(vec![Target::File(*file)]),
        (files, _) => Link::Internal(files.iter().map(|&file| Target::File(file)).collect()),
    }
}

/// Imports that are paths: Ruby's `require_relative`, PHP's `require`, shell's `source`.
pub(super) fn link_by_path<'w>(cx: &Resolver<'w>, unit: &'w Unit, import: ImportIx) -> Link {
    let specifier = unit.facts.text(unit.facts.imports[import.ix()].specifier);
    let extension = match unit.language() {
        Language::Ruby => ".rb",
        Language::Php => ".php",
        Language::Bash => ".sh",
        _ => return Link::External(specifier.into()),
    };
    let specifier = specifier.trim_start_matches('/');
    for folder in [folder_of(cx, unit), "", "lib"] {
        let Some(path) = normalised(&join(folder, specifier)) else { continue };
        for candidate in [path.clone(), format!("{path}{extension}")] {
            if let Some(file) = cx.probe(&candidate) {
                return Link::Internal(vec![Target::File(file)]);
            }
        }
    }
    if specifier.starts_with('.') { Link::Missing } else { Link::External(specifier.into()) }
}

fn ending_in(cx: &Resolver<'_>, specifier: &str) -> Vec<FileIx> {
    let Some(path) = normalised(specifier) else { return Vec::new() };
    let name = path.rsplit('/').next().unwrap_or_default().to_owned();
    let mut files = cx.named(&name);
    files.retain(|&file| {
        let full = cx.world.path(file).as_bytes();
        full.ends_with(path.as_bytes()) && (full.len() == path.len() || full[full.len() - path.len() - 1] == b'/')
    });
    files
}

/// A name that an included file provides, by a definition rather than by a declaration.
pub(crate) fn included<'w>(cx: &Resolver<'w>, unit: &'w Unit, name: &str) -> Vec<Target> {
    let mut declared = Vec::new();
    let mut defined = Vec::new();
    for file in closure(cx, unit) {
        let Some(other) = cx.unit(file) else { continue };
        for &binding in other.bindings_in(ScopeIx::FILE, name) {
            let BindingKind::Symbol(symbol) = other.binding(binding).kind else { continue };
            let list = if other.symbol(symbol).flags.has(SymbolFlags::ABSTRACT) { &mut declared } else { &mut defined };
            extend_unique(list, vec![Target::Symbol(Def { file, symbol })]);
        }
    }
    if !defined.is_empty() {
        return defined;
    }
    declared
}

/// The file's includes and theirs, nearest first.
fn closure<'w>(cx: &Resolver<'w>, unit: &'w Unit) -> Vec<FileIx> {
    if let Some(known) = cx.closures.borrow().get(&unit.file) {
        return known.clone();
    }
    let mut order = Vec::new();
    let mut seen: FxHashSet<FileIx> = FxHashSet::from_iter([unit.file]);
    let mut queue = std::collections::VecDeque::from([unit.file]);
    while let Some(file) = queue.pop_front() {
        let Some(unit) = cx.unit(file) else { continue };
        for import in (0..unit.facts.imports.len() as u32).map(ImportIx) {
            let Link::Internal(targets) = &*cx.link(unit, import) else { continue };
            for target in targets {
                if let Target::File(next) = target
                    && order.len() < MAX_INCLUDES
                    && seen.insert(*next)
                {
                    order.push(*next);
                    queue.push_back(*next);
                }
            }
        }
    }
    cx.closures.borrow_mut().insert(unit.file, order.clone());
    order
}

/// A name in a namespace that is opened in several places.
pub(crate) fn namespace_member<'w>(cx: &Resolver<'w>, unit: &'w Unit, def: Def, name: &str) -> Vec<Target> {
    let namespace = unit.name(def.symbol).to_owned();
    let mut targets = Vec::new();
    let mut files = closure(cx, unit);
    files.insert(0, unit.file);
    for file in files {
        let Some(other) = cx.unit(file) else { continue };
        for &symbol in other.symbols_in(ScopeIx::FILE) {
            let row = other.symbol(symbol);
            if row.kind == SymbolKind::Module
                && other.name(symbol) == namespace
                && let Some(body) = row.body
            {
                for &binding in other.bindings_in(body, name) {
                    extend_unique(&mut targets, cx.binding_targets(other, binding, Space::Any));
                }
            }
        }
    }
    targets
}
