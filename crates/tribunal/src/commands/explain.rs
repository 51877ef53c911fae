//! `tribunal explain`: what a rule finds, why that matters, and what it leaves alone.

use crate::error::CliError;
use crate::output::{Cell, Output, Style, Table};
use serde_json::{Value, json};
use tribunal_domain::finding::{Axis, Word};
use tribunal_engine::rules::{Rule, rule, rules};

/// Explain a rule, or list all rules
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rule; all rules by axis if none is named
    rule: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut Output) -> Result<(), CliError> {
    let Some(name) = &args.rule else { return list(args, out) };
    let Some(rule) = rule(name) else { return Err(unknown(name)) };
    if args.json {
        return out.json(&json!({"version": 1, "rules": [document(rule)]}));
    }
    let about = format!("{}, {}, {}", rule.axis.title(), rule.verdict, rule.category);
    out.styled(&[(Style::Bold, rule.name), (Style::Plain, &format!("  {about}"))])?;
    out.line(&format!("severity {}, confidence {}, {}", rule.severity, rule.confidence, languages(rule)))?;
    out.prose(&format!("\n{}\n\n{}\n", rule.summary, rule.doc.trim()))
}

fn list(args: &Args, out: &mut Output) -> Result<(), CliError> {
    if args.json {
        let rules: Vec<Value> = rules().map(document).collect();
        return out.json(&json!({"version": 1, "rules": rules}));
    }
    for axis in Axis::ALL {
        let mut table = Table::default();
        let mut own = rules().filter(|rule| rule.axis == *axis).peekable();
        if own.peek().is_none() {
            continue;
        }
        out.styled(&[(Style::Bold, axis.title())])?;
        for rule in own {
            table.row([rule.name, rule.severity.name(), rule.summary].map(Cell::text));
        }
        table.print(out, "  ")?;
    }
    Ok(())
}

fn unknown(name: &str) -> CliError {
    let error = CliError::unknown("rule", name, rules().map(|rule| rule.name));
    if error.hint.is_none() { error.hint("`tribunal explain` lists all rules") } else { error }
}

fn languages(rule: &Rule) -> String {
    let names: Vec<_> = rule.languages.iter().map(|language| language.name()).collect();
    if names.is_empty() { "all languages".to_owned() } else { names.join(", ") }
}

fn document(rule: &Rule) -> Value {
    let languages: Vec<_> = rule.languages.iter().map(|language| language.name()).collect();
    json!({
        "name": rule.name,
        "axis": rule.axis,
        "verdict": rule.verdict,
        "severity": rule.severity,
        "category": rule.category,
        "confidence": rule.confidence,
        "languages": languages,
        "summary": rule.summary,
        "doc": rule.doc,
    })
}
