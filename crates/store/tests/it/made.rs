//! Hand-made facts and bases, small enough to read.

use std::path::Path;
use tempfile::TempDir;
use tribunal_domain::facts::{
    Comment, CommentKind, Doc, DocFormat, FileFacts, Import, ImportKind, ImportName, Interner, Mention, Position,
    Reference, Role, Scope, ScopeIx, ScopeKind, Span, Symbol, SymbolFlags, SymbolIx, SymbolKind, Text, Visibility,
};
use tribunal_domain::{
    ContentHash, DependencyKind, FileResolution, ImportOutcome, Language, Outcome, RepoPath, SymbolId, file_id,
    symbol_ids,
};
use tribunal_store::{
    Curated, FactsKey, FileFlags, FileRecord, Opened, Rebuild, StateDir, Update, Writer, dump, encode_facts,
};

/// The extractor version of all tests.
pub const VERSION: u32 = 7;

/// A file to be put: definitions (each inside the one before if it starts with a dot), uses and mentions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Source {
    pub path: String,
    pub symbols: Vec<(SymbolKind, String)>,
    pub uses: Vec<(String, Outcome)>,
    pub mentions: Vec<String>,
    pub depends_on: Vec<String>,
}

impl Source {
    pub fn new(path: &str) -> Self {
        Self { path: path.into(), ..Self::default() }
    }

    pub fn symbol(mut self, kind: SymbolKind, name: &str) -> Self {
        self.symbols.push((kind, name.into()));
        self
    }

    pub fn uses(mut self, name: &str, outcome: Outcome) -> Self {
        self.uses.push((name.into(), outcome));
        self
    }

    pub fn mentions(mut self, name: &str) -> Self {
        self.mentions.push(name.into());
        self
    }

    pub fn depends_on(mut self, path: &str) -> Self {
        self.depends_on.push(path.into());
        self
    }

    pub fn id(&self) -> SymbolId {
        file_id(&self.repo_path())
    }

    pub fn repo_path(&self) -> RepoPath {
        RepoPath::new(&self.path).unwrap()
    }

    pub fn record(&self) -> FileRecord {
        FileRecord {
            id: self.id(),
            path: self.repo_path(),
            language: Some(Language::Python),
            content_hash: ContentHash::of(format!("{self:?}").as_bytes()),
            size: 100,
            lines: 20,
            stamp: b"stamp".to_vec(),
            flags: FileFlags::default(),
            skipped: None,
            problems: 0,
        }
    }

    pub fn facts(&self) -> FileFacts {
        let mut facts = FileFacts::empty(Language::Python);
        let mut interner = Interner::default();
        for (number, (kind, name)) in self.symbols.iter().enumerate() {
            let parent = (name.starts_with('.') && number > 0).then(|| SymbolIx(number as u32 - 1));
            let text = interner.intern(&mut facts.strings, name.trim_start_matches('.'));
            let owner = Some(SymbolIx(number as u32));
            facts.scopes.push(Scope { kind: ScopeKind::Function, parent: Some(ScopeIx::FILE), owner, self_type: None });
            facts.symbols.push(symbol(*kind, text, parent, number as u32));
            let said = interner.intern(&mut facts.strings, &format!("about {name}"));
            let span = span(number as u32 + 1);
            facts.docs.push(Doc { symbol: owner, text: said, format: DocFormat::Plain, fields: vec![], span });
            let kind = CommentKind::ALL[number % CommentKind::ALL.len()];
            facts.comments.push(Comment { line: number as u32 + 1, text: said, kind, symbol: owner });
        }
        for (number, (name, _)) in self.uses.iter().enumerate() {
            let name = interner.intern(&mut facts.strings, name);
            let position = Position { line: number as u32 + 1, column: 5 };
            // The last scope is that of the last definition, or the file's own.
            let scope = ScopeIx(facts.scopes.len() as u32 - 1);
            facts.references.push(Reference {
                name,
                role: Role::Call,
                position,
                at: 0,
                scope,
                receiver: None,
                arguments: None,
            });
        }
        for name in &self.mentions {
            let name = interner.intern(&mut facts.strings, name);
            facts.mentions.push(Mention { name, line: 3, access: true });
        }
        for path in &self.depends_on {
            let specifier = interner.intern(&mut facts.strings, path);
            facts.imports.push(import(specifier));
        }
        facts
    }

    pub fn ids(&self) -> Vec<SymbolId> {
        symbol_ids(&self.repo_path(), &self.facts())
    }

    pub fn resolution(&self) -> FileResolution {
        let targets: Vec<SymbolId> =
            self.depends_on.iter().map(|path| file_id(&RepoPath::new(path).unwrap())).collect();
        FileResolution {
            symbols: self.ids(),
            references: self.uses.iter().map(|(_, outcome)| outcome.clone()).collect(),
            imports: targets.iter().map(|&file| ImportOutcome::Internal(vec![file])).collect(),
            dependencies: targets.iter().map(|&file| (file, DependencyKind::Import)).collect(),
            overrides: Vec::new(),
            reads: vec![self.uses.len() as u32, 1000],
        }
    }

    pub fn put(&self, writer: &mut Writer<'_>) {
        let (record, facts) = (self.record(), self.facts());
        let key =
            FactsKey { content_hash: record.content_hash, language: Language::Python, extractor_version: VERSION };
        writer.put_facts(&key, b"interface", &encode_facts(&facts)).unwrap();
        writer.put_file(&record, Some((&facts, &self.ids()))).unwrap();
        writer.put_resolution(record.id, &facts, &self.resolution()).unwrap();
    }
}

fn symbol(kind: SymbolKind, name: Text, parent: Option<SymbolIx>, number: u32) -> Symbol {
    Symbol {
        kind,
        name,
        parent,
        scope: ScopeIx::FILE,
        body: Some(ScopeIx(number + 1)),
        span: span(number + 1),
        name_at: Position { line: number + 1, column: 5 },
        signature: name,
        visibility: Visibility::Public,
        flags: SymbolFlags::EXPORTED,
        attributes: vec![name],
        ty: None,
        value: None,
        returns: vec![],
        bases: vec![],
        impl_of: None,
        params: vec![],
        type_params: vec![],
        measures: None,
    }
}

fn import(specifier: Text) -> Import {
    let name = ImportName { name: None, local: Some(specifier), position: span(1).start, type_only: false };
    Import {
        specifier,
        kind: ImportKind::Static,
        names: vec![name],
        star: false,
        type_only: false,
        reexport: false,
        scope: ScopeIx::FILE,
        span: span(1),
    }
}

fn span(line: u32) -> Span {
    Span { start: Position { line, column: 1 }, end: Position { line: line + 1, column: 1 } }
}

/// A repository with an empty state folder.
pub struct Place {
    pub folder: TempDir,
    pub state: StateDir,
}

impl Place {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let state = StateDir::create(folder.path()).unwrap();
        Self { folder, state }
    }

    pub fn with(sources: &[Source]) -> Self {
        let place = Self::new();
        place.rebuild(sources);
        place
    }

    pub fn rebuild(&self, sources: &[Source]) {
        let lock = self.state.lock_index(&mut || {}).unwrap();
        let mut rebuild = Rebuild::begin(&self.state, &lock, VERSION, None).unwrap();
        for source in sources {
            source.put(rebuild.writer());
        }
        rebuild.finish().unwrap();
    }

    pub fn update(&self, change: impl FnOnce(&mut Writer<'_>)) {
        let lock = self.state.lock_index(&mut || {}).unwrap();
        let curated = self.open();
        let mut update = Update::begin(&curated, &lock).unwrap();
        change(update.writer());
        update.commit().unwrap();
    }

    #[track_caller]
    pub fn open(&self) -> Curated {
        match Curated::open(&self.state).unwrap() {
            Opened::Ready(curated) => curated,
            other => panic!("not ready: {other:?}"),
        }
    }

    pub fn dump(&self) -> String {
        dump_of(&self.open())
    }

    pub fn root(&self) -> &Path {
        self.folder.path()
    }
}

pub fn dump_of(curated: &Curated) -> String {
    let mut bytes = Vec::new();
    dump(curated, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// Three files that know each other: `a` defines, `b` uses for certain, `c` uses in other ways.
pub fn trio() -> Vec<Source> {
    use SymbolKind::{Class, Function, Method};
    let a = Source::new("src/a.py").symbol(Class, "Store").symbol(Method, ".save").symbol(Function, "open_store");
    let ids = a.ids();
    let b = Source::new("src/b.py")
        .symbol(Function, "main")
        .uses("open_store", Outcome::Resolved(ids[2]))
        .uses("save", Outcome::Resolved(ids[1]))
        .uses("x", Outcome::Local)
        .depends_on("src/a.py");
    let mut either = vec![ids[0], ids[2]];
    either.sort();
    let c = Source::new("src/c.py")
        .uses("save", Outcome::ByName)
        .uses("open_store", Outcome::Ambiguous(either.into()))
        .uses("print", Outcome::External)
        .uses("nobody", Outcome::Unresolved)
        .mentions("open_store")
        .depends_on("src/a.py")
        .depends_on("src/b.py");
    vec![a, b, c]
}
