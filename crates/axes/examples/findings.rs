//! What the axes find in a folder: `findings FOLDER [RULE…]`, one line each, or one document with `FOLDER --json`. For
//! looking at a rule on real code.

#![expect(clippy::disallowed_methods, reason = "a tool for developers reads files")]

#[path = "../tests/it/build.rs"]
mod build;
#[path = "support/folder.rs"]
mod folder;

use std::io::Write;
use std::path::Path;
use tribunal_axes::{Draft, propose};
use tribunal_domain::finding::{Axis, COUNTED_CONFIDENCE, Word};

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let root = arguments.next().unwrap_or_else(|| ".".to_owned());
    let wanted: Vec<String> = arguments.collect();
    let code = build::code(&folder::files(Path::new(&root))?);
    let mut drafts: Vec<Draft> = Axis::ALL.iter().flat_map(|&axis| propose(axis, &code)).collect();
    let json = wanted.iter().any(|word| word == "--json");
    drafts.retain(|draft| {
        if json { draft.confidence >= COUNTED_CONFIDENCE } else { wanted.is_empty() || wanted.contains(&draft.rule) }
    });
    drafts.sort_by(|a, b| (&a.rule, &a.path, a.start_line).cmp(&(&b.rule, &b.path, b.start_line)));
    let mut out = std::io::stdout().lock();
    if json {
        let findings: Vec<_> = drafts.iter().map(described).collect();
        return writeln!(out, "{}", serde_json::json!({ "findings": findings }));
    }
    for draft in drafts {
        let Draft { path, start_line, rule, confidence, message, .. } = &draft;
        let quote = draft.evidence.first().map(|evidence| evidence.quote.as_str()).unwrap_or_default();
        writeln!(out, "{path}:{start_line} {rule} [{confidence}] {message} | {quote}")?;
    }
    Ok(())
}

fn described(draft: &Draft) -> serde_json::Value {
    let Draft { rule, symbol, exported_as, start_line, message, confidence, .. } = draft;
    let path = draft.path.to_text();
    serde_json::json!({ "rule": rule, "path": path, "symbol": symbol, "exported_as": exported_as,
        "start_line": start_line, "message": message, "confidence": confidence })
}
