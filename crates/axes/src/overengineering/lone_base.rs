//! `lone-implementation`: an abstraction of the product's own that has one implementation, and no test stands in for it.

use super::reuse::over;
use crate::code::{Code, CodeFile, Use};
use crate::draft::Draft;
use crate::rule::{Rule, UNSURE};
use crate::subject::{about, has_foreign_base, product_symbols};
use tribunal_domain::facts::{Role, Symbol, SymbolFlags, SymbolIx, SymbolKind, Visibility};
use tribunal_domain::finding::{ClaimKind, Related};
use tribunal_domain::{Language, SymbolId};

pub(crate) const RULE: Rule = over(
    "lone-implementation",
    &[Language::Java, Language::Python, Language::TypeScript, Language::Tsx],
    UNSURE,
    "An abstract class or interface of the product's own has one implementation.",
    "Every reader follows the detour, and nothing takes it. The second implementation, when it comes, will show what is \
     common.\n\n\
     ```java\ninterface Store { Row load(int id); }                 // found\nclass SqlStore implements Store { … }\n```\n\n\
     Left alone: what a library offers to others, what tests implement, what is asked for at run time, and Rust's traits, \
     which also extend types of others.",
);

/// What is found over the whole of the code.
pub(super) fn judge(code: &Code) -> Vec<Draft> {
    product_symbols(code).filter_map(|(file, ix)| check(code, file, ix)).collect()
}

fn check(code: &Code, file: &CodeFile, ix: SymbolIx) -> Option<Draft> {
    let symbol = file.facts.symbol(ix);
    let id = file.ids[ix.ix()];
    if !is_own_abstraction(file, ix) || !code.entries(id).is_empty() || has_foreign_base(file, ix) {
        return None;
    }
    let uses = code.uses(id);
    let [heir] = uses.iter().filter(|it| it.role == Role::Inherit).collect::<Vec<_>>()[..] else { return None };
    let in_tests = uses.iter().any(|it| code.file(it.from).kind.test);
    // An interface that is looked up at run time, or a class that is tested for, has a purpose of its own.
    let idle = |it: &Use| {
        matches!(it.role, Role::Inherit | Role::Import)
            || (symbol.kind == SymbolKind::Interface && it.role == Role::Type)
    };
    let needed = !uses.iter().all(idle);
    // A class that nothing names is found by its name at run time, and through the interface.
    let heir_class = class_around(code, *heir);
    let named = heir_class.is_some_and(|id| code.uses(id).iter().any(|it| it.certain && it.role != Role::Import));
    (!in_tests && !needed && named && heir.certain).then(|| draft(code, file, ix, *heir))
}

/// The class whose head names its base.
fn class_around(code: &Code, heir: Use) -> Option<SymbolId> {
    let file = code.file(heir.from);
    let at = file.facts.references[heir.reference as usize].position;
    let holds = |symbol: &Symbol| symbol.kind == SymbolKind::Class && symbol.span.start <= at && at < symbol.span.end;
    let ix = file.facts.symbols.iter().rposition(holds)?;
    Some(file.ids[ix])
}

fn draft(code: &Code, file: &CodeFile, ix: SymbolIx, heir: Use) -> Draft {
    let name = file.facts.qualified_name(ix);
    let place = code.file(heir.from);
    let message = format!("`{name}` is implemented once and nowhere else");
    let mut draft = about(&RULE, file, ix, message);
    let line = place.facts.references[heir.reference as usize].position.line;
    draft.related.push(Related { path: place.path.clone(), symbol: String::new(), start_line: line, end_line: line });
    let claim = draft.claims(ClaimKind::Measure);
    "implementations".clone_into(&mut claim.pattern);
    "1".clone_into(&mut claim.value);
    draft
}

/// Abstract by declaration, and not for others.
fn is_own_abstraction(file: &CodeFile, ix: SymbolIx) -> bool {
    let symbol = file.facts.symbol(ix);
    let members = || file.facts.symbols.iter().filter(|it| it.parent == Some(ix));
    let has_abstract = members().any(|it| it.flags.has(SymbolFlags::ABSTRACT));
    match file.language() {
        Language::Java => {
            let kind = symbol.kind == SymbolKind::Interface || symbol.flags.has(SymbolFlags::ABSTRACT);
            kind && has_abstract && symbol.visibility != Visibility::Public
        }
        Language::Python => has_abstract && file.facts.text(symbol.name).starts_with('_'),
        _ => symbol.kind == SymbolKind::Class && has_abstract && !symbol.flags.has(SymbolFlags::EXPORTED),
    }
}
