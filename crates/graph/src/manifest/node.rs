//! `package.json`, `tsconfig.json` and `jsconfig.json`.

use super::Manifests;
use crate::link::{join, normalised};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Configurations followed through `extends` at most.
const MAX_EXTENDS: usize = 8;

/// What a `package.json` says.
#[derive(Debug, Default)]
pub struct NodePackage {
    /// Its folder.
    pub folder: String,
    /// Its name.
    pub name: Option<String>,
    /// `source`, `types`, `module`, `main`, best first.
    pub mains: Vec<String>,
    /// `exports` as written.
    pub exports: Option<Value>,
    /// `imports` as written.
    pub imports: Option<Value>,
    /// It is not published.
    pub private: bool,
    /// The packages it asks for, for whatever purpose.
    pub dependencies: BTreeSet<String>,
}

/// Parts of a `package.json` that list packages it asks for.
const DEPENDENCIES: &[&str] = &["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/// Parts whose files are neither run nor loaded by being named there.
const NOT_LOADED: &[&str] =
    &["files", "sideEffects", "workspaces", "description", "keywords", "scripts", "exports", "imports"];

/// How files end that a tool runs or loads.
const SCRIPTS: &[&str] = &[".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".sh"];

/// `"./lib/*": "./src/*.ts"`: every file that fits the right side is offered, unless its left side is taken back.
#[derive(Debug, Clone)]
pub struct EntryPattern {
    /// What importers write, with one `*`.
    offered: String,
    /// The files behind it from the root of the repository, with one `*`.
    files: String,
    /// What importers may not write (`null`), with or without a `*`.
    refused: Vec<String>,
}

impl EntryPattern {
    /// Whether the package offers the file.
    pub fn offers(&self, path: &str) -> bool {
        let Some(star) = filled(&self.files, path) else { return false };
        let offered = self.offered.replacen('*', star, 1);
        !self.refused.iter().any(|refused| refused == &offered || filled(refused, &offered).is_some())
    }
}

/// What the `*` of a pattern stands for in a text.
fn filled<'t>(pattern: &str, text: &'t str) -> Option<&'t str> {
    let (before, after) = pattern.split_once('*')?;
    text.strip_prefix(before)?.strip_suffix(after).filter(|star| !star.is_empty())
}

/// What a `tsconfig.json` says about modules.
#[derive(Debug, Clone, Default)]
pub struct ScriptConfig {
    /// The folder from which bare names are looked up.
    pub base_url: Option<String>,
    /// Patterns to targets.
    pub paths: Vec<(String, Vec<String>)>,
    /// The folder that the targets are relative to.
    pub paths_base: String,
    /// What elements of JSX are turned into calls of.
    pub factories: Vec<String>,
}

/// Reads a `package.json`.
pub(super) fn package(manifests: &mut Manifests, folder: &str, text: &str) -> Result<(), String> {
    let json: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let text_of = |key: &str| json.get(key).and_then(Value::as_str).map(str::to_owned);
    let mains: Vec<String> =
        ["source", "types", "typings", "module", "main"].iter().filter_map(|key| text_of(key)).collect();
    for main in &mains {
        add_entry(manifests, folder, main, "package.json");
    }
    match json.get("bin") {
        Some(Value::String(path)) => add_entry(manifests, folder, path, "package.json \"bin\""),
        Some(Value::Object(map)) => {
            map.values()
                .filter_map(Value::as_str)
                .for_each(|path| add_entry(manifests, folder, path, "package.json \"bin\""));
        }
        _ => {}
    }
    if let Some(Value::Object(scripts)) = json.get("scripts") {
        for command in scripts.values().filter_map(Value::as_str) {
            for word in command.split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '=' | ';' | '&')) {
                if is_script(word) {
                    add_entry(manifests, folder, word, "package.json \"scripts\"");
                }
            }
        }
    }
    let mut exported = Vec::new();
    json.get("exports").into_iter().for_each(|exports| strings(exports, &mut exported));
    exported.iter().for_each(|path| add_entry(manifests, folder, path, "package.json \"exports\""));
    // Of several targets of one name the resolver takes one; the others are there for other platforms.
    if let Some(Value::Object(imports)) = json.get("imports") {
        let mut targets = Vec::new();
        imports.values().filter(|target| target.is_object()).for_each(|target| strings(target, &mut targets));
        targets.iter().for_each(|path| add_entry(manifests, folder, path, "package.json \"imports\""));
    }
    if let Some(Value::Object(exports)) = json.get("exports") {
        add_patterns(manifests, folder, exports);
    }
    settings(manifests, folder, &json);
    let private = json.get("private").and_then(Value::as_bool).unwrap_or(false);
    let package = NodePackage {
        folder: folder.to_owned(),
        name: text_of("name"),
        mains,
        exports: json.get("exports").cloned(),
        imports: json.get("imports").cloned(),
        private,
        dependencies: DEPENDENCIES
            .iter()
            .filter_map(|part| json.get(part)?.as_object())
            .flat_map(Map::keys)
            .cloned()
            .collect(),
    };
    manifests.node_dependencies.extend(package.dependencies.iter().cloned());
    if !private {
        manifests.library_folders.push(folder.to_owned());
    }
    manifests.node_packages.insert(folder.to_owned(), package);
    Ok(())
}

fn is_script(word: &str) -> bool {
    SCRIPTS.iter().any(|ending| word.ends_with(ending))
}

/// Tools keep their settings here too: `jest.setupFiles`, `browser`, `build.main`.
fn settings(manifests: &mut Manifests, folder: &str, json: &Value) {
    let Value::Object(parts) = json else { return };
    let loaded = |part: &&String| !NOT_LOADED.contains(&part.as_str()) && !DEPENDENCIES.contains(&part.as_str());
    for part in parts.keys().filter(loaded) {
        let mut named = Vec::new();
        strings(&parts[part], &mut named);
        for path in named.iter().map(|path| path.trim_start_matches("<rootDir>/")) {
            if is_script(path) && !path.contains(['*', ' ', '!']) {
                add_entry(manifests, folder, path, &format!("package.json \"{part}\""));
            }
        }
    }
}

fn add_entry(manifests: &mut Manifests, folder: &str, path: &str, reason: &str) {
    if let Some(path) = normalised(&join(folder, path)) {
        manifests.entry_files.entry(path).or_insert_with(|| reason.to_owned());
    }
}

fn add_patterns(manifests: &mut Manifests, folder: &str, exports: &Map<String, Value>) {
    let refused: Vec<String> =
        exports.iter().filter(|(_, to)| to.is_null()).map(|(offered, _)| offered.clone()).collect();
    for (offered, target) in exports.iter().filter(|(offered, _)| offered.contains('*')) {
        let mut files = Vec::new();
        strings(target, &mut files);
        for files in files.iter().filter_map(|files| normalised(&join(folder, files))) {
            manifests.entry_patterns.push(EntryPattern { offered: offered.clone(), files, refused: refused.clone() });
        }
    }
}

fn strings(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|item| strings(item, found)),
        Value::Object(map) => map.values().for_each(|item| strings(item, found)),
        _ => {}
    }
}

/// Reads all script configurations and follows `extends` among them.
pub(super) fn configs(manifests: &mut Manifests, files: &[(String, &str)]) {
    let parsed: BTreeMap<&str, Map<String, Value>> = files
        .iter()
        .filter_map(|(path, text)| match serde_json::from_str(&without_comments(text)) {
            Ok(Value::Object(map)) => Some((path.as_str(), map)),
            _ => None,
        })
        .collect();
    for path in parsed.keys() {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let config = read(&parsed, path, 0);
        if config.base_url.is_some() || !config.paths.is_empty() || !config.factories.is_empty() {
            let list = manifests.script_configs.entry(folder.to_owned()).or_default();
            // `tsconfig.json` itself before its variants.
            let main = path.ends_with("/tsconfig.json") || *path == "tsconfig.json";
            if main { list.insert(0, config) } else { list.push(config) }
        }
    }
}

fn read(all: &BTreeMap<&str, Map<String, Value>>, path: &str, depth: usize) -> ScriptConfig {
    let Some(map) = all.get(path) else { return ScriptConfig::default() };
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut config = ScriptConfig::default();
    let mut parents = Vec::new();
    map.get("extends").into_iter().for_each(|extends| strings(extends, &mut parents));
    for parent in parents {
        let found = normalised(&join(folder, &parent)).and_then(|path| {
            [path.clone(), format!("{path}.json")].into_iter().find(|path| all.contains_key(path.as_str()))
        });
        if let (Some(found), true) = (found, depth < MAX_EXTENDS) {
            config = read(all, &found, depth + 1);
        }
    }
    let Some(options) = map.get("compilerOptions") else { return config };
    if let Some(base) = options.get("baseUrl").and_then(Value::as_str) {
        config.base_url = normalised(&join(folder, base));
    }
    for key in ["jsxFactory", "jsxFragmentFactory"] {
        let named = options.get(key).and_then(Value::as_str).and_then(|name| name.split('.').next());
        config.factories.extend(named.map(str::to_owned));
    }
    if let Some(Value::Object(paths)) = options.get("paths") {
        config.paths_base = config.base_url.clone().unwrap_or_else(|| folder.to_owned());
        config.paths = paths
            .iter()
            .map(|(pattern, targets)| {
                let mut list = Vec::new();
                strings(targets, &mut list);
                (pattern.clone(), list)
            })
            .collect();
    }
    config
}

/// JSON with comments and trailing commas, as these files are written, to plain JSON.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.trim_start_matches('\u{feff}').chars().peekable();
    let mut in_string = false;
    while let Some(c) = chars.next() {
        if in_string {
            out.push(c);
            if c == '\\' {
                out.extend(chars.next());
            } else if c == '"' {
                in_string = false;
            }
            continue;
        }
        match (c, chars.peek()) {
            ('"', _) => {
                in_string = true;
                out.push(c);
            }
            ('/', Some('/')) => while chars.next_if(|&next| next != '\n').is_some() {},
            ('/', Some('*')) => {
                chars.next();
                let mut last = ' ';
                for next in chars.by_ref() {
                    if last == '*' && next == '/' {
                        break;
                    }
                    last = next;
                }
            }
            ('}' | ']', _) => {
                let kept = out.trim_end().len();
                if out[..kept].ends_with(',') {
                    out.truncate(kept - 1);
                }
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_trailing_commas_are_accepted() {
        let text = "{ // a\n \"a\": \"http://x/*y*/\", /* b */ \"c\": [1, 2,],\n}";
        let json: Value = serde_json::from_str(&without_comments(text)).expect("valid");
        assert_eq!(json, serde_json::json!({"a": "http://x/*y*/", "c": [1, 2]}));
    }
}
