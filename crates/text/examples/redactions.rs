//! Shows by line what would be redacted, to judge it by eye: `cargo run --release -p tribunal-text --example redactions -- FOLDER…`.
#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "a tool for people, not part of the crate")]

use std::collections::BTreeMap;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use tribunal_text::secrets::{clear, is_secret_path};

/// How much of a line is shown.
const WIDTH: usize = 160;

fn main() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut files, mut with, mut secret) = (0, 0, 0);
    for folder in std::env::args().skip(1) {
        for path in paths(Path::new(&folder)) {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            files += 1;
            if is_secret_path(path.as_os_str().as_bytes()) {
                println!("secret-file\t{}", path.display());
                secret += 1;
                continue;
            }
            let cleared = clear(b"", &text);
            with += usize::from(!cleared.redactions().is_empty());
            let lines: Vec<&str> = text.lines().collect();
            for redaction in cleared.redactions() {
                *counts.entry(redaction.kind.name()).or_default() += 1;
                let line: String = lines[redaction.line as usize - 1].trim().chars().take(WIDTH).collect();
                println!("{}\t{}:{}\t{line}", redaction.kind, path.display(), redaction.line);
            }
        }
    }
    println!("{files} files, {with} with redactions, {secret} secret by name: {counts:?}");
}

fn paths(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        if path.is_symlink() || path.ends_with(".git") || path.ends_with(".tribunal") {
            continue;
        }
        if path.is_dir() {
            waiting.extend(std::fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}
