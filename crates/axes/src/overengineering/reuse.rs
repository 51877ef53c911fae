//! How rules of this axis are written down, and what several of them ask.

use crate::code::{Code, CodeFile, Use};
use crate::rule::Rule;
use crate::subject::{is_global, is_override, is_public};
use tribunal_domain::Language;
use tribunal_domain::facts::{Role, SymbolFlags, SymbolIx, Visibility};
use tribunal_domain::finding::{Axis, Category, RuleVerdict, Severity};

/// A rule of this axis; they differ in little.
pub(super) const fn over(
    name: &'static str,
    languages: &'static [Language],
    confidence: u8,
    summary: &'static str,
    doc: &'static str,
) -> Rule {
    Rule {
        name,
        axis: Axis::Overengineering,
        verdict: RuleVerdict::Over,
        severity: Severity::Low,
        category: Category::Style,
        confidence,
        languages,
        summary,
        doc,
    }
}

/// Every use of a definition that is a call from its own file, if there are no other uses and can be none.
pub(super) fn own_calls<'c>(code: &'c Code, file: &CodeFile, ix: SymbolIx) -> Option<&'c [Use]> {
    let symbol = file.facts.symbol(ix);
    let name = file.facts.text(symbol.name);
    let id = file.ids[ix.ix()];
    let uses = code.uses(id);
    let hidden =
        !is_public(file, ix) && (symbol.visibility == Visibility::Private || !symbol.flags.has(SymbolFlags::EXPORTED));
    let plain = |it: &Use| it.certain && it.role == Role::Call && code.file(it.from).id() == file.id();
    let closed = hidden
        && !is_global(file, symbol)
        && code.entries(id).is_empty()
        && !is_override(file, ix)
        && symbol.attributes.is_empty()
        && code.uses_by_name(name).is_empty()
        && !code.is_mentioned(name);
    (closed && uses.iter().all(plain)).then_some(uses)
}
