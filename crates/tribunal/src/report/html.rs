//! One page that holds everything: it works offline, loads nothing, and runs no script but its own.
//!
//! The findings and the code around them are data, never markup: they stand in a JSON block that no code can end, and
//! the script builds the page out of text nodes. The policy admits the style and the script by their hashes.

use super::{Shown, Which};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use tribunal_domain::RepoPath;
use tribunal_domain::finding::{Axis, Severity, Word};

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");
const BODY: &str = include_str!("html/page.html");

/// Lines shown before and after a place: enough to see the function around it, little enough for thousands of findings.
const CONTEXT: u32 = 12;

/// Lines shown of a place that has more.
const MOST_LINES: u32 = 60;

/// Characters shown of a line: longer ones were not written by people.
const LONGEST_LINE: usize = 400;

/// The page.
pub fn render(shown: &Shown) -> String {
    let policy = format!(
        "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    );
    let data = embedded(&data(shown));
    [
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
        &format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n"),
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
        "<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"color-scheme\" content=\"light dark\">\n",
        "<title>Tribunal review</title>\n<style>",
        STYLE,
        "</style>\n</head>\n<body>\n",
        BODY,
        "<script type=\"application/json\" id=\"data\">",
        &data,
        "</script>\n<script>",
        SCRIPT,
        "</script>\n</body>\n</html>\n",
    ]
    .concat()
}

fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// JSON in which nothing can end the block it stands in, begin a comment, or break a line of script.
fn embedded(data: &Value) -> String {
    let mut out = String::new();
    for c in data.to_string().chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out
}

fn data(shown: &Shown) -> Value {
    let review = shown.review();
    let names: BTreeSet<&str> = review.findings.iter().map(|finding| finding.rule.as_str()).collect();
    let rules: Map<String, Value> = names
        .into_iter()
        .filter_map(tribunal_engine::rules::rule)
        .map(|rule| (rule.name.to_owned(), json!({"summary": rule.summary, "doc": rule.doc})))
        .collect();
    json!({
        "snapshot": review.snapshot,
        "verdict": review.verdict,
        "review_verdict": review.review_verdict,
        "counts": review.counts,
        "signal_to_noise": review.signal_to_noise,
        "all": shown.which() == Which::All,
        "axes": Axis::ALL.iter().map(|axis| [axis.name(), axis.title()]).collect::<Vec<_>>(),
        "severities": Severity::ALL.iter().map(|severity| severity.name()).collect::<Vec<_>>(),
        "rules": rules,
        "findings": review.findings,
        "sources": sources(shown),
    })
}

/// The lines around every place a finding points at, file by file.
fn sources(shown: &Shown) -> Value {
    let mut wanted: BTreeMap<&RepoPath, BTreeSet<u32>> = BTreeMap::new();
    let mut want = |path, start: u32, end: u32| {
        let end = end.min(start.saturating_add(MOST_LINES));
        wanted.entry(path).or_default().extend(start.saturating_sub(CONTEXT)..=end.saturating_add(CONTEXT));
    };
    for finding in &shown.review().findings {
        want(&finding.path, finding.start_line, finding.end_line);
        let ruled = finding.rulings.iter().flat_map(|ruling| &ruling.evidence);
        finding.evidence.iter().chain(ruled).for_each(|place| want(&place.path, place.start_line, place.end_line));
        finding.related.iter().for_each(|place| want(&place.path, place.start_line, place.end_line));
    }
    let files = wanted.into_iter().filter_map(|(path, numbers)| {
        let text = shown.text(path)?;
        let lines: Vec<Value> = numbers
            .into_iter()
            .filter_map(|number| Some(json!([number, cut(text.line(number)?), u8::from(text.is_whole(number))])))
            .collect();
        Some((path.to_text().into_owned(), Value::Array(lines)))
    });
    Value::Object(files.collect())
}

fn cut(line: &str) -> String {
    match line.char_indices().nth(LONGEST_LINE) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{SCRIPT, embedded};
    use serde_json::json;

    #[test]
    fn data_cannot_leave_its_block() {
        let text = embedded(&json!({"code": "</script><!-- & \u{2028}"}));
        assert_eq!(text, r#"{"code":"\u003c/script\u003e\u003c!-- \u0026 \u2028"}"#);
    }

    #[test]
    fn the_script_makes_no_markup_out_of_text_and_asks_nobody() {
        for word in
            ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "fetch(", "XMLHttp", "http:"]
        {
            assert!(!SCRIPT.contains(word), "{word}");
        }
    }
}
