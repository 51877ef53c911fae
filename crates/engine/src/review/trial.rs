//! Our own findings on trial, like anyone's: what the code contradicts leaves the report.

use super::Request;
use crate::index::IndexError;
use crate::verify::{Ground, GroundRequest};
use tribunal_domain::finding::Finding;
use tribunal_repo::Repository;
use tribunal_verify::import::of_finding;
use tribunal_verify::try_findings;

/// Tries all findings against the code that was reviewed; gives what the user should know.
pub(super) fn hold(
    repository: &Repository,
    request: &Request<'_>,
    findings: &mut Vec<Finding>,
) -> Result<Vec<String>, IndexError> {
    let head = request.change.and_then(|range| range.head);
    let base = request.change.map(|range| range.base);
    // The base was brought up to date with the working tree before the review.
    let wanted = GroundRequest { current: head.is_none(), ..GroundRequest::new(request.config, head, base) };
    let ground = Ground::new(repository, &wanted)?;
    request.progress.phase("verifying", findings.len());
    let items = std::mem::take(findings).into_iter().map(of_finding).collect();
    let trial = ground.with_scene(|scene| try_findings(scene, items, &mut || request.progress.advance(1)));
    *findings = trial.findings;
    Ok(Vec::new())
}
