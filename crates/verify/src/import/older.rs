//! The older schema: id, severity, category, file, line, evidence and summary must be there.

use super::fields::{Fields, Wrong, kind};
use super::words::{category, set_severity};
use super::{Item, blank, set_lines, set_path, stand_in};
use crate::scene::Side;
use serde_json::Value;

/// Reads one.
pub fn read(index: usize, fields: &Fields<'_>) -> Result<Item, Wrong> {
    let id = fields.id().ok_or_else(|| ("id".to_owned(), "is missing".to_owned()))?;
    let (severity, kind_of) = (fields.text("severity")?, fields.text("category")?);
    let (file, line) = (fields.text("file")?, fields.line("line")?);
    let (evidence, summary) = (fields.text("evidence")?, fields.text("summary")?);
    let (end, reason) = (fields.maybe_line("end_line")?, fields.maybe_text("reason")?);
    fields.maybe_text("suggestion")?;
    if let Some(tags) = fields.get("tags").filter(|tags| !matches!(tags, Value::Array(_))) {
        return Err(("tags".to_owned(), format!("should be a list, and is {}", kind(tags))));
    }
    let mut finding = blank(index, &stand_in("unknown"), "findings");
    finding.id = id;
    finding.category = category(&kind_of);
    set_severity(&mut finding, &severity);
    set_path(&mut finding, &file, index, "file");
    set_lines(&mut finding, line, end, index, "line");
    let reason = reason.unwrap_or_default();
    let prose = if reason.is_empty() { summary.clone() } else { format!("{}\n{reason}", sentence(&summary)) };
    finding.message = summary;
    Ok(Item { finding, side: Side::Head, quotes: vec![evidence], prose, offset: None })
}

/// Ended like a sentence, so that the next one does not run into it.
fn sentence(text: &str) -> String {
    let text = text.trim_end();
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}
