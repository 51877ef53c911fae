//! `cargo xtask relocate SEED COUNT REPO…`: findings that quote real lines and name wrong ones, and findings in files
//! that a change renamed. Counted is how many are put where the line really stands.

use crate::fabricate::code::{File, Repository};
use crate::fabricate::{tool, tried};
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use tribunal_domain::ContentHash;

/// Findings are shifted by up to so many lines, up or down.
const SHIFT: u32 = 200;

/// Visible characters of a line that is worth quoting.
const TELLING: usize = 14;

/// A line of code that stands once in its file.
pub struct Quoted<'r> {
    pub file: &'r File,
    /// The line, from 1.
    pub line: u32,
    pub text: &'r str,
    /// What the seed gave it.
    pub drawn: u64,
}

/// Draws lines of every repository and prints how many findings about them are found again.
pub fn run(seed: u64, count: usize, repositories: &[&str]) -> Result<()> {
    let tool = tool()?;
    println!("| repository | shifted | put right | renamed | put right |");
    println!("|---|---|---|---|---|");
    let mut sums = [0; 4];
    for root in repositories {
        let root = Path::new(root);
        let repository = Repository::read(root)?;
        let lines = quoted(&repository, seed, count);
        let shifted = shifted(&tool, root, &lines)?;
        let renamed = renamed(&tool, root, &lines)?;
        let row = [lines.len(), shifted, lines.len(), renamed];
        println!("| {} |{}", root.file_name().unwrap_or_default().to_string_lossy(), cells(row));
        sums.iter_mut().zip(row).for_each(|(sum, one)| *sum += one);
    }
    println!("| all |{}", cells(sums));
    Ok(())
}

fn cells(numbers: [usize; 4]) -> String {
    numbers.iter().map(|number| format!(" {number} |")).collect()
}

/// Lines that say something and stand once in their file, drawn by the seed.
pub fn quoted(repository: &Repository, seed: u64, count: usize) -> Vec<Quoted<'_>> {
    let mut found = Vec::new();
    for file in repository.files.iter().filter(|file| file.text.lines().count() >= 12) {
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        file.text.lines().for_each(|line| *times.entry(line.trim()).or_default() += 1);
        for (at, line) in file.text.lines().enumerate() {
            let text = line.trim();
            let visible = text.chars().filter(|c| !c.is_whitespace()).count();
            let code = !text.starts_with(['#', '/', '*']) && text.contains(char::is_alphabetic);
            let inside = || file.text.matches(text).count() == 1;
            if visible >= TELLING && code && times[text] == 1 && inside() {
                let drawn = number(&format!("{seed}/{}/{at}", file.path));
                found.push(Quoted { file, line: at as u32 + 1, text, drawn });
            }
        }
    }
    found.sort_by_key(|line| line.drawn);
    found.truncate(count);
    found
}

/// A number that looks drawn and is the same for the same text.
pub fn number(text: &str) -> u64 {
    let hash = ContentHash::of(text.as_bytes());
    u64::from_le_bytes(*hash.as_bytes().first_chunk().expect("a hash is longer"))
}

fn shifted(tool: &Path, root: &Path, lines: &[Quoted<'_>]) -> Result<usize> {
    let findings = lines.iter().enumerate().map(|(at, one)| {
        let by = (one.drawn % u64::from(SHIFT)) as u32 + 1;
        let last = one.file.text.lines().count() as u32;
        let line = if one.drawn & (1 << 40) == 0 { one.line + by } else { one.line.saturating_sub(by) };
        finding(at, one, line.clamp(1, last))
    });
    let findings: Vec<Value> = findings.collect();
    Ok(right(&tried(tool, root, &findings, &["--at", "HEAD"])?, lines, |path| path.to_owned()))
}

/// In a copy of the repository every file that is quoted gets another name.
fn renamed(tool: &Path, root: &Path, lines: &[Quoted<'_>]) -> Result<usize> {
    let copy = std::env::temp_dir().join(format!("tribunal-renamed-{}", std::process::id()));
    let result = renamed_in(tool, root, &copy, lines);
    std::fs::remove_dir_all(&copy).ok();
    result
}

fn renamed_in(tool: &Path, root: &Path, copy: &Path, lines: &[Quoted<'_>]) -> Result<usize> {
    let root = std::fs::canonicalize(root)?;
    git(Path::new("."), &["clone", "--quiet", "--shared", &root.to_string_lossy(), &copy.to_string_lossy()])?;
    let mut paths: Vec<String> = lines.iter().map(|one| one.file.path.to_text().into_owned()).collect();
    paths.sort_unstable();
    paths.dedup();
    for path in &paths {
        git(copy, &["mv", path, &moved(path)])?;
    }
    let who = ["-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "--quiet", "--message", "renamed"];
    git(copy, &who)?;
    let findings: Vec<Value> = lines.iter().enumerate().map(|(at, one)| finding(at, one, one.line)).collect();
    let document = tried(tool, copy, &findings, &["--at", "HEAD", "--base", "HEAD~1"])?;
    Ok(right(&document, lines, moved))
}

fn git(folder: &Path, arguments: &[&str]) -> Result<()> {
    let status = Command::new("git").arg("-C").arg(folder).args(arguments).status()?;
    ensure!(status.success(), "git {} failed", arguments[0]);
    Ok(())
}

/// What a file is called after it was renamed.
fn moved(path: &str) -> String {
    let (folder, name) = path.rsplit_once('/').map_or(("", path), |(folder, name)| (folder, name));
    let path = PathBuf::from(folder).join(format!("moved_{name}"));
    path.to_string_lossy().into_owned()
}

/// A finding that quotes a line and names one.
pub fn finding(at: usize, one: &Quoted<'_>, line: u32) -> Value {
    let body = format!("Matter number {at} of this.");
    json!({"id": at.to_string(), "path": one.file.path.to_text(), "line": line, "body": body, "evidence": one.text})
}

/// How many stand where their line does; a line more or less is none.
fn right(document: &Value, lines: &[Quoted<'_>], name: impl Fn(&str) -> String) -> usize {
    let findings = document["findings"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_right = |finding: &&Value| {
        let at = finding["id"].as_str().and_then(|id| id.parse::<usize>().ok()).and_then(|at| lines.get(at));
        at.is_some_and(|one| {
            let line = finding["start_line"].as_u64().unwrap_or(0);
            finding["path"] == name(&one.file.path.to_text()) && line == u64::from(one.line)
        })
    };
    findings.iter().filter(is_right).count()
}
