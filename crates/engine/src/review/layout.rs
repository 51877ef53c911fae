//! How a repository is laid out: folders that are packages of their own, and folders that were copied from elsewhere.

use rustc_hash::FxHashSet;
use tribunal_domain::{Language, RepoPath};
use tribunal_repo::Snapshot;

/// Files by which a folder is a package.
const MANIFESTS: &[&[u8]] = &[
    b"package.json",
    b"pyproject.toml",
    b"setup.py",
    b"setup.cfg",
    b"Cargo.toml",
    b"go.mod",
    b"pom.xml",
    b"build.gradle",
    b"build.gradle.kts",
];

/// The folders of packages, and those of code with a licence of its own.
pub(super) struct Layout {
    /// Rules that the settings of a language's linter switch off.
    pub waived: Vec<(&'static str, Language)>,
    packages: FxHashSet<Box<[u8]>>,
    copied: Vec<Box<[u8]>>,
}

impl Layout {
    /// Looks at the names of all files.
    pub(super) fn of(snapshot: &Snapshot) -> Self {
        let paths = || snapshot.entries().iter().map(|entry| &entry.path).filter(|path| !path.folder().is_empty());
        let folder = |path: &RepoPath| -> Box<[u8]> { path.folder().into() };
        let packages: FxHashSet<_> = paths().filter(|path| MANIFESTS.contains(&path.file_name())).map(folder).collect();
        // A package carries the licence it is published under; a mere folder with one came with it.
        let mut copied: Vec<_> = paths().filter(|path| is_licence(path)).map(folder).collect();
        copied.retain(|folder| !packages.contains(folder));
        let settings = snapshot.entries().iter().filter(|entry| is_settings_of_go(&entry.path));
        let texts = settings.filter_map(|entry| snapshot.read(entry).ok());
        let waives = texts.into_iter().any(|text| String::from_utf8_lossy(&text).contains("should have comment"));
        let waived = if waives { vec![("undocumented-export", Language::Go)] } else { Vec::new() };
        Self { waived, packages, copied }
    }

    /// The folders of packages.
    pub(super) fn packages(&self) -> impl Iterator<Item = Box<[u8]>> {
        self.packages.iter().cloned()
    }

    /// Whether a file came with a folder that has a licence of its own.
    pub(super) fn is_copied(&self, path: &RepoPath) -> bool {
        let below =
            |folder: &[u8]| path.as_bytes().strip_prefix(folder).is_some_and(|rest| rest.first() == Some(&b'/'));
        self.copied.iter().any(|folder| below(folder))
    }
}

/// The settings of the linter that everybody uses for Go; what it says of missing comments is only named to be left out.
fn is_settings_of_go(path: &RepoPath) -> bool {
    matches!(path.as_bytes(), b".golangci.yml" | b".golangci.yaml" | b".golangci.toml")
}

fn is_licence(path: &RepoPath) -> bool {
    let name = path.file_name();
    let stem = name.split(|&byte| byte == b'.').next().unwrap_or_default();
    let text = [&b""[..], b"txt", b"md", b"rst"].contains(&path.extension());
    text && [&b"LICENSE"[..], b"LICENCE", b"COPYING"].contains(&stem)
}
