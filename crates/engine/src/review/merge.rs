//! Drafts become findings: one row per defect, each with an identity that survives line shifts.

use super::code::Loaded;
use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_axes::{Draft, rule};
use tribunal_domain::finding::{Disposition, Finding, Source, Status, Word};

/// Digits of the fingerprint that an id has, unless another finding has the same.
const ID_DIGITS: usize = 8;

/// Findings of all drafts, sorted by path, line, axis, rule and id.
pub(super) fn findings(mut drafts: Vec<Draft>, loaded: &Loaded) -> Vec<Finding> {
    drafts.sort_by(|a, b| place(a).cmp(&place(b)));
    drafts.dedup_by(|a, b| place(a) == place(b) && a.columns == b.columns && a.message == b.message);
    let mut ordinals: FxHashMap<[u8; 32], u32> = FxHashMap::default();
    let mut ids: FxHashSet<String> = FxHashSet::default();
    let mut findings: Vec<Finding> = drafts
        .into_iter()
        .filter_map(|draft| {
            let identity = identity(&draft);
            let ordinal = ordinals.entry(identity).or_default();
            let fingerprint = fingerprint(identity, *ordinal);
            *ordinal += 1;
            finding(draft, fingerprint, &mut ids, loaded)
        })
        .collect();
    sort(&mut findings);
    findings
}

fn place(draft: &Draft) -> (&[u8], u32, &str, &str, Option<(u32, u32)>) {
    (draft.path.as_bytes(), draft.start_line, &draft.rule, &draft.symbol, draft.columns)
}

/// By path, line, axis, rule and id.
pub(super) fn sort(findings: &mut [Finding]) {
    findings.sort_by(|a, b| order(a).cmp(&order(b)));
}

fn order(finding: &Finding) -> (&[u8], u32, Option<&'static str>, &str, &str) {
    let axis = finding.axis.map(Word::name);
    (finding.path.as_bytes(), finding.start_line, axis, &finding.rule, &finding.id)
}

/// Path, symbol, axis, rule, and the tokens at the anchor.
fn identity(draft: &Draft) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let axis = rule(&draft.rule).map_or("", |rule| rule.axis.name());
    for part in [draft.path.as_bytes(), draft.symbol.as_bytes(), axis.as_bytes(), draft.rule.as_bytes()] {
        hasher.update(&(part.len() as u32).to_le_bytes());
        hasher.update(part);
    }
    hasher.update(draft.anchor.as_bytes());
    *hasher.finalize().as_bytes()
}

fn fingerprint(identity: [u8; 32], ordinal: u32) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&identity);
    hasher.update(&ordinal.to_le_bytes());
    hasher.finalize().to_hex()[..32].to_owned()
}

fn finding(draft: Draft, fingerprint: String, ids: &mut FxHashSet<String>, loaded: &Loaded) -> Option<Finding> {
    let rule = rule(&draft.rule)?;
    let lengths = ID_DIGITS..=fingerprint.len();
    let id = lengths.map(|digits| format!("F-{}", &fingerprint[..digits])).find(|id| ids.insert(id.clone()))?;
    Some(Finding {
        id,
        fingerprint,
        axis: Some(rule.axis),
        rule: draft.rule,
        verdict: Some(rule.verdict),
        severity: draft.severity,
        category: rule.category,
        content_hash: loaded.hash_of(&draft.path).unwrap_or_default(),
        path: draft.path,
        symbol: draft.symbol,
        kind: draft.kind,
        start_line: draft.start_line,
        end_line: draft.end_line.max(draft.start_line),
        columns: draft.columns,
        message: draft.message,
        evidence: draft.evidence,
        related: draft.related,
        claims: draft.claims,
        fix: None,
        exported_as: draft.exported_as,
        confidence: draft.confidence,
        source: Source::Static,
        origin: None,
        merged_from: Vec::new(),
        verification_status: Status::Inconclusive,
        proof: None,
        disposition: Disposition::Reported,
        rulings: Vec::new(),
    })
}
