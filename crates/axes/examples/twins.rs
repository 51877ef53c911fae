//! What duplication finds in a folder, with both places: `twins FOLDER`. At the end, how many bytes the fragments take
//! and how much CPU reading, loading and judging them took. For choosing thresholds on real code.

#![expect(clippy::disallowed_methods, reason = "a tool for developers reads files")]

#[path = "../tests/it/build.rs"]
mod build;
#[path = "support/folder.rs"]
mod folder;

use std::io::Write;
use std::path::Path;
use tribunal_axes::{Observations, observe, propose};
use tribunal_domain::finding::{Axis, Word};

fn main() -> std::io::Result<()> {
    let root = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let files = folder::files(Path::new(&root))?;
    let code = build::code(&files);
    let mut out = std::io::stdout().lock();
    let start = cpu();
    let drafts = propose(Axis::Duplication, &code);
    let judged = cpu() - start;
    for draft in drafts {
        let twin = &draft.related[0];
        writeln!(
            out,
            "{}\t{}:{}-{}\t{}:{}-{}\t{}\t{}\t{}",
            draft.rule,
            draft.path,
            draft.start_line,
            draft.end_line,
            twin.path,
            twin.start_line,
            twin.end_line,
            draft.severity.name(),
            draft.message,
            draft.evidence[0].note
        )?;
    }
    let sources: std::collections::BTreeMap<_, _> = files.into_iter().collect();
    let start = cpu();
    let seen = code.files.iter().map(|file| observe(&file.path, &sources[&file.path], &file.facts));
    let kept: Vec<Vec<u8>> = seen.map(|seen| seen.encode()).collect();
    let observed = cpu() - start;
    let start = cpu();
    let loaded = kept.iter().zip(&code.files).filter_map(|(kept, file)| Observations::decode(kept, &file.path)).count();
    let size: usize = kept.iter().map(Vec::len).sum();
    let decoded = cpu() - start;
    writeln!(
        std::io::stderr(),
        "{loaded} files: {size} bytes, milliseconds of CPU: {observed} observed, {decoded} loaded, {judged} judged"
    )
}

/// Milliseconds this program ran so far, where Linux tells.
fn cpu() -> u64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<u64>().ok()).unwrap_or_default() / 1_000_000
}
