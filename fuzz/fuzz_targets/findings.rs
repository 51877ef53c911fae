//! Any bytes as a document of findings, and any text as prose: nothing panics, and no item is dropped without a word.
//! Run with `cargo fuzz run findings`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tribunal_domain::RepoPath;
use tribunal_verify::import::read;
use tribunal_verify::{Said, claims_of_prose};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(imported) = read(bytes, Some("/srv/project")) {
        for item in &imported.items {
            assert!(!item.finding.id.is_empty(), "every item has an id");
        }
    }
    let prose = String::from_utf8_lossy(bytes);
    let path = RepoPath::new("a.py").expect("a plain name");
    claims_of_prose(&Said { prose: &prose, path: &path, line: 1, end_line: 1 });
});
