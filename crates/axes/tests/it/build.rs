//! The code of a few files, put together in memory: extracted, resolved and observed, as the engine does it with a base.

use tribunal_axes::coverage::{self, Coverage};
use tribunal_axes::{Code, CodeFile, FileKind, observe, spoken};
use tribunal_domain::facts::FileFacts;
use tribunal_domain::{Language, RepoPath};
use tribunal_graph::{FileIx, Manifests, Unit, World, interface_of, is_manifest, resolve_file};
use tribunal_syntax::{Limits, extract};

/// The code of these files, which must be sorted by path.
pub fn code(files: &[(RepoPath, Vec<u8>)]) -> Code {
    let facts: Vec<Option<FileFacts>> =
        files.iter().map(|(path, bytes)| extract(path, bytes, Limits::default())).collect();
    let manifests: Vec<_> = files.iter().filter(|(path, _)| is_manifest(path)).cloned().collect();
    let manifests = Manifests::parse(&manifests);
    let languages = facts.iter().map(|facts| facts.as_ref().map(|facts| facts.language));
    let known: Vec<(RepoPath, Option<Language>)> = files.iter().map(|(path, _)| path.clone()).zip(languages).collect();
    let load = |file: FileIx| facts[file.ix()].as_ref().map(interface_of);
    let world = World::new(known, &manifests, Box::new(load));
    let (mut code, mut entries) = (Vec::new(), Vec::new());
    for (at, (path, bytes)) in files.iter().enumerate() {
        let Some(facts) = &facts[at] else { continue };
        let unit = Unit::new(FileIx(at as u32), path, facts.clone());
        let verdict = resolve_file(&world, &unit);
        entries.extend(verdict.entries);
        let kind = FileKind { generated: facts.generated, test: is_test(path), ..FileKind::default() };
        let observations = observe(path, bytes, facts);
        code.push(CodeFile::new(path.clone(), kind, facts.clone(), verdict.resolution, observations));
    }
    let mut coverage = Coverage::default();
    for (path, bytes) in files.iter().filter(|(path, _)| path.to_text().contains("coverage/")) {
        coverage::parse(&path.to_text(), bytes).into_iter().for_each(|run| coverage.merge(run));
    }
    let pages = files.iter().flat_map(|(path, bytes)| spoken(path, &String::from_utf8_lossy(bytes)));
    Code::new(code, entries)
        .with_aliases(manifests.aliases())
        .with_jsx_factories(manifests.jsx_factories())
        .with_coverage(coverage)
        .with_spoken(pages.collect())
}

fn is_test(path: &RepoPath) -> bool {
    let text = path.to_text();
    let name = text.rsplit('/').next().unwrap_or_default();
    let folders = ["test", "tests", "__tests__", "spec", "testing"];
    name.starts_with("test_")
        || ["_test.py", "_test.go", "Test.java", "_test.rs"].iter().any(|end| name.ends_with(end))
        || name.contains(".test.")
        || name.contains(".spec.")
        || text.split('/').any(|part| folders.contains(&part))
}
