//! A review comment: path, line and body; end, side and evidence where they are given.

use super::fields::{Fields, Wrong};
use super::words::{category, set_severity};
use super::{Item, blank, set_lines, set_path, stand_in};
use crate::scene::Side;

/// Reads one.
pub fn read(index: usize, fields: &Fields<'_>) -> Result<Item, Wrong> {
    let (path, body) = (fields.text("path")?, fields.text("body")?);
    let (line, end) = (fields.line("line")?, fields.maybe_line("end_line")?);
    let side = match fields.maybe_text("side")?.map(|side| side.to_ascii_lowercase()).as_deref() {
        Some("left" | "base" | "old") => Side::Base,
        _ => Side::Head,
    };
    let mut finding = blank(index, &stand_in("unknown"), "review comment");
    finding.id = fields.id().unwrap_or(finding.id);
    finding.message.clone_from(&body);
    if let Some(word) = fields.maybe_text("severity")? {
        set_severity(&mut finding, &word);
    }
    if let Some(word) = fields.maybe_text("category")? {
        finding.category = category(&word);
    }
    set_path(&mut finding, &path, index, "path");
    set_lines(&mut finding, line, end, index, "line");
    let quotes = fields.maybe_text("evidence")?.into_iter().collect();
    Ok(Item { finding, side, quotes, prose: body, offset: None })
}
