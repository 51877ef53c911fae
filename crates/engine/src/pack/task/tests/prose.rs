//! The words that are left, and the code that is cut out.

use super::{List, check};

#[test]
fn keywords_are_the_words_that_say_something() {
    check(
        List::Keywords,
        &[
            ("The cache is not invalidated when parsing Queries", &["cache", "invalidated", "parsing", "queries"]),
            ("Fix parse_url in src/app.py for the admin", &["fix", "admin"]),
            ("well-known bug, Well-Known bug", &["well-known", "bug"]),
            ("and/or read/write", &["read", "write"]),
            ("I can't; it doesn't; the user's", &["user"]),
            ("fails since v1.2 (commit a1b2c3d4e5, 1.2.3) on 404", &["fails", "since", "commit"]),
            ("2FA login", &["2fa", "login"]),
            ("mail foo@bar.com or https://example.com/some/page", &["mail"]),
            ("GitHub and Node.js", &["github", "node", "js"]),
            ("see crates/engine", &["see", "crates", "engine"]),
            ("the end.Next part", &["end", "next", "part"]),
            ("e.g. i.e. etc. a b", &[]),
            ("Die Größe ändern 用户登录", &["die", "größe", "ändern", "用户登录"]),
            ("run `git commit --amend`", &["run", "git", "commit", "amend"]),
            ("<details><summary>Logs</summary> <br/> x < yes</details>", &["logs", "yes"]),
            ("Subject line\n\nSigned-off-by: Jane Doe <jane@example.com>\nChange-Id: I0a1b", &["subject", "line"]),
            ("> quoted words\n>> deeper", &["quoted", "words", "deeper"]),
            ("_stressed_ **bold** ~~gone~~", &["stressed", "bold", "gone"]),
        ],
    );
}

#[test]
fn hidden_comments_say_nothing_unless_they_never_end() {
    check(
        List::Keywords,
        &[
            ("<!--\ninstructions\n-->\nproblem", &["problem"]),
            ("<!-- a\nproblem", &["problem"]),
            ("<!-- one -->\nproblem\n<!-- two\nothers", &["problem", "two", "others"]),
        ],
    );
}

#[test]
fn code_is_cut_out_as_it_stands() {
    check(
        List::Code,
        &[
            ("a\n```py\nx = 1\n\ny = 2\n```\nb", &["x = 1\n\ny = 2"]),
            ("~~~\n```\nx\n```\n~~~", &["```\nx\n```"]),
            ("Text:\n\n    x = 1\n\n    y = 2\n\nend", &["x = 1\n\n    y = 2"]),
            ("use `a` and ``b ` c`` and `lonely", &["a", "b ` c"]),
            ("1. item\n\n    still prose\n", &[]),
            ("    all indented\n    words\n", &[]),
            ("> ```\n> x()\n> ```\n> y", &["> x()"]),
            ("> ```\n> x()\ny", &["> x()"]),
            ("```\nnever closed\n", &["never closed"]),
            ("```\n```\n` `", &[]),
            ("$ cargo test\n>>> 1\n... 2\n", &["$ cargo test\n>>> 1\n... 2"]),
            ("windows:\r\n```\r\nx()\r\n```\r\n", &["x()"]),
            ("``` inline ``` code", &["inline"]),
        ],
    );
}

#[test]
fn code_leaves_no_keywords() {
    check(
        List::Keywords,
        &[
            ("start\n```\nsource words\n```\nfinish", &["start", "finish"]),
            ("Run:\n\n    source words\n\nfinish", &["run", "finish"]),
        ],
    );
}
