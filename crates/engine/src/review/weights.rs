//! How much a rule matters here: severities of the configuration, for a rule or for a rule below some paths.

use crate::globs::globs;
use tribunal_axes::{rule, rules};
use tribunal_domain::finding::{Disposition, Finding, Ruling, Severity, Word};
use tribunal_text::nearest;

/// One line of the configuration: `rule=low`, `tests/**:rule=off`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weight {
    /// The files it is about; `None` for all.
    pub glob: Option<String>,
    /// The rule.
    pub rule: String,
    /// The severity; `None` turns the rule off.
    pub severity: Option<Severity>,
}

/// Reads one line, or says what is wrong with it.
pub fn parse_weight(text: &str) -> Result<Weight, String> {
    let (left, severity) = text.rsplit_once('=').ok_or_else(|| format!("{text:?} has no `=`; write `rule=low`"))?;
    let (glob, name) = match left.rsplit_once(':') {
        Some((glob, name)) => (Some(glob.trim().to_owned()), name.trim()),
        None => (None, left.trim()),
    };
    let Some(rule) = rule(name) else {
        let near = nearest(name, rules().map(|rule| rule.name));
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return Err(format!("there is no rule `{name}`{near}"));
    };
    let word = severity.trim();
    let severity = match word {
        "off" => None,
        word => Some(
            severity_of(word)
                .ok_or_else(|| format!("`{word}` is no severity; use critical, high, medium, low, nit or off"))?,
        ),
    };
    Ok(Weight { glob, rule: rule.name.to_owned(), severity })
}

fn severity_of(word: &str) -> Option<Severity> {
    Severity::ALL.iter().copied().find(|severity| severity.word() == word && *severity <= Severity::Nit)
}

/// Weighs findings anew; the last line that fits decides.
pub(super) fn apply(findings: &mut [Finding], lines: &[String]) {
    let weights: Vec<_> = lines.iter().filter_map(|line| parse_weight(line).ok()).collect();
    for weight in &weights {
        let set = weight.glob.as_ref().map(|glob| globs(std::slice::from_ref(glob)));
        let fits = |finding: &Finding| {
            finding.rule == weight.rule && set.as_ref().is_none_or(|set| set.is_match(finding.path.to_text().as_ref()))
        };
        findings.iter_mut().filter(|finding| fits(finding)).for_each(|finding| weigh(finding, weight));
    }
}

fn weigh(finding: &mut Finding, weight: &Weight) {
    let to = weight.severity.map_or("off".to_owned(), |severity| severity.name().to_owned());
    finding.rulings.push(Ruling {
        by: "configuration".to_owned(),
        from: finding.severity.name().to_owned(),
        to,
        reason: "review.severity".to_owned(),
        evidence: Vec::new(),
    });
    match weight.severity {
        Some(severity) => {
            finding.severity = severity;
            finding.disposition = Disposition::Reported;
        }
        None => finding.disposition = Disposition::Suppressed,
    }
}
