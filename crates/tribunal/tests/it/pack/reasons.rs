//! Why files are left out, what brings them in again, the two orders, and the base that is taken if none is named.

use super::{json, paths, reason};
use crate::support::Place;
use serde_json::Value;

/// One file of every kind beside a seed.
fn kinds() -> Place {
    // A test of a commit of its own: what changed with a seed is close to it.
    let place = Place::repository().with(&[("a/b/c/d/test_far.py", "def test_rain():\n    assert True\n")]);
    place.commit("a test");
    let place = place.with(&[
        ("src/cart.py", "class Cart:\n    def total(self):\n        return 1\n"),
        ("src/order.py", "from src.cart import Cart\n\ndef order():\n    return Cart().total()\n"),
        ("notes.md", "# The cart's total\n"),
        ("yarn.lock", "cart total\n"),
        (".env", "CART=total\n"),
        ("src/__pycache__/cart.txt", "cart total\n"),
        ("logo.bin", "\0\0cart"),
        ("deploy.pem", "cart total\n"),
    ]);
    place.write("src/huge.py", &"cart = 'total of the cart'\n".repeat(60_000));
    place.commit("kinds");
    place
}

#[test]
fn every_kind_has_its_reason_and_its_way_in() {
    let place = kinds();
    let seeded = ["--seed", "src/cart.py", "--task", "total of the cart"];
    let pack = json(&place, &seeded);
    for (path, wanted) in [
        ("notes.md", "filtered:docs"),
        ("yarn.lock", "filtered:lockfile"),
        (".env", "filtered:env"),
        ("a/b/c/d/test_far.py", "filtered:tests-not-close"),
        ("src/__pycache__/cart.txt", "filtered:generated-cache"),
        ("logo.bin", "filtered:binary"),
        ("deploy.pem", "filtered:secret"),
        ("src/huge.py", "limits-reached"),
    ] {
        assert_eq!(reason(&pack, path), Some(wanted), "{path}");
    }
    for (flag, path) in [
        ("--include-docs", "notes.md"),
        ("--include-lockfiles", "yarn.lock"),
        ("--include-tests", "a/b/c/d/test_far.py"),
    ] {
        let pack = json(&place, &[&seeded[..], &[flag]].concat());
        let filtered = reason(&pack, path).is_some_and(|reason| reason.starts_with("filtered:"));
        assert!(!filtered, "{flag}: {pack}");
    }
    let tight = json(&place, &[&seeded[..], &["--budget", "90"]].concat());
    assert_eq!(reason(&tight, "src/order.py"), Some("over-budget"), "{tight}");
}

#[test]
fn files_that_went_since_the_index_was_made_are_told() {
    let place = kinds();
    place.run(&["index"]);
    std::fs::remove_file(place.root().join("src/cart.py")).expect("a file");
    std::fs::remove_file(place.root().join("src/order.py")).expect("a file");
    let pack = json(&place, &["--no-index", "--seed", "src/cart.py", "--task", "cart order"]);
    assert_eq!(reason(&pack, "src/cart.py"), Some("target-failed"));
    assert_eq!(reason(&pack, "src/order.py"), Some("filtered:missing"));
}

#[test]
fn the_order_by_scope_is_weight_frequency_distance_tokens_path() {
    let place = Place::repository().with(&[
        ("a.py", "import b\n\ndef a():\n    return b.b()\n"),
        ("b.py", "import c\n\ndef b():\n    return c.c()\n"),
        ("c.py", "def c():\n    return 1\n"),
        ("word.py", "# about a and its a\nx = 1\n"),
    ]);
    place.commit("all");
    let pack = json(&place, &["--profile", "scope", "--seed", "a.py", "--task", "word"]);
    assert_eq!(paths(&pack, "files"), ["a.py", "b.py", "c.py", "word.py"]);
    let weights: Vec<_> = pack["files"].as_array().expect("files").iter().map(|file| file["weight"].clone()).collect();
    assert_eq!(weights, [100, 90, 70, 50].map(Value::from));
    assert_eq!(pack["profile"], "scope");
}

#[test]
fn the_base_is_the_first_of_five_that_is_there() {
    let place = Place::repository().with(&[("a.py", "x = 0\n")]);
    place.commit("0");
    for number in 1..=5 {
        place.write("a.py", &format!("x = {number}\n"));
        place.commit(&number.to_string());
    }
    place.git(&["checkout", "--quiet", "--detach"]);
    place.git(&["branch", "--quiet", "-D", "main"]);
    let base = || json(&place, &[])["base"].as_str().expect("a base").to_owned();
    let commit = |back: usize| place.shell(&format!("git rev-parse HEAD~{back}")).stdout.trim().to_owned();
    assert_eq!(base(), commit(1), "HEAD~1");
    for (back, name) in
        [(2, "heads/master"), (3, "heads/main"), (4, "remotes/origin/master"), (5, "remotes/origin/main")]
    {
        place.git(&["update-ref", &format!("refs/{name}"), &commit(back)]);
        assert_eq!(base(), commit(back), "{name}");
    }
}
