//! What a person sees of a refined text: the text or its changes on stdout, how it came about on stderr.

use super::Args;
use super::kept::Kept;
use crate::error::CliError;
use crate::output::{Cell, Output, Table};
use std::path::Path;
use tribunal_engine::polish::{Decision, Ending, Polished, Skip, Status, Step, Verification, diff};

/// Prints everything; where the run is kept comes last.
pub(super) fn show(args: &Args, kept: &Kept<'_>, run: Option<&Path>, out: &mut Output) -> Result<(), CliError> {
    if args.json {
        out.json(&kept.document())?;
    } else if args.diff {
        let changes = diff(kept.draft, &kept.polished.text);
        if !changes.is_empty() {
            let name = kept.file.display();
            out.verbatim(format!("--- {name}\n+++ {name} (polished)\n{changes}").as_bytes())?;
        }
    } else {
        out.verbatim(kept.polished.text.as_bytes())?;
    }
    out.finish()?;
    if args.show_trail {
        trail(kept.polished, out);
    }
    out.note(&summary(kept.polished));
    if let Some(found) = kept.verification {
        verification(found, out);
    }
    if let Some(run) = run {
        out.note(&format!("the draft and the text are kept in {}", run.display()));
    }
    Ok(())
}

/// The decision on two texts, with its trail.
pub(super) fn decision(decision: &Decision, out: &mut Output) -> Result<(), CliError> {
    let word = if decision.converged { "converged" } else { "not converged" };
    out.line(&format!("{word}  {:.3}  decided by {}", decision.score, decision.decided_by))?;
    let mut table = Table::default();
    decision.trail.iter().for_each(|step| table.row(cells(step).map(Cell::text)));
    table.print(out, "  ")
}

fn cells(step: &Step) -> [String; 4] {
    let number = |value: Option<f64>| value.map(|value| format!("{value:.3}")).unwrap_or_default();
    let told: Vec<String> =
        step.changes.iter().map(|change| format!("{} `{}` → `{}`", change.kind, change.before, change.after)).collect();
    let told = step.reason.clone().unwrap_or_else(|| told.join(", "));
    let outcome = if told.is_empty() { step.outcome.to_owned() } else { format!("{}: {told}", step.outcome) };
    [step.scorer.to_owned(), number(step.similarity), number(step.confidence), outcome]
}

fn trail(polished: &Polished, out: &mut Output) {
    for pass in &polished.passes {
        out.note(&format!("pass {}: {}", pass.number, first_line(&pass.critique)));
        for step in pass.decision.iter().flat_map(|decision| &decision.trail) {
            let [scorer, similarity, confidence, outcome] = cells(step);
            out.note(&format!("  {scorer:<10} {similarity:>6} {confidence:>6}  {outcome}"));
        }
        for broken in &pass.broken {
            out.note(&format!("  broken     {}: {}", broken.property, broken.what));
        }
        if pass.ignored > 0 {
            out.note(&format!("  {} bytes outside of the blocks were ignored", pass.ignored));
        }
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

fn summary(polished: &Polished) -> String {
    let passes = match polished.passes.len() {
        1 => "1 pass".to_owned(),
        many => format!("{many} passes"),
    };
    match &polished.ending {
        Ending::Converged => format!("converged after {passes}"),
        Ending::MaxPasses => format!("refined in {passes}; the last one still changed the text (--passes allows more)"),
        Ending::Rejected { reason } => format!("the draft stands: {}", reason.text()),
        Ending::RolledBack => {
            let broken: Vec<String> = polished
                .passes
                .iter()
                .flat_map(|pass| &pass.broken)
                .map(|one| format!("{} ({})", one.property, one.what))
                .collect();
            format!("rolled back to the best text: the revision broke {}", broken.join(", "))
        }
        Ending::Failed { .. } => "the best text so far stands: the model did not answer".to_owned(),
        Ending::Skipped { why } => format!("not refined: {}", skipped(*why)),
    }
}

fn skipped(why: Skip) -> &'static str {
    match why {
        Skip::Blank => "there is nothing in it",
        Skip::Short => "it is shorter than polish.min_bytes (TRIBUNAL_POLISH_MIN_BYTES=0 refines it all the same)",
        Skip::Excluded => "polish.exclude names the stage",
        Skip::Secrets => "it holds secrets, which are not sent and so could not come back",
    }
}

fn verification(found: &Verification, out: &mut Output) {
    let answered = found.answers.iter().filter(|answer| answer.answer.is_some()).count();
    let status = match found.status {
        Status::Verified => "nothing contradicts the code",
        Status::Rewritten => "what contradicts the code was mended",
        Status::Discrepant => "what contradicts the code still stands",
        Status::Inconclusive => "nothing could be checked",
        Status::Failed => "the model did not answer",
    };
    out.note(&format!("verified: {answered} of {} questions answered; {status}", found.questions.len()));
    if let Some(reason) = &found.reason {
        out.note(&format!("  {reason}"));
    }
    for one in &found.discrepancies {
        out.note(&format!("  \"{}\": {} ({})", one.claim, one.found, one.quote));
    }
}
