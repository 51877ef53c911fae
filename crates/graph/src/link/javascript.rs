//! JavaScript's and TypeScript's modules: relative paths, `tsconfig` paths, packages of the workspace.
//!
//! Written here rather than taken from a resolver library because it must work on a snapshot (no file system), record
//! what it asked for, and lead to sources where a package's manifest names build output that is not there.

use super::{Link, folder_of, join, normalised, parent};
use crate::manifest::NodePackage;
use crate::resolve::Resolver;
use crate::unit::Unit;
use crate::value::Target;
use crate::world::FileIx;
use serde_json::Value as Json;
use tribunal_domain::facts::ImportIx;

/// Endings tried for a path without one, sources before declarations before build output.
const ENDINGS: &[&str] =
    &[".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".vue", ".svelte"];
/// Written endings and the source endings they may stand for.
const REWRITES: &[(&str, &[&str])] = &[
    (".js", &[".ts", ".tsx", ".d.ts", ".jsx"]),
    (".jsx", &[".tsx", ".d.ts"]),
    (".mjs", &[".mts", ".d.mts", ".ts"]),
    (".cjs", &[".cts", ".d.cts", ".ts"]),
    (".d.ts", &[".ts", ".tsx"]),
    (".d.mts", &[".mts", ".ts"]),
];
/// Folders that hold build output; sources stand in `src` instead.
const OUTPUT_FOLDERS: &[&str] = &["dist", "lib", "build", "out", "esm", "cjs", "es", "types"];
/// Conditions of `exports` in the order in which they lead to sources.
const CONDITIONS: &[&str] =
    &["source", "types", "import", "module", "development", "default", "require", "node", "browser"];

/// Where a specifier leads.
pub(super) fn link<'w>(cx: &Resolver<'w>, unit: &'w Unit, import: ImportIx) -> Link {
    let specifier = unit.facts.text(unit.facts.imports[import.ix()].specifier);
    // Bundlers' queries and loaders: `./a.svg?url`.
    let specifier = specifier.split(['?', '!']).next().unwrap_or(specifier);
    let folder = folder_of(cx, unit);
    if specifier == "." || specifier == ".." || specifier.starts_with("./") || specifier.starts_with("../") {
        let found = normalised(&format!("{folder}/{specifier}")).and_then(|path| file_at(cx, &path));
        return found.map_or(Link::Missing, file);
    }
    if specifier.starts_with('#')
        && let Some(found) = package_imports(cx, folder, specifier)
    {
        return file(found);
    }
    if let Some(found) = config_paths(cx, folder, specifier).or_else(|| package(cx, folder, specifier)) {
        return file(found);
    }
    if specifier.starts_with('/') {
        return file_at(cx, specifier.trim_start_matches('/')).map_or(Link::Missing, file);
    }
    guessed(cx, folder, specifier).map_or_else(|| Link::External(specifier.into()), file)
}

/// A path below a name that only the settings of a bundler explain, where exactly such a file is there: `@/a/b` is
/// `src/a/b`, `@parts/a` is `src/parts/a`, `parts/a` is `src/parts/a`.
fn guessed(cx: &Resolver<'_>, folder: &str, specifier: &str) -> Option<FileIx> {
    const MARKS: [char; 4] = ['@', '~', '#', '$'];
    let (first, rest) = specifier.split_once('/')?;
    let manifests = cx.world.manifests();
    let asked_for = [first, split_package(specifier).0].iter().any(|name| manifests.node_dependencies.contains(*name));
    if asked_for || first.contains(':') || rest.is_empty() {
        return None;
    }
    let marked = first.starts_with(MARKS);
    let name = first.trim_start_matches(MARKS);
    let whole = if name.is_empty() { rest.to_owned() } else { format!("{name}/{rest}") };
    // The name of an alias may be the folder of sources itself.
    let tails = std::iter::once(whole).chain((marked && !name.is_empty()).then(|| rest.to_owned()));
    let tails: Vec<String> = tails.collect();
    let packages: Vec<&str> = std::iter::successors(Some(folder), |folder| parent(folder))
        .filter(|folder| folder.is_empty() || manifests.node_package_at(folder).is_some())
        .collect();
    let tops = packages.iter().flat_map(|package| ["src", "", "app"].map(|top| normalised(&join(package, top))));
    tops.flatten().find_map(|top| tails.iter().find_map(|tail| file_at(cx, &join(&top, tail))))
}

fn file(file: FileIx) -> Link {
    Link::Internal(vec![Target::File(file)])
}

/// The file a path means: itself, with an ending, or the index of a folder.
fn file_at(cx: &Resolver<'_>, path: &str) -> Option<FileIx> {
    source_file(cx, path).or_else(|| {
        if let Some(package) = cx.world.manifests().node_package_at(path)
            && let Some(found) = entry(cx, package, ".")
        {
            return Some(found);
        }
        ENDINGS.iter().find_map(|ending| cx.probe(&join(path, &format!("index{ending}"))))
    })
}

fn source_file(cx: &Resolver<'_>, path: &str) -> Option<FileIx> {
    for (written, sources) in REWRITES {
        if let Some(stem) = path.strip_suffix(written)
            && let Some(found) = sources.iter().find_map(|ending| cx.probe(&format!("{stem}{ending}")))
        {
            // `a.js` beside `a.ts`: the file that was written wins.
            return cx.probe(path).or(Some(found));
        }
    }
    if let Some(found) = cx.probe(path) {
        return Some(found);
    }
    ENDINGS.iter().find_map(|ending| cx.probe(&format!("{path}{ending}")))
}

/// `paths` and `baseUrl` of the nearest `tsconfig`.
fn config_paths(cx: &Resolver<'_>, folder: &str, specifier: &str) -> Option<FileIx> {
    let mut here = Some(folder);
    while let Some(folder) = here {
        for config in cx.world.manifests().configs_in(folder) {
            let mut patterns: Vec<_> = config
                .paths
                .iter()
                .filter_map(|(pattern, to)| Some((matched(pattern, specifier)?, pattern, to)))
                .collect();
            patterns.sort_by_key(|(_, pattern, _)| (std::cmp::Reverse(pattern.len()), (*pattern).clone()));
            for (star, _, targets) in patterns {
                for target in targets {
                    let path = normalised(&join(&config.paths_base, &target.replacen('*', star, 1)));
                    if let Some(found) = path.and_then(|path| file_at(cx, &path).or_else(|| built(cx, &path))) {
                        return Some(found);
                    }
                }
            }
            if let Some(base) = &config.base_url
                && let Some(found) = normalised(&join(base, specifier)).and_then(|path| file_at(cx, &path))
            {
                return Some(found);
            }
        }
        here = parent(folder);
    }
    None
}

/// What `*` stands for if the pattern matches.
fn matched<'a>(pattern: &str, specifier: &'a str) -> Option<&'a str> {
    match pattern.split_once('*') {
        None => (pattern == specifier).then_some(""),
        Some((before, after)) => {
            let rest = specifier.strip_prefix(before)?;
            rest.strip_suffix(after)
        }
    }
}

/// A package of the workspace by its name.
fn package(cx: &Resolver<'_>, _folder: &str, specifier: &str) -> Option<FileIx> {
    let (name, rest) = split_package(specifier);
    let package = cx.world.manifests().node_package_named(name)?;
    entry(cx, package, if rest.is_empty() { "." } else { rest })
}

fn split_package(specifier: &str) -> (&str, &str) {
    let slashes = if specifier.starts_with('@') { 2 } else { 1 };
    match specifier.match_indices('/').nth(slashes - 1) {
        Some((at, _)) => (&specifier[..at], &specifier[at + 1..]),
        None => (specifier, ""),
    }
}

/// The file a package offers at a subpath (`.` for itself).
fn entry(cx: &Resolver<'_>, package: &NodePackage, subpath: &str) -> Option<FileIx> {
    let mut candidates = Vec::new();
    if let Some(exports) = &package.exports {
        candidates.extend(exported(exports, subpath));
    }
    if subpath == "." {
        candidates.extend(package.mains.iter().cloned());
        candidates.extend(["index", "src/index", "src/main", "lib/index", "main"].map(str::to_owned));
    } else {
        candidates.push(subpath.to_owned());
        candidates.push(format!("src/{subpath}"));
    }
    candidates.iter().find_map(|candidate| {
        let path = normalised(&join(&package.folder, candidate))?;
        source_file(cx, &path)
            .or_else(|| built(cx, &path))
            .or_else(|| ENDINGS.iter().find_map(|ending| cx.probe(&join(&path, &format!("index{ending}")))))
    })
}

/// The targets that `exports` gives for a subpath, best first.
fn exported(exports: &Json, subpath: &str) -> Vec<String> {
    let key = if subpath == "." { ".".to_owned() } else { format!("./{subpath}") };
    let mut found = Vec::new();
    match exports {
        Json::Object(map) if map.keys().any(|key| key.starts_with('.')) => {
            if let Some(target) = map.get(&key) {
                collect(target, "", &mut found);
            } else {
                let mut patterns: Vec<_> =
                    map.iter().filter_map(|(pattern, to)| Some((matched(pattern, &key)?, pattern, to))).collect();
                patterns.sort_by_key(|(_, pattern, _)| std::cmp::Reverse(pattern.len()));
                for (star, _, target) in patterns {
                    collect(target, star, &mut found);
                }
            }
        }
        other if subpath == "." => collect(other, "", &mut found),
        _ => {}
    }
    found
}

fn collect(target: &Json, star: &str, found: &mut Vec<String>) {
    match target {
        Json::String(text) => found.push(text.replace('*', star)),
        Json::Array(list) => list.iter().for_each(|item| collect(item, star, found)),
        Json::Object(map) => {
            for condition in CONDITIONS {
                if let Some(item) = map.get(*condition) {
                    collect(item, star, found);
                }
            }
            for (condition, item) in map {
                if !CONDITIONS.contains(&condition.as_str()) {
                    collect(item, star, found);
                }
            }
        }
        _ => {}
    }
}

/// Build output to the source it comes from: `dist/a/b.js` is `src/a/b.ts`.
fn built(cx: &Resolver<'_>, path: &str) -> Option<FileIx> {
    let parts: Vec<&str> = path.split('/').collect();
    for (at, part) in parts.iter().enumerate() {
        if !OUTPUT_FOLDERS.contains(part) {
            continue;
        }
        let mut source = parts.clone();
        source[at] = "src";
        if let Some(found) = source_file(cx, &source.join("/")) {
            return Some(found);
        }
        // `dist/esm/a.js`, `dist/a.d.ts` beside `src`.
        if at + 2 < parts.len() {
            source.remove(at + 1);
            if let Some(found) = source_file(cx, &source.join("/")) {
                return Some(found);
            }
        }
    }
    None
}

/// `#name` of the nearest package's `imports`.
fn package_imports(cx: &Resolver<'_>, folder: &str, specifier: &str) -> Option<FileIx> {
    let mut here = Some(folder);
    while let Some(folder) = here {
        if let Some(package) = cx.world.manifests().node_package_at(folder) {
            let Some(Json::Object(map)) = &package.imports else { return None };
            let mut found = Vec::new();
            for (pattern, target) in map {
                if let Some(star) = matched(pattern, specifier) {
                    collect(target, star, &mut found);
                }
            }
            return found.iter().find_map(|target| {
                let path = normalised(&join(folder, target))?;
                file_at(cx, &path).or_else(|| built(cx, &path))
            });
        }
        here = parent(folder);
    }
    None
}
