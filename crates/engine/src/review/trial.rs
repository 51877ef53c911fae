//! Our own findings on trial, like anyone's: what the code contradicts leaves the report.

use super::code::Loaded;
use super::{Request, merge};
use crate::index::IndexError;
use crate::verify::{Ground, GroundRequest};
use tribunal_domain::finding::Finding;
use tribunal_repo::Repository;
use tribunal_verify::import::of_finding;
use tribunal_verify::try_findings;

/// Tries the findings that are sure enough to be told against the code that was reviewed; gives what the user should know.
/// The others stay open: nobody asked for them, and a trial costs.
pub(super) fn hold(
    repository: &Repository,
    request: &Request<'_>,
    loaded: &Loaded,
    findings: &mut Vec<Finding>,
) -> Result<Vec<String>, IndexError> {
    let head = request.change.and_then(|range| range.head);
    let base = request.change.map(|range| range.base);
    // The base was brought up to date with the working tree before the review.
    let wanted = GroundRequest {
        current: head.is_none(),
        head: Some(loaded.source()),
        code: Some(&loaded.code),
        ..GroundRequest::new(request.config, head, base)
    };
    let ground = Ground::new(repository, &wanted)?;
    let sure = |finding: &Finding| finding.confidence >= request.min_confidence;
    let (told, unsure): (Vec<_>, Vec<_>) = std::mem::take(findings).into_iter().partition(sure);
    request.progress.phase("verifying", told.len());
    let items = told.into_iter().map(of_finding).collect();
    let trial = ground.with_scene(|scene| try_findings(scene, items, &mut || request.progress.advance(1)));
    findings.extend(trial.findings);
    findings.extend(unsure);
    merge::sort(findings);
    Ok(Vec::new())
}
