//! `dead-file`: modules that no entry point reaches.

use super::exports::is_declaration;
use super::is_script;
use super::reach::Reach;
use super::rules::DEAD_FILE;
use crate::code::{Code, CodeFile, Place};
use crate::draft::Draft;
use crate::subject::is_for_readers;
use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_domain::facts::{ImportKind, Position, Role, Span, SymbolFlags};
use tribunal_domain::finding::ClaimKind;
use tribunal_domain::{ImportOutcome, Language, RepoPath};

/// A file that offers nothing and does something may be started by hand, and a page may load it.
const MAYBE: u8 = 50;

/// Files of Rust in one folder that nobody forgets together.
const MANY: usize = 3;

/// Every module that nothing reaches.
pub(super) fn judge(code: &Code, reach: &Reach) -> Vec<Draft> {
    let entered = code.files.iter().any(|file| is_script(file.language()) && is_real_entry(code, file));
    let mut drafts = Vec::new();
    let tails = aliased(code);
    for (at, file) in code.files.iter().enumerate().filter(|(_, file)| file.kind.is_own()) {
        let whole = Place { file: at as u32, symbol: None };
        let dead = match file.language() {
            Language::Rust => is_outside_the_crate(code, file),
            language if is_script(language) => entered && !reach.is_live(whole) && is_module(file),
            _ => false,
        };
        let many =
            |drafts: &[Draft]| drafts.iter().filter(|draft| draft.path.folder() == file.path.folder()).count() >= MANY;
        // Tests are started by their runner, and what documentation shows by its readers.
        let run = file.kind.test && is_script(file.language()) || is_for_readers(file);
        if dead && !run && !is_of_a_tool(file) && !is_aliased(&tails, file) && !is_twin(code, reach, file) {
            let generated = file.language() == Language::Rust && many(&drafts);
            drafts.push(draft(code, file));
            // So many in one folder were not forgotten: something declares them that is not seen.
            if generated {
                let folder = file.path.folder();
                drafts.retain(|draft| draft.path.folder() != folder || !draft.path.file_name().ends_with(b".rs"));
            }
        }
    }
    unsure_below(code, &mut drafts);
    drafts
}

/// What only a file imports that may be started by hand, or by a tool that nobody sees, is as unsure as that one.
fn unsure_below(code: &Code, drafts: &mut [Draft]) {
    let dead: FxHashMap<&RepoPath, usize> = drafts.iter().enumerate().map(|(at, it)| (&it.path, at)).collect();
    let mut open: Vec<usize> = (0..drafts.len()).filter(|at| drafts[*at].confidence <= MAYBE).collect();
    let mut unsure: FxHashSet<usize> = open.iter().copied().collect();
    while let Some(at) = open.pop() {
        let Some(file) = code.file_at(&drafts[at].path) else { continue };
        let imported = file.resolution.dependencies.iter().filter_map(|(id, _)| code.place(*id));
        let below = imported.filter_map(|place| dead.get(&code.file(place).path).copied());
        open.extend(below.filter(|other| unsure.insert(*other)));
    }
    for at in unsure {
        drafts[at].confidence = drafts[at].confidence.min(MAYBE);
    }
}

/// Whether a reached file of the same folder has the same name and another ending: which of them an import without one means
/// is for a bundler to say.
fn is_twin(code: &Code, reach: &Reach, file: &CodeFile) -> bool {
    let stem = |path: &RepoPath| path.as_bytes().rsplitn(2, |&byte| byte == b'.').last().map(<[u8]>::to_vec);
    code.files.iter().enumerate().any(|(at, other)| {
        other.path != file.path
            && other.path.folder() == file.path.folder()
            && reach.is_live(Place { file: at as u32, symbol: None })
            && stem(&other.path) == stem(&file.path)
    })
}

/// An entry other than a test: a repository of tests alone says nothing of what is reached.
fn is_real_entry(code: &Code, file: &CodeFile) -> bool {
    code.entries(file.id()).iter().any(|entry| &*entry.kind != "test")
}

/// What lies in a tool's own folder (`.storybook/preview.ts`) is loaded by that tool, and the steps of a database by another.
pub(super) fn is_of_a_tool(file: &CodeFile) -> bool {
    const STEPS: &[&[u8]] = &[b"migrations", b"migration", b"seeds", b"seeders", b"cypress"];
    let runs = [&b"Gruntfile"[..], b"gulpfile", b"Gulpfile"].iter().any(|it| file.path.file_name().starts_with(it));
    if runs {
        return true;
    }
    // `load-grunt-config` takes all that lies there.
    let path = file.path.to_text();
    if path.starts_with("tasks/options/") || path.contains("/tasks/options/") || path.starts_with("grunt/") {
        return true;
    }
    file.path.folders().any(|folder| folder.starts_with(b".") || STEPS.contains(&folder))
}

/// What imports below an alias name that nobody has explained (`@/shared/rows` is `shared/rows`): a bundler knows where it is.
fn aliased(code: &Code) -> FxHashSet<String> {
    let mut tails = FxHashSet::default();
    for file in code.files.iter().filter(|file| is_script(file.language())) {
        for (import, outcome) in file.facts.imports.iter().zip(&file.resolution.imports) {
            let specifier = file.facts.text(import.specifier);
            let tail = ["@/", "~/", "#/", "$/"].iter().find_map(|alias| specifier.strip_prefix(alias));
            // `polyfill` may be `src/polyfill`, if a bundler is told so.
            let bare = !specifier.contains(['.', '/', '@', '~', '#', '$', ':']);
            if bare && !matches!(outcome, ImportOutcome::Internal(_)) {
                tails.insert(format!("src/{}", stem(specifier)));
            }
            if let Some(tail) = tail.filter(|_| !matches!(outcome, ImportOutcome::Internal(_))) {
                tails.insert(stem(tail).to_owned());
            }
        }
    }
    tails
}

/// Whether such an import may mean a file.
fn is_aliased(tails: &FxHashSet<String>, file: &CodeFile) -> bool {
    let path = file.path.to_text();
    let whole = stem(&path);
    let folder = whole.strip_suffix("/index").unwrap_or(whole);
    let ends =
        |path: &str| path.match_indices('/').any(|(at, _)| tails.contains(&path[at + 1..])) || tails.contains(path);
    ends(whole) || ends(folder)
}

/// A path without its ending.
fn stem(path: &str) -> &str {
    let name = path.rfind('/').map_or(0, |at| at + 1);
    path[name..].find('.').map_or(path, |at| &path[..name + at])
}

/// Plain scripts without imports and exports are loaded by pages and tools that nobody sees.
fn is_module(file: &CodeFile) -> bool {
    let facts = &file.facts;
    let empty = facts.symbols.is_empty() && facts.references.is_empty();
    !is_declaration(file) && (empty || !facts.exports.is_empty() || !facts.imports.is_empty())
}

/// A Rust file that no `mod` names and no target starts with.
fn is_outside_the_crate(code: &Code, file: &CodeFile) -> bool {
    let path = file.path.to_text();
    let name = path.rsplit('/').next().unwrap_or_default();
    let in_sources = path.starts_with("src/") || path.contains("/src/");
    // What cannot be the name of a module is none.
    let spelled = name.trim_end_matches(".rs").bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let root = matches!(name, "lib.rs" | "main.rs" | "build.rs" | "mod.rs") || path.contains("/bin/") || !spelled;
    let declares =
        |at: &u32| code.files[*at as usize].facts.imports.iter().any(|import| import.kind == ImportKind::Module);
    let named = code.importers(file.id()).iter().any(declares);
    // A macro may declare it under a name that only the macro spells.
    let spoken = !code.uses_by_name(name.trim_end_matches(".rs")).is_empty();
    in_sources && !root && !named && !spoken && code.entries(file.id()).is_empty() && !is_included(code, name)
}

/// `include!("name.rs")` in some file.
fn is_included(code: &Code, name: &str) -> bool {
    code.is_mentioned(name) || code.is_mentioned(name.trim_end_matches(".rs"))
}

fn draft(code: &Code, file: &CodeFile) -> Draft {
    let start = Position { line: 1, column: 1 };
    let end = Position { line: file.facts.lines.max(1), column: 2 };
    let mut draft = Draft::new(&DEAD_FILE, &file.path, Span { start, end }, "nothing reaches this file".to_owned());
    draft.columns = None;
    let runs = file
        .facts
        .references
        .iter()
        .any(|reference| reference.role == Role::Call && file.owner(reference.scope).is_none());
    let name = String::from_utf8_lossy(file.path.file_name()).into_owned();
    let outside = name.split('.').next().is_some_and(|stem| code.is_outside(stem));
    if file.facts.exports.is_empty() && runs || outside {
        draft.confidence = MAYBE;
    }
    "file".clone_into(&mut draft.kind);
    let symbols = file.facts.symbols.iter().filter(|symbol| symbol.parent.is_none());
    let exports = symbols.filter(|symbol| symbol.flags.has(SymbolFlags::EXPORTED)).count();
    // What is passed on from elsewhere is no definition of the file.
    let exports = match exports.max(file.facts.exports.len()) {
        1 => "1 export".to_owned(),
        count => format!("{count} exports"),
    };
    let importers = code.importers(file.id()).iter().filter(|at| code.files[**at as usize].path != file.path);
    let note = match importers.count() {
        0 => format!("{exports}, no file imports it, not an entry point"),
        1 => format!("{exports}, imported only by a file that nothing reaches"),
        count => format!("{exports}, imported only by {count} files that nothing reaches"),
    };
    draft.shows(Span { start, end: Position { line: 1, column: 2 } }, "", note);
    draft.claims(ClaimKind::SymbolUnused);
    draft
}
