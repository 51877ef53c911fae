//! Findings that a user has overruled, with the reason: a file that is committed, so that everybody knows them.

use serde::{Deserialize, Serialize};
use tribunal_domain::finding::Finding;

/// The file in the root of a repository.
pub const DISMISSALS_FILE: &str = "tribunal.dismissals.toml";

/// All of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dismissals {
    /// In the order of the file.
    #[serde(default, rename = "dismissal")]
    pub dismissals: Vec<Dismissal>,
}

/// One overruled finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dismissal {
    /// Which finding.
    pub fingerprint: String,
    /// Its rule, for readers.
    pub rule: String,
    /// Its file, for readers.
    pub path: String,
    /// Why it does not count.
    pub reason: String,
}

impl Dismissals {
    /// Reads the file, or says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let read: Self = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        match read.dismissals.iter().find(|dismissal| dismissal.reason.trim().is_empty()) {
            Some(dismissal) => Err(format!("the dismissal of {} has no reason", dismissal.fingerprint)),
            None => Ok(read),
        }
    }

    /// Adds one, or replaces the reason of one that is there.
    pub fn add(&mut self, finding: &Finding, reason: &str) {
        self.dismissals.retain(|dismissal| dismissal.fingerprint != finding.fingerprint);
        self.dismissals.push(Dismissal {
            fingerprint: finding.fingerprint.clone(),
            rule: finding.rule.clone(),
            path: finding.path.to_text().into_owned(),
            reason: reason.trim().to_owned(),
        });
        self.dismissals.sort_by(|a, b| (&a.path, &a.rule, &a.fingerprint).cmp(&(&b.path, &b.rule, &b.fingerprint)));
    }

    /// As it is written.
    pub fn encode(&self) -> String {
        let head = "# Findings that do not count here, each with the reason. Written by `tribunal dismiss`.\n\n";
        format!("{head}{}", toml::to_string(self).expect("plain data is always TOML"))
    }
}
