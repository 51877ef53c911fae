//! Findings that say the same of the same place become one: the gravest speaks for all.
//!
//! The same place is the same file and lines that overlap or touch; the same matter is a message or evidence alike.
//! Different bugs on one line stay two.

use crate::import::Item;
use crate::lexer::tokens_of;
use rustc_hash::FxHashSet;
use tribunal_domain::finding::{Disposition, Finding, Ruling};

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
    let mut merged = 0;
    // Those that may still touch what follows, with the survivor each belongs to.
    let mut open: Vec<usize> = Vec::new();
    for at in order {
        let start = items[at].finding.start_line;
        open.retain(|other| {
            let other = &items[*other].finding;
            other.path == items[at].finding.path && start <= other.end_line.saturating_add(TOUCH)
        });
        let twin = open.iter().rev().take(MOST).copied().find(|other| same_matter(&items[*other], &items[at]));
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

fn same_matter(one: &Item, two: &Item) -> bool {
    if one.side != two.side {
        return false;
    }
    if one.finding.source == two.finding.source && one.finding.axis.is_some() && two.finding.axis.is_some() {
        // Our own rules keep their findings apart themselves.
        return one.finding.fingerprint == two.finding.fingerprint;
    }
    if !may_say_the_same(&one.prose, &two.prose) {
        return false;
    }
    let alike = likeness(&one.finding.message, &two.finding.message).max(likeness(&one.prose, &two.prose));
    let evidence = same_evidence(&one.quotes, &two.quotes);
    let category = one.finding.category == two.finding.category;
    let same_rule = one.finding.rule == two.finding.rule && one.finding.rule != "imported";
    alike >= SAME_MESSAGE && evidence != Some(false)
        || alike >= SAME_MATTER && (category || same_rule) && evidence == Some(true)
}

/// Two texts with other numbers, other names or another number of denials say different things, however alike they are.
fn may_say_the_same(one: &str, two: &str) -> bool {
    if one == two {
        return true;
    }
    let (one, two) = (Told::of(one), Told::of(two));
    let within = |a: &FxHashSet<String>, b: &FxHashSet<String>| a.is_subset(b) || b.is_subset(a);
    one.numbers == two.numbers && one.denials == two.denials && within(&one.names, &two.names)
}

/// What must not differ.
struct Told {
    numbers: FxHashSet<String>,
    names: FxHashSet<String>,
    denials: usize,
}

impl Told {
    fn of(text: &str) -> Self {
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'');
        let is_number = |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
        let lower: Vec<String> = words.clone().map(str::to_lowercase).collect();
        let denials = ["not", "never", "no", "without", "lacks", "missing", "unused"];
        Self {
            numbers: words.filter(is_number).map(str::to_owned).collect(),
            names: text.split('`').skip(1).step_by(2).map(str::to_owned).collect(),
            denials: lower.iter().filter(|word| denials.contains(&word.as_str()) || word.ends_with("n't")).count(),
        }
    }
}

fn likeness(one: &str, two: &str) -> f64 {
    if one.trim().is_empty() || two.trim().is_empty() {
        return 0.0;
    }
    if one == two { 1.0 } else { f64::from(overlap(one, two)) }
}

/// The share of words both have; texts of few words are compared word by word.
fn overlap(one: &str, two: &str) -> f32 {
    let set = |text: &str| -> FxHashSet<String> {
        tribunal_text::identifiers::Terms::Stemmed.collect(text).into_iter().collect()
    };
    let (a, b) = (set(one), set(two));
    let all = a.union(&b).count();
    if all == 0 { 0.0 } else { a.intersection(&b).count() as f32 / all as f32 }
}

/// Whether both show the same code; `None` if one shows none.
fn same_evidence(one: &[String], two: &[String]) -> Option<bool> {
    let keys = |quotes: &[String]| -> Vec<u64> {
        quotes.iter().flat_map(|quote| tokens_of(quote)).map(|token| token.key).collect()
    };
    let (one, two) = (keys(one), keys(two));
    if one.is_empty() || two.is_empty() {
        return None;
    }
    let (short, long) = if one.len() <= two.len() { (one, two) } else { (two, one) };
    // A part of a quote is the same code only if it is most of it.
    Some(short.len() * 5 >= long.len() * 4 && long.windows(short.len()).any(|window| window == short))
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
