//! The whole of the code as the axes see it: files with facts and settled names, entry points, and who uses what.

mod borrowed;
mod composed;
mod entries;
mod places;
mod relations;
mod specimens;
mod uses;

pub(crate) use places::{PlaceSet, TextSet};

use crate::documentation::Spoken;
use crate::observe::Observations;
use crate::tests::coverage::Coverage;
use borrowed::borrowed;
use composed::Composed;
use entries::Entries;
use places::Numbers;
use relations::Relations;
use rustc_hash::{FxHashMap, FxHashSet};
use specimens::specimens;
use std::sync::OnceLock;
use tribunal_domain::facts::{FileFacts, Reference, Role, ScopeIx, Symbol, SymbolIx, Text};
use tribunal_domain::{EntryPoint, FileResolution, Language, Outcome, RepoPath, SymbolId, file_id, symbol_ids};
use uses::Uses;

/// What a file was recognised as.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FileKind {
    /// Written by a tool.
    pub generated: bool,
    /// Copied from elsewhere.
    pub vendored: bool,
    /// It tests other code.
    pub test: bool,
    /// Tests work on it, or it is copied to start from; see `code/specimens.rs`.
    pub specimen: bool,
    /// It says what is written elsewhere, for those who check types.
    pub stub: bool,
}

impl FileKind {
    /// Whether it is somebody's to mend here.
    pub fn is_own(self) -> bool {
        !(self.generated || self.vendored || self.specimen || self.stub)
    }
}

/// One file.
#[derive(Debug)]
pub struct CodeFile {
    /// Its path.
    pub path: RepoPath,
    /// What it is.
    pub kind: FileKind,
    /// What is known of it alone.
    pub facts: FileFacts,
    /// What its names mean.
    pub resolution: FileResolution,
    /// What was seen in its tree.
    pub observations: Observations,
    /// The ids of its symbols, in their order.
    pub ids: Vec<SymbolId>,
    id: SymbolId,
    relations: Relations,
    /// By reference: what it means, if that is one definition or file of the code.
    targets: Vec<Option<Place>>,
}

impl CodeFile {
    /// A file with the ids of its symbols.
    pub fn new(
        path: RepoPath,
        kind: FileKind,
        facts: FileFacts,
        mut resolution: FileResolution,
        observations: Observations,
    ) -> Self {
        // What was not resolved has none yet.
        let known = Some(std::mem::take(&mut resolution.symbols)).filter(|ids| ids.len() == facts.symbols.len());
        let ids = known.unwrap_or_else(|| symbol_ids(&path, &facts));
        let id = file_id(&path);
        let relations = Relations::of(&facts);
        Self { path, kind, facts, resolution, observations, ids, id, relations, targets: Vec::new() }
    }

    /// Its language.
    pub fn language(&self) -> Language {
        self.facts.language
    }

    /// The id that stands for the file.
    pub fn id(&self) -> SymbolId {
        self.id
    }

    /// The definitions directly inside of one.
    pub fn children(&self, symbol: SymbolIx) -> &[SymbolIx] {
        self.relations.children(symbol)
    }

    /// All definitions that share a definition's name and parent, itself included: overloads, merged declarations.
    pub fn twins(&self, symbol: SymbolIx) -> &[SymbolIx] {
        self.relations.twins(&self.facts, symbol)
    }

    /// Whether some member of the file has this name.
    pub fn has_member(&self, name: Text) -> bool {
        self.relations.has_member(name)
    }

    /// Whether an example in documentation, which may be run as a test, uses the name.
    pub fn is_in_doctest(&self, name: &str) -> bool {
        self.relations.in_doctests.contains(name)
    }

    /// The references that name bases, with what they mean.
    pub fn inherits(&self) -> impl Iterator<Item = (&Reference, &Outcome)> {
        let at = self.relations.inherits.iter().map(|ix| *ix as usize);
        at.filter_map(|ix| Some((&self.facts.references[ix], self.resolution.references.get(ix)?)))
    }

    /// The references that stand in a definition and in none inside of it, with what they mean; `None` for those that
    /// stand in no definition.
    pub fn references_in(&self, symbol: Option<SymbolIx>) -> impl Iterator<Item = (u32, &Reference, &Outcome)> {
        let owned = self.relations.owned(symbol).iter().map(|ix| *ix as usize);
        owned.filter_map(|ix| Some((ix as u32, &self.facts.references[ix], self.resolution.references.get(ix)?)))
    }

    /// What a reference means, if nothing else can be meant and it stands in the code.
    pub fn target(&self, reference: usize) -> Option<Place> {
        self.targets.get(reference).copied().flatten()
    }

    /// The innermost definition whose scope holds `scope`.
    pub fn owner(&self, scope: ScopeIx) -> Option<SymbolIx> {
        self.relations.owner(scope)
    }
}

/// A definition: its file and its place there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Index into [`Code::files`].
    pub file: u32,
    /// The definition; `None` for the whole file.
    pub symbol: Option<SymbolIx>,
}

/// One use of a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    /// From where: the definition that contains the use, or the file.
    pub from: Place,
    /// Index into the file's references.
    pub reference: u32,
    /// What for.
    pub role: Role,
    /// Nothing else can be meant.
    pub certain: bool,
}

/// All files and who uses what.
#[derive(Debug, Default)]
pub struct Code {
    /// The files, sorted by path.
    pub files: Vec<CodeFile>,
    places: FxHashMap<SymbolId, Place>,
    entries: Entries,
    numbers: Numbers,
    incoming: Uses,
    by_name: FxHashMap<Box<str>, Vec<Use>>,
    named: OnceLock<FxHashMap<Box<str>, Vec<Place>>>,
    mentioned: FxHashSet<Box<str>>,
    composed: Composed,
    accessed: FxHashSet<Box<str>>,
    unresolved: FxHashSet<Box<str>>,
    aliases: Vec<(String, String)>,
    jsx_factories: FxHashSet<String>,
    outside: FxHashSet<String>,
    packages: FxHashSet<Box<[u8]>>,
    importers: FxHashMap<SymbolId, Vec<u32>>,
    coverage: Coverage,
    spoken: Vec<Spoken>,
}

impl Code {
    /// Puts files (sorted by path) and entry points together.
    pub fn new(files: Vec<CodeFile>, entries: Vec<EntryPoint>) -> Self {
        Self::owned(files, entries, "")
    }

    /// The same, knowing what the repository's own licence says.
    pub fn owned(files: Vec<CodeFile>, entries: Vec<EntryPoint>, licence: &str) -> Self {
        let mut code = Self { files, entries: Entries::of(entries), ..Self::default() };
        for (at, file) in code.files.iter().enumerate() {
            let place = |symbol| Place { file: at as u32, symbol };
            code.places.insert(file.id(), place(None));
            for (target, _) in &file.resolution.dependencies {
                code.importers.entry(*target).or_default().push(at as u32);
            }
            let symbols = file.ids.iter().enumerate().map(|(ix, id)| (*id, place(Some(SymbolIx(ix as u32)))));
            code.places.extend(symbols);
        }
        for (at, specimen) in specimens(&code.files, &code.places).into_iter().enumerate() {
            code.files[at].kind.specimen |= specimen;
        }
        for (at, borrowed) in borrowed(&code.files, &licence.to_lowercase()).into_iter().enumerate() {
            code.files[at].kind.vendored |= borrowed;
        }
        code.settle();
        code.numbers = Numbers::of(code.files.iter().map(|file| file.facts.symbols.len()));
        let most = code.files.iter().map(|file| file.facts.references.len()).sum();
        let mut found = Vec::with_capacity(most);
        for at in 0..code.files.len() {
            code.count_uses(at, &mut found);
        }
        code.incoming = Uses::of(code.numbers.count(), &found);
        code
    }

    /// The same with the words of files that may use the code and are in no language that is read: components, pages.
    #[must_use]
    pub fn with_outside(mut self, words: FxHashSet<String>) -> Self {
        self.outside = words;
        self
    }

    /// The same with the folders of packages: those that a manifest stands in.
    #[must_use]
    pub fn with_packages(mut self, folders: impl Iterator<Item = Box<[u8]>>) -> Self {
        self.packages = folders.collect();
        self
    }

    /// The folder of the package that a path lies in; empty for the repository itself.
    pub fn package<'p>(&self, path: &'p RepoPath) -> &'p [u8] {
        let mut folder = path.folder();
        while !folder.is_empty() && !self.packages.contains(folder) {
            folder = &folder[..folder.iter().rposition(|&byte| byte == b'/').unwrap_or(0)];
        }
        folder
    }

    /// Whether a file in no language that is read holds the word.
    pub fn is_outside(&self, word: &str) -> bool {
        self.outside.contains(word)
    }

    /// The same with aliases of paths: what strings write and where that lies, each with a `*` at its end.
    #[must_use]
    pub fn with_aliases(mut self, aliases: Vec<(String, String)>) -> Self {
        self.aliases = aliases;
        self
    }

    /// The same with the names that elements of JSX are turned into calls of.
    #[must_use]
    pub fn with_jsx_factories<'n>(mut self, names: impl Iterator<Item = &'n str>) -> Self {
        self.jsx_factories = names.map(str::to_owned).collect();
        self
    }

    /// Whether elements of JSX are turned into calls of the name.
    pub fn is_jsx_factory(&self, name: &str) -> bool {
        self.jsx_factories.contains(name)
    }

    /// Where a path that is written with an alias may lie; empty if no alias fits.
    pub fn expanded(&self, text: &str) -> Vec<String> {
        let expand = |(pattern, target): &(String, String)| {
            let rest = text.strip_prefix(pattern.trim_end_matches('*'))?;
            Some(format!("{}{rest}", target.trim_end_matches('*')))
        };
        self.aliases.iter().filter(|(pattern, _)| pattern != "*").filter_map(expand).collect()
    }

    /// The same with what pages of documentation speak of.
    #[must_use]
    pub fn with_spoken(self, spoken: Vec<Spoken>) -> Self {
        Self { spoken, ..self }
    }

    /// What pages of documentation speak of.
    pub(crate) fn spoken(&self) -> &[Spoken] {
        &self.spoken
    }

    /// The same code with what a coverage run executed.
    #[must_use]
    pub fn with_coverage(self, coverage: Coverage) -> Self {
        Self { coverage, ..self }
    }

    /// How many of the measured lines of a definition's body ran, and how many were measured; `None` if none was.
    pub fn covered(&self, file: &CodeFile, symbol: SymbolIx) -> Option<(usize, usize)> {
        let span = file.facts.symbol(symbol).span;
        let lines = self.coverage.lines(&file.path.to_text())?;
        // The head runs when the file is loaded, in languages in which a definition is a statement.
        let first = file.facts.symbol(symbol).name_at.line + 1;
        let measured: Vec<bool> = lines.range(first..=span.end.line.max(first)).map(|(_, ran)| *ran).collect();
        let ran = measured.iter().filter(|ran| **ran).count();
        (!measured.is_empty()).then_some((ran, measured.len()))
    }

    fn settle(&mut self) {
        for file in &mut self.files {
            let place = |outcome: &Outcome| match outcome {
                Outcome::Resolved(id) => self.places.get(id).copied(),
                _ => None,
            };
            file.targets = file.resolution.references.iter().map(place).collect();
        }
    }

    fn count_uses(&mut self, at: usize, uses: &mut Vec<(u32, Use)>) {
        let file = &self.files[at];
        let mut note = |target: Option<Place>, use_: Use| {
            uses.extend(target.map(|target| (self.numbers.of_place(target) as u32, use_)));
        };
        for (ix, (reference, outcome)) in file.facts.references.iter().zip(&file.resolution.references).enumerate() {
            let from = Place { file: at as u32, symbol: file.owner(reference.scope) };
            let found = Use { from, reference: ix as u32, role: reference.role, certain: true };
            match outcome {
                Outcome::Resolved(_) => note(file.targets[ix], found),
                Outcome::Ambiguous(ids) => {
                    let found = Use { certain: false, ..found };
                    ids.iter().for_each(|id| note(self.places.get(id).copied(), found));
                }
                Outcome::ByName => {
                    let name = file.facts.text(reference.name);
                    let use_ = Use { certain: false, ..found };
                    match self.by_name.get_mut(name) {
                        Some(uses) => uses.push(use_),
                        None => drop(self.by_name.insert(name.into(), vec![use_])),
                    }
                }
                Outcome::Local => {}
                Outcome::Unresolved | Outcome::External => {
                    let name = file.facts.text(reference.name);
                    // Nobody imports a private name from outside: it comes from a package of ours that was not found.
                    let own = reference.role == Role::Import && name.starts_with('_');
                    if (own || *outcome == Outcome::Unresolved) && !self.unresolved.contains(name) {
                        self.unresolved.insert(name.into());
                    }
                }
            }
        }
        for mention in &file.facts.mentions {
            let name = file.facts.text(mention.name);
            let names = if mention.access { &mut self.accessed } else { &mut self.mentioned };
            let last = mention.last(&file.facts);
            for name in [name, last] {
                if !names.contains(name) {
                    names.insert(name.into());
                }
            }
            self.composed.note(last);
            if file.facts.language == Language::Python && name == last {
                self.composed.note_private(name);
            }
        }
        if file.language() == Language::Go {
            self.accessed.extend(shown_types(file));
        }
    }

    /// The file at a path.
    pub fn file_at(&self, path: &RepoPath) -> Option<&CodeFile> {
        self.files.binary_search_by(|file| file.path.cmp(path)).ok().map(|at| &self.files[at])
    }

    /// The file of a place.
    pub fn file(&self, place: Place) -> &CodeFile {
        &self.files[place.file as usize]
    }

    /// The definition at a place, unless it is a whole file.
    pub fn symbol(&self, place: Place) -> Option<&Symbol> {
        place.symbol.map(|symbol| self.file(place).facts.symbol(symbol))
    }

    /// Where a definition or file stands.
    pub fn place(&self, id: SymbolId) -> Option<Place> {
        self.places.get(&id).copied()
    }

    /// The id of the definition or file at a place.
    pub fn id(&self, place: Place) -> SymbolId {
        let file = self.file(place);
        place.symbol.map_or_else(|| file.id(), |symbol| file.ids[symbol.ix()])
    }

    /// No text of any file.
    pub(crate) fn no_texts(&self) -> TextSet {
        TextSet::new(self.files.iter().map(|file| file.facts.strings.len()))
    }

    /// All definitions with a name, in order.
    pub(crate) fn named(&self, name: &str) -> &[Place] {
        let named = self.named.get_or_init(|| {
            let mut named: FxHashMap<Box<str>, Vec<Place>> = FxHashMap::default();
            for place in self.symbols() {
                let name = self.symbol(place).map_or("", |symbol| self.file(place).facts.text(symbol.name));
                match named.get_mut(name) {
                    Some(places) => places.push(place),
                    None => drop(named.insert(name.into(), vec![place])),
                }
            }
            named
        });
        named.get(name).map_or(&[], Vec::as_slice)
    }

    /// A set that holds no place yet.
    pub(crate) fn no_places(&self) -> PlaceSet {
        PlaceSet::new(&self.numbers)
    }

    /// All definitions, file by file.
    pub fn symbols(&self) -> impl Iterator<Item = Place> + '_ {
        let of_file = |(at, file): (usize, &CodeFile)| {
            let count = file.facts.symbols.len() as u32;
            (0..count).map(move |ix| Place { file: at as u32, symbol: Some(SymbolIx(ix)) })
        };
        self.files.iter().enumerate().flat_map(of_file)
    }

    /// Every use that means the definition or may mean it; members used on unknown receivers are not in it.
    pub fn uses(&self, id: SymbolId) -> &[Use] {
        self.place(id).map_or(&[], |place| self.incoming.get(self.numbers.of_place(place)))
    }

    /// Uses of a member of this name on receivers nobody knows.
    pub fn uses_by_name(&self, name: &str) -> &[Use] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The files that depend on a file.
    pub fn importers(&self, file: SymbolId) -> &[u32] {
        self.importers.get(&file).map_or(&[], Vec::as_slice)
    }

    /// Whether some string spells the name, or the beginning of a name that is put together while the program runs.
    pub fn is_mentioned(&self, name: &str) -> bool {
        self.mentioned.contains(name) || self.is_accessed(name) || self.composed.may_be(name)
    }

    /// Whether some access by name (`getattr(x, "name")`) spells it.
    pub fn is_accessed(&self, name: &str) -> bool {
        self.accessed.contains(name) || self.outside.contains(name)
    }

    /// Whether the name stands somewhere and nobody could tell what it means.
    pub fn is_unresolved(&self, name: &str) -> bool {
        self.unresolved.contains(name)
    }

    /// Why a definition or file is used from outside; empty if it is not.
    pub fn entries(&self, id: SymbolId) -> &[EntryPoint] {
        self.entries.get(id)
    }
}

/// `// @Success 200 {object} admin.User`: types that a description of an interface is made from.
fn shown_types(file: &CodeFile) -> impl Iterator<Item = Box<str>> + '_ {
    let docs = file.facts.docs.iter().map(|doc| file.facts.text(doc.text));
    let lines = docs.flat_map(str::lines).filter(|line| line.contains("{object}") || line.contains("{array}"));
    let words = lines.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'));
    words.filter(|word| word.starts_with(|c: char| c.is_uppercase())).map(Into::into)
}
