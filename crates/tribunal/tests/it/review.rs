//! `tribunal review` as a user meets it: findings, calm, suppressions, changes, fixes, and odd repositories.

mod accepted;
mod asked;
mod change;
mod coverage;
mod fix;
mod odd;
mod outside;
mod same;

use crate::support::{Place, Ran};
use serde_json::Value;

/// A small project with one defect per axis that is sure to be seen.
pub fn project() -> Place {
    let place = Place::repository().with(&[
        ("package.json", "{ \"name\": \"shop\", \"main\": \"src/index.ts\" }\n"),
        (
            "src/index.ts",
            "import { price } from './price';\nimport fs from 'fs';\n\nexport const total = (n: number) => price(n);\n",
        ),
        (
            "src/price.ts",
            "export const rate = 2;\nexport const price = (n: number) => n * rate;\nexport const spare = 4;\n",
        ),
        ("src/old.ts", "export const old = 1;\n"),
        (
            "tool.py",
            "import os\nimport sys\n\n\ndef _unused(path):\n    return path.lower()\n\n\ndef check(width):\n    \
             if width == width:\n        return 1\n    return 0\n\n\nprint(check(len(sys.argv)))\n",
        ),
    ]);
    place.commit("a shop");
    place
}

#[track_caller]
pub fn json(place: &Place, args: &[&str]) -> Value {
    let ran = place.run(&[&["-q", "review", "--format", "json"], args].concat());
    assert!(ran.code <= 1, "{}", ran.seen());
    ran.json()
}

/// `path:line rule` of everything that is reported.
pub fn places(review: &Value) -> Vec<String> {
    let findings = review["findings"].as_array().expect("a list");
    let place = |finding: &Value| {
        let text = |name: &str| finding[name].as_str().unwrap_or_default().to_owned();
        format!("{}:{} {}", text("path"), finding["start_line"], text("rule"))
    };
    findings.iter().map(place).collect()
}

#[test]
fn a_fresh_clone_is_reviewed_without_anything_else() {
    let place = project();
    let review = json(&place, &[]);
    let found = places(&review);
    for wanted in [
        "src/index.ts:2 unused-import",
        "src/old.ts:1 dead-file",
        "src/price.ts:1 needless-export",
        "src/price.ts:3 dead-export",
        "tool.py:1 unused-import",
        "tool.py:5 dead-symbol",
        "tool.py:10 self-comparison",
    ] {
        assert!(found.iter().any(|place| place == wanted), "{wanted} is missing: {found:#?}");
    }
    assert_eq!(review["version"], 1);
    assert_eq!(review["snapshot"]["kind"], "worktree");
    assert_eq!(review["verdict"], "NEEDS_REFACTOR");
}

#[test]
fn every_finding_says_what_it_claims_and_counts_add_up() {
    let review = json(&project(), &["--all"]);
    let findings = review["findings"].as_array().expect("a list");
    assert!(!findings.is_empty());
    for finding in findings {
        assert!(!finding["claims"].as_array().expect("claims").is_empty(), "{finding}");
        assert_ne!(finding["verification_status"], "REFUTED", "{finding}");
        assert!(finding["claims"][0]["check"]["reason"].is_string(), "{finding}");
        assert_eq!(finding["source"], "static");
        assert_eq!(finding["content_hash"].as_str().map(str::len), Some(64));
    }
    let counts = review["counts"].as_object().expect("counts");
    let ended: u64 =
        counts.iter().filter(|(name, _)| *name != "proposed").filter_map(|(_, count)| count.as_u64()).sum();
    assert_eq!(counts["proposed"].as_u64(), Some(ended));
    assert_eq!(counts["proposed"].as_u64(), Some(findings.len() as u64));
}

#[test]
fn the_screen_is_calm_and_names_the_next_step() {
    let place = project();
    let ran = place.run(&["review", "--axes", "utility,correction"]);
    assert_eq!(ran.code, 1, "what is verified and MEDIUM fails: {}", ran.seen());
    let screen = &ran.stdout;
    for wanted in ["self-comparison", "needless-export"] {
        assert!(!screen.contains(wanted), "rules are named by `why`: {screen}");
    }
    assert!(screen.contains("`width` is compared with itself"), "{screen}");
    assert!(screen.contains("nothing reaches this file"), "{screen}");
    assert!(screen.contains("tribunal report --axes utility --severity nit"), "{screen}");
    assert!(screen.contains("verdict: NEEDS_REFACTOR"), "{screen}");
    assert!(!screen.contains("`os` is imported"), "what is LOW is one line per axis: {screen}");
}

#[test]
fn a_run_folder_holds_everything() {
    let place = project();
    place.run(&["-q", "review"]);
    let runs: Vec<_> = std::fs::read_dir(place.root().join(".tribunal/runs")).expect("runs").collect();
    let run = runs[0].as_ref().expect("a run").path();
    for name in [
        "run.json",
        "findings.json",
        "report.md",
        "report.sarif",
        "report.html",
        "reviews/src/price.ts.json",
        "reviews/src/price.ts.md",
    ] {
        assert!(run.join(name).is_file(), "{name} is missing");
    }
    let file: Value =
        serde_json::from_slice(&std::fs::read(run.join("reviews/src/price.ts.json")).expect("a file")).expect("JSON");
    assert_eq!(file["verdict"], "NEEDS_REFACTOR");
    assert!(file["symbols"].as_array().is_some_and(|symbols| symbols.len() == 3), "{file}");
}

#[test]
fn the_document_of_a_file_names_the_cycle_of_imports_that_it_is_in() {
    let place = Place::repository().with(&[
        ("a.py", "import os\nimport b\n\n\ndef start():\n    return b.go()\n\n\nprint(start())\n"),
        ("b.py", "import os\nimport c\n\n\ndef go():\n    return c.back()\n"),
        ("c.py", "import os\nimport a\n\n\ndef back():\n    return a.__name__\n"),
        ("d.py", "import os\nimport a\n\nprint(a.start())\n"),
    ]);
    place.commit("a ring");
    place.run(&["-q", "review"]);
    let runs = std::fs::read_dir(place.root().join(".tribunal/runs")).expect("runs");
    let run = runs.map(|run| run.expect("a run").path()).next().expect("a run");
    let cycles = |name: &str| {
        let text = std::fs::read(run.join("reviews").join(name)).expect("a document");
        serde_json::from_slice::<Value>(&text).expect("JSON")["facts"]["import_cycles"].clone()
    };
    assert_eq!(cycles("b.py.json"), serde_json::json!([["b.py", "c.py", "a.py"]]));
    assert_eq!(cycles("d.py.json"), serde_json::json!([]));
    let page = std::fs::read_to_string(run.join("reviews/a.py.md")).expect("a page");
    assert!(page.contains("a.py → b.py → c.py"), "{page}");
}

#[test]
fn a_finding_can_be_asked_about_by_its_id() {
    let place = project();
    let review = json(&place, &["--rule", "self-comparison"]);
    let id = review["findings"][0]["id"].as_str().expect("an id").to_owned();
    let why = place.run(&["why", &id]);
    assert!(why.stdout.contains("self-comparison") && why.stdout.contains("tool.py:10"), "{}", why.seen());
    let report = place.run(&["report", "--format", "markdown"]);
    assert!(report.stdout.contains(&id), "{}", report.seen());
}

#[test]
fn axes_rules_and_paths_narrow_the_review() {
    let place = project();
    let only = |args: &[&str]| places(&json(&place, args));
    assert_eq!(only(&["--rule", "self-comparison"]), ["tool.py:10 self-comparison"]);
    assert_eq!(only(&["--axes", "utility", "--paths", "src/old.ts"]), ["src/old.ts:1 dead-file"]);
    assert!(only(&["--axes", "utility", "--paths", "src"]).iter().all(|place| place.starts_with("src/")));
    assert!(only(&["--min-confidence", "100"]).is_empty());
}

#[test]
fn names_that_are_none_are_refused_with_the_nearest() {
    let place = project();
    let hint = |args: &[&str]| {
        let ran: Ran = place.run(&[&["review"], args].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.seen());
        ran.stderr
    };
    assert!(hint(&["--axes", "utilty"]).contains("did you mean `utility`?"));
    assert!(hint(&["--rule", "dead-exports"]).contains("did you mean `dead-export`?"));
    assert!(hint(&["--diff", "nowhere...HEAD"]).contains("nowhere"));
    assert!(hint(&["--baseline", "missing.json"]).contains("tribunal baseline create"));
}

#[test]
fn a_strict_gate_fails_on_what_is_not_verified() {
    let place = project();
    let file = ["-q", "review", "--rule", "dead-file", "--fail-on", "medium"];
    assert_eq!(place.run(&file).code, 0);
    assert_eq!(place.run(&[&file[..], &["--strict"]].concat()).code, 1);
    assert_eq!(place.run(&["-q", "review", "--fail-on", "medium"]).code, 1);
    assert_eq!(place.run(&["-q", "review", "--fail-on", "critical", "--strict"]).code, 0);
    assert_eq!(place.run(&["-q", "review", "--fail-on", "never", "--strict"]).code, 0);
}

#[test]
fn an_estimate_counts_and_costs_nothing() {
    let place = project();
    let before = place.run(&["-q", "estimate", "--json"]).json();
    assert_eq!((before["files"].as_u64(), before["to_look_at"].as_u64()), (Some(4), Some(4)), "{before}");
    place.run(&["-q", "review"]);
    let after = place.run(&["-q", "estimate", "--json"]).json();
    assert_eq!(after["to_look_at"], 0, "{after}");
    assert!(place.run(&["estimate"]).stdout.contains("no tokens, no money"));
}
