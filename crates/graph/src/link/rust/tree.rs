//! Rust's module tree: which file a `mod x;` means, which module declares a file, and where its crate begins.
//!
//! A declaration is trusted before a place: a file in `tests/` may be a crate of its own or a module of another, and
//! `#[path]` or a target of `Cargo.toml` may put anything anywhere.

use super::path_attribute::{child_key, declared};
use super::{current_module, join};
use crate::link::{normalised, parent};
use crate::reads::impl_key;
use crate::resolve::Resolver;
use crate::unit::Unit;
use crate::value::{Def, Target};
use crate::world::FileIx;
use tribunal_domain::Language;
use tribunal_domain::facts::{ImportIx, ImportKind, ScopeIx, ScopeKind, SymbolIx, SymbolKind};

/// File names that are modules of their own folder: their children stand beside them.
const FOLDER_MODULES: &[&str] = &["mod.rs", "lib.rs", "main.rs", "build.rs"];
/// Folders of a package whose files are crate roots each.
const ROOT_FOLDERS: &[&str] = &["tests", "examples", "benches", "src/bin"];
/// Inline modules around a `mod x;` that have a folder each, without a file of their own.
const MAX_INLINE: usize = 8;

/// The module that stands behind an import of the kind `mod x;`.
pub(super) fn declared_module(unit: &Unit, import: ImportIx) -> Option<SymbolIx> {
    let row = &unit.facts.imports[import.ix()];
    // One name may be declared several times, each under a condition; declarations and imports have one order.
    let same = |other: &&tribunal_domain::facts::Import| {
        other.kind == ImportKind::Module && other.scope == row.scope && other.specifier == row.specifier
    };
    let place = unit.facts.imports[..import.ix()].iter().filter(same).count();
    let name = unit.facts.text(row.specifier);
    modules_named(unit, name).filter(|&module| unit.symbol(module).scope == row.scope).nth(place)
}

/// The file behind `mod x;`.
pub(in crate::link) fn child_file(cx: &Resolver<'_>, unit: &Unit, module: SymbolIx) -> Option<FileIx> {
    let path = cx.world.path(unit.file).as_str()?;
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let own = Some(name.trim_end_matches(".rs"));
    // The other way round if the file is not what its place makes it, such as a module in `tests/`.
    let ways = if has_children_beside(cx, path) { [None, own] } else { [own, None] };
    ways.into_iter().find_map(|own| child_file_in(cx, unit, module, Here { folder: folder.to_owned(), own }))
}

/// Where the children of a module stand: in `folder`, or in the folder `own` in it.
struct Here<'a> {
    folder: String,
    own: Option<&'a str>,
}

impl Here<'_> {
    fn enter(self, folder: &str) -> Self {
        Self { folder: join(&self.of_children(), folder), own: None }
    }

    fn of_children(&self) -> String {
        self.own.map_or_else(|| self.folder.clone(), |own| join(&self.folder, own))
    }
}

fn child_file_in(cx: &Resolver<'_>, unit: &Unit, module: SymbolIx, mut here: Here<'_>) -> Option<FileIx> {
    let symbol = unit.symbol(module);
    for outer in inline_modules(unit, symbol.scope) {
        here = match declared(&unit.facts, unit.symbol(outer)).paths.first() {
            Some(path) => Here { folder: join(&here.folder, path), own: None },
            None => here.enter(unit.name(outer)),
        };
    }
    let declared = declared(&unit.facts, symbol);
    let named = declared.paths.iter().find_map(|path| cx.probe(&normalised(&join(&here.folder, path))?));
    if named.is_some() || declared.always {
        return named;
    }
    let name = unit.name(module).trim_start_matches("r#");
    let folder = here.of_children();
    [format!("{name}.rs"), format!("{name}/mod.rs")].iter().find_map(|tail| cx.probe(&join(&folder, tail)))
}

/// The inline modules around a scope, outermost first.
fn inline_modules(unit: &Unit, scope: ScopeIx) -> Vec<SymbolIx> {
    let mut modules = Vec::new();
    let mut here = Some(scope);
    while let Some(ix) = here {
        let info = &unit.facts.scopes[ix.ix()];
        modules.extend(info.owner.filter(|_| info.kind == ScopeKind::Module));
        here = info.parent;
    }
    modules.reverse();
    modules
}

/// The declarations `mod name;` of a file, in source order.
fn modules_named<'u>(unit: &'u Unit, name: &str) -> impl Iterator<Item = SymbolIx> + use<'u> {
    let text = unit.text_of(name);
    let symbols = unit.facts.symbols.iter().enumerate();
    let mine = symbols.filter(move |(_, symbol)| {
        symbol.kind == SymbolKind::Module && symbol.body.is_none() && Some(symbol.name) == text
    });
    mine.map(|(at, _)| SymbolIx(at as u32))
}

fn has_children_beside(cx: &Resolver<'_>, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    FOLDER_MODULES.contains(&name)
        || cx.world.manifests().cargo_targets.contains(path)
        || is_root_by_place(cx, path)
        || has_path_of_its_own(cx, path, name)
}

/// Whether a `#[path]` at the top of some file leads to this one.
fn has_path_of_its_own(cx: &Resolver<'_>, path: &str, name: &str) -> bool {
    path_modules(cx, name).iter().any(|&(declaring, module)| {
        let folder = std::str::from_utf8(cx.world.path(declaring).folder()).unwrap_or_default();
        cx.unit(declaring).is_some_and(|unit| {
            let symbol = unit.symbol(module);
            let leads = |written: &&str| normalised(&join(folder, written)).as_deref() == Some(path);
            symbol.scope == ScopeIx::FILE && declared(&unit.facts, symbol).paths.iter().any(leads)
        })
    })
}

/// The declarations with a path of their own to files of this name, with the question recorded.
fn path_modules<'w>(cx: &Resolver<'w>, name: &str) -> &'w [(FileIx, SymbolIx)] {
    let key = child_key(name);
    cx.reads.record(impl_key(key.as_bytes()));
    cx.world.path_modules(&key)
}

/// `src/bin/x.rs`, `tests/x.rs` and the like are crate roots; their children stand beside them.
fn is_root_by_place(cx: &Resolver<'_>, path: &str) -> bool {
    is_root_folder(cx, path.rsplit_once('/').map_or("", |(folder, _)| folder))
}

/// Whether a folder is one of a package's with a crate in each file.
fn is_root_folder(cx: &Resolver<'_>, folder: &str) -> bool {
    let packages = &cx.world.manifests().cargo_folders;
    // Without manifests any folder may be a package, but one with sources.
    let is_package = |folder: &str| match folder.rsplit('/').next() {
        last if packages.is_empty() => last != Some("src"),
        _ => packages.contains(folder),
    };
    let before = |roots: &str| match folder.strip_suffix(roots)? {
        "" => Some(""),
        package => package.strip_suffix('/'),
    };
    ROOT_FOLDERS.iter().filter_map(|roots| before(roots)).any(is_package)
}

/// The module around a module.
pub(crate) fn parent_of(cx: &Resolver<'_>, module: &Target) -> Option<Target> {
    match module {
        Target::Symbol(def) => {
            let unit = cx.unit(def.file)?;
            Some(current_module(unit, unit.symbol(def.symbol).scope))
        }
        Target::File(file) => parent_of_file(cx, *file),
        _ => None,
    }
}

/// The module that declares a file; `None` for the root of a crate.
fn parent_of_file(cx: &Resolver<'_>, file: FileIx) -> Option<Target> {
    let path = cx.world.path(file).as_str()?;
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    if matches!(name, "lib.rs" | "main.rs") || cx.world.manifests().cargo_targets.contains(path) {
        return None;
    }
    let (module, holder) = if name == "mod.rs" {
        (folder.rsplit('/').next()?, parent(folder)?)
    } else {
        (name.trim_end_matches(".rs"), folder)
    };
    let (near, declaring) = declaring_module(cx, file, module, holder);
    let found =
        declaring.or_else(|| declared_with_path(cx, file, name)).or_else(|| declared_beside(cx, file, module, holder));
    if found.is_some() || name == "build.rs" || is_root_by_place(cx, path) {
        return found;
    }
    // Without a declaration (behind a macro, say) the place alone decides.
    near.map(Target::File)
}

/// The file that declares another by its place, and the module in or around a folder that really does.
fn declaring_module(cx: &Resolver<'_>, file: FileIx, module: &str, holder: &str) -> (Option<FileIx>, Option<Target>) {
    let mut here = Some(holder);
    // Inline modules have folders and no files: `mod a { mod b; }` in `x.rs` means `x/a/b.rs`.
    for _ in 0..MAX_INLINE {
        let Some(folder) = here else { break };
        let found: Vec<FileIx> = holders(cx, folder).into_iter().filter(|&holder| holder != file).collect();
        if let Some(&near) = found.first() {
            let declaring = found.iter().find_map(|&holder| declaration(cx, holder, module, file));
            return (Some(near).filter(|_| folder == holder), declaring);
        }
        here = parent(folder);
    }
    (None, None)
}

/// Files that may declare modules whose files stand in a folder.
fn holders(cx: &Resolver<'_>, folder: &str) -> Vec<FileIx> {
    let mut paths = vec![join(folder, "mod.rs"), join(folder, "lib.rs"), join(folder, "main.rs")];
    if !folder.is_empty() {
        paths.insert(0, format!("{folder}.rs"));
    }
    let targets = cx.world.manifests().cargo_targets.iter();
    let here = targets.filter(|path| path.rsplit_once('/').map_or("", |(folder, _)| folder) == folder);
    paths.extend(here.cloned());
    let mut files: Vec<FileIx> = paths.iter().filter_map(|path| cx.probe(path)).collect();
    if is_root_folder(cx, folder) {
        files.extend(cx.folder(folder.as_bytes()));
    }
    let mut seen = rustc_hash::FxHashSet::default();
    files.retain(|&file| cx.world.language(file) == Some(Language::Rust) && seen.insert(file));
    files
}

/// The module of `holder` in which `mod name;` means `file`.
fn declaration(cx: &Resolver<'_>, holder: FileIx, name: &str, file: FileIx) -> Option<Target> {
    let unit = cx.unit(holder)?;
    let raw = format!("r#{name}");
    let declaring = modules_named(unit, name).chain(modules_named(unit, &raw));
    let found = declaring.into_iter().find(|&module| child_file(cx, unit, module) == Some(file))?;
    Some(current_module(unit, unit.symbol(found).scope))
}

/// The module with a `#[path]` that leads to `file`, anywhere.
fn declared_with_path(cx: &Resolver<'_>, file: FileIx, name: &str) -> Option<Target> {
    path_modules(cx, name).iter().find_map(|&(declaring, module)| {
        let unit = cx.unit(declaring)?;
        (child_file(cx, unit, module) == Some(file)).then(|| current_module(unit, unit.symbol(module).scope))
    })
}

/// The module with a path of its own, in the folder `holder`, that declares `file` beside it.
fn declared_beside(cx: &Resolver<'_>, file: FileIx, module: &str, holder: &str) -> Option<Target> {
    cx.folder(holder.as_bytes()).into_iter().filter(|&sibling| sibling != file).find_map(|sibling| {
        let name = std::str::from_utf8(cx.world.path(sibling).file_name()).ok()?;
        if cx.world.language(sibling) != Some(Language::Rust) || path_modules(cx, name).is_empty() {
            return None;
        }
        declaration(cx, sibling, module, file)
    })
}

/// The file in which the crate of a file begins.
pub(super) fn crate_root(cx: &Resolver<'_>, file: FileIx) -> FileIx {
    if let Some(&known) = cx.roots.borrow().get(&file) {
        return known;
    }
    let mut root = file;
    for _ in 0..64 {
        match parent_of_file(cx, root) {
            Some(Target::File(up) | Target::Symbol(Def { file: up, .. })) => root = up,
            _ => break,
        }
    }
    debug_assert!(cx.world.language(root) == Some(Language::Rust));
    cx.roots.borrow_mut().insert(file, root);
    root
}
