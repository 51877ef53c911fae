//! How much of what is reported deserves to be read, and what a reviewer would say of it.

use tribunal_domain::finding::{Disposition, Finding, ReviewVerdict, Severity, Status};

/// Of what is reported and weighs something, the part that is verified and at least MEDIUM: three decimals, 1 if there
/// is nothing. What is LOW or NIT, or could not be verified, is noise; what was refuted does not count.
pub fn signal_to_noise(findings: &[Finding]) -> f64 {
    let (mut signal, mut noise) = (0_u32, 0_u32);
    for finding in findings.iter().filter(|finding| finding.disposition == Disposition::Reported) {
        let grave = finding.severity.reaches(Severity::Medium);
        match finding.verification_status {
            Status::Refuted => {}
            Status::Verified if grave => signal += 1,
            Status::Inconclusive => noise += 1,
            Status::Verified if matches!(finding.severity, Severity::Low | Severity::Nit) => noise += 1,
            Status::Verified => {}
        }
    }
    let all = signal + noise;
    if all == 0 { 1.0 } else { (f64::from(signal) / f64::from(all) * 1000.0).round() / 1000.0 }
}

/// What a reviewer would say: only what was verified counts, and is sure.
pub fn review_verdict(findings: &[Finding]) -> ReviewVerdict {
    let verified = findings.iter().filter(|finding| {
        let proven = finding.verification_status == Status::Verified && finding.is_sure();
        finding.disposition == Disposition::Reported && proven
    });
    match verified.map(|finding| finding.severity).min() {
        Some(Severity::Critical | Severity::High) => ReviewVerdict::RequestChanges,
        Some(Severity::Medium) => ReviewVerdict::Comment,
        _ => ReviewVerdict::Approve,
    }
}
