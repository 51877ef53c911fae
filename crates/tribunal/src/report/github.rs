//! GitHub's workflow commands: each finding becomes an annotation of its line.
//!
//! Values are escaped as GitHub documents it; without that, a line break in a message would begin another command.

use super::Shown;
use super::words::{axis_title, gravest_first, mark};
use crate::output::escaped;
use tribunal_domain::finding::{Finding, Severity};

/// One line per finding, the gravest first, because GitHub shows only the first ten of each level.
pub fn render(shown: &Shown) -> String {
    let findings = gravest_first(shown.review().findings.iter());
    findings.into_iter().map(|finding| line(finding) + "\n").collect()
}

fn line(finding: &Finding) -> String {
    let title = format!("{} {} {}", finding.severity, axis_title(finding.axis), finding.rule);
    let mut properties = vec![
        ("file", finding.path.to_text().into_owned()),
        ("line", finding.start_line.to_string()),
        ("endLine", finding.end_line.to_string()),
    ];
    // Columns are obeyed only on one line.
    if let Some((start, end)) = finding.columns.filter(|_| finding.start_line == finding.end_line) {
        properties.extend([("col", start.to_string()), ("endColumn", end.to_string())]);
    }
    properties.push(("title", title));
    let properties: Vec<_> = properties.iter().map(|(name, value)| format!("{name}={}", property(value))).collect();
    let marked = mark(finding).map(|mark| format!("{mark} ")).unwrap_or_default();
    let message = data(&format!("{marked}{} ({})", finding.message, finding.id));
    format!("::{} {}::{message}", level(finding), properties.join(","))
}

fn level(finding: &Finding) -> &'static str {
    match finding.severity {
        Severity::Critical | Severity::High => "error",
        Severity::Medium => "warning",
        _ => "notice",
    }
}

/// Other control characters would colour or move what stands in the log.
fn data(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    escaped(&text).into_owned()
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
