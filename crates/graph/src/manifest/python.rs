//! `pyproject.toml`, `setup.cfg`, `setup.py`: source roots and console scripts.

use super::Manifests;
use crate::link::join;
use toml::{Table, Value};

/// Reads `pyproject.toml`.
pub(super) fn project(manifests: &mut Manifests, folder: &str, text: &str) -> Result<(), String> {
    let table: Table = text.parse().map_err(|error: toml::de::Error| error.message().to_owned())?;
    let at = |path: &[&str]| {
        let mut value = table.get(path[0])?;
        for key in &path[1..] {
            value = value.get(key)?;
        }
        Some(value)
    };
    for path in
        [&["tool", "setuptools", "packages", "find", "where"][..], &["tool", "pytest", "ini_options", "pythonpath"]]
    {
        strings(at(path)).iter().for_each(|root| add_root(manifests, folder, root));
    }
    if let Some(Value::Table(map)) = at(&["tool", "setuptools", "package-dir"]) {
        map.iter().filter(|(package, _)| package.is_empty()).filter_map(|(_, root)| root.as_str()).for_each(|root| {
            add_root(manifests, folder, root);
        });
    }
    if let Some(Value::Array(packages)) = at(&["tool", "poetry", "packages"]) {
        let roots = packages.iter().filter_map(|package| package.get("from")).filter_map(Value::as_str);
        roots.for_each(|root| add_root(manifests, folder, root));
    }
    // The packages of hatch lie below the root.
    for package in strings(at(&["tool", "hatch", "build", "targets", "wheel", "packages"])) {
        if let Some((root, _)) = package.rsplit_once('/') {
            add_root(manifests, folder, root);
        }
    }
    for path in [&["project", "scripts"][..], &["project", "gui-scripts"], &["tool", "poetry", "scripts"]] {
        if let Some(Value::Table(scripts)) = at(path) {
            for (script, entry) in scripts {
                if let Some(entry) = entry.as_str() {
                    manifests.entry_names.insert(entry.to_owned(), format!("script {script} of pyproject.toml"));
                }
            }
        }
    }
    if let Some(Value::Table(groups)) = at(&["project", "entry-points"]) {
        for entry in groups.values().filter_map(Value::as_table).flat_map(|group| group.values()) {
            if let Some(entry) = entry.as_str() {
                manifests.entry_names.insert(entry.to_owned(), "entry point of pyproject.toml".to_owned());
            }
        }
    }
    if at(&["project", "name"]).or_else(|| at(&["tool", "poetry", "name"])).is_some() {
        manifests.library_folders.push(folder.to_owned());
    }
    Ok(())
}

/// Reads `setup.cfg` and `setup.py` as text: quoted or plain `name = package.module:function` lines.
pub(super) fn setup(manifests: &mut Manifests, folder: &str, text: &str) {
    for line in text.lines() {
        let line = line.trim().trim_matches(['"', '\'', ',']);
        if let Some((name, entry)) = line.split_once('=')
            && let Some((module, function)) = entry.trim().split_once(':')
            && is_dotted(module)
            && is_dotted(function)
            && is_dotted(name.trim())
        {
            manifests.entry_names.insert(entry.trim().to_owned(), "console script of the setup".to_owned());
        }
        for marker in ["package_dir={\"\": \"", "package_dir={'': '", "where = ", "= "] {
            if marker == "= " {
                continue;
            }
            if let Some(root) = line.strip_prefix(marker) {
                add_root(manifests, folder, root.trim_end_matches(['"', '\'', '}', ',']));
            }
        }
    }
    manifests.library_folders.push(folder.to_owned());
}

fn is_dotted(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-'))
}

fn strings(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(text)) => vec![text.clone()],
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

fn add_root(manifests: &mut Manifests, folder: &str, root: &str) {
    if let Some(root) = crate::link::normalised(&join(folder, root))
        && !manifests.python_roots.contains(&root)
    {
        manifests.python_roots.push(root);
    }
}
