//! Symbols and names of several segments, and the words and dots that are none.

use super::{List, check};

#[test]
fn identifiers_are_known_by_their_shape() {
    check(
        List::Symbols,
        &[
            ("make parse_url and getUserById faster", &["parse_url", "getUserById"]),
            ("QuerySet or HTTPServer? MAX_RETRIES!", &["QuerySet", "HTTPServer", "MAX_RETRIES"]),
            ("__init__ and _private but _stressed_ and __all__", &["__init__", "_private", "__all__"]),
            ("call filter() then exclude(name=1) and range(0, 3)", &["filter", "exclude", "range"]),
            ("`filter` and `Model` and `x` and `'id'` and `@property`", &["filter", "Model", "id", "property"]),
            ("在parse_url中，用 getUser。", &["parse_url", "getUser"]),
            ("$foo_bar and `$scope`", &["foo_bar", "scope"]),
            ("@cached_property is great, thanks @octocat", &["cached_property"]),
            ("обработатьЗапрос и größeBerechnen", &["обработатьЗапрос", "größeBerechnen"]),
            ("parse_url parse_url `parse_url`", &["parse_url"]),
            ("non-foo_bar-like", &["foo_bar"]),
        ],
    );
}

#[test]
fn code_names_what_it_calls_and_defines() {
    check(
        List::Symbols,
        &[
            ("```python\nclass Article(Base):\n    def save(self): if (x): pass\n```", &["Article", "save"]),
            ("```rust\nfn run(x: u8) { println!(\"{}\", other_thing); }\n```", &["run", "println", "other_thing"]),
            ("Like this:\n\n    let total = sum_of(parts)\n    return(total)\n", &["sum_of"]),
            ("The `struct Point` and `func Serve`", &["Point", "Serve"]),
            (">>> from app import make_app\n>>> make_app().run()\n", &["make_app", "run"]),
            ("{{{\n#!python\nqueryset_of(x)\n}}}", &["queryset_of"]),
            ("{code:java}\nfindAll(x)\n{code}\n<pre>\ngetOne()\n</pre>", &["findAll", "getOne"]),
        ],
    );
}

#[test]
fn words_and_products_and_data_are_no_symbols() {
    check(
        List::Symbols,
        &[
            ("GitHub, JavaScript, PostgreSQL, macOS, iPhone, URLs and APIs", &[]),
            ("the item(s), class(es) and a bug(see below)", &[]),
            ("JSON UTF8 k8s i18n README well-known _stressed_", &[]),
            ("`None` and `true` and `if`", &[]),
            ("deadbeef12 0x7ffee4 a1b2c3d4 5f2a", &[]),
            ("I can't, it isn't, they're done", &[]),
            ("SomeBody@example.com https://example.com/some_path/getIt", &[]),
        ],
    );
}

#[test]
fn names_of_several_segments_are_taken_apart() {
    check(
        List::Dotted,
        &[
            ("django.db.models.QuerySet.filter is slow", &["django.db.models.QuerySet.filter"]),
            ("Foo::bar and std::fmt::Display and foo->bar", &["Foo.bar", "std.fmt.Display", "foo.bar"]),
            ("obj.method() and Array#map", &["obj.method", "Array.map"]),
            (r"App\Http\Kernel and \App\User::find()", &["App.Http.Kernel", "App.User.find"]),
            ("`request.user` and os.path", &["request.user", "os.path"]),
            ("models.Model has a Meta", &["models.Model"]),
            ("```\nself.items.append(x)\na?.b_c\n```", &["self.items.append", "a.b_c"]),
            ("com.acme.Outer$Inner.run and Foo@1a2b3c", &["com.acme.Outer.Inner.run"]),
            ("tests/test_x.py::TestFoo::test_bar", &["TestFoo.test_bar"]),
            (":class:`~django.db.models.Field`", &["django.db.models.Field"]),
            ("response.json() and axios.get(url)", &["response.json", "axios.get"]),
        ],
    );
}

#[test]
fn dots_in_prose_join_no_names() {
    check(
        List::Dotted,
        &[
            ("e.g. this, i.e. that, etc. and a.k.a. him at 5 p.m.", &[]),
            ("This is the end.Next we start.The bug is.It", &[]),
            ("v1.2, 1.2.3, 2.0.0-rc1, Python3.8, 3.x", &[]),
            ("example.com, foo.co.uk, docs.rs, foo@bar.com", &[]),
            ("https://example.com/a.b.c?d.e and http://localhost:8080/x.y", &[]),
            ("Node.js and ASP.NET and a Ph.D", &[]),
            ("models.py and src/app.test.ts", &[]),
            ("wait...what and so on.. really", &[]),
            ("open: closed, key:value", &[]),
        ],
    );
}
