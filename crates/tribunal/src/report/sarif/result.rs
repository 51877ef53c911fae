//! One finding as a result: where, what shows it, how it can be mended, why it was set aside.

use super::super::shown::Text;
use super::super::words::{mark, proved};
use super::{Shown, artifact};
use serde_json::{Map, Value, json};
use tribunal_domain::RepoPath;
use tribunal_domain::finding::{Disposition, Edit, Evidence, Finding, Fix, Related, Severity};

/// Lines shown before and after a place.
const CONTEXT: u32 = 2;

/// A place with more lines is shown without those around it.
const MOST_LINES: u32 = 12;

/// The result of a finding; `names` are the rules in the order of their descriptors.
pub fn result(finding: &Finding, shown: &Shown, names: &[String]) -> Value {
    let mut result = Map::new();
    let mut put = |name: &str, value: Value| {
        if !value.is_null() && value.as_array().is_none_or(|items| !items.is_empty()) {
            result.insert(name.to_owned(), value);
        }
    };
    put("ruleId", json!(finding.rule));
    put("ruleIndex", json!(names.binary_search(&finding.rule).ok()));
    put("kind", json!(kind(finding.severity)));
    put("level", json!(level(finding.severity)));
    put("message", json!({"text": message(finding)}));
    put("locations", json!([location(finding, shown)]));
    put("partialFingerprints", json!({"tribunal/v1": finding.fingerprint}));
    put("relatedLocations", Value::Array(finding.related.iter().enumerate().map(related).collect()));
    put("codeFlows", flows(finding, shown));
    put("fixes", Value::Array(finding.fix.iter().map(fix).collect()));
    put("suppressions", suppressions(finding));
    put("rank", json!(f64::from(finding.confidence)));
    put("properties", properties(finding));
    Value::Object(result)
}

/// SARIF's level of a severity.
pub fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical | Severity::High => "error",
        Severity::Medium => "warning",
        Severity::Low | Severity::Nit => "note",
        Severity::Question | Severity::Praise => "none",
    }
}

/// Only what is wrong fails; the format wants any other kind to have no level.
fn kind(severity: Severity) -> &'static str {
    match severity {
        Severity::Question => "review",
        Severity::Praise => "informational",
        _ => "fail",
    }
}

/// A sentence, with what a reader must know before believing it.
fn message(finding: &Finding) -> String {
    let dot = if finding.message.ends_with(['.', '!', '?']) { "" } else { "." };
    let mark = mark(finding).map(|mark| format!("{mark} ")).unwrap_or_default();
    format!("{mark}{}{dot}", plain(&finding.message))
}

/// A text that holds neither links nor placeholders; readers differ in how they show escapes, so there are few.
fn plain(text: &str) -> String {
    let text = if text.contains("](") { text.replace('[', "(").replace("](", ") (") } else { text.to_owned() };
    let has_placeholder = text.split('{').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if has_placeholder { text.replace('{', "{{").replace('}', "}}") } else { text }
}

fn location(finding: &Finding, shown: &Shown) -> Value {
    let text = shown.text(&finding.path);
    let is_exact = finding.start_line == finding.end_line && text.is_none_or(|text| text.is_whole(finding.start_line));
    let mut region = lines(finding.start_line, finding.end_line);
    let columns = finding.columns.filter(|_| is_exact);
    if let Some((start, end)) = columns {
        region["startColumn"] = json!(start.max(1));
        region["endColumn"] = json!(end.max(start).max(1));
    }
    let mut place = physical(&finding.path, &region);
    if let Some(context) = text.and_then(|text| context(finding, text)) {
        place["contextRegion"] = context;
    }
    with_symbol(finding, &place)
}

/// The lines around it; a long place has none, for a reader opens the file anyway.
fn context(finding: &Finding, text: &Text) -> Option<Value> {
    if finding.end_line.saturating_sub(finding.start_line) > MOST_LINES {
        return None;
    }
    let around = finding.start_line.saturating_sub(CONTEXT)..=finding.end_line.saturating_add(CONTEXT);
    let shown: Vec<(u32, &str)> = around.filter_map(|number| Some((number, text.line(number)?))).collect();
    let ((first, _), (last, _)) = (shown.first()?, shown.last()?);
    // A context must hold more than the place itself.
    if finding.columns.is_none() && (*first, *last) == (finding.start_line, finding.end_line) {
        return None;
    }
    let mut context = lines(*first, *last);
    let texts: Vec<&str> = shown.iter().map(|(_, line)| *line).collect();
    context["snippet"] = json!({"text": texts.join("\n")});
    Some(context)
}

fn with_symbol(finding: &Finding, place: &Value) -> Value {
    let mut location = json!({"physicalLocation": place});
    if !finding.symbol.is_empty() {
        let mut symbol = json!({"fullyQualifiedName": finding.symbol});
        if let Some(kind) = logical_kind(&finding.kind) {
            symbol["kind"] = json!(kind);
        }
        location["logicalLocations"] = json!([symbol]);
    }
    location
}

/// The format's own words, where it has one.
fn logical_kind(kind: &str) -> Option<&'static str> {
    match kind {
        "function" | "method" => Some("function"),
        "class" | "struct" | "enum" | "interface" | "trait" | "type_alias" => Some("type"),
        "module" => Some("module"),
        "field" | "property" | "enum_member" => Some("member"),
        "variable" | "constant" => Some("variable"),
        _ => None,
    }
}

/// Evidence as steps, the finding's own place last.
fn flows(finding: &Finding, shown: &Shown) -> Value {
    if finding.evidence.is_empty() {
        return Value::Null;
    }
    let mut steps: Vec<Value> = finding.evidence.iter().map(|evidence| json!({"location": shows(evidence)})).collect();
    let mut end = location(finding, shown);
    end["message"] = json!({"text": message(finding)});
    steps.push(json!({"location": end}));
    json!([{"threadFlows": [{"locations": steps}]}])
}

fn shows(evidence: &Evidence) -> Value {
    let mut region = lines(evidence.start_line, evidence.end_line);
    if !evidence.quote.is_empty() {
        region["snippet"] = json!({"text": evidence.quote});
    }
    let text = if evidence.note.is_empty() { "This is the code.".to_owned() } else { plain(&evidence.note) };
    json!({"physicalLocation": physical(&evidence.path, &region), "message": {"text": text}})
}

fn related((number, related): (usize, &Related)) -> Value {
    let text = match related.symbol.as_str() {
        "" => "This place belongs to it.".to_owned(),
        symbol => format!("'{}' belongs to it.", plain(symbol)),
    };
    json!({
        "id": number + 1,
        "physicalLocation": physical(&related.path, &lines(related.start_line, related.end_line)),
        "message": {"text": text},
    })
}

fn fix(fix: &Fix) -> Value {
    let mut changes: Vec<Value> = Vec::new();
    let mut paths: Vec<&RepoPath> = fix.edits.iter().map(|edit| &edit.path).collect();
    paths.sort();
    paths.dedup();
    for path in paths {
        let edits: Vec<Value> = fix.edits.iter().filter(|edit| edit.path == *path).map(replacement).collect();
        changes.push(json!({"artifactLocation": artifact(path), "replacements": edits}));
    }
    let text =
        if fix.safe { "Mends it; the program behaves as before." } else { "Mends it; read it before you take it." };
    json!({"description": {"text": text}, "artifactChanges": changes})
}

/// Lines that go away take their line break along.
fn replacement(edit: &Edit) -> Value {
    if edit.text.is_empty() {
        let region =
            json!({"startLine": edit.start_line, "startColumn": 1, "endLine": edit.end_line + 1, "endColumn": 1});
        return json!({"deletedRegion": region});
    }
    json!({"deletedRegion": lines(edit.start_line, edit.end_line), "insertedContent": {"text": edit.text}})
}

/// Why a finding does not stand.
fn suppressions(finding: &Finding) -> Value {
    if finding.disposition == Disposition::Reported {
        return Value::Null;
    }
    let reason = finding.rulings.last().map(|ruling| format!("{}: {}", ruling.by, ruling.reason));
    let justification = reason.unwrap_or_else(|| finding.disposition.to_string());
    json!([{"kind": "external", "status": "accepted", "justification": justification}])
}

fn properties(finding: &Finding) -> Value {
    json!({
        "id": finding.id,
        "axis": finding.axis,
        "verdict": finding.verdict,
        "severity": finding.severity,
        "category": finding.category,
        "confidence": finding.confidence,
        "source": finding.source,
        "verification_status": finding.verification_status,
        "proof": finding.proof,
        "proved": proved(finding),
        "disposition": finding.disposition,
    })
}

fn physical(path: &RepoPath, region: &Value) -> Value {
    json!({"artifactLocation": artifact(path), "region": region})
}

fn lines(start: u32, end: u32) -> Value {
    json!({"startLine": start.max(1), "endLine": end.max(start).max(1)})
}
