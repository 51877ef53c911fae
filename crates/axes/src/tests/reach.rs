//! Which definitions tests reach, by every name they use and every name those use: resolved, ambiguous and by name.
//!
//! In doubt something is reached: what is said to be untested must be.

use crate::code::{Code, CodeFile, Place, PlaceSet};
use crate::subject::{has_foreign_base, is_override};
use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_domain::facts::{SymbolFlags, SymbolIx, SymbolKind, Text};
use tribunal_domain::{Language, Outcome, SymbolId};

/// Names of tests that start programs: what `main` reaches is then reached too.
const STARTERS: &[&str] = &[
    "Command",
    "subprocess",
    "Popen",
    "check_output",
    "spawnSync",
    "execSync",
    "CommandContext",
    "cargo_bin",
    "execa",
];

/// Reasons for which something runs that no name shows.
const HIDDEN_CALLERS: &[&str] = &["framework", "foreign", "declared", "manifest", "script"];

/// All that tests reach.
pub(super) struct Reach {
    reached: PlaceSet,
}

impl Reach {
    /// Follows all names from all tests.
    pub fn of(code: &Code) -> Self {
        let overridden = overridden(code);
        let mut reached = code.no_places();
        let mut open: Vec<Place> = roots(code);
        // Each name is followed once: all that have it are reached then.
        let mut spread: FxHashSet<&str> = FxHashSet::default();
        let mut asked = code.no_texts();
        while let Some(place) = open.pop() {
            if !reached.insert(place) {
                continue;
            }
            let file = code.file(place);
            let mut by_name = |text: Text| {
                // Comparing numbers first spares most of the names of a file.
                let fresh = asked.insert(place.file, text).then(|| file.facts.text(text));
                let fresh = fresh.filter(|name| spread.insert(name));
                fresh.map_or(&[][..], |name| code.named(name)).iter().copied()
            };
            for (ix, reference, outcome) in file.references_in(place.symbol) {
                match outcome {
                    // Most of what is used was reached before.
                    Outcome::Resolved(_) => {
                        open.extend(file.target(ix as usize).filter(|target| !reached.contains(*target)));
                    }
                    Outcome::Ambiguous(ids) => open.extend(ids.iter().filter_map(|id| code.place(*id))),
                    Outcome::ByName | Outcome::Unresolved => open.extend(by_name(reference.name)),
                    Outcome::Local | Outcome::External => {}
                }
            }
            // Whoever has a member of that name may implement the interface.
            let declared = code.symbol(place).filter(|it| it.flags.has(SymbolFlags::ABSTRACT));
            declared.into_iter().for_each(|it| open.extend(by_name(it.name)));
            open.extend(overridden.get(&code.id(place)).into_iter().flatten());
            imply(code, place, &mut open);
        }
        Self { reached }
    }

    /// Whether tests reach a definition.
    pub fn has(&self, place: Place) -> bool {
        self.reached.contains(place)
    }
}

/// Members by what they hide.
fn overridden(code: &Code) -> FxHashMap<SymbolId, Vec<Place>> {
    let mut by: FxHashMap<SymbolId, Vec<Place>> = FxHashMap::default();
    for (at, file) in code.files.iter().enumerate() {
        for &(ix, base) in &file.resolution.overrides {
            by.entry(base).or_default().push(Place { file: at as u32, symbol: Some(ix) });
        }
    }
    by
}

/// Tests, what runs when a file is loaded, and what is called by no name at all.
fn roots(code: &Code) -> Vec<Place> {
    // Tests in another language drive the program from outside.
    let families: FxHashSet<Language> =
        code.files.iter().filter(|it| it.kind.test).map(|it| it.language().family()).collect();
    // A name stands once among the texts of a file, however often it is used.
    let may_start = |file: &CodeFile| file.facts.strings.iter().any(|text| STARTERS.contains(&text));
    let starts = |file: &CodeFile| file.facts.references.iter().any(|it| STARTERS.contains(&file.facts.text(it.name)));
    let starts_programs =
        families.len() > 1 || code.files.iter().any(|file| file.kind.test && may_start(file) && starts(file));
    let mut roots: Vec<Place> = Vec::new();
    for (at, file) in code.files.iter().enumerate() {
        let place = |symbol| Place { file: at as u32, symbol };
        roots.push(place(None));
        for (ix, symbol) in file.facts.symbols.iter().enumerate() {
            let id = file.ids[ix];
            let called = |kind: &str| HIDDEN_CALLERS.contains(&kind) || (kind == "main" && starts_programs);
            let hidden = code.entries(id).iter().any(|entry| called(&entry.kind));
            let spelled = code.is_mentioned(file.facts.text(symbol.name));
            if file.kind.test || symbol.flags.has(SymbolFlags::TEST) || hidden || spelled {
                roots.push(place(Some(SymbolIx(ix as u32))));
            }
        }
    }
    roots
}

/// What comes with a definition: constructors and members that others call, functions inside of a function.
fn imply(code: &Code, place: Place, open: &mut Vec<Place>) {
    let (file, Some(ix)) = (code.file(place), place.symbol) else { return };
    let foreign = std::cell::LazyCell::new(|| descends_from_outside(code, place));
    let own = file.facts.symbol(ix);
    // An overload's heads stand for its body.
    let twins = file.twins(ix).iter().copied().filter(|&it| it != ix && file.facts.symbol(it).scope == own.scope);
    let all = file.children(ix).iter().copied();
    let comes = |&it: &SymbolIx| {
        let member = file.facts.symbol(it);
        let name = file.facts.text(member.name);
        let special = member.flags.has(SymbolFlags::CONSTRUCTOR) || member.flags.has(SymbolFlags::ACCESSOR);
        let called = name.starts_with("__")
            || (file.language() == Language::Rust && member.impl_of.is_some() && is_override(file, it));
        let nested = file.facts.symbol(ix).measures.is_some();
        special || called || nested || *foreign || is_override(file, it)
    };
    open.extend(all.filter(comes).chain(twins).map(|it| Place { symbol: Some(it), ..place }));
}

/// Whether some ancestor of a class is not part of the code, or is no class at all but computed.
fn descends_from_outside(code: &Code, place: Place) -> bool {
    let mut open = vec![place];
    let mut seen = FxHashSet::default();
    while let Some(place) = open.pop() {
        let (file, Some(ix)) = (code.file(place), place.symbol) else { continue };
        if !seen.insert(place) || file.facts.symbol(ix).measures.is_some() {
            continue;
        }
        if has_foreign_base(file, ix) {
            return true;
        }
        let span = file.facts.symbol(ix).span;
        for (reference, outcome) in file.inherits() {
            let own = span.start <= reference.position && reference.position < span.end;
            let Outcome::Resolved(base) = outcome else { continue };
            let Some(base) = code.place(*base).filter(|_| own) else { continue };
            if code.symbol(base).is_some_and(|it| matches!(it.kind, SymbolKind::Variable | SymbolKind::Constant)) {
                return true;
            }
            open.push(base);
        }
    }
    false
}
