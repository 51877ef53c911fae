//! `cargo xtask draw SEED COUNT NAME=FINDINGS.json…`: findings for people to judge, drawn so that nobody chose them.
//!
//! Of every axis as many as asked for, spread over the repositories in turn. The order is that of a hash of the seed and
//! the fingerprint: the same seed draws the same findings, on every machine.

use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::Path;
use tribunal_domain::ContentHash;
use tribunal_domain::finding::{Axis, Disposition, Finding, Word};
use tribunal_domain::review::Review;

/// Prints one line per finding: number, repository, axis, rule, place, severity, message.
pub fn run(seed: &str, count: usize, reviews: &[&str]) -> Result<()> {
    let mut by_axis: BTreeMap<Axis, BTreeMap<String, Vec<Finding>>> = BTreeMap::new();
    for named in reviews {
        let (name, file) = named.split_once('=').context("write NAME=FINDINGS.json")?;
        for finding in reported(Path::new(file))? {
            let Some(axis) = finding.axis else { continue };
            by_axis.entry(axis).or_default().entry(name.to_owned()).or_default().push(finding);
        }
    }
    let mut number = 0;
    for (axis, mut repositories) in by_axis {
        for findings in repositories.values_mut() {
            findings.sort_by_key(|finding| drawn(seed, finding));
        }
        for (name, finding) in in_turn(repositories).into_iter().take(count) {
            number += 1;
            let Finding { rule, path, start_line, message, severity, .. } = &finding;
            let message = message.replace(['\n', '\t'], " ");
            let (axis, severity) = (axis.name(), severity.name());
            println!("{number}\t{name}\t{axis}\t{rule}\t{path}:{start_line}\t{severity}\t{message}");
        }
    }
    Ok(())
}

fn reported(file: &Path) -> Result<Vec<Finding>> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let review: Review = serde_json::from_slice(&bytes)?;
    Ok(review.findings.into_iter().filter(|finding| finding.disposition == Disposition::Reported).collect())
}

fn drawn(seed: &str, finding: &Finding) -> String {
    ContentHash::of(format!("{seed}/{}", finding.fingerprint).as_bytes()).to_string()
}

/// One of each repository, then the next of each.
fn in_turn(repositories: BTreeMap<String, Vec<Finding>>) -> Vec<(String, Finding)> {
    let mut left: Vec<_> = repositories.into_iter().map(|(name, findings)| (name, findings.into_iter())).collect();
    let mut all = Vec::new();
    loop {
        let before = all.len();
        for (name, findings) in &mut left {
            all.extend(findings.next().map(|finding| (name.clone(), finding)));
        }
        if all.len() == before {
            return all;
        }
    }
}
