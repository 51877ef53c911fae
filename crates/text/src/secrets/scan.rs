//! One pass over a text: an automaton over everything a secret may begin with or be named by, and the rule that looks
//! closer at each place where it stops.

use super::assignment;
use super::credentials;
use super::known::SHAPES;
use super::manifest;
use super::names::{self, Promise};
use super::pem;
use super::shape::Shape;
use super::value;
use super::{Kind, MARK};
use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use std::sync::LazyLock;

/// The length of the secret half of an AWS key, which stands near the other half and has no form of its own.
const AWS_SECRET: usize = 40;

/// How far from the first half the other is looked for.
const AWS_NEAR: usize = 512;

/// A secret in a text, within one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Find {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: Kind,
}

/// All secrets of the text in order, without overlaps.
pub(super) fn scan(text: &str) -> Vec<Find> {
    let scanner = &*SCANNER;
    let mut found = Vec::new();
    let mut looked = vec![0; scanner.rules.len()];
    let (mut name_end, mut manifest_end) = (0, 0);
    for hit in scanner.automaton.find_overlapping_iter(text) {
        let rule = hit.pattern().as_usize();
        match scanner.rules[rule] {
            Rule::Shape(shape) => found.extend(find_shape(text, shape, hit.start(), &mut looked[rule])),
            // A name has several words and is looked at once; what is found to be its value holds no other name.
            Rule::Name if hit.start() < name_end => {}
            Rule::Name => {
                let name = assignment::name_around(text, hit.start(), hit.end());
                let assigned = find_assigned(text, name);
                name_end = assigned.last().map_or(name.1, |find| find.end);
                found.extend(assigned);
            }
            Rule::Key => found.extend(find_all(pem::find(text, hit.start()), "private-key")),
            Rule::Address => found.extend(find_in(credentials::in_address(text, hit.end()), "url-password")),
            Rule::Scheme => found.extend(find_in(credentials::after_scheme(text, hit.end()), "authorization")),
            Rule::Header => found.extend(find_in(credentials::in_header(text, hit.end()), "authorization")),
            Rule::Manifest if hit.start() < manifest_end => {}
            Rule::Manifest => {
                let Some(bounds) = manifest::bounds(text, hit.end()) else { continue };
                manifest_end = bounds.1;
                found.extend(find_all(manifest::find(text, bounds), "kubernetes-secret"));
            }
            Rule::Option => found.extend(find_in(credentials::after_option(text, hit.end()), "password")),
        }
    }
    merge(found)
}

/// What looks closer.
#[derive(Clone, Copy)]
enum Rule {
    Shape(&'static Shape),
    Name,
    Key,
    Address,
    Scheme,
    Header,
    Option,
    Manifest,
}

struct Scanner {
    automaton: AhoCorasick,
    rules: Vec<Rule>,
}

/// What leads to the rules that are not tables of their own.
const TRIGGERS: &[(&str, Rule)] = &[
    ("-----BEGIN ", Rule::Key),
    ("-----END ", Rule::Key),
    (pem::PUTTY, Rule::Key),
    ("://", Rule::Address),
    ("Basic", Rule::Scheme),
    ("basic", Rule::Scheme),
    ("Bearer", Rule::Scheme),
    ("bearer", Rule::Scheme),
    ("uthorization", Rule::Header),
    ("UTHORIZATION", Rule::Header),
    (" -u ", Rule::Option),
    (" --user ", Rule::Option),
    ("kind: Secret", Rule::Manifest),
    ("kind: \"Secret\"", Rule::Manifest),
    ("kind: 'Secret'", Rule::Manifest),
];

static SCANNER: LazyLock<Scanner> = LazyLock::new(|| {
    let shapes = SHAPES.iter().map(|shape| (shape.prefix.to_owned(), Rule::Shape(shape)));
    let names = names::spellings().into_iter().map(|spelling| (spelling, Rule::Name));
    let others = TRIGGERS.iter().map(|(text, rule)| ((*text).to_owned(), *rule));
    let (texts, rules): (Vec<String>, Vec<Rule>) = shapes.chain(names).chain(others).unzip();
    let automaton =
        AhoCorasick::builder().match_kind(MatchKind::Standard).kind(Some(AhoCorasickKind::DFA)).build(&texts);
    Scanner { automaton: automaton.expect("a few hundred short texts fit an automaton"), rules }
});

fn find_at((start, end): (usize, usize), kind: &'static str) -> Find {
    Find { start, end, kind: Kind(kind) }
}

fn find_all(places: Vec<(usize, usize)>, kind: &'static str) -> impl Iterator<Item = Find> {
    places.into_iter().map(move |at| find_at(at, kind))
}

fn find_in(place: Option<(usize, usize)>, kind: &'static str) -> Option<Find> {
    place.map(|at| find_at(at, kind))
}

fn find_shape(text: &str, shape: &'static Shape, place: usize, looked: &mut usize) -> Vec<Find> {
    let Some(at) = shape.find(text, place, looked) else { return Vec::new() };
    let mut found = vec![find_at(at, shape.kind)];
    if shape.kind == "aws-access-key" {
        found.extend(aws_secrets_after(text, at.1));
    }
    found
}

/// The other halves of an AWS key on the rest of its line, as exports and tables have them.
fn aws_secrets_after(text: &str, place: usize) -> Vec<Find> {
    let near = &text[place..text.floor_char_boundary(place + AWS_NEAR)];
    let line = near.lines().next().unwrap_or_default();
    let runs = line.split(|char: char| !(char.is_ascii_alphanumeric() || matches!(char, '/' | '+')));
    let secrets = runs.filter(|run| run.len() == AWS_SECRET && !value::is_readable(run) && !value::is_stand_in(run));
    let place_of = |run: &str| run.as_ptr() as usize - text.as_ptr() as usize;
    secrets.map(|run| find_at((place_of(run), place_of(run) + run.len()), "aws-secret-key")).collect()
}

fn find_assigned(text: &str, (start, end): (usize, usize)) -> Vec<Find> {
    let name = &text[start..end];
    // The word in a mark is no name, and the user in an address is given a password, not a value.
    if text[..start].ends_with(MARK) || text[..start].ends_with("://") {
        return Vec::new();
    }
    let Some(promise) = names::promise(name) else { return Vec::new() };
    let kind = match promise {
        Promise::Password => "password",
        Promise::Token if name.to_ascii_lowercase().contains("aws") => "aws-secret-key",
        Promise::Token => "secret",
    };
    assignment::find(text, (start, end), promise).into_iter().map(|at| find_at(at, kind)).collect()
}

/// Kinds that say little; where another rule knows more, its kind stays.
#[rustfmt::skip]
const GENERAL: &[&str] = &[
    "secret", "password", "aws-secret-key", "authorization", "url-password", "kubernetes-secret",
];

/// Joins what overlaps.
fn merge(mut found: Vec<Find>) -> Vec<Find> {
    let is_general = |find: &Find| GENERAL.contains(&find.kind.name());
    found.sort_by_key(|find| (find.start, is_general(find), find.end));
    let mut merged: Vec<Find> = Vec::new();
    for find in found {
        match merged.last_mut().filter(|last| find.start < last.end) {
            Some(last) => {
                if is_general(last) {
                    last.kind = find.kind;
                }
                last.end = last.end.max(find.end);
            }
            None => merged.push(find),
        }
    }
    merged
}
