//! Entry points of one file: what is used from outside the code, and why.

mod frameworks;

use crate::link::join;
use crate::manifest::ProjectKind;
use crate::resolve::Resolver;
use crate::unit::Unit;
use tribunal_domain::facts::{SymbolFlags, SymbolIx};
use tribunal_domain::{EntryPoint, Language, SymbolId};

/// Decorators that only change how a function behaves; any other decorator may register it somewhere.
const PLAIN_DECORATORS: &[&str] = &[
    "property",
    "staticmethod",
    "classmethod",
    "cached_property",
    "functools.cached_property",
    "functools.wraps",
    "wraps",
    "functools.lru_cache",
    "lru_cache",
    "functools.cache",
    "cache",
    "abstractmethod",
    "abc.abstractmethod",
    "overload",
    "typing.overload",
    "t.overload",
    "contextmanager",
    "contextlib.contextmanager",
    "dataclass",
    "dataclasses.dataclass",
    "override",
    "typing.override",
    "final",
    "typing.final",
    "total_ordering",
    "functools.total_ordering",
    "Override",
    "Deprecated",
    "SuppressWarnings",
    "FunctionalInterface",
    "SafeVarargs",
];

/// All entry points of the file being resolved.
pub(crate) fn entries(cx: &Resolver<'_>, overrides: &[(SymbolIx, SymbolId)]) -> Vec<EntryPoint> {
    let mut found = Vec::new();
    let unit = cx.home;
    let file = cx.world.id(unit.file);
    file_entries(cx, &mut found, file);
    for ix in (0..unit.facts.symbols.len() as u32).map(SymbolIx) {
        if let Some((kind, reason)) = symbol_entry(cx, unit, ix, overrides) {
            found.push(EntryPoint { symbol: unit.ids[ix.ix()], file, kind: kind.into(), reason: reason.into() });
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn file_entries(cx: &Resolver<'_>, found: &mut Vec<EntryPoint>, file: SymbolId) {
    let Some(path) = cx.world.path(cx.home.file).as_str() else { return };
    let manifests = cx.world.manifests();
    let mut add = |kind: &str, reason: &str| {
        found.push(EntryPoint { symbol: file, file, kind: kind.into(), reason: reason.into() });
    };
    let script = matches!(cx.home.language(), Language::TypeScript | Language::Tsx | Language::JavaScript);
    let built = if script { built_names(cx, path) } else { Vec::new() };
    let named = std::iter::once(path).chain(built.iter().map(String::as_str));
    let mut reasons = named.clone().filter_map(|name| manifests.entry_files.get(name));
    if let Some(reason) = reasons.next() {
        add("manifest", reason);
    } else if named.clone().any(|name| manifests.entry_patterns.iter().any(|pattern| pattern.offers(name))) {
        add("manifest", "package.json \"exports\"");
    }
    if manifests.declared.iter().any(|declared| declared == path) {
        add("declared", "declared in the configuration");
    }
    if is_root_file(cx.home.language(), path) {
        add("main", "a root of its package");
    }
    if is_test_file(path) {
        add("test", "a test file");
    }
    if by_convention(cx, path) {
        add("convention", "the package names no entry");
    }
    if let Some(framework) = frameworks::finder(cx.world.manifests(), path).filter(|_| script) {
        add("convention", &format!("{framework} finds it by its place"));
    }
}

/// What a source file is called after it was built: `src/a.ts` is `dist/a.js`. Folders that may hold sources too count
/// only where they are not part of the repository.
fn built_names(cx: &Resolver<'_>, path: &str) -> Vec<String> {
    let below = |package: &str| path.strip_prefix(package).map(|rest| rest.trim_start_matches('/').to_owned());
    let package = cx.world.manifests().node_packages_around(path).next().map_or("", |package| &package.folder);
    // Compiled where it stands, or from its folder of sources.
    let compiled = [".ts", ".tsx", ".mts", ".cts"].iter().any(|ending| path.ends_with(ending));
    let whole = below(package).filter(|_| compiled).map(|rest| (join(package, ""), rest));
    let mut sources: Vec<(String, String)> = whole.into_iter().collect();
    if let Some((package, rest)) = path.split_once("src/").filter(|(it, _)| it.is_empty() || it.ends_with('/')) {
        sources.push((package.to_owned(), rest.to_owned()));
    }
    sources.iter().flat_map(|(package, rest)| built_from(cx, package, rest)).collect()
}

fn built_from(cx: &Resolver<'_>, package: &str, rest: &str) -> Vec<String> {
    const FOLDERS: &[(&str, bool)] =
        &[("dist", false), ("build", false), ("out", false), ("lib", true), ("esm", true), ("cjs", true), ("es", true)];
    const ENDINGS: &[&str] = &["js", "mjs", "cjs", "d.ts"];
    /// One for each form or platform that is built.
    const WITHIN: &[&str] = &["", "esm/", "cjs/", "es/", "types/", "node/", "browser/"];
    let stem = rest.rsplit_once('.').map_or(rest, |(stem, _)| stem);
    let absent = |folder: &str| !cx.world.has_folder(format!("{package}{folder}").as_bytes());
    let folders = FOLDERS.iter().filter(|(folder, doubtful)| !doubtful || absent(folder)).map(|(folder, _)| folder);
    // A bundle of `a/index.ts` is called `a.js`.
    let stems: Vec<&str> = std::iter::once(stem).chain(stem.strip_suffix("/index")).collect();
    let mut names = Vec::new();
    for (folder, within) in folders.flat_map(|folder| WITHIN.iter().map(move |within| (folder, within))) {
        for (stem, ending) in stems.iter().flat_map(|stem| ENDINGS.iter().map(move |ending| (stem, ending))) {
            names.push(format!("{package}{folder}/{within}{stem}.{ending}"));
        }
    }
    names
}

fn is_root_file(language: Language, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    match language {
        Language::Rust => {
            let place = path.rsplit('/').nth(1).unwrap_or_default();
            matches!(name, "main.rs" | "build.rs") || matches!(place, "bin" | "tests" | "examples" | "benches")
        }
        Language::Python => {
            matches!(name, "__main__.py" | "setup.py" | "manage.py" | "conftest.py" | "wsgi.py" | "asgi.py")
        }
        // A tool shows every story it finds, and reads the settings that it is named by.
        _ => {
            const SETTINGS: &[&str] = &["setupProxy.js", "setupTests.js", "setupTests.ts", "config-overrides.js"];
            let settings = name.starts_with('.') || SETTINGS.contains(&name);
            let tools = [".config.", ".conf.", ".stories.", ".story.", ".workspace."];
            tools.iter().any(|it| name.contains(it)) || settings
        }
    }
}

fn is_test_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.starts_with("test_")
        || name.ends_with("_test.py")
        || name.contains(".test.")
        || name.contains(".spec.")
        || name.contains(".test-types.")
        || name.contains(".test-d.")
        || name.ends_with("_test.go")
        || name.ends_with("_spec.lua")
        || path.contains("__tests__/")
}

/// `index.*` and `main.*` at a package's root or in its `src/`, where the manifest names no entry.
fn by_convention(cx: &Resolver<'_>, path: &str) -> bool {
    let script = matches!(cx.home.language(), Language::TypeScript | Language::Tsx | Language::JavaScript);
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split('.').next().unwrap_or_default();
    if !script || !matches!(stem, "index" | "main") {
        return false;
    }
    let package = folder.strip_suffix("/src").unwrap_or(if folder == "src" { "" } else { folder });
    match cx.world.manifests().node_package_at(package) {
        Some(package) => package.mains.is_empty() && package.exports.is_none(),
        None => package.is_empty() && cx.world.manifests().node_packages.is_empty(),
    }
}

fn symbol_entry(
    cx: &Resolver<'_>,
    unit: &Unit,
    ix: SymbolIx,
    overrides: &[(SymbolIx, SymbolId)],
) -> Option<(&'static str, String)> {
    let symbol = unit.symbol(ix);
    let name = unit.name(ix);
    if symbol.flags.has(SymbolFlags::TEST) {
        return Some(("test", "a test or fixture".to_owned()));
    }
    if symbol.flags.has(SymbolFlags::FOREIGN) {
        return Some(("foreign", "visible to the linker".to_owned()));
    }
    if is_main(unit, ix) {
        return Some(("main", "the program starts here".to_owned()));
    }
    if let Some(reason) = declared(cx, unit, ix) {
        return Some(reason);
    }
    if name.len() > 4 && name.starts_with("__") && name.ends_with("__") && unit.language() == Language::Python {
        return Some(("override", "called by the language".to_owned()));
    }
    if symbol.flags.has(SymbolFlags::OVERRIDE) || overrides.binary_search_by_key(&ix, |(hiding, _)| *hiding).is_ok() {
        return Some(("override", "overrides a member of an ancestor".to_owned()));
    }
    if let Some(decorator) = registering_decorator(unit, ix) {
        return Some(("framework", format!("@{decorator}")));
    }
    if let Some(reason) = library_surface(cx, unit, ix) {
        return Some(("library", reason));
    }
    None
}

fn is_main(unit: &Unit, ix: SymbolIx) -> bool {
    let symbol = unit.symbol(ix);
    let name = unit.name(ix);
    let top = symbol.parent.is_none() && symbol.impl_of.is_none();
    match unit.language() {
        Language::Rust | Language::C | Language::Cpp => top && name == "main",
        Language::Go => top && matches!(name, "main" | "init"),
        Language::Java => name == "main" && symbol.flags.has(SymbolFlags::STATIC),
        _ => false,
    }
}

/// Console scripts and entries of the user's configuration.
fn declared(cx: &Resolver<'_>, unit: &Unit, ix: SymbolIx) -> Option<(&'static str, String)> {
    let path = cx.world.path(unit.file).as_str()?;
    let qualified = unit.facts.qualified_name(ix);
    let manifests = cx.world.manifests();
    if manifests.declared.iter().any(|entry| entry.rsplit_once(':') == Some((path, &qualified))) {
        return Some(("declared", "declared in the configuration".to_owned()));
    }
    if unit.language() != Language::Python {
        return None;
    }
    let module = path.trim_end_matches(".py").trim_end_matches("/__init__").replace('/', ".");
    let named = manifests.entry_names.iter().find(|(entry, _)| {
        entry.split_once(':').is_some_and(|(in_module, function)| {
            function.split('[').next().map(str::trim) == Some(&qualified)
                && (module == in_module || module.ends_with(&format!(".{in_module}")))
        })
    });
    named.map(|(_, reason)| ("manifest", reason.clone()))
}

/// The first decorator that may hand the definition to a framework.
fn registering_decorator(unit: &Unit, ix: SymbolIx) -> Option<String> {
    if !matches!(unit.language(), Language::Python | Language::TypeScript | Language::Tsx | Language::Java) {
        return None;
    }
    unit.symbol(ix).attributes.iter().map(|&text| unit.facts.text(text)).find_map(|attribute| {
        let name = attribute.split('(').next().unwrap_or(attribute).trim();
        let plain = PLAIN_DECORATORS.contains(&name) || name.ends_with(".setter") || name.ends_with(".deleter");
        (!plain && !name.is_empty()).then(|| name.to_owned())
    })
}

/// Public names of a library package count as used by others.
fn library_surface(cx: &Resolver<'_>, unit: &Unit, ix: SymbolIx) -> Option<String> {
    let symbol = unit.symbol(ix);
    let manifests = cx.world.manifests();
    if manifests.kind == ProjectKind::Application || !symbol.flags.has(SymbolFlags::EXPORTED) || symbol.parent.is_some()
    {
        return None;
    }
    let path = cx.world.path(unit.file).as_str()?;
    match unit.language() {
        // A public name of a Python package, a Go package that is not `internal`, a public class: others may import it.
        Language::Python => {
            let library = manifests.kind == ProjectKind::Library || !manifests.library_folders.is_empty();
            let hidden = path.split('/').any(|part| part.starts_with('_') && part != "__init__.py")
                || path.split('/').any(|part| matches!(part, "tests" | "test" | "docs" | "examples" | "scripts"));
            (library && !hidden).then(|| "public name of a library package".to_owned())
        }
        Language::Go => {
            let package = unit.facts.package.map_or("", |text| unit.facts.text(text));
            let hidden =
                package == "main" || path.split('/').any(|part| part == "internal") || path.ends_with("_test.go");
            (!hidden).then(|| "exported by a package".to_owned())
        }
        Language::Java => (!path.contains("/test/")).then(|| "public class".to_owned()),
        _ => None,
    }
}
