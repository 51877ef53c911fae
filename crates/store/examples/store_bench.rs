//! Times the store on made-up facts of django's size: `cargo run --release -p tribunal-store --example store_bench`.
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a measuring program, run by hand")]

use std::time::Instant;
use tribunal_domain::facts::{
    Binding, BindingKind, Comment, CommentKind, Doc, DocFormat, Expr, ExprIx, FileFacts, Import, ImportKind,
    ImportName, Mention, Position, Reference, Role, Scope, ScopeIx, ScopeKind, Span, Symbol, SymbolFlags, SymbolIx,
    SymbolKind, Text, Visibility,
};
use tribunal_domain::{
    ContentHash, DependencyKind, FileResolution, ImportOutcome, Language, Outcome, RepoPath, SymbolId, file_id,
    symbol_ids,
};
use tribunal_store::{
    Curated, FactsKey, FileFlags, FileRecord, KnowledgeBase, Opened, PreparedResolution, Rebuild, StateDir, Update,
    Writer, encode_facts,
};

const FILES: u32 = 3000;
const PLAIN_FILES: u32 = 4000;
const SYMBOLS: u32 = 35;
const REFERENCES: u32 = 400;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let state = StateDir::create(folder.path()).unwrap();
    let lock = state.lock_index(&mut || {}).unwrap();
    let files: Vec<Made> = (0..FILES).map(made).collect();

    let start = (Instant::now(), cpu());
    let encoded: Vec<Vec<u8>> = files.iter().map(|file| encode_facts(&file.facts)).collect();
    report("encode facts (parallel in the indexer)", start);
    println!("  {} MB of facts", encoded.iter().map(Vec::len).sum::<usize>() / 1_000_000);
    let start = (Instant::now(), cpu());
    let prepared: Vec<_> = files.iter().map(|file| PreparedResolution::new(&file.facts, &file.resolution)).collect();
    report("prepare resolutions (parallel in the indexer)", start);

    let start = (Instant::now(), cpu());
    let mut rebuild = Rebuild::begin(&state, &lock, 1, None).unwrap();
    for (file, bytes) in files.iter().zip(&encoded) {
        put(rebuild.writer(), file, bytes);
    }
    for number in 0..PLAIN_FILES {
        rebuild.writer().put_file(&record(&format!("docs/page_{number}.txt"), None), None).unwrap();
    }
    report("  rebuild: facts and files", start);
    let middle = (Instant::now(), cpu());
    for (file, prepared) in files.iter().zip(prepared) {
        rebuild.writer().put_prepared(file.record.id, prepared).unwrap();
    }
    report("  rebuild: resolutions", middle);
    let middle = (Instant::now(), cpu());
    rebuild.finish().unwrap();
    report("  rebuild: finish", middle);
    report("rebuild, all", start);
    println!("  {} MB on disk", std::fs::metadata(state.curated_path()).unwrap().len() / 1_000_000);

    let start = (Instant::now(), cpu());
    let Opened::Ready(curated) = Curated::open(&state).unwrap() else { return };
    let rows = curated.file_rows().unwrap();
    report(&format!("open and read {} files back", rows.len()), start);
    let start = (Instant::now(), cpu());
    let reading = curated.files_reading(&[17]).unwrap();
    report(&format!("scan all reads ({} found)", reading.len()), start);

    for round in 0..3 {
        let start = (Instant::now(), cpu());
        let file = made(1500 + round);
        let mut update = Update::begin(&curated, &lock).unwrap();
        put(update.writer(), &file, &encode_facts(&file.facts));
        update.writer().put_resolution(file.record.id, &file.facts, &file.resolution).unwrap();
        update.commit().unwrap();
        report("update of one file", start);
    }
    let start = (Instant::now(), cpu());
    let mut update = Update::begin(&curated, &lock).unwrap();
    update.writer().prune_facts().unwrap();
    update.commit().unwrap();
    report("prune", start);
    let start = (Instant::now(), cpu());
    drop(curated);
    report("close", start);

    let Opened::Ready(curated) = Curated::open_read_only(&state).unwrap() else { return };
    let base = KnowledgeBase::new(&curated);
    let start = (Instant::now(), cpu());
    base.overview().unwrap();
    report("overview", start);
    let start = (Instant::now(), cpu());
    let found = base.references(files[0].ids[3], 1000).unwrap().unwrap();
    report(&format!("references ({} uses)", found.uses.len()), start);
    let start = (Instant::now(), cpu());
    base.reference_at(files[7].record.id, 12, 1).unwrap();
    report("reference at a place", start);
    let start = (Instant::now(), cpu());
    let found = base.search_symbols("*thing_12*", 100).unwrap();
    report(&format!("search symbols ({} of {})", found.symbols.len(), found.total), start);
}

struct Made {
    record: FileRecord,
    facts: FileFacts,
    ids: Vec<SymbolId>,
    resolution: FileResolution,
}

fn put(writer: &mut Writer<'_>, file: &Made, facts: &[u8]) {
    let key = FactsKey { content_hash: file.record.content_hash, language: Language::Python, extractor_version: 1 };
    writer.put_facts(&key, &facts[..facts.len().min(2000)], facts).unwrap();
    writer.put_file(&file.record, Some((&file.facts, &file.ids))).unwrap();
}

fn report(what: &str, (wall, cpu_then): (Instant, f64)) {
    println!("{what}: {:.1} ms wall, {:.1} ms cpu", wall.elapsed().as_secs_f64() * 1e3, (cpu() - cpu_then) * 1e3);
}

/// CPU seconds of this process, from the kernel's clock ticks of 10 ms.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |field: usize| fields.get(field).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

fn record(path: &str, language: Option<Language>) -> FileRecord {
    let path = RepoPath::new(path).unwrap();
    FileRecord {
        id: file_id(&path),
        content_hash: ContentHash::of(path.as_bytes()),
        path,
        language,
        size: 9000,
        lines: 300,
        stamp: vec![7; 40],
        flags: FileFlags::default(),
        skipped: None,
        problems: 0,
    }
}

fn path_of(number: u32) -> RepoPath {
    RepoPath::new(format!("django/contrib/app_{}/module_{number}.py", number % 60)).unwrap()
}

fn random(seed: &mut u64) -> u32 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 20) as u32
}

fn made(number: u32) -> Made {
    let mut seed = u64::from(number) * 7919 + 12345;
    let mut facts = FileFacts::empty(Language::Python);
    for name in 0..150 {
        let text = if name < 50 { format!("thing_{number}_{name}") } else { format!("common_{}", name * 37 % 4000) };
        facts.strings.push(&text);
    }
    facts.strings.push("def thing(self, argument, other=None, **options) -> SomethingRatherLong");
    facts.strings.push("Return what the thing says.\n\nA few more words about it, as people write them.");
    for symbol in 0..SYMBOLS {
        facts.scopes.push(Scope {
            kind: ScopeKind::Function,
            parent: Some(ScopeIx::FILE),
            owner: Some(SymbolIx(symbol)),
            self_type: None,
        });
        facts.symbols.push(symbol_of(symbol));
        if symbol % 3 == 0 {
            let span = span(symbol * 9 + 1);
            facts.docs.push(Doc {
                symbol: Some(SymbolIx(symbol)),
                text: Text(151),
                format: DocFormat::Plain,
                fields: vec![],
                span,
            });
            facts.comments.push(Comment { line: 3, text: Text(151), kind: CommentKind::General, symbol: None });
        }
    }
    for ix in 0..REFERENCES {
        let name = Text(random(&mut seed) % 150);
        let scope = ScopeIx(random(&mut seed) % SYMBOLS);
        facts.exprs.push(Expr::Name { name, scope, at: ix * 20 });
        let receiver = (ix % 2 == 0).then_some(ExprIx(ix));
        facts.references.push(Reference {
            name,
            role: Role::Call,
            position: at(ix),
            at: ix * 20,
            scope,
            receiver,
            arguments: None,
        });
        facts.bindings.push(Binding {
            scope,
            name,
            at: ix,
            position: at(ix),
            kind: BindingKind::Local,
            ty: None,
            value: Some(ExprIx(ix)),
        });
        if ix % 8 == 0 {
            facts.mentions.push(Mention { name, line: ix, access: false });
        }
    }
    let targets: Vec<u32> = (0..8).map(|_| random(&mut seed) % FILES).collect();
    for _ in &targets {
        let names = vec![ImportName { name: Some(Text(60)), local: Some(Text(60)), position: at(1), type_only: false }];
        facts.imports.push(Import {
            specifier: Text(70),
            kind: ImportKind::Static,
            names,
            star: false,
            type_only: false,
            reexport: false,
            scope: ScopeIx::FILE,
            span: span(1),
        });
    }
    let path = path_of(number);
    let ids = symbol_ids(&path, &facts);
    let resolution = resolution(&targets, &mut seed);
    Made { record: record(&path.to_text(), Some(Language::Python)), facts, ids, resolution }
}

fn symbol_of(symbol: u32) -> Symbol {
    Symbol {
        kind: SymbolKind::Function,
        name: Text(symbol),
        parent: (!symbol.is_multiple_of(5)).then(|| SymbolIx(symbol / 5 * 5)),
        scope: ScopeIx::FILE,
        body: Some(ScopeIx(symbol + 1)),
        span: span(symbol * 9 + 1),
        name_at: Position { line: symbol * 9 + 1, column: 5 },
        signature: Text(150),
        visibility: Visibility::Public,
        flags: SymbolFlags::EXPORTED,
        attributes: vec![],
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

fn resolution(targets: &[u32], seed: &mut u64) -> FileResolution {
    let pick = |seed: &mut u64| {
        let file = targets[(random(seed) % 8) as usize];
        let symbol = random(seed) % 20;
        let top = symbol / 5 * 5;
        let name = |symbol: u32| format!("thing_{file}_{symbol}");
        let qualified = if symbol == top { name(symbol) } else { format!("{}.{}", name(top), name(symbol)) };
        SymbolId::new(&path_of(file), &qualified, "function", 0)
    };
    let outcome = |seed: &mut u64| match random(seed) % 10 {
        0..3 => Outcome::Local,
        3..6 => Outcome::Resolved(pick(seed)),
        6..8 => Outcome::ByName,
        8 => Outcome::External,
        _ => Outcome::Unresolved,
    };
    let references = (0..REFERENCES).map(|_| outcome(seed)).collect();
    let files: Vec<SymbolId> = targets.iter().map(|&target| file_id(&path_of(target))).collect();
    let mut reads: Vec<u32> = (0..200).map(|_| random(seed)).collect();
    reads.sort_unstable();
    FileResolution {
        symbols: Vec::new(),
        overrides: Vec::new(),
        references,
        imports: files.iter().map(|&file| ImportOutcome::Internal(vec![file])).collect(),
        dependencies: files.iter().map(|&file| (file, DependencyKind::Import)).collect(),
        reads,
    }
}

fn at(ix: u32) -> Position {
    Position { line: ix / 2 + 1, column: ix % 2 * 20 + 1 }
}

fn span(line: u32) -> Span {
    Span { start: Position { line, column: 1 }, end: Position { line: line + 8, column: 1 } }
}
