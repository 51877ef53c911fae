//! The review of one file: what each axis says of its definitions, what was found, what to do.

use super::super::words::{counted, place};
use super::text::{code, inline};
use tribunal_domain::finding::{Axis, Disposition, Word};
use tribunal_domain::review::{ReviewFile, ReviewSymbol};

/// The document of a file that was cleared before.
pub fn file(file: &ReviewFile) -> String {
    let mut out = format!("# {}\n\n", code(&file.file.to_text()));
    let score = file.best_practices_score.map(|score| format!(", best practices {score:.1} of 10"));
    out.push_str(&format!("**{}**, {}{}.\n", file.verdict, file.language, score.unwrap_or_default()));
    symbols(file, &mut out);
    findings(file, &mut out);
    actions(file, &mut out);
    facts(file, &mut out);
    evaluation(file, &mut out);
    out
}

fn symbols(file: &ReviewFile, out: &mut String) {
    if file.symbols.is_empty() {
        return;
    }
    let heads: Vec<_> = Axis::ALL.iter().map(|axis| axis.title()).collect();
    out.push_str(&format!("\n## Definitions\n\n| lines | definition | {} |\n", heads.join(" | ")));
    out.push_str(&format!("|---|---|{}\n", "---|".repeat(heads.len())));
    for symbol in &file.symbols {
        let cells: Vec<_> = Axis::ALL.iter().map(|axis| verdict(symbol, *axis)).collect();
        let exported = if symbol.exported { "exported " } else { "" };
        // A bar would end the cell, even inside code.
        let name = format!("{exported}{} {}", symbol.kind, code(&symbol.qualified_name).replace('|', r"\|"));
        out.push_str(&format!("| {}-{} | {name} | {} |\n", symbol.start_line, symbol.end_line, cells.join(" | ")));
    }
}

/// What was not evaluated is a dash.
fn verdict(symbol: &ReviewSymbol, axis: Axis) -> String {
    symbol.axes.get(&axis).map_or_else(|| "-".to_owned(), |said| format!("{} {}", said.verdict, said.confidence))
}

fn findings(file: &ReviewFile, out: &mut String) {
    let reported: Vec<_> = file.findings.iter().filter(|f| f.disposition == Disposition::Reported).collect();
    out.push_str(&format!("\n## {}\n\n", counted(reported.len(), "finding")));
    for finding in reported {
        out.push_str(&format!(
            "- **{}** {} {} ({} {}, {}, confidence {})\n",
            finding.severity,
            code(&place(&finding.path, finding.start_line, finding.end_line)),
            inline(&finding.message),
            code(&finding.rule),
            code(&finding.id),
            finding.verification_status,
            finding.confidence,
        ));
    }
}

fn actions(file: &ReviewFile, out: &mut String) {
    if file.actions.is_empty() {
        return;
    }
    out.push_str("\n## What to do\n\n");
    for action in &file.actions {
        out.push_str(&format!(
            "- **{}**, {}, {}: {} ({}, {})\n",
            action.severity,
            action.effort,
            action.category,
            inline(&action.description),
            code(&action.target),
            code(&action.id),
        ));
    }
}

fn facts(file: &ReviewFile, out: &mut String) {
    let unused: Vec<_> = file.facts.unused_imports.iter().map(|name| code(name)).collect();
    let cycles: Vec<_> = file.facts.import_cycles.iter().map(|cycle| code(&cycle.join(" → "))).collect();
    for (what, items) in [("Imports that nothing uses", unused), ("Import cycles", cycles)] {
        if !items.is_empty() {
            out.push_str(&format!("\n{what}: {}.\n", items.join(", ")));
        }
    }
}

fn evaluation(file: &ReviewFile, out: &mut String) {
    out.push_str("\n## How it was evaluated\n\n");
    for axis in Axis::ALL {
        let said = match file.axes.get(axis) {
            None => "not evaluated".to_owned(),
            Some(axis) => match &axis.failure {
                Some(failure) => format!("failed: {}", inline(failure)),
                None => format!("{}{}", axis.source, spent(axis)),
            },
        };
        out.push_str(&format!("- {}: {said}\n", axis.title()));
    }
}

fn spent(axis: &tribunal_domain::review::AxisMetadata) -> String {
    let tokens = axis.tokens.map(|tokens| format!(", {tokens} tokens"));
    let cost = axis.cost.as_ref().map(|cost| format!(", {}", inline(cost)));
    tokens.unwrap_or_default() + &cost.unwrap_or_default()
}
