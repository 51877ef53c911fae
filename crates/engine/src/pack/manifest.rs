//! A pack as manifests: what is in it, what is not and why, for machines and for people with `grep`.

use super::choice::SymbolChoice;
use super::fit::{Pack, Shown};
use super::precision::Level;
use super::recall::{Candidate, Role};
use super::render::shown;
use super::targets::{Target, TargetStatus};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Raised when the shape of the JSON changes.
const VERSION: u32 = 1;

/// The pack as one JSON document. What the clock decides stands under `timing` alone.
pub fn json(pack: &Pack) -> Value {
    let budget = pack.budget;
    let related = pack.tokens.saturating_sub(pack.core);
    let mut document = json!({
        "version": VERSION,
        "status": if pack.failure.is_some() { "error" } else { "ok" },
        "task_id": pack.task_id,
        "profile": pack.profile,
        "vocabulary": pack.vocabulary.name(),
        "budget": budget.effective(),
        "window": budget.window(),
        "reserved": budget.reserved(),
        "tokens": {
            "core": pack.core,
            "related": related,
            "test_reserve": pack.test_reserve,
            "total": pack.tokens,
            "left": budget.effective() - pack.tokens,
        },
        "counts": counts(pack),
        "redactions": pack.redactions,
        "warnings": pack.warnings,
        "skipped": if pack.enriched { json!([]) } else { json!(["metadata: nothing is enriched"]) },
        "files": pack.files.iter().enumerate().map(|(at, shown)| file(at, shown)).collect::<Vec<_>>(),
        "omitted": pack.omitted.iter().map(omitted).collect::<Vec<_>>(),
        "targets": pack.targets.iter().map(target).collect::<Vec<_>>(),
        "timing": pack.timing.iter().map(|(stage, millis)| (*stage, *millis)).collect::<BTreeMap<_, _>>(),
    });
    if let Some(task) = &pack.task {
        document["task"] = json!(task);
    }
    if let Some((base, head)) = &pack.commits {
        document["base"] = json!(base);
        document["head"] = json!(head);
    }
    if let Some(failure) = &pack.failure {
        document["error"] = json!({"code": failure.code, "message": failure.message});
    }
    document
}

fn file(at: usize, shown: &Shown) -> Value {
    let candidate = &shown.candidate;
    let mut file = json!({
        "path": candidate.path.to_text(),
        "role": role(candidate.role),
        "rank": at + 1,
        "scope": candidate.scope,
        "weight": candidate.weight,
        "frequency": candidate.frequency,
        "distance": candidate.distance,
        "tokens": shown.tokens,
        "detail": shown.detail.name(),
    });
    if !shown.ranges.is_empty() {
        file["ranges"] = json!(shown.ranges);
    }
    let symbol = |one: &SymbolChoice| json!({"name": one.name, "level": one.level.name(), "reason": one.reason});
    let symbols: Vec<Value> = shown.symbols.iter().filter(|one| one.level != Level::Excluded).map(symbol).collect();
    if !symbols.is_empty() {
        file["symbols"] = json!(symbols);
    }
    file
}

fn omitted(candidate: &Candidate) -> Value {
    json!({"path": candidate.path.to_text(), "reason": reason(candidate)})
}

fn target(target: &Target) -> Value {
    json!({
        "target": target.path.to_text(),
        "status": target.status.name(),
        "total_paths": target.total,
        "eligible_paths": target.eligible,
        "max_depth_reached": target.depth,
        "note": target.note,
    })
}

/// The files to be written beside each other: name and content.
pub fn artifacts(pack: &Pack) -> Vec<(&'static str, String)> {
    let changed = |shown: &&Shown| shown.candidate.role != Role::Related;
    let included = pack.files.iter().filter(changed).map(|file| shown(&file.candidate.path));
    let related = pack.files.iter().filter(|shown| !changed(shown)).map(|file| shown(&file.candidate.path));
    let omitted = |of: fn(&Candidate) -> bool| {
        let chosen = pack.omitted.iter().filter(move |candidate| of(candidate));
        chosen.map(|candidate| format!("{}\t{}", shown(&candidate.path), reason(candidate)))
    };
    vec![
        ("pr-context.txt", pack.text.clone()),
        ("pr-context.changed.files.txt", listed(included)),
        ("pr-context.related.files.txt", listed(related)),
        ("pr-context.omitted.files.txt", listed(omitted(|candidate| candidate.role != Role::Related))),
        ("pr-context.related.omitted.files.txt", listed(omitted(|candidate| candidate.role == Role::Related))),
        ("pr-context.related.selection.tsv", selection(pack)),
        ("pr-context.targets.tsv", targets(pack)),
        ("pr-context.report.json", format!("{:#}\n", json(pack))),
    ]
}

fn selection(pack: &Pack) -> String {
    let mut table = "path\tfrequency\ttokens_estimate\tdecision\treason\n".to_owned();
    let mut row = |candidate: &Candidate, tokens: usize, decision: &str, why: &str| {
        let path = shown(&candidate.path);
        let _ = writeln!(table, "{path}\t{}\t{tokens}\t{decision}\t{why}", candidate.frequency);
    };
    for shown in pack.files.iter().filter(|shown| shown.candidate.role == Role::Related) {
        row(&shown.candidate, shown.tokens, "included", shown.detail.name());
    }
    for candidate in pack.omitted.iter().filter(|candidate| candidate.role == Role::Related) {
        row(candidate, candidate.estimate(), "omitted", reason(candidate));
    }
    table
}

fn targets(pack: &Pack) -> String {
    let mut table = "target\tstatus\ttotal_paths\teligible_paths\tlimits_reached\tmax_depth_reached\tnote\n".to_owned();
    for target in &pack.targets {
        let (path, status) = (shown(&target.path), target.status.name());
        let limited = target.status == TargetStatus::Untraced;
        let (total, eligible, depth, note) = (target.total, target.eligible, target.depth, target.note);
        let _ = writeln!(table, "{path}\t{status}\t{total}\t{eligible}\t{limited}\t{depth}\t{note}");
    }
    table
}

fn listed(lines: impl Iterator<Item = String>) -> String {
    lines.fold(String::new(), |text, line| text + &line + "\n")
}

fn counts(pack: &Pack) -> Value {
    let candidates = pack.files.len() + pack.omitted.len();
    json!({"candidates": candidates, "included": pack.files.len(), "omitted": pack.omitted.len()})
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Changed => "changed",
        Role::Seed => "seed",
        Role::Related => "related",
    }
}

fn reason(candidate: &Candidate) -> &'static str {
    candidate.omitted.map_or("filtered:unknown", super::Omission::name)
}
