//! A baseline: today's findings, accepted as they are, so that only what is new is shown.

use super::Selection;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use tribunal_domain::RepoPath;
use tribunal_domain::finding::{Disposition, Finding};

/// The file in the root of a repository that is taken without being named.
pub const BASELINE_FILE: &str = "tribunal.baseline.json";

/// Accepted findings by fingerprint.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// The version of the document.
    version: u32,
    /// The findings, sorted.
    findings: BTreeSet<Accepted>,
}

/// One accepted finding; rule and path are there for readers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Accepted {
    path: String,
    rule: String,
    fingerprint: String,
}

impl Baseline {
    /// Accepts everything that is reported.
    pub fn of(findings: &[Finding]) -> Self {
        let reported = findings.iter().filter(|finding| finding.disposition == Disposition::Reported);
        let accepted = reported.map(|finding| Accepted {
            path: finding.path.to_text().into_owned(),
            rule: finding.rule.clone(),
            fingerprint: finding.fingerprint.clone(),
        });
        Self { version: 1, findings: accepted.collect() }
    }

    /// Accepts, too, what another one does beyond what was looked at.
    #[must_use]
    pub fn with_rest_of(mut self, other: Self, looked_at: &Selection) -> Self {
        let is_apart = |accepted: &Accepted| {
            RepoPath::new(accepted.path.as_str()).is_ok_and(|path| !looked_at.covers(&accepted.rule, &path))
        };
        self.findings.extend(other.findings.into_iter().filter(is_apart));
        self
    }

    /// Reads a baseline, or says what is wrong with it.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let baseline: Self = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        match baseline.version {
            1 => Ok(baseline),
            version => Err(format!("it has version {version}, and only 1 is known")),
        }
    }

    /// As it is written.
    pub fn encode(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data is always JSON") + "\n"
    }

    /// How many findings it accepts.
    pub fn len(&self) -> usize {
        self.findings.len()
    }

    /// Whether it accepts nothing.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// The fingerprints it accepts.
    pub(super) fn fingerprints(&self) -> BTreeSet<&str> {
        self.findings.iter().map(|accepted| accepted.fingerprint.as_str()).collect()
    }
}
