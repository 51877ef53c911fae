//! Findings as this program writes them: claims are typed, evidence has a place.

use super::fields::{Fields, Wrong};
use super::words::{category, set_severity};
use super::{Item, blank, set_lines, set_path, stand_in};
use crate::scene::Side;
use serde_json::Value;
use tribunal_domain::finding::{Claim, Disposition, Finding, Source, Status};

/// Reads one: whole if it fits the schema, else what can be used of it.
pub fn read(index: usize, fields: &Fields<'_>, value: &Value) -> Result<Item, Wrong> {
    if let Ok(mut finding) = serde_json::from_value::<Finding>(value.clone()) {
        let (first, last) = (i64::from(finding.start_line), i64::from(finding.end_line));
        set_lines(&mut finding, first, Some(last), index, "start_line");
        return Ok(on_trial(finding));
    }
    let (path, message) = (fields.text("path")?, fields.text("message")?);
    let line = fields.maybe_line("start_line")?.map_or_else(|| fields.line("line"), Ok)?;
    let end = fields.maybe_line("end_line")?;
    let mut finding = blank(index, &stand_in("unknown"), "findings");
    finding.id = fields.id().unwrap_or(finding.id);
    finding.message = message;
    if let Some(word) = fields.maybe_text("severity")? {
        set_severity(&mut finding, &word);
    }
    if let Some(word) = fields.maybe_text("category")? {
        finding.category = category(&word);
    }
    if let Some(rule) = fields.maybe_text("rule")? {
        finding.rule = rule;
    }
    if let Some(symbol) = fields.maybe_text("symbol")? {
        finding.symbol = symbol;
    }
    set_path(&mut finding, &path, index, "path");
    set_lines(&mut finding, line, end, index, "start_line");
    finding.claims = claims(fields, &finding)?;
    let quotes = quotes(fields.get("evidence"));
    let prose = finding.message.clone();
    Ok(Item { finding, side: Side::Head, quotes, prose, offset: None })
}

/// A whole finding, as if nobody had judged it yet.
pub(crate) fn on_trial(mut finding: Finding) -> Item {
    finding.verification_status = Status::Inconclusive;
    finding.proof = None;
    finding.claims.iter_mut().for_each(|claim| claim.check = None);
    // Earlier trials are repeated, not remembered; what people and rules decided stands.
    finding.rulings.retain(|ruling| !ruling.by.starts_with("verify/") || finding.disposition == Disposition::Invalid);
    finding.merged_from.clear();
    if matches!(finding.disposition, Disposition::Refuted | Disposition::Merged) {
        finding.disposition = Disposition::Reported;
    }
    // A rule shows places beside its claims; what others show is all they have.
    let shown = finding.claims.is_empty() || finding.source != Source::Static;
    let quotes = finding.evidence.iter().map(|evidence| evidence.quote.clone()).filter(|quote| !quote.is_empty());
    let quotes = if shown { quotes.collect() } else { Vec::new() };
    let prose = finding.message.clone();
    Item { finding, side: Side::Head, quotes, prose, offset: None }
}

/// Typed claims; the path and whether they are essential may be left out.
fn claims(fields: &Fields<'_>, finding: &Finding) -> Result<Vec<Claim>, Wrong> {
    let wrong = |at: usize, why: String| (format!("claims[{at}]"), why);
    let list = match fields.get("claims") {
        None => return Ok(Vec::new()),
        Some(Value::Array(list)) => list,
        Some(other) => {
            return Err(("claims".to_owned(), format!("should be a list, and is {}", super::fields::kind(other))));
        }
    };
    let mut claims = Vec::new();
    for (at, value) in list.iter().enumerate() {
        let mut value = value.clone();
        let Some(object) = value.as_object_mut() else { return Err(wrong(at, "is not an object".to_owned())) };
        object.entry("path").or_insert_with(|| Value::String(finding.path.to_text().into_owned()));
        object.entry("essential").or_insert(Value::Bool(true));
        claims.push(serde_json::from_value(value).map_err(|error| wrong(at, error.to_string()))?);
    }
    Ok(claims)
}

/// Evidence as a text, a list of texts, or a list of places with quotes.
fn quotes(evidence: Option<&Value>) -> Vec<String> {
    match evidence {
        Some(Value::String(text)) => vec![text.clone()],
        Some(Value::Array(list)) => list
            .iter()
            .filter_map(|one| one.as_str().or_else(|| one.get("quote").and_then(Value::as_str)))
            .map(str::to_owned)
            .collect(),
        _ => Vec::new(),
    }
}
