//! The machine contract: `findings.json` as it was kept, with the findings that were asked for.

use super::Shown;

/// One document, ended by a line break.
pub fn render(shown: &Shown) -> String {
    let text = serde_json::to_string_pretty(shown.review()).expect("a review is plain data");
    format!("{text}\n")
}
