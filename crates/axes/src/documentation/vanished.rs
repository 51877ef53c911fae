//! `vanished-member`: a page of documentation speaks of a member that its class does not have.

use super::spoken::Spoken;
use crate::code::{Code, CodeFile, Place};
use crate::draft::Draft;
use crate::rule::{Rule, UNSURE};
use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_domain::facts::{Position, Span, SymbolKind};
use tribunal_domain::finding::{Axis, Category, ClaimKind, Expected, Related, RuleVerdict, Severity};
use tribunal_domain::{Language, Outcome};

pub(crate) const RULE: Rule = Rule {
    name: "vanished-member",
    axis: Axis::Documentation,
    verdict: RuleVerdict::Partial,
    severity: Severity::Low,
    category: Category::Doc,
    confidence: UNSURE,
    languages: &[],
    summary: "Documentation names a member that its class does not have.",
    doc: "The member was renamed or removed, and the page was not.\n\n\
          ```text\nCall `Store.open()` first.       (found: `Store` has `connect`, and nothing is called `open`)\n```\n\n\
          Looked at are READMEs and pages below `docs`, outside of examples. Left alone: names that stand anywhere in the \
          code, classes with a base, an attribute or a hook that may add members, classes whose name several have, pages \
          of changes, plans and designs, and lines that speak of what was or will be.",
};

/// What is found over the whole of the code.
pub(super) fn judge(code: &Code) -> Vec<Draft> {
    let owners = owners(code);
    let known = |it: &&Spoken| owners.get(it.owner.as_str()).is_some_and(Option::is_some) && !is_used(code, &it.member);
    let asked: Vec<&Spoken> = code.spoken().iter().filter(known).collect();
    if asked.is_empty() {
        return Vec::new();
    }
    let said = said(code, &asked);
    let vanished = asked.into_iter().filter(|it| !said.contains(it.member.as_str()));
    let drafts = vanished.filter_map(|it| {
        let place = owners.get(it.owner.as_str()).copied().flatten()?;
        is_closed(code, place, &mut FxHashSet::default()).then(|| draft(code, place, it))
    });
    drafts.collect()
}

/// Types by name; `None` where several have it.
fn owners(code: &Code) -> FxHashMap<&str, Option<Place>> {
    let mut owners: FxHashMap<&str, Option<Place>> = FxHashMap::default();
    if code.spoken().is_empty() {
        return owners;
    }
    for place in code.symbols() {
        let Some(symbol) = code.symbol(place) else { continue };
        let file = code.file(place);
        let name = file.facts.text(symbol.name);
        let typed =
            matches!(symbol.kind, SymbolKind::Class | SymbolKind::Struct | SymbolKind::Interface | SymbolKind::Enum);
        let whole = typed && symbol.parent.is_none() && file.kind.is_own() && !file.kind.test;
        owners.entry(name).and_modify(|other| *other = None).or_insert(whole.then_some(place));
    }
    owners
}

fn is_used(code: &Code, name: &str) -> bool {
    !code.uses_by_name(name).is_empty() || code.is_mentioned(name) || code.is_outside(name) || code.is_unresolved(name)
}

/// Those of the members whose name stands anywhere in a file of code.
fn said<'s>(code: &Code, asked: &[&'s Spoken]) -> FxHashSet<&'s str> {
    let wanted: FxHashSet<&'s str> = asked.iter().map(|it| it.member.as_str()).collect();
    let mut said = FxHashSet::default();
    for text in code.files.iter().flat_map(|file| file.facts.strings.iter()) {
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        // What became private is still there.
        said.extend(
            words.filter_map(|word| wanted.get(word).or_else(|| wanted.get(word.trim_start_matches('_'))).copied()),
        );
    }
    said
}

/// Whether all members of a type are seen: nothing it stands on, and nothing it bears, can add one.
fn is_closed(code: &Code, place: Place, seen: &mut FxHashSet<Place>) -> bool {
    if !seen.insert(place) {
        return true;
    }
    let file = code.file(place);
    let Some(symbol) = code.symbol(place) else { return false };
    let lines = symbol.span.start.line..=symbol.span.end.line;
    let mut bases = file.inherits().filter(|(reference, _)| lines.contains(&reference.position.line));
    let known = bases.all(|(_, outcome)| match outcome {
        Outcome::Resolved(id) => code.place(*id).is_some_and(|base| is_closed(code, base, seen)),
        _ => false,
    });
    // Macros of Rust and annotations of Java write members; so does whatever wraps a class.
    known && symbol.attributes.is_empty() && !has_hook(file, place) && file.language() != Language::Lua
}

/// Whether a type answers for members that it does not have.
fn has_hook(file: &CodeFile, place: Place) -> bool {
    const HOOKS: &[&str] = &["__getattr__", "__getattribute__", "__class_getitem__"];
    let Some(symbol) = place.symbol else { return true };
    let members = file.children(symbol).iter().map(|it| file.facts.text(file.facts.symbol(*it).name));
    members.into_iter().any(|name| HOOKS.contains(&name))
}

fn draft(code: &Code, place: Place, it: &Spoken) -> Draft {
    let width = it.text.chars().count() as u32;
    let span = Span {
        start: Position { line: it.line, column: it.column },
        end: Position { line: it.line, column: it.column + width },
    };
    let (owner, member) = (&it.owner, &it.member);
    let message = format!("`{owner}` has no `{member}`, and nothing in the code is called that");
    let mut draft = Draft::new(&RULE, &it.path, span, message);
    draft.symbol = format!("{owner}.{member}");
    "member".clone_into(&mut draft.kind);
    draft.anchor.clone_from(&it.text);
    draft.shows(span, &it.text, "the page names it");
    let file = code.file(place);
    if let Some(symbol) = code.symbol(place) {
        let line = symbol.span.start.line;
        draft.related.push(Related {
            path: file.path.clone(),
            symbol: owner.clone(),
            start_line: line,
            end_line: line,
        });
    }
    let claim = draft.claims(ClaimKind::SymbolExists);
    claim.path = file.path.clone();
    (claim.line, claim.end_line) = (None, None);
    claim.expected = Some(Expected::Missing);
    draft
}
