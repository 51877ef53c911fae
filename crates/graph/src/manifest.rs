//! Manifests: what package files say about names, source roots and entry points. Pure parsing, tolerant of errors.

mod cargo;
mod node;
mod python;

pub use node::{EntryPattern, NodePackage, ScriptConfig};

use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use tribunal_domain::RepoPath;

/// Whether the public surface of the code counts as used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProjectKind {
    /// Decide by the manifests.
    #[default]
    Auto,
    /// It does: others import it.
    Library,
    /// It does not: everything must be reached from an entry.
    Application,
}

/// Everything the manifests of a snapshot say.
#[derive(Debug, Default)]
pub struct Manifests {
    /// `package.json` by folder.
    pub node_packages: BTreeMap<String, NodePackage>,
    /// All names of packages that some `package.json` asks for.
    pub node_dependencies: FxHashSet<String>,
    /// `tsconfig*.json` and `jsconfig.json` by folder.
    pub script_configs: BTreeMap<String, Vec<ScriptConfig>>,
    /// Folders from which Python modules are imported.
    pub python_roots: Vec<String>,
    /// Cargo packages: crate name (with underscores) to folder and library path.
    pub cargo_packages: BTreeMap<String, (String, Option<String>)>,
    /// Folders with a Cargo package.
    pub cargo_folders: FxHashSet<String>,
    /// Files that a `Cargo.toml` names as the root of a target, in path order.
    pub cargo_targets: BTreeSet<String>,
    /// All names of outside crates that some manifest depends on, with underscores.
    pub cargo_dependencies: FxHashSet<String>,
    /// Go modules: path and folder, longest path first.
    pub go_modules: Vec<(String, String)>,
    /// Files that a manifest, workflow or container file names as something to run, with the reason.
    pub entry_files: BTreeMap<String, String>,
    /// Patterns of files that a package offers, as `exports` has them.
    pub entry_patterns: Vec<EntryPattern>,
    /// Dotted entries (`package.module:function`) with the reason.
    pub entry_names: BTreeMap<String, String>,
    /// Folders of packages that offer a library.
    pub library_folders: Vec<String>,
    /// What the user said of the whole project.
    pub kind: ProjectKind,
    /// Entries the user declared: paths, or `path:symbol`.
    pub declared: Vec<String>,
    /// Manifests that could not be read, with the reason.
    pub problems: Vec<(RepoPath, String)>,
}

/// Whether a path is a file that `Manifests::parse` wants to see.
pub fn is_manifest(path: &RepoPath) -> bool {
    let name = path.file_name();
    let config = name.starts_with(b"tsconfig") || name.starts_with(b"jsconfig");
    matches!(
        name,
        b"package.json" | b"pyproject.toml" | b"setup.cfg" | b"setup.py" | b"Cargo.toml" | b"go.mod" | b"Dockerfile"
    ) || config && name.ends_with(b".json")
        || path.as_bytes().starts_with(b".github/workflows/")
}

impl Manifests {
    /// Parses all manifests of a snapshot; `files` in path order.
    pub fn parse(files: &[(RepoPath, Vec<u8>)]) -> Self {
        let mut manifests = Self::default();
        let mut configs = Vec::new();
        for (path, bytes) in files {
            let (Some(path_text), Ok(text)) = (path.as_str(), std::str::from_utf8(bytes)) else { continue };
            if path_text.contains("node_modules/") {
                continue;
            }
            let folder = path_text.rsplit_once('/').map_or("", |(folder, _)| folder);
            let name = path_text.rsplit('/').next().unwrap_or_default();
            let outcome = match name {
                "package.json" => node::package(&mut manifests, folder, text),
                "pyproject.toml" => python::project(&mut manifests, folder, text),
                "setup.cfg" | "setup.py" => {
                    python::setup(&mut manifests, folder, text);
                    Ok(())
                }
                "Cargo.toml" => cargo::package(&mut manifests, folder, text),
                "go.mod" => {
                    go_module(&mut manifests, folder, text);
                    Ok(())
                }
                _ if name.ends_with(".json") => {
                    configs.push((path_text.to_owned(), text));
                    Ok(())
                }
                _ => {
                    mentioned_scripts(&mut manifests, path_text, text);
                    Ok(())
                }
            };
            if let Err(reason) = outcome {
                manifests.problems.push((path.clone(), reason));
            }
        }
        node::configs(&mut manifests, &configs);
        manifests.go_modules.sort_by_key(|(module, _)| (std::cmp::Reverse(module.len()), module.clone()));
        manifests
    }

    /// The folder of a workspace crate.
    pub fn cargo_package(&self, name: &str) -> Option<&str> {
        self.cargo_packages.get(name).map(|(folder, _)| folder.as_str())
    }

    /// The declared library path of the crate in a folder.
    pub fn cargo_lib_path(&self, folder: &str) -> Option<String> {
        let (_, path) = self.cargo_packages.values().find(|(other, _)| other == folder)?;
        path.as_ref().map(|path| crate::link::join(folder, path))
    }

    /// The package whose `package.json` stands in a folder.
    pub fn node_package_at(&self, folder: &str) -> Option<&NodePackage> {
        self.node_packages.get(folder)
    }

    /// The workspace package of a name.
    pub fn node_package_named(&self, name: &str) -> Option<&NodePackage> {
        self.node_packages.values().find(|package| package.name.as_deref() == Some(name))
    }

    /// The packages of the folders around a path, the nearest first.
    pub fn node_packages_around<'a>(&'a self, path: &'a str) -> impl Iterator<Item = &'a NodePackage> {
        let folders = std::iter::successors(crate::link::parent(path), |folder| crate::link::parent(folder));
        folders.filter_map(|folder| self.node_package_at(folder))
    }

    /// Aliases of script configurations: what imports write and where that lies, each with one `*`.
    pub fn aliases(&self) -> Vec<(String, String)> {
        let configs = self.script_configs.values().flatten();
        let pairs = configs.flat_map(|config| {
            let targets = |(pattern, targets): &(String, Vec<String>)| {
                let pattern = pattern.clone();
                let to = |target: &String| crate::link::normalised(&crate::link::join(&config.paths_base, target));
                targets.iter().filter_map(to).map(move |target| (pattern.clone(), target)).collect::<Vec<_>>()
            };
            config.paths.iter().flat_map(targets).collect::<Vec<_>>()
        });
        pairs.filter(|(pattern, target)| pattern.ends_with('*') && target.ends_with('*')).collect()
    }

    /// What script configurations have elements of JSX turned into calls of.
    pub fn jsx_factories(&self) -> impl Iterator<Item = &str> {
        self.script_configs.values().flatten().flat_map(|config| &config.factories).map(String::as_str)
    }

    /// The script configurations in a folder.
    pub fn configs_in(&self, folder: &str) -> &[ScriptConfig] {
        self.script_configs.get(folder).map_or(&[], Vec::as_slice)
    }
}

fn go_module(manifests: &mut Manifests, folder: &str, text: &str) {
    let module = text.lines().find_map(|line| line.trim().strip_prefix("module "));
    if let Some(module) = module {
        let module = module.split("//").next().unwrap_or_default().trim().trim_matches('"');
        manifests.go_modules.push((module.to_owned(), folder.to_owned()));
    }
}

/// Words of a workflow or container file that look like paths of scripts.
fn mentioned_scripts(manifests: &mut Manifests, path: &str, text: &str) {
    let separators = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ',' | '[' | ']' | '(' | ')' | '=' | ';');
    for word in text.split(separators) {
        let word = word.trim_start_matches("./");
        let script = [".py", ".js", ".mjs", ".ts", ".sh", ".rb", ".php", ".go"].iter().any(|end| word.ends_with(end));
        if script && !word.starts_with('/') {
            manifests.entry_files.entry(word.to_owned()).or_insert_with(|| format!("named in {path}"));
        }
    }
}
