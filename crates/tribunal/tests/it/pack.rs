//! `pack`: what is in it, what is not and why, and that it never has a token too many.

mod invariants;
mod reasons;
mod requests;

use crate::support::Place;
use serde_json::Value;

/// A small project: a shop with a cart, its test, and something that has nothing to do with it.
fn shop() -> Place {
    let place = Place::repository().with(&[
        ("shop/cart.py", "import os\n\nclass Cart:\n    def total(self):\n        return sum(self.prices)\n"),
        ("shop/price.py", "def parse_price(text):\n    return float(text)\n"),
        ("shop/orders.py", "from shop.cart import Cart\n\ndef order():\n    return Cart().total()\n"),
        ("tests/test_cart.py", "from shop.cart import Cart\n\ndef test_total():\n    assert Cart().total() == 0\n"),
        ("weather/rain.py", "def umbrella():\n    return True\n"),
        ("README.md", "# A shop\n"),
    ]);
    place.commit("shop");
    place
}

#[track_caller]
fn json(place: &Place, args: &[&str]) -> Value {
    let ran = place.run(&[&["pack", "--format", "json"], args].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let pack: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    reconciles(&pack);
    pack
}

#[track_caller]
fn reconciles(pack: &Value) {
    let count = |list: &str| pack[list].as_array().expect("a list").len() as u64;
    assert_eq!(pack["counts"]["included"], count("files"));
    assert_eq!(pack["counts"]["omitted"], count("omitted"));
    assert_eq!(pack["counts"]["candidates"], count("files") + count("omitted"));
    assert!(pack["tokens"]["total"].as_u64() <= pack["budget"].as_u64(), "{pack}");
}

fn paths<'a>(pack: &'a Value, list: &str) -> Vec<&'a str> {
    pack[list].as_array().expect("a list").iter().filter_map(|file| file["path"].as_str()).collect()
}

fn reason<'a>(pack: &'a Value, path: &str) -> Option<&'a str> {
    let omitted = pack["omitted"].as_array()?;
    omitted.iter().find(|file| file["path"] == path)?["reason"].as_str()
}

#[test]
fn a_task_finds_its_files_and_leaves_documents_out() {
    let pack = json(&shop(), &["--task", "the total of the cart is wrong"]);
    let files = paths(&pack, "files");
    assert_eq!(files[0], "shop/cart.py");
    assert!(
        files.iter().position(|path| *path == "tests/test_cart.py")
            > files.iter().position(|path| *path == "shop/cart.py")
    );
    assert_eq!(reason(&pack, "README.md"), Some("filtered:docs"));
}

#[test]
fn a_seed_stands_first_and_its_dependents_can_be_left_out() {
    let place = shop();
    let list = place.run(&["pack", "--seed", "shop/cart.py", "--list"]);
    assert_eq!(list.stdout.lines().next(), Some("shop/cart.py"));
    let distance = |args: &[&str]| {
        let pack = json(&place, args);
        let files = pack["files"].as_array().expect("files").clone();
        files.iter().find(|file| file["path"] == "shop/orders.py").map(|file| file["distance"].clone())
    };
    assert_eq!(distance(&["--seed", "shop/cart.py"]), Some(Value::from(1)));
    assert_eq!(distance(&["--seed", "shop/cart.py", "--no-dependents"]), Some(Value::Null));
}

#[test]
fn a_signal_can_be_left_out_of_the_order() {
    let place = shop();
    let first = |args: &[&str]| {
        let list = place.run(&[&["pack", "--list", "--task", "umbrella"], args].concat());
        list.stdout.lines().next().map(str::to_owned)
    };
    assert_eq!(first(&[]).as_deref(), Some("weather/rain.py"));
    assert_ne!(first(&["--without", "text"]).as_deref(), Some("weather/rain.py"));
    let unknown = place.run(&["pack", "--task", "umbrella", "--without", "luck"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("known are text, path"), "{}", unknown.stderr);
}

#[test]
fn a_seed_that_is_not_there_is_told() {
    let place = shop();
    let pack = json(&place, &["--seed", "shop/none.py", "--seed", "shop/cart.py"]);
    assert_eq!(reason(&pack, "shop/none.py"), Some("filtered:missing"));
    let list = place.run(&["pack", "--seed", "shop/none.py", "--list"]);
    assert!(list.stderr.contains("shop/none.py is not in the working tree"), "{}", list.stderr);
}

#[test]
fn no_budget_is_ever_exceeded() {
    let place = shop();
    for budget in ["5", "20", "60", "100", "161", "300", "1000", "1000000000"] {
        for args in [["--task", "cart total"], ["--seed", "shop/cart.py"]] {
            let pack = json(&place, &[&["--budget", budget][..], &args].concat());
            let text = place.run(&["pack", "--budget", budget, args[0], args[1]]).stdout;
            let shown = pack["tokens"]["total"].as_u64().expect("a count");
            assert!(text.len() as u64 >= shown, "every token has a byte");
            assert_eq!(text.is_empty(), shown == 0);
        }
    }
}

#[test]
fn a_budget_without_room_for_a_heading_is_told() {
    let place = shop();
    for (args, wanted) in [(vec!["--task", "cart"], "the heading alone has 3 tokens"), (vec![], "what changed has")] {
        for budget in ["0", "1"] {
            let ran = place.run(&[&["pack", "--format", "json", "--budget", budget][..], &args].concat());
            assert_eq!(ran.code, 2);
            assert!(ran.stderr.contains(wanted), "{}", ran.stderr);
            let pack = ran.json();
            reconciles(&pack);
            assert_eq!(pack["error"]["code"], "core-over-budget");
            assert_eq!(pack["tokens"]["total"], 0);
        }
    }
}

#[test]
fn a_change_is_shown_as_a_diff_and_whole_and_comes_from_the_commit() {
    let place = shop();
    place.write("shop/price.py", "def parse_price(text):\n    return round(float(text), 2)\n");
    place.commit("round prices");
    place.write("shop/price.py", "not committed\n");
    let ran = place.run(&["pack", "--base", "HEAD~1"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("-    return float(text)\n+    return round(float(text), 2)\n"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("not committed"), "{}", ran.stdout);
    let pack = json(&place, &["--base", "HEAD~1"]);
    assert_eq!(pack["files"][0]["path"], "shop/price.py");
    assert_eq!(pack["files"][0]["role"], "changed");
}

/// The pack of the last commit, which must be in order.
#[track_caller]
fn last_commit(place: &Place) -> (Value, String) {
    (json(place, &["--base", "HEAD~1"]), place.run(&["pack", "--base", "HEAD~1"]).stdout)
}

#[test]
fn a_deletion_alone_is_a_change_and_concerns_who_used_the_file() {
    let place = shop();
    std::fs::remove_file(place.root().join("shop/cart.py")).expect("a file to remove");
    place.commit("delete");
    let (pack, text) = last_commit(&place);
    assert_eq!(paths(&pack, "files")[0], "shop/cart.py");
    assert!(text.contains("## shop/cart.py (deleted)") && text.contains("-class Cart:"), "{text}");
    let orders = pack["files"].as_array().expect("files").iter().find(|file| file["path"] == "shop/orders.py");
    assert_eq!(
        orders.map(|file| (&file["scope"], &file["distance"])),
        Some((&Value::from(2), &Value::from(1))),
        "{pack}"
    );
    let alone = json(&place, &["--base", "HEAD~1", "--no-dependents"]);
    let orders = alone["files"].as_array().expect("files").iter().find(|file| file["path"] == "shop/orders.py");
    assert_eq!(orders.map(|file| &file["distance"]), Some(&Value::Null));
}

#[test]
fn a_rename_alone_is_a_change_and_concerns_who_used_the_old_name() {
    let place = shop();
    place.git(&["mv", "shop/cart.py", "shop/basket.py"]);
    place.commit("rename");
    let (pack, text) = last_commit(&place);
    assert!(text.contains("## shop/basket.py (renamed from shop/cart.py)"), "{text}");
    let orders = pack["files"].as_array().expect("files").iter().find(|file| file["path"] == "shop/orders.py");
    assert_eq!(orders.map(|file| &file["distance"]), Some(&Value::from(1)));
}

#[test]
fn a_change_of_mode_alone_is_a_change() {
    let place = shop();
    place.git(&["update-index", "--chmod=+x", "weather/rain.py"]);
    place.git(&["commit", "--quiet", "--message", "mode"]);
    let (pack, text) = last_commit(&place);
    assert!(text.contains("## weather/rain.py (mode)"), "{text}");
    assert_eq!(paths(&pack, "files")[0], "weather/rain.py");
}

#[test]
fn a_binary_file_alone_is_a_change_that_is_not_shown() {
    let place = shop();
    place.write("logo.bin", "\0\0\0");
    place.commit("binary");
    let (pack, text) = last_commit(&place);
    assert_eq!(reason(&pack, "logo.bin"), Some("filtered:binary"));
    assert!(!text.contains("logo.bin"), "{text}");
}

#[test]
fn a_merge_shows_what_it_brought() {
    let place = shop();
    place.git(&["checkout", "--quiet", "-b", "side"]);
    place.write("shop/side.py", "SIDE = 1\n");
    place.commit("side");
    place.git(&["checkout", "--quiet", "main"]);
    place.write("shop/main.py", "MAIN = 1\n");
    place.commit("main");
    place.git(&["merge", "--quiet", "--no-edit", "side"]);
    let (pack, _) = last_commit(&place);
    let changed: Vec<_> =
        pack["files"].as_array().expect("files").iter().filter(|file| file["role"] == "changed").collect();
    assert_eq!(changed.len(), 1, "against the first parent: {pack}");
    assert_eq!(changed[0]["path"], "shop/side.py");
}

#[test]
fn the_first_commit_adds_everything_and_a_repository_without_one_says_so() {
    let place = shop();
    let pack = json(&place, &[]);
    assert_eq!(pack["base"], pack["head"], "main is its own base");
    place.git(&["branch", "--quiet", "-m", "trunk"]);
    let root = json(&place, &[]);
    assert_eq!(root["base"], Value::Null, "{root}");
    assert!(root["files"].as_array().expect("files").iter().filter(|file| file["role"] == "changed").count() >= 5);
    let empty = Place::repository().with(&[("a.py", "x = 1\n")]);
    let ran = empty.run(&["pack", "--format", "json"]);
    assert_eq!(ran.code, 2);
    assert_eq!(ran.json()["error"]["code"], "git-error");
}

#[test]
fn secrets_are_neither_in_bodies_nor_in_diffs() {
    let key = |end: &str| format!("{}{}{end}", "AK", "IAZZZZ4QWERTY7UI");
    let (deleted, kept, added) = (key("OP"), key("AA"), key("BB"));
    let place = shop();
    place.write("shop/keys.py", &format!("OLD = '{deleted}'\nKEPT = '{kept}'\nx = 1\n"));
    place.commit("with secrets");
    place.write("shop/keys.py", &format!("NEW = '{added}'\nKEPT = '{kept}'\nx = 2\n"));
    place.write(".env", "TOKEN=abcdefghijkl\n");
    place.write("server.pem", "-----BEGIN PRIVATE KEY-----\nMIIEabc\n-----END PRIVATE KEY-----\n");
    place.commit("with others");
    let (pack, text) = last_commit(&place);
    assert!(text.contains("-OLD = '[REDACTED:") && text.contains("+NEW = '[REDACTED:"), "{text}");
    assert!(text.contains("\n KEPT = '[REDACTED:"), "a line of context: {text}");
    for secret in [&deleted, &kept, &added, "abcdefghijkl", "MIIEabc"] {
        assert!(!text.contains(secret), "{text}");
    }
    assert_eq!(reason(&pack, ".env"), Some("filtered:env"));
    assert_eq!(reason(&pack, "server.pem"), Some("filtered:secret"));
    let redacted: u64 = pack["redactions"].as_object().expect("counts").values().filter_map(Value::as_u64).sum();
    assert_eq!(redacted, 5, "three in the diff, two in the body: {pack}");
}

#[test]
fn a_base_that_is_none_and_a_change_too_big_are_told_with_artifacts() {
    let place = shop();
    place.write("shop/big.py", &"value = 'something long'\n".repeat(200));
    place.commit("big");
    for (args, code) in
        [(vec!["--base", "nowhere"], "git-error"), (vec!["--base", "HEAD~1", "--budget", "50"], "core-over-budget")]
    {
        let out = place.root().join("../artifacts");
        let out = out.to_str().expect("a plain path");
        let ran = place.run(&[&["pack", "--format", "json", "--out", out][..], &args].concat());
        assert_eq!(ran.code, 2);
        let pack: Value = serde_json::from_str(&ran.stdout).expect("JSON even then");
        reconciles(&pack);
        assert_eq!(pack["status"], "error");
        assert_eq!(pack["error"]["code"], code);
        assert!(ran.stderr.contains("hint: "), "{}", ran.stderr);
        let report = std::fs::read_to_string(format!("{out}/pr-context.report.json")).expect("the report is written");
        assert_eq!(serde_json::from_str::<Value>(&report).expect("JSON"), pack);
    }
}

#[test]
fn unrelated_histories_are_an_error() {
    let place = shop();
    place.git(&["checkout", "--quiet", "--orphan", "other"]);
    place.commit("another beginning");
    let ran = place.run(&["pack", "--base", "main"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("git-error: git data: the base and HEAD have no common history"), "{}", ran.stderr);
}

#[test]
fn fences_and_odd_names_do_not_break_the_pack() {
    let place = shop();
    let odd = "shop/se\"l\u{f6}\nt.py";
    place.write(odd, "x = 1\n");
    place.write("shop/fences.py", "A = '```'\nB = '`````'\nC = '~~~~'\n");
    place.commit("odd");
    let text = place.run(&["pack", "--base", "HEAD~1"]).stdout;
    assert!(text.contains("\n``````py\nA = '```'\nB = '`````'\nC = '~~~~'\n``````\n"), "{text}");
    let pack = json(&place, &["--base", "HEAD~1"]);
    assert!(paths(&pack, "files").iter().any(|path| path.starts_with("shop/se")), "{pack}");
    assert!(!text.lines().any(|line| line.starts_with("t.py")), "a name's line break is escaped: {text}");
}

#[test]
fn the_same_input_gives_the_same_bytes_on_any_number_of_threads() {
    let (one, two) = (shop(), shop());
    let args = ["pack", "--task", "cart total price", "--seed", "shop/orders.py", "--budget", "400"];
    let first = one.run(&args).stdout;
    assert_eq!(first, one.run(&args).stdout, "again");
    assert_eq!(first, two.run(&args).stdout, "elsewhere");
    let other = two.variable("TRIBUNAL_INDEX_JOBS", "1");
    assert_eq!(first, other.run(&args).stdout, "on one thread");
}
