//! What a trial leaves behind: a run's folder, and copies where the user wants them.

use crate::error::{CliError, Kind};
use crate::report::{self, Format, Shown, Sources, plain};
use crate::run_folder::rulings;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use tribunal_domain::RepoPath;
use tribunal_domain::finding::Word;
use tribunal_domain::review::FINDINGS_FILE;
use tribunal_engine::repository::Repository;
use tribunal_engine::state::{RunDir, StateDir, write_to};
use tribunal_engine::verify::{Verified, audit};

/// The audit's name in a folder.
pub const AUDIT: &str = "verification-audit.md";

/// The files of findings as they were looked at.
pub struct Texts<'v> {
    files: BTreeMap<&'v RepoPath, &'v str>,
}

impl<'v> Texts<'v> {
    /// Over the texts of a trial.
    pub fn new(texts: &'v [(RepoPath, String)]) -> Self {
        Self { files: texts.iter().map(|(path, text)| (path, text.as_str())).collect() }
    }
}

impl Sources for Texts<'_> {
    fn text(&self, path: &RepoPath) -> Option<String> {
        self.files.get(path).map(|text| plain((*text).to_owned()))
    }
}

/// Writes everything into a new run; a repository without a working tree has no place for one.
pub fn keep(repository: &Repository, verified: &Verified, all: &Shown) -> Result<Option<RunDir>, CliError> {
    let Some(root) = repository.root() else { return Ok(None) };
    let run = StateDir::create(root)?.create_run(&crate::clock::run())?;
    for (name, text) in documents(all) {
        run.write(name, text.as_bytes())?;
    }
    run.write("run.json", about(verified).as_bytes())?;
    Ok(Some(run))
}

/// The same documents in a folder of the user's choice.
pub fn copy(verified: &Verified, all: &Shown, folder: &Path) -> Result<(), CliError> {
    let failed = |error| CliError::because(Kind::Io, format!("cannot write into {}", folder.display()), error);
    std::fs::create_dir_all(folder).map_err(failed)?;
    for (name, text) in documents(all) {
        write_to(&folder.join(name), text.as_bytes())?;
    }
    write_to(&folder.join("run.json"), about(verified).as_bytes())?;
    Ok(())
}

fn documents(all: &Shown) -> Vec<(&'static str, String)> {
    let cleared = all.review();
    let remaining = all.of_reported();
    let sarif = report::render(Format::Sarif, &remaining).unwrap_or_default();
    let page = report::render(Format::Markdown, &remaining).unwrap_or_default();
    vec![
        (FINDINGS_FILE, report::json::render(all)),
        (AUDIT, audit(&cleared.findings, cleared.signal_to_noise)),
        ("rulings.jsonl", rulings(cleared)),
        (report::usual_name(Format::Sarif), sarif),
        (report::usual_name(Format::Markdown), page),
    ]
}

fn about(verified: &Verified) -> String {
    let review = &verified.review;
    let about = json!({
        "version": 1,
        "kind": "verify",
        "created": crate::clock::now(),
        "program": env!("CARGO_PKG_VERSION"),
        "snapshot": review.snapshot,
        "source": verified.source,
        "tools": verified.tools,
        "verdict": review.verdict.name(),
        "review_verdict": review.review_verdict.name(),
        "counts": review.counts,
        "moved": verified.counted.moved,
        "notes": verified.notes,
        "problems": verified.problems,
    });
    serde_json::to_string_pretty(&about).expect("plain data is always JSON") + "\n"
}
