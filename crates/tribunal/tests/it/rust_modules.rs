//! Rust files that stand elsewhere than their module's name says, and crates that begin elsewhere than in `src/`.

use crate::support::Place;

const PACKAGE: &str = "[package]\nname = \"kit\"\n";

/// The last name of the first `written` in a file leads to exactly these places.
#[track_caller]
fn check(files: &[(&str, &str)], path: &str, written: &str, expected: &[&str]) {
    let place = Place::repository().with(files);
    let (_, text) = files.iter().find(|(other, _)| *other == path).expect("one of the files");
    let end = text.find(written).expect("it is written there") + written.len();
    let start = end - written.rsplit("::").next().unwrap_or_default().len();
    let (line, column) =
        (text[..start].matches('\n').count() + 1, start - text[..start].rfind('\n').map_or(0, |n| n + 1) + 1);
    let at = format!("{path}:{line}:{column}");
    let answer = place.run(&["query", "at", &at, "--json"]).ok().json();
    let definitions = answer["definitions"].as_array().expect("a list");
    let found: Vec<String> = definitions
        .iter()
        .map(|definition| format!("{}:{}", definition["path"].as_str().unwrap_or_default(), definition["line"]))
        .collect();
    assert_eq!(found, expected, "{at}: {answer}");
}

#[test]
fn a_module_with_a_path_is_the_file_there() {
    let files = [
        ("Cargo.toml", PACKAGE),
        ("src/lib.rs", "mod outer;\nmod inner;\npub fn top() {}\n"),
        (
            "src/outer.rs",
            "#[path = \"odd/place.rs\"]\nmod there;\nmod usual;\npub fn go() { there::spin(); usual::turn(); }\n",
        ),
        ("src/outer/usual.rs", "pub fn turn() { super::go() }\n"),
        ("src/odd/place.rs", "mod beside;\n\npub fn spin() { crate::top(); super::go(); beside::near(); }\n"),
        ("src/odd/beside.rs", "pub fn near() { super::spin() }\n"),
        ("src/odd/place/beside.rs", "pub fn near() {}\n"),
        ("src/inner.rs", "mod deep {\n    #[path = \"x.rs\"]\n    pub mod y;\n}\npub fn f() { deep::y::g() }\n"),
        ("src/inner/deep/x.rs", "pub fn g() { super::super::f() }\n"),
    ];
    check(&files, "src/outer.rs", "there::spin", &["src/odd/place.rs:3"]);
    check(&files, "src/outer.rs", "usual::turn", &["src/outer/usual.rs:1"]);
    check(&files, "src/outer/usual.rs", "super::go", &["src/outer.rs:4"]);
    check(&files, "src/odd/place.rs", "crate::top", &["src/lib.rs:3"]);
    check(&files, "src/odd/place.rs", "super::go", &["src/outer.rs:4"]);
    check(&files, "src/odd/place.rs", "beside::near", &["src/odd/beside.rs:1"]);
    check(&files, "src/odd/beside.rs", "super::spin", &["src/odd/place.rs:3"]);
    check(&files, "src/inner.rs", "deep::y::g", &["src/inner/deep/x.rs:1"]);
    check(&files, "src/inner/deep/x.rs", "super::super::f", &["src/inner.rs:5"]);
}

#[test]
fn the_children_of_a_module_with_a_path_stand_beside_it() {
    let files = [
        ("Cargo.toml", PACKAGE),
        ("src/lib.rs", "#[path = \"odd/place.rs\"]\nmod there;\n"),
        ("src/odd/place.rs", "mod beside;\npub fn spin() { beside::near(); }\n"),
        ("src/odd/beside.rs", "pub fn near() { super::spin(); crate::there::spin(); }\n"),
    ];
    check(&files, "src/odd/place.rs", "beside::near", &["src/odd/beside.rs:1"]);
    check(&files, "src/odd/beside.rs", "super::spin", &["src/odd/place.rs:2"]);
    check(&files, "src/odd/beside.rs", "crate::there::spin", &["src/odd/place.rs:2"]);
}

#[test]
fn one_module_with_two_paths_is_either() {
    let files = [
        ("Cargo.toml", PACKAGE),
        ("src/lib.rs", "mod index;\nfn f() { index::read() }\n"),
        (
            "src/index/mod.rs",
            "pub use self::imp::*;\n#[cfg(unix)]\n#[path = \"one.rs\"]\nmod imp;\n#[cfg(not(unix))]\n#[path = \"two.rs\"]\nmod imp;\n",
        ),
        ("src/index/one.rs", "pub fn read() {}\n"),
        ("src/index/two.rs", "\npub fn read() { crate::index::read() }\n"),
        ("src/sys.rs", "#[cfg_attr(unix, path = \"unix_sys.rs\")]\nmod sys_imp;\nfn g() { sys_imp::h() }\n"),
        ("src/unix_sys.rs", "pub fn h() {}\n"),
    ];
    let both = ["src/index/one.rs:1", "src/index/two.rs:2"];
    check(&files, "src/lib.rs", "index::read", &both);
    check(&files, "src/index/two.rs", "crate::index::read", &both);
    check(&files, "src/sys.rs", "sys_imp::h", &["src/unix_sys.rs:1"]);
}

#[test]
fn the_crate_of_an_integration_test_begins_at_its_root() {
    let files = [
        ("Cargo.toml", PACKAGE),
        ("src/lib.rs", "pub mod parse;\n"),
        ("src/parse.rs", "mod tests;\npub fn parse() {}\n"),
        ("src/parse/tests.rs", "mod basic;\nfn made() {}\n"),
        ("src/parse/tests/basic.rs", "fn t() { crate::parse::parse(); super::made() }\n"),
        ("tests/it/main.rs", "mod util;\nmod deep;\n"),
        ("tests/it/util.rs", "pub fn help() {}\n"),
        ("tests/it/deep/mod.rs", "mod more;\n"),
        ("tests/it/deep/more.rs", "fn t() { crate::util::help() }\n"),
        ("tests/single.rs", "mod shared;\nmod single {\n    mod part;\n    pub fn own() {}\n}\n"),
        ("tests/single/part.rs", "fn t() { crate::shared::share(); super::own() }\n"),
        ("tests/shared/mod.rs", "pub fn share() {}\n"),
    ];
    check(&files, "tests/it/deep/more.rs", "crate::util::help", &["tests/it/util.rs:1"]);
    check(&files, "tests/single/part.rs", "crate::shared::share", &["tests/shared/mod.rs:1"]);
    check(&files, "tests/single/part.rs", "super::own", &["tests/single.rs:4"]);
    check(&files, "src/parse/tests/basic.rs", "crate::parse::parse", &["src/parse.rs:2"]);
    check(&files, "src/parse/tests/basic.rs", "super::made", &["src/parse/tests.rs:2"]);
}

#[test]
fn the_crate_of_a_declared_target_begins_at_its_path() {
    let manifest = "[package]\nname = \"kit\"\nautotests = false\n\n\
        [lib]\npath = \"code/kit.rs\"\n\n[[bin]]\nname = \"k\"\npath = \"crates/core/start.rs\"\n\n\
        [[test]]\nname = \"all\"\npath = \"tests/tests.rs\"\n\n\
        [[bench]]\nname = \"b\"\npath = \"speed/run.rs\"\n\n\
        [[example]]\nname = \"e\"\npath = \"./shown/../shown/e.rs\"\n";
    let files = [
        ("Cargo.toml", manifest),
        ("code/kit.rs", "pub mod part;\npub fn kit() {}\n"),
        ("code/part.rs", "fn f() { crate::kit() }\n"),
        ("crates/core/start.rs", "mod args;\nfn main() { args::read() }\nfn begin() {}\n"),
        ("crates/core/args.rs", "pub fn read() { crate::begin() }\n"),
        ("tests/tests.rs", "mod util;\nmod index;\n"),
        ("tests/util.rs", "pub fn help() {}\n"),
        ("tests/index/mod.rs", "mod basic;\n"),
        ("tests/index/basic.rs", "fn t() { crate::util::help() }\n"),
        ("speed/run.rs", "mod timer;\nfn go() {}\n"),
        ("speed/timer.rs", "fn t() { crate::go() }\n"),
        ("shown/e.rs", "mod more;\nfn go() {}\n"),
        ("shown/more.rs", "fn t() { crate::go() }\n"),
    ];
    check(&files, "code/part.rs", "crate::kit", &["code/kit.rs:2"]);
    check(&files, "crates/core/start.rs", "args::read", &["crates/core/args.rs:1"]);
    check(&files, "crates/core/args.rs", "crate::begin", &["crates/core/start.rs:3"]);
    check(&files, "tests/index/basic.rs", "crate::util::help", &["tests/util.rs:1"]);
    check(&files, "speed/timer.rs", "crate::go", &["speed/run.rs:2"]);
    check(&files, "shown/more.rs", "crate::go", &["shown/e.rs:2"]);
}
