//! Stack traces of all languages, with what their frames name and what else is in them.

use super::{List, check};

const PYTHON: &str = "Traceback (most recent call last):
  File \"/usr/lib/python3/site-packages/django/db/models/query.py\", line 12, in get_or_create
    return self.get(**kwargs), False
  File \"<stdin>\", line 1, in <module>
  File \"manage.py\", line 22, in <module>
    main()
    ^^^^^^
django.db.utils.IntegrityError: duplicate key value

I expected no error.";

const GO: &str = "panic: runtime error: index out of range

goroutine 1 [running]:
main.run(0xc000010000, 0x2)
\t/src/app/main.go:12 +0x1d
github.com/acme/tool/pkg.(*Server).Serve(...)
\t/src/app/pkg/server.go:88 +0x2a
created by net/http.(*Server).Serve in goroutine 1
\t/usr/local/go/src/net/http/server.go:3086 +0x5cb";

const RUST: &str = "thread 'main' panicked at src/main.rs:5:10:
called `Option::unwrap()` on a `None` value
stack backtrace:
   3: app::run
             at ./src/run.rs:7:2
   4: <app::Shape as core::fmt::Display>::fmt::h0123456789abcdef
             at src/shape.rs:9:1";

#[test]
fn frames_are_read_in_every_language() {
    check(
        List::Frames,
        &[
            (PYTHON, &["/usr/lib/python3/site-packages/django/db/models/query.py:12 get_or_create", "manage.py:22 -"]),
            ("tests/test_x.py:12: in test_it\n    assert x\nE   AssertionError", &["tests/test_x.py:12 test_it"]),
            ("File ~/app/run.py:7, in main(argv)", &["~/app/run.py:7 main"]),
            ("TypeError: x\n    at Foo.bar [as baz] (/app/src/x.js:1:2)", &["/app/src/x.js:1 Foo.bar"]),
            ("    at async run (file:///app/a.mjs:3:4)", &["/app/a.mjs:3 run"]),
            ("    at new Shop (webpack-internal:///./src/Shop.js:10:5)", &["src/Shop.js:10 Shop"]),
            ("    at Object.<anonymous> (C:\\app\\t.js:2:1)\n  at src/u.ts:9:9", &["C:/app/t.js:2 -", "src/u.ts:9 -"]),
            ("    at node:internal/modules/cjs/loader:1105:14\n    at Array.map (<anonymous>)", &[]),
            ("run@https://example.com/static/app.js:12:5", &["/static/app.js:12 run"]),
            (
                "\tat a.b.C.m(C.java:12)\n\tat java.base/java.lang.Thread.run(Thread.java:829) ~[x.jar:1]",
                &["C.java:12 a.b.C.m", "Thread.java:829 java.lang.Thread.run"],
            ),
            ("\tat a.b.C$D.lambda$go$0(C.kt:3)\n\tat x.Y.z(Native Method)", &["C.kt:3 a.b.C$D.lambda$go$0"]),
            (
                GO,
                &[
                    "/src/app/main.go:12 main.run",
                    "/src/app/pkg/server.go:88 github.com/acme/tool/pkg.(*Server).Serve",
                    "/usr/local/go/src/net/http/server.go:3086 net/http.(*Server).Serve",
                ],
            ),
            (
                RUST,
                &["src/main.rs:5 -", "src/run.rs:7 app::run", "src/shape.rs:9 <app::Shape as core::fmt::Display>::fmt"],
            ),
            ("thread 'a' panicked at 'oh, no', src/old.rs:2:5", &["src/old.rs:2 -"]),
            ("   at Ns.X.Go[T](String s) in D:\\my app\\X.cs:line 12", &["D:/my app/X.cs:12 Ns.X.Go"]),
            (
                "x.rb:12:in `block in m': undefined (NoMethodError)\n\tfrom y.rb:3:in 'Foo#bar'",
                &["x.rb:12 m", "y.rb:3 Foo#bar"],
            ),
            ("#0 /srv/app/run.php(12): App\\Runner->run('x')\n#1 {main}", &["/srv/app/run.php:12 App\\Runner->run"]),
            ("#1  0x00005555 in do_it (argc=1) at src/main.c:12", &["src/main.c:12 do_it"]),
            ("> Traceback:\n>   File \"q.py\", line 3, in quoted_one", &["q.py:3 quoted_one"]),
        ],
    );
}

#[test]
fn prose_about_places_is_no_frame() {
    check(
        List::Frames,
        &[
            ("at first (or later) it works", &[]),
            ("Look at src/app.py:12 for that", &[]),
            ("at 12:30:15", &[]),
            ("File \"x.py\" is missing", &[]),
            ("main.go:12", &[]),
            ("me@example.com:12:5", &[]),
        ],
    );
}

#[test]
fn frames_give_their_files_and_functions() {
    check(
        List::Paths,
        &[
            (PYTHON, &["/usr/lib/python3/site-packages/django/db/models/query.py:12", "manage.py:22"]),
            (RUST, &["src/main.rs:5", "src/run.rs:7", "src/shape.rs:9"]),
        ],
    );
    check(List::Symbols, &[(PYTHON, &["get_or_create", "main"]), (RUST, &["fmt"])]);
    check(
        List::Dotted,
        &[
            (PYTHON, &["self.get", "django.db.utils.IntegrityError"]),
            (GO, &["main.run", "pkg.Server.Serve", "http.Server.Serve"]),
            ("\tat a.b.C$D.lambda$go$0(C.kt:3)", &["a.b.C.D.go"]),
            ("y.rb:3:in 'Foo#bar'", &["Foo.bar"]),
            (RUST, &["Option.unwrap", "app.run", "app.Shape", "core.fmt.Display"]),
        ],
    );
}

#[test]
fn traces_leave_no_words() {
    check(
        List::Keywords,
        &[
            (PYTHON, &["duplicate", "key", "value", "expected", "error"]),
            (GO, &["panic", "runtime", "error", "index", "range"]),
            ("\tat a.B.c(B.java:1)\n\tat java.base/x.Y.z(Native Method)\n\t... 25 more", &[]),
            ("    at f (x.js:1:1)\n    at Array.map (<anonymous>)\n    at async Promise.all (index 0)", &[]),
        ],
    );
    check(List::Code, &[(PYTHON, &["return self.get(**kwargs), False", "main()\n    ^^^^^^"])]);
}

#[test]
fn errors_are_read_from_their_name_to_the_end() {
    check(
        List::Errors,
        &[
            ("TypeError: x is not a function", &["TypeError: x is not a function"]),
            ("I get TypeError: bad `x` when\nit runs", &["TypeError: bad `x` when"]),
            ("It raises `ValueError: no such key` now", &["ValueError: no such key"]),
            ("error[E0308]: mismatched types", &["error[E0308]: mismatched types"]),
            ("panic: runtime error: oops", &["panic: runtime error: oops"]),
            ("Exception in thread \"main\" java.lang.Error: x", &["Exception in thread \"main\" java.lang.Error: x"]),
            ("Caused by: java.io.IOException: closed", &["java.io.IOException: closed"]),
            ("E   AssertionError\nAssertionError", &["AssertionError"]),
            ("Uncaught SyntaxError: Unexpected token", &["SyntaxError: Unexpected token"]),
            ("x.c:1:2: error: expected ';'", &["error: expected ';'"]),
            ("src/x.ts(1,2): error TS2322: Type", &["error TS2322: Type"]),
            ("thread 'main' panicked at src/a.rs:1:1:", &["thread 'main' panicked at src/a.rs:1:1:"]),
            ("x.rb:1:in `m': undefined 'y' (NameError)", &["undefined 'y' (NameError)"]),
            ("Unhandled exception. System.NullReferenceException: Object", &["System.NullReferenceException: Object"]),
            ("shop.models.Item.DoesNotExist: none", &["shop.models.Item.DoesNotExist: none"]),
            ("Segmentation fault (core dumped)", &["Segmentation fault (core dumped)"]),
            ("`KeyError` is raised", &["KeyError"]),
            ("12:24 http: panic serving x: runtime error: nil", &["runtime error: nil"]),
        ],
    );
    check(
        List::Errors,
        &[
            ("I get the following Error:", &[]),
            ("An error occurred. There was an error: none", &[]),
            ("onError: handler, isError: true", &[]),
            ("raise ValueError when the terror: begins", &[]),
            ("error:", &[]),
        ],
    );
}
