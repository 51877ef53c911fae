//! How a practice is written down: the parts of a `Rule` that differ, and a verdict that follows from its weight.

use crate::rule::Rule;
use tribunal_domain::Language;
use tribunal_domain::finding::{Axis, Category, RuleVerdict, Severity};

/// Python alone.
pub(super) const PYTHON: &[Language] = &[Language::Python];
/// Rust alone.
pub(super) const RUST: &[Language] = &[Language::Rust];
/// Go alone.
pub(super) const GO: &[Language] = &[Language::Go];
/// Java alone.
pub(super) const JAVA: &[Language] = &[Language::Java];
/// TypeScript in both of its grammars.
pub(super) const TYPED_SCRIPTS: &[Language] = &[Language::TypeScript, Language::Tsx];

/// What a practice says.
pub(super) struct Practice {
    /// See [`Rule::name`].
    pub name: &'static str,
    /// See [`Rule::languages`].
    pub languages: &'static [Language],
    /// See [`Rule::severity`].
    pub severity: Severity,
    /// See [`Rule::category`].
    pub category: Category,
    /// See [`Rule::confidence`].
    pub confidence: u8,
    /// See [`Rule::summary`].
    pub summary: &'static str,
    /// See [`Rule::doc`].
    pub doc: &'static str,
}

/// The rule of a practice. It fails a file from MEDIUM on and warns below.
pub(super) const fn practice(practice: &Practice) -> Rule {
    let fails = matches!(practice.severity, Severity::Critical | Severity::High | Severity::Medium);
    Rule {
        name: practice.name,
        axis: Axis::BestPractices,
        verdict: if fails { RuleVerdict::Fail } else { RuleVerdict::Warn },
        severity: practice.severity,
        category: practice.category,
        confidence: practice.confidence,
        languages: practice.languages,
        summary: practice.summary,
        doc: practice.doc,
    }
}
