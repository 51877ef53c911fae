//! `dead-enum-member` and `dead-namespace-member`: names that an enum or namespace holds and nobody asks it for.

use super::about;
use super::exports::{confidence, is_declaration, is_offered};
use super::reach::Reach;
use super::rules::{DEAD_ENUM_MEMBER, DEAD_NAMESPACE_MEMBER};
use crate::code::{Code, CodeFile, Place};
use crate::draft::Draft;
use crate::rule::Rule;
use tribunal_domain::Language;
use tribunal_domain::facts::{Symbol, SymbolFlags, SymbolKind};

/// Every such member.
pub(super) fn judge(code: &Code, reach: &Reach) -> Vec<Draft> {
    code.symbols().filter_map(|place| member(code, reach, place)).collect()
}

fn member(code: &Code, reach: &Reach, place: Place) -> Option<Draft> {
    let file = code.file(place);
    let symbol = code.symbol(place)?;
    let parent = Place { symbol: Some(symbol.parent?), ..place };
    let rule = rule_of(code.symbol(parent)?, symbol)?;
    if !rule.speaks(file.language()) || !file.kind.is_own() || !reach.is_live(Place { symbol: None, ..place }) {
        return None;
    }
    let name = file.facts.text(symbol.name);
    let used = code.uses(code.id(place)).iter().any(|use_| reach.is_use(use_.from.file, use_.reference));
    let maybe_used = used
        || name.is_empty()
        || is_offered(code, file) && rule.speaks(Language::TypeScript)
        || !code.uses_by_name(name).is_empty()
        || reach.escapes.is_whole(code.id(parent))
        || reach.is_public(parent)
        || is_declaration(file)
        || code.symbol(parent).is_some_and(|parent| parent.flags.has(SymbolFlags::AMBIENT))
        || !code.entries(code.id(parent)).is_empty()
        || !code.entries(code.id(place)).is_empty();
    let numbered = rule.name == DEAD_ENUM_MEMBER.name && is_code(file, symbol);
    // Of something dead as a whole, the whole is told.
    if maybe_used || numbered || !reach.is_live(parent) {
        return None;
    }
    let whole = file.facts.qualified_name(parent.symbol?);
    let mut draft = about(rule, code, place, format!("nothing uses `{name}` of `{whole}`"));
    draft.confidence = confidence(code, name, draft.confidence);
    Some(draft)
}

fn rule_of(parent: &Symbol, symbol: &Symbol) -> Option<&'static Rule> {
    match parent.kind {
        SymbolKind::Enum if symbol.kind == SymbolKind::EnumMember => Some(&DEAD_ENUM_MEMBER),
        SymbolKind::Module if symbol.flags.has(SymbolFlags::EXPORTED) => Some(&DEAD_NAMESPACE_MEMBER),
        _ => None,
    }
}

/// A number that is written out, and that no other member has, is somebody else's: a protocol's, a platform's.
fn is_code(file: &CodeFile, member: &Symbol) -> bool {
    let Some(own) = number(file, member) else { return false };
    let members = file.facts.symbols.iter().filter(|other| other.parent == member.parent);
    members.filter(|other| number(file, other) == Some(own)).count() == 1
}

/// `Open = 1`.
fn number(file: &CodeFile, member: &Symbol) -> Option<i64> {
    let (_, value) = file.facts.text(member.signature).split_once('=')?;
    value.trim().trim_end_matches(',').parse().ok()
}
