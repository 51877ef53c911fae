//! What overrules findings: comments beside the code, the baseline, dismissals. Each leaves a ruling, and one that
//! overrules nothing is told.

use super::code::Loaded;
use super::{DISMISSALS_FILE, Request};
use std::collections::{BTreeMap, BTreeSet};
use tribunal_axes::CodeFile;
use tribunal_domain::RepoPath;
use tribunal_domain::finding::{Disposition, Finding, Ruling};

/// How a comment starts that overrules a finding on its line or the one below.
const MARK: &str = "tribunal:ignore[";
/// How a comment starts that overrules all findings of a rule in its file.
const FILE_MARK: &str = "tribunal:ignore-file[";
/// The rule that needs measurements.
const UNCOVERED: &str = "uncovered-function";

/// A comment that overrules.
#[derive(Debug)]
struct Comment {
    path: RepoPath,
    /// Where it stands.
    line: u32,
    /// The lines whose findings it is about; empty for the whole file.
    lines: Vec<u32>,
    rule: String,
    reason: String,
}

/// All that overrules.
pub(super) struct Overruling<'a> {
    comments: Vec<Comment>,
    request: &'a Request<'a>,
}

impl<'a> Overruling<'a> {
    /// Gathers the comments.
    pub(super) fn new(loaded: &Loaded, request: &'a Request<'a>) -> Self {
        Self { comments: loaded.code.files.iter().flat_map(comments).collect(), request }
    }

    /// Overrules findings; what overrules nothing comes back as notes.
    pub(super) fn rule(&self, findings: &mut [Finding]) -> Vec<String> {
        let baseline = self.request.baseline.as_ref().map(|baseline| baseline.fingerprints()).unwrap_or_default();
        let dismissed: BTreeMap<&str, &str> = self
            .request
            .dismissals
            .dismissals
            .iter()
            .map(|dismissal| (dismissal.fingerprint.as_str(), dismissal.reason.as_str()))
            .collect();
        let mut used = vec![false; self.comments.len()];
        let mut needed: BTreeSet<String> = BTreeSet::new();
        for finding in findings.iter_mut().filter(|finding| finding.disposition == Disposition::Reported) {
            if let Some(at) = self.comments.iter().position(|comment| comment.fits(finding)) {
                used[at] = true;
                if !self.comments[at].reason.is_empty() {
                    suppress(finding, "comment", &self.comments[at].reason);
                }
            } else if let Some(reason) = dismissed.get(finding.fingerprint.as_str()) {
                needed.insert(finding.fingerprint.clone());
                suppress(finding, "dismissal", reason);
            } else if baseline.contains(finding.fingerprint.as_str()) {
                suppress(finding, "baseline", "accepted with the baseline");
            }
        }
        let mut notes = self.notes(&used);
        notes.extend(self.idle(&needed));
        notes
    }

    /// Dismissals of what is no longer found; a part of the code cannot tell.
    fn idle(&self, needed: &BTreeSet<String>) -> Option<String> {
        let request = self.request;
        // What needs measurements is not looked for without them.
        let looked_for = |rule: &str| rule != UNCOVERED || !request.coverage.is_empty();
        let idle = request.dismissals.dismissals.iter().filter(|it| !needed.contains(&it.fingerprint));
        let idle = idle.filter(|it| looked_for(&it.rule));
        let places: Vec<String> = idle.map(|it| format!("{} in {}", it.rule, it.path)).collect();
        let told = request.change.is_none() && request.selection.is_whole() && !places.is_empty();
        told.then(|| format!("{DISMISSALS_FILE} dismisses what is no longer found: {}", places.join(", ")))
    }

    fn notes(&self, used: &[bool]) -> Vec<String> {
        let mut notes = Vec::new();
        for (comment, used) in self.comments.iter().zip(used) {
            let Comment { path, line, rule, reason, .. } = comment;
            let asked = self.request.selection.covers(rule, path) && self.request.change.is_none();
            if asked && tribunal_axes::rule(rule).is_none() {
                let known = tribunal_axes::rules().map(|rule| rule.name);
                let near = tribunal_text::nearest(rule, known).map(|near| format!("; did you mean `{near}`?"));
                notes.push(format!("{path}:{line}: there is no rule `{rule}`{}", near.unwrap_or_default()));
            } else if *used && reason.is_empty() {
                notes.push(format!("{path}:{line}: `{MARK}{rule}]` gives no reason and overrules nothing"));
            } else if asked && !used {
                notes.push(format!("{path}:{line}: `{MARK}{rule}]` overrules nothing; remove it"));
            }
        }
        notes
    }
}

impl Comment {
    fn fits(&self, finding: &Finding) -> bool {
        let here = self.lines.is_empty() || self.lines.contains(&finding.start_line);
        self.path == finding.path && self.rule == finding.rule && here
    }
}

fn suppress(finding: &mut Finding, by: &str, reason: &str) {
    finding.disposition = Disposition::Suppressed;
    finding.rulings.push(Ruling {
        by: format!("user/{by}"),
        from: "reported".to_owned(),
        to: "suppressed".to_owned(),
        reason: reason.to_owned(),
        evidence: Vec::new(),
    });
}

/// The comments of a file that overrule. Adjacent comments are one, so each of its lines is looked at.
fn comments(file: &CodeFile) -> Vec<Comment> {
    let mut found = Vec::new();
    for comment in &file.facts.comments {
        let text = file.facts.text(comment.text);
        if !text.contains("tribunal:ignore") {
            continue;
        }
        let below = comment.line + text.lines().count() as u32;
        for (at, line) in text.lines().enumerate() {
            let here = comment.line + at as u32;
            found.extend(marks(file, line, MARK, here, &[here, below]));
            found.extend(marks(file, line, FILE_MARK, here, &[]));
        }
    }
    found
}

fn marks(file: &CodeFile, text: &str, mark: &str, line: u32, lines: &[u32]) -> Vec<Comment> {
    let Some((_, after)) = text.split_once(mark) else { return Vec::new() };
    let Some((names, reason)) = after.split_once(']') else { return Vec::new() };
    let reason = reason.trim_start_matches([':', '-', ' ']).trim_end_matches("*/").trim();
    let comment = |name: &str| Comment {
        path: file.path.clone(),
        line,
        lines: lines.to_vec(),
        rule: name.trim().to_owned(),
        reason: reason.to_owned(),
    };
    names.split(',').map(comment).collect()
}
