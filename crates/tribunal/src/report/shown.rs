//! What may be shown: a review and the code around its findings, without secrets.

mod clear;

use clear::Filter;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tribunal_domain::RepoPath;
use tribunal_domain::finding::{Disposition, Finding};
use tribunal_domain::review::{Review, ReviewFile};

/// The code that a review is about.
pub trait Sources {
    /// A file as the review saw it, as [`plain`] leaves it; `None` if that can no longer be had.
    fn text(&self, path: &RepoPath) -> Option<String>;
}

/// The text of a file without the end of its last line, and without carriage returns, which belong to the ends of lines and
/// not to what stands on them.
pub fn plain(mut text: String) -> String {
    if text.ends_with('\n') {
        text.pop();
    }
    if text.contains('\r') {
        text = text.replace("\r\n", "\n");
        text.truncate(text.strip_suffix('\r').unwrap_or(&text).len());
    }
    text
}

/// Which findings a report is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Those that stand.
    Reported,
    /// Those that stand, and the others apart from them, on a page of their own.
    Apart,
    /// Those that were refuted, merged, settled or suppressed, too.
    All,
}

/// A review and its code, cleared of secrets.
#[derive(Debug, Clone)]
pub struct Shown {
    review: Review,
    which: Which,
    code: Arc<ClearCode>,
}

/// The files a review points at, cleared of secrets, and what was taken out of them.
#[derive(Debug)]
struct ClearCode {
    texts: BTreeMap<RepoPath, Text>,
    filter: Filter,
}

/// A file, cleared of secrets.
#[derive(Debug, Clone)]
pub struct Text {
    whole: String,
    /// Where its lines start, and one more behind the last.
    starts: Vec<usize>,
    redacted: BTreeSet<u32>,
}

impl Text {
    fn new(text: String, redacted: BTreeSet<u32>) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(ends).chain([text.len() + 1]).collect();
        Self { whole: text, starts, redacted }
    }

    /// A line, from 1.
    pub fn line(&self, number: u32) -> Option<&str> {
        let at = (number as usize).checked_sub(1)?;
        let (start, next) = (*self.starts.get(at)?, *self.starts.get(at + 1)?);
        self.whole.get(start..next - 1)
    }

    /// Whether a line stands as it is in the file, so that its columns mean something.
    pub fn is_whole(&self, number: u32) -> bool {
        !self.redacted.contains(&number)
    }
}

impl Shown {
    /// Reads the code of the findings once and takes secrets out of everything.
    pub fn new(review: &Review, which: Which, sources: &dyn Sources) -> Self {
        let (mut review, mut filter) = (of(review, which), Filter::default());
        let texts = filter.review(&mut review, sources);
        Self { review, which, code: Arc::new(ClearCode { texts, filter }) }
    }

    /// The same with fewer findings: nothing is read or cleared again.
    pub fn only(&self, which: Which) -> Self {
        Self { review: of(&self.review, which), which, code: Arc::clone(&self.code) }
    }

    /// The document of one file, cleared of what was taken out of the code.
    pub fn file(&self, file: &ReviewFile) -> ReviewFile {
        let mut file = file.clone();
        self.code.filter.document(&mut file);
        file
    }

    /// The same with those findings alone that stand: what is clear already is not cleared again.
    pub fn of_reported(&self) -> Self {
        let mut shown = Self { which: Which::Reported, ..self.clone() };
        shown.review.findings.retain(|finding| finding.disposition == Disposition::Reported);
        shown
    }

    /// The review.
    pub fn review(&self) -> &Review {
        &self.review
    }

    /// Which findings it holds.
    pub fn which(&self) -> Which {
        self.which
    }

    /// The findings that stand.
    pub fn reported(&self) -> Vec<&Finding> {
        self.review.findings.iter().filter(|finding| finding.disposition == Disposition::Reported).collect()
    }

    /// The findings that do not stand; none unless all were asked for.
    pub fn dismissed(&self) -> Vec<&Finding> {
        self.review.findings.iter().filter(|finding| finding.disposition != Disposition::Reported).collect()
    }

    /// A file, if it still is what the review saw.
    pub fn text(&self, path: &RepoPath) -> Option<&Text> {
        self.code.texts.get(path)
    }
}

/// A copy of a review with the findings that a report is about.
fn of(review: &Review, which: Which) -> Review {
    let is_wanted = |finding: &&Finding| which != Which::Reported || finding.disposition == Disposition::Reported;
    let findings = review.findings.iter().filter(is_wanted).cloned().collect();
    Review { findings, snapshot: review.snapshot.clone(), ..*review }
}

/// Every file a finding points at.
fn paths_of(finding: &Finding) -> impl Iterator<Item = &RepoPath> {
    let ruled = finding.rulings.iter().flat_map(|ruling| &ruling.evidence);
    let checked = finding.claims.iter().filter_map(|claim| claim.check.as_ref()).flat_map(|check| &check.evidence);
    let shown = finding.evidence.iter().chain(ruled).chain(checked).map(|evidence| &evidence.path);
    shown.chain(finding.related.iter().map(|related| &related.path)).chain([&finding.path])
}
