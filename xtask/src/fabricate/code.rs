//! A repository as its files and words: simple enough to be believed.

use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use tribunal_domain::RepoPath;
use tribunal_domain::facts::FileFacts;
use tribunal_syntax::{Limits, extract};

/// Larger files are left out.
const MOST_BYTES: usize = 200_000;

/// A file of code.
pub struct File {
    pub path: RepoPath,
    pub text: String,
    pub facts: FileFacts,
    pub test: bool,
}

/// The code at `HEAD`.
pub struct Repository {
    pub files: Vec<File>,
    /// How often each word stands anywhere.
    pub words: BTreeMap<String, usize>,
}

impl Repository {
    /// Reads what is committed.
    pub fn read(root: &Path) -> Result<Self> {
        let list =
            Command::new("git").arg("-C").arg(root).args(["ls-tree", "-r", "-z", "--name-only", "HEAD"]).output()?;
        let (mut files, mut words) = (Vec::new(), BTreeMap::new());
        for name in list.stdout.split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
            let Ok(path) = RepoPath::new(name) else { continue };
            let Some(bytes) = path.as_str().and_then(|path| std::fs::read(root.join(path)).ok()) else { continue };
            let Ok(text) = String::from_utf8(bytes) else { continue };
            for word in text.split(|c: char| !is_word(c)).filter(|word| !word.is_empty()) {
                *words.entry(word.to_owned()).or_default() += 1;
            }
            if text.len() > MOST_BYTES {
                continue;
            }
            if let Some(facts) = extract(&path, text.as_bytes(), Limits::default()) {
                let shown = path.to_text().to_lowercase();
                let test = shown.contains("test") || shown.contains("spec") || shown.contains("bench");
                files.push(File { path, text, facts, test });
            }
        }
        files.first().with_context(|| format!("{}: no code", root.display()))?;
        Ok(Self { files, words })
    }
}

pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}
