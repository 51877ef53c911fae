//! What duplication finds in a folder, with both places: `twins FOLDER`. At the end, how many bytes the fragments take
//! and how long reading, loading and judging them took. For choosing thresholds on real code.

#![expect(clippy::disallowed_methods, reason = "a tool for developers reads files")]

#[path = "../tests/it/build.rs"]
mod build;
#[path = "support/folder.rs"]
mod folder;

use std::io::Write;
use std::path::Path;
use std::time::Instant;
use tribunal_axes::{Observations, judge, observe};
use tribunal_domain::finding::{Axis, Word};

fn main() -> std::io::Result<()> {
    let root = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let files = folder::files(Path::new(&root))?;
    let code = build::code(files.clone());
    let mut out = std::io::stdout().lock();
    let start = Instant::now();
    let drafts = judge(Axis::Duplication, &code);
    let judged = start.elapsed();
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
    let start = Instant::now();
    let seen = code.files.iter().map(|file| observe(&file.path, &sources[&file.path], &file.facts));
    let kept: Vec<Vec<u8>> = seen.map(|seen| seen.encode()).collect();
    let observed = start.elapsed();
    let start = Instant::now();
    let loaded = kept.iter().zip(&code.files).filter_map(|(kept, file)| Observations::decode(kept, &file.path)).count();
    let size: usize = kept.iter().map(Vec::len).sum();
    let decoded = start.elapsed();
    writeln!(
        std::io::stderr(),
        "{loaded} files: {size} bytes, observed in {observed:?}, loaded in {decoded:?}, judged in {judged:?}"
    )
}
