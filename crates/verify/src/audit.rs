//! `verification-audit.md`: what was refuted and why, what is open, and a row for every finding.

use tribunal_domain::finding::{Disposition, Finding, Status};

/// Longer texts are cut in tables and headings.
const TITLE: usize = 120;

/// The audit of a trial.
pub fn audit(findings: &[Finding], signal_to_noise: f64) -> String {
    let of = |status: Status| {
        findings.iter().filter(move |finding| is_judged(finding) && finding.verification_status == status)
    };
    let invalid: Vec<_> = findings.iter().filter(|finding| finding.disposition == Disposition::Invalid).collect();
    let merged = findings.iter().filter(|finding| finding.disposition == Disposition::Merged).count();
    let mut page = format!(
        "# Verification Audit\n\n**Findings Checked:** {}\n**Verified:** {}\n**Refuted:** {}\n**Inconclusive:** {}\n**Merged:** {merged}\n**Invalid:** {}\n**Signal/Noise:** {signal_to_noise}\n",
        findings.len(),
        of(Status::Verified).count(),
        of(Status::Refuted).count(),
        of(Status::Inconclusive).count(),
        invalid.len(),
    );
    page.push_str("\n## Refuted Findings (Removed)\n");
    for finding in of(Status::Refuted) {
        page.push_str(&heading(finding));
        page.push_str(&format!("**Reason:** {}\n", line(reason(finding))));
        for evidence in
            finding.rulings.iter().filter(|ruling| ruling.by == "verify/trial").flat_map(|ruling| &ruling.evidence)
        {
            page.push_str(&format!(
                "**Actual:** {}:{} {}\n",
                evidence.path,
                evidence.start_line,
                code(&evidence.quote)
            ));
        }
    }
    page.push_str("\n## Inconclusive Findings (Flagged)\n");
    for finding in of(Status::Inconclusive) {
        page.push_str(&heading(finding));
        page.push_str(&format!("**Reason:** {}\n**Action:** [NEEDS VERIFICATION]\n", line(reason(finding))));
    }
    if !invalid.is_empty() {
        page.push_str("\n## Invalid Findings (Not Checked)\n");
        for finding in invalid {
            page.push_str(&heading(finding));
            page.push_str(&format!("**Reason:** {}\n", line(reason(finding))));
        }
    }
    page.push_str(
        "\n## Verification Log\n\n| Finding | Status | Claims | Result |\n|---------|--------|--------|--------|\n",
    );
    for finding in findings {
        let status = match finding.disposition {
            Disposition::Invalid => "invalid".to_owned(),
            Disposition::Merged => "merged".to_owned(),
            _ => finding.verification_status.to_string(),
        };
        let cell = |text: &str| line(text).replace('|', "\\|");
        page.push_str(&format!(
            "| {} | {status} | {} | {} |\n",
            cell(&finding.id),
            finding.claims.len(),
            cell(reason(finding))
        ));
    }
    page
}

fn is_judged(finding: &Finding) -> bool {
    !matches!(finding.disposition, Disposition::Invalid | Disposition::Merged)
}

/// The last ruling of the trial, in words.
fn reason(finding: &Finding) -> &str {
    let rulings =
        finding.rulings.iter().rev().filter(|ruling| ruling.by.starts_with("verify/") && ruling.by != "verify/place");
    rulings.map(|ruling| ruling.reason.as_str()).next().unwrap_or_default()
}

fn heading(finding: &Finding) -> String {
    let title: String = line(&finding.message).chars().take(TITLE).collect();
    format!("\n### {}: \"{title}\"\n", line(&finding.id))
}

/// One line of text, whatever it was.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn code(text: &str) -> String {
    let first: String = text.lines().next().unwrap_or_default().trim().chars().take(TITLE).collect();
    if first.is_empty() { String::new() } else { format!("`{}`", first.replace('`', "'")) }
}
