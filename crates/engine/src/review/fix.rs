//! Safe fixes carried out: edits of whole lines, applied to texts from the last line to the first.

use std::collections::BTreeMap;
use tribunal_domain::RepoPath;
use tribunal_domain::finding::{Disposition, Edit, Finding, Status};

/// A file as it should be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mended {
    /// The file.
    pub path: RepoPath,
    /// Its new text.
    pub text: String,
}

/// What fixes came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fixed {
    /// Files to write.
    pub files: Vec<Mended>,
    /// The ids of findings whose fixes are in them.
    pub applied: Vec<String>,
    /// The ids of findings whose fixes overlap another's, are unproven or no longer fit, with the reason.
    pub left: Vec<(String, &'static str)>,
}

/// Applies every safe fix of what is reported; `read` gives a file's text as it was reviewed, or `None` if it changed.
pub fn apply(findings: &[Finding], read: &dyn Fn(&RepoPath) -> Option<String>) -> Fixed {
    let mut fixed = Fixed::default();
    let mut edits: BTreeMap<RepoPath, Vec<&Edit>> = BTreeMap::new();
    for finding in findings.iter().filter(|finding| finding.disposition == Disposition::Reported) {
        let Some(fix) = finding.fix.as_ref().filter(|fix| fix.safe) else { continue };
        if finding.verification_status != Status::Verified {
            fixed.left.push((finding.id.clone(), "it could not be verified"));
            continue;
        }
        let clashes = fix
            .edits
            .iter()
            .any(|edit| edits.get(&edit.path).is_some_and(|others| others.iter().any(|other| overlap(edit, other))));
        if clashes {
            fixed.left.push((finding.id.clone(), "it overlaps another fix"));
            continue;
        }
        fix.edits.iter().for_each(|edit| edits.entry(edit.path.clone()).or_default().push(edit));
        fixed.applied.push(finding.id.clone());
    }
    for (path, mut edits) in edits {
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.start_line));
        if let Some(text) = read(&path) {
            fixed.files.push(Mended { text: edited(&text, &edits), path });
        } else {
            let gone = |id: &String| findings.iter().any(|finding| finding.id == *id && finding.path == path);
            let (left, applied) = std::mem::take(&mut fixed.applied).into_iter().partition(gone);
            fixed.applied = applied;
            fixed.left.extend(Vec::into_iter(left).map(|id| (id, "the file changed since it was reviewed")));
        }
    }
    fixed
}

fn overlap(one: &Edit, other: &Edit) -> bool {
    one.start_line <= other.end_line && other.start_line <= one.end_line
}

/// The text with its lines replaced, the last first.
fn edited(text: &str, edits: &[&Edit]) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    for edit in edits {
        let start = (edit.start_line as usize).saturating_sub(1).min(lines.len());
        let end = (edit.end_line as usize).clamp(start, lines.len());
        let ending = lines.get(end.saturating_sub(1)).map_or("\n", |line| line_ending(line)).to_owned();
        let mut new: Vec<String> = edit.text.split_inclusive('\n').map(str::to_owned).collect();
        if let Some(last) = new.last_mut().filter(|last| !last.ends_with('\n')) {
            last.push_str(&ending);
        }
        lines.splice(start..end, new);
    }
    lines.concat()
}

fn line_ending(line: &str) -> &str {
    if line.ends_with("\r\n") {
        "\r\n"
    } else if line.ends_with('\n') {
        "\n"
    } else {
        ""
    }
}
