//! `tribunal why`: everything that is known of one finding, from its proposal to what became of it.

use crate::error::CliError;
use crate::output::{Cell, Output, Style, Table, shell_word};
use crate::report::{Shown, Which, place};
use crate::stored::{Found, Stored};
use crate::world::World;
use serde_json::json;
use std::path::Path;
use tribunal_domain::finding::{
    COUNTED_CONFIDENCE, Claim, Disposition, Evidence, Finding, Proof, Source, Status, Word,
};

use tribunal_domain::review::Review;

/// Show why a finding was reported, or was not
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The finding's id, or as much of its beginning as is unique
    id: String,
    /// The run; the newest review that knows the id if none is named
    #[arg(long, value_name = "RUN")]
    run: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    let Found { stored, finding, outdated } = Stored::finding(world, args.run.as_deref(), &args.id)?;
    let review = Review { findings: vec![finding], ..stored.review.clone() };
    let shown = Shown::new(&review, Which::All, &stored.sources());
    let finding = shown.review().findings.first().expect("the one that was put in");
    if args.json {
        return out.json(&json!({"version": 1, "run": stored.run.id(), "finding": finding}));
    }
    show(finding, out)?;
    if outdated {
        out.note(&format!("the newest review does not know it; this is from run {}", stored.run.id()));
    }
    Ok(())
}

fn show(finding: &Finding, out: &mut Output) -> Result<(), CliError> {
    let axis = finding.axis.map_or("imported", |axis| axis.name());
    let at = place(&finding.path, finding.start_line, finding.end_line);
    let rest = format!("  {axis}/{}  {at} {}", finding.rule, finding.symbol);
    out.styled(&[(Style::Bold, &finding.id), (Style::Plain, &rest)])?;
    out.line(&finding.message)?;
    let mut table = Table::default();
    table.row(["proposed".to_owned(), proposed(finding), format!("confidence {}", finding.confidence)].map(Cell::text));
    for (number, claim) in finding.claims.iter().enumerate() {
        table.row([format!("claim {}", number + 1), said(claim), claim_place(claim)].map(Cell::text));
        if let Some(check) = &claim.check {
            let status = Cell::text(check.status.name()).style(status_style(check.status));
            table.row([Cell::text(""), status, Cell::text(&check.reason)]);
            check.evidence.iter().for_each(|evidence| table.row(shows("", evidence).map(Cell::text)));
        }
    }
    finding.evidence.iter().for_each(|evidence| table.row(shows("evidence", evidence).map(Cell::text)));
    for related in &finding.related {
        let at = place(&related.path, related.start_line, related.end_line);
        table.row(["see".to_owned(), related.symbol.clone(), at].map(Cell::text));
    }
    for ruling in &finding.rulings {
        let change = format!("{} → {}", ruling.from, ruling.to);
        table.row([ruling.by.clone(), change, ruling.reason.clone()].map(Cell::text));
        ruling.evidence.iter().for_each(|evidence| table.row(shows("", evidence).map(Cell::text)));
    }
    let (status, proved) = (finding.verification_status.name(), proved(finding));
    table.row([Cell::text(status).style(status_style(finding.verification_status)), Cell::text(proved)]);
    table.row([finding.disposition.name().to_owned(), became(finding)].map(Cell::text));
    table.print(out, " ")?;
    out.line(&reproduce(finding))
}

fn proposed(finding: &Finding) -> String {
    let by = match finding.source {
        Source::Static => "static rule",
        Source::Model => "model",
        Source::Import => "another tool",
    };
    finding.origin.as_ref().map_or_else(|| by.to_owned(), |origin| format!("{by}: {origin}"))
}

fn said(claim: &Claim) -> String {
    let mut text = claim.kind.name().to_owned();
    if !claim.symbol.is_empty() {
        text.push_str(&format!(" {}", claim.symbol));
    }
    if !claim.value.is_empty() {
        text.push_str(&format!(" = {}", claim.value));
    }
    if !claim.pattern.is_empty() {
        text.push_str(&format!(" \"{}\"", claim.pattern.lines().next().unwrap_or_default()));
    }
    if let Some(expected) = claim.expected {
        text.push_str(&format!(" {expected}"));
    }
    if claim.essential { text } else { format!("{text} (not essential)") }
}

fn claim_place(claim: &Claim) -> String {
    match claim.line {
        Some(line) => place(&claim.path, line, claim.end_line.unwrap_or(line)),
        None => claim.path.to_string(),
    }
}

fn shows(label: &str, evidence: &Evidence) -> [String; 3] {
    let quote = evidence.quote.lines().next().unwrap_or_default().trim();
    let text = match (evidence.note.as_str(), quote) {
        (note, "") => note.to_owned(),
        ("", quote) => quote.to_owned(),
        (note, quote) => format!("{note}: {quote}"),
    };
    [label.to_owned(), text, place(&evidence.path, evidence.start_line, evidence.end_line)]
}

fn proved(finding: &Finding) -> &'static str {
    match (finding.verification_status, finding.proof) {
        (Status::Verified, Some(Proof::Place)) => "the quoted place is there; the defect itself was not proved",
        (Status::Verified, _) => "every claim holds",
        (Status::Refuted, _) => "the code contradicts a claim it needs",
        (Status::Inconclusive, _) => "neither shown nor refuted",
    }
}

fn status_style(status: Status) -> Style {
    match status {
        Status::Verified => Style::Good,
        Status::Refuted => Style::Bad,
        Status::Inconclusive => Style::Warn,
    }
}

fn became(finding: &Finding) -> String {
    if finding.disposition != Disposition::Reported {
        return finding.rulings.last().map(|ruling| ruling.reason.clone()).unwrap_or_default();
    }
    let counts = if finding.confidence >= COUNTED_CONFIDENCE { "counts" } else { "too unsure to count" };
    format!("severity {}, {counts} for the verdict", finding.severity)
}

fn reproduce(finding: &Finding) -> String {
    let path = shell_word(Path::new(finding.path.to_text().as_ref()));
    match finding.source {
        Source::Static => {
            let unsure = format!(" --min-confidence {}", finding.confidence);
            let unsure = if finding.is_sure() { "" } else { &unsure };
            format!("reproduce: tribunal review --paths {path} --rule {}{unsure}", finding.rule)
        }
        Source::Model => format!("reproduce: tribunal review --paths {path}"),
        Source::Import => "reproduce: tribunal verify FILE, with the file it came from".to_owned(),
    }
}
