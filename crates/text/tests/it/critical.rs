//! What counts as a critical change, and what does not.

use proptest::prelude::*;
use tribunal_text::{CriticalKind, critical_changes};

/// Checks that the guard sees a change of this kind, in both directions.
#[track_caller]
fn changed(kind: CriticalKind, one: &str, other: &str) {
    for (one, other) in [(one, other), (other, one)] {
        let changes = critical_changes(one, other);
        assert!(changes.iter().any(|change| change.kind == kind), "{one} / {other}: {changes:?}");
    }
}

/// Checks that the guard sees no change.
#[track_caller]
fn harmless(one: &str, other: &str) {
    for (one, other) in [(one, other), (other, one)] {
        assert_eq!(critical_changes(one, other), [], "{one} / {other}");
    }
}

#[test]
fn numbers_in_digits_and_in_words() {
    changed(CriticalKind::Number, "retry 3 times with 5 s", "retry 9 times with 1 s");
    changed(CriticalKind::Number, "It waits five minutes.", "It waits six minutes.");
    changed(CriticalKind::Number, "Version 1.2.3 is out.", "Version 1.2.4 is out.");
    changed(CriticalKind::Number, "Below -5 it stops.", "Below 5 it stops.");
    changed(CriticalKind::Number, "Espera três segundos.", "Espera quatro segundos.");
    changed(CriticalKind::Number, "The second try of 10 fails.", "The second try of 12 fails.");
    changed(CriticalKind::Number, "Ports 8080-8090 are open.", "Ports 8080-8099 are open.");
    harmless("It is asked three times.", "It is asked 3 times.");
    harmless("It waits (5 s), then stops.", "It waits 5 s; then stops.");
    harmless("Pages 10-20.", "Pages 10–20.");
}

#[test]
fn numbers_that_change_places() {
    changed(CriticalKind::Number, "retry 3 times with 5 s", "retry 5 times with 3 s");
    changed(
        CriticalKind::Number,
        "The cache holds 256 entries for 5 minutes.",
        "The cache holds 5 entries for 256 minutes.",
    );
    changed(
        CriticalKind::Identifier,
        "`copy` reads `source` and writes `target`.",
        "`copy` reads `target` and writes `source`.",
    );
    changed(CriticalKind::Identifier, "When Alice pays Bob, the shop waits.", "When Bob pays Alice, the shop waits.");
    harmless("It asks 3 times. It waits 5 s.", "It waits 5 s. It asks 3 times.");
}

#[test]
fn units() {
    changed(CriticalKind::Unit, "It waits 5 s.", "It waits 5 ms.");
    changed(CriticalKind::Unit, "It takes 20MB.", "It takes 20GB.");
    changed(CriticalKind::Unit, "A rate of 5% is fine.", "A rate of 5 is fine.");
    changed(CriticalKind::Unit, "It costs $20.", "It costs €20.");
    changed(CriticalKind::Unit, "Once per second it looks.", "Once per minute it looks.");
    changed(CriticalKind::Unit, "The limit is in megabytes.", "The limit is in gigabytes.");
    changed(CriticalKind::Unit, "Faz 30 °C lá fora.", "Faz 30 °F lá fora.");
    harmless("It waits 5 s.", "It waits 5s.");
    harmless("It waits 5 seconds.", "It waits 5 s.");
    harmless("A 3-second delay", "A 3 second delay");
}

#[test]
fn negations() {
    changed(CriticalKind::Negation, "The lock is not released.", "The lock is released.");
    changed(CriticalKind::Negation, "It doesn't wait.", "It does wait.");
    changed(CriticalKind::Negation, "It can’t fail.", "It can fail.");
    changed(CriticalKind::Negation, "It runs without a lock.", "It runs with a lock.");
    changed(CriticalKind::Negation, "O bloqueio não é libertado.", "O bloqueio é libertado.");
    changed(CriticalKind::Negation, "It is NOT sent.", "It is sent.");
    changed(CriticalKind::Negation, "Send it unless it is empty.", "Send it if it is empty.");
    changed(CriticalKind::Negation, "if !done", "if done");
    changed(CriticalKind::Opposite, "The value is valid here.", "The value is invalid here.");
    changed(CriticalKind::Opposite, "The cache is enabled.", "The cache is disabled.");
    changed(CriticalKind::Opposite, "Access is allowed.", "Access is forbidden.");
    changed(CriticalKind::Opposite, "Ela aumenta o limite.", "Ela diminui o limite.");
    harmless("It cannot fail.", "It can not fail.");
    harmless("It does not wait.", "It doesn't wait.");
}

#[test]
fn a_negation_or_a_quantifier_that_moves_says_it_of_something_else() {
    changed(CriticalKind::Negation, "It is not a lock but a queue.", "It is a lock but not a queue.");
    changed(CriticalKind::Quantifier, "Only admins can delete posts.", "Admins can delete only posts.");
    harmless("It does not release the lock. It waits.", "It waits. It does not free the lock.");
}

#[test]
fn operators_as_signs_and_as_words() {
    changed(CriticalKind::Operator, "Use it if a < b holds.", "Use it if a > b holds.");
    changed(CriticalKind::Operator, "It needs a key and a name.", "It needs a key or a name.");
    changed(CriticalKind::Operator, "Values ≤ 10 pass.", "Values ≥ 10 pass.");
    changed(CriticalKind::Operator, "Wait before the lock is taken.", "Wait after the lock is taken.");
    changed(CriticalKind::Operator, "The default is true.", "The default is false.");
    changed(CriticalKind::Operator, "It takes over 10 s.", "It takes under 10 s.");
    changed(CriticalKind::Operator, "x - y is kept", "x + y is kept");
    changed(CriticalKind::Opposite, "Take the larger one.", "Take the smaller one.");
    changed(CriticalKind::Operator, "Done ✅ as asked", "Done ❌ as asked");
    harmless("- one thing\n- another", "* one thing\n* another");
    harmless("A well-known fact - and more.", "A well known fact, and more.");
}

#[test]
fn quantifiers() {
    changed(CriticalKind::Quantifier, "All files are read.", "Some files are read.");
    changed(CriticalKind::Quantifier, "It always waits.", "It sometimes waits.");
    changed(CriticalKind::Quantifier, "Only the owner may write.", "The owner may write.");
    changed(CriticalKind::Quantifier, "You must close it.", "You may close it.");
    changed(CriticalKind::Quantifier, "Todos os arquivos são lidos.", "Alguns arquivos são lidos.");
    harmless("Each file is read.", "Every file is read.");
}

#[test]
fn identifiers_and_names() {
    changed(CriticalKind::Identifier, "Call max_retries first.", "Call min_retries first.");
    changed(CriticalKind::Identifier, "Call `open` first.", "Call `close` first.");
    changed(CriticalKind::Identifier, "See src/main.rs for it.", "See src/lib.rs for it.");
    changed(CriticalKind::Identifier, "The parseUrl function", "The parseUri function");
    changed(CriticalKind::Identifier, "It speaks HTTP here.", "It speaks FTP here.");
    changed(CriticalKind::Identifier, "Pass --force to it.", "Pass --quiet to it.");
    changed(CriticalKind::Identifier, "It is kept in Redis for now.", "It is kept in Kafka for now.");
    changed(CriticalKind::Identifier, "[this](https://a.example) page", "[this](https://b.example) page");
    harmless("In Redis it is kept.", "It is kept in Redis.");
    harmless("call `do it`\nnow", "call `do\nit` now");
}

#[test]
fn code_in_fences_and_without() {
    let fenced = |body: &str| format!("Run it so:\n\n```python\n{body}\n```\n\nThat is all.");
    changed(CriticalKind::Code, &fenced("if a < b:\n    stop(a)"), &fenced("if a <= b:\n    stop(a)"));
    changed(CriticalKind::Code, &fenced("if a:\n    b()\n    c()"), &fenced("if a:\n    b()\nc()"));
    changed(CriticalKind::Code, "fn total() {\n    a + b\n}\n", "fn total() {\n    a - b\n}\n");
    changed(CriticalKind::Code, "x = load(path)\nreturn x && y;\n", "x = load(path)\nreturn x || y;\n");
    changed(CriticalKind::Code, "let count = 1;\nopen(count);\n", "let counter = 1;\nopen(counter);\n");
    changed(CriticalKind::Code, "swap(a, b);\nreturn a;\n", "swap(b, a);\nreturn a;\n");
    harmless(&fenced("if a < b:\n    stop( a )"), &fenced("if a < b:\n\n  stop(a)"));
    harmless("fn f() {\n    g(1, 2)\n}\n", "fn f() { g(1,\n  2,) }\n");
    harmless("let a = 'x';\nlet b = 2;\n", "let a = \"x\"\nlet b = 2;\n");
    harmless("// Reads it fast.\nread(it);\n", "// Reads it quickly.\nread(it);\n");
    let (one, other) = ("def one():\n    return 1\n", "def two():\n    return 2\n");
    harmless(&format!("{one}\n{other}"), &format!("{other}\n{one}"));
}

#[test]
fn whitespace_punctuation_order_and_other_words() {
    harmless("It reads the file. It closes it.", "It closes it. It reads the file.");
    harmless("One line\nand another.", "One line and\n\n another.");
    harmless("It reads, and it writes.", "It reads and it writes!");
    harmless("It is quick to begin.", "It is fast to start.");
    harmless("“Quoted” text…", "\"Quoted\" text.");
    harmless("İstanbul opens", "i̇stanbul opens");
    harmless("", "");
}

#[test]
fn writing_it_cannot_read_must_stay() {
    changed(CriticalKind::Writing, "这个函数没有释放锁。", "这个函数释放锁。");
    changed(CriticalKind::Writing, "Блокировка не снята", "Блокировка снята");
    changed(CriticalKind::Writing, "狗咬人。", "人咬狗。");
    harmless("函数释放锁。锁很好。", "锁很好。函数释放锁。");
}

proptest! {
    #[test]
    fn no_text_breaks_it_and_the_same_text_never_changes(one in "\\PC{0,80}", other in "\\PC{0,80}") {
        prop_assert!(critical_changes(&one, &one).is_empty());
        prop_assert_eq!(critical_changes(&one, &other).is_empty(), critical_changes(&other, &one).is_empty());
    }

    #[test]
    fn a_changed_digit_is_always_seen(text in "[a-z0-9 .,;:()<=>+*/_`'\"#-]{1,60}", digit in 0..10_u8, at in 0..60_usize) {
        let places: Vec<usize> = text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()).map(|(at, _)| at).collect();
        prop_assume!(!places.is_empty());
        let place = places[at % places.len()];
        let mut changed = text.clone().into_bytes();
        changed[place] = b'0' + digit;
        let changed = String::from_utf8(changed).expect("ASCII");
        prop_assert_eq!(text == changed, critical_changes(&text, &changed).is_empty(), "{:?} {:?}", text, changed);
    }
}

#[test]
fn prose_stays_prose_wherever_its_lines_break_and_whatever_stands_around_it() {
    let code = "import os\n\nx = os.getcwd()\nprint(x)\ny = x + 1\nprint(y)\n\n";
    harmless(
        &format!("{code}Title\n~~~~~\n\nThe reader is asked first. It keeps what it gets in the cache.\n"),
        &format!("{code}Title\n~~~~~\n\nIt keeps what it gets\nin the cache. The reader is asked first.\n"),
    );
    harmless(
        "```{note}\nThe reader is asked first. It keeps what it gets.\n```\n",
        "```{note}\nIt keeps what it gets. The reader is\nasked first.\n```\n",
    );
    harmless("Head\n----\n\nIt is so.", "Head\n------\n\nIt is so.");
}

#[test]
fn stretches_of_code_that_begin_in_the_middle_are_read() {
    let cut =
        "        what it gives back.\n    \"\"\"\n    name = f\"{prefix}.{own}\".lstrip(\".\")\n    return name\n";
    changed(CriticalKind::Code, cut, &cut.replace("lstrip", "rstrip"));
    changed(CriticalKind::Identifier, "Call text.strip(\".\") on it.", "Call text.lower(\".\") on it.");
    changed(CriticalKind::Negation, "It can't be so.", "It cannot't be so.");
    changed(CriticalKind::Identifier, "It works with\nSQLAlchemy or others.", "It works with\nSQLAlchem or others.");
}
