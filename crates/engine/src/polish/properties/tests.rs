//! What a rewrite may not break, each with a rewrite that keeps it.

use super::broken;

const DRAFT: &str = "# Cache\n\nThe cache keeps 256 entries, see `Store.get` and [the page](docs/cache.md).\n\n## Use\n\n\
    ```python\ndef get(key):\n    return store[key]\n```\n\nIt is at https://example.invalid/cache for 5 minutes.\n";

#[track_caller]
fn check(task: &str, draft: &str, revised: &str, expected: &[&str]) {
    let found: Vec<&str> = broken(task, draft, revised).iter().map(|one| one.property).collect();
    assert_eq!(found, expected, "{revised}");
}

#[test]
fn sections_links_and_code_stay() {
    check("", DRAFT, DRAFT, &[]);
    check("", DRAFT, &DRAFT.replace("keeps", "holds").replace("## Use", "## use:"), &[]);
    check("", DRAFT, &DRAFT.replace("## Use\n", "## How to use\n"), &["section"]);
    check("", DRAFT, &DRAFT.replace("(docs/cache.md)", "(docs/other.md)"), &["link"]);
    check("", DRAFT, &DRAFT.replace("https://example.invalid/cache", "the web"), &["link"]);
    check("", DRAFT, &DRAFT.replace("return store[key]\n```", "return store[key]\n"), &["fence"]);
    check("", DRAFT, &DRAFT.replace("return store[key]", "return store[key"), &["fence"]);
    check("", DRAFT, &DRAFT.replace("return store[key]", "return store.get(key)"), &[]);
    check("", &DRAFT.replace("store[key]", "store["), &DRAFT.replace("store[key]", "store.["), &[]);
}

#[test]
fn what_the_task_names_stays() {
    let revised = DRAFT.replace("256", "many").replace("`Store.get`", "the store");
    check("", DRAFT, &revised, &[]);
    check("say that it holds 256 entries", DRAFT, &revised, &["named"]);
    check("mention `Store.get` and 256", DRAFT, &revised, &["named", "named"]);
    check("mention 512 entries", DRAFT, &revised, &[]);
}

#[test]
fn formats_stay() {
    check("", "{\"a\": 1}", "{\"a\": 2}", &[]);
    check("", "{\"a\": [1, 2, 3]}", "{\"a\": [1, 2, 3]", &["format"]);
    let code = "fn main() {\n    let a = 1;\n    print(a);\n}\n";
    check("", code, &code.replace('1', "2"), &[]);
    assert!(broken("", code, "This prints the number one and then ends.").iter().any(|one| one.property == "format"));
    let prose = "The cache keeps what it is given for a while and then forgets it again.";
    check("", prose, &format!("```\n{prose}\n```"), &["format"]);
}

#[test]
fn lengths_stay_within_bounds() {
    let long = "The cache keeps what it is given. ".repeat(20);
    let bounds = |text: &str, task: &str| broken(task, &long, text).iter().any(|one| one.property == "length");
    assert!(bounds("The cache keeps what it is given.", ""));
    assert!(bounds(&long.repeat(5), ""));
    assert!(!bounds(&long.repeat(2), ""));
    assert!(bounds(&long.repeat(2), "in at most 150 words"));
    assert!(!bounds("The cache keeps what it is given.", "in at most 150 words"), "the task wants it short");
}

#[test]
fn a_rewrite_about_something_else_has_drifted() {
    let draft = "The cache keeps the last results for five minutes. A reader that finds nothing asks the server.";
    let poem = "Roses bloom beside the quiet river, and sparrows sing of summer to every passing cloud above.";
    check("explain the cache", draft, poem, &["drift"]);
    check(
        "explain the cache",
        draft,
        "Results stay cached for minutes; a reader without one asks the server itself.",
        &[],
    );
    assert!(broken("", draft, &format!("{draft} [REDACTED:key]")).iter().any(|one| one.property == "secret"));
}
