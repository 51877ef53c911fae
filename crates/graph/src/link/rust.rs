//! Rust's module tree: crate roots, `mod` files, `use` paths, workspace crates.

use super::{Link, join, parent};
use crate::lookup::extend_unique;
use crate::module;
use crate::resolve::Resolver;
use crate::unit::Unit;
use crate::value::{Def, Target};
use crate::world::FileIx;
use tribunal_domain::Language;
use tribunal_domain::facts::{BindingKind, ImportIx, ImportKind, ScopeIx, ScopeKind, SymbolKind};

/// File names that are modules of their own folder: their children stand beside them.
const FOLDER_MODULES: &[&str] = &["mod.rs", "lib.rs", "main.rs", "build.rs"];
/// Folders of a package whose files are crate roots each.
const ROOT_FOLDERS: &[&str] = &["bin", "tests", "examples", "benches"];

/// Where the prefix of a `use` leads.
pub(super) fn link<'w>(cx: &Resolver<'w>, unit: &'w Unit, import: ImportIx) -> Link {
    let row = &unit.facts.imports[import.ix()];
    let specifier = unit.facts.text(row.specifier);
    if row.kind == ImportKind::Module {
        return match child_file(cx, unit, row.scope, specifier) {
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
        return first_segment(cx, unit, row.scope, name);
    }
    match &*cx.link(unit, import) {
        Link::Internal(modules) if name == "self" => modules.clone(),
        Link::Internal(modules) => {
            let mut targets = Vec::new();
            for target in modules {
                extend_unique(&mut targets, module::member(cx, target, name, unit));
            }
            targets
        }
        Link::External(outside) => vec![Target::External(format!("{outside}::{name}").into())],
        Link::Missing => Vec::new(),
    }
}

fn path_targets<'w>(cx: &Resolver<'w>, unit: &'w Unit, scope: ScopeIx, path: &[&str]) -> Vec<Target> {
    let mut targets = first_segment(cx, unit, scope, path[0]);
    let mut rest = &path[1..];
    // `super::super::x`
    while let [next @ "super", tail @ ..] = rest {
        let _ = next;
        targets = targets.iter().filter_map(|target| parent_of(cx, target)).collect();
        rest = tail;
    }
    for segment in rest {
        let mut next = Vec::new();
        for target in &targets {
            extend_unique(&mut next, module::member(cx, target, segment, unit));
        }
        targets = next;
    }
    targets
}

/// The first segment of a path: a keyword, an item in scope, or a crate.
fn first_segment<'w>(cx: &Resolver<'w>, unit: &'w Unit, scope: ScopeIx, name: &str) -> Vec<Target> {
    let keyword = root_name(cx, unit, scope, name);
    if matches!(name, "crate" | "self" | "super") {
        return keyword;
    }
    let mut here = Some(scope);
    while let Some(ix) = here {
        let info = &unit.facts.scopes[ix.ix()];
        for &binding in unit.bindings_in(ix, name) {
            let own = match unit.binding(binding).kind {
                BindingKind::Symbol(_) => true,
                // `use a::b` beside `use b::c`: the import of `b` counts, unless it is this very path.
                BindingKind::Import { import, .. } => {
                    let specifier = unit.facts.text(unit.facts.imports[import.ix()].specifier);
                    specifier.split("::").next() != Some(name) && !specifier.is_empty()
                }
                _ => false,
            };
            if own {
                return cx.binding_targets(unit, binding);
            }
        }
        if matches!(info.kind, ScopeKind::Module | ScopeKind::File) {
            break;
        }
        here = info.parent;
    }
    keyword
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

fn parent_of(cx: &Resolver<'_>, module: &Target) -> Option<Target> {
    match module {
        Target::Symbol(def) => {
            let unit = cx.unit(def.file)?;
            Some(current_module(unit, unit.symbol(def.symbol).scope))
        }
        Target::File(file) => parent_file(cx, *file).map(Target::File),
        _ => None,
    }
}

/// The file behind `mod name;` in a file, `scope` being where it stands.
pub(super) fn child_file(cx: &Resolver<'_>, unit: &Unit, scope: ScopeIx, name: &str) -> Option<FileIx> {
    let path = cx.world.path(unit.file).as_str()?;
    let mut base = children_folder(path);
    let mut inner = Vec::new();
    let mut here = Some(scope);
    while let Some(ix) = here {
        let info = &unit.facts.scopes[ix.ix()];
        if info.kind == ScopeKind::Module
            && let Some(owner) = info.owner
        {
            inner.push(unit.name(owner).to_owned());
        }
        here = info.parent;
    }
    for module in inner.iter().rev() {
        base = join(&base, module);
    }
    let name = name.trim_start_matches("r#");
    let tails = [format!("{name}.rs"), format!("{name}/mod.rs")];
    let beside = tails.iter().find_map(|tail| cx.probe(&join(&base, tail)));
    // A file in `tests/` that is itself a module has its children in a folder of its name.
    beside.or_else(|| tails.iter().find_map(|tail| cx.probe(&join(path.trim_end_matches(".rs"), tail))))
}

/// The folder in which the children of a module's file stand.
fn children_folder(path: &str) -> String {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    if FOLDER_MODULES.contains(&name) || is_root_by_place(path) {
        return folder.to_owned();
    }
    join(folder, name.trim_end_matches(".rs"))
}

/// `src/bin/x.rs`, `tests/x.rs` and the like are crate roots; their children stand beside them.
fn is_root_by_place(path: &str) -> bool {
    let mut parts = path.rsplit('/').skip(1);
    let folder = parts.next().unwrap_or_default();
    match folder {
        "bin" => parts.next() == Some("src"),
        folder => ROOT_FOLDERS.contains(&folder) && parts.next() != Some("src"),
    }
}

/// The module file that declares a file, found by its place.
fn parent_file(cx: &Resolver<'_>, file: FileIx) -> Option<FileIx> {
    let path = cx.world.path(file).as_str()?;
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    if matches!(name, "lib.rs" | "main.rs" | "build.rs") {
        return None;
    }
    if is_root_by_place(path) {
        return declaring_sibling(cx, file, folder, name.trim_end_matches(".rs"));
    }
    let (module, holder) = if name == "mod.rs" {
        (folder.rsplit('/').next()?, parent(folder)?)
    } else {
        (name.trim_end_matches(".rs"), folder)
    };
    let mut candidates = vec![join(holder, "mod.rs"), join(holder, "lib.rs"), join(holder, "main.rs")];
    if !holder.is_empty() {
        candidates.insert(0, format!("{holder}.rs"));
    }
    let files: Vec<FileIx> =
        candidates.iter().filter_map(|path| cx.probe(path)).filter(|&found| found != file).collect();
    // Without a declaration (behind a macro or `#[path]`) the place alone decides.
    files.iter().copied().find(|&file| declares(cx, file, module)).or_else(|| files.first().copied())
}

/// Whether a file has `mod module;` at its top.
fn declares(cx: &Resolver<'_>, file: FileIx, module: &str) -> bool {
    cx.unit(file).is_some_and(|unit| {
        unit.bindings_in(ScopeIx::FILE, module).iter().any(|&binding| match unit.binding(binding).kind {
            BindingKind::Symbol(symbol) => unit.symbol(symbol).kind == SymbolKind::Module,
            _ => false,
        })
    })
}

/// `tests/a.rs` may be a module of `tests/all.rs` instead of a root of its own.
fn declaring_sibling(cx: &Resolver<'_>, file: FileIx, folder: &str, module: &str) -> Option<FileIx> {
    let siblings = cx.folder(folder.as_bytes());
    let rust = |&other: &FileIx| other != file && cx.world.language(other) == Some(Language::Rust);
    siblings.into_iter().filter(rust).find(|&other| declares(cx, other, module))
}

fn crate_root(cx: &Resolver<'_>, file: FileIx) -> FileIx {
    if let Some(&known) = cx.roots.borrow().get(&file) {
        return known;
    }
    let mut root = file;
    for _ in 0..64 {
        match parent_file(cx, root) {
            Some(up) => root = up,
            None => break,
        }
    }
    debug_assert!(cx.world.language(root) == Some(Language::Rust));
    cx.roots.borrow_mut().insert(file, root);
    root
}
