//! One check per type of claim. Each says whether the claim holds, and shows why.
//!
//! A check refutes only with a place that contradicts the claim. Where it cannot see enough it says so.

mod behavior;
mod body;
mod call_pattern;
mod constant;
mod docs;
mod exists;
mod likeness;
mod line_content;
mod measure;
mod pattern_at;
mod signature;
mod tests_missing;
mod unreachable;
mod unused;
mod unused_import;

pub use line_content::quoted_evidence;

use crate::place::Place;
use crate::scene::{Look, Scene, Side};
use crate::source::SourceFile;
use crate::subject::{Found, Subject, subject_of};
use std::rc::Rc;
use tribunal_domain::RepoPath;
use tribunal_domain::facts::FileFacts;
use tribunal_domain::finding::{Check, Claim, ClaimKind, Evidence, Status};

/// The outcome of a check, with what only a trial needs to know.
pub struct Outcome {
    /// What is recorded.
    pub check: Check,
    /// The place it was found at, if that may be another than the stated one.
    pub at: Option<Moved>,
    /// Nothing was shown that would count for or against the finding.
    pub idle: bool,
    /// The claim's own place cannot exist.
    pub impossible: bool,
}

/// Where a claim really stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// The side.
    pub side: Side,
    /// The file.
    pub path: RepoPath,
    /// The first line.
    pub start_line: u32,
    /// The last line.
    pub end_line: u32,
}

impl Outcome {
    fn new(status: Status, reason: impl Into<String>, evidence: Vec<Evidence>) -> Self {
        let check = Check { status, reason: reason.into(), evidence };
        Self { check, at: None, idle: false, impossible: false }
    }

    fn holds(reason: impl Into<String>, evidence: Vec<Evidence>) -> Self {
        Self::new(Status::Verified, reason, evidence)
    }

    fn refuted(reason: impl Into<String>, evidence: Vec<Evidence>) -> Self {
        debug_assert!(!evidence.is_empty(), "a refutation shows a place");
        Self::new(Status::Refuted, reason, evidence)
    }

    fn open(reason: impl Into<String>) -> Self {
        Self::new(Status::Inconclusive, reason, Vec::new())
    }

    fn idle(reason: impl Into<String>) -> Self {
        Self { idle: true, ..Self::open(reason) }
    }

    fn at(self, side: Side, path: &RepoPath, start_line: u32, end_line: u32) -> Self {
        Self { at: Some(Moved { side, path: path.clone(), start_line, end_line }), ..self }
    }
}

/// Checks a claim. Where only a diff is known, absence proves nothing, so nothing is refuted.
pub fn check(scene: &dyn Scene, claim: &Claim, place: &Place) -> Outcome {
    let outcome = match claim.kind {
        ClaimKind::LineContent => line_content::check(scene, claim, place),
        ClaimKind::FunctionBehavior => with_subject(scene, claim, |subject| behavior::check(scene, claim, subject)),
        ClaimKind::CallPattern => call_pattern::check(scene, claim),
        ClaimKind::PatternViolation => likeness::check(scene, claim),
        ClaimKind::SymbolExists => exists::check(scene, claim),
        ClaimKind::SymbolUnused => unused::check(scene, claim),
        ClaimKind::ImportUnused => unused_import::check(scene, claim),
        ClaimKind::MissingTest => with_subject(scene, claim, |subject| tests_missing::check(scene, subject)),
        ClaimKind::MissingDoc => with_subject(scene, claim, |subject| docs::check(claim, subject)),
        ClaimKind::TypeOrSignature => with_subject(scene, claim, |subject| signature::check(claim, subject)),
        ClaimKind::ConstantValue => constant::check(scene, claim),
        ClaimKind::Unreachable => unreachable::check(scene, claim),
        ClaimKind::Measure => with_subject(scene, claim, |subject| measure::check(scene, claim, subject)),
        ClaimKind::PatternAt => pattern_at::check(scene, claim),
    };
    let about_a_line = claim.kind == ClaimKind::LineContent;
    match outcome.check.status {
        Status::Refuted if !scene.is_whole() => Outcome::open("only the diff is known, and it does not show this"),
        Status::Verified if !scene.is_whole() && !about_a_line => {
            Outcome::open("only the diff is known, and this needs the whole file")
        }
        _ => outcome,
    }
}

fn with_subject(scene: &dyn Scene, claim: &Claim, check: impl FnOnce(&Subject) -> Outcome) -> Outcome {
    match subject_of(scene, claim) {
        Found::One(subject) => check(&subject),
        Found::Several => Outcome::open(format!("several definitions are called `{}`", claim.symbol)),
        Found::Unknown(why) => Outcome::open(why),
    }
}

/// A file of the head as it is written and as it is understood, or why it cannot be had.
fn read(scene: &dyn Scene, path: &RepoPath) -> Result<(Rc<SourceFile>, Rc<FileFacts>), &'static str> {
    let Look::File(file) = scene.look(Side::Head, path) else { return Err("the file cannot be read") };
    let facts = scene.facts(Side::Head, path).ok_or("the language is not known")?;
    Ok((file, facts))
}
