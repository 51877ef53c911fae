//! `undocumented-export`: a public definition without documentation, where its neighbours have some.

use crate::code::{Code, CodeFile};
use crate::draft::Draft;
use crate::rule::{Rule, UNSURE};
use crate::subject::{about, doc_of, has_foreign_base, is_function, is_override, is_public, product_symbols};
use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_domain::facts::{
    Export, Import, ImportKind, ScopeIx, Symbol, SymbolFlags, SymbolIx, SymbolKind, Visibility,
};
use tribunal_domain::finding::{Axis, Category, ClaimKind, Expected, RuleVerdict, Severity};
use tribunal_domain::{ImportOutcome, Language, SymbolId};

pub(crate) const RULE: Rule = Rule {
    name: "undocumented-export",
    axis: Axis::Documentation,
    verdict: RuleVerdict::Undocumented,
    severity: Severity::Low,
    category: Category::Doc,
    confidence: UNSURE,
    languages: &[],
    summary: "A public definition is not documented, though most of its neighbours are.",
    doc: "Whoever uses it has to read its code. Only where documenting is the habit: of the comparable public \
          definitions (functions with functions, types with types) of its folder, or of the whole code if the folder \
          has too few, at least four fifths are documented, and not fewer than half of those in \
          its own file. A repository that never documents has made its choice.\n\n\
          ```go\n// Open opens the file.\nfunc Open(name string) (*File, error) { … }\n\n\
          func Seek(file *File, at int64, whence int) error { … }   // found\n```\n\n\
          Left alone: tests, examples, overrides (their ancestor explains them), constructors, accessors, members that \
          a language calls by itself, methods that an interface of the code names, definitions that nothing here uses, and \
          bodies of up to three statements, which say what they do.",
};

/// Below four fifths, what is left out was seldom forgotten. Of 51 findings that were judged at two thirds, 27 were right.
const HABIT_PERCENT: usize = 80;

/// Fewer neighbours are no habit.
const NEIGHBOURS: usize = 6;

/// Modules are hardly nested deeper.
const MODULE_DEPTH: usize = 8;

/// Bodies this short explain themselves.
const PLAIN_STATEMENTS: u32 = 3;

/// What a definition is compared with.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Group {
    language: Language,
    /// Empty for the whole code.
    folder: String,
    function: bool,
}

/// How many of a group there are, and how many of them are documented.
#[derive(Default, Clone, Copy)]
struct Habit {
    all: usize,
    documented: usize,
}

/// A comment right above it, or a class around it that is marked as internal.
fn is_explained(file: &CodeFile, ix: SymbolIx) -> bool {
    let facts = &file.facts;
    let line = facts.symbol(ix).span.start.line;
    let above = facts.comments.iter().any(|comment| {
        let lines = facts.text(comment.text).lines().count().max(1) as u32;
        comment.line < line && comment.line + lines + 1 >= line
    });
    let mut at = Some(ix);
    while let Some(symbol) = at {
        let internal =
            facts.docs.iter().any(|doc| doc.symbol == Some(symbol) && facts.text(doc.text).contains("@internal"));
        if internal {
            return true;
        }
        at = facts.symbol(symbol).parent;
    }
    above
}

/// What is found over the whole of the code.
pub(super) fn judge(code: &Code) -> Vec<Draft> {
    let private = private_files(code);
    let promised = promised_by_interfaces(code);
    let candidates: Vec<_> = product_symbols(code)
        .filter(|&(file, ix)| asks_for_a_doc(file, ix) && !private.contains(&file.id()))
        .filter(|&(file, ix)| file.language() != Language::Go || !is_promised(file, ix, &promised))
        .collect();
    let mut habits: FxHashMap<Group, Habit> = FxHashMap::default();
    for &(file, ix) in &candidates {
        let documented = usize::from(is_documented(file, ix));
        for group in groups(file, ix).into_iter().chain([of_file(file, ix)]) {
            let habit = habits.entry(group).or_default();
            habit.all += 1;
            habit.documented += documented;
        }
    }
    let lacking = candidates.into_iter().filter(|&(file, ix)| !is_documented(file, ix) && !is_explained(file, ix));
    lacking
        .filter(|&(file, ix)| is_used(code, file, ix))
        .filter_map(|(file, ix)| draft(file, ix, habit_of(&habits, file, ix)?))
        .collect()
}

/// A type that nothing uses wants to be deleted, not described. Functions are what others call.
fn is_used(code: &Code, file: &CodeFile, ix: SymbolIx) -> bool {
    is_function(file.facts.symbol(ix)) || !code.uses(file.ids[ix.ix()]).is_empty()
}

/// Names of the methods that Go's interfaces of the code ask for: whoever has them explains nothing new.
fn promised_by_interfaces(code: &Code) -> FxHashSet<&str> {
    let go = code.files.iter().filter(|file| file.language() == Language::Go);
    go.flat_map(|file| {
        let members = file.facts.symbols.iter().filter(|symbol| {
            symbol.parent.is_some_and(|parent| file.facts.symbol(parent).kind == SymbolKind::Interface)
        });
        members.map(|symbol| file.facts.text(symbol.name))
    })
    .collect()
}

fn is_promised(file: &CodeFile, ix: SymbolIx, promised: &FxHashSet<&str>) -> bool {
    let symbol = file.facts.symbol(ix);
    let name = file.facts.text(symbol.name).rsplit('.').next().unwrap_or_default();
    symbol.kind == SymbolKind::Method && promised.contains(name)
}

/// Files of Rust whose module is private, or lies in one that is: nobody outside of the crate can name what is in them.
fn private_files(code: &Code) -> FxHashSet<SymbolId> {
    let mut private = FxHashSet::default();
    // Parents stand before their children almost always; a few rounds settle the rest.
    for _ in 0..MODULE_DEPTH {
        let before = private.len();
        for file in code.files.iter().filter(|file| file.language() == Language::Rust) {
            let inherited = private.contains(&file.id());
            for (import, outcome) in file.facts.imports.iter().zip(&file.resolution.imports) {
                if let (ImportKind::Module, ImportOutcome::Internal(targets)) = (import.kind, outcome)
                    && (inherited || !is_public_module(file, import))
                {
                    private.extend(targets.iter().copied());
                }
            }
        }
        if private.len() == before {
            break;
        }
    }
    private
}

fn is_public_module(file: &CodeFile, import: &Import) -> bool {
    let module = file.facts.symbols.iter().find(|it| it.kind == SymbolKind::Module && it.span == import.span);
    module.is_none_or(|module| module.visibility == Visibility::Public)
}

/// The habit of the folder, or of the whole code if the folder is too small to have one.
fn habit_of(habits: &FxHashMap<Group, Habit>, file: &CodeFile, ix: SymbolIx) -> Option<Habit> {
    let sizeable = groups(file, ix).into_iter().map(|group| habits[&group]).find(|habit| habit.all >= NEIGHBOURS)?;
    let own = habits[&of_file(file, ix)];
    if own.documented * 2 < own.all - 1 {
        return None;
    }
    (sizeable.documented * 100 >= sizeable.all * HABIT_PERCENT).then_some(sizeable)
}

fn draft(file: &CodeFile, ix: SymbolIx, habit: Habit) -> Option<Draft> {
    let symbol = file.facts.symbol(ix);
    let noun = symbol.kind.name().replace('_', " ");
    let message = format!("public {noun} `{}` has no documentation", file.facts.qualified_name(ix));
    let mut draft = about(&RULE, file, ix, message);
    let note = format!("{} of {} comparable definitions are documented", habit.documented, habit.all);
    draft.evidence.first_mut()?.note = note;
    draft.claims(ClaimKind::MissingDoc).expected = Some(Expected::Missing);
    Some(draft)
}

/// What a definition is compared with, the nearest first: its folder, then all of its language.
fn groups(file: &CodeFile, ix: SymbolIx) -> [Group; 2] {
    let function = matches!(file.facts.symbol(ix).kind, SymbolKind::Function | SymbolKind::Method);
    let path = file.path.to_text();
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let language = file.language().family();
    [Group { language, folder: format!("{folder}/"), function }, Group { language, folder: String::new(), function }]
}

/// The comparable definitions of its own file.
fn of_file(file: &CodeFile, ix: SymbolIx) -> Group {
    let function = is_function(file.facts.symbol(ix));
    Group { language: file.language().family(), folder: file.path.to_text().into_owned(), function }
}

fn is_documented(file: &CodeFile, ix: SymbolIx) -> bool {
    let symbol = file.facts.symbol(ix);
    let attribute = symbol.attributes.iter().any(|&text| file.facts.text(text).starts_with("doc"));
    // Of two definitions for two platforms, one carries the documentation.
    let twin = |other: &SymbolIx| {
        let it = file.facts.symbol(*other);
        it.name == symbol.name && it.parent == symbol.parent && it.scope == symbol.scope
    };
    let twins = (0..file.facts.symbols.len() as u32).map(SymbolIx).filter(twin);
    attribute || twins.into_iter().any(|ix| doc_of(file, ix).is_some())
}

fn asks_for_a_doc(file: &CodeFile, ix: SymbolIx) -> bool {
    let symbol = file.facts.symbol(ix);
    let name = file.facts.text(symbol.name);
    is_explained_kind(symbol.kind)
        && is_public(file, ix)
        && !is_override(file, ix)
        && ![SymbolFlags::CONSTRUCTOR, SymbolFlags::ACCESSOR, SymbolFlags::AMBIENT, SymbolFlags::IMPLICIT]
            .iter()
            .any(|&flag| symbol.flags.has(flag))
        && symbol.measures.is_none_or(|measures| measures.statements > PLAIN_STATEMENTS)
        && !(file.language() == Language::Go && symbol.flags.has(SymbolFlags::ABSTRACT))
        && !is_called_by_the_language(file.language(), name)
        && !is_hidden(file, ix)
}

/// Fields, constants and members of enums mostly say with their name what they are.
fn is_explained_kind(kind: SymbolKind) -> bool {
    matches!(
        kind,
        SymbolKind::Function
            | SymbolKind::Method
            | SymbolKind::Class
            | SymbolKind::Interface
            | SymbolKind::Struct
            | SymbolKind::Trait
            | SymbolKind::Enum
    )
}

/// Members whose meaning the language or its library gives.
fn is_called_by_the_language(language: Language, name: &str) -> bool {
    match language {
        Language::Python => name.starts_with('_') || name == "main",
        Language::Go => {
            const KNOWN: &[&str] = &[
                "String",
                "Error",
                "Len",
                "Less",
                "Swap",
                "Push",
                "Pop",
                "Read",
                "Write",
                "Close",
                "MarshalJSON",
                "UnmarshalJSON",
                "MarshalText",
                "UnmarshalText",
                "GoString",
                "Format",
                "Unwrap",
                "ServeHTTP",
                "Scan",
            ];
            KNOWN.contains(&name)
        }
        Language::Java => matches!(name, "main" | "toString" | "equals" | "hashCode" | "compareTo"),
        _ => name.starts_with('_'),
    }
}

/// Public in name only: a program's own package, a folder that says so, a type inside of a function.
fn is_hidden(file: &CodeFile, ix: SymbolIx) -> bool {
    let symbol = file.facts.symbol(ix);
    let package = file.facts.package.map_or("", |text| file.facts.text(text));
    let path = file.path.to_text();
    let private_part = |part: &str| part == "internal" || (part.starts_with('_') && part != "__init__.py");
    let overload = symbol.attributes.iter().any(|&text| file.facts.text(text).ends_with("overload"));
    let local = symbol.parent.is_none() && symbol.impl_of.is_none() && symbol.scope != ScopeIx::FILE;
    // In `if __name__ == "__main__":` a definition is the program's own.
    let inside = file.language() == Language::Python && symbol.parent.is_none() && symbol.span.start.column > 1;
    let deprecated = symbol.attributes.iter().any(|&text| file.facts.text(text).to_lowercase().contains("deprecat"));
    (file.language() == Language::Go && package == "main")
        || path.split('/').any(private_part)
        || overload
        || inside
        || is_left_out_of_all(file, symbol)
        || is_empty_class(file, ix)
        || deprecated
        || is_of_hidden_type(file, symbol)
        || (local && file.language() != Language::Rust)
        || symbol.parent.is_some_and(|class| has_foreign_base(file, class))
}

/// A method of a type of Go that nobody outside of the package can name.
fn is_of_hidden_type(file: &CodeFile, symbol: &Symbol) -> bool {
    let signature = file.facts.text(symbol.signature);
    let receiver = signature.strip_prefix("func (").and_then(|rest| rest.split(')').next()).unwrap_or_default();
    let named = receiver.split([' ', '*']).rfind(|part| !part.is_empty()).unwrap_or_default();
    file.language() == Language::Go && named.starts_with(|c: char| c.is_lowercase())
}

/// Python's `__all__` says what is for others.
fn is_left_out_of_all(file: &CodeFile, symbol: &Symbol) -> bool {
    let offered =
        |export: &Export| export.name.is_some_and(|name| file.facts.text(name) == file.facts.text(symbol.name));
    file.language() == Language::Python
        && symbol.parent.is_none()
        && !file.facts.exports.is_empty()
        && !file.facts.exports.iter().any(offered)
}

/// A class without members of its own is its name: an error of a kind, or what a foreign interface asks for.
fn is_empty_class(file: &CodeFile, ix: SymbolIx) -> bool {
    let symbol = file.facts.symbol(ix);
    let methods = || file.children(ix).iter().filter(|&&child| is_function(file.facts.symbol(child)));
    let name = file.facts.text(symbol.name);
    let bare = file.children(ix).is_empty() && symbol.span.end.line <= symbol.span.start.line + 2;
    let fails = methods().next().is_none() && (name.ends_with("Error") || name.ends_with("Exception"));
    let own = |&&child: &&SymbolIx| {
        let member = file.facts.symbol(child);
        let given = is_override(file, child) || member.flags.has(SymbolFlags::CONSTRUCTOR);
        member.visibility == Visibility::Public && !given
    };
    let obeys = has_foreign_base(file, ix) && methods().next().is_some() && !methods().any(|child| own(&child));
    symbol.kind == SymbolKind::Class && (bare || fails || obeys)
}
