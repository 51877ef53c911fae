//! `unused-parameter`: parameters that a function nobody else gave its form never looks at.

use super::is_script;
use super::reach::Reach;
use super::rules::UNUSED_PARAMETER;
use crate::code::{Code, CodeFile, Place};
use crate::draft::Draft;
use crate::subject::doc_of;
use tribunal_domain::Language;
use tribunal_domain::facts::{
    Param, ParamKind, Position, Role, ScopeIx, ScopeKind, Span, Symbol, SymbolFlags, SymbolIx, SymbolKind, Visibility,
};
use tribunal_domain::finding::ClaimKind;

/// A body of fewer statements does nothing yet, or only fulfils a form.
const LEAST_STATEMENTS: u32 = 2;

/// Every such parameter.
pub(super) fn judge(code: &Code, reach: &Reach) -> Vec<Draft> {
    code.symbols().filter(|place| reach.is_live(*place)).flat_map(|place| unused(code, place)).collect()
}

fn unused(code: &Code, place: Place) -> Vec<Draft> {
    let file = code.file(place);
    let (Some(symbol), Some(ix)) = (code.symbol(place), place.symbol) else { return Vec::new() };
    if symbol.params.is_empty()
        || !UNUSED_PARAMETER.speaks(file.language())
        || !file.kind.is_own()
        || file.kind.test
        || !has_own_form(code, place, symbol)
    {
        return Vec::new();
    }
    let unread = symbol.params.iter().filter(|param| is_unread(file, ix, symbol, param));
    let unread = unread.filter(|param| !is_of_a_family(code, place, symbol, param));
    unread.map(|param| draft(file, ix, symbol, param)).collect()
}

/// Whether the parameters are the function's own business: private, with a body, and only ever called.
fn has_own_form(code: &Code, place: Place, symbol: &Symbol) -> bool {
    let file = code.file(place);
    let flags = symbol.flags;
    let bound =
        [SymbolFlags::ABSTRACT, SymbolFlags::OVERRIDE, SymbolFlags::AMBIENT, SymbolFlags::FOREIGN, SymbolFlags::TEST];
    let method = symbol.kind == SymbolKind::Method;
    let free = symbol.kind == SymbolKind::Function && (symbol.parent.is_none() || is_script(file.language()));
    let private = symbol.visibility == Visibility::Private || (!flags.has(SymbolFlags::EXPORTED) && !method);
    let language = file.language();
    let private_method = method && private && matches!(language, Language::Java | Language::TypeScript | Language::Tsx);
    // The cheap questions first: this is asked of every definition.
    if !(free && private || private_method) || bound.iter().any(|flag| flags.has(*flag)) {
        return false;
    }
    let uses = code.uses(code.id(place));
    let called = !uses.is_empty() && uses.iter().all(|use_| use_.certain && use_.role == Role::Call);
    // In Python the documentation is a statement.
    let said = language == Language::Python && place.symbol.is_some_and(|ix| doc_of(file, ix).is_some());
    let enough = symbol.measures.is_some_and(|measures| measures.statements >= LEAST_STATEMENTS + u32::from(said));
    // `this::save` gives it to somebody who wants this form.
    let handed = language == Language::Java
        && file
            .facts
            .references
            .iter()
            .any(|it| it.name == symbol.name && it.role == Role::Call && it.arguments.is_none());
    // What stands in for another has its form.
    let name = file.facts.text(symbol.name).to_ascii_lowercase();
    let stands_in = ["mock", "fake", "stub", "dummy", "noop"].iter().any(|word| name.contains(word));
    !handed && !stands_in && symbol.attributes.is_empty() && code.entries(code.id(place)).is_empty() && called && enough
}

/// No reference inside the function has the parameter's name.
fn is_unread(file: &CodeFile, ix: SymbolIx, symbol: &Symbol, param: &Param) -> bool {
    let name = file.facts.text(param.name);
    if name.is_empty() || name.starts_with('_') || param.kind != ParamKind::Plain || name == "self" || name == "cls" {
        return false;
    }
    let (start, end) = (symbol.span.start, symbol.span.end);
    let inside = |at: Position| start <= at && at <= end;
    let facts = &file.facts;
    let read = facts.references.iter().any(|reference| reference.name == param.name && inside(reference.position));
    let by_name = facts.references.iter().any(|reference| {
        inside(reference.position)
            && matches!(facts.text(reference.name), "locals" | "eval" | "exec" | "arguments" | "vars")
    });
    let lines = start.line..=end.line;
    let spelt = facts.mentions.iter().any(|mention| mention.name == param.name && lines.contains(&mention.line));
    !read && !by_name && !spelt && symbol.body.is_some_and(|body| owns(file, ix, body))
}

/// One of many that take the same and are called by the same, `runAssert`, `runBreak`, `runCall`: whoever chooses among them
/// hands all of it to each.
fn is_of_a_family(code: &Code, place: Place, symbol: &Symbol, param: &Param) -> bool {
    const MANY: usize = 3;
    let file = code.file(place);
    let first_word = |symbol: &Symbol| {
        let name = file.facts.text(symbol.name).trim_start_matches('_');
        name.find(|c: char| c.is_uppercase() || c == '_').map(|end| &name[..end]).filter(|word| word.len() > 2)
    };
    let Some(word) = first_word(symbol) else { return false };
    let callers = |place: Place| code.uses(code.id(place)).iter().map(|use_| use_.from);
    let own: Vec<Place> = callers(place).collect();
    let siblings = file.facts.symbols.iter().enumerate().filter(|(at, other)| {
        let there = Place { symbol: Some(SymbolIx(*at as u32)), ..place };
        there != place
            && other.parent == symbol.parent
            && other.params.len() == symbol.params.len()
            && first_word(other) == Some(word)
            && other.params.iter().any(|it| it.name == param.name)
            && callers(there).any(|from| own.contains(&from))
    });
    siblings.count() >= MANY
}

fn owns(file: &CodeFile, ix: SymbolIx, body: ScopeIx) -> bool {
    let scope = &file.facts.scopes[body.ix()];
    scope.kind == ScopeKind::Function && scope.owner == Some(ix)
}

fn draft(file: &CodeFile, ix: SymbolIx, symbol: &Symbol, param: &Param) -> Draft {
    let name = file.facts.text(param.name);
    let function = file.facts.text(symbol.name);
    let end = Position { line: param.at.line, column: param.at.column + name.chars().count() as u32 };
    let span = Span { start: param.at, end };
    let message = format!("`{function}` never uses its parameter `{name}`");
    let mut draft = Draft::new(&UNUSED_PARAMETER, &file.path, span, message);
    draft.symbol = file.facts.qualified_name(ix);
    "parameter".clone_into(&mut draft.kind);
    draft.anchor = format!("{} {name}", file.facts.text(symbol.signature));
    draft.shows(span, file.facts.text(symbol.signature), "");
    let claim = draft.claims(ClaimKind::SymbolUnused);
    name.clone_into(&mut claim.pattern);
    "parameter".clone_into(&mut claim.value);
    draft
}
