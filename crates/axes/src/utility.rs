//! Axis utility: what nothing needs. `reach` finds what is reached from entry points, the other files say of the rest
//! what kind of dead it is. An unresolved use never makes anything dead, and neither does a name in a string.

mod escape;
mod exports;
mod files;
mod fixes;
mod imports;
mod locals;
mod members;
mod named;
mod open;
mod parameters;
mod reach;
mod rules;
mod symbols;

pub use fixes::{Mender, is_fixable};
pub use reach::IMPORTED;

use crate::code::{Code, Place};
use crate::draft::Draft;
use crate::local::TreeRule;
use crate::rule::{Rule, SCRIPTS};
use exports::Asked;
use reach::Reach;
use tribunal_domain::Language;
use tribunal_domain::facts::{Position, Span};
use tribunal_domain::finding::ClaimKind;

/// The rules of this axis, by name.
pub(crate) const RULES: &[&Rule] = &[
    &rules::DEAD_EXPORT,
    &rules::NEEDLESS_EXPORT,
    &rules::DEAD_FILE,
    &rules::DEAD_ENUM_MEMBER,
    &rules::DEAD_NAMESPACE_MEMBER,
    &rules::DEAD_SYMBOL,
    &rules::UNUSED_IMPORT,
    &rules::UNUSED_PARAMETER,
    &rules::UNUSED_LOCAL,
];

/// Those of its rules that look at one file's tree; what they find counts outside of tests alone.
pub(crate) const CANDIDATE_RULES: &[TreeRule] = &[locals::TREE_RULE];

/// What is found over the whole of the code.
pub(crate) fn judge(code: &Code) -> Vec<Draft> {
    let reach = Reach::of(code);
    let asked = Asked::of(code, &reach);
    let mut drafts = files::judge(code, &reach);
    drafts.extend(exports::judge(code, &reach, &asked));
    drafts.extend(members::judge(code, &reach));
    drafts.extend(symbols::judge(code, &reach));
    drafts.extend(imports::judge(code, &asked));
    drafts.extend(locals::judge(code));
    drafts.extend(parameters::judge(code, &reach));
    drafts
}

/// Whether the axes look into a language's expressions: a module that is handed on in a variable is followed there.
pub fn needs_expressions(language: Language) -> bool {
    is_script(language)
}

/// Whether the language has modules that are reached by imports alone.
pub(crate) fn is_script(language: Language) -> bool {
    SCRIPTS.contains(&language)
}

/// A draft about a definition: its name is the anchor, its use is what it claims to lack.
pub(crate) fn about(rule: &'static Rule, code: &Code, place: Place, message: String) -> Draft {
    let file = code.file(place);
    let symbol = code.symbol(place).expect("the place of a definition");
    let name = file.facts.text(symbol.name);
    let mut draft = Draft::new(rule, &file.path, symbol.span, message);
    draft.symbol = file.facts.qualified_name(place.symbol.expect("the place of a definition"));
    symbol.kind.name().clone_into(&mut draft.kind);
    draft.columns = None;
    if symbol.name_at.line == symbol.span.start.line {
        draft.columns = Some((symbol.name_at.column, symbol.name_at.column + name.chars().count() as u32));
    }
    file.facts.text(symbol.signature).clone_into(&mut draft.anchor);
    let signature = file.facts.text(symbol.signature).to_owned();
    draft.shows(Span { start: symbol.name_at, end: end_of_name(symbol.name_at, name) }, &signature, "");
    draft.claims(ClaimKind::SymbolUnused);
    draft
}

fn end_of_name(start: Position, name: &str) -> Position {
    Position { line: start.line, column: start.column + name.chars().count() as u32 }
}
