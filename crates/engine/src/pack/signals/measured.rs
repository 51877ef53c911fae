//! Which files a request is about: what is common, long or strong is measured among these alone.

use crate::pack::kinds::{is_document, is_test};
use crate::pack::rank::Seeded;
use tribunal_store::FileRecord;

/// Text that people and not tools wrote for machines; tests only if the request starts from files. Where most of that is
/// in languages we know it is these alone: settings, markup and data say other words at other lengths.
pub(in crate::pack) fn measured(files: &[FileRecord], seeded: Seeded) -> Vec<bool> {
    let meant = |file: &FileRecord| {
        let odd = file.flags.binary || file.flags.generated || file.flags.vendored || is_document(&file.path);
        !odd && (seeded == Seeded::Yes || !is_test(&file.path))
    };
    let meant: Vec<bool> = files.iter().map(meant).collect();
    let code: Vec<bool> = files.iter().zip(&meant).map(|(file, meant)| *meant && file.language.is_some()).collect();
    let count = |marks: &[bool]| marks.iter().filter(|mark| **mark).count();
    if count(&code) * 2 > count(&meant) { code } else { meant }
}

#[cfg(test)]
mod tests {
    use super::measured;
    use crate::pack::rank::Seeded;
    use tribunal_domain::{ContentHash, Language, RepoPath, file_id};
    use tribunal_store::{FileFlags, FileRecord};

    #[track_caller]
    fn check(paths: &[&str], seeded: Seeded, expected: &[&str]) {
        let file = |path: &&str| {
            let path = RepoPath::new(*path).expect("a path");
            FileRecord {
                id: file_id(&path),
                language: Language::of_path(&path),
                path,
                content_hash: ContentHash::of(b""),
                size: 0,
                lines: 0,
                stamp: Vec::new(),
                flags: FileFlags::default(),
                skipped: None,
                problems: 0,
            }
        };
        let files: Vec<FileRecord> = paths.iter().map(file).collect();
        let marks = measured(&files, seeded);
        let found: Vec<&str> = paths.iter().zip(marks).filter(|(_, mark)| *mark).map(|(path, _)| *path).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn code_is_measured_where_it_is_most_of_the_repository() {
        check(&["a.py", "b.py", "c.json", "README.md"], Seeded::No, &["a.py", "b.py"]);
        check(&["a.scala", "b.scala", "tool.py"], Seeded::No, &["a.scala", "b.scala", "tool.py"]);
    }

    #[test]
    fn tests_are_measured_beside_a_seed() {
        check(&["a.py", "tests/test_a.py"], Seeded::No, &["a.py"]);
        check(&["a.py", "tests/test_a.py"], Seeded::Yes, &["a.py", "tests/test_a.py"]);
    }
}
