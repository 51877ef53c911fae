//! The words of other tools for how grave a finding is and what it is about.

use tribunal_domain::finding::{Category, Finding, Ruling, Severity, Word};

/// Words for severities beside our own.
const SEVERITIES: &[(&str, Severity)] = &[
    ("blocker", Severity::Critical),
    ("fatal", Severity::Critical),
    ("error", Severity::High),
    ("major", Severity::High),
    ("warning", Severity::Medium),
    ("warn", Severity::Medium),
    ("moderate", Severity::Medium),
    ("minor", Severity::Low),
    ("note", Severity::Low),
    ("info", Severity::Low),
    ("information", Severity::Low),
    ("suggestion", Severity::Nit),
    ("trivial", Severity::Nit),
    ("style", Severity::Nit),
    ("hint", Severity::Nit),
    ("none", Severity::Nit),
];

/// Words for categories beside our own.
const CATEGORIES: &[(&str, Category)] = &[
    ("bug", Category::Logic),
    ("correctness", Category::Logic),
    ("vulnerability", Category::Security),
    ("injection", Category::Security),
    ("error handling", Category::Error),
    ("reliability", Category::Error),
    ("typing", Category::Type),
    ("testing", Category::Test),
    ("tests", Category::Test),
    ("performance", Category::Perf),
    ("maintainability", Category::Style),
    ("duplication", Category::Style),
    ("readability", Category::Style),
    ("documentation", Category::Doc),
    ("docs", Category::Doc),
];

/// The severity a word means, whatever its case.
pub fn severity(word: &str) -> Option<Severity> {
    let word = word.trim();
    let own = Severity::ALL.iter().copied().find(|known| known.name().eq_ignore_ascii_case(word));
    own.or_else(|| SEVERITIES.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, severity)| *severity))
}

/// Puts a severity into a finding; a word that nobody knows is read as MEDIUM, and the finding says so.
pub fn set_severity(finding: &mut Finding, word: &str) {
    if let Some(severity) = severity(word) {
        finding.severity = severity;
        return;
    }
    finding.severity = Severity::Medium;
    finding.rulings.push(Ruling {
        by: "verify/import".to_owned(),
        from: word.to_owned(),
        to: Severity::Medium.to_string(),
        reason: format!("nobody knows the severity `{word}`; it is read as MEDIUM"),
        evidence: Vec::new(),
    });
}

/// The category a word means; what is not known is about logic.
pub fn category(word: &str) -> Category {
    let word = word.trim().to_ascii_lowercase().replace(['_', '-'], " ");
    let own = Category::ALL.iter().copied().find(|known| known.name() == word);
    own.or_else(|| CATEGORIES.iter().find(|(known, _)| *known == word).map(|(_, category)| *category))
        .unwrap_or(Category::Logic)
}
