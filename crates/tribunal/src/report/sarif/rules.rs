//! The rules that a document's results refer to, with their documentation.

use super::Shown;
use super::result::level;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tribunal_domain::finding::{Category, Finding, Word};
use tribunal_engine::rules::{Rule, rule};

/// Rules in order of their names.
pub struct Rules {
    /// The names; the place of one is its index.
    pub names: Vec<String>,
    /// The descriptors, in the same order.
    pub descriptors: Vec<Value>,
}

/// The rules of all findings.
pub fn of(shown: &Shown) -> Rules {
    let findings = &shown.review().findings;
    let names: BTreeSet<&String> = findings.iter().map(|finding| &finding.rule).collect();
    let first = |name: &String| findings.iter().find(|finding| finding.rule == *name);
    let descriptors = names.iter().filter_map(|name| first(name)).map(|finding| match rule(&finding.rule) {
        Some(rule) => own(rule),
        None => foreign(finding),
    });
    Rules { descriptors: descriptors.collect(), names: names.into_iter().cloned().collect() }
}

fn own(rule: &Rule) -> Value {
    let markdown = format!("{}\n\n{}", rule.summary, rule.doc);
    let tags = [rule.axis.name(), rule.category.name()];
    json!({
        "id": rule.name,
        "name": pascal(rule.name),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.summary},
        "help": {"text": markdown, "markdown": markdown},
        "defaultConfiguration": {"level": level(rule.severity), "rank": f64::from(rule.confidence)},
        "properties": {"tags": tags, "precision": precision(rule.confidence), "problem.severity": problem(rule.category)},
    })
}

/// A rule of another tool, or of a model, is known by its name alone; GitHub wants it described all the same.
fn foreign(finding: &Finding) -> Value {
    let text = format!("`{}`, as its source calls it; the message of a result says what was found.", finding.rule);
    json!({
        "id": finding.rule,
        "shortDescription": {"text": text},
        "fullDescription": {"text": text},
        "help": {"text": text, "markdown": text},
        "defaultConfiguration": {"level": level(finding.severity)},
    })
}

/// GitHub's scale of precision.
fn precision(confidence: u8) -> &'static str {
    match confidence {
        90.. => "very-high",
        75..90 => "high",
        60..75 => "medium",
        _ => "low",
    }
}

/// GitHub's scale of problems that are not about security.
fn problem(category: Category) -> &'static str {
    match category {
        Category::Security | Category::Logic | Category::Error | Category::Type => "error",
        Category::Test | Category::Perf => "warning",
        Category::Style | Category::Doc => "recommendation",
    }
}

/// `dead-export` as `DeadExport`, which the format wants names to look like.
fn pascal(name: &str) -> String {
    let capital = |part: &str| {
        let mut chars = part.chars();
        chars.next().map(|first| first.to_ascii_uppercase().to_string() + chars.as_str()).unwrap_or_default()
    };
    name.split('-').map(capital).collect()
}
