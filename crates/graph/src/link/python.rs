//! Python's modules: source roots, packages with and without `__init__`, relative imports.

use super::{Link, folder_of, join, parent};
use crate::module;
use crate::resolve::Resolver;
use crate::space::Space;
use crate::unit::Unit;
use crate::value::Target;
use tribunal_domain::facts::{ImportIx, Text};

/// Where `import a.b` or `from a.b import …` leads.
pub(super) fn link<'w>(cx: &Resolver<'w>, unit: &'w Unit, import: ImportIx) -> Link {
    let specifier = unit.facts.text(unit.facts.imports[import.ix()].specifier);
    let dots = specifier.bytes().take_while(|&byte| byte == b'.').count();
    let rest = &specifier[dots..];
    if dots > 0 {
        let mut folder = folder_of(cx, unit);
        for _ in 1..dots {
            match parent(folder) {
                Some(up) => folder = up,
                None => return Link::Missing,
            }
        }
        return internal(module_at(cx, folder, rest));
    }
    let found = absolute(cx, unit, specifier);
    if !found.is_empty() {
        return Link::Internal(found);
    }
    // Below a package of our own but not there: ours, and missing.
    let first = specifier.split('.').next().unwrap_or_default();
    if first != specifier && is_package(&absolute(cx, unit, first), cx) {
        return Link::Missing;
    }
    Link::External(specifier.into())
}

fn internal(found: Vec<Target>) -> Link {
    if found.is_empty() { Link::Missing } else { Link::Internal(found) }
}

fn is_package(found: &[Target], cx: &Resolver<'_>) -> bool {
    found.iter().any(|target| match target {
        Target::File(file) => cx.world.path(*file).file_name().starts_with(b"__init__"),
        _ => false,
    })
}

/// An absolute module name, tried from every folder that may be a source root of the importing file.
fn absolute<'w>(cx: &Resolver<'w>, unit: &'w Unit, dotted: &str) -> Vec<Target> {
    let mut best_folder = Vec::new();
    for root in roots(cx, unit) {
        let found = module_at(cx, &root, dotted);
        match found.first() {
            Some(Target::File(_)) => return found,
            Some(_) if best_folder.is_empty() => best_folder = found,
            _ => {}
        }
    }
    best_folder
}

/// Source roots in order: where the file's own package starts (a script's own folder is on its path), what pytest adds,
/// declared ones and the usual places, then every folder above the file.
fn roots(cx: &Resolver<'_>, unit: &Unit) -> Vec<String> {
    let mut roots: Vec<String> = Vec::new();
    let mut add = |root: String| {
        if !roots.contains(&root) {
            roots.push(root);
        }
    };
    let own = folder_of(cx, unit);
    // The root of the package the file belongs to: the first folder upwards without `__init__.py`.
    let mut folder = own;
    while cx.probe(&join(folder, "__init__.py")).is_some() {
        match parent(folder) {
            Some(up) => folder = up,
            None => break,
        }
    }
    add(folder.to_owned());
    // pytest puts the folder of every `conftest.py` above a test on the path, the nearest first.
    let mut tests = Some(folder);
    while let Some(folder) = tests {
        if cx.probe(&join(folder, "conftest.py")).is_some() && cx.probe(&join(folder, "__init__.py")).is_none() {
            add(folder.to_owned());
        }
        tests = parent(folder);
    }
    for root in &cx.world.manifests().python_roots {
        add(root.clone());
    }
    add(String::new());
    add("src".to_owned());
    add("lib".to_owned());
    let mut above = Some(folder);
    while let Some(folder) = above {
        add(folder.to_owned());
        add(join(folder, "src"));
        above = parent(folder);
    }
    roots
}

/// The module at a dotted path below a folder. An empty path is the folder's own package.
fn module_at(cx: &Resolver<'_>, folder: &str, dotted: &str) -> Vec<Target> {
    let path = if dotted.is_empty() { folder.to_owned() } else { join(folder, &dotted.replace('.', "/")) };
    // A namespace package counts only if its first part is there, so that stray folders do not shadow the outside.
    for candidate in
        [format!("{path}/__init__.py"), format!("{path}.py"), format!("{path}/__init__.pyi"), format!("{path}.pyi")]
    {
        let candidate = candidate.trim_start_matches('/');
        if let Some(file) = cx.probe(candidate) {
            return vec![Target::File(file)];
        }
    }
    if cx.probe_folder(&path) && holds_python(cx, &path) { vec![Target::Folder(path.into())] } else { Vec::new() }
}

/// A folder is a namespace package only if Python lies somewhere directly in it or one level below.
fn holds_python(cx: &Resolver<'_>, folder: &str) -> bool {
    cx.folder(folder.as_bytes()).iter().any(|&file| cx.world.language(file) == Some(tribunal_domain::Language::Python))
}

/// The submodule `name` of the package in `folder`.
pub(crate) fn child(cx: &Resolver<'_>, folder: &[u8], name: &str) -> Vec<Target> {
    let Ok(folder) = std::str::from_utf8(folder) else { return Vec::new() };
    module_at(cx, folder, name)
}

/// What an imported name means.
pub(super) fn import_targets<'w>(
    cx: &Resolver<'w>,
    unit: &'w Unit,
    import: ImportIx,
    name: Option<&str>,
    local: Option<Text>,
) -> Vec<Target> {
    let specifier = unit.facts.text(unit.facts.imports[import.ix()].specifier);
    let Some(name) = name else {
        let local = local.map_or("", |text| unit.facts.text(text));
        let first = specifier.split('.').next().unwrap_or_default();
        if local == first && first != specifier {
            // `import a.b` binds `a`.
            let found = absolute(cx, unit, first);
            return if found.is_empty() { vec![Target::External(first.into())] } else { found };
        }
        return match &*cx.link(unit, import) {
            Link::Internal(modules) => modules.clone(),
            Link::External(outside) => vec![Target::External(outside.clone())],
            Link::Missing => Vec::new(),
        };
    };
    match &*cx.link(unit, import) {
        Link::Internal(modules) => {
            let mut targets = Vec::new();
            for target in modules {
                // `from . import x` inside the package's own `__init__` means the submodule, not the name itself.
                let own = *target == Target::File(unit.file);
                let found =
                    if own { own_child(cx, unit, name) } else { module::member(cx, target, name, Space::Any, unit) };
                crate::lookup::extend_unique(&mut targets, found);
            }
            targets
        }
        Link::External(outside) => vec![Target::External(format!("{outside}.{name}").into())],
        Link::Missing => Vec::new(),
    }
}

fn own_child<'w>(cx: &Resolver<'w>, unit: &'w Unit, name: &str) -> Vec<Target> {
    child(cx, cx.world.path(unit.file).folder(), name)
}
