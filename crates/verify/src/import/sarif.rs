//! SARIF 2.1.0: one result becomes one finding.
//!
//! Places may be relative to a base that itself is relative to another, may be an index into the run's artifacts, and
//! may be offsets instead of lines; every tool does it its own way.

use super::fields::{Fields, Wrong};
use super::words::category;
use super::{Item, Offset, blank, invalid, set_lines, set_path, stand_in};
use crate::scene::Side;
use rustc_hash::FxHashMap;
use serde_json::Value;
use tribunal_domain::RepoPath;
use tribunal_domain::finding::{Disposition, Related, Ruling, Severity};

/// Bases of paths refer to others at most so often; a longer chain goes in circles.
const BASE_CHAIN: usize = 16;

/// What the results of a run refer to.
#[derive(Debug, Default)]
pub struct Run {
    /// The tool's name.
    pub tool: Option<String>,
    rules: Vec<Rule>,
    artifacts: Vec<Value>,
    bases: FxHashMap<String, Value>,
}

#[derive(Debug, Default)]
struct Rule {
    id: String,
    level: Option<String>,
    security: Option<f64>,
    messages: FxHashMap<String, String>,
}

impl Run {
    /// Learns a part of the run.
    pub fn learn(&mut self, key: &str, value: &Value) {
        match key {
            "tool" => {
                let driver = &value["driver"];
                self.tool = driver["name"].as_str().map(str::to_owned);
                self.rules =
                    driver["rules"].as_array().map(|rules| rules.iter().map(rule).collect()).unwrap_or_default();
            }
            "artifacts" => self.artifacts = value.as_array().cloned().unwrap_or_default(),
            _ => {
                let bases = value.as_object().into_iter().flatten();
                self.bases = bases.map(|(name, base)| (name.clone(), base.clone())).collect();
            }
        }
    }

    fn rule(&self, result: &Value) -> Option<&Rule> {
        let index = result["ruleIndex"].as_u64().or_else(|| result["rule"]["index"].as_u64());
        let by_index = index.and_then(|index| self.rules.get(usize::try_from(index).ok()?));
        by_index.or_else(|| self.rules.iter().find(|rule| Some(rule.id.as_str()) == rule_id(result)))
    }

    /// The path of an artifact location, with its bases in front.
    fn path(&self, location: &Value, root: Option<&str>) -> Result<String, Wrong> {
        let wrong = |why: String| ("artifactLocation".to_owned(), why);
        let by_index = location["index"].as_u64().and_then(|index| self.artifacts.get(usize::try_from(index).ok()?));
        let known = by_index.map(|artifact| &artifact["location"]).filter(|_| !location["uri"].is_string());
        let location = known.unwrap_or(location);
        let mut uri = location["uri"].as_str().ok_or_else(|| wrong("has neither uri nor index".to_owned()))?.to_owned();
        let mut base = location["uriBaseId"].as_str();
        for _ in 0..BASE_CHAIN {
            let Some(name) = base else { return decoded(&uri, root).map_err(wrong) };
            let Some(known) = self.bases.get(name) else { return decoded(&uri, root).map_err(wrong) };
            let Some(prefix) = known["uri"].as_str() else { return decoded(&uri, root).map_err(wrong) };
            base = known["uriBaseId"].as_str();
            // An absolute base is where the tool ran; what stands behind it is relative to the repository.
            if prefix.contains("://") || prefix.starts_with('/') {
                return decoded(&uri, root).map_err(wrong);
            }
            uri = format!("{}/{uri}", prefix.trim_end_matches('/'));
        }
        Err(wrong("its bases refer to each other in a circle".to_owned()))
    }
}

fn rule(value: &Value) -> Rule {
    let messages = value["messageStrings"].as_object().into_iter().flatten();
    let security = &value["properties"]["security-severity"];
    Rule {
        id: value["id"].as_str().unwrap_or_default().to_owned(),
        level: value["defaultConfiguration"]["level"].as_str().map(str::to_owned),
        security: security.as_f64().or_else(|| security.as_str().and_then(|text| text.parse().ok())),
        messages: messages
            .filter_map(|(id, message)| Some((id.clone(), message["text"].as_str()?.to_owned())))
            .collect(),
    }
}

fn rule_id(result: &Value) -> Option<&str> {
    result["ruleId"].as_str().or_else(|| result["rule"]["id"].as_str())
}

/// Percent signs undone, and `file:` taken away; absolute places inside of the repository become relative.
fn decoded(uri: &str, root: Option<&str>) -> Result<String, String> {
    let path = uri.strip_prefix("file://").map_or(uri, |rest| rest.strip_prefix("localhost").unwrap_or(rest));
    if path.contains("://") {
        return Err(format!("`{uri}` is not a file"));
    }
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = tail.get(..2).filter(|_| *first == b'%').and_then(|two| std::str::from_utf8(two).ok());
        let byte = hex.and_then(|two| u8::from_str_radix(two, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &tail[2..] } else { tail };
    }
    let path = String::from_utf8(bytes).map_err(|_| format!("`{uri}` is not UTF-8"))?;
    let inside = root.and_then(|root| path.strip_prefix(root)).and_then(|rest| rest.strip_prefix('/'));
    Ok(inside.map_or(path.clone(), str::to_owned))
}

/// Reads one result.
pub fn read(index: usize, result: &Value, run: &Run, root: Option<&str>) -> Item {
    let origin = run.tool.clone().unwrap_or_else(|| "SARIF".to_owned());
    result_of(index, result, run, root, &origin).unwrap_or_else(|(field, why)| {
        let mut item = invalid(index, &field, &why, &origin);
        if let Some(message) = message(result, run) {
            item.finding.message = message;
        }
        item
    })
}

fn result_of(index: usize, result: &Value, run: &Run, root: Option<&str>, origin: &str) -> Result<Item, Wrong> {
    if !result.is_object() {
        return Err(("results".to_owned(), format!("should hold objects, and holds {}", super::fields::kind(result))));
    }
    if let Some(kind) = result["kind"].as_str().filter(|kind| *kind != "fail" && *kind != "review" && *kind != "open") {
        return Err(("kind".to_owned(), format!("`{kind}` reports no defect")));
    }
    let text = message(result, run).ok_or_else(|| ("message".to_owned(), "is missing".to_owned()))?;
    let location = &result["locations"][0]["physicalLocation"];
    if !location.is_object() {
        return Err(("locations".to_owned(), "names no file".to_owned()));
    }
    let mut finding = blank(index, &stand_in("unknown"), origin);
    finding.message.clone_from(&text);
    let known = run.rule(result).map(|rule| rule.id.as_str());
    rule_id(result).or(known).unwrap_or("imported").clone_into(&mut finding.rule);
    finding.severity = severity(result, run);
    if let Some(word) = result["properties"]["category"].as_str() {
        finding.category = category(word);
    }
    set_path(&mut finding, &run.path(&location["artifactLocation"], root)?, index, "artifactLocation");
    let region = location["region"].as_object();
    let mut offset = None;
    if let Some(region) = region {
        let fields = Fields::new(region);
        let first = fields.maybe_line("startLine")?;
        offset = if first.is_none() { offset_of(&fields)? } else { None };
        match (first, offset) {
            (Some(first), _) => set_lines(&mut finding, first, fields.maybe_line("endLine")?, index, "region"),
            // Its lines are known once the file is.
            (None, Some(_)) => set_lines(&mut finding, 1, None, index, "region"),
            (None, None) => return Err(("region".to_owned(), "has neither lines nor offsets".to_owned())),
        }
    } else {
        // A result about a whole file.
        set_lines(&mut finding, 1, None, index, "region");
    }
    let snippet = &location["region"]["snippet"]["text"];
    let quotes = snippet.as_str().map(str::to_owned).into_iter().collect();
    finding.related = related(result, run, root);
    suppress(&mut finding, result);
    Ok(Item { finding, side: Side::Head, quotes, prose: text, offset })
}

fn offset_of(fields: &Fields<'_>) -> Result<Option<Offset>, Wrong> {
    let pair = |start: &str, length: &str| -> Result<Option<(u64, u64)>, Wrong> {
        let Some(at) = fields.maybe_line(start)? else { return Ok(None) };
        let at = u64::try_from(at).map_err(|_| (start.to_owned(), format!("{at} is before the file")))?;
        let count = fields.maybe_line(length)?.unwrap_or(0).max(0);
        Ok(Some((at, count as u64)))
    };
    if let Some((at, count)) = pair("charOffset", "charLength")? {
        return Ok(Some(Offset::Chars(at, count)));
    }
    Ok(pair("byteOffset", "byteLength")?.map(|(at, count)| Offset::Bytes(at, count)))
}

/// What it says: its text, or its rule's with the arguments put in.
fn message(result: &Value, run: &Run) -> Option<String> {
    let message = &result["message"];
    let text = message["text"].as_str().or_else(|| message["markdown"].as_str()).map(str::to_owned);
    let template = || run.rule(result)?.messages.get(message["id"].as_str()?).cloned();
    let mut text = text.or_else(template)?;
    for (at, argument) in message["arguments"].as_array().into_iter().flatten().enumerate() {
        text = text.replace(&format!("{{{at}}}"), argument.as_str().unwrap_or_default());
    }
    Some(text)
}

fn severity(result: &Value, run: &Run) -> Severity {
    let rule = run.rule(result);
    let security = rule.and_then(|rule| rule.security);
    let level = result["level"].as_str().or_else(|| rule.and_then(|rule| rule.level.as_deref())).unwrap_or("warning");
    match (security, level) {
        (Some(score), _) if score >= 9.0 => Severity::Critical,
        (Some(score), _) if score >= 7.0 => Severity::High,
        (_, level) => super::words::severity(level).unwrap_or(Severity::Medium),
    }
}

fn related(result: &Value, run: &Run, root: Option<&str>) -> Vec<Related> {
    let locations = result["relatedLocations"].as_array().into_iter().flatten();
    let place = |location: &Value| {
        let place = &location["physicalLocation"];
        let path = RepoPath::new(run.path(&place["artifactLocation"], root).ok()?).ok()?;
        let line = |name: &str| place["region"][name].as_u64().and_then(|line| u32::try_from(line).ok());
        let start_line = line("startLine")?;
        Some(Related { path, symbol: String::new(), start_line, end_line: line("endLine").unwrap_or(start_line) })
    };
    locations.filter_map(place).collect()
}

/// A result that its own tool sets aside stays set aside.
fn suppress(finding: &mut tribunal_domain::finding::Finding, result: &Value) {
    let suppressions = result["suppressions"].as_array().into_iter().flatten();
    let accepted = suppressions.into_iter().find(|one| {
        let status = one["status"].as_str();
        status.is_none() || status == Some("accepted")
    });
    if let Some(one) = accepted.filter(|_| finding.disposition == Disposition::Reported) {
        let reason = one["justification"].as_str().unwrap_or("suppressed in the document it came from");
        finding.rulings.push(Ruling {
            by: "verify/import".to_owned(),
            from: Disposition::Reported.to_string(),
            to: Disposition::Suppressed.to_string(),
            reason: reason.to_owned(),
            evidence: Vec::new(),
        });
        finding.disposition = Disposition::Suppressed;
    }
}
