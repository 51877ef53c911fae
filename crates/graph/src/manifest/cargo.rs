//! `Cargo.toml`.

use super::Manifests;
use toml::{Table, Value};

/// Reads one manifest.
pub(super) fn package(manifests: &mut Manifests, folder: &str, text: &str) -> Result<(), String> {
    let table: Table = text.parse().map_err(|error: toml::de::Error| error.message().to_owned())?;
    dependencies(manifests, &table);
    if let Some(targets) = table.get("target").and_then(Value::as_table) {
        targets.values().filter_map(Value::as_table).for_each(|target| dependencies(manifests, target));
    }
    if let Some(workspace) = table.get("workspace").and_then(Value::as_table) {
        dependencies(manifests, workspace);
    }
    let Some(name) = table.get("package").and_then(|package| package.get("name")).and_then(Value::as_str) else {
        return Ok(());
    };
    let library = table.get("lib").and_then(Value::as_table);
    let text_of =
        |table: Option<&Table>, key: &str| table.and_then(|t| t.get(key)).and_then(Value::as_str).map(str::to_owned);
    let crate_name = text_of(library, "name").unwrap_or_else(|| name.to_owned()).replace('-', "_");
    let path = text_of(library, "path");
    let target = |path: &str| crate::link::normalised(&crate::link::join(folder, path));
    manifests.cargo_targets.extend(path.as_deref().and_then(target));
    manifests.cargo_packages.insert(crate_name, (folder.to_owned(), path));
    manifests.cargo_folders.insert(folder.to_owned());
    manifests.library_folders.push(folder.to_owned());
    let build = table.get("package").and_then(|package| package.get("build")).and_then(Value::as_str);
    manifests.cargo_targets.extend(build.and_then(target));
    for (section, kind) in [("bin", "binary"), ("example", "example"), ("test", "test"), ("bench", "bench")] {
        let Some(list) = table.get(section).and_then(Value::as_array) else { continue };
        for path in list.iter().filter_map(|item| item.get("path")).filter_map(Value::as_str) {
            let Some(path) = target(path) else { continue };
            manifests.cargo_targets.insert(path.clone());
            manifests.entry_files.insert(path, format!("{kind} of Cargo.toml"));
        }
    }
    Ok(())
}

fn dependencies(manifests: &mut Manifests, table: &Table) {
    for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
        let Some(section) = table.get(section).and_then(Value::as_table) else { continue };
        manifests.cargo_dependencies.extend(section.keys().map(|name| name.replace('-', "_")));
    }
}
