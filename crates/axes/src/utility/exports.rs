//! `dead-export` and `needless-export` in modules of scripts: what a file offers and no other file asks for.

use super::reach::{IMPORTED, Reach, siblings};
use super::rules::{DEAD_EXPORT, NEEDLESS_EXPORT};
use super::symbols::is_test_data;
use super::{about, is_script};
use crate::code::{Code, CodeFile, Place, Use};
use crate::draft::Draft;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use tribunal_domain::facts::{
    BindingKind, Export, ExportSource, Position, Reference, Role, Span, Symbol, SymbolFlags, SymbolIx, SymbolKind,
};
use tribunal_domain::finding::{ClaimKind, Severity};
use tribunal_domain::{ImportOutcome, RepoPath, file_id};

/// Every export that no other reached file uses.
pub(super) fn judge(code: &Code, reach: &Reach, asked: &Asked<'_>) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for (at, file) in code.files.iter().enumerate() {
        let whole = Place { file: at as u32, symbol: None };
        let judged = is_script(file.language())
            && file.kind.is_own()
            && !is_test_data(file)
            && !is_declaration(file)
            && !is_compiled_beside(code, file);
        if judged && reach.is_live(whole) {
            drafts.extend(own_exports(code, reach, asked, at as u32));
            drafts.extend(passed_on(code, asked, at as u32));
        }
    }
    let mut drafts = without_conventions(drafts);
    doubt_spelt(code, &mut drafts);
    drafts
}

/// What a string of another file spells may be asked for by it.
fn doubt_spelt(code: &Code, drafts: &mut [Draft]) {
    let spelt = drafts.iter().filter(|draft| draft.confidence > MAY_BE_IT && code.is_mentioned(&draft.symbol));
    let names: FxHashSet<String> = spelt.map(|draft| draft.symbol.clone()).collect();
    let mut files: FxHashMap<&str, FxHashSet<&RepoPath>> = FxHashMap::default();
    for file in code.files.iter().filter(|_| !names.is_empty()) {
        for name in file.facts.mentions.iter().map(|mention| mention.last(&file.facts)) {
            if names.contains(name) {
                files.entry(name).or_default().insert(&file.path);
            }
        }
    }
    for draft in drafts {
        let elsewhere = files.get(draft.symbol.as_str()).is_some_and(|files| files.iter().any(|it| **it != draft.path));
        if elsewhere {
            draft.confidence = draft.confidence.min(MAY_BE_IT);
        }
    }
}

/// Whether what a compiler made of a file lies beside it: imports may mean that.
fn is_compiled_beside(code: &Code, file: &CodeFile) -> bool {
    let path = file.path.to_text();
    let stem = path.strip_suffix(".tsx").or_else(|| path.strip_suffix(".ts"));
    let made = stem.and_then(|stem| RepoPath::new(format!("{stem}.js")).ok());
    made.is_some_and(|made| code.file_at(&made).is_some())
}

/// Files that offer a name which nobody asks for, from which on somebody asks all of them for it: a loader of a folder.
const CONVENTION: usize = 4;

/// Leaves out names that many files offer and none asks for: `resolvers` in each, for whatever reads the folder.
fn without_conventions(mut drafts: Vec<Draft>) -> Vec<Draft> {
    let mut files: FxHashMap<String, usize> = FxHashMap::default();
    for draft in drafts.iter().filter(|draft| draft.rule == DEAD_EXPORT.name) {
        *files.entry(draft.symbol.clone()).or_default() += 1;
    }
    drafts.retain(|draft| draft.rule != DEAD_EXPORT.name || files.get(&draft.symbol).is_none_or(|it| *it < CONVENTION));
    drafts
}

/// Which names of which files are asked for by reached files.
pub(super) struct Asked<'a> {
    names: FxHashSet<(u32, &'a str)>,
    whole: FxHashSet<u32>,
}

impl<'a> Asked<'a> {
    pub fn of(code: &'a Code, reach: &Reach) -> Self {
        let mut asked = Self { names: FxHashSet::default(), whole: FxHashSet::default() };
        for (at, file) in code.files.iter().enumerate() {
            if !reach.is_live(Place { file: at as u32, symbol: None }) {
                continue;
            }
            for (import, outcome) in file.facts.imports.iter().zip(&file.resolution.imports) {
                let ImportOutcome::Internal(ids) = outcome else { continue };
                for place in ids.iter().filter_map(|id| code.place(*id)) {
                    if import.star || import.names.iter().any(|name| name.name.is_none()) {
                        asked.whole.insert(place.file);
                    }
                    let names = import.names.iter().filter_map(|name| name.name);
                    asked.names.extend(names.map(|name| (place.file, file.facts.text(name))));
                }
            }
        }
        asked
    }

    /// Whether a file imports this name from another.
    pub fn has_name(&self, file: u32, name: &str) -> bool {
        self.names.contains(&(file, name))
    }

    fn has(&self, file: u32, name: &str) -> bool {
        self.whole.contains(&file) || self.names.contains(&(file, name))
    }
}

fn own_exports(code: &Code, reach: &Reach, asked: &Asked<'_>, at: u32) -> Vec<Draft> {
    let file = &code.files[at as usize];
    let mut offered: BTreeMap<SymbolIx, Vec<String>> = BTreeMap::new();
    for export in &file.facts.exports {
        for symbol in exported_symbols(file, export) {
            let name = export.name.map(|name| file.facts.text(name).to_owned());
            offered.entry(symbol).or_default().extend(name);
        }
    }
    let mut drafts = Vec::new();
    let imported = is_imported(code, file);
    offered.retain(|_, names| !imported || !names.iter().any(|name| name == "default"));
    for (symbol, names) in offered {
        let place = Place { file: at, symbol: Some(symbol) };
        match unasked(code, reach, place) {
            // A list that passes it on needs the keyword, whoever asks for the list.
            Some(draft) if draft.rule == NEEDLESS_EXPORT.name && names.iter().any(|name| asked.has_name(at, name)) => {}
            Some(mut draft) => {
                draft.exported_as = names;
                drafts.push(draft);
            }
            None if names.len() > 1 && !reach.is_public(place) => {
                let unasked = names.iter().filter(|name| !asked.has(at, name));
                drafts.extend(unasked.map(|name| other_name(file, name)));
            }
            None => {}
        }
    }
    drafts
}

/// A second name of something that is asked for by its first.
fn other_name(file: &CodeFile, name: &str) -> Draft {
    let export = file.facts.exports.iter().find(|export| export.name.is_some_and(|own| file.facts.text(own) == name));
    let start = export.map_or(Position { line: 1, column: 1 }, |export| export.position);
    name_of_export(file, start, name, format!("nothing asks for the second name `{name}` of this export"))
}

fn name_of_export(file: &CodeFile, start: Position, name: &str, message: String) -> Draft {
    let mut draft = Draft::new(&DEAD_EXPORT, &file.path, Span { start, end: start }, message);
    name.clone_into(&mut draft.symbol);
    "export".clone_into(&mut draft.kind);
    draft.anchor = format!("export {name}");
    draft.exported_as = vec![name.to_owned()];
    draft.columns = None;
    draft.claims(ClaimKind::SymbolUnused);
    draft
}

/// The definitions behind an export: overloads and merged declarations share a name.
fn exported_symbols(file: &CodeFile, export: &Export) -> Vec<SymbolIx> {
    let name = match export.source {
        ExportSource::Local(name) => name,
        ExportSource::Value(_) => match export.name {
            Some(name) => name,
            None => return Vec::new(),
        },
        ExportSource::Import { .. } => return Vec::new(),
    };
    let symbols = file.facts.symbols.iter().enumerate();
    let named = symbols.filter(|(_, symbol)| symbol.parent.is_none() && symbol.name == name);
    let mut named: Vec<_> = named.collect();
    // A type and a value may share a name, and one of them be exported.
    named.sort_by_key(|(ix, symbol)| (!symbol.flags.has(SymbolFlags::EXPORTED), *ix));
    named.into_iter().map(|(ix, _)| SymbolIx(ix as u32)).take(1).collect()
}

/// A draft, if no other file asks for the definition.
fn unasked(code: &Code, reach: &Reach, place: Place) -> Option<Draft> {
    let file = code.file(place);
    let symbol = code.symbol(place)?;
    let id = code.id(place);
    let offered = is_offered(code, file)
        || has_declaration(code, file)
        || reach.is_public(place)
        || is_marked_public(file, place.symbol?);
    if !code.entries(id).is_empty() || offered {
        return None;
    }
    let real = |use_: &&Use| reach.is_use(use_.from.file, use_.reference);
    let reached = |use_: &&Use| reach.is_live(Place { symbol: None, ..use_.from });
    // Overloads share a name, and an import means all of them.
    let same = file.facts.symbols.iter().zip(&file.ids).filter(|(it, _)| it.parent.is_none() && it.name == symbol.name);
    let uses = same.flat_map(|(_, id)| code.uses(*id));
    let uses: Vec<&Use> = uses.filter(real).filter(reached).collect();
    let name = file.facts.text(symbol.name);
    let elsewhere = uses.iter().any(|use_| use_.from.file != place.file)
        || reach.escapes.is_touched(place.file, name)
        || code.is_outside(name);
    if elsewhere || reach.is_handed_on(place.file) || has_used_member(code, reach, place) {
        return None;
    }
    let inside = uses.iter().filter(|use_| !within(code, use_.from, place) && !is_offer(file, use_));
    let inside: Vec<_> = inside.collect();
    if inside.is_empty() {
        // The steps of a database are found by their folder.
        if file.path.folders().any(|folder| folder == b"migrations") {
            return None;
        }
        let mut draft = about(&DEAD_EXPORT, code, place, format!("nothing uses the export `{name}`"));
        draft.confidence = confidence(code, name, draft.confidence);
        return Some(draft);
    }
    // A file that nobody imports is a matter of its own.
    let asked = code.importers(file.id()).iter().any(|from| *from != place.file);
    let kept = !asked
        || is_of_a_family(code, file, symbol)
        || is_of_its_time(&file.path)
        || is_type(symbol.kind) && is_vocabulary(file)
        || inside.iter().any(|use_| is_declared_with(code, use_, name));
    let uses = inside.len();
    let message =
        format!("only its own file uses the export `{name}` ({uses} {})", if uses == 1 { "use" } else { "uses" });
    (!kept && !is_taken_apart(file, symbol)).then(|| {
        let mut draft = about(&NEEDLESS_EXPORT, code, place, message);
        // It is used; what is claimed to be missing is a use from another file.
        draft.claims.clear();
        let claim = draft.claims(ClaimKind::SymbolUnused);
        "outside its file".clone_into(&mut claim.value);
        draft.confidence = confidence(code, name, draft.confidence);
        draft
    })
}

/// Whether another file uses a member of a class: whoever does so has the class, by whatever way. What is in a type is reached
/// through values.
fn has_used_member(code: &Code, reach: &Reach, place: Place) -> bool {
    let file = code.file(place);
    if code.symbol(place).is_none_or(|it| it.kind != SymbolKind::Class) {
        return false;
    }
    let members =
        file.facts.symbols.iter().zip(&file.ids).filter(|(it, _)| it.parent.is_some() && it.parent == place.symbol);
    let used = |use_: &Use| {
        let whole = Place { symbol: None, ..use_.from };
        use_.certain
            && use_.from.file != place.file
            && reach.is_live(whole)
            && reach.is_use(use_.from.file, use_.reference)
    };
    members.flat_map(|(_, id)| code.uses(*id)).any(used)
}

/// One of many types, all of which the file offers, and another passes on as a whole: that is how it is written.
fn is_of_a_family(code: &Code, file: &CodeFile, symbol: &Symbol) -> bool {
    const MANY: usize = 5;
    let is_type = |it: &Symbol| matches!(it.kind, SymbolKind::Interface | SymbolKind::TypeAlias);
    let types = || file.facts.symbols.iter().filter(|it| it.parent.is_none() && is_type(it));
    let passes_on = |at: &u32| {
        let other = &code.files[*at as usize];
        let imports = other.facts.imports.iter().zip(&other.resolution.imports);
        imports
            .filter(|(import, _)| import.reexport && import.star)
            .any(|(_, outcome)| matches!(outcome, ImportOutcome::Internal(ids) if ids.contains(&file.id())))
    };
    is_type(symbol)
        && types().count() >= MANY
        && types().all(|it| it.flags.has(SymbolFlags::EXPORTED))
        && code.importers(file.id()).iter().any(passes_on)
}

/// `state.interfaces.ts`, `types.ts`: a file of many types that is named after them and keeps none back.
fn is_vocabulary(file: &CodeFile) -> bool {
    const NAMES: &[&[u8]] = &[b"types", b"type", b"interfaces", b"interface"];
    let named = file.path.file_name().split(|&byte| byte == b'.' || byte == b'-').any(|part| NAMES.contains(&part));
    let types = file.facts.symbols.iter().filter(|symbol| symbol.parent.is_none() && is_type(symbol.kind)).count();
    named && types >= MANY_TYPES && offered_types(file) == types
}

/// So many types in one file describe something as a whole.
const MANY_TYPES: usize = 6;

fn offered_types(file: &CodeFile) -> usize {
    let top = file.facts.symbols.iter().filter(|symbol| symbol.parent.is_none());
    top.filter(|symbol| is_type(symbol.kind) && symbol.flags.has(SymbolFlags::EXPORTED)).count()
}

/// Versions that lie side by side offer what all of them offer, and stay as they are.
fn is_of_its_time(path: &RepoPath) -> bool {
    let version = |folder: &[u8]| {
        folder.strip_prefix(b"v").is_some_and(|rest| !rest.is_empty() && rest.iter().all(u8::is_ascii_digit))
    };
    path.folders().any(|folder| version(folder) || folder == b"migrations")
}

/// Whether a value of the same file needs the name in its declaration, written or inferred: then importers of the value
/// need it too. A local variable's annotation stays inside.
fn is_declared_with(code: &Code, use_: &Use, name: &str) -> bool {
    let file = code.file(use_.from);
    let Some(symbol) = code.symbol(use_.from) else { return false };
    let mut outer = symbol;
    while let Some(parent) = outer.parent {
        outer = file.facts.symbol(parent);
    }
    if is_type(outer.kind) {
        return is_all_types(file);
    }
    if use_.role == Role::Type {
        return !is_annotation_of_local(file, use_);
    }
    outer.flags.has(SymbolFlags::EXPORTED) && file.facts.text(outer.signature).contains(&format!("typeof {name}"))
}

/// A file that offers many types and little else describes something as a whole.
fn is_all_types(file: &CodeFile) -> bool {
    let all = file.facts.symbols.iter().filter(|symbol| symbol.parent.is_none()).count();
    let offered = offered_types(file);
    offered >= MANY_TYPES && offered * 5 >= all * 4
}

/// `const x: T = …` inside a function.
fn is_annotation_of_local(file: &CodeFile, use_: &Use) -> bool {
    let reference = &file.facts.references[use_.reference as usize];
    file.facts.bindings.iter().any(|binding| {
        binding.kind == BindingKind::Local
            && binding.ty.is_some()
            && binding.position.line == reference.position.line
            && binding.position < reference.position
    })
}

/// `export const { a, b } = c`: one name cannot be kept private without writing the statement anew.
fn is_taken_apart(file: &CodeFile, symbol: &Symbol) -> bool {
    let head = file.facts.text(symbol.signature).trim_start_matches("export ");
    let head = ["const ", "let ", "var "].iter().find_map(|word| head.strip_prefix(word)).unwrap_or(head);
    head.starts_with(['{', '['])
}

fn is_type(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Interface | SymbolKind::TypeAlias | SymbolKind::Enum)
}

/// The name in `export { name }` and `export default name`.
fn is_offer(file: &CodeFile, use_: &Use) -> bool {
    let reference = &file.facts.references[use_.reference as usize];
    let named = |source: &ExportSource| match source {
        ExportSource::Local(name) => *name == reference.name,
        ExportSource::Value(_) => true,
        ExportSource::Import { .. } => false,
    };
    let here = |export: &&Export| export.position.line == reference.position.line && named(&export.source);
    use_.from.symbol.is_none()
        && file.facts.exports.iter().any(|export| here(&export))
        && !is_defined_at(file, reference)
}

/// `export const next = name + 1` uses `name` where it offers another.
fn is_defined_at(file: &CodeFile, reference: &Reference) -> bool {
    let line = reference.position.line;
    file.facts
        .symbols
        .iter()
        .any(|symbol| symbol.span.start.line == line && symbol.name != reference.name && symbol.parent.is_none())
}

/// Whether a place is the definition itself or lies in it.
pub(super) fn within(code: &Code, from: Place, place: Place) -> bool {
    let mut at = from.symbol;
    while let Some(symbol) = at {
        if from.file == place.file && Some(symbol) == place.symbol {
            return true;
        }
        at = code.file(from).facts.symbol(symbol).parent;
    }
    false
}

/// The file is an entry: what it exports is for others. A component that imports it says which names it wants.
pub(super) fn is_offered(code: &Code, file: &CodeFile) -> bool {
    code.entries(file.id()).iter().any(|entry| &*entry.kind != IMPORTED)
}

/// Whether a component imports the file: the name it gives to the default is its own.
fn is_imported(code: &Code, file: &CodeFile) -> bool {
    code.entries(file.id()).iter().any(|entry| &*entry.kind == IMPORTED)
}

pub(super) fn is_declaration(file: &CodeFile) -> bool {
    let name = file.path.file_name();
    [&b".d.ts"[..], b".d.mts", b".d.cts"].iter().any(|ending| name.ends_with(ending))
}

/// Importers find the declaration beside a script, not the script.
fn has_declaration(code: &Code, file: &CodeFile) -> bool {
    let path = file.path.to_text();
    let names = siblings(&path).into_iter().filter_map(|name| RepoPath::new(name).ok());
    names.into_iter().any(|name| code.place(file_id(&name)).is_some())
}

/// Documentation says that it is for others.
fn is_marked_public(file: &CodeFile, symbol: SymbolIx) -> bool {
    let docs = file.facts.docs.iter().filter(|doc| doc.symbol == Some(symbol));
    docs.into_iter().any(|doc| {
        let tagged = doc.fields.iter().any(|field| matches!(file.facts.text(field.tag), "public" | "api"));
        tagged || file.facts.text(doc.text).contains("@public")
    })
}

/// How sure one can be of what something nobody sees may use.
pub(super) const MAY_BE_IT: u8 = 50;

/// How sure one can be of a definition with this name: an access by name, or a name that nobody could resolve, may be it.
pub(super) fn confidence(code: &Code, name: &str, sure: u8) -> u8 {
    if code.is_accessed(name) || code.is_unresolved(name) { MAY_BE_IT.min(sure) } else { sure }
}

/// Names of `export … from` that nobody asks this file for.
fn passed_on(code: &Code, asked: &Asked<'_>, at: u32) -> Vec<Draft> {
    let file = &code.files[at as usize];
    if is_offered(code, file) {
        return Vec::new();
    }
    let mut drafts = Vec::new();
    for export in &file.facts.exports {
        let (Some(name), ExportSource::Import { .. }) = (export.name, export.source) else { continue };
        let name = file.facts.text(name);
        // An index that offers functions offers the types they speak of.
        let index = file.path.file_name().starts_with(b"index.");
        if export.type_only && index && file.facts.exports.iter().any(|other| !other.type_only) {
            continue;
        }
        // A component may ask by an alias.
        if asked.has(at, name) || code.is_outside(name) || name == "default" && is_imported(code, file) {
            continue;
        }
        let message = format!("nothing asks this file for `{name}`");
        let mut draft = name_of_export(file, export.position, name, message);
        // One name more in a list.
        draft.severity = Severity::Low;
        draft.confidence = confidence(code, name, draft.confidence);
        drafts.push(draft);
    }
    drafts
}
