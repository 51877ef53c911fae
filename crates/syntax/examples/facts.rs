//! Looks at what the extractor says of real files.
//!
//! `facts FILE [PARTS]` prints facts as the tests render them; `facts --bench DIR [LANGUAGE]` times parsing alone and
//! the whole extractor over a tree; `facts --unbound DIR [LANGUAGE]` lists bare names that no scope binds, the best detector of extractor bugs.

#![expect(clippy::disallowed_methods, reason = "a tool for developers reads files")]
#![expect(clippy::print_stdout, reason = "its only job is to print")]

#[path = "../tests/it/render.rs"]
mod render;

use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tribunal_domain::facts::{FileFacts, Reference, Role, ScopeIx, ScopeKind, Text};
use tribunal_domain::{Language, RepoPath};
use tribunal_syntax::Limits;

/// The parts that are printed if none are named.
const ALL: &str = "symbols bindings references imports exports docs mentions problems measures";

fn main() {
    let arguments = std::env::args().skip(1).collect::<Vec<_>>();
    let arguments = arguments.iter().map(String::as_str).collect::<Vec<_>>();
    match arguments[..] {
        ["--bench", folder] => bench(folder, None),
        ["--bench", folder, language] => bench(folder, Language::from_name(language)),
        ["--unbound", folder] => unbound(folder, None),
        ["--unbound", folder, language] => unbound(folder, Language::from_name(language)),
        [file] => print_file(file, ALL),
        [file, parts] => print_file(file, parts),
        _ => println!("facts FILE [PARTS] | --bench DIR [LANGUAGE] | --unbound DIR [LANGUAGE]"),
    }
}

fn print_file(file: &str, parts: &str) {
    let source = std::fs::read(file).expect("the file can be read");
    print!("{}", render::facts(file.trim_start_matches('/'), &String::from_utf8_lossy(&source), parts));
}

/// Every file below `folder` whose language is known, with its path inside it and its bytes.
fn files(folder: &str, wanted: Option<Language>) -> Vec<(RepoPath, Language, Vec<u8>)> {
    let root = Path::new(folder);
    let mut open = vec![PathBuf::from(folder)];
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() && !path.is_symlink() {
            let entries = std::fs::read_dir(&path).into_iter().flatten().flatten();
            open.extend(entries.map(|entry| entry.path()));
            continue;
        }
        let relative = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        let (Ok(name), Ok(bytes)) = (RepoPath::new(&relative), std::fs::read(&path)) else {
            continue;
        };
        if let Some(language) = tribunal_syntax::language_of(&name, &bytes)
            && wanted.is_none_or(|wanted| wanted == language)
        {
            found.push((name, language, bytes));
        }
    }
    found.sort_by(|left, right| left.0.cmp(&right.0));
    found
}

fn bench(folder: &str, language: Option<Language>) {
    let files = files(folder, language);
    let mut slowest = Vec::new();
    let (mut symbols, mut references, mut bindings, mut exprs, mut problems) = (0, 0, 0, 0, 0);
    let parsing = processor_time(|| files.iter().for_each(|(_, language, bytes)| parse(*language, bytes)));
    let started = Instant::now();
    let extracting = processor_time(|| {
        for (path, language, bytes) in &files {
            let begun = Instant::now();
            let facts = tribunal_syntax::extract_as(*language, path, bytes, Limits::default());
            slowest.push((begun.elapsed(), path.to_text()));
            symbols += facts.symbols.len();
            references += facts.references.len();
            bindings += facts.bindings.len();
            exprs += facts.exprs.len();
            problems += facts.problems.len();
        }
    });
    let elapsed = started.elapsed();
    slowest.sort();
    let bytes = files.iter().map(|(_, _, bytes)| bytes.len()).sum::<usize>();
    println!("{} files, {bytes} bytes in {elapsed:?}", files.len());
    println!("processor time: parse alone {parsing:.2?}, parse and extract {extracting:.2?}");
    println!(
        "{symbols} symbols, {references} references, {bindings} bindings, {exprs} expressions, {problems} problems"
    );
    let millis = |time: &Duration| time.as_secs_f64() * 1000.0;
    for (time, path) in slowest.iter().rev().take(5) {
        println!("{:8.1} ms {path}", millis(time));
    }
}

/// The time this thread was running during `work`; time by the clock where the system does not say.
fn processor_time(work: impl FnOnce()) -> Duration {
    let running = || {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse::<u64>().ok()
    };
    let (before, started) = (running(), Instant::now());
    work();
    match (before, running()) {
        (Some(before), Some(after)) => Duration::from_nanos(after - before),
        _ => started.elapsed(),
    }
}

/// Parses and drops the tree, to compare with.
fn parse(language: Language, bytes: &[u8]) {
    let grammar = match language {
        Language::Rust => tree_sitter_rust::LANGUAGE,
        Language::Python => tree_sitter_python::LANGUAGE,
        Language::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        Language::Tsx => tree_sitter_typescript::LANGUAGE_TSX,
        Language::JavaScript => tree_sitter_javascript::LANGUAGE,
        Language::Go => tree_sitter_go::LANGUAGE,
        Language::Java => tree_sitter_java::LANGUAGE,
        Language::C => tree_sitter_c::LANGUAGE,
        Language::Cpp => tree_sitter_cpp::LANGUAGE,
        Language::CSharp => tree_sitter_c_sharp::LANGUAGE,
        Language::Ruby => tree_sitter_ruby::LANGUAGE,
        Language::Php => tree_sitter_php::LANGUAGE_PHP,
        Language::Kotlin => tree_sitter_kotlin_ng::LANGUAGE,
        Language::Bash => tree_sitter_bash::LANGUAGE,
        Language::Lua => tree_sitter_lua::LANGUAGE,
    };
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&grammar.into()).expect("the grammar fits the library");
    if bytes.len() <= Limits::default().bytes {
        drop(parser.parse(bytes, None));
    }
}

fn unbound(folder: &str, language: Option<Language>) {
    let mut counts: FxHashMap<String, (usize, String)> = FxHashMap::default();
    let (mut bare, mut missing) = (0, 0);
    for (path, language, bytes) in files(folder, language) {
        let facts = tribunal_syntax::extract_as(language, &path, &bytes, Limits::default());
        render::check_indexes(&facts);
        let bound = facts.bindings.iter().map(|binding| (binding.scope, binding.name)).collect();
        let star = facts.imports.iter().any(|import| import.star);
        for reference in facts.references.iter().filter(|reference| is_bare(reference)) {
            bare += 1;
            if !star && !is_bound(&facts, &bound, reference.scope, reference.name) {
                missing += 1;
                let place = format!("{}:{}", path.to_text(), reference.position.line);
                counts.entry(facts.text(reference.name).to_owned()).or_insert((0, place)).0 += 1;
            }
        }
    }
    let mut counts = counts.into_iter().collect::<Vec<_>>();
    counts.sort_by(|left, right| right.1.0.cmp(&left.1.0).then_with(|| left.0.cmp(&right.0)));
    println!("{bare} bare names, {missing} unbound");
    for (name, (count, place)) in &counts {
        println!("{count:6} {name}  {place}");
    }
}

fn is_bare(reference: &Reference) -> bool {
    reference.receiver.is_none() && !matches!(reference.role, Role::Import | Role::Key)
}

fn is_bound(facts: &FileFacts, bound: &rustc_hash::FxHashSet<(ScopeIx, Text)>, from: ScopeIx, name: Text) -> bool {
    let mut at = Some(from);
    while let Some(scope) = at {
        let here = &facts.scopes[scope.ix()];
        let hidden = here.kind == ScopeKind::Class && scope != from && facts.language == Language::Python;
        if !hidden && bound.contains(&(scope, name)) {
            return true;
        }
        at = here.parent;
    }
    false
}
