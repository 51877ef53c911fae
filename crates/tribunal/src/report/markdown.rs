//! Markdown: the whole review, one axis of it, and the review of one file.
//!
//! Texts of others are made harmless by `text`: they can neither link, nor load a picture, nor hold a tag.

mod file;
mod text;

pub use file::file;

use super::words::{axes_of, axis_title, certainty, counted, gravest_first, mark, place, proved, set_aside, tally};
use super::{Shown, Which};
use text::{code, fenced, inline};
use tribunal_domain::finding::{Axis, Disposition, Evidence, Finding, Severity, Word};

/// Lines of code shown for a finding; a reader who wants more opens the file.
const MOST_LINES: u32 = 8;

/// The whole review: figures, a table, then the findings axis by axis, the gravest first.
pub fn whole(shown: &Shown) -> String {
    let mut out = String::from("# Review\n\n");
    head(shown, &mut out);
    table(shown, &mut out);
    for axis in axes_of(&shown.reported()) {
        out.push_str(&format!("\n## {}\n", capital(axis_title(axis))));
        findings_of(shown, axis, &mut out);
    }
    if shown.which() == Which::All {
        audit(shown, &mut out);
    }
    out
}

/// One axis alone; nothing if it has no findings.
pub fn axis(shown: &Shown, axis: Option<Axis>) -> Option<String> {
    let own = of_axis(shown, axis);
    if own.is_empty() {
        return None;
    }
    let mut out = format!("# {}\n\n", capital(axis_title(axis)));
    out.push_str(&format!("**{}**: {}; {}.\n", counted(own.len(), "finding"), tally(&own), certainty(&own)));
    findings_of(shown, axis, &mut out);
    Some(out)
}

fn head(shown: &Shown, out: &mut String) {
    let review = shown.review();
    let reported = shown.reported();
    if reported.is_empty() {
        out.push_str("**No findings.**");
    } else {
        let (tally, certainty) = (tally(&reported), certainty(&reported));
        out.push_str(&format!("**{}**: {tally}; {certainty}.", counted(reported.len(), "finding")));
    }
    out.push_str(&format!(" Verdict **{}**, review **{}**.\n\n", review.verdict, review.review_verdict));
    let aside = match set_aside(review.counts) {
        aside if aside.is_empty() => "Nothing was set aside.".to_owned(),
        aside => format!("Set aside: {aside}."),
    };
    let commit = review.snapshot.commit.as_ref().map(|commit| format!(" {}", code(commit)));
    out.push_str(&format!(
        "Looked at the {}{}, content {}. {aside}\n",
        review.snapshot.kind,
        commit.unwrap_or_default(),
        code(&review.snapshot.hash),
    ));
}

/// Axes against severities; only columns that count something.
fn table(shown: &Shown, out: &mut String) {
    let axes = axes_of(&shown.reported());
    if axes.is_empty() {
        return;
    }
    let count = |axis: Option<Axis>, severity: Severity| {
        of_axis(shown, axis).iter().filter(|finding| finding.severity == severity).count()
    };
    let used = |severity: &&Severity| axes.iter().any(|axis| count(*axis, **severity) > 0);
    let columns: Vec<Severity> = Severity::ALL.iter().filter(used).copied().collect();
    let heads: Vec<_> = columns.iter().map(|severity| severity.word()).collect();
    out.push_str(&format!("\n| axis | {} |\n|---|{}\n", heads.join(" | "), "---:|".repeat(heads.len())));
    for axis in axes {
        let cells: Vec<_> = columns.iter().map(|severity| count(axis, *severity)).map(shown_count).collect();
        out.push_str(&format!("| {} | {} |\n", axis_title(axis), cells.join(" | ")));
    }
}

fn shown_count(count: usize) -> String {
    if count == 0 { String::new() } else { count.to_string() }
}

fn findings_of(shown: &Shown, axis: Option<Axis>, out: &mut String) {
    for finding in gravest_first(of_axis(shown, axis)) {
        out.push('\n');
        one(finding, shown, out);
    }
}

fn of_axis(shown: &Shown, axis: Option<Axis>) -> Vec<&Finding> {
    shown.reported().into_iter().filter(|finding| finding.axis == axis).collect()
}

fn one(finding: &Finding, shown: &Shown, out: &mut String) {
    let at = place(&finding.path, finding.start_line, finding.end_line);
    let mark = mark(finding).map(|mark| format!(" **{}**", inline(mark))).unwrap_or_default();
    out.push_str(&format!("### {} {}{mark}\n\n", finding.severity, code(&at)));
    out.push_str(&format!("{} — {} {}\n", inline(&finding.message), code(&finding.rule), code(&finding.id)));
    if let Some(lines) = own_lines(finding, shown) {
        out.push_str(&format!("\n{}\n", fenced(&lines)));
    }
    let others = finding.evidence.iter().filter(|evidence| !is_own(finding, evidence) || !evidence.note.is_empty());
    let items: Vec<String> =
        others.map(|evidence| shows(finding, evidence)).chain(finding.related.iter().map(related)).collect();
    if !items.is_empty() {
        out.push_str(&format!("\n{}", items.concat()));
    }
    out.push_str(&format!("\nConfidence {}; {}.\n", finding.confidence, proved(finding)));
}

/// The code it is about: from the file, or as it was quoted.
fn own_lines(finding: &Finding, shown: &Shown) -> Option<String> {
    if let Some(text) = shown.text(&finding.path) {
        let last = finding.end_line.min(finding.start_line.saturating_add(MOST_LINES - 1));
        let lines: Vec<&str> = (finding.start_line..=last).filter_map(|number| text.line(number)).collect();
        if !lines.is_empty() {
            let cut = if last < finding.end_line { "\n…" } else { "" };
            return Some(lines.join("\n") + cut);
        }
    }
    let quoted = finding.evidence.iter().find(|evidence| is_own(finding, evidence) && !evidence.quote.is_empty());
    quoted.map(|evidence| evidence.quote.clone())
}

fn is_own(finding: &Finding, evidence: &Evidence) -> bool {
    evidence.path == finding.path && (finding.start_line..=finding.end_line).contains(&evidence.start_line)
}

/// A place with what it shows; the code of the finding itself stands above already.
fn shows(finding: &Finding, evidence: &Evidence) -> String {
    let at = place(&evidence.path, evidence.start_line, evidence.end_line);
    let mut item = format!("- {}", code(&at));
    if !evidence.note.is_empty() {
        item.push_str(&format!(": {}", inline(&evidence.note)));
    }
    if !evidence.quote.is_empty() && !is_own(finding, evidence) {
        item.push_str(&format!(" {}", code(evidence.quote.lines().next().unwrap_or_default().trim())));
    }
    item + "\n"
}

fn related(related: &tribunal_domain::finding::Related) -> String {
    let symbol = if related.symbol.is_empty() { String::new() } else { format!(" {}", code(&related.symbol)) };
    format!("- see {}{symbol}\n", code(&place(&related.path, related.start_line, related.end_line)))
}

/// What does not stand, with the ruling that decided it.
fn audit(shown: &Shown, out: &mut String) {
    out.push_str("\n## Set aside\n\n");
    let findings = gravest_first(shown.dismissed());
    if findings.is_empty() {
        out.push_str("Nothing.\n");
    }
    for finding in findings {
        let at = place(&finding.path, finding.start_line, finding.end_line);
        let word = if finding.disposition == Disposition::BelowConfidence {
            "below confidence"
        } else {
            finding.disposition.name()
        };
        out.push_str(&format!("- **{word}** {} {} ({})\n", code(&at), inline(&finding.message), code(&finding.id)));
        for ruling in &finding.rulings {
            out.push_str(&format!(
                "  - {}: {} → {}, {}\n",
                code(&ruling.by),
                inline(&ruling.from),
                inline(&ruling.to),
                inline(&ruling.reason)
            ));
        }
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().to_string() + chars.as_str()).unwrap_or_default()
}
