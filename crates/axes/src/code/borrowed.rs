//! Files that somebody else wrote, by what stands at their head: another's copyright, or where they were taken from.
//! Whoever keeps them mends them elsewhere.

use super::CodeFile;
use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_domain::Language;
use tribunal_domain::facts::Import;

/// Lines in which a file says whose it is.
const HEAD: u32 = 30;

/// Words by which a head says that the file was taken from elsewhere; an address follows.
const TAKEN: &[&str] = &[
    "copied from",
    "taken from",
    "borrowed from",
    "vendored from",
    "is copied",
    "ported from",
    "port from",
    "port of",
    "adapted from",
    "adapted version of",
    "reference:",
    "source:",
];

/// A holder of fewer files than one in so many is a guest.
const GUEST: usize = 10;

/// Of ten files, so many have to be the host's for anybody to be a guest.
const HOSTS: usize = 8;

/// Words of licences, as files carry them at their head and repositories in a file of their own.
const LICENCES: &[&str] = &[
    "gnu library general public",
    "gnu lesser general public",
    "gnu general public",
    "gnu affero general public",
    "apache license",
    "mozilla public license",
    "eclipse public license",
    "permission is hereby granted",
    "redistribution and use",
];

/// For each file whether it is borrowed. The owner is what the repository's own licence says, in small letters.
pub(super) fn borrowed(files: &[CodeFile], owner: &str) -> Vec<bool> {
    let heads: Vec<String> = files.iter().map(head).collect();
    let holders: Vec<Option<String>> = heads.iter().map(|head| holder(head).or_else(|| licence(head))).collect();
    let mut counts: FxHashMap<Option<&str>, usize> = FxHashMap::default();
    for holder in &holders {
        *counts.entry(holder.as_deref()).or_default() += 1;
    }
    let count = |holder: Option<&str>| counts.get(&holder).copied().unwrap_or_default();
    let most = counts.iter().filter(|(holder, _)| holder.is_some()).map(|(_, count)| *count).max().unwrap_or_default();
    let hosted = (count(None) + most) * 10 >= files.len() * HOSTS;
    let is_minor = |count: usize| count * GUEST < files.len();
    let is_guest = |holder: &str| {
        let known = !owner.is_empty() && is_minor(most);
        hosted && is_minor(count(Some(holder))) && (known || count(Some(holder)) < most.max(2))
    };
    let apart = apart(files, &holders);
    let is_owner = |holder: &str| !owner.is_empty() && holder.split(' ').all(|word| owner.contains(word));
    let borrowed = |holder: &str| !is_owner(holder) && (is_guest(holder) || apart.contains(holder));
    let guests = guest_packages(files);
    let rows = heads.iter().zip(&holders);
    let alone: Vec<bool> =
        rows.map(|(head, holder)| is_taken(head) || holder.as_deref().is_some_and(borrowed)).collect();
    let mut folders: FxHashMap<&[u8], (usize, usize)> = FxHashMap::default();
    for (file, borrowed) in files.iter().zip(&alone) {
        let (taken, all) = folders.entry(file.path.folder()).or_default();
        (*taken, *all) = (*taken + usize::from(*borrowed), *all + 1);
    }
    // What lies among it came with it.
    let among = |file: &CodeFile| {
        folders.get(file.path.folder()).is_some_and(|(taken, all)| *taken > 2 && taken * 3 >= all * 2)
    };
    let signed = signed_folders(files, &holders);
    let is_signed = |file: &CodeFile| file.path.folders().next().is_some_and(|folder| signed.contains(folder));
    let is_guest = |file: &CodeFile| root_package(file).is_some_and(|root| guests.contains(root));
    files
        .iter()
        .zip(alone)
        .map(|(file, alone)| alone || among(file) || is_signed(file) || is_guest(file) || is_of_a_kit(file))
        .collect()
}

/// Components that a kit's command copies into `components/ui`: all of them join the names of classes with `cn`.
fn is_of_a_kit(file: &CodeFile) -> bool {
    let facts = &file.facts;
    let joins = |import: &Import| {
        let named = import.names.iter().filter_map(|it| it.name).any(|name| facts.text(name) == "cn");
        let from = facts.text(import.specifier);
        named && (from.ends_with("utils") || from.ends_with("/cn"))
    };
    let path = file.path.to_text();
    matches!(file.language(), Language::Tsx | Language::JavaScript)
        && ["components/ui/", "/shadcn/"].iter().any(|folder| path.contains(folder))
        && facts.imports.iter().any(joins)
}

/// `org.logstash` of `org.logstash.beats`.
fn root_package(file: &CodeFile) -> Option<&str> {
    let package = file.facts.package.map(|text| file.facts.text(text)).filter(|_| file.language() == Language::Java)?;
    let end = package.match_indices('.').nth(1).map_or(package.len(), |(at, _)| at);
    Some(&package[..end])
}

/// Packages of few files beside one that has most of them, below the name of somebody else.
fn guest_packages(files: &[CodeFile]) -> FxHashSet<&str> {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for root in files.iter().filter_map(root_package).filter(|root| root.contains('.')) {
        *counts.entry(root).or_default() += 1;
    }
    let all: usize = counts.values().sum();
    let host = counts
        .iter()
        .max_by_key(|(root, count)| (**count, std::cmp::Reverse(**root)))
        .map(|(root, count)| (*root, *count));
    let Some((host, _)) = host.filter(|(_, count)| count * 10 >= all * HOSTS) else { return FxHashSet::default() };
    let owner = |root: &str| root.split('.').nth(1).unwrap_or_default().to_owned();
    let own = owner(host);
    let is_guest = |root: &str, count: usize| {
        let other = owner(root);
        count * GUEST < all && !other.contains(&own) && !own.contains(&other)
    };
    counts.iter().filter(|(root, count)| is_guest(root, **count)).map(|(root, _)| *root).collect()
}

/// Folders at the top in which many files say whose they are, and of several people, where hardly any other file says so: a
/// project that was brought in whole.
fn signed_folders<'f>(files: &'f [CodeFile], holders: &[Option<String>]) -> FxHashSet<&'f [u8]> {
    /// People who have a hand in it.
    const HANDS: usize = 3;
    const MANY: usize = 20;
    let mut folders: FxHashMap<&[u8], (usize, usize, FxHashSet<&str>)> = FxHashMap::default();
    for (file, holder) in files.iter().zip(holders) {
        let Some(folder) = file.path.folders().next() else { continue };
        let (all, signed, hands) = folders.entry(folder).or_default();
        *all += 1;
        *signed += usize::from(holder.is_some());
        hands.extend(holder.as_deref());
    }
    let everywhere = holders.iter().flatten().count();
    let is_signed = |&(_, (all, signed, hands)): &(&&[u8], &(usize, usize, FxHashSet<&str>))| {
        let elsewhere = (everywhere - signed, files.len() - all);
        *signed >= MANY
            && hands.len() >= HANDS
            && signed * 3 >= *all
            && *all * 3 < files.len()
            && elsewhere.0 * 50 < elsewhere.1
    };
    folders.iter().filter(is_signed).map(|(folder, _)| *folder).collect()
}

/// The licence that a head states without saying whose the file is.
fn licence(head: &str) -> Option<String> {
    let text = head.split_whitespace().filter(|word| *word != "*").collect::<Vec<_>>().join(" ");
    LICENCES.iter().find(|words| text.contains(*words)).map(|words| (*words).to_owned())
}

/// Holders whose files keep to a folder of their own, in which nearly nothing is anybody else's: it was brought in whole.
fn apart<'h>(files: &[CodeFile], holders: &'h [Option<String>]) -> FxHashSet<&'h str> {
    let mut folders: FxHashMap<&str, (&[u8], usize)> = FxHashMap::default();
    for (file, holder) in files.iter().zip(holders) {
        let Some(holder) = holder.as_deref() else { continue };
        let (folder, count) = folders.entry(holder).or_insert((file.path.folder(), 0));
        (*folder, *count) = (common(folder, file.path.folder()), *count + 1);
    }
    let is_apart = |&(_, (folder, count)): &(&&str, &(&[u8], usize))| {
        let below = |file: &&CodeFile| common(file.path.folder(), folder).len() == folder.len();
        let inside = files.iter().filter(below).count();
        !folder.is_empty() && count * 5 >= inside * 4 && files.len() > inside * 2
    };
    folders.iter().filter(is_apart).map(|(holder, _)| *holder).collect()
}

/// The folder that holds two others.
fn common<'p>(one: &'p [u8], other: &[u8]) -> &'p [u8] {
    let pairs = one.split(|&byte| byte == b'/').zip(other.split(|&byte| byte == b'/'));
    let lengths = pairs.take_while(|(one, other)| one == other).map(|(one, _)| one.len() + 1);
    &one[..lengths.sum::<usize>().saturating_sub(1).min(one.len())]
}

/// The comments at the top, in small letters.
fn head(file: &CodeFile) -> String {
    let comments = file.facts.comments.iter().filter(|it| it.line <= HEAD && it.symbol.is_none());
    let docs = file.facts.docs.iter().filter(|it| it.span.start.line <= 3);
    // `__copyright__ = "(C) …"`
    let stated =
        file.facts.symbols.iter().filter(|it| it.parent.is_none() && file.facts.text(it.name) == "__copyright__");
    let texts = comments.map(|it| it.text).chain(docs.map(|it| it.text)).chain(stated.map(|it| it.signature));
    texts.map(|text| file.facts.text(text).to_lowercase()).collect::<Vec<_>>().join("\n")
}

fn is_taken(head: &str) -> bool {
    let vendored =
        |line: &str| line.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '+').starts_with("+vendored");
    // The address may stand on a line of its own: `adapted version of:`, and then the place.
    let announces = |line: &str| line.ends_with("of:") || line.ends_with("from:");
    let addressed = |line: &str, next: &str| line.contains("http") || announces(line) && next.contains("http");
    let lines: Vec<&str> = head.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.iter().enumerate().any(|(at, line)| {
        let next = lines.get(at + 1).copied().unwrap_or_default();
        vendored(line) || TAKEN.iter().any(|word| line.contains(word)) && addressed(line, next)
    })
}

/// Who holds the copyright: what follows the word, without its year.
fn holder(head: &str) -> Option<String> {
    let rest = head.lines().find_map(|line| {
        let (before, rest) = line.split_once("copyright")?;
        let first = !before.contains(|c: char| c.is_alphabetic());
        let marked = [" (c)", " ©"].iter().any(|mark| rest.starts_with(mark));
        let dated = rest.trim_start().starts_with(|c: char| c.is_ascii_digit());
        (first || dated || marked).then_some(rest)
    })?;
    const FILLERS: &[&str] = &["", "c", "by", "the", "copyright", "all", "rights", "reserved", "and"];
    let words = rest.split(|it: char| !it.is_alphabetic()).filter(|word| !FILLERS.contains(word));
    let name: Vec<&str> = words.take(2).collect();
    (!name.is_empty()).then(|| name.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_compared_part_by_part() {
        assert_eq!(common(b"jni/adbd/a", b"jni/adbd/b"), b"jni/adbd");
        assert_eq!(common(b"jni/adbd", b"jni/adbd"), b"jni/adbd");
        assert_eq!(common(b"jni/adbd", b"jni/ad"), b"jni");
        assert_eq!(common(b"jni", b"src"), b"");
        assert_eq!(common(b"", b"src"), b"");
    }

    #[test]
    fn a_licence_is_told_across_lines() {
        let text = "* terms of the gnu library general\n * public license as published";
        assert_eq!(licence(text).as_deref(), Some("gnu library general public"));
        assert_eq!(licence("* a library of the public"), None);
    }

    #[test]
    fn a_holder_is_named_without_year_and_mark() {
        let of = |text: &str| holder(text);
        assert_eq!(
            of("copyright (c) 2024, nvidia corporation. all rights reserved"),
            Some("nvidia corporation".to_owned())
        );
        assert_eq!(of("some words\n * copyright 2019-2020 the tribunal authors"), Some("tribunal authors".to_owned()));
        assert_eq!(of("emodbus: copyright 2020 by michael harwerth, b. m."), Some("michael harwerth".to_owned()));
        assert_eq!(of("@(#) copyright (c) 1993 t. bading"), Some("t bading".to_owned()));
        assert_eq!(of("# copyright (c) # copyright (c) 2018 cvc."), Some("cvc".to_owned()));
        assert_eq!(of("see the copyright notice"), None);
        assert_eq!(of("copyright 2020"), None);
    }
}
