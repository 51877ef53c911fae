//! What a rewrite may not break: properties of the draft that can be checked without a model.
//!
//! Likeness to the draft is none of them: a good rewrite may be far from its draft. It is broken if it loses what the
//! draft had and the task did not ask to lose.

use super::bounds::bounds;
use serde::Serialize;
use std::collections::BTreeSet;
use tribunal_domain::{Language, RepoPath};
use tribunal_syntax::{Limits, extract_as};
use tribunal_text::embedding::{cosine, embed};
use tribunal_text::similarity::words;
use tribunal_text::{CriticalKind, critical_items, is_code};

/// A rewrite shorter than this part of its draft has lost something: nobody asks to refine a text to a quarter of it
/// without naming a length.
const SHORTEST: usize = 4;

/// One longer than so many times its draft has invented something, and three times is room for an explained outline.
const LONGEST: usize = 4;

/// Below this cosine two texts are about different things. Of the pairs of STS-B dev that people gave 0 to 1 of 5, 83 %
/// (Portuguese: 87 %) lie below it, of those with 4 to 5, 1.1 % (3.0 %) do (`docs/convergence.md`).
const OTHER_SUBJECT: f64 = 0.25;

/// With fewer different words one of them decides what a text is about.
const FEWEST_WORDS: usize = 8;

/// A property that the draft has and the rewrite has not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Broken {
    /// `section`, `fence`, `link`, `named`, `format`, `length`, `secret` or `drift`.
    pub property: &'static str,
    /// What is missing or wrong.
    pub what: String,
}

/// Everything of the draft that the rewrite breaks.
pub(super) fn broken(task: &str, draft: &str, revised: &str) -> Vec<Broken> {
    let mut found = Vec::new();
    let mut add = |property, what: String| found.push(Broken { property, what });
    missing(&sections(draft), &sections(revised)).for_each(|section| add("section", section));
    fences(draft, revised).into_iter().for_each(|what| add("fence", what));
    missing(&links(draft), &links(revised)).for_each(|link| add("link", link));
    named(task, draft, revised).into_iter().for_each(|name| add("named", name));
    format(draft, revised).into_iter().for_each(|what| add("format", what.to_owned()));
    length(task, draft, revised).into_iter().for_each(|what| add("length", what));
    if revised.matches("[REDACTED:").count() > draft.matches("[REDACTED:").count() {
        add("secret", "a secret was taken out".to_owned());
    }
    if drifts(task, draft, revised) {
        add("drift", "it is about something else".to_owned());
    }
    found
}

fn missing(one: &BTreeSet<String>, other: &BTreeSet<String>) -> impl Iterator<Item = String> {
    one.difference(other).cloned().collect::<Vec<_>>().into_iter()
}

/// Headings, without marks and case.
fn sections(text: &str) -> BTreeSet<String> {
    let headings = outside_of_fences(text).filter(|line| line.starts_with('#'));
    let title = |line: &str| {
        let signs = |sign: char| !sign.is_alphanumeric();
        line.trim_start_matches('#').trim_matches(signs).to_lowercase()
    };
    headings
        .filter(|line| line.trim_start_matches('#').starts_with(' '))
        .map(title)
        .filter(|title| !title.is_empty())
        .collect()
}

fn outside_of_fences(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        inside ^= is_fence;
        !inside && !is_fence
    })
}

/// A block of code: what it says it is, and the code.
struct Fence<'a> {
    language: &'a str,
    code: String,
    closed: bool,
}

fn fenced(text: &str) -> Vec<Fence<'_>> {
    let mut all: Vec<Fence<'_>> = Vec::new();
    for line in text.lines() {
        let open = all.last_mut().filter(|fence| !fence.closed);
        match (open, line.trim_start().strip_prefix("```")) {
            (Some(fence), Some(rest)) if rest.trim().is_empty() => fence.closed = true,
            (Some(fence), _) => fence.code.extend([line, "\n"]),
            (None, Some(info)) => {
                let language = info.split([' ', ',', '{']).next().unwrap_or_default();
                all.push(Fence { language, code: String::new(), closed: false });
            }
            (None, None) => {}
        }
    }
    all
}

/// Blocks stay closed, stay as many, and parse if those of the draft did.
fn fences(draft: &str, revised: &str) -> Option<String> {
    let (before, after) = (fenced(draft), fenced(revised));
    if before.iter().all(|fence| fence.closed) && after.iter().any(|fence| !fence.closed) {
        return Some("a block of code does not end".to_owned());
    }
    if after.len() < before.len() {
        return Some(format!("{} of {} blocks of code are left", after.len(), before.len()));
    }
    if before.iter().any(|fence| !parses(fence)) {
        return None;
    }
    let broken = after.iter().find(|fence| !parses(fence))?;
    Some(format!("a block of {} does not parse", broken.language))
}

/// Whether a block in a known language has no syntax error.
fn parses(fence: &Fence<'_>) -> bool {
    let name = match fence.language.to_ascii_lowercase().as_str() {
        "rs" => "rust".to_owned(),
        "py" => "python".to_owned(),
        "ts" => "typescript".to_owned(),
        "js" => "javascript".to_owned(),
        "sh" | "shell" => "bash".to_owned(),
        "json" => return serde_json::from_str::<serde_json::Value>(&fence.code).is_ok(),
        other => other.to_owned(),
    };
    let Some(language) = Language::from_name(&name) else { return true };
    let path = RepoPath::new("block").expect("a plain name");
    extract_as(language, &path, fence.code.as_bytes(), Limits::default()).problems.is_empty()
}

/// Addresses and targets of links.
fn links(text: &str) -> BTreeSet<String> {
    let ends = |sign: char| sign.is_whitespace() || matches!(sign, ')' | '>' | '"' | '\'' | '`' | ']');
    let clean = |link: &str| link.trim_end_matches(['.', ',', ';', ':', '!', '?']).to_owned();
    let addresses =
        ["http://", "https://"].into_iter().flat_map(|scheme| text.match_indices(scheme)).map(|(at, _)| &text[at..]);
    let targets = text.match_indices("](").map(|(at, mark)| &text[at + mark.len()..]);
    addresses
        .chain(targets)
        .filter_map(|rest| rest.split(ends).next())
        .map(clean)
        .filter(|link| !link.is_empty())
        .collect()
}

/// Numbers and identifiers that the task names and the draft has.
fn named(task: &str, draft: &str, revised: &str) -> Vec<String> {
    let wanted = |item: &(CriticalKind, String)| matches!(item.0, CriticalKind::Number | CriticalKind::Identifier);
    let named: BTreeSet<_> = critical_items(task).into_iter().filter(wanted).collect();
    let held = |text: &str, name: &str| text.contains(name);
    let lost = critical_items(draft).into_iter().filter(|item| named.contains(item) && !held(revised, &item.1));
    let kept: BTreeSet<_> = critical_items(revised).into_iter().collect();
    lost.filter(|item| !kept.contains(item)).map(|(_, name)| name).collect()
}

/// JSON stays JSON, code stays code, prose is not put into a fence.
fn format(draft: &str, revised: &str) -> Option<&'static str> {
    let is_json = |text: &str| {
        text.trim_start().starts_with(['{', '[']) && serde_json::from_str::<serde_json::Value>(text).is_ok()
    };
    let in_fence = |text: &str| text.trim().starts_with("```") && text.trim().ends_with("```");
    if is_json(draft) && !is_json(revised) {
        return Some("it was JSON and is no longer");
    }
    if in_fence(revised) && !in_fence(draft) {
        return Some("it was put into a fence");
    }
    match (is_code(draft), is_code(revised)) {
        (true, false) => Some("it was code and is no longer"),
        (false, true) => Some("it was prose and is now code"),
        _ => None,
    }
}

fn length(task: &str, draft: &str, revised: &str) -> Option<String> {
    let bounds = bounds(task);
    if let Some(bound) = bounds.iter().find(|bound| bound.holds(draft) && !bound.holds(revised)) {
        return Some(bound.text());
    }
    // Where the task names a length, it is the task that decides how short is too short.
    if bounds.is_empty() && revised.len() * SHORTEST < draft.len() {
        return Some(format!("{} bytes are left of {}", revised.len(), draft.len()));
    }
    (revised.len() > draft.len() * LONGEST).then(|| format!("{} bytes came of {}", revised.len(), draft.len()))
}

/// Whether the rewrite is about something else than the draft, and further from the task.
fn drifts(task: &str, draft: &str, revised: &str) -> bool {
    if words(draft, revised).counts.0 < FEWEST_WORDS {
        return false;
    }
    let (task, draft, revised) = (embed(task), embed(draft), embed(revised));
    cosine(&draft, &revised) < OTHER_SUBJECT && cosine(&task, &revised) <= cosine(&task, &draft)
}

#[cfg(test)]
mod tests;
