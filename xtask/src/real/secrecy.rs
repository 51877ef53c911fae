//! The key of the real checks: sent with every request, and seen nowhere else.

use anyhow::{Context, Result, ensure};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use tribunal_llm::{Keys, Secret};

/// A key that no filter knows by its form.
pub const KEY: &str = "plain-words-as-key-2718";
/// The variable that holds it.
pub const VARIABLE: &str = "TRIBUNAL_REAL_KEY";

/// The key that the server wants.
pub struct RightKey;

impl Keys for RightKey {
    fn key(&self, _: &str) -> Option<Secret> {
        Some(Secret::new(KEY))
    }
}

/// Runs a command, hands its output on as it comes, and says how it ended with all it printed.
pub fn heard(command: &mut Command) -> Result<(bool, Vec<u8>)> {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (out, err) = (child.stdout.take().context("its output")?, child.stderr.take().context("its errors")?);
    let errors = std::thread::spawn(move || pass_on(err, std::io::stderr()));
    let mut printed = pass_on(out, std::io::stdout());
    printed.extend(errors.join().unwrap_or_default());
    Ok((child.wait()?.success(), printed))
}

fn pass_on(mut from: impl Read, mut to: impl Write) -> Vec<u8> {
    let (mut all, mut piece) = (Vec::new(), [0; 4 << 10]);
    while let Ok(count @ 1..) = from.read(&mut piece) {
        let _ = to.write_all(&piece[..count]).and_then(|()| to.flush());
        all.extend_from_slice(&piece[..count]);
    }
    all
}

/// Looks for the key in what was printed and in every file but those of the installed packages.
pub fn check(folder: &Path, printed: &[u8]) -> Result<()> {
    ensure!(!holds_key(printed), "the key was printed");
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && !path.ends_with("python") {
            check(&path, &[])?;
        } else if path.is_file() {
            ensure!(!holds_key(&std::fs::read(&path)?), "the key stands in {}", path.display());
        }
    }
    Ok(())
}

fn holds_key(bytes: &[u8]) -> bool {
    bytes.windows(KEY.len()).any(|part| part == KEY.as_bytes())
}
