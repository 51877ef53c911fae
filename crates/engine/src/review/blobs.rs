//! The code of a commit, resolved in memory: facts come from the knowledge base where it has them, and the working tree
//! is not looked at.

use super::Request;
use super::code::{Loaded, file_kind, in_parallel};
use super::layout::Layout;
use super::pages::Pages;
use crate::index::{IndexError, manifests_of};
use crate::state::open_base;
use std::sync::Arc;
use tribunal_axes::{Code, CodeFile, Observations, observe};
use tribunal_domain::facts::FileFacts;
use tribunal_domain::{ContentHash, EntryPoint, Language, RepoPath};
use tribunal_graph::{FileIx, Manifests, Unit, World, interface_of, resolve_file};
use tribunal_repo::{CommitId, EntryKind, Repository, Snapshot, classify};
use tribunal_store::{Curated, FactsKey};
use tribunal_syntax::{EXTRACTOR_VERSION, Limits, extract, language_of};

/// A file of the commit that is code.
struct Blob {
    path: RepoPath,
    bytes: Vec<u8>,
    facts: FileFacts,
}

/// The code of a commit.
pub(super) fn load(repository: &Repository, commit: CommitId, request: &Request<'_>) -> Result<Loaded, IndexError> {
    let snapshot = repository.commit_snapshot(commit)?;
    let (_, curated) = open_base(repository)?;
    request.progress.phase("reading a commit", snapshot.entries().len());
    let blobs = blobs(&snapshot, &curated, request);
    let manifests = manifests_of(&snapshot, request.config);
    let hashes = blobs.iter().map(|blob| (blob.path.clone(), ContentHash::of(&blob.bytes))).collect();
    let layout = Layout::of(&snapshot, &hashes);
    let (files, mut entries) = resolved(blobs.iter(), &manifests, &layout, request);
    let pages = Pages::of(&snapshot, request.config.index.max_file_bytes);
    entries.extend(pages.scripts);
    let code = Code::owned(files, entries, &layout.licence)
        .with_aliases(manifests.aliases())
        .with_jsx_factories(manifests.jsx_factories())
        .with_outside(pages.words)
        .with_spoken(pages.spoken);
    let code = code.with_packages(layout.packages());
    let code = code.with_coverage(request.coverage.clone());
    Ok(Loaded::new(code, commit.to_string(), hashes, Arc::new(snapshot)))
}

fn blobs(snapshot: &Snapshot, curated: &Curated, request: &Request<'_>) -> Vec<Blob> {
    let most = request.config.index.max_file_bytes;
    let wanted: Vec<_> = snapshot
        .entries()
        .iter()
        .filter(|entry| matches!(entry.kind, EntryKind::File | EntryKind::Executable) && entry.size <= most)
        .collect();
    let mut found = Vec::new();
    for entry in wanted {
        request.progress.advance(1);
        let Ok(bytes) = snapshot.read(entry) else { continue };
        let Some(language) = language_of(&entry.path, &bytes) else { continue };
        let key = FactsKey { content_hash: ContentHash::of(&bytes), language, extractor_version: EXTRACTOR_VERSION };
        let known = curated.facts(&key).ok().flatten();
        let facts = known.or_else(|| extract(&entry.path, &bytes, Limits::default()));
        found.extend(facts.map(|facts| Blob { path: entry.path.clone(), bytes, facts }));
    }
    found
}

fn resolved<'b>(
    blobs: impl Iterator<Item = &'b Blob>,
    manifests: &Manifests,
    layout: &Layout,
    request: &Request<'_>,
) -> (Vec<CodeFile>, Vec<EntryPoint>) {
    let blobs: Vec<&Blob> = blobs.collect();
    let files: Vec<(RepoPath, Option<Language>)> =
        blobs.iter().map(|blob| (blob.path.clone(), Some(blob.facts.language))).collect();
    let interfaces = &blobs;
    let load = |file: FileIx| interfaces.get(file.ix()).map(|blob| interface_of(&blob.facts));
    let world = World::new(files, manifests, Box::new(load));
    let numbered: Vec<(usize, &&Blob)> = blobs.iter().enumerate().collect();
    let done = in_parallel(request.jobs, &numbered, |(at, blob)| {
        let unit = Unit::new(FileIx(*at as u32), &blob.path, blob.facts.clone());
        let verdict = resolve_file(&world, &unit);
        let class = classify(&blob.path, &blob.bytes);
        let kind = file_kind(
            &blob.path,
            class.generated || blob.facts.generated,
            class.vendored || layout.is_copied(&blob.path),
        );
        let seen = if kind.is_own() { observe(&blob.path, &blob.bytes, &blob.facts) } else { Observations::default() };
        let file = CodeFile::new(blob.path.clone(), kind, blob.facts.clone(), verdict.resolution, seen);
        (file, verdict.entries)
    });
    let (files, entries): (Vec<_>, Vec<Vec<EntryPoint>>) = done.into_iter().unzip();
    let mut entries: Vec<EntryPoint> = entries.into_iter().flatten().collect();
    entries.sort_unstable();
    (files, entries)
}
