//! What is reached: from entry points along uses, as far as anything can be told.

use super::escape::Escapes;
use super::files::is_of_a_tool;
use super::is_script;
use super::named::Named;
use super::open::Open;
use super::symbols::is_decidable;
use crate::code::{Code, CodeFile, Place, PlaceSet, TextSet};
use crate::subject::RUN_BY_HAND;
use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_domain::facts::{Export, ExportSource, ImportIx, Reference, Role, SymbolFlags, SymbolIx};
use tribunal_domain::{ImportOutcome, Language, Outcome, SymbolId};

/// Kinds of entry by which all exports of a file count as used.
const OFFERED: &[&str] = &["manifest", "declared", "convention", "main", "test", "script", "library"];

/// The kind of entry by which a file is reached and no more: a component in no language that is read imports it. Which names
/// it wants is among the words of such components.
pub const IMPORTED: &str = "imported";

/// What is reached and what is not.
pub(crate) struct Reach {
    live: PlaceSet,
    /// What an entry file offers: used by whoever uses the entry.
    public: PlaceSet,
    /// References that only pass a name on to importers of the file: no use by themselves.
    reexported: FxHashSet<(u32, u32)>,
    /// Modules whose every export may be used.
    pub escapes: Escapes,
    /// Classes that may be called by code nobody sees.
    pub open: Open,
    /// Modules that a file which is reached hands on as a whole.
    escaped: FxHashSet<u32>,
}

impl Reach {
    /// Follows uses from every entry point.
    pub fn of(code: &Code) -> Self {
        let reexported = reexports(code);
        let escapes = Escapes::of(code);
        let open = Open::of(code);
        let mut walk = Walk::new(code, &open, &reexported);
        walk.start(&escapes);
        let Walk { live, public, .. } = walk;
        let reached = |from: &Place| live.contains(Place { symbol: None, ..*from });
        let escaped = escapes.files().filter(|(from, _)| reached(from)).map(|(_, file)| *file).collect();
        Self { live, public, reexported, escapes, open, escaped }
    }

    /// Whether a definition or file is reached.
    pub fn is_live(&self, place: Place) -> bool {
        self.live.contains(place)
    }

    /// Whether an entry file offers a definition to the world.
    pub fn is_public(&self, place: Place) -> bool {
        self.public.contains(place)
    }

    /// Whether a whole module is handed on by a file that is reached.
    pub fn is_handed_on(&self, file: u32) -> bool {
        self.escaped.contains(&file)
    }

    /// Whether a reference is more than a name passed on by a re-export.
    pub fn is_use(&self, file: u32, reference: u32) -> bool {
        !self.reexported.contains(&(file, reference))
    }
}

/// Names in `export … from`, as (file, reference).
fn reexports(code: &Code) -> FxHashSet<(u32, u32)> {
    let mut found = FxHashSet::default();
    for (at, file) in code.files.iter().enumerate().filter(|(_, file)| is_script(file.language())) {
        let names = file.facts.imports.iter().filter(|import| import.reexport).flat_map(|import| &import.names);
        let places: FxHashSet<_> = names.map(|name| name.position).collect();
        let references = file.facts.references.iter().enumerate();
        let passing = references.filter(|(_, use_)| use_.role == Role::Import && places.contains(&use_.position));
        found.extend(passing.map(|(ix, _)| (at as u32, ix as u32)));
    }
    found
}

/// Where a language defines by assigning, the definition is recorded as a write.
fn is_definition(code: &Code, at: u32, ix: u32, reference: &Reference) -> bool {
    if reference.role != Role::Write {
        return false;
    }
    let target = code.files[at as usize].target(ix as usize).filter(|place| place.file == at);
    let defined = target.and_then(|place| code.symbol(place)).map(|symbol| symbol.name_at);
    defined == Some(reference.position)
}

struct Walk<'a> {
    code: &'a Code,
    reexported: &'a FxHashSet<(u32, u32)>,
    /// Names of which all members are reached.
    spread: FxHashSet<&'a str>,
    live: PlaceSet,
    todo: Vec<Place>,
    offered: FxHashSet<u32>,
    public: PlaceSet,
    by_path: FxHashMap<&'a [u8], u32>,
    named: Named<'a>,
    open: &'a Open,
    /// Names, by file, of which all members are reached.
    asked: TextSet,
}

impl<'a> Walk<'a> {
    fn new(code: &'a Code, open: &'a Open, reexported: &'a FxHashSet<(u32, u32)>) -> Self {
        Self {
            code,
            reexported,
            spread: FxHashSet::default(),
            live: code.no_places(),
            todo: Vec::new(),
            offered: FxHashSet::default(),
            public: code.no_places(),
            by_path: code.files.iter().enumerate().map(|(at, file)| (file.path.as_bytes(), at as u32)).collect(),
            named: Named::of(code),
            open,
            asked: code.no_texts(),
        }
    }

    fn start(&mut self, escapes: &Escapes) {
        let code = self.code;
        for (at, file) in code.files.iter().enumerate() {
            let whole = Place { file: at as u32, symbol: None };
            let entries = code.entries(file.id());
            let by_hand = is_script(file.language()) && (is_run_by_hand(&file.path.to_text()) || is_of_a_tool(file));
            if by_hand {
                self.reach(whole);
                self.offer(at as u32);
            }
            // `//go:build ignore`: a template of a generator, or a program of its own.
            if is_apart(file) {
                (0..file.facts.symbols.len() as u32)
                    .for_each(|ix| self.reach(Place { symbol: Some(SymbolIx(ix)), ..whole }));
            }
            // Only modules of scripts are reached by imports alone; other files are part of the program as they are.
            if !is_script(file.language()) || !entries.is_empty() {
                self.reach(whole);
            }
            if entries.iter().any(|entry| &*entry.kind == IMPORTED) {
                self.offer_default(at as u32);
            }
            if is_script(file.language()) && entries.iter().any(|entry| OFFERED.contains(&&*entry.kind)) {
                self.offer(at as u32);
            }
        }
        for place in code.symbols() {
            let top = code.symbol(place).is_some_and(|symbol| symbol.parent.is_none());
            let entered = !code.entries(code.id(place)).is_empty();
            let in_script = is_script(code.file(place).language());
            if entered || top && !in_script && !is_decidable(code, self.open, place) {
                self.reach(place);
            }
        }
        self.follow(escapes);
    }

    fn follow(&mut self, escapes: &Escapes) {
        while let Some(place) = self.todo.pop() {
            self.follow_uses(place);
            if let Some(symbol) = self.code.symbol(place) {
                self.reach(Place { symbol: None, ..place });
                if let Some(parent) = symbol.parent {
                    self.reach(Place { symbol: Some(parent), ..place });
                }
                self.bring_along(place);
            } else {
                self.enter_file(place.file);
            }
            for file in escapes.from(place) {
                self.offer(file);
            }
        }
    }

    /// Reaches what a place uses: definitions, files and all members of a name.
    fn follow_uses(&mut self, place: Place) {
        let file = self.code.file(place);
        let passes_on = !self.reexported.is_empty();
        for (ix, reference, outcome) in file.references_in(place.symbol) {
            if passes_on && self.reexported.contains(&(place.file, ix))
                || is_definition(self.code, place.file, ix, reference)
            {
                continue;
            }
            match outcome {
                Outcome::Resolved(_) => file.target(ix as usize).into_iter().for_each(|place| self.reach(place)),
                Outcome::Ambiguous(ids) => ids.iter().for_each(|id| self.reach_id(*id)),
                // Comparing numbers first spares most of the names of a file.
                Outcome::ByName if self.asked.insert(place.file, reference.name) => {
                    self.reach_named(file.facts.text(reference.name));
                }
                Outcome::ByName => {}
                Outcome::Local | Outcome::Unresolved | Outcome::External => {}
            }
        }
    }

    /// Members that count as used with their class: all of which it cannot be told.
    fn bring_along(&mut self, place: Place) {
        let Some(symbol) = place.symbol else { return };
        for &member in self.code.file(place).children(symbol) {
            let member = Place { symbol: Some(member), ..place };
            if !is_decidable(self.code, self.open, member) {
                self.reach(member);
            }
        }
    }

    /// A file that is reached runs its imports; a declaration stands for the script beside it, and the other way round.
    fn enter_file(&mut self, at: u32) {
        let file = &self.code.files[at as usize];
        if is_script(file.language()) {
            for sibling in siblings(&file.path.to_text()) {
                if let Some(&other) = self.by_path.get(sibling.as_bytes()) {
                    self.reach(Place { file: other, symbol: None });
                }
            }
            // `(function setUp() { … })()`: what bears a label runs where it stands.
            for (ix, symbol) in file.facts.symbols.iter().enumerate() {
                if symbol.body == Some(symbol.scope) {
                    self.reach(Place { file: at, symbol: Some(SymbolIx(ix as u32)) });
                }
            }
        }
        for other in self.named.by(at) {
            // Whoever loads a file by its path may ask it for anything.
            self.reach(Place { file: other, symbol: None });
            self.offer(other);
        }
        for (target, _) in &file.resolution.dependencies {
            self.reach_id(*target);
        }
    }

    fn reach_id(&mut self, id: SymbolId) {
        if let Some(place) = self.code.place(id) {
            self.reach(place);
        }
    }

    fn reach_named(&mut self, name: &'a str) {
        if !self.spread.insert(name) {
            return;
        }
        let code = self.code;
        let is_member = |place: &&Place| {
            // A module of Python is an object like others: `modules.store._save` may be any function `_save`.
            let python = code.file(**place).language() == Language::Python;
            python || code.symbol(**place).is_some_and(|it| it.parent.is_some() || it.impl_of.is_some())
        };
        code.named(name).iter().filter(is_member).for_each(|place| self.reach(*place));
    }

    fn reach(&mut self, place: Place) {
        if self.live.insert(place) {
            self.todo.push(place);
            self.reach_overloads(place);
        }
    }

    /// Overloads and merged declarations share a name: whoever uses one may mean another.
    fn reach_overloads(&mut self, place: Place) {
        let Some(symbol) = place.symbol else { return };
        for &twin in self.code.file(place).twins(symbol) {
            let twin = Place { symbol: Some(twin), ..place };
            if self.live.insert(twin) {
                self.todo.push(twin);
            }
        }
    }

    /// What a file offers without a name is used: whoever imports it names it as he likes.
    fn offer_default(&mut self, at: u32) {
        let file = &self.code.files[at as usize];
        for export in file.facts.exports.iter().filter(|it| it.name.is_some_and(|it| file.facts.text(it) == "default"))
        {
            match export.source {
                ExportSource::Local(name) => self.offer_local(at, file.facts.text(name)),
                ExportSource::Value(_) | ExportSource::Import { .. } => {}
            }
        }
        let spoken = file.facts.symbols.iter().enumerate();
        let spoken = spoken.filter(|(_, it)| it.parent.is_none() && self.code.is_outside(file.facts.text(it.name)));
        let spoken: Vec<_> = spoken.map(|(ix, _)| SymbolIx(ix as u32)).collect();
        spoken.into_iter().for_each(|symbol| self.reach(Place { file: at, symbol: Some(symbol) }));
    }

    /// Everything a file offers is used, and so is what it passes on.
    fn offer(&mut self, at: u32) {
        if !self.offered.insert(at) {
            return;
        }
        let file = &self.code.files[at as usize];
        self.reach(Place { file: at, symbol: None });
        for export in &file.facts.exports {
            match export.source {
                ExportSource::Local(name) => self.offer_local(at, file.facts.text(name)),
                ExportSource::Import { import, name } if is_whole(file, export, import, name) => {
                    let ImportOutcome::Internal(ids) = &file.resolution.imports[import.ix()] else { continue };
                    let files: Vec<_> = ids.iter().filter_map(|id| self.code.place(*id)).collect();
                    files.into_iter().for_each(|place| self.offer(place.file));
                }
                ExportSource::Import { .. } | ExportSource::Value(_) => {}
            }
        }
        // Names passed on by an entry are used by whoever uses the entry.
        let passed = file.facts.references.iter().enumerate();
        let passed: Vec<_> = passed.filter(|(ix, _)| self.reexported.contains(&(at, *ix as u32))).collect();
        for (ix, _) in passed {
            if let Outcome::Resolved(id) = &file.resolution.references[ix] {
                self.publish(*id);
            }
        }
        let exported = file.facts.symbols.iter().enumerate();
        let exported =
            exported.filter(|(_, symbol)| symbol.parent.is_none() && symbol.flags.has(SymbolFlags::EXPORTED));
        let exported: Vec<_> = exported.map(|(ix, _)| SymbolIx(ix as u32)).collect();
        for symbol in exported {
            self.make_public(Place { file: at, symbol: Some(symbol) });
        }
    }

    /// A definition is offered, or all that a module offers.
    fn publish(&mut self, id: SymbolId) {
        match self.code.place(id) {
            Some(Place { file, symbol: None }) => self.offer(file),
            Some(place) => self.make_public(place),
            None => {}
        }
    }

    fn make_public(&mut self, place: Place) {
        self.public.insert(place);
        self.reach(place);
    }

    fn offer_local(&mut self, at: u32, name: &str) {
        let file = &self.code.files[at as usize];
        let named = file
            .facts
            .symbols
            .iter()
            .position(|symbol| symbol.parent.is_none() && file.facts.text(symbol.name) == name);
        if let Some(ix) = named {
            self.make_public(Place { file: at, symbol: Some(SymbolIx(ix as u32)) });
        }
    }
}

/// Whether a file of Go is left out of every build.
fn is_apart(file: &CodeFile) -> bool {
    let said = |text: &str| text.contains("go:build ignore") || text.contains("+build ignore");
    file.language() == Language::Go
        && file.facts.comments.iter().take_while(|it| it.line <= 30).any(|it| said(file.facts.text(it.text)))
}

/// Files that people, frameworks or tools start by their place: examples, benchmarks, fixtures, pages of a site.
fn is_run_by_hand(path: &str) -> bool {
    const FOLDERS: &[&str] =
        &["__benchmarks__", "fixture", "__fixtures__", "playgrounds", "script", "sandbox", "app", "pages", "routes"];
    let (folders, _) = path.rsplit_once('/').unwrap_or(("", path));
    folders.split('/').any(|folder| FOLDERS.contains(&folder) || RUN_BY_HAND.contains(&folder))
}

/// `export * from` and `export * as name from`.
fn is_whole(file: &CodeFile, export: &Export, import: ImportIx, name: u32) -> bool {
    let names = &file.facts.imports[import.ix()].names;
    export.name.is_none() || names.get(name as usize).is_some_and(|name| name.name.is_none())
}

/// `a.d.ts` declares what `a.js` does.
pub(super) fn siblings(path: &str) -> Vec<String> {
    const PAIRS: &[(&str, &[&str])] = &[(".d.ts", &[".js", ".jsx"]), (".d.mts", &[".mjs"]), (".d.cts", &[".cjs"])];
    let mut found = Vec::new();
    for (declaration, scripts) in PAIRS {
        if let Some(stem) = path.strip_suffix(declaration) {
            found.extend(scripts.iter().map(|script| format!("{stem}{script}")));
        }
        let stems = scripts.iter().filter_map(|script| path.strip_suffix(script));
        found.extend(stems.map(|stem| format!("{stem}{declaration}")));
    }
    found
}
