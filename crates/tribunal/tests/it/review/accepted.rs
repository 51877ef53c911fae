//! What users have accepted or overruled: comments, dismissals, baselines, severities.

use super::{json, places, project};

#[test]
fn a_comment_with_a_reason_overrules_and_one_that_overrules_nothing_is_told() {
    let place = project();
    place.write(
        "tool.py",
        "import sys\n\n\ndef check(width):\n    # tribunal:ignore[self-comparison] measured twice on purpose\n    \
         if width == width:\n        return 1\n    return 0  # tribunal:ignore[unused-local] nothing here\n\n\n\
         print(check(len(sys.argv)))\n",
    );
    let ran = place.run(&["review", "--format", "json", "--paths", "tool.py", "--all"]);
    let review = ran.json();
    let finding = &review["findings"][0];
    assert_eq!(
        (finding["rule"].as_str(), finding["disposition"].as_str()),
        (Some("self-comparison"), Some("suppressed"))
    );
    let last = finding["rulings"].as_array().and_then(|rulings| rulings.last()).expect("a ruling");
    assert_eq!(last["by"], "user/comment");
    assert_eq!(last["reason"], "measured twice on purpose");
    assert!(ran.stderr.contains("tool.py:8: `tribunal:ignore[unused-local]` overrules nothing"), "{}", ran.seen());
}

#[test]
fn a_comment_without_a_reason_overrules_nothing() {
    let place = project();
    place.write("one.py", "def f(a):\n    return a == a  # tribunal:ignore[self-comparison]\n\n\nprint(f(1))\n");
    let ran = place.run(&["review", "--format", "json", "--rule", "self-comparison", "--paths", "one.py"]);
    assert_eq!(places(&ran.json()), ["one.py:2 self-comparison"]);
    assert!(ran.stderr.contains("gives no reason"), "{}", ran.seen());
}

#[test]
fn a_dismissed_finding_stays_away_and_its_reason_is_kept() {
    let place = project();
    let review = json(&place, &["--rule", "self-comparison"]);
    let id = review["findings"][0]["id"].as_str().expect("an id").to_owned();
    let ran = place.run(&["dismiss", &id, "--reason", "the sensor lies"]);
    assert_eq!(ran.code, 0, "{}", ran.seen());
    assert!(place.read("tribunal.dismissals.toml").contains("the sensor lies"));
    assert!(places(&json(&place, &["--rule", "self-comparison"])).is_empty());
    // It survives that the lines move.
    let text = place.read("tool.py");
    place.write("tool.py", &format!("# one\n# two\n{text}"));
    assert!(places(&json(&place, &["--rule", "self-comparison"])).is_empty());
    assert_eq!(place.run(&["dismiss", "F-00000000", "--reason", "x"]).code, 2);
    assert_eq!(place.run(&["dismiss", &id, "--reason", " "]).code, 2);
}

#[test]
fn a_baseline_hides_what_was_there_and_shows_what_is_new() {
    let place = project();
    let made = place.run(&["baseline", "create"]);
    assert!(made.stdout.contains("findings accepted in tribunal.baseline.json"), "{}", made.seen());
    assert!(places(&json(&place, &[])).is_empty());
    place.write("src/new.ts", "export const fresh = 1;\n");
    assert_eq!(places(&json(&place, &["--axes", "utility"])), ["src/new.ts:1 dead-file"]);
    place.write("tribunal.baseline.json", "{ not json");
    let ran = place.run(&["review"]);
    assert_eq!(ran.code, 2, "{}", ran.seen());
    assert!(ran.stderr.contains("tribunal baseline create"), "{}", ran.seen());
}

#[test]
fn the_configuration_weighs_rules_anew() {
    let place = project();
    place.write("tribunal.toml", "[review]\nseverity = [\"dead-file=low\", \"src/**:dead-export=off\"]\n");
    let review = json(&place, &["--axes", "utility"]);
    let found = places(&review);
    assert!(!found.iter().any(|place| place.contains("dead-export")), "{found:?}");
    let file = review["findings"].as_array().and_then(|all| all.iter().find(|one| one["rule"] == "dead-file"));
    assert_eq!(file.map(|file| file["severity"].clone()), Some("LOW".into()));
    place.write("tribunal.toml", "[review]\nseverity = [\"dead-fil=low\"]\n");
    let ran = place.run(&["review"]);
    assert!(ran.code == 2 && ran.stderr.contains("did you mean `dead-file`?"), "{}", ran.seen());
}
