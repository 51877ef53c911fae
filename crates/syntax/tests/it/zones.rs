//! Comments, documentation and strings as zones: by the walk of the facts and by a walk of their own the same.

use crate::samples::SAMPLES;
use tribunal_domain::facts::{Marked, Zone};
use tribunal_domain::{Language, RepoPath};
use tribunal_syntax::Limits;
use tribunal_syntax::tree::Tree;

fn zones(path: &str, source: &str) -> Vec<Marked> {
    let path = RepoPath::new(path).expect("valid path");
    tribunal_syntax::extract(&path, source.as_bytes(), Limits::default()).expect("known language").zones
}

/// The texts of the zones, each behind the first letter of what it is.
fn told(path: &str, source: &str) -> Vec<String> {
    let told = |marked: Marked| {
        let letter = match marked.zone {
            Zone::Code => 'x',
            Zone::Comment => 'c',
            Zone::Doc => 'd',
            Zone::Text => 't',
        };
        format!("{letter} {}", &source[marked.start as usize..marked.end as usize])
    };
    zones(path, source).into_iter().map(told).collect()
}

#[test]
fn facts_and_trees_agree_on_every_sample() {
    for (path, source) in SAMPLES {
        let language = Language::of_path(&RepoPath::new(*path).expect("valid path")).expect("known language");
        let tree = Tree::parse(language, source.as_bytes(), Limits::default()).expect("within the limits");
        let zones = zones(path, source);
        assert_eq!(zones, tree.zones(), "{path}");
        assert!(zones.is_sorted_by(|a, b| a.end <= b.start), "{path}: zones overlap");
    }
}

#[test]
fn what_is_put_into_a_string_is_code() {
    assert_eq!(told("a.py", "x = f'a {b} c'  # d\n"), ["t a ", "t  c", "c # d"]);
    assert_eq!(told("a.ts", "const x = `a ${b('c')} d`;\n"), ["t a ", "t c", "t  d"]);
    assert_eq!(told("a.rb", "x = \"a #{b} c\"\n"), ["t a ", "t  c"]);
}

#[test]
fn documentation_is_told_from_comments_and_strings() {
    let python = "\"\"\"About it.\"\"\"\ndef f():\n    '''Does it.'''\n    return 'said'\n";
    assert_eq!(told("a.py", python), ["d About it.", "d Does it.", "t said"]);
    assert_eq!(told("a.rs", "/// About it.\nfn f() {} // and so on\n"), ["d /// About it.\n", "c // and so on"]);
    assert_eq!(told("a.js", "/** About it. */\nf(); /* no */\n"), ["d /** About it. */", "c /* no */"]);
}

#[test]
fn what_the_facts_leave_out_is_marked_too() {
    assert_eq!(told("a.ts", "import { a, /* b */ c } from './d';\n"), ["c /* b */", "t ./d"]);
    assert_eq!(told("a.go", "package a\n\nimport (\n\t\"b\" // c\n)\n"), ["t b", "c // c"]);
    assert_eq!(told("a.py", "from a import (\n    b,  # c\n)\n"), ["c # c"]);
}
