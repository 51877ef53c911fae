//! What a rule proposes: a finding before it has an identity and before anybody checked it.

use crate::rule::Rule;
use serde::{Deserialize, Serialize};
use tribunal_domain::RepoPath;
use tribunal_domain::facts::Span;
use tribunal_domain::finding::{Claim, ClaimKind, Evidence, Related, Severity};

/// Longer quotes say no more.
const QUOTE_CAP: usize = 240;

/// A proposed finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// The name of the rule.
    pub rule: String,
    /// The file.
    pub path: RepoPath,
    /// The qualified name of the definition it is about; empty for a file.
    pub symbol: String,
    /// The kind of that definition.
    pub kind: String,
    /// The first line, from 1.
    pub start_line: u32,
    /// The last line, inclusive.
    pub end_line: u32,
    /// First and last column (exclusive) of what is wrong, if it stands on one line.
    pub columns: Option<(u32, u32)>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What shows it.
    pub evidence: Vec<Evidence>,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// What can be checked about it.
    pub claims: Vec<Claim>,
    /// The names under which a dead export is offered.
    pub exported_as: Vec<String>,
    /// How much it matters.
    pub severity: Severity,
    /// How sure the rule is.
    pub confidence: u8,
    /// The tokens at the anchor: what a fingerprint is made of beside the identity.
    pub anchor: String,
}

impl Draft {
    /// A draft with what the rule says of itself; the place and the rest are filled in by the caller.
    pub fn new(rule: &Rule, path: &RepoPath, span: Span, message: String) -> Self {
        let one_line = span.start.line == span.end.line;
        Self {
            rule: rule.name.to_owned(),
            path: path.clone(),
            symbol: String::new(),
            kind: String::new(),
            start_line: span.start.line,
            end_line: last_line(span),
            columns: one_line.then_some((span.start.column, span.end.column)),
            message,
            evidence: Vec::new(),
            related: Vec::new(),
            claims: Vec::new(),
            exported_as: Vec::new(),
            severity: rule.severity,
            confidence: rule.confidence,
            anchor: String::new(),
        }
    }

    /// Adds a place of the same file that shows something.
    pub fn shows(&mut self, span: Span, quote: &str, note: impl Into<String>) -> &mut Self {
        self.evidence.push(Evidence {
            path: self.path.clone(),
            start_line: span.start.line,
            end_line: last_line(span),
            quote: clipped(quote),
            note: note.into(),
        });
        self
    }

    /// Adds an essential claim about the draft's own lines, to be completed by the caller.
    pub fn claims(&mut self, kind: ClaimKind) -> &mut Claim {
        let mut claim = Claim::new(kind, &self.path);
        claim.line = Some(self.start_line);
        claim.end_line = Some(self.end_line);
        claim.symbol.clone_from(&self.symbol);
        self.claims.push(claim);
        self.claims.last_mut().expect("just pushed")
    }

    /// The same draft in another file of equal content.
    pub(crate) fn moved_to(mut self, path: &RepoPath) -> Self {
        self.evidence.iter_mut().for_each(|evidence| evidence.path = path.clone());
        self.related.iter_mut().for_each(|related| related.path = path.clone());
        for claim in &mut self.claims {
            claim.path = path.clone();
            if let Some(other) = &mut claim.compare_to {
                other.path = path.clone();
            }
        }
        self.path = path.clone();
        self
    }
}

/// The last line that a span has characters on.
fn last_line(span: Span) -> u32 {
    if span.end.column == 1 && span.end.line > span.start.line { span.end.line - 1 } else { span.end.line }
}

/// At most so much of a text, cut at a character.
pub(crate) fn clipped(text: &str) -> String {
    match text.char_indices().nth(QUOTE_CAP) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
