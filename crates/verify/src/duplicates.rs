//! Findings that say the same of the same place become one: the gravest speaks for all.
//!
//! The same place is the same file and lines that overlap or touch; the same matter is a message or evidence alike.
//! Different bugs on one line stay two.

use crate::import::Item;
use crate::lexer::{tokens_of, word_key};
use tribunal_domain::finding::{Disposition, Finding, Ruling};
use tribunal_text::identifiers::Terms;

/// Messages alike by this share of their words say the same; below it, in the same category, evidence must be the same.
const SAME_MESSAGE: f64 = 0.6;
/// Messages of one category and the same evidence need less in common.
const SAME_MATTER: f64 = 0.35;
/// Lines so far apart still touch.
const TOUCH: u32 = 1;
/// More findings on one place are not compared with each other: whoever writes so many on a line is a machine.
const MOST: usize = 64;

/// Merges duplicates; gives how many were merged into others.
pub fn merge(items: &mut [Item]) -> usize {
    let mut order: Vec<usize> =
        (0..items.len()).filter(|at| items[*at].finding.disposition == Disposition::Reported).collect();
    order.sort_by(|a, b| key(&items[*a]).cmp(&key(&items[*b])).then(a.cmp(b)));
    let matters: Vec<Matter> = items.iter().map(Matter::of).collect();
    let mut merged = 0;
    // Those that may still touch what follows, with the survivor each belongs to.
    let mut open: Vec<usize> = Vec::new();
    for at in order {
        let start = items[at].finding.start_line;
        open.retain(|other| {
            let other = &items[*other].finding;
            other.path == items[at].finding.path && start <= other.end_line.saturating_add(TOUCH)
        });
        let twin = open.iter().rev().take(MOST).copied().find(|other| same_matter(items, &matters, *other, at));
        match twin {
            None => open.push(at),
            Some(other) => {
                merged += 1;
                let survivor = join(items, other, at);
                open.retain(|one| *one != other && *one != at);
                open.push(survivor);
            }
        }
    }
    merged
}

fn key(item: &Item) -> (&[u8], u32, u32) {
    (item.finding.path.as_bytes(), item.finding.start_line, item.finding.end_line)
}

/// What a finding says, in a form that is compared fast: documents may hold a million of them.
struct Matter {
    numbers: u64,
    denials: usize,
    names: Vec<u64>,
    terms: Vec<u64>,
    evidence: Vec<u64>,
}

impl Matter {
    fn of(item: &Item) -> Self {
        let text = if item.prose.is_empty() { &item.finding.message } else { &item.prose };
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'');
        let is_number = |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let denials = ["not", "never", "no", "without", "lacks", "missing", "unused"];
        let denies = |word: &&str| denials.contains(word) || word.ends_with("n't");
        let mut terms = Vec::new();
        Terms::Stemmed.for_each(text, |term| terms.push(word_key(term)));
        let evidence = item.quotes.iter().flat_map(|quote| tokens_of(quote)).map(|token| token.key);
        Self {
            numbers: words.clone().filter(is_number).map(word_key).fold(0, u64::wrapping_add),
            denials: words.filter(denies).count(),
            names: set(text.split('`').skip(1).step_by(2).map(word_key).collect()),
            terms: set(terms),
            evidence: evidence.collect(),
        }
    }

    /// Texts with other numbers, other names or another number of denials say different things, however alike they are.
    fn may_be(&self, other: &Self) -> bool {
        let common = shared(&self.names, &other.names);
        let within = common == self.names.len().min(other.names.len());
        self.numbers == other.numbers && self.denials == other.denials && within
    }

    /// The share of terms both have.
    fn likeness(&self, other: &Self) -> f64 {
        let common = shared(&self.terms, &other.terms);
        let all = self.terms.len() + other.terms.len() - common;
        if all == 0 { 0.0 } else { common as f64 / all as f64 }
    }

    /// Whether both show the same code; `None` if one shows none.
    fn same_evidence(&self, other: &Self) -> Option<bool> {
        if self.evidence.is_empty() || other.evidence.is_empty() {
            return None;
        }
        let by_length = self.evidence.len() <= other.evidence.len();
        let (short, long) =
            if by_length { (&self.evidence, &other.evidence) } else { (&other.evidence, &self.evidence) };
        // A part of a quote is the same code only if it is most of it.
        Some(short.len() * 5 >= long.len() * 4 && long.windows(short.len()).any(|window| window == short))
    }
}

fn set(mut keys: Vec<u64>) -> Vec<u64> {
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// How many both sorted lists have.
fn shared(one: &[u64], two: &[u64]) -> usize {
    let (mut a, mut b, mut common) = (0, 0, 0);
    while let (Some(left), Some(right)) = (one.get(a), two.get(b)) {
        common += usize::from(left == right);
        a += usize::from(left <= right);
        b += usize::from(right <= left);
    }
    common
}

fn same_matter(items: &[Item], matters: &[Matter], one: usize, two: usize) -> bool {
    let (first, second) = (&items[one], &items[two]);
    if first.side != second.side {
        return false;
    }
    let (a, b) = (&first.finding, &second.finding);
    if a.axis.is_some() && b.axis.is_some() {
        // Our own rules keep their findings apart themselves.
        return a.fingerprint == b.fingerprint;
    }
    let (left, right) = (&matters[one], &matters[two]);
    if !left.may_be(right) {
        return false;
    }
    let (alike, evidence) = (left.likeness(right), left.same_evidence(right));
    let same_rule = a.rule == b.rule && a.rule != "imported";
    alike >= SAME_MESSAGE && evidence != Some(false)
        || alike >= SAME_MATTER && (a.category == b.category || same_rule) && evidence == Some(true)
}

/// The gravest of two speaks for both; of equals the first.
fn join(items: &mut [Item], one: usize, two: usize) -> usize {
    let (survivor, gone) =
        if items[two].finding.severity < items[one].finding.severity { (two, one) } else { (one, two) };
    let start = items[survivor].finding.start_line.min(items[gone].finding.start_line);
    let end = items[survivor].finding.end_line.max(items[gone].finding.end_line);
    let (id, also) = (items[survivor].finding.id.clone(), items[gone].finding.id.clone());
    let inherited = std::mem::take(&mut items[gone].finding.merged_from);
    let lost = &mut items[gone].finding;
    lost.disposition = Disposition::Merged;
    lost.rulings.push(Ruling {
        by: "verify/duplicates".to_owned(),
        from: Disposition::Reported.to_string(),
        to: Disposition::Merged.to_string(),
        reason: format!("{id} says the same"),
        evidence: Vec::new(),
    });
    // What only the other one shows supports the survivor, too.
    let quotes = if items[survivor].quotes.is_empty() { items[gone].quotes.clone() } else { Vec::new() };
    items[survivor].quotes.extend(quotes);
    let kept = &mut items[survivor].finding;
    kept.merged_from.push(also);
    kept.merged_from.extend(inherited);
    (kept.start_line, kept.end_line) = (start, end);
    survivor
}

/// A merged finding has its survivor's status and place.
pub fn follow_survivors(findings: &mut [Finding]) {
    let mut outcomes = Vec::new();
    for finding in findings.iter().filter(|finding| !finding.merged_from.is_empty()) {
        for id in &finding.merged_from {
            let place = (finding.path.clone(), finding.start_line, finding.end_line);
            outcomes.push((id.clone(), finding.verification_status, finding.proof, place));
        }
    }
    outcomes.sort_by(|a, b| a.0.cmp(&b.0));
    for finding in findings.iter_mut().filter(|finding| finding.disposition == Disposition::Merged) {
        if let Ok(at) = outcomes.binary_search_by(|(id, ..)| id.cmp(&finding.id)) {
            (finding.verification_status, finding.proof) = (outcomes[at].1, outcomes[at].2);
            let (path, start, end) = outcomes[at].3.clone();
            (finding.path, finding.start_line, finding.end_line) = (path, start, end);
        }
    }
}
