//! Statements of prose and what they become; what is supposed, wished or asked becomes nothing.

use crate::build::{Memory, path};
use serde_json::json;
use tribunal_domain::finding::{ClaimKind, Status};
use tribunal_verify::{Said, claims_of_prose};

#[track_caller]
fn check(prose: &str, expected: &[(ClaimKind, &str, &str)]) {
    let path = path("a.py");
    let claims = claims_of_prose(&Said { prose, path: &path, line: 1, end_line: 1 });
    let found: Vec<_> = claims
        .iter()
        .filter(|claim| claim.essential)
        .map(|claim| {
            (
                claim.kind,
                claim.symbol.as_str(),
                if claim.pattern.is_empty() { claim.value.as_str() } else { claim.pattern.as_str() },
            )
        })
        .collect();
    assert_eq!(found, expected, "{prose}");
}

#[test]
fn plain_statements_become_claims() {
    use ClaimKind::{
        CallPattern, ConstantValue, FunctionBehavior, ImportUnused, Measure, MissingDoc, MissingTest, SymbolExists,
        SymbolUnused, TypeOrSignature, Unreachable,
    };
    check("`helper` is never used.", &[(SymbolUnused, "helper", "")]);
    check("The function `helper` is not used anywhere.", &[(SymbolUnused, "helper", "")]);
    check("Unused import `os`.", &[(ImportUnused, "os", "")]);
    check("`os` is imported but never used", &[(ImportUnused, "os", "")]);
    check("`save` does not validate its input.", &[(FunctionBehavior, "save", "validation")]);
    check("Function save lacks error handling", &[(FunctionBehavior, "save", "error handling")]);
    check("`save` calls `commit`.", &[(FunctionBehavior, "save", "commit")]);
    check("`save` never calls `commit`.", &[(FunctionBehavior, "save", "commit")]);
    check("fetch_all() is called without a timeout.", &[(CallPattern, "fetch_all", "timeout")]);
    check("`parse` has no tests.", &[(MissingTest, "parse", "")]);
    check("There are no tests for `parse`.", &[(MissingTest, "parse", "")]);
    check("`parse` has no docstring.", &[(MissingDoc, "parse", "")]);
    check("`LIMIT` is set to 5.", &[(ConstantValue, "LIMIT", "5")]);
    check("`run` has 9 parameters.", &[(Measure, "run", "parameters")]);
    check("`run` is async.", &[(TypeOrSignature, "run", "async")]);
    check("`helper` is not defined.", &[(SymbolExists, "helper", "")]);
    check("The code after the return statement is unreachable.", &[(Unreachable, "", "after a jump")]);
}

#[test]
fn suppositions_wishes_and_questions_become_nothing() {
    for prose in [
        "`helper` should be used.",
        "`helper` may not be used.",
        "Is `helper` never used?",
        "If `helper` is not used, remove it.",
        "Consider whether `save` does not validate its input.",
        "`helper` is not used in tests.",
        "`save` does not properly validate its input.",
        "This could be slow",
        "`parse` has no tests for empty input.",
    ] {
        check(prose, &[]);
    }
}

#[track_caller]
fn tried(files: &[(&str, &str)], body: &str, line: u32, expected: Status) {
    let document = json!([{"id": "1", "path": files[0].0, "line": line, "body": body}]).to_string();
    let finding = Memory::new(files).try_json(&document).remove(0);
    assert_eq!(finding.verification_status, expected, "{body}: {:#?}", (&finding.rulings, &finding.claims));
}

#[test]
fn every_kind_of_statement_is_decided_both_ways() {
    use Status::{Refuted, Verified};
    let code = "import os\nimport sys\n\nLIMIT = 5\n\n\ndef helper(a, b):\n    \"\"\"Explained.\"\"\"\n    return sys.argv\n    print(a)\n\n\ndef used(x):\n    return x\n\n\nasync def run(path):\n    return used(path)\n";
    let test = "from a import run\n\n\ndef test_run():\n    assert run(1)\n";
    let files = [("a.py", code), ("test_a.py", test)];
    for (body, line, expected) in [
        ("`os` is imported but never used.", 1, Verified),
        ("`sys` is imported but never used.", 2, Refuted),
        ("`requests` is imported but never used.", 2, Refuted),
        ("`used` is never used.", 13, Refuted),
        ("`helper` is never used.", 7, Verified),
        ("`LIMIT` is set to 5.", 4, Verified),
        ("`LIMIT` is set to 50.", 4, Refuted),
        ("`helper` has 2 parameters.", 7, Verified),
        ("`helper` has 9 parameters.", 7, Refuted),
        ("`helper` has no docstring.", 7, Refuted),
        ("`used` has no docstring.", 13, Verified),
        ("`run` has no tests.", 17, Refuted),
        ("`run` is async.", 17, Verified),
        ("`helper` is async.", 7, Refuted),
        ("`run` calls `used`.", 17, Verified),
        ("`run` calls `missing_call`.", 17, Refuted),
        ("`run` never calls `used`.", 17, Refuted),
        ("`helper` is not defined.", 7, Refuted),
        ("The code after the return is unreachable.", 10, Verified),
        ("The code after the return is unreachable.", 4, Refuted),
        ("`helper` has a parameter `b`.", 7, Verified),
        ("`helper` has a parameter `zeta`.", 7, Refuted),
        ("The parameter `b` is never used.", 7, Verified),
        ("The parameter `a` is never used.", 7, Refuted),
    ] {
        tried(&files, body, line, expected);
    }
}

#[test]
fn a_wish_in_prose_refutes_nothing() {
    let files = [("a.py", "def save(u):\n    store(u)\n")];
    tried(&files, "Use `with transaction.atomic():` around `store(u)` here.", 2, Status::Verified);
    tried(&files, "Use `with transaction.atomic():` here.", 2, Status::Inconclusive);
}
