//! What a review leaves behind: a folder with its findings, one document per file, and its reports.

use crate::error::CliError;
use crate::report::{self, Format, Shown, Sources, Which, markdown};
use serde_json::json;
use tribunal_domain::RepoPath;
use tribunal_domain::finding::Word;
use tribunal_domain::review::{FINDINGS_FILE, LookedAt, REVIEWS_FOLDER, Review, document_name};
use tribunal_engine::repository::{RepoError, Repository};
use tribunal_engine::review::Reviewed;
use tribunal_engine::state::{RunDir, StateDir};

/// Formats that every run has.
const KEPT: &[Format] = &[Format::Markdown, Format::Sarif, Format::Html];

/// Writes everything, cleared of secrets, with all that became of every finding; `run.json` comes last and says that the run came to its end.
pub fn keep(repository: &Repository, reviewed: &Reviewed, all: &Shown) -> Result<RunDir, CliError> {
    let state = StateDir::create(repository.root().ok_or(RepoError::Bare)?)?;
    let run = state.create_run(&crate::clock::run())?;
    run.write(FINDINGS_FILE, report::json::render(all).as_bytes())?;
    for file in &reviewed.files {
        let cleared = all.file(file);
        let json = serde_json::to_string_pretty(&cleared).expect("plain data is always JSON");
        run.write_derived(&format!("{REVIEWS_FOLDER}/{}", document_name(&file.file, "json")), json.as_bytes())?;
        let page = markdown::file(&cleared);
        run.write_derived(&format!("{REVIEWS_FOLDER}/{}", document_name(&file.file, "md")), page.as_bytes())?;
    }
    run.write("rulings.jsonl", rulings(&reviewed.review).as_bytes())?;
    for &format in KEPT {
        let which = if format == Format::Html { Which::Apart } else { Which::Reported };
        if let Some(text) = report::render(format, &all.only(which)) {
            run.write_derived(report::usual_name(format), text.as_bytes())?;
        }
    }
    run.write("run.json", about(reviewed).as_bytes())?;
    Ok(run)
}

/// One line per ruling.
pub fn rulings(review: &Review) -> String {
    let mut lines = String::new();
    for finding in &review.findings {
        for ruling in &finding.rulings {
            lines.push_str(&json!({"finding": finding.id, "ruling": ruling}).to_string());
            lines.push('\n');
        }
    }
    lines
}

fn about(reviewed: &Reviewed) -> String {
    let review = &reviewed.review;
    let about = json!({
        "version": 1,
        "kind": "review",
        "created": crate::clock::now(),
        "program": env!("CARGO_PKG_VERSION"),
        "snapshot": review.snapshot,
        "source": if review.snapshot.kind == LookedAt::Commit { "BLOBS" } else { "LOCAL_FILES" },
        "verdict": review.verdict.name(),
        "review_verdict": review.review_verdict.name(),
        "counts": review.counts,
        "files": reviewed.looked_at,
        "skipped": reviewed.skipped,
        "notes": reviewed.notes,
    });
    serde_json::to_string_pretty(&about).expect("plain data is always JSON") + "\n"
}

/// The files of the working tree that a review is about, as they were reviewed.
pub struct Reread<'a> {
    /// The root of the repository.
    pub root: &'a std::path::Path,
    /// What was reviewed.
    pub reviewed: &'a Reviewed,
}

impl Sources for Reread<'_> {
    fn text(&self, path: &RepoPath) -> Option<String> {
        let hash = self.reviewed.contents.get(path)?;
        crate::stored::text_if_unchanged(self.root, path, hash)
    }
}
