//! Reports of a review: pure functions from what may be shown to a text, one file per format.
//!
//! `shown` is the only way in. It takes a review and the code it is about through the one filter of secrets, so that no
//! format can forget it. Nothing here reads a file, a clock or the environment; no report names a place outside the
//! repository.

pub mod github;
pub mod html;
pub mod json;
pub mod markdown;
pub mod sarif;
mod shown;
pub mod terminal;
mod words;

pub use shown::{Shown, Sources, Which, plain};
pub use words::{counted, place};

use clap::ValueEnum;
use tribunal_domain::finding::Severity;

/// The formats of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, in a terminal
    Terminal,
    /// `findings.json`
    Json,
    /// For people, in a page or a comment
    Markdown,
    /// SARIF 2.1.0, for code scanning and editors
    Sarif,
    /// One page that works offline
    Html,
    /// Workflow commands, which GitHub shows as annotations
    Github,
}

/// The page as a review leaves it in its run's folder.
pub const PAGE: &str = "report.html";

/// In a terminal, what is less grave is one line per axis.
pub const IN_FULL: Severity = Severity::Medium;

/// The name of a report in a folder.
pub fn usual_name(format: Format) -> &'static str {
    match format {
        Format::Terminal => "report.txt",
        Format::Json => "findings.json",
        Format::Markdown => "report.md",
        Format::Sarif => "report.sarif",
        Format::Html => PAGE,
        Format::Github => "report.github.txt",
    }
}

/// The report in a format that is one text; the terminal has lines with styles of its own.
pub fn render(format: Format, shown: &Shown) -> Option<String> {
    match format {
        Format::Terminal => None,
        Format::Json => Some(json::render(shown)),
        Format::Markdown => Some(markdown::whole(shown)),
        Format::Sarif => Some(sarif::render(shown)),
        Format::Html => Some(html::render(shown)),
        Format::Github => Some(github::render(shown)),
    }
}
