//! The grade of a file: ten, less what its findings cost.

use crate::rule::rule;
use rustc_hash::FxHashMap;
use tribunal_domain::finding::{Axis, COUNTED_CONFIDENCE, Severity};

/// Tenths of a point.
const FULL: u32 = 100;

/// A habit is one thing to mend: the fourth `var` of a file says nothing that the third did not.
const TIMES_PER_RULE: u32 = 3;

/// The score of a file from what was found in it: `(rule, severity, confidence)`.
///
/// 10 − Σ cost, never below 0, in steps of a tenth. One finding costs 5 if it is CRITICAL, 3 if HIGH, 1 if MEDIUM, 0.3
/// if LOW and 0.1 if NIT, so that one hole in security outweighs thirty matters of taste. A rule costs at most three
/// times, and findings of other axes or below a confidence of 60 cost nothing.
pub fn score(findings: &[(&str, Severity, u8)]) -> f32 {
    let mut times: FxHashMap<&str, u32> = FxHashMap::default();
    let mut lost = 0;
    for (name, severity, confidence) in findings.iter().copied() {
        let counted =
            confidence >= COUNTED_CONFIDENCE && rule(name).is_some_and(|rule| rule.axis == Axis::BestPractices);
        let seen = times.entry(name).or_default();
        *seen += u32::from(counted);
        if counted && *seen <= TIMES_PER_RULE {
            lost += cost(severity);
        }
    }
    FULL.saturating_sub(lost) as f32 / 10.0
}

fn cost(severity: Severity) -> u32 {
    match severity {
        Severity::Critical => 50,
        Severity::High => 30,
        Severity::Medium => 10,
        Severity::Low => 3,
        Severity::Nit => 1,
        Severity::Question | Severity::Praise => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(findings: &[(&str, Severity, u8)], expected: &str) {
        assert_eq!(format!("{:.1}", score(findings)), expected);
    }

    #[test]
    fn a_file_without_findings_has_ten_points() {
        check(&[], "10.0");
        check(&[("self-comparison", Severity::High, 90)], "10.0");
        check(&[("bare-except", Severity::Medium, 50)], "10.0");
    }

    #[test]
    fn findings_cost_by_their_severity() {
        check(&[("bare-except", Severity::Medium, 90), ("named-lambda", Severity::Nit, 90)], "8.9");
        check(&[("shell-command", Severity::High, 90), ("unsafe-yaml-load", Severity::Critical, 90)], "2.0");
    }

    #[test]
    fn a_rule_costs_at_most_three_times() {
        check(&[("loose-equality", Severity::Low, 90); 9], "9.1");
    }
}
