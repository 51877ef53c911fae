//! What a project is, seen from its file names and root manifests: languages, test command, library or application.
//!
//! Every guess carries its reason, so that a person can judge it. Adding a build tool is one row in `test_command`.

mod kind;
mod test_command;

use crate::config::ProjectKind;
use crate::repository::Snapshot;
use serde::Serialize;
use std::collections::BTreeMap;
use tribunal_domain::{Language, RepoPath};

/// Root manifests above this many bytes are not read: no real one comes near it.
const MANIFEST_BYTES: u64 = 1 << 20;

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Survey {
    /// All files.
    pub files: usize,
    /// Known languages, most files first.
    pub languages: Vec<LanguageCount>,
    /// The command that seems to run the tests.
    pub test_command: Option<Guess<String>>,
    /// Library or application, where the manifests say so.
    pub kind: Option<Guess<ProjectKind>>,
}

/// How many files have a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LanguageCount {
    /// The language.
    pub language: Language,
    /// Its files.
    pub files: usize,
}

/// A value with what speaks for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Guess<T> {
    /// The value.
    pub value: T,
    /// The evidence, in words.
    pub reason: String,
}

impl<T> Guess<T> {
    pub(crate) fn new(value: impl Into<T>, reason: impl Into<String>) -> Self {
        Self { value: value.into(), reason: reason.into() }
    }
}

/// Looks at a snapshot.
pub fn survey(snapshot: &Snapshot) -> Survey {
    let paths: Vec<RepoPath> = snapshot.entries().iter().map(|entry| entry.path.clone()).collect();
    let read = |path: &RepoPath| {
        let entry = snapshot.find(path).filter(|entry| entry.size <= MANIFEST_BYTES)?;
        snapshot.read(entry).ok()
    };
    survey_files(&paths, &read)
}

/// Looks at a list of files and a way to read them.
pub fn survey_files(paths: &[RepoPath], read: &dyn Fn(&RepoPath) -> Option<Vec<u8>>) -> Survey {
    let project = Project { paths, read, languages: count_languages(paths) };
    Survey {
        files: paths.len(),
        test_command: test_command::test_command(&project),
        kind: kind::kind(&project),
        languages: project.languages,
    }
}

struct Project<'a> {
    paths: &'a [RepoPath],
    read: &'a dyn Fn(&RepoPath) -> Option<Vec<u8>>,
    languages: Vec<LanguageCount>,
}

impl Project<'_> {
    fn has(&self, path: &str) -> bool {
        self.paths.iter().any(|known| known.as_bytes() == path.as_bytes())
    }

    fn text(&self, path: &str) -> Option<String> {
        let path = self.paths.iter().find(|known| known.as_bytes() == path.as_bytes())?;
        String::from_utf8((self.read)(path)?).ok()
    }

    fn toml(&self, path: &str) -> Option<toml::Table> {
        self.text(path)?.parse().ok()
    }

    fn json(&self, path: &str) -> Option<serde_json::Value> {
        serde_json::from_str(&self.text(path)?).ok()
    }

    /// Files of a language or of one that shares its module system.
    fn files_of(&self, language: Language) -> usize {
        let same = |count: &&LanguageCount| count.language.family() == language.family();
        self.languages.iter().filter(same).map(|count| count.files).sum()
    }
}

fn count_languages(paths: &[RepoPath]) -> Vec<LanguageCount> {
    let mut counts: BTreeMap<Language, usize> = BTreeMap::new();
    for language in paths.iter().filter_map(Language::of_path) {
        *counts.entry(language).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().map(|(language, files)| LanguageCount { language, files }).collect();
    counts.sort_by_key(|count| (std::cmp::Reverse(count.files), count.language));
    counts
}
