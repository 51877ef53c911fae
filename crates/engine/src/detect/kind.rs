//! Library or application, from the root manifest; silent where it does not say.

use super::{Guess, Project};
use crate::config::ProjectKind::{self, Application, Library};
use tribunal_domain::Language;

type Probe = fn(&Project<'_>) -> Option<Guess<ProjectKind>>;

const PROBES: &[(Language, Probe)] =
    &[(Language::TypeScript, node), (Language::Python, python), (Language::Rust, rust), (Language::Go, go)];

/// The answer of the build tool whose language has the most files.
pub(super) fn kind(project: &Project<'_>) -> Option<Guess<ProjectKind>> {
    let most = PROBES.iter().rev().max_by_key(|(language, _)| project.files_of(*language));
    let (language, probe) = most?;
    if project.files_of(*language) == 0 { None } else { probe(project) }
}

fn node(project: &Project<'_>) -> Option<Guess<ProjectKind>> {
    let manifest = project.json("package.json")?;
    let field = |name: &str| manifest.get(name).is_some();
    if field("workspaces") {
        return None;
    }
    if manifest.get("private").and_then(serde_json::Value::as_bool) == Some(true) {
        return Some(Guess::new(Application, "package.json is private"));
    }
    let public = ["exports", "main", "module"].into_iter().find(|name| field(name))?;
    if field("bin") {
        return None;
    }
    Some(Guess::new(Library, format!("package.json has \"{public}\" and is not private")))
}

fn python(project: &Project<'_>) -> Option<Guess<ProjectKind>> {
    if project.has("manage.py") {
        return Some(Guess::new(Application, "manage.py is there"));
    }
    let manifest = project.toml("pyproject.toml");
    let packaged = manifest.as_ref().is_some_and(|manifest| manifest.contains_key("build-system"));
    let scripts = manifest.as_ref().and_then(|manifest| manifest.get("project")?.get("scripts"));
    if scripts.is_some() {
        return None;
    }
    if packaged {
        return Some(Guess::new(Library, "pyproject.toml builds a package without scripts"));
    }
    project.has("setup.py").then(|| Guess::new(Library, "setup.py builds a package"))
}

fn rust(project: &Project<'_>) -> Option<Guess<ProjectKind>> {
    let manifest = project.toml("Cargo.toml")?;
    if manifest.contains_key("workspace") {
        return None;
    }
    let binary = project.has("src/main.rs") || manifest.contains_key("bin");
    let library = project.has("src/lib.rs") || manifest.contains_key("lib");
    match (binary, library) {
        (true, false) => Some(Guess::new(Application, "Cargo.toml builds a program and no library")),
        (false, true) => Some(Guess::new(Library, "Cargo.toml builds a library and no program")),
        _ => None,
    }
}

fn go(project: &Project<'_>) -> Option<Guess<ProjectKind>> {
    if project.has("main.go") {
        return Some(Guess::new(Application, "main.go is there"));
    }
    let commands = project.paths.iter().any(|path| path.as_bytes().starts_with(b"cmd/"));
    (project.has("go.mod") && !commands).then(|| Guess::new(Library, "go.mod without main.go or cmd/"))
}
