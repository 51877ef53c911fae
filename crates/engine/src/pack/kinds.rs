//! Kinds of files by their paths: tests, documents, lock files, environments, caches.

use tribunal_domain::{Language, RepoPath};

/// Files that tools write to pin versions.
const LOCKFILES: [&str; 17] = [
    "package-lock.json",
    "npm-shrinkwrap.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "bun.lock",
    "bun.lockb",
    "deno.lock",
    "Cargo.lock",
    "poetry.lock",
    "uv.lock",
    "pdm.lock",
    "Pipfile.lock",
    "composer.lock",
    "Gemfile.lock",
    "go.sum",
    "gradle.lockfile",
    "flake.lock",
];

/// Endings of files that are read by people, not by machines.
const DOCUMENTS: [&str; 9] = ["md", "markdown", "rst", "txt", "adoc", "asciidoc", "org", "tex", "po"];

/// Folders that hold documents.
const DOCUMENT_FOLDERS: [&str; 4] = ["docs", "doc", "documentation", "changelog.d"];

/// Folders that tools fill and anybody may delete.
const CACHES: [&str; 12] = [
    "__pycache__",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".tox",
    ".nox",
    ".gradle",
    ".next",
    ".nuxt",
    ".turbo",
    ".parcel-cache",
    "__snapshots__",
];

/// Folders that hold tests.
const TEST_FOLDERS: [&str; 9] =
    ["test", "tests", "__tests__", "spec", "specs", "testdata", "testing", "testFixtures", "e2e"];

/// A lock file.
pub(super) fn is_lockfile(path: &RepoPath) -> bool {
    LOCKFILES.iter().any(|name| path.file_name() == name.as_bytes())
}

/// A file of environment variables; examples of such files are none.
pub(super) fn is_environment(path: &RepoPath) -> bool {
    let name = path.file_name();
    let example = [&b".example"[..], b".sample", b".template", b".dist"].iter().any(|end| name.ends_with(end));
    (name == b".env" || name.starts_with(b".env.") || name == b".envrc") && !example
}

/// A document for people.
pub(crate) fn is_document(path: &RepoPath) -> bool {
    let extension = path.extension().to_ascii_lowercase();
    let named = [&b"LICENSE"[..], b"COPYING", b"AUTHORS", b"NOTICE", b"CHANGELOG", b"README"];
    DOCUMENTS.iter().any(|known| extension == known.as_bytes())
        || Language::of_path(path).is_none()
            && folders(path).next().is_some_and(|first| DOCUMENT_FOLDERS.iter().any(|known| first == known.as_bytes()))
        || named.contains(&path.file_name())
}

/// In a folder that a tool fills.
pub(super) fn is_cache(path: &RepoPath) -> bool {
    folders(path).any(|folder| CACHES.iter().any(|known| folder == known.as_bytes()))
}

/// A test or what only tests use.
pub(crate) fn is_test(path: &RepoPath) -> bool {
    let of_tests = |folder: &[u8]| {
        TEST_FOLDERS.iter().any(|known| folder == known.as_bytes())
            || [&b"e2e_"[..], b"e2e-", b"tests-"].iter().any(|start| folder.starts_with(start))
            || [&b"-tests"[..], b"-test"].iter().any(|end| folder.ends_with(end))
    };
    if folders(path).any(of_tests) {
        return true;
    }
    let name = String::from_utf8_lossy(path.file_name()).into_owned();
    let stem = name.split('.').next().unwrap_or_default();
    let middle = name.split('.').rev().nth(1).unwrap_or_default();
    stem.starts_with("test_")
        || stem.ends_with("_test")
        || stem.ends_with("_tests")
        || ["test", "tests", "conftest"].contains(&stem)
        || (name.matches('.').count() > 1 && ["test", "spec", "cy", "e2e"].contains(&middle))
        || (name.ends_with(".java") || name.ends_with(".kt") || name.ends_with(".cs"))
            && (stem.ends_with("Test") || stem.ends_with("Tests") || stem.ends_with("IT"))
}

fn folders(path: &RepoPath) -> impl Iterator<Item = &[u8]> {
    path.folders()
}

#[cfg(test)]
mod tests {
    use super::{is_cache, is_document, is_environment, is_lockfile, is_test};
    use tribunal_domain::RepoPath;

    #[test]
    fn files_are_told_apart_by_their_paths() {
        let kind = |path: &str| {
            let path = RepoPath::new(path).expect("a path");
            let kinds: [(fn(&RepoPath) -> bool, &str); 5] = [
                (is_test, "test"),
                (is_document, "document"),
                (is_lockfile, "lockfile"),
                (is_environment, "environment"),
                (is_cache, "cache"),
            ];
            kinds.iter().filter(|(is, _)| is(&path)).map(|(_, name)| *name).collect::<Vec<_>>().join(" ")
        };
        for (path, expected) in [
            ("src/app.py", ""),
            ("src/build/mod.ts", ""),
            ("src/contest.py", ""),
            ("src/latest.rs", ""),
            ("tests/test_app.py", "test"),
            ("src/app.test.ts", "test"),
            ("pkg/a_test.go", "test"),
            ("src/GsonTest.java", "test"),
            ("src/Contest.java", ""),
            ("README.md", "document"),
            ("docs/conf.py", ""),
            ("docs/logo.svg", "document"),
            ("src/docs/model.py", ""),
            ("web/yarn.lock", "lockfile"),
            (".env", "environment"),
            ("a/.env.local", "environment"),
            (".env.example", ""),
            ("a/__pycache__/x.py", "cache"),
        ] {
            assert_eq!(kind(path), expected, "{path}");
        }
    }
}
