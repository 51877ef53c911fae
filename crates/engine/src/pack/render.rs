//! The text of a pack: a head, then one section per file, in rank order.
//!
//! Every section is a token block, so that the pack has exactly the sum of its sections' tokens.

use super::recall::{Candidate, Role};
use tribunal_domain::{FileChange, RepoPath};
use tribunal_text::secrets::{Cleared, clear};
use tribunal_text::tokens::{Block, Vocabulary};

/// How much of a file is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// All of it.
    Full,
    /// The parts that matter.
    Symbols,
    /// Only the heads of its definitions.
    Outline,
}

impl Detail {
    /// The word in manifests.
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Symbols => "symbols",
            Self::Outline => "outline",
        }
    }
}

/// A path on one line: control characters are escaped, all else is as it is.
pub fn shown(path: &RepoPath) -> String {
    let mut text = String::new();
    for char in path.to_text().chars() {
        if char.is_control() { text.extend(char.escape_default()) } else { text.push(char) }
    }
    text
}

/// The head of a pack: what it is for.
pub(super) fn head(vocabulary: Vocabulary, task: &str) -> Option<Block> {
    let mut text = "# Context\n".to_owned();
    if !task.trim().is_empty() {
        let task = clear(b"task", task.trim());
        let fence = fence(task.text());
        text.push_str(&format!("\n## Task\n\n{fence}text\n{}\n{fence}\n", task.text()));
    }
    Block::seal(vocabulary, text)
}

/// The section of one file with these lines of it.
pub(super) fn section(
    vocabulary: Vocabulary,
    path: &str,
    role: Role,
    detail: Detail,
    lines: &[&str],
    ranges: &[(u32, u32)],
) -> Option<Block> {
    let mut body = String::new();
    let mut next = 1;
    for &(first, last) in ranges {
        gap(&mut body, next, first);
        for line in &lines[first as usize - 1..last as usize] {
            body.push_str(line);
        }
        if !body.ends_with(['\n', '\r']) {
            body.push('\n');
        }
        next = last + 1;
    }
    gap(&mut body, next, lines.len() as u32 + 1);
    let fence = fence(&body);
    let text = format!("{}{body}{fence}\n", opening(path, role, detail, &fence));
    Block::seal(vocabulary, text)
}

/// The section of a whole file, if it has at most so many tokens; `counted` are those of its text, if they are known.
pub(super) fn whole_section(
    vocabulary: Vocabulary,
    candidate: &Candidate,
    text: &Cleared,
    counted: Option<usize>,
    most: usize,
) -> Option<Block> {
    // A token has at most some eight bytes in code; a file far beyond need not be counted.
    if text.text().len() / 8 > most {
        return None;
    }
    let end = if text.text().is_empty() || text.text().ends_with(['\n', '\r']) { "" } else { "\n" };
    let fence = fence(text.text());
    let head = opening(&shown(&candidate.path), candidate.role, Detail::Full, &fence);
    let tail = format!("{end}{fence}\n");
    Block::around(vocabulary, &head, text.text(), counted, &tail).filter(|block| block.tokens() <= most)
}

fn opening(path: &str, role: Role, detail: Detail, fence: &str) -> String {
    let role = match role {
        Role::Changed => "changed",
        Role::Seed => "seed",
        Role::Related => "related",
    };
    let language = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let language = if language.bytes().all(|byte| byte.is_ascii_alphanumeric()) { language } else { "" };
    format!("## {path} ({role}, {})\n\n{fence}{language}\n", detail.name())
}

/// The section with what happened to one file.
pub(super) fn patch_section(vocabulary: Vocabulary, path: &str, change: &FileChange, patch: &str) -> Option<Block> {
    let from = change.old_path.as_ref().map(|old| format!(" from {}", shown(old))).unwrap_or_default();
    let mut text = format!("## {path} ({}{from})\n", change.kind.name());
    if !patch.is_empty() {
        let fence = fence(patch);
        text.push_str(&format!("\n{fence}diff\n{patch}{fence}\n"));
    }
    Block::seal(vocabulary, text)
}

fn gap(body: &mut String, from: u32, to: u32) {
    if from < to {
        body.push_str(&format!("[lines {from}-{} not shown]\n", to - 1));
    }
}

/// A fence that the content does not contain.
fn fence(content: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for byte in content.bytes() {
        run = if byte == b'`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    "`".repeat((longest + 1).max(3))
}

/// A file's text without its secrets, with the same number of lines.
pub(super) fn cleared(path: &[u8], bytes: &[u8]) -> Cleared {
    clear(path, &String::from_utf8_lossy(bytes))
}
