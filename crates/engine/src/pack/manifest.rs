//! A pack as manifests: what is in it, what is not and why, for machines and for people with `grep`.

use super::fit::Pack;
use super::recall::{Candidate, Role};
use super::render::shown;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Raised when the shape of the JSON changes.
const VERSION: u32 = 1;

/// The pack as one JSON document.
pub fn json(pack: &Pack) -> Value {
    let files: Vec<Value> = pack
        .files
        .iter()
        .enumerate()
        .map(|(at, shown)| {
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
            file
        })
        .collect();
    let omitted: Vec<Value> = pack
        .omitted
        .iter()
        .map(|candidate| json!({"path": candidate.path.to_text(), "reason": reason(candidate)}))
        .collect();
    let mut document = json!({
        "version": VERSION,
        "status": if pack.failure.is_some() { "error" } else { "ok" },
        "budget": pack.budget,
        "tokens": {"core": pack.core, "total": pack.tokens},
        "counts": counts(pack),
        "redactions": pack.redactions,
        "files": files,
        "omitted": omitted,
    });
    if let Some((base, head)) = &pack.commits {
        document["base"] = json!(base);
        document["head"] = json!(head);
    }
    if let Some(failure) = &pack.failure {
        document["error"] = json!({"code": failure.code, "message": failure.message});
    }
    document
}

/// The files to be written beside each other: name and content.
pub fn artifacts(pack: &Pack) -> Vec<(&'static str, String)> {
    let changed = |shown: &&super::fit::Shown| shown.candidate.role != Role::Related;
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
        row(candidate, (candidate.size / 4) as usize, "omitted", reason(candidate));
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
