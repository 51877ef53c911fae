//! Which definitions tests reach, by every name they use and every name those use: resolved, ambiguous and by name.
//!
//! In doubt something is reached: what is said to be untested must be.

use crate::code::{Code, CodeFile, Place};
use crate::subject::{has_foreign_base, is_override};
use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_domain::facts::{SymbolFlags, SymbolIx, SymbolKind};
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
    reached: FxHashSet<SymbolId>,
}

/// Who names what.
#[derive(Default)]
struct Names {
    targets: FxHashMap<SymbolId, Vec<SymbolId>>,
    by_name: FxHashMap<SymbolId, Vec<Box<str>>>,
    members: FxHashMap<Box<str>, Vec<SymbolId>>,
    overridden: FxHashMap<SymbolId, Vec<SymbolId>>,
}

impl Reach {
    /// Follows all names from all tests.
    pub fn of(code: &Code) -> Self {
        let names = Names::of(code);
        let mut reached: FxHashSet<SymbolId> = FxHashSet::default();
        let mut spread: FxHashSet<Box<str>> = FxHashSet::default();
        let mut open: Vec<SymbolId> = roots(code);
        while let Some(id) = open.pop() {
            if !reached.insert(id) {
                continue;
            }
            open.extend(names.targets.get(&id).into_iter().flatten());
            open.extend(names.overridden.get(&id).into_iter().flatten());
            for name in names.by_name.get(&id).into_iter().flatten() {
                if spread.insert(name.clone()) {
                    open.extend(names.members.get(name).into_iter().flatten());
                }
            }
            let Some(place) = code.place(id) else { continue };
            open.extend(implied(code, place));
            // Whoever has a member of that name may implement the interface.
            let declared = code.symbol(place).filter(|it| it.flags.has(SymbolFlags::ABSTRACT));
            let name = declared.map(|it| code.file(place).facts.text(it.name));
            open.extend(name.and_then(|name| names.members.get(name)).into_iter().flatten());
        }
        Self { reached }
    }

    /// Whether tests reach a definition.
    pub fn has(&self, id: SymbolId) -> bool {
        self.reached.contains(&id)
    }
}

impl Names {
    fn of(code: &Code) -> Self {
        let mut names = Self::default();
        for (at, file) in code.files.iter().enumerate() {
            for (reference, outcome) in file.facts.references.iter().zip(&file.resolution.references) {
                let from = code.id(Place { file: at as u32, symbol: file.owner(reference.scope) });
                match outcome {
                    Outcome::Resolved(id) => names.targets.entry(from).or_default().push(*id),
                    Outcome::Ambiguous(ids) => names.targets.entry(from).or_default().extend(ids),
                    Outcome::ByName | Outcome::Unresolved => {
                        names.by_name.entry(from).or_default().push(file.facts.text(reference.name).into());
                    }
                    Outcome::Local | Outcome::External => {}
                }
            }
            for (ix, symbol) in file.facts.symbols.iter().enumerate() {
                names.members.entry(file.facts.text(symbol.name).into()).or_default().push(file.ids[ix]);
            }
            for &(ix, base) in &file.resolution.overrides {
                names.overridden.entry(base).or_default().push(file.ids[ix.ix()]);
            }
        }
        names
    }
}

/// Tests, what runs when a file is loaded, and what is called by no name at all.
fn roots(code: &Code) -> Vec<SymbolId> {
    // Tests in another language drive the program from outside.
    let families: FxHashSet<Language> =
        code.files.iter().filter(|it| it.kind.test).map(|it| it.language().family()).collect();
    let starts_programs = families.len() > 1
        || code
            .files
            .iter()
            .filter(|file| file.kind.test)
            .any(|file| file.facts.references.iter().any(|it| STARTERS.contains(&file.facts.text(it.name))));
    let mut roots: Vec<SymbolId> = code.files.iter().map(CodeFile::id).collect();
    for file in &code.files {
        for (ix, symbol) in file.facts.symbols.iter().enumerate() {
            let id = file.ids[ix];
            let called = |kind: &str| HIDDEN_CALLERS.contains(&kind) || (kind == "main" && starts_programs);
            let hidden = code.entries(id).iter().any(|entry| called(&entry.kind));
            let spelled = code.is_mentioned(file.facts.text(symbol.name));
            if file.kind.test || symbol.flags.has(SymbolFlags::TEST) || hidden || spelled {
                roots.push(id);
            }
        }
    }
    roots
}

/// What comes with a definition: constructors and members that others call, functions inside of a function.
fn implied(code: &Code, place: Place) -> Vec<SymbolId> {
    let (file, Some(ix)) = (code.file(place), place.symbol) else { return Vec::new() };
    let foreign = descends_from_outside(code, place);
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
        special || called || nested || foreign || is_override(file, it)
    };
    all.filter(comes).chain(twins).map(|it| file.ids[it.ix()]).collect()
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
