//! The catalogue: cases that a naive check gets wrong, each with its right verdict.

use crate::build::Memory;
use serde_json::{Value, json};
use tribunal_domain::finding::{Disposition, Finding, Proof, Severity, Status};
use tribunal_domain::review::Counts;
use tribunal_verify::{Counted, Problem, Trial, review_verdict, self_check, signal_to_noise};

/// A finding in the older schema.
fn finding(file: &str, line: i64, evidence: &str, reason: &str) -> Value {
    json!({
        "id": "f1", "severity": "HIGH", "category": "logic", "file": file, "line": line, "evidence": evidence,
        "summary": "A matter", "reason": reason,
    })
}

fn one(files: &[(&str, &str)], finding: &Value) -> Finding {
    let document = json!({"findings": [finding]}).to_string();
    Memory::new(files).try_json(&document).remove(0)
}

/// Tries one finding on some files and compares its status.
#[track_caller]
fn check(id: &str, files: &[(&str, &str)], given: &Value, expected: Status) -> Finding {
    let tried = one(files, given);
    assert_eq!(tried.verification_status, expected, "{id}: {:#?}", (&tried.rulings, &tried.claims));
    assert_eq!(tried.disposition == Disposition::Refuted, expected == Refuted, "{id}");
    tried
}

use Status::{Inconclusive, Refuted, Verified};

#[test]
fn what_says_nothing_is_open() {
    check("V01", &[("a.py", "x = 1\n")], &finding("a.py", 1, "", "This could be slow"), Inconclusive);
    check("V42", &[("a.py", "x = 1\n")], &finding("a.py", 1, " ", "Something"), Inconclusive);
    check("V56", &[("a.py", "x = 1\n")], &finding("a.py", 1, "x", "Something"), Inconclusive);
}

#[test]
fn lines_that_cannot_exist_are_invalid() {
    for (id, line) in [("V02", 0), ("V03", -1)] {
        let tried = one(&[("a.py", "c = 1\n")], &finding("a.py", line, "c = 1", "c"));
        assert_eq!((tried.disposition, tried.verification_status), (Disposition::Invalid, Inconclusive), "{id}");
        assert!(tried.rulings.iter().any(|ruling| ruling.reason.contains("line")), "{id}");
    }
    let tried = one(&[("a.py", "c = 1\n")], &finding("a.py", 1, "", "Line 0 contains 'c'"));
    assert_eq!(tried.disposition, Disposition::Invalid, "V04");
    let tried = one(&[("a.py", "c = 1\n")], &finding("a.py", 900, "", "Something"));
    assert_eq!(tried.disposition, Disposition::Invalid);
}

#[test]
fn quotes_are_found_as_code() {
    let text = "def f(y):\n    x = eval(y)\n    return x\n";
    check("V05", &[("a.py", text)], &finding("a.py", 1, "def f(y):\n    x = eval(y)", "r"), Verified);
    check("V06", &[("a.py", text)], &finding("a.py", 2, "x  =  eval( y )", "r"), Verified);
    let tried = check("V08", &[("a.py", text)], &finding("a.py", 1, "    x = eval(y)", "r"), Verified);
    assert_eq!((tried.start_line, tried.proof), (2, Some(Proof::Place)));
    let mut ending = finding("a.py", 1, "return x", "r");
    ending["end_line"] = json!(3);
    check("V38", &[("a.py", text)], &ending, Verified);
}

#[test]
fn a_quote_is_compared_to_its_end() {
    let long = format!("value = compute({})", (0..40).map(|n| format!("a{n}")).collect::<Vec<_>>().join(", "));
    let other = long.replace("a39", "other_thing");
    check("V07", &[("a.py", &format!("{long}\n"))], &finding("a.py", 1, &other, "r"), Refuted);
    check("V07b", &[("a.py", &format!("{long}\n"))], &finding("a.py", 1, &long, "r"), Verified);
}

#[test]
fn words_are_whole_and_case_matters() {
    check("V09", &[("a.py", "evaluate(model)\n")], &finding("a.py", 1, "", "Line 1 contains 'eval'"), Refuted);
    check("V09b", &[("a.py", "evaluate(model)\n")], &finding("a.py", 1, "eval", "r"), Refuted);
    check("V41", &[("a.py", "token = load()\n")], &finding("a.py", 1, "", "Line 1 contains 'TOKEN'"), Refuted);
    check("V41b", &[("a.py", "token = load()\n")], &finding("a.py", 1, "TOKEN = load()", "r"), Refuted);
    check("V41c", &[("a.py", "token = load()\n")], &finding("a.py", 1, "TOKEN", "r"), Refuted);
}

#[test]
fn comments_are_not_code() {
    check("V10", &[("a.py", "y = 2\n# x = eval(y_value)\n")], &finding("a.py", 2, "x = eval(y_value)", "r"), Refuted);
    check(
        "V10b",
        &[("a.js", "let y = 2;\n// run(eval(y_value));\n")],
        &finding("a.js", 2, "run(eval(y_value));", "r"),
        Refuted,
    );
    check(
        "V10c",
        &[("a.py", "y = 2\n# x = eval(y_value)\n")],
        &finding("a.py", 2, "# x = eval(y_value)", "r"),
        Verified,
    );
    check(
        "V19",
        &[("a.py", "def save(u):\n    # TODO: validate u\n    store(u)\n")],
        &finding("a.py", 1, "", "Function save lacks validation"),
        Verified,
    );
}

const BLOCK: &str = "    total = 0\n    for item in items:\n        if item.price > 10 and item.count > 2:\n            total += item.price * item.count\n        elif item.free:\n            total -= item.bonus\n    audit(total, items)\n    return total\n";

#[test]
fn places_said_to_be_alike_are_compared() {
    let one = format!("def a(items):\n{BLOCK}");
    let two = format!("import os\n\n\ndef b(items):\n{BLOCK}");
    let other = "def c(x):\n    return open(x).read().strip().split(',')\n";
    let alike = [("handlers.py", one.as_str()), ("admin.py", two.as_str()), ("other.py", other)];
    check("V11", &alike, &finding("handlers.py", 1, "", "The same code in handlers.py and admin.py"), Verified);
    check("V11b", &alike, &finding("handlers.py", 1, "", "The same code in handlers.py and other.py"), Refuted);
    let nested = [("src/utils.py", one.as_str()), ("src/core.py", two.as_str())];
    check("V12", &nested, &finding("src/utils.py", 1, "", "Duplicate code in src/utils.py and src/core.py"), Verified);
    check(
        "V13",
        &[("x.py", one.as_str()), ("y.py", two.as_str())],
        &finding("x.py", 3, "", "Same code at x.py:3 and y.py:9"),
        Verified,
    );
    let header = "# Copyright 2024 Ada\n# Licensed under the terms of the licence\n# that stands in the file LICENCE\n"
        .repeat(8);
    let (first, second) = (
        format!("{header}\ndef a(x):\n    return x + 1\n"),
        format!("{header}\ndef b(y, z):\n    print(y, z)\n    raise ValueError(z)\n"),
    );
    check(
        "V14",
        &[("a.py", &first), ("b.py", &second)],
        &finding("a.py", 1, "", "Same code in a.py and b.py"),
        Refuted,
    );
    let before = |name: &str| (0..60).map(|n| format!("{name}_{n} = {n}\n")).collect::<String>();
    let (first, second) =
        (format!("{}def a(items):\n{BLOCK}", before("left")), format!("{}def b(items):\n{BLOCK}", before("other")));
    check(
        "V15",
        &[("a.py", &first), ("b.py", &second)],
        &finding("a.py", 1, "", "Same code in a.py and b.py"),
        Verified,
    );
    let small = "import os\nlog = get(__name__)\nx = 1\n";
    check("V52", &[("a.py", small), ("b.py", small)], &finding("a.py", 1, "", "Same code in a.py and b.py"), Refuted);
    check("V53", &[("a.py", one.as_str())], &finding("a.py", 1, "", "Same code in a.py and a.py"), Refuted);
}

#[test]
fn functions_of_every_language_are_found() {
    let lacks = |file: &str| finding(file, 1, "", "Function save lacks validation");
    let rust = "fn save(u: User) {\n    store(u);\n}\n";
    check("V16 rust", &[("a.rs", rust)], &lacks("a.rs"), Verified);
    check(
        "V16 rust, validated",
        &[("a.rs", "fn save(u: User) {\n    validate(&u);\n    store(u);\n}\n")],
        &lacks("a.rs"),
        Refuted,
    );
    check("V16 arrow", &[("a.js", "const save = (u) => {\n  store(u);\n};\n")], &lacks("a.js"), Verified);
    check(
        "V16 arrow, validated",
        &[("a.js", "const save = (u) => {\n  validate(u);\n  store(u);\n};\n")],
        &lacks("a.js"),
        Refuted,
    );
    check("V16 go", &[("a.go", "package a\n\nfunc save(u User) {\n\tstore(u)\n}\n")], &lacks("a.go"), Verified);
    check(
        "V16 java",
        &[("A.java", "class A {\n  void save(User u) {\n    validator.validate(u);\n    store(u);\n  }\n}\n")],
        &lacks("A.java"),
        Refuted,
    );
    check("V17", &[("a.py", "async def save(u) -> bool:\n    return store(u)\n")], &lacks("a.py"), Verified);
    check(
        "V18",
        &[("a.py", "def save(u, now=clock()):\n    validate(u)\n    return store(u, now)\n")],
        &lacks("a.py"),
        Refuted,
    );
}

#[test]
fn what_a_function_does_is_read_in_its_body() {
    check(
        "V20",
        &[("a.py", "def save(u):\n    if is_valid(u):\n        store(u)\n")],
        &finding("a.py", 1, "", "Function save lacks validation"),
        Refuted,
    );
    let two = "class A:\n    def save(self, u):\n        validate(u)\n\n\nclass B:\n    def save(self, u):\n        store(u)\n";
    check("V23", &[("a.py", two)], &finding("a.py", 7, "", "Method save lacks validation"), Verified);
    check("V23b", &[("a.py", two)], &finding("a.py", 2, "", "Method save lacks validation"), Refuted);
    check(
        "V46",
        &[("a.py", "def save(u):\n    validate(u)\n")],
        &finding("a.py", 1, "", "`save` does not validate its input"),
        Refuted,
    );
    check(
        "V46b",
        &[("a.py", "def save(u):\n    validate(u)\n")],
        &finding("a.py", 1, "", "`save` doesn\u{2019}t validate input"),
        Refuted,
    );
    check("V47", &[("a.py", two)], &finding("a.py", 1, "", "`A.save` does not validate"), Refuted);
    let line = "class A:\n    def save(self, u): store(u)\n    def load(self, u): validate(u)\n";
    check("V51", &[("a.py", line)], &finding("a.py", 2, "", "Method save lacks validation"), Verified);
}

#[test]
fn calls_are_looked_at_where_they_stand() {
    let without = |file: &str, line: i64| finding(file, line, "", "`fetch` is called without error handling");
    check(
        "V24",
        &[("a.py", "def f():\n    try:\n        fetch(1)\n    except IOError:\n        pass\n")],
        &without("a.py", 3),
        Refuted,
    );
    check("V24b", &[("a.py", "def f():\n    fetch(1)\n")], &without("a.py", 2), Verified);
    check("V57 catch", &[("a.js", "fetch(url).then(use).catch(report);\n")], &without("a.js", 1), Refuted);
    check(
        "V57 rust",
        &[("a.rs", "fn f() -> Result<(), E> {\n    fetch(1)?;\n    Ok(())\n}\n")],
        &without("a.rs", 2),
        Refuted,
    );
    let go = "package a\n\nfunc f() error {\n\tx, err := fetch(1)\n\tif err != nil {\n\t\treturn err\n\t}\n\tuse(x)\n\treturn nil\n}\n";
    check("V57 go", &[("a.go", go)], &without("a.go", 4), Refuted);
    let timeout = |line: i64| finding("a.py", line, "", "`fetch` is called without a timeout");
    check(
        "V25",
        &[("a.py", "def f():\n    return fetch(1)\n\n\ndef g(timeout):\n    return timeout\n")],
        &timeout(2),
        Verified,
    );
    check(
        "V26",
        &[("a.py", "def f():\n    return fetch(1, timeout=3)\n\n\ndef g():\n    return fetch(2)\n")],
        &timeout(2),
        Verified,
    );
    check("V26b", &[("a.py", "def f():\n    return fetch(1, timeout=3)\n")], &timeout(2), Refuted);
    check("V27", &[("a.py", "def f():\n    return prefetch(1)\n")], &timeout(2), Inconclusive);
    check("V28", &[("a.py", "def fetch(x):\n    return x\n")], &timeout(1), Inconclusive);
}

#[test]
fn paths_stay_inside() {
    for (id, path) in
        [("V29", "/etc/passwd"), ("V30", "../../etc/passwd"), ("drive", "C:\\x.py"), ("git", ".git/config")]
    {
        let tried = one(&[("a.py", "x = 1\n")], &finding(path, 1, "root", "r"));
        assert_eq!(tried.disposition, Disposition::Invalid, "{id}");
        assert!(tried.rulings[0].reason.contains(path), "{id}: {:?}", tried.rulings);
    }
}

#[test]
fn denials_and_descriptions_are_understood() {
    let bounds = finding("a.py", 1, "", "line 1 does not contain a bounds check");
    check("V31", &[("a.py", "x = items[i]\n")], &bounds, Verified);
    check("V31b", &[("a.py", "if i < len(items): x = items[i]\n")], &bounds, Refuted);
    let sql = one(
        &[("a.py", "q = f\"SELECT * FROM t WHERE id = {user}\"\n")],
        &finding("a.py", 1, "", "Line 1 contains SQL interpolation"),
    );
    assert_ne!(sql.verification_status, Refuted, "V33");
    let runs_on = "Line 1 contains eval(user_input) which is dangerous";
    check("V39", &[("a.py", "x = eval(user_input)\n")], &finding("a.py", 1, "", runs_on), Verified);
    check(
        "V49",
        &[("a.py", "os.system(cmd)\n")],
        &finding("a.py", 1, "", "At line 1 the code has os.system(cmd) and that is unsafe"),
        Verified,
    );
}

#[test]
fn odd_values_and_bytes_are_read() {
    let mut given = finding("a.py", 1, "value = compute(1)", "");
    given["reason"] = Value::Null;
    given["line"] = json!("1");
    given["tags"] = json!([]);
    check("V34, V35", &[("a.py", "value = compute(1)\n")], &given, Verified);
    let document = json!({"findings": [finding("a.py", 2, "value = compute(1)", "r")]}).to_string();
    let latin = Memory::of_bytes(&[("a.py", b"# caf\xe9\nvalue = compute(1)\n")]).try_json(&document);
    assert_eq!(latin[0].verification_status, Verified, "V36");
    let odd = "a = 1\u{c}\u{2028}\nvalue = compute(1)\n";
    let tried = check("V37", &[("a.py", odd)], &finding("a.py", 2, "value = compute(1)", "r"), Verified);
    assert_eq!(tried.start_line, 2);
}

#[test]
fn both_sides_of_a_change_are_looked_at() {
    let scene = Memory::new(&[("a.py", "fresh = load_anew(1)\n")]).with_base(&[("a.py", "gone = load_before(1)\n")]);
    let document = |evidence: &str| json!({"findings": [finding("a.py", 1, evidence, "r")]}).to_string();
    assert_eq!(scene.try_json(&document("gone = load_before(1)"))[0].verification_status, Verified);
    assert_eq!(scene.try_json(&document("other = load_before(1)"))[0].verification_status, Refuted);
}

#[test]
fn documentation_and_prose_are_not_called_made_up() {
    let code = "def f(x):\n    \"\"\"Use run(x, True) here.\n\n    result = run(x, True)\n    \"\"\"\n    # The value is what the caller of run(x) gives to us\n    return x\n";
    check("docstring", &[("a.py", code)], &finding("a.py", 4, "result = run(x, True)", "r"), Inconclusive);
    check(
        "prose",
        &[("a.py", code)],
        &finding("a.py", 6, "The value is what the caller of run(x) gives to us", "r"),
        Verified,
    );
}

#[test]
fn a_reason_may_name_another_file() {
    let files = [("a.py", "import b\n"), ("b.py", "def load():\n    return eval(read_all())\n")];
    check("V48", &files, &finding("a.py", 1, "", "In b.py, line 2 contains 'eval'"), Verified);
    check("V48b", &files, &finding("a.py", 1, "return eval(read_all())", "r"), Verified);
}

fn several(files: &[(&str, &str)], findings: &[Value]) -> Vec<Finding> {
    Memory::new(files).try_json(&Value::from(findings.to_vec()).to_string())
}

#[test]
fn duplicates_become_one_and_different_bugs_stay_two() {
    let files = [("a.py", "x = eval(user_input)\ny = open(user_input)\n")];
    let make = |id: &str, file: &str, line: i64, category: &str, severity: &str, summary: &str| json!({"id": id, "severity": severity, "category": category, "file": file, "line": line, "evidence": "", "summary": summary});
    let eval = "eval of user input allows code execution";
    let merged = |findings: &[Value]| {
        several(&files, findings).iter().filter(|one| one.disposition == Disposition::Merged).count()
    };
    let other = make("b", "a.py", 1, "security", "LOW", "the variable name x is too short");
    assert_eq!(merged(&[make("a", "a.py", 1, "security", "HIGH", eval), other]), 0, "D01");
    assert_eq!(
        merged(&[make("a", "a.py", 1, "security", "HIGH", eval), make("b", "a.py", 1, "logic", "LOW", eval)]),
        1,
        "D02"
    );
    assert_eq!(
        merged(&[make("a", "a.py", 1, "security", "HIGH", eval), make("b", "a.py", 2, "security", "LOW", eval)]),
        1,
        "D03"
    );
    assert_eq!(
        merged(&[make("a", "./a.py", 1, "security", "LOW", eval), make("b", "a.py", 1, "security", "HIGH", eval)]),
        1,
        "D04"
    );
    let mut lacking = make("c", "a.py", 1, "security", "LOW", eval);
    lacking.as_object_mut().expect("an object").remove("category");
    let tried = several(&files, &[make("a", "a.py", 1, "security", "LOW", eval), lacking]);
    assert_eq!(tried[1].disposition, Disposition::Invalid, "D05");
    assert!(tried[1].rulings[0].reason.contains("`category`"), "D05");
    let tried = several(
        &files,
        &[make("a", "a.py", 1, "security", "LOW", eval), make("b", "a.py", 1, "security", "HIGH", eval)],
    );
    let survivor = tried.iter().find(|one| one.disposition == Disposition::Reported).expect("a survivor");
    assert_eq!((survivor.severity, survivor.merged_from.as_slice()), (Severity::High, &["a".to_owned()][..]));
}

#[test]
fn signal_is_told_from_noise() {
    let finding = |severity: Severity, status: Status| {
        let mut one = one(&[("a.py", "x = 1\n")], &finding("a.py", 1, "", "r"));
        (one.severity, one.verification_status) = (severity, status);
        one.disposition = if status == Refuted { Disposition::Refuted } else { Disposition::Reported };
        one
    };
    let ratio =
        |list: &[(Severity, Status)]| signal_to_noise(&list.iter().map(|(s, t)| finding(*s, *t)).collect::<Vec<_>>());
    assert!((ratio(&[]) - 1.0).abs() < 1e-9, "S06: no findings");
    assert!((ratio(&[(Severity::High, Refuted)]) - 1.0).abs() < 1e-9, "S01: all refuted");
    assert!((ratio(&[(Severity::Praise, Verified)]) - 1.0).abs() < 1e-9, "S02: only praise");
    assert!(ratio(&[(Severity::Low, Verified)]) < 1e-9, "S03");
    assert!(
        (ratio(&[(Severity::High, Verified), (Severity::Medium, Verified), (Severity::High, Inconclusive)]) - 0.667)
            .abs()
            < 1e-9
    );
    let mut lower = super::catalogue::finding("a.py", 1, "", "r");
    lower["severity"] = json!("critical");
    assert_eq!(one(&[("a.py", "x = 1\n")], &lower).severity, Severity::Critical, "S05");
    assert_eq!(review_verdict(&[finding(Severity::High, Verified)]).to_string(), "REQUEST_CHANGES");
    assert_eq!(review_verdict(&[finding(Severity::Medium, Verified)]).to_string(), "COMMENT");
    assert_eq!(review_verdict(&[finding(Severity::High, Inconclusive)]).to_string(), "APPROVE");
}

/// A trial of one finding, counted as it is.
fn trial_of(finding: Finding) -> (Trial, Counts) {
    let counts = Counts {
        proposed: 1,
        reported: usize::from(finding.disposition == Disposition::Reported),
        refuted: usize::from(finding.disposition == Disposition::Refuted),
        ..Counts::default()
    };
    (Trial { findings: vec![finding], counted: Counted { places: 1, ..Counted::default() } }, counts)
}

#[test]
fn a_trial_that_does_not_add_up_says_why() {
    let files = [("a.py", "x = eval(y)\n")];
    let right = one(&files, &finding("a.py", 1, "x = eval(y)", ""));
    let (trial, counts) = trial_of(right.clone());
    assert_eq!(self_check(&trial, 1, counts), []);

    let mut untried = right.clone();
    untried.rulings.clear();
    let (trial, counts) = trial_of(untried);
    assert_eq!(self_check(&trial, 1, counts), [Problem::NotTried("f1".to_owned())], "S04: the status was never set");

    let mut unfounded = one(&files, &finding("a.py", 1, "subprocess.run(y, shell=True)", ""));
    assert_eq!(unfounded.verification_status, Refuted);
    unfounded.rulings.iter_mut().for_each(|ruling| ruling.evidence.clear());
    let (trial, counts) = trial_of(unfounded);
    assert_eq!(self_check(&trial, 1, counts), [Problem::Unfounded("f1".to_owned())]);

    let mut kept = right.clone();
    kept.verification_status = Refuted;
    let (trial, counts) = trial_of(kept);
    assert_eq!(self_check(&trial, 1, counts), [Problem::Unfounded("f1".to_owned())], "refuted, and still reported");

    let (mut trial, counts) = trial_of(right.clone());
    trial.counted.places = 0;
    assert_eq!(self_check(&trial, 1, counts), [Problem::Places(0, 1)]);
    let (trial, counts) = trial_of(right.clone());
    assert_eq!(self_check(&trial, 2, counts), [Problem::Lost(2, 1), Problem::Places(1, 2)]);
    let (trial, counts) = trial_of(right);
    assert_eq!(self_check(&trial, 1, Counts { merged: 1, ..counts }), [Problem::Counts]);
}
