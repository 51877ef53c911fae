//! What stands outside of the code that is read: components, settings of tools, pages of documentation.

use super::{json, places};
use crate::support::Place;

#[test]
fn what_components_and_settings_use_is_used_and_the_rest_is_not() {
    let place = Place::repository().with(&[
        ("package.json", "{ \"private\": true, \"main\": \"src/main.ts\" }\n"),
        ("src/main.ts", "import App from './App.svelte';\n\nnew App();\n"),
        (
            "src/App.svelte",
            "<script>\n  import { range, type Range } from '../lib/range';\n  import start from '@/start';\n  \
             start(range);\n</script>\n",
        ),
        ("lib/range.ts", "export type Range = number[];\nexport const range = [1];\nexport const spare = 2;\n"),
        ("src/start.ts", "export default function begin(of: number[]) { return of; }\n"),
        ("jobs/nightly.ts", "export const nightly = () => 1;\n"),
        ("jobs/weekly.ts", "export const weekly = () => 1;\n"),
        ("serverless.yml", "functions:\n  nightly:\n    handler: jobs/nightly.nightly\n"),
    ]);
    place.commit("components");
    let found = places(&json(&place, &["--axes", "utility"]));
    assert_eq!(found, ["jobs/weekly.ts:1 dead-file", "lib/range.ts:3 dead-export"]);
}

#[test]
fn a_page_that_names_a_member_which_is_gone_is_found_and_proven() {
    let store = "class Store:\n    def connect(self):\n        return self\n\n\nprint(Store().connect())\n";
    let page = "# Store\n\nCall `Store.connect()` first, then `Store.unlock()`.\n";
    let place = Place::repository().with(&[("store.py", store), ("docs/store.md", page)]);
    place.commit("a store");
    let all = ["--axes", "documentation", "--min-confidence", "50"];
    let review = json(&place, &all);
    assert_eq!(places(&review), ["docs/store.md:3 vanished-member"]);
    assert_eq!(review["findings"][0]["verification_status"], "VERIFIED", "{review}");
    let place = place.with(&[("docs/store.md", "# Store\n\nCall `Store.connect()`.\n")]);
    assert_eq!(places(&json(&place, &all)), [""; 0]);
}

#[test]
fn what_a_file_that_is_too_large_says_is_used() {
    let large = format!("from web import opened\n\nopened()\n{}", "# a long line of nothing at all\n".repeat(40_000));
    let web = "def opened():\n    return 1\n\n\ndef shut():\n    return 2\n";
    let place = Place::repository().with(&[
        ("web.py", web),
        ("views.py", &large),
        ("app.py", "import web\n\nprint(web.__name__)\n"),
    ]);
    place.commit("a large file");
    assert_eq!(places(&json(&place, &["--axes", "utility"])), ["web.py:5 dead-symbol"]);
}

#[test]
fn folders_of_what_is_given_up_are_left_alone() {
    let test = "def test_fields():\n    found = []\n    assert len(found) >= 0\n";
    let place = Place::repository().with(&[
        ("tests/test_now.py", test),
        ("tests/_archived_tests/deep/test_then.py", test),
        ("deprecated/tests/test_before.py", test),
    ]);
    place.commit("tests");
    let found = places(&json(&place, &["--axes", "tests,correction"]));
    assert!(!found.is_empty() && found.iter().all(|it| it.starts_with("tests/test_now.py")), "{found:?}");
}

#[test]
fn what_was_compiled_and_what_belongs_to_another_repository_is_left_alone() {
    let twice = "function pick(rows) {\n  if (rows.length) {\n    return 1;\n  } else {\n    return 1;\n  }\n}\n\nexport default pick;\n";
    let foreign = "module github.com/rows/table\n\ngo 1.22\n";
    let own = "module github.com/me/app/tool\n\ngo 1.22\n";
    let go = "package table\n\nfunc pick(rows []int) int {\n\tif len(rows) > 0 {\n\t\treturn 1\n\t} else {\n\t\treturn 1\n\t}\n}\n";
    let place = Place::repository().with(&[
        ("sdk/src/pick.ts", twice),
        ("sdk/dist/pick.js", twice),
        ("sdk/src/side.js", twice),
        ("sdk/src/side.ts", twice),
        ("table/go.mod", foreign),
        ("table/LICENSE", "MIT\n"),
        ("table/pick.go", go),
        ("tool/go.mod", own),
        ("tool/pick.go", go),
    ]);
    place.commit("compiled and copied");
    let found = places(&json(&place, &["--rule", "identical-branches"]));
    let expected = ["sdk/src/pick.ts:2", "sdk/src/side.ts:2", "tool/pick.go:4"];
    assert_eq!(found, expected.map(|at| format!("{at} identical-branches")));
}

#[test]
fn releases_that_were_kept_and_what_knip_is_told_to_leave_is_left_alone() {
    let twice = "def pick(rows):\n    if rows:\n        return 1\n    else:\n        return 1\n";
    let place = Place::repository().with(&[
        ("pick.py", twice),
        ("builds/tool-v1.9.112/pick.py", twice.replace("rows", "cells").as_str()),
        ("archive/pick.py", twice.replace("rows", "lines").as_str()),
        ("package.json", "{ \"private\": true, \"main\": \"src/main.ts\" }\n"),
        ("knip.json", "{ \"ignore\": [\"src/kept/**\"] }\n"),
        (
            "src/main.ts",
            "import { one } from './kept/list';\nimport { two } from './list';\n\nconsole.log(one, two);\n",
        ),
        ("src/kept/list.ts", "export const one = 1;\nexport const spare = 2;\n"),
        ("src/list.ts", "export const two = 1;\nexport const over = 2;\n"),
    ]);
    place.commit("kept");
    let found = places(&json(&place, &["--rule", "identical-branches", "--rule", "dead-export"]));
    assert_eq!(found, ["pick.py:2 identical-branches", "src/list.ts:2 dead-export"]);
}

#[test]
fn stubs_kits_and_what_scripts_delete_are_left_alone() {
    let twice = "function pick(rows) {\n  if (rows.length) {\n    return 1;\n  } else {\n    return 1;\n  }\n}\n\nexport default pick;\n";
    let kit = format!("import {{ cn }} from '@/lib/cn';\n{}", twice.replace("return 1", "return cn(rows)"));
    let place = Place::repository().with(&[
        ("package.json", "{ \"scripts\": { \"clean\": \"rm -Rf dist && npx eslint src\" } }\n"),
        ("dist/site/pick.js", twice.replace("rows", "cells").as_str()),
        ("src/pick.js", twice),
        ("src/components/ui/sheet.jsx", kit.as_str()),
        ("stubs/other/tests/test_other.pyi", "def test_one() -> None: ...\n"),
        ("their-tool/LICENSE.txt", "Apache License\n"),
        ("their-tool/NOTICE.txt", "Their tool\n"),
        ("their-tool/package.json", "{}\n"),
        ("their-tool/pick.js", twice.replace("rows", "lines").as_str()),
        ("tests/test_own.py", "def test_one():\n    ...\n"),
    ]);
    place.commit("made elsewhere");
    let found = places(&json(&place, &["--rule", "identical-branches", "--rule", "empty-test"]));
    assert_eq!(found, ["src/pick.js:2 identical-branches", "tests/test_own.py:1 empty-test"]);
}

/// A function that is long enough to be worth a home of its own if it stands in two files.
const LONG: &str = "def settle(rows, limit):
    total = 0
    for row in rows:
        if row.open and row.size > limit:
            total += row.size * row.price
            row.open = False
        elif row.late and row.size > 2 * limit:
            total -= row.size * row.fine
            row.late = False
        elif row.size * row.price + row.fine > limit:
            row.held = True
            row.owner.note(row.size, row.price, row.fine, limit)
        else:
            row.owner.forget(row.size, row.price, row.fine)
    report(total, limit)
    archive(rows, total, limit)
    notify(rows, total, limit)
    return total
";

#[test]
fn copies_between_two_trees_are_shown_to_those_who_ask() {
    let place = Place::repository().with(&[
        ("desk/boot/lib/settle.py", LONG),
        ("field/boot/lib/settle.py", LONG),
        ("shop/bills.py", &LONG.replace("settle", "close")),
    ]);
    place.commit("three of them");
    let twice = ["field/boot/lib/settle.py:1 duplicate-symbol", "shop/bills.py:1 duplicate-symbol"];
    assert_eq!(places(&json(&place, &["--axes", "duplication"])), twice[1..]);
    assert_eq!(places(&json(&place, &["--axes", "duplication", "--min-confidence", "50"])), twice);
}

#[test]
fn what_came_in_whole_and_was_never_touched_is_doubted() {
    let place = Place::repository();
    let file = |name: &str, at: usize| format!("{name}/part{at}.py");
    let text = "def check(width, other):\n    return other.size >= other.size\n";
    for at in 0..12 {
        place.write(&file("guest", at), text);
        place.write(&file("own", at), text);
    }
    place.shell("git add --all && GIT_COMMITTER_DATE='@1600000000 +0000' git commit --quiet --message all");
    let later = "for at in $(seq 60); do
        echo \"# $at\" >> own/part$((at % 6)).py
        GIT_COMMITTER_DATE=\"@$((1600000000 + at * 400000)) +0000\" git commit --quiet --all --message $at
    done";
    assert_eq!(place.shell(later).code, 0);
    let found = |place: &Place, args: &[&str]| {
        let all = places(&json(place, &[&["--axes", "correction"], args].concat()));
        all.into_iter().filter(|it| it.starts_with("guest")).collect::<Vec<_>>()
    };
    let own = places(&json(&place, &["--axes", "correction"]));
    assert_eq!(own.iter().filter(|it| it.starts_with("own")).count(), 12, "half of it was touched: {own:#?}");
    assert_eq!(found(&place, &[]), [""; 0]);
    assert_eq!(found(&place, &["--min-confidence", "50"]).len(), 12);
    // Who is at work on a file hears of it.
    place.write("guest/part3.py", &format!("{text}\nMORE = 1\n"));
    assert_eq!(found(&place, &[]), ["guest/part3.py:2 self-comparison"]);
    place.commit("touched");
    assert_eq!(found(&place, &[]).len(), 12, "one in twelve is more than a line that had to change");
}
