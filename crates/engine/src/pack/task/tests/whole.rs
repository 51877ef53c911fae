//! Whole texts, hostile ones included: nothing panics, nothing is made up, nothing takes long.

use super::*;
use proptest::prelude::*;

const ISSUE: &str = "### QuerySet.delete() crashes on `Meta.ordering`

Since 3.2.1 (see https://github.com/acme/shop/blob/main/shop/db/query.py#L10-L12) deleting fails, e.g. in
shop/admin/views.py:40:

```python
from shop.models import Item
Item.objects.all().delete()
```

```
Traceback (most recent call last):
  File \"/srv/venv/site-packages/shop/db/query.py\", line 710, in delete
    collector.collect(del_query)
TypeError: cannot unpack None
```

Mail me: jane@example.com";

#[test]
fn an_issue_is_read_as_its_reader_would() {
    let task = analyse(ISSUE);
    let all = |list| shown(&task, list);
    let paths = ["shop/db/query.py:10-12", "shop/admin/views.py:40", "/srv/venv/site-packages/shop/db/query.py:710"];
    assert_eq!(all(List::Paths), paths);
    assert_eq!(all(List::Symbols), ["delete", "del_query", "TypeError"]);
    assert_eq!(
        all(List::Dotted),
        ["QuerySet.delete", "Meta.ordering", "shop.models", "Item.objects.all", "collector.collect"]
    );
    assert_eq!(all(List::Errors), ["TypeError: cannot unpack None"]);
    assert_eq!(all(List::Frames), ["/srv/venv/site-packages/shop/db/query.py:710 delete"]);
    assert_eq!(all(List::Code).len(), 3);
    assert_eq!(all(List::Keywords), ["crashes", "since", "see", "deleting", "fails", "mail"]);
}

/// The text as the paths of a task are normalised.
fn normalised(text: &str) -> String {
    let mut normal = text.replace('\\', "/");
    while normal.contains("//") {
        normal = normal.replace("//", "/");
    }
    normal
}

fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// Everything a task has must stand in its text.
fn nothing_is_made_up(text: &str) -> Result<(), TestCaseError> {
    let task = analyse(text);
    let stands = |part: &str, text: &str| !part.is_empty() && text.contains(part);
    let (normal, lower) = (normalised(text), lower(text));
    let paths = task.paths.iter().map(|mention| &mention.path).chain(task.frames.iter().map(|frame| &frame.path));
    for path in paths {
        prop_assert!(stands(path, &normal), "path {path:?}");
    }
    for word in &task.keywords {
        prop_assert!(stands(word, &lower), "keyword {word:?}");
    }
    let functions = task.frames.iter().filter_map(|frame| frame.function.as_ref());
    let verbatim = task.symbols.iter().chain(&task.errors).chain(&task.code).chain(functions);
    for part in verbatim.chain(task.dotted.iter().flatten()) {
        prop_assert!(stands(part, text), "{part:?}");
    }
    prop_assert!(task.dotted.iter().all(|segments| segments.len() > 1));
    prop_assert_eq!(task, analyse(text));
    Ok(())
}

/// What readers look for, to be thrown together.
const PARTS: &[&str] = &[
    "`",
    "``",
    "```",
    "~~~",
    "\n",
    "\n\n",
    "    ",
    "\t",
    " ",
    ".",
    "..",
    "/",
    "//",
    "\\",
    ":",
    "::",
    "->",
    "#",
    "#L",
    "@",
    "-",
    "--",
    "_",
    "$",
    "+",
    "~",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "> ",
    ">>> ",
    "\"",
    "'",
    "'s",
    "’t",
    ",",
    "é",
    "ß",
    "用户",
    "한",
    "\u{301}",
    "İ",
    "Σ",
    "👍",
    "\r",
    "\0",
    "a",
    "I",
    "Foo",
    "fooBar",
    "foo_bar",
    "src",
    "self",
    "C:",
    "12",
    "0x1f",
    "1.2.3",
    "v2",
    "py",
    ".py",
    ".rs",
    ".go",
    ".js",
    ".java",
    "Error",
    "Error: ",
    "error: ",
    "error[",
    "E   ",
    "File \"",
    "\", line 3",
    ", in f",
    "at ",
    " at ",
    " in ",
    ":line 4",
    ":in `",
    " +0x1",
    "thread '",
    "panicked at ",
    "#0 ",
    "): ",
    "https://",
    "github.com/",
    "/blob/",
    "file://",
    "www.",
    ".com",
    "diff --git a/",
    " b/",
    "--- a/",
    "+++ b/",
    "@@ -1,2 +1,3 @@",
    "<!--",
    "-->",
    "{{{",
    "}}}",
    "{code}",
    "- ",
    "1. ",
    "def ",
    "line 7",
    "created by ",
    "Signed-off-by: ",
    "commit ",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_and_nothing_is_made_up(text in any::<String>()) {
        nothing_is_made_up(&text)?;
    }

    #[test]
    fn any_salad_of_signs_is_read_and_nothing_is_made_up(parts in prop::collection::vec(prop::sample::select(PARTS), 0..60)) {
        nothing_is_made_up(&parts.concat())?;
    }
}

/// In bytes; enough to hang a reader that looks at anything twice per place, and quick for one that does not.
const HOSTILE: usize = 1 << 17;

#[test]
fn hostile_texts_are_read_in_one_pass() {
    let units = [
        ".",
        "`",
        "/",
        "(",
        "\\",
        ":",
        "-",
        "_",
        "$",
        "@",
        "#",
        "<",
        ">",
        "~",
        "\"",
        "'",
        "a",
        "用",
        "\n",
        " ",
        "\t",
        "a.",
        "a.a ",
        "a/",
        "./",
        "../",
        "a::",
        "a->",
        "a-",
        "a'",
        "a(",
        "/[",
        "/(a",
        "a.py::",
        "a.py:1:",
        "x.py ",
        "` `` ",
        "`a`",
        "```\n",
        "> ",
        ">",
        "<!--\n",
        "<!-- -->",
        "<a ",
        "http://",
        "://",
        "a@",
        "Error",
        "Error: ",
        "aError:",
        " :",
        ": ",
        "File \"",
        "at ",
        "at a (",
        "@@ -1 +1 @@\n",
        "diff --git a/",
        "{{{\n",
        "    x\n",
        "1.",
        "x\\X",
        "/a/b.c",
        "a=1,b_c ",
        "thread '",
        "' panicked at ",
        " in ",
        "#0 ",
        "\r",
        "\0",
        "C:\\",
        "- ",
    ];
    for unit in units {
        let text = unit.repeat(HOSTILE / unit.len());
        let task = analyse(&text);
        assert!(task.keywords.len() + task.paths.len() + task.symbols.len() + task.dotted.len() < 10, "{unit:?}");
        analyse(&format!("{}{}", " ".repeat(HOSTILE / 2), &text[..text.floor_char_boundary(HOSTILE / 2)]));
    }
    let nested = "(".repeat(HOSTILE / 2) + &")".repeat(HOSTILE / 2);
    assert_eq!(analyse(&nested), Task::default());
    let growing: String = (1..1400).map(|length| "`".repeat(length) + " ").collect();
    assert_eq!(analyse(&growing), Task::default());
}
