//! An update gives what a rebuild gives, whatever was edited before, on any number of threads, in any folder.

use crate::bench_repo::BenchRepo;
use proptest::prelude::*;

/// Paths that edits touch, each with the contents it may have. The contents refer to each other across files, so that
/// most edits change what some other file resolves to.
const FILES: &[(&str, &[&str])] = &[
    ("pkg/__init__.py", &["from .a import Base as Base\n", "from .b import *\n", "", "from . import a\n"]),
    (
        "pkg/a.py",
        &[
            "class Base:\n    def run(self):\n        return helper()\n\ndef helper():\n    return Base()\n",
            "\n\nclass Base:\n    def run(self):\n        return helper()\n\ndef helper():\n    return Base()\n",
            "class Base:\n    def stop(self): ...\nhelper = Base\n",
            "from .b import Child as Base\n",
            "def broken(:\n",
        ],
    ),
    (
        "pkg/b.py",
        &[
            "from .a import Base\nclass Child(Base):\n    def run(self): return super().run()\n__all__ = ['Child']\n",
            "from pkg import a\nclass Child(a.Base):\n    limit: int = 3\n",
            "class Child:\n    def run(self): return self.run()\n",
        ],
    ),
    (
        "app.py",
        &[
            "from pkg import Base\nfrom pkg.b import Child\nChild().run()\nBase().run().stop()\n",
            "import pkg.a\npkg.a.helper().run()\nx = unknown.run()\n",
            "import missing\nmissing.run()\n",
        ],
    ),
    (
        "src/index.ts",
        &["export { Shape, area as size } from './shape'\nexport * from './util'\n", "export default 1\n"],
    ),
    (
        "src/shape.ts",
        &[
            "import { scale } from '@lib/util'\nexport interface Shape { width: number }\nexport function area(s: Shape) { return scale(s.width) }\n",
            "export class Shape { width = 1 }\nexport const area = (s: Shape) => s.width\n",
        ],
    ),
    (
        "src/util.ts",
        &["export function scale(n: number) { return n }\n", "export const scale = 2\nexport enum Unit { Px }\n"],
    ),
    (
        "src/use.tsx",
        &["import { size, Shape } from '.'\nconst s: Shape = { width: 2 }\nexport const A = () => <b>{size(s)}</b>\n"],
    ),
    ("tsconfig.json", &["{\"compilerOptions\": {\"paths\": {\"@lib/*\": [\"./src/*\"]}}}", "{}"]),
    ("core/Cargo.toml", &["[package]\nname = \"core-lib\"\n", "[package]\nname = \"other\"\n"]),
    (
        "core/src/lib.rs",
        &[
            "mod shape;\npub use shape::Shape;\n",
            "pub mod shape;\nmod odd;\npub fn make() -> shape::Shape { shape::Shape::new() }\n",
        ],
    ),
    (
        "core/src/shape.rs",
        &[
            "pub struct Shape { pub width: u32 }\nimpl Shape { pub fn new() -> Self { Self { width: 1 } } }\n",
            "pub struct Shape;\n",
        ],
    ),
    ("core/src/more.rs", &["use crate::shape::Shape;\nimpl Shape { pub fn wide(&self) -> bool { self.width > 1 } }\n"]),
    (
        "core/src/odd.rs",
        &[
            "#[path = \"place/there.rs\"]\nmod x;\nmod y;\npub fn odd() { x::go(); y::go() }\n",
            "#[path = \"place/y.rs\"]\nmod x;\nmod there;\npub fn odd() { x::go() }\n",
            "pub fn odd() {}\n",
        ],
    ),
    (
        "core/src/place/there.rs",
        &["mod y;\npub fn go() { super::odd(); crate::make(); y::go() }\n", "pub fn go() {}\n"],
    ),
    ("core/src/place/y.rs", &["pub fn go() { super::go(); crate::make(); }\n"]),
    ("core/src/odd/y.rs", &["pub fn go() { super::odd(); crate::make(); }\n"]),
    ("core/tests/it.rs", &["use core_lib::Shape;\n#[test]\nfn t() { Shape::new().wide(); }\n"]),
    ("go.mod", &["module example.org/m\n", "module example.org/n\n"]),
    (
        "kit/kit.go",
        &[
            "package kit\ntype Kit struct { Size int }\nfunc New() *Kit { return &Kit{Size: 1} }\n",
            "package kit\nfunc New() int { return 1 }\n",
        ],
    ),
    ("kit/more.go", &["package kit\nfunc (k *Kit) Grow() { k.Size++ }\n"]),
    (
        "main.go",
        &["package main\nimport \"example.org/m/kit\"\nfunc main() { k := kit.New(); k.Grow(); println(k.Size) }\n"],
    ),
    (
        "java/src/com/x/A.java",
        &[
            "package com.x;\npublic class A { int size; int size() { return size; } }\n",
            "package com.x;\nclass A { }\n",
        ],
    ),
    (
        "java/src/com/x/B.java",
        &["package com.x;\nimport com.x.A;\nclass B extends A { int twice() { return size() * 2; } }\n"],
    ),
    ("c/a.h", &["int twice(int x);\n", "#define LIMIT 3\n"]),
    ("c/a.c", &["#include \"a.h\"\nint twice(int x) { return x * 2; }\n", "static int twice(int x) { return x; }\n"]),
    ("c/main.c", &["#include \"a.h\"\nint main(void) { return twice(LIMIT); }\n"]),
    ("lua/shop/init.lua", &["local basket = require 'shop.basket'\nreturn { new = basket.new }\n", "return {}\n"]),
    (
        "lua/shop/basket.lua",
        &["local M = {}\nfunction M.new() return M.new() end\nreturn M\n", "function new() return basket end\n"],
    ),
    ("notes.txt", &["plain\n", "\0binary"]),
    ("script", &["#!/usr/bin/env python3\nfrom pkg.a import helper\nhelper()\n", "echo no interpreter\n"]),
    (".gitignore", &["", "app.py\n"]),
];

#[derive(Debug, Clone)]
enum Edit {
    Write(usize, usize),
    Remove(usize),
    Rename(usize, usize),
    Revert,
    Commit,
}

fn edit() -> impl Strategy<Value = Edit> {
    let file = 0..FILES.len();
    prop_oneof![
        6 => (file.clone(), 0..8_usize).prop_map(|(file, variant)| Edit::Write(file, variant)),
        2 => file.clone().prop_map(Edit::Remove),
        1 => (file.clone(), file).prop_map(|(from, to)| Edit::Rename(from, to)),
        1 => Just(Edit::Revert),
        1 => Just(Edit::Commit),
    ]
}

fn apply(repo: &BenchRepo, edit: &Edit) {
    let variant = |file: usize, variant: usize| FILES[file].1[variant % FILES[file].1.len()];
    match *edit {
        Edit::Write(file, which) => repo.write(FILES[file].0, variant(file, which)),
        Edit::Remove(file) => repo.remove(FILES[file].0),
        Edit::Rename(from, to) => repo.rename(FILES[from].0, FILES[to].0),
        Edit::Revert => repo.git(&["checkout", "-q", "-f", "HEAD"]),
        Edit::Commit => repo.commit(),
    }
}

/// All files in their first content, committed.
fn full_repository() -> BenchRepo {
    let repo = BenchRepo::new();
    for (path, contents) in FILES {
        repo.write(path, contents[0]);
    }
    repo.commit();
    repo
}

pub fn first_difference(one: &str, two: &str) -> String {
    let lines = one.lines().zip(two.lines()).find(|(one, two)| one != two);
    lines.map_or_else(|| "one is longer".to_owned(), |(one, two)| format!("updated: {one}\nrebuilt: {two}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_update_equals_a_rebuild(edits in prop::collection::vec(prop::collection::vec(edit(), 1..4), 1..5)) {
        let repo = full_repository();
        repo.index(2);
        for step in &edits {
            step.iter().for_each(|edit| apply(&repo, edit));
            repo.index(2);
            let (updated, rebuilt) = (repo.dump(), repo.dump_of_rebuilt_copy());
            prop_assert!(updated == rebuilt, "after {step:?}\n{}", first_difference(&updated, &rebuilt));
        }
    }
}

#[test]
fn two_places_and_two_thread_counts_give_the_same_dump() {
    let repo = full_repository();
    repo.index(2);
    assert_eq!(repo.dump(), repo.dump_of_rebuilt_copy());
}

#[test]
fn an_explicit_rebuild_changes_nothing() {
    let repo = full_repository();
    repo.index(2);
    let before = repo.dump();
    std::thread::sleep(std::time::Duration::from_millis(80));
    repo.index(2);
    repo.rebuild();
    assert_eq!(before, repo.dump());
}

#[test]
fn a_commit_alone_resolves_nothing() {
    let repo = full_repository();
    repo.index(2);
    std::thread::sleep(std::time::Duration::from_millis(80));
    repo.index(2);
    repo.git(&["commit", "-q", "--allow-empty", "-m", "empty"]);
    let report = repo.index(2);
    assert_eq!((report.resolved_files, report.commits), (0, 2));
    assert_eq!(repo.index(2).resolved_files, 0);
}

#[test]
fn a_body_edit_resolves_only_its_own_file() {
    let repo = full_repository();
    repo.index(2);
    repo.write(
        "pkg/a.py",
        "class Base:\n    def run(self):\n        x = 1\n        return helper()\n\ndef helper():\n    return Base()\n",
    );
    let report = repo.index(2);
    assert_eq!((report.parsed, report.resolved_files), (1, 1));
}

#[test]
fn an_interface_edit_resolves_the_files_that_looked_at_it() {
    let repo = full_repository();
    repo.index(2);
    repo.write("pkg/a.py", "class Base:\n    def stop(self): ...\n");
    let report = repo.index(2);
    assert_eq!(report.parsed, 1);
    assert!((3..=6).contains(&report.resolved_files), "{}", report.resolved_files);
}

#[test]
fn going_back_to_known_content_parses_nothing() {
    let repo = full_repository();
    repo.index(2);
    repo.write("pkg/a.py", FILES[1].1[2]);
    assert_eq!(repo.index(2).parsed, 1);
    repo.git(&["checkout", "-q", "-f", "HEAD"]);
    assert_eq!(repo.index(2).parsed, 0);
}

#[test]
fn nothing_changed_is_nothing_to_do() {
    let repo = full_repository();
    let first = repo.index(2);
    std::thread::sleep(std::time::Duration::from_millis(80));
    repo.index(2);
    let again = repo.index(2);
    assert_eq!((again.parsed, again.symbols), (0, first.symbols));
}
