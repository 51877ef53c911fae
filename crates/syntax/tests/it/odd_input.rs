//! Broken, odd and hostile input: fewer facts and recorded problems, never a panic, an overflow or a hang.

use crate::render::check_indexes;
use crate::samples::{SAMPLES, deep_shapes};
use tribunal_domain::facts::{FileFacts, ProblemKind};
use tribunal_domain::{Language, RepoPath};
use tribunal_syntax::Limits;

/// The stack of a thread that nobody asked for more.
const STACK: usize = 2 << 20;
/// The cap on bytes.
const CAP: usize = 1 << 20;

#[track_caller]
fn extract(path: &str, bytes: &[u8]) -> FileFacts {
    let path = RepoPath::new(path).expect("valid path");
    let facts = tribunal_syntax::extract(&path, bytes, Limits::default()).expect("known language");
    check_indexes(&facts);
    facts
}

/// Extracts on a thread with a stack of the usual size.
fn extract_on_small_stack(path: &'static str, bytes: Vec<u8>) -> FileFacts {
    let extracting = std::thread::Builder::new().stack_size(STACK).spawn(move || extract(path, &bytes));
    extracting.expect("a thread starts").join().unwrap_or_else(|_| panic!("{path} panicked"))
}

fn problems(facts: &FileFacts) -> Vec<ProblemKind> {
    facts.problems.iter().map(|problem| problem.kind).collect()
}

#[test]
fn every_language_has_a_sample() {
    let of = |path: &str| Language::of_path(&RepoPath::new(path).expect("valid path"));
    let missing = Language::ALL.iter().filter(|&&language| !SAMPLES.iter().any(|(path, _)| of(path) == Some(language)));
    assert_eq!(missing.collect::<Vec<_>>(), Vec::<&Language>::new());
}

#[test]
fn empty_files_have_no_facts_and_no_problems() {
    for (path, _) in SAMPLES {
        for bytes in [&b""[..], b"\xEF\xBB\xBF", b"\n", b" \t\r\n"] {
            let facts = extract(path, bytes);
            assert!(facts.symbols.is_empty() && facts.references.is_empty(), "{path}");
            assert!(facts.problems.is_empty(), "{path}: {:?}", facts.problems);
        }
        assert_eq!(extract(path, b"").lines, 0);
    }
}

#[test]
fn extracting_twice_gives_the_same_facts() {
    for (path, source) in SAMPLES {
        assert_eq!(extract(path, source.as_bytes()), extract(path, source.as_bytes()), "{path}");
    }
}

#[test]
fn a_byte_order_mark_changes_nothing() {
    for (path, source) in SAMPLES {
        let marked = [b"\xEF\xBB\xBF", source.as_bytes()].concat();
        assert_eq!(extract(path, source.as_bytes()), extract(path, &marked), "{path}");
    }
}

#[test]
fn line_ends_of_windows_change_no_name_and_no_line() {
    for (path, source) in SAMPLES {
        let (unix, windows) =
            (extract(path, source.as_bytes()), extract(path, source.replace('\n', "\r\n").as_bytes()));
        assert_eq!(unix.lines, windows.lines, "{path}");
        let names = |facts: &FileFacts| -> Vec<(String, u32)> {
            let named = facts.symbols.iter();
            named.map(|symbol| (facts.text(symbol.name).to_owned(), symbol.span.start.line)).collect()
        };
        assert_eq!(names(&unix), names(&windows), "{path}");
        let docs = |facts: &FileFacts| -> Vec<String> {
            facts.docs.iter().map(|doc| facts.text(doc.text).replace('\r', "")).collect()
        };
        assert_eq!(docs(&unix), docs(&windows), "{path}");
    }
}

#[test]
fn lone_carriage_returns_end_lines() {
    for (path, source) in SAMPLES {
        let facts = extract(path, source.replace('\n', "\r").as_bytes());
        assert_eq!(facts.lines, source.lines().count() as u32, "{path}");
    }
}

#[test]
fn latin_1_nul_and_utf_16_are_recorded() {
    for (path, source) in SAMPLES {
        let latin = [source.as_bytes(), b"\n\xe9\xe8\n"].concat();
        assert!(problems(&extract(path, &latin)).contains(&ProblemKind::Encoding), "{path}");
        let nul = [source.as_bytes(), b"\n\0\0\n"].concat();
        assert!(problems(&extract(path, &nul)).contains(&ProblemKind::Nul), "{path}");
        let wide: Vec<u8> = [0xfeff].into_iter().chain(source.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let found = problems(&extract(path, &wide));
        assert!(found.contains(&ProblemKind::Encoding) && found.contains(&ProblemKind::Nul), "{path}: {found:?}");
    }
}

#[test]
fn a_file_over_the_cap_is_not_read() {
    for (path, _) in SAMPLES {
        let facts = extract(path, &vec![b'x'; 12 << 20]);
        assert_eq!(problems(&facts), [ProblemKind::TooLarge], "{path}");
        assert!(facts.symbols.is_empty() && facts.strings.len() == 1);
    }
}

#[test]
fn a_file_at_the_cap_is_read() {
    let line = "x = 1  # 16 byte\n";
    let mut source = line.repeat(CAP / line.len());
    source.push_str(&"#".repeat(CAP - source.len()));
    let facts = extract_on_small_stack("a.py", source.clone().into_bytes());
    assert_eq!(problems(&facts), []);
    source.push('#');
    assert_eq!(problems(&extract("a.py", source.as_bytes())), [ProblemKind::TooLarge]);
}

#[test]
fn files_cut_at_any_byte_are_read() {
    for (path, source) in SAMPLES {
        for cut in 0..source.len() {
            extract(path, &source.as_bytes()[..cut]);
        }
    }
}

#[test]
fn random_bytes_and_random_tokens_are_read() {
    let mut random = Random(7);
    for (path, source) in SAMPLES {
        let words: Vec<&str> = source.split_inclusive(|c: char| !c.is_alphanumeric()).collect();
        for round in 0..700 {
            let mut bytes = Vec::new();
            for _ in 0..random.below(60) {
                if round % 3 == 0 {
                    bytes.push(random.below(256) as u8);
                } else {
                    bytes.extend_from_slice(words[random.below(words.len())].as_bytes());
                }
            }
            extract(path, &bytes);
        }
    }
}

/// A generator of the simplest kind, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// Every shape of deep or long code for one language. A problem is fine; an overflow ends the process.
fn survives(path: &'static str) {
    for (_, source) in deep_shapes(path) {
        extract_on_small_stack(path, source.into_bytes());
    }
}

#[test]
fn deep_python_is_read() {
    survives("a.py");
}

#[test]
fn deep_javascript_is_read() {
    survives("a.js");
}

#[test]
fn deep_typescript_is_read() {
    survives("a.ts");
}

#[test]
fn deep_rust_is_read() {
    survives("a.rs");
}

#[test]
fn deep_go_is_read() {
    survives("a.go");
}

#[test]
fn deep_java_is_read() {
    survives("a.java");
}

#[test]
fn deep_c_is_read() {
    survives("a.c");
}

#[test]
fn deep_csharp_is_read() {
    survives("a.cs");
}

#[test]
fn deep_ruby_is_read() {
    survives("a.rb");
}

#[test]
fn deep_php_is_read() {
    survives("a.php");
}

#[test]
fn deep_kotlin_is_read() {
    survives("a.kt");
}

#[test]
fn deep_bash_is_read() {
    survives("a.sh");
}

#[test]
fn deep_lua_is_read() {
    survives("a.lua");
}

#[test]
fn what_is_stopped_is_stopped_the_same_way_each_time() {
    let garbage = "fn a ( ] } if = > \" ".repeat(20_000);
    let first = extract_on_small_stack("a.rs", garbage.clone().into_bytes());
    assert_eq!(problems(&first), [ProblemKind::TooSlow]);
    assert_eq!(first, extract_on_small_stack("a.rs", garbage.into_bytes()));
}
