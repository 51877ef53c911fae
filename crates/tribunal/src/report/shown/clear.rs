//! The way of a review through the filter of secrets.
//!
//! A quote may be a fragment that no longer says what it is: the value of a password without its name. So files are
//! cleared first, as a whole, and what was taken out of them is taken out of every text of the review.

use super::{Sources, Text, paths_of};
use std::collections::{BTreeMap, BTreeSet};
use tribunal_domain::RepoPath;
use tribunal_domain::finding::{Claim, Evidence, Finding, Related};
use tribunal_domain::review::{Review, ReviewFile};
use tribunal_text::secrets::clear;

/// How the filter's mark begins, and how it ends.
const MARK: (&str, &str) = ("[REDACTED:", "]");

/// What is put in the place of a secret that is known from elsewhere.
const KNOWN: &str = "[REDACTED:secret]";

/// Shorter values are no secrets worth the name, and would be found everywhere.
const SHORTEST_SECRET: usize = 6;

/// What was taken out of files.
#[derive(Debug, Default)]
pub(super) struct Filter {
    secrets: Vec<String>,
}

impl Filter {
    /// Clears all texts of a review and gives the cleared files that it points at.
    pub(super) fn review(&mut self, review: &mut Review, sources: &dyn Sources) -> BTreeMap<RepoPath, Text> {
        let paths: BTreeSet<RepoPath> = review.findings.iter().flat_map(paths_of).cloned().collect();
        let mut texts = BTreeMap::new();
        for path in paths {
            if let Some(text) = sources.text(&path) {
                let text = self.file(&path, &text);
                texts.insert(path, text);
            }
        }
        self.settle();
        review.findings.iter_mut().for_each(|finding| self.finding(finding));
        texts
    }

    /// Clears all texts of the document of one file.
    pub(super) fn document(&self, file: &mut ReviewFile) {
        file.findings.iter_mut().for_each(|finding| self.finding(finding));
        for action in &mut file.actions {
            self.text(&mut action.description);
            self.text(&mut action.target);
        }
        file.axes.values_mut().filter_map(|axis| axis.failure.as_mut()).for_each(|failure| self.text(failure));
    }

    fn file(&mut self, path: &RepoPath, text: &str) -> Text {
        let cleared = clear(path.as_bytes(), text);
        let redacted: BTreeSet<u32> = cleared.redactions().iter().map(|redaction| redaction.line).collect();
        if !redacted.is_empty() {
            let lines = text.split('\n').zip(cleared.text().split('\n'));
            for (before, after) in lines.filter(|(before, after)| before != after) {
                self.secrets.extend(taken_out(before, after).into_iter().map(str::to_owned));
            }
        }
        Text::new(cleared.into_text(), redacted)
    }

    /// The longest first, so that no part of one stays behind when another is taken out.
    fn settle(&mut self) {
        self.secrets.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        self.secrets.dedup();
    }

    fn finding(&self, finding: &mut Finding) {
        let texts = [&mut finding.rule, &mut finding.symbol, &mut finding.message];
        texts.into_iter().chain(&mut finding.exported_as).chain(&mut finding.origin).for_each(|text| self.text(text));
        finding.evidence.iter_mut().for_each(|evidence| self.evidence(evidence));
        finding.related.iter_mut().for_each(|related| self.related(related));
        finding.claims.iter_mut().for_each(|claim| self.claim(claim));
        for ruling in &mut finding.rulings {
            [&mut ruling.by, &mut ruling.from, &mut ruling.to, &mut ruling.reason]
                .into_iter()
                .for_each(|t| self.text(t));
            ruling.evidence.iter_mut().for_each(|evidence| self.evidence(evidence));
        }
        // A fix with a mark in it would write the mark into the code.
        let is_whole = |path: &RepoPath, text: &String| self.cleared(path.as_bytes(), text) == *text;
        finding.fix.take_if(|fix| !fix.edits.iter().all(|edit| is_whole(&edit.path, &edit.text)));
    }

    fn evidence(&self, evidence: &mut Evidence) {
        evidence.quote = self.cleared(evidence.path.as_bytes(), &evidence.quote);
        self.text(&mut evidence.note);
    }

    fn related(&self, related: &mut Related) {
        self.text(&mut related.symbol);
    }

    fn claim(&self, claim: &mut Claim) {
        self.text(&mut claim.symbol);
        claim.pattern = self.cleared(claim.path.as_bytes(), &claim.pattern);
        claim.value = self.cleared(claim.path.as_bytes(), &claim.value);
        claim.compare_to.iter_mut().for_each(|related| self.related(related));
        if let Some(check) = &mut claim.check {
            self.text(&mut check.reason);
            check.evidence.iter_mut().for_each(|evidence| self.evidence(evidence));
        }
    }

    fn text(&self, text: &mut String) {
        *text = self.cleared(b"", text);
    }

    fn cleared(&self, path: &[u8], text: &str) -> String {
        let mut text = clear(path, text).into_text();
        for secret in &self.secrets {
            if text.contains(secret.as_str()) {
                text = text.replace(secret.as_str(), KNOWN);
            }
        }
        text
    }
}

/// The parts of a line that marks stand for in the other.
fn taken_out<'a>(before: &'a str, after: &str) -> Vec<&'a str> {
    let mut secrets = Vec::new();
    let (mut rest, mut kept) = (before, after);
    while let Some((head, tail)) = kept.split_once(MARK.0) {
        let Some(open) = rest.strip_prefix(head) else { break };
        let Some((_, next)) = tail.split_once(MARK.1) else { break };
        let end = match next.split_once(MARK.0) {
            Some((literal, _)) => open.find(literal).filter(|_| !literal.is_empty()),
            None => open.strip_suffix(next).map(str::len),
        };
        let end = end.unwrap_or(open.len());
        secrets.push(&open[..end]);
        (rest, kept) = (&open[end..], next);
    }
    secrets.retain(|secret| secret.trim().len() >= SHORTEST_SECRET);
    secrets
}

#[cfg(test)]
mod tests {
    use super::taken_out;

    #[test]
    fn what_a_mark_stands_for_is_known() {
        let before = "password = \"hunter-2-hunter\"; // kept";
        assert_eq!(taken_out(before, "password = \"[REDACTED:password]\"; // kept"), ["hunter-2-hunter"]);
        assert_eq!(taken_out("key: abcdefgh", "[REDACTED:secret-file]"), ["key: abcdefgh"]);
        assert!(taken_out("same", "same").is_empty());
    }
}
