//! Two readings held against each other.

use super::code::Code;
use super::layout::Reading;
use super::prose::{Item, Prose, hash_of_word};
use super::vocabulary::{opposites, stemmed, with_prefixes};
use super::{CriticalChange, CriticalKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// More changes are not worth telling: one is enough.
const MOST_TOLD: usize = 12;

/// What is told of a piece of code, in tokens.
const TOKENS_TOLD: usize = 8;

/// All changes that are worth telling.
pub(super) fn compare(one: &Reading<'_>, other: &Reading<'_>) -> Vec<CriticalChange> {
    let mut changes = counted(&one.prose, &other.prose);
    changes.extend(names(&one.prose, &other.prose));
    changes.extend(turned(&one.prose, &other.prose));
    changes.extend(code(&one.code, &other.code));
    if changes.is_empty() {
        changes.extend(exchanged(&one.prose, &other.prose).or_else(|| moved(&one.prose, &other.prose)));
    }
    changes.truncate(MOST_TOLD);
    changes
}

/// What is said more often in one text than in the other, what went beside what came.
fn counted(one: &Prose, other: &Prose) -> Vec<CriticalChange> {
    let mut gone: BTreeMap<CriticalKind, Vec<&str>> = BTreeMap::new();
    let mut come: BTreeMap<CriticalKind, Vec<&str>> = BTreeMap::new();
    let count = |prose: &Prose, item: &Item| prose.items.get(item).copied().unwrap_or_default();
    for item in one.items.keys().filter(|item| count(one, item) > count(other, item)) {
        gone.entry(item.0).or_default().push(&item.1);
    }
    for item in other.items.keys().filter(|item| count(other, item) > count(one, item)) {
        come.entry(item.0).or_default().push(&item.1);
    }
    let kinds: BTreeSet<CriticalKind> = gone.keys().chain(come.keys()).copied().collect();
    let mut changes = Vec::new();
    for kind in kinds {
        let (mut before, mut after) = (gone.remove(&kind).unwrap_or_default(), come.remove(&kind).unwrap_or_default());
        before.sort_unstable();
        after.sort_unstable();
        for at in 0..before.len().max(after.len()) {
            let told = |list: &[&str]| list.get(at).copied().unwrap_or_default().to_owned();
            changes.push(CriticalChange { kind, before: told(&before), after: told(&after) });
        }
    }
    changes
}

/// Words that are a name somewhere are said as often in both texts.
fn names(one: &Prose, other: &Prose) -> Vec<CriticalChange> {
    let count = |prose: &Prose, name: &str| prose.words.get(name).copied().unwrap_or_default();
    let mut names: Vec<&String> = one.names.union(&other.names).collect();
    names.sort_unstable();
    let changed = names.into_iter().filter(|name| count(one, name) != count(other, name));
    changed
        .map(|name| {
            let is_gone = count(one, name) > count(other, name);
            let (before, after) = if is_gone { (name.clone(), String::new()) } else { (String::new(), name.clone()) };
            CriticalChange { kind: CriticalKind::Identifier, before, after }
        })
        .collect()
}

/// Words that went where their opposites came: `safe` and `unsafe`, `enable` and `disable`.
fn turned(one: &Prose, other: &Prose) -> Vec<CriticalChange> {
    let more = |one: &Prose, other: &Prose| -> FxHashSet<String> {
        let count = |word: &String| other.words.get(word).copied().unwrap_or_default();
        one.words.iter().filter(|(word, times)| **times > count(word)).map(|(word, _)| word.clone()).collect()
    };
    let (gone, come) = (more(one, other), more(other, one));
    let mut changes = Vec::new();
    let mut add = |before: &str, after: &str| {
        let (before, after) = (before.to_owned(), after.to_owned());
        changes.push(CriticalChange { kind: CriticalKind::Opposite, before, after });
    };
    for word in &gone {
        with_prefixes(word).filter(|turned| come.contains(turned)).for_each(|turned| add(word, &turned));
    }
    for word in &come {
        with_prefixes(word).filter(|turned| gone.contains(turned)).for_each(|turned| add(&turned, word));
    }
    let stems: FxHashMap<String, &String> = come.iter().map(|word| (stemmed(word), word)).collect();
    for word in &gone {
        let found = opposites(&stemmed(word)).iter().find_map(|opposite| stems.get(opposite));
        found.into_iter().for_each(|opposite| add(word, opposite));
    }
    changes.sort_by(|one, other| (&one.before, &one.after).cmp(&(&other.before, &other.after)));
    changes
}

/// The same code, or the same parts in another order.
fn code(one: &Code<'_>, other: &Code<'_>) -> Option<CriticalChange> {
    if one.tokens == other.tokens || one.parts == other.parts {
        return None;
    }
    let common = one.tokens.iter().zip(&other.tokens).take_while(|(one, other)| one == other).count();
    let (one, other) = (&one.tokens[common..], &other.tokens[common..]);
    let ending = one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count();
    let told = |tokens: &[&str]| {
        tokens[..tokens.len() - ending].iter().take(TOKENS_TOLD).copied().collect::<Vec<_>>().join(" ")
    };
    Some(CriticalChange { kind: CriticalKind::Code, before: told(one), after: told(other) })
}

/// What stands around a critical thing, and what it is.
type Places = FxHashMap<(u64, u64), Vec<u64>>;

/// Things that changed places: where the same words stand around, one thing went and another came.
fn exchanged(one: &Prose, other: &Prose) -> Option<CriticalChange> {
    let names: FxHashMap<u64, Item> = one
        .names
        .union(&other.names)
        .map(|name| (hash_of_word(name), (CriticalKind::Identifier, name.clone())))
        .collect();
    let known = |prose: &Prose, thing: u64| prose.known.get(&thing).or_else(|| names.get(&thing)).cloned();
    let (before, after) = (places(one, &names), places(other, &names));
    let mut found: Vec<(Item, Item)> = Vec::new();
    for (place, things) in &before {
        let Some(now) = after.get(place) else { continue };
        let gone = surplus(things, now).and_then(|thing| known(one, thing));
        let come = surplus(now, things).and_then(|thing| known(other, thing));
        found.extend(gone.zip(come));
    }
    let (gone, come) = found.into_iter().min()?;
    Some(CriticalChange { kind: gone.0, before: gone.1, after: come.1 })
}

/// A thing that is still there, but between other words on both sides: what it says, it says of something else.
fn moved(one: &Prose, other: &Prose) -> Option<CriticalChange> {
    let none = FxHashMap::default();
    let neighbours = |prose: &Prose| -> FxHashSet<(u64, u64, bool)> {
        let around = places(prose, &none).into_iter();
        around
            .flat_map(|((before, behind), things)| {
                things.into_iter().flat_map(move |thing| [(thing, before, true), (thing, behind, false)])
            })
            .collect()
    };
    let told = |one: &Prose, other: &FxHashSet<(u64, u64, bool)>| {
        let mut lost: Vec<&Item> = Vec::new();
        for ((before, behind), things) in places(one, &none) {
            let is_lost =
                |thing: &&u64| !other.contains(&(**thing, before, true)) && !other.contains(&(**thing, behind, false));
            lost.extend(things.iter().filter(is_lost).filter_map(|thing| one.known.get(thing)));
        }
        lost.into_iter().min().cloned()
    };
    let (kind, thing) = told(one, &neighbours(other)).or_else(|| told(other, &neighbours(one)))?;
    Some(CriticalChange { kind, before: thing.clone(), after: thing })
}

fn places(prose: &Prose, names: &FxHashMap<u64, Item>) -> Places {
    let mut places = Places::default();
    let around = |at: usize| prose.order.get(at).map_or(0, |(around, _)| *around);
    for (at, (word, thing)) in prose.order.iter().enumerate() {
        if let Some(thing) = thing.or_else(|| names.contains_key(word).then_some(*word)) {
            let place = (if at == 0 { 0 } else { around(at - 1) }, around(at + 1));
            places.entry(place).or_default().push(thing);
        }
    }
    places.values_mut().for_each(|things| things.sort_unstable());
    places
}

/// Something of the first sorted list that the second has less often.
fn surplus(one: &[u64], other: &[u64]) -> Option<u64> {
    let mut other = other.iter().peekable();
    for thing in one {
        while other.next_if(|next| *next < thing).is_some() {}
        if other.next_if_eq(&thing).is_none() {
            return Some(*thing);
        }
    }
    None
}
