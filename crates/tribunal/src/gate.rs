//! When a command fails because of what was found.

use clap::ValueEnum;
use tribunal_domain::finding::{Disposition, Finding, Severity, Status};

/// The least severity that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    Critical,
    High,
    Medium,
    Low,
    Nit,
    Never,
}

impl FailOn {
    fn limit(self) -> Option<Severity> {
        match self {
            Self::Critical => Some(Severity::Critical),
            Self::High => Some(Severity::High),
            Self::Medium => Some(Severity::Medium),
            Self::Low => Some(Severity::Low),
            Self::Nit => Some(Severity::Nit),
            Self::Never => None,
        }
    }

    /// Whether something that counts is at least as grave as the limit; what was not verified counts only if `strict`, and what is
    /// unsure, which somebody may ask to see, never.
    pub fn fails(self, findings: &[Finding], strict: bool) -> bool {
        let Some(limit) = self.limit() else { return false };
        findings.iter().any(|finding| {
            let proven = strict || finding.verification_status == Status::Verified;
            finding.disposition == Disposition::Reported
                && proven
                && finding.is_sure()
                && finding.severity.reaches(limit)
        })
    }
}
