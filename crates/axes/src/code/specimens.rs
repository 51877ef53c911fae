//! Code that is there to be worked on: what tests feed to tools, what generators copy. It is as odd as it has to be, and
//! nobody mends it.

use super::{CodeFile, Place};
use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_domain::facts::{Role, SymbolFlags};
use tribunal_domain::{Outcome, SymbolId};

/// Folders of nothing else.
const FOLDERS: &[&str] =
    &["testdata", "test-data", "test_data", "__fixtures__", "__testfixtures__", "playground", "playgrounds"];

/// Folders that may hold it beside code that tests are written with.
const PERHAPS: &[&str] = &["fixtures", "fixture", "test", "tests", "spec", "specs", "__tests__", "e2e", "testing"];

/// Folders below the tests of what they read; what looks like a test there is read, too.
const READ: &[&str] = &[
    "data",
    "cases",
    "corpus",
    "input",
    "inputs",
    "expected",
    "golden",
    "sample",
    "samples",
    "resources",
    "snapshots",
    "assets",
    "source",
    "sources",
];

/// Folders of what was put away.
const RETIRED: &[&str] = &["archived", "_archive", "attic", "backup", "backups", "obsolete", "_old"];

/// Functions by which a file is a test, in languages that have no mark for it.
const TESTING: &[&str] = &["describe", "it", "test", "suite"];

/// For each file whether it is a specimen: it lies in a folder of such, or beside the tests and no code reaches it.
pub(super) fn specimens(files: &[CodeFile], places: &FxHashMap<SymbolId, Place>) -> Vec<bool> {
    let sure: Vec<bool> = files.iter().map(|file| folders(file).any(is_sure)).collect();
    let mut is_specimen: Vec<bool> = files.iter().zip(&sure).map(|(file, sure)| *sure || is_candidate(file)).collect();
    // What other code uses is part of it, with all that it uses itself.
    let mut open: Vec<usize> = (0..files.len()).filter(|&at| !is_specimen[at]).collect();
    while let Some(at) = open.pop() {
        for (used, _) in &files[at].resolution.dependencies {
            let Some(used) = places.get(used).map(|place| place.file as usize) else { continue };
            if is_specimen[used] && !sure[used] {
                is_specimen[used] = false;
                open.push(used);
            }
        }
    }
    is_specimen
}

fn folders(file: &CodeFile) -> impl Iterator<Item = &str> {
    let folder = std::str::from_utf8(file.path.folder()).unwrap_or_default();
    folder.split('/')
}

/// A template of a project carries its marks in the name of its folder.
fn is_sure(folder: &str) -> bool {
    FOLDERS.iter().any(|it| folder.eq_ignore_ascii_case(it))
        || folder.starts_with("template-")
        || folder.ends_with("-template")
        || folder.contains("{{")
}

/// Lies a folder or more below the tests and is none.
fn is_candidate(file: &CodeFile) -> bool {
    if is_retired(file) {
        return true;
    }
    let mut below = folders(file).skip_while(|folder| !PERHAPS.contains(folder)).peekable();
    let kept = match below.next() {
        Some("fixtures" | "fixture") => true,
        Some(_) => below.peek().is_some(),
        None => false,
    };
    kept && (below.any(|folder| READ.contains(&folder)) || !is_test(file))
}

/// Put away: in a folder of such, or a copy that somebody kept beside the file (`crawler.backup.py`).
fn is_retired(file: &CodeFile) -> bool {
    let name = String::from_utf8_lossy(file.path.file_name()).to_lowercase();
    let kept = ["backup.", ".bak.", ".old.", "_old.", ".orig."].iter().any(|mark| name.contains(mark));
    // Deeper inside, an archive is what a program packs.
    let first = folders(file).next() == Some("archive");
    let tested = folders(file).zip(folders(file).skip(1)).any(|pair| PERHAPS.contains(&pair.0) && pair.1 == "archive");
    kept || first || tested || folders(file).any(|folder| RETIRED.contains(&folder))
}

fn is_test(file: &CodeFile) -> bool {
    let name = String::from_utf8_lossy(file.path.file_name()).to_lowercase();
    let words: FxHashSet<&str> = name.split(['.', '_', '-']).collect();
    let flagged = file.facts.symbols.iter().any(|symbol| symbol.flags.has(SymbolFlags::TEST));
    // A member of that name is no test.
    let mut called = file.facts.references.iter().zip(&file.resolution.references).filter(|(reference, outcome)| {
        reference.role == Role::Call
            && matches!(outcome, Outcome::Unresolved | Outcome::External | Outcome::Resolved(_))
    });
    flagged
        || ["test", "tests", "spec", "conftest", "cy"].iter().any(|word| words.contains(word))
        || matches!(name.as_str(), "__init__.py" | "mod.rs" | "main.rs")
        || called.any(|(reference, _)| TESTING.contains(&file.facts.text(reference.name)))
}
