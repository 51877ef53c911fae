//! `pack` beyond tasks and diffs: plans, asking again, what a task names, rules of the configuration, the log.

use super::{json, reason};
use crate::support::Place;
use serde_json::Value;

fn shop() -> Place {
    let place = Place::repository().with(&[
        ("shop/cart.py", "class Cart:\n    def total(self):\n        return sum(self.prices)\n"),
        ("shop/price.py", "def parse_price(text):\n    return float(text)\n"),
        ("shop/orders.py", "from shop.cart import Cart\n\ndef order():\n    return Cart().total()\n"),
        ("shop/tax.py", "RATES = {'a': 1}\n\ndef rate(kind):\n    return RATES[kind]\n"),
        ("tests/test_cart.py", "from shop.cart import Cart\n\ndef test_total():\n    assert Cart().total() == 0\n"),
        ("tests/rates.json", "{\"rates\": 1}\n"),
        ("weather/rain.py", "def umbrella():\n    return True\n"),
        ("README.md", "# A shop with a cart\n"),
        ("yarn.lock", "cart@1\n"),
    ]);
    place.commit("shop");
    place
}

#[track_caller]
fn file<'a>(pack: &'a Value, path: &str) -> &'a Value {
    let files = pack["files"].as_array().expect("files");
    files.iter().find(|file| file["path"] == path).unwrap_or_else(|| panic!("{path} is not in {pack}"))
}

#[test]
fn files_of_a_plan_come_first_and_missing_ones_are_told() {
    let place = shop();
    place.write(
        "plan.json",
        r#"{"task_id": "t1", "plan": {"task_summary": "tax on totals", "affected_files": [
            {"path": "shop/tax.py", "role": "modify", "changes": [{"symbol": "rate", "action": "modify"}]},
            {"path": "shop/vat.py", "role": "create"}, {"path": "shop/gone.py", "role": "delete"}]}}"#,
    );
    let pack = json(&place, &["--plan", "plan.json", "--seed", "shop/cart.py"]);
    assert_eq!(pack["files"][0]["path"], "shop/tax.py");
    assert_eq!(pack["files"][0]["scope"], 0);
    assert_eq!(pack["files"][1]["path"], "shop/cart.py");
    assert_eq!(reason(&pack, "shop/gone.py"), Some("filtered:missing"));
    assert_eq!(reason(&pack, "shop/vat.py"), None, "a file that is to be made is not missing");
    let failed = pack["targets"].as_array().expect("targets").iter().find(|target| target["target"] == "shop/gone.py");
    assert_eq!(failed.map(|target| &target["status"]), Some(&Value::from("target-failed")));
}

#[test]
fn what_is_no_plan_is_refused_with_a_hint() {
    let place = shop();
    for (text, wanted) in [
        ("not JSON", "it is no plan"),
        (r#"{"affected_files": [{"path": "/etc/passwd"}]}"#, "`/etc/passwd` is no path of a repository"),
        (r#"{"affected_files": [{"path": "a/../../b"}]}"#, "is no path of a repository"),
    ] {
        place.write("plan.json", text);
        let ran = place.run(&["pack", "--plan", "plan.json"]);
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains(wanted), "{}", ran.stderr);
    }
}

#[test]
fn a_refinement_with_evidence_brings_in_what_was_missing() {
    let place = shop();
    place.write(
        "more.json",
        r#"{"reason": "rates are elsewhere", "missing_files": ["weather/rain.py"], "missing_symbols": ["parse_price"],
            "missing_tests": ["test_total"], "error_signatures": ["KeyError: 'rate'"]}"#,
    );
    let before = json(&place, &["--task", "the total of the cart"]);
    assert_eq!(before["files"][0]["path"], "shop/cart.py");
    let after = json(&place, &["--task", "the total of the cart", "--refine", "more.json"]);
    for path in ["weather/rain.py", "shop/price.py", "tests/test_cart.py"] {
        assert_eq!(file(&after, path)["role"], "seed", "{path}");
    }
    assert_eq!(after["task"]["errors"][0], "KeyError: 'rate'", "the error's words count");
    assert_ne!(before["task_id"], after["task_id"]);
}

#[test]
fn a_refinement_without_evidence_is_refused() {
    let place = shop();
    place.write("more.json", r#"{"reason": "needs more context"}"#);
    let ran = place.run(&["pack", "--task", "cart", "--refine", "more.json"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("names no missing file, symbol or test and no error"), "{}", ran.stderr);
    place.write("more.json", r#"{"missing_files": ["shop/tax.py"]}"#);
    let ran = place.run(&["pack", "--refine", "more.json"]);
    assert!(ran.stderr.contains("only the context of a task"), "{}", ran.stderr);
}

#[test]
fn a_path_in_the_task_is_a_seed_and_names_are_read() {
    let place = shop();
    let task = "umbrella() in `weather/rain.py:2` fails with KeyError: 'x', see shop.tax.rate";
    let pack = json(&place, &["--task", task]);
    assert_eq!(pack["files"][0]["path"], "weather/rain.py");
    assert_eq!(pack["files"][0]["role"], "seed");
    assert_eq!(pack["task"]["paths"][0]["path"], "weather/rain.py");
    assert_eq!(pack["task"]["symbols"][0], "umbrella");
    assert_eq!(pack["task"]["errors"][0], "KeyError: 'x', see shop.tax.rate");
}

#[test]
fn the_configuration_decides_about_single_paths() {
    let place = shop();
    let config = "[pack]\ninclude = [\"README.md\"]\nexclude = [\"shop/orders.py\"]\nprefer = [\"shop/tax.py\"]\n";
    place.write("tribunal.toml", config);
    let pack = json(&place, &["--task", "cart total rate", "--seed", "shop/orders.py"]);
    assert_eq!(reason(&pack, "shop/orders.py"), Some("filtered:excluded"));
    assert_eq!(file(&pack, "README.md")["role"], "related");
    assert_eq!(reason(&pack, "yarn.lock"), Some("filtered:lockfile"));
    let rank = |pack: &Value| file(pack, "shop/tax.py")["rank"].as_u64();
    let preferred = rank(&json(&place, &["--task", "cart total rate"]));
    place.write("tribunal.toml", "[pack]\navoid = [\"shop/tax.py\"]\n");
    assert!(preferred < rank(&json(&place, &["--task", "cart total rate"])));
}

#[test]
fn data_of_tests_and_irrelevant_files_are_left_out_with_their_reason() {
    let place = shop();
    let pack = json(&place, &["--task", "umbrella"]);
    assert_eq!(reason(&pack, "tests/rates.json"), Some("filtered:tests"));
    let all: Vec<_> = pack["omitted"].as_array().expect("omitted").iter().map(|file| &file["reason"]).collect();
    assert!(all.iter().all(|reason| reason.as_str().is_some_and(|reason| !reason.is_empty())), "{all:?}");
}

#[test]
fn a_part_can_be_kept_for_close_tests() {
    let place = shop();
    let many: String = (0..400).map(|at| format!("def cart_total_{at}():\n    return {at}\n\n\n")).collect();
    place.write("shop/totals.py", &many);
    place.write("shop/totals_more.py", &many.replace("cart", "cart_more"));
    place.write("tests/test_far.py", "def test_nothing():\n    pass\n");
    place.commit("more");
    let args = ["--task", "cart total", "--seed", "shop/cart.py", "--budget", "600"];
    let reserved = json(&place, &[&args[..], &["--reserve-tests"]].concat());
    assert!(reserved["tokens"]["test_reserve"].as_u64() > Some(0));
    assert_eq!(file(&reserved, "tests/test_cart.py")["role"], "related");
    assert_eq!(json(&place, &args)["tokens"]["test_reserve"], 0);
}

#[test]
fn a_reserve_takes_from_the_budget_and_cannot_take_all() {
    let place = shop();
    let pack = json(&place, &["--task", "cart", "--budget", "1000", "--reserve", "400"]);
    assert_eq!((&pack["window"], &pack["reserved"], &pack["budget"]), (&1000.into(), &400.into(), &600.into()));
    let ran = place.run(&["pack", "--task", "cart", "--budget", "100", "--reserve", "100"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("100 reserved tokens leave nothing of a window of 100"), "{}", ran.stderr);
}

#[test]
fn all_artifacts_are_written_and_agree() {
    let place = shop();
    place.write("shop/price.py", "def parse_price(text):\n    return round(float(text), 2)\n");
    place.commit("round");
    let out = place.root().join("../artifacts");
    let ran = place.run(&["pack", "--base", "HEAD~1", "--out", out.to_str().expect("a plain path")]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let read = |name: &str| std::fs::read_to_string(out.join(format!("pr-context.{name}"))).expect("an artifact");
    let report: Value = serde_json::from_str(&read("report.json")).expect("JSON");
    assert_eq!(read("changed.files.txt"), "shop/price.py\n");
    let listed = read("related.files.txt").lines().count() + read("changed.files.txt").lines().count();
    assert_eq!(report["counts"]["included"], listed);
    let omitted = read("omitted.files.txt").lines().count() + read("related.omitted.files.txt").lines().count();
    assert_eq!(report["counts"]["omitted"], omitted);
    let selection = read("related.selection.tsv");
    assert!(selection.starts_with("path\tfrequency\ttokens_estimate\tdecision\treason\n"), "{selection}");
    let targets = read("targets.tsv");
    let header = "target\tstatus\ttotal_paths\teligible_paths\tlimits_reached\tmax_depth_reached\tnote";
    assert_eq!(targets.lines().next(), Some(header));
    assert!(targets.contains("shop/price.py\tok\t0\t0\tfalse\t0\tnothing is linked to it\n"), "{targets}");
    assert!(read("txt").contains("return round(float(text), 2)"));
}

#[test]
fn a_knowledge_base_that_is_gone_is_a_recall_failure() {
    let place = shop();
    place.run(&["index"]);
    std::fs::write(place.root().join(".tribunal/curated.sqlite"), "no database").expect("a file");
    let out = place.root().join("../artifacts");
    let args = ["pack", "--task", "cart", "--no-index", "--format", "json", "--out", out.to_str().expect("plain")];
    let ran = place.run(&args);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert_eq!(ran.json()["error"]["code"], "recall-failure");
    assert!(ran.stderr.contains("hint: "), "{}", ran.stderr);
    assert!(out.join("pr-context.report.json").exists() && out.join("pr-context.targets.tsv").exists());
}
