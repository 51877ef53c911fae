//! Input that is made to be slow: it has to be judged like any other, and the same way every time.

use crate::build;
use tribunal_axes::{Observations, propose};
use tribunal_domain::RepoPath;
use tribunal_domain::finding::Axis;

/// The places that duplication finds in files, which must be sorted by path.
fn found(files: &[(&str, String)]) -> Vec<(String, u32)> {
    let files = files.iter().map(|(path, text)| (RepoPath::new(path).expect("a path"), text.clone().into_bytes()));
    let drafts = propose(Axis::Duplication, &build::code(&files.collect::<Vec<_>>()));
    drafts.into_iter().map(|draft| (draft.path.to_string(), draft.start_line)).collect()
}

/// A function that is worth a finding when it stands there twice.
fn function(name: &str) -> String {
    format!(
        "def {name}(rows, limit):\n    kept = []\n    for row in rows:\n        if row.hidden or not row.cells:\n            \
         continue\n        kept.append(join(row.number, row.cells))\n        if len(kept) >= limit:\n            break\n    \
         return sort(kept, limit)\n\n\n"
    )
}

#[test]
fn thousands_of_equal_statements_are_no_finding() {
    let many = format!("def f(a):\n{}", "    g(a, 1)\n".repeat(10_000));
    assert_eq!(found(&[("a.py", many.clone()), ("b.py", many)]), []);
}

#[test]
fn many_copies_of_a_function_are_one_finding_each() {
    let copies: String = (0..500).map(|at| function(&format!("f{at}"))).collect();
    assert_eq!(found(&[("a.py", copies)]).len(), 499);
}

#[test]
fn one_long_line_is_read() {
    let line = format!("const f = (a) => {{ {} }};\n", "if (a.b > 1) { g(a, 2); } else { h(a); } ".repeat(2_000));
    found(&[("a.js", line.clone()), ("b.js", line)]);
}

#[test]
fn deep_nesting_is_read() {
    let blocks = format!("function f(a) {{ {}{} }}\n", "if (a.b > 1) { g(a); ".repeat(2_000), "}".repeat(2_000));
    let sums = format!("function f(a) {{ return {}a{}; }}\n", "(a && ".repeat(2_000), ")".repeat(2_000));
    found(&[("a.js", blocks.clone()), ("b.js", blocks), ("c.js", sums.clone()), ("d.js", sums)]);
}

#[test]
fn the_earlier_path_is_the_original() {
    let files = [("a.py", function("first")), ("b.py", function("second"))];
    assert_eq!(found(&files), [("b.py".to_owned(), 1)]);
}

#[test]
fn observations_are_the_same_after_they_were_kept() {
    let path = RepoPath::new("a.py").expect("a path");
    let code = build::code(&[(path.clone(), function("f").into_bytes())]);
    let seen = &code.files[0].observations;
    let kept = seen.encode();
    assert_eq!(Observations::decode(&kept, &path).as_ref(), Some(seen));
    assert_eq!(Observations::decode(&kept[..kept.len() - 1], &path), None);
    assert_eq!(Observations::decode(b"", &path), None);
}
