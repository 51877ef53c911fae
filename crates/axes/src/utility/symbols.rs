//! `dead-symbol`, and `dead-export` outside of scripts: definitions that nothing reaches, told once for what falls with them.

use super::exports::{MAY_BE_IT, confidence, is_declaration, within};
use super::open::Open;
use super::reach::Reach;
use super::rules::{DEAD_EXPORT, DEAD_SYMBOL};
use super::{about, is_script};
use crate::code::{Code, CodeFile, Place, PlaceSet};
use crate::draft::Draft;
use crate::subject::{is_for_readers, is_global};
use rustc_hash::FxHashMap;
use tribunal_domain::Language;
use tribunal_domain::facts::{
    Binding, BindingKind, Doc, Role, ScopeKind, Symbol, SymbolFlags, SymbolIx, SymbolKind, Visibility,
};

/// How sure one can be that nobody uses a member: less than of a definition of its own.
const MEMBER: u8 = 70;
/// Objects are handed to code that expects a form (a file, a handler): a public member may be part of it.
const PUBLIC_MEMBER: u8 = 50;

/// Every definition that nothing reaches and that no other such definition uses.
pub(super) fn judge(code: &Code, reach: &Reach) -> Vec<Draft> {
    let dead: Vec<Place> = code.symbols().filter(|place| is_dead(code, reach, *place)).collect();
    let mut falling = Falling::of(code, &dead);
    let mut drafts = Vec::new();
    let lonely = |place: &Place| code.uses(code.id(*place)).iter().all(|use_| within(code, use_.from, *place));
    let (heads, others): (Vec<Place>, Vec<Place>) = dead.iter().partition(|place| lonely(place));
    for place in heads.into_iter().chain(others) {
        if !falling.told.contains(place) {
            let falls = falling.with(place);
            drafts.extend(draft(code, place, falls));
        }
    }
    drafts
}

pub(super) fn is_variable(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Variable | SymbolKind::Constant)
}

/// `_row, box = line` passes over what it does not need, and `first = by_name[key] = …` says what it is about.
fn is_passing(file: &CodeFile, symbol: &Symbol) -> bool {
    if file.language() != Language::Python || !is_variable(symbol.kind) {
        return false;
    }
    let (name, head) = (file.facts.text(symbol.name), file.facts.text(symbol.signature));
    let mut parts = head.split(" = ");
    let (targets, next) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let is_target = !next.contains('(') && !next.split('[').next().unwrap_or_default().contains(['"', '\'']);
    // A table of SQLAlchemy tells the list of tables that it is there.
    let registered = next.starts_with("Table(") && head.contains("etadata");
    registered || name.starts_with('_') && targets.contains(',') || parts.next().is_some() && is_target
}

/// The name of a function or class expression of a script: a label that nothing has to use.
fn is_label(file: &CodeFile, place: Place, symbol: &Symbol) -> bool {
    let binds = |binding: &Binding| {
        binding.kind == BindingKind::Symbol(place.symbol.expect("a definition")) && binding.scope == symbol.scope
    };
    let head = file.facts.text(symbol.signature);
    let expression = ![
        "function",
        "class",
        "async",
        "export",
        "abstract",
        "declare",
        "const",
        "let",
        "var",
        "interface",
        "type",
        "enum",
        "namespace",
        "default",
    ]
    .iter()
    .any(|word| head.trim_start().starts_with(word));
    // The name of a class expression stands in a scope of its own.
    let scope = &file.facts.scopes[symbol.scope.ix()];
    let alone = || file.facts.bindings.iter().filter(|it| it.scope == symbol.scope).count() == 1;
    let apart = symbol.kind == SymbolKind::Class && scope.kind == ScopeKind::Block && alone();
    let known_to_itself_alone = apart || symbol.body == Some(symbol.scope);
    is_script(file.language())
        && symbol.parent.is_none()
        && (expression || known_to_itself_alone || !file.facts.bindings.iter().any(binds))
}

/// A script among tests that is no test itself is data of theirs.
pub(super) fn is_test_data(file: &CodeFile) -> bool {
    if !file.kind.test || !is_script(file.language()) {
        return false;
    }
    let path = file.path.to_text();
    let name = path.rsplit('/').next().unwrap_or_default();
    !name.contains("test") && !name.contains("spec")
}

/// Functions by which types are tested: the compiler or a checker reads them, nobody calls what they stand in.
const TYPE_CHECKS: &[&str] =
    &["assert_type", "reveal_type", "expectTypeOf", "assertType", "expectType", "assert_never"];

/// A test of types, or one that was switched off by its name.
fn is_there_to_be_checked(file: &CodeFile, place: Place, symbol: &Symbol) -> bool {
    let switched_off = file.language() == Language::Go && file.facts.text(symbol.signature).contains("*testing.");
    let mut references = file.references_in(place.symbol);
    symbol.kind == SymbolKind::TypeAlias
        || switched_off
        || references.any(|(_, reference, _)| TYPE_CHECKS.contains(&file.facts.text(reference.name)))
}

fn is_dead(code: &Code, reach: &Reach, place: Place) -> bool {
    let file = code.file(place);
    let Some(symbol) = code.symbol(place) else { return false };
    if reach.is_live(place) || !file.kind.is_own() || is_for_readers(file) || !DEAD_SYMBOL.speaks(file.language()) {
        return false;
    }
    let directed = |doc: &Doc| doc.symbol == place.symbol && file.facts.text(doc.text).contains("swagger:");
    if file.facts.docs.iter().any(directed) {
        return false;
    }
    if is_of_a_table(reach, file, place, symbol)
        || is_global(file, symbol) && is_variable(symbol.kind)
        || is_setting(file, symbol)
        || is_kept_on_purpose(file, symbol)
        || is_held(file, symbol)
        || is_left_out(file, symbol)
        || is_parked(code, file, symbol)
    {
        return false;
    }
    if file.kind.test && is_there_to_be_checked(file, place, symbol) {
        return false;
    }
    // Exports of scripts have rules of their own, and so have files that are dead as a whole.
    let offered = symbol.flags.has(SymbolFlags::EXPORTED) && symbol.parent.is_none();
    let elsewhere = offered || !reach.is_live(Place { symbol: None, ..place });
    let told_with_its_class =
        symbol.parent.is_some_and(|parent| !reach.is_live(Place { symbol: Some(parent), ..place }));
    let has_its_own_rule = is_script(file.language()) && elsewhere;
    !has_its_own_rule && !told_with_its_class && is_decidable(code, &reach.open, place)
}

/// A remark right above says that nothing uses it yet, or a mark tells the compiler.
fn is_kept_on_purpose(file: &CodeFile, symbol: &Symbol) -> bool {
    let line = symbol.span.start.line;
    let marked = |attribute: &str| attribute.starts_with("SuppressWarnings") && attribute.contains("unused");
    if symbol.attributes.iter().any(|&it| marked(file.facts.text(it).trim_start_matches('@'))) {
        return true;
    }
    file.facts.comments.iter().filter(|it| it.line < line && it.line + 4 >= line).any(|comment| {
        let text = file.facts.text(comment.text).to_ascii_lowercase();
        ["intentionally unused", "deliberately unused", "unused on purpose", "for future use"]
            .iter()
            .any(|it| text.contains(it))
    })
}

/// `_unused = [Source]` holds imports that are there for others: all that it lists are imported, and one of them is used
/// nowhere else.
fn is_held(file: &CodeFile, symbol: &Symbol) -> bool {
    if file.language() != Language::Python || !file.facts.text(symbol.name).starts_with('_') {
        return false;
    }
    let facts = &file.facts;
    let imported = |word: &str| {
        let mut names = facts.imports.iter().flat_map(|import| &import.names).filter_map(|name| name.local);
        names.any(|local| facts.text(local) == word)
    };
    let used_once = |word: &str| {
        let uses = facts.references.iter().filter(|it| it.role != Role::Import && facts.text(it.name) == word);
        uses.count() == 1
    };
    let (_, value) = facts.text(symbol.signature).split_once(" = ").unwrap_or_default();
    let inside = value.strip_prefix(['[', '(']).and_then(|rest| rest.strip_suffix([']', ')'])).unwrap_or_default();
    let words = || inside.trim().trim_end_matches(',').split(',').map(str::trim);
    words().all(imported) && words().any(used_once)
}

/// Code that is commented out beside it calls it: it waits with that.
fn is_parked(code: &Code, file: &CodeFile, symbol: &Symbol) -> bool {
    let name = file.facts.text(symbol.name);
    let called = |text: &str| {
        text.match_indices(name).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
                && text[at + name.len()..].starts_with(['(', ')', ','])
        })
    };
    let beside = code.files.iter().filter(|it| it.path.folder() == file.path.folder());
    let mut comments = beside.flat_map(|it| it.facts.comments.iter().map(|comment| it.facts.text(comment.text)));
    matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method) && comments.any(called)
}

/// `const { entry, ...rest } = settings`: named so that the rest goes without it.
fn is_left_out(file: &CodeFile, symbol: &Symbol) -> bool {
    let head = file.facts.text(symbol.signature);
    let pattern = head.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?.0)));
    let taken_apart = |before: &str| matches!(before.trim(), "const" | "let" | "var");
    is_script(file.language())
        && is_variable(symbol.kind)
        && pattern.is_some_and(|(before, names)| taken_apart(before) && names.contains("..."))
}

/// A name in capitals of a module of settings, which a framework reads by name.
fn is_setting(file: &CodeFile, symbol: &Symbol) -> bool {
    const TELLING: &[&str] = &["INSTALLED_APPS", "ROOT_URLCONF", "MIDDLEWARE", "SQLALCHEMY_DATABASE_URI", "BOT_NAME"];
    let loud = file.facts.text(symbol.name).chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    let tells = |it: &Symbol| TELLING.contains(&file.facts.text(it.name));
    file.language() == Language::Python && loud && symbol.parent.is_none() && file.facts.symbols.iter().any(tells)
}

/// Constants with one beginning that stand together and of which one is used: codes of a device, states, keys. All of them
/// belong there.
fn is_of_a_table(reach: &Reach, file: &CodeFile, place: Place, symbol: &Symbol) -> bool {
    const MANY: usize = 4;
    let name = file.facts.text(symbol.name);
    let words = name.trim_start_matches('_');
    let Some((first, _)) = words.split_once('_') else { return false };
    let beginning = &name[..=name.len() - words.len() + first.len()];
    if symbol.kind != SymbolKind::Constant {
        return false;
    }
    let line = |ix: &SymbolIx| file.facts.symbol(*ix).span.start.line;
    let rows = file.facts.symbols.iter().enumerate().filter(|(_, it)| {
        let near = it.span.start.line.abs_diff(symbol.span.start.line) <= 40;
        near && it.kind == symbol.kind && it.parent == symbol.parent && file.facts.text(it.name).starts_with(beginning)
    });
    let rows: Vec<SymbolIx> = rows.map(|(ix, _)| SymbolIx(ix as u32)).collect();
    // Others may use a public one some day; private ones belong together only where nothing stands between them.
    let adjoining = |one: &SymbolIx, next: &SymbolIx| words == name || line(next) == line(one) + 1;
    let mut tables = rows.chunk_by(adjoining).filter(|rows| rows.contains(&place.symbol.expect("a definition")));
    let is_used = |rows: &[SymbolIx]| rows.iter().any(|ix| reach.is_live(Place { symbol: Some(*ix), ..place }));
    tables.any(|rows| rows.len() >= MANY && is_used(rows))
}

/// Whether one could tell if nothing used it. What is not decidable is taken as used.
pub(super) fn is_decidable(code: &Code, open: &Open, place: Place) -> bool {
    let file = code.file(place);
    let Some(symbol) = code.symbol(place) else { return false };
    // The cheap questions first: this is asked of every definition.
    if !DEAD_SYMBOL.speaks(file.language())
        || !is_candidate(file, symbol)
        || open.is_loaded(code, place, symbol)
        || open.has_namesake(file, symbol)
        || is_label(file, place, symbol)
        || is_test_data(file)
        || is_passing(file, symbol)
    {
        return false;
    }
    symbol.parent.is_none_or(|parent| {
        let class = Place { symbol: Some(parent), ..place };
        !open.classes.contains(class) && !is_surface(code, class, symbol)
    }) && !open.classes.contains(place)
}

/// Kinds of which it can be told whether something uses them.
fn is_candidate(file: &CodeFile, symbol: &Symbol) -> bool {
    let name = file.facts.text(symbol.name);
    let flags = symbol.flags;
    let bound = [
        SymbolFlags::ABSTRACT,
        SymbolFlags::AMBIENT,
        SymbolFlags::OVERRIDE,
        SymbolFlags::FOREIGN,
        SymbolFlags::CONSTRUCTOR,
        SymbolFlags::IMPLICIT,
        SymbolFlags::TEST,
    ];
    // `__len__`, and `_repr_html_` of notebooks: whoever knows the protocol calls them.
    let hook = name.starts_with("__") || name.starts_with("_repr_") && name.ends_with('_');
    // Types of Go without a name are called by the word they begin with.
    let nameless = file.language() == Language::Go && matches!(name, "struct" | "interface");
    // `const require = createRequire(…)`: whoever calls it loads a module.
    let loader = is_script(file.language()) && name == "require";
    let odd = hook
        || nameless
        || loader
        || name == "_"
        || name.is_empty()
        || is_declaration(file)
        || file.is_in_doctest(name);
    // Constants of Go stand in groups of which all belong together; what assembly uses, nobody sees.
    let grouped = file.language() == Language::Go && !matches!(symbol.kind, SymbolKind::Function | SymbolKind::Struct);
    if bound.iter().any(|flag| flags.has(*flag)) || odd || grouped && symbol.parent.is_none() {
        return false;
    }
    let of_class = |kind: SymbolKind| {
        matches!(
            kind,
            SymbolKind::Class | SymbolKind::Struct | SymbolKind::Interface | SymbolKind::Trait | SymbolKind::Enum
        )
    };
    match symbol.parent.map(|parent| file.facts.symbol(parent)) {
        Some(parent) if of_class(parent.kind) => symbol.kind == SymbolKind::Method && is_private(file, symbol),
        // A function inside a function is a local.
        Some(parent) => parent.kind == SymbolKind::Module && is_definition(symbol.kind),
        None => is_definition(symbol.kind) || symbol.kind == SymbolKind::Method,
    }
}

fn is_definition(kind: SymbolKind) -> bool {
    !matches!(
        kind,
        SymbolKind::Method | SymbolKind::Field | SymbolKind::Property | SymbolKind::EnumMember | SymbolKind::Module
    )
}

/// Members that only their own class, file or package may use; in Python every member whose class is not for others.
fn is_private(file: &CodeFile, symbol: &Symbol) -> bool {
    match file.language() {
        Language::Python => true,
        Language::Go => !symbol.flags.has(SymbolFlags::EXPORTED),
        _ => symbol.visibility == Visibility::Private,
    }
}

/// Public members of a class that others may use are for others too.
fn is_surface(code: &Code, class: Place, symbol: &Symbol) -> bool {
    let private = symbol.visibility == Visibility::Private;
    !private && !code.entries(code.id(class)).is_empty()
}

/// Dead definitions, and which of them fall with which others.
struct Falling<'c> {
    code: &'c Code,
    told: PlaceSet,
    /// By definition: the dead ones that it uses, from inside of it too.
    used_by: FxHashMap<Place, Vec<Place>>,
}

impl<'c> Falling<'c> {
    fn of(code: &'c Code, dead: &[Place]) -> Self {
        let mut used_by: FxHashMap<Place, Vec<Place>> = FxHashMap::default();
        for &place in dead {
            for use_ in code.uses(code.id(place)) {
                around(code, use_.from).for_each(|user| used_by.entry(user).or_default().push(place));
            }
        }
        Self { code, told: code.no_places(), used_by }
    }

    /// Tells a definition, and counts what only it and those told before keep in use.
    fn with(&mut self, head: Place) -> usize {
        let mut falls = 0;
        let mut open = vec![head];
        self.told.insert(head);
        while let Some(place) = open.pop() {
            for other in self.used_by.get(&place).cloned().unwrap_or_default() {
                if !self.told.contains(other) && self.has_fallen(other) {
                    self.told.insert(other);
                    falls += 1;
                    open.push(other);
                }
            }
        }
        falls
    }

    /// Whether all uses of a definition stand in what is told already, or in itself.
    fn has_fallen(&self, place: Place) -> bool {
        let gone = |at: Place| at == place || self.told.contains(at);
        let name = self.code.symbol(place).map_or("", |it| self.code.file(place).facts.text(it.name));
        let mut uses = self.code.uses(self.code.id(place)).iter().chain(self.code.uses_by_name(name));
        uses.all(|use_| around(self.code, use_.from).any(gone))
    }
}

/// A definition and all it is nested in.
fn around(code: &Code, place: Place) -> impl Iterator<Item = Place> {
    let file = code.file(place);
    let outwards = |symbol: &SymbolIx| file.facts.symbol(*symbol).parent;
    std::iter::successors(place.symbol, outwards).map(move |symbol| Place { symbol: Some(symbol), ..place })
}

fn draft(code: &Code, place: Place, falls: usize) -> Option<Draft> {
    let file = code.file(place);
    let symbol = code.symbol(place)?;
    let name = file.facts.text(symbol.name);
    let exported = symbol.flags.has(SymbolFlags::EXPORTED) && symbol.parent.is_none();
    let rule = if exported && file.language() != Language::Python { &DEAD_EXPORT } else { &DEAD_SYMBOL };
    let also = match falls {
        0 => String::new(),
        1 => ", and one more definition is used only by what is dead".to_owned(),
        more => format!(", and {more} more definitions are used only by what is dead"),
    };
    let kind = symbol.kind.name().replace('_', " ");
    let mut draft = about(rule, code, place, format!("nothing uses the {kind} `{name}`{also}"));
    draft.confidence = confidence(code, name, draft.confidence);
    if symbol.parent.is_some() || symbol.impl_of.is_some() {
        let public = symbol.visibility != Visibility::Private;
        draft.confidence = draft.confidence.min(if public { PUBLIC_MEMBER } else { MEMBER });
    }
    if is_global(file, symbol) || code.is_mentioned(name) {
        draft.confidence = draft.confidence.min(MAY_BE_IT);
    }
    Some(draft)
}
