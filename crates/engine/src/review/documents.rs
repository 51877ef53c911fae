//! One document per file with findings: what each axis says of its definitions, what was found, what to do.

use super::code::Loaded;
use super::cycles::Cycles;
use super::scope::Selection;
use super::verdict::of_file;
use std::collections::BTreeMap;
use tribunal_axes::{CodeFile, rule};
use tribunal_domain::facts::{SymbolFlags, SymbolIx};
use tribunal_domain::finding::{Axis, COUNTED_CONFIDENCE, Disposition, Finding, RuleVerdict, Source, Word};
use tribunal_domain::review::{
    Action, AxisMetadata, AxisVerdict, Effort, FileNotes, ReviewFile, ReviewSymbol, VERSION,
};

/// Edits of more lines are more than a trifle.
const TRIVIAL_LINES: u32 = 3;

/// The documents of all files in which something is reported.
pub(super) fn documents(loaded: &Loaded, findings: &[Finding], selection: &Selection) -> Vec<ReviewFile> {
    let of_file = findings.chunk_by(|a, b| a.path == b.path);
    let cycles = Cycles::of(&loaded.code);
    let mut documents = Vec::new();
    for findings in of_file {
        let reported: Vec<Finding> =
            findings.iter().filter(|finding| finding.disposition == Disposition::Reported).cloned().collect();
        let at = loaded.code.files.binary_search_by(|file| file.path.cmp(&findings[0].path));
        if let (Ok(at), false) = (at, reported.is_empty()) {
            let mut document = document(loaded, &loaded.code.files[at], reported, selection);
            let paths =
                |cycle: Vec<usize>| cycle.iter().map(|at| loaded.code.files[*at].path.to_text().into_owned()).collect();
            document.facts.import_cycles.extend(cycles.through(at).map(paths));
            documents.push(document);
        }
    }
    documents
}

fn document(loaded: &Loaded, file: &CodeFile, findings: Vec<Finding>, selection: &Selection) -> ReviewFile {
    let metadata = || AxisMetadata { source: Source::Static, tokens: None, cost: None, millis: None, failure: None };
    ReviewFile {
        version: VERSION,
        file: file.path.clone(),
        language: file.language().name().to_owned(),
        content_hash: loaded.hash_of(&file.path).unwrap_or_default(),
        verdict: of_file(findings.iter()),
        symbols: symbols(file, &findings, selection),
        actions: findings.iter().filter_map(action).collect(),
        facts: notes(&findings),
        best_practices_score: score(&findings, selection),
        axes: selection.axes.iter().map(|axis| (*axis, metadata())).collect(),
        findings,
    }
}

/// Ten, less what the findings cost; absent if nobody looked.
fn score(findings: &[Finding], selection: &Selection) -> Option<f64> {
    let weighed: Vec<_> =
        findings.iter().map(|finding| (finding.rule.as_str(), finding.severity, finding.confidence)).collect();
    let looked = selection.axes.contains(&Axis::BestPractices);
    looked.then(|| (f64::from(tribunal_axes::score(&weighed)) * 10.0).round() / 10.0)
}

fn symbols(file: &CodeFile, findings: &[Finding], selection: &Selection) -> Vec<ReviewSymbol> {
    let describe = |(ix, symbol): (usize, &tribunal_domain::facts::Symbol)| {
        let qualified_name = file.facts.qualified_name(SymbolIx(ix as u32));
        let verdicts = selection.axes.iter().map(|&axis| (axis, verdict(axis, &qualified_name, findings)));
        ReviewSymbol {
            name: file.facts.text(symbol.name).to_owned(),
            kind: symbol.kind.name().to_owned(),
            exported: symbol.flags.has(SymbolFlags::EXPORTED),
            start_line: symbol.span.start.line,
            end_line: symbol.span.end.line,
            axes: verdicts.collect::<BTreeMap<_, _>>(),
            qualified_name,
        }
    };
    file.facts.symbols.iter().enumerate().map(describe).collect()
}

/// The gravest thing an axis says of a definition; the best it can say if it says nothing.
fn verdict(axis: Axis, symbol: &str, findings: &[Finding]) -> AxisVerdict {
    let about = findings.iter().filter(|finding| finding.axis == Some(axis) && finding.symbol == symbol);
    let gravest = about.min_by_key(|finding| finding.severity);
    match gravest.and_then(|finding| Some((finding.verdict?, finding.confidence))) {
        Some((verdict, confidence)) => AxisVerdict { verdict, confidence },
        None => AxisVerdict { verdict: best(axis), confidence: COUNTED_CONFIDENCE },
    }
}

fn best(axis: Axis) -> RuleVerdict {
    match axis {
        Axis::Utility => RuleVerdict::Used,
        Axis::Duplication => RuleVerdict::Unique,
        Axis::Correction => RuleVerdict::Ok,
        Axis::Overengineering => RuleVerdict::Lean,
        Axis::Tests => RuleVerdict::Good,
        Axis::BestPractices => RuleVerdict::Pass,
        Axis::Documentation => RuleVerdict::Documented,
    }
}

fn action(finding: &Finding) -> Option<Action> {
    let rule = rule(&finding.rule)?;
    let lines = finding.end_line + 1 - finding.start_line;
    let effort = match (rule.axis, lines) {
        (Axis::Utility, _) => Effort::Trivial,
        (_, lines) if lines <= TRIVIAL_LINES => Effort::Trivial,
        (Axis::Duplication | Axis::Overengineering, _) => Effort::Large,
        _ => Effort::Small,
    };
    let target = if finding.symbol.is_empty() { finding.path.to_text().into_owned() } else { finding.symbol.clone() };
    Some(Action {
        id: finding.id.clone(),
        description: format!("{} ({})", finding.message, rule.axis.name()),
        severity: finding.severity,
        effort,
        category: finding.category,
        target,
    })
}

fn notes(findings: &[Finding]) -> FileNotes {
    let unused = findings.iter().filter(|finding| finding.rule == "unused-import");
    FileNotes { unused_imports: unused.map(|finding| finding.symbol.clone()).collect(), import_cycles: Vec::new() }
}
