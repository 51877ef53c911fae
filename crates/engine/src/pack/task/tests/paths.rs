//! Files and folders, however they are written, and slashes and dots that are none.

use super::{List, check};

#[test]
fn files_are_found_in_prose() {
    check(
        List::Paths,
        &[
            ("Fix the crash in src/app.py.", &["src/app.py"]),
            ("see ./lib/x.ts:12, then ../shared/y.tsx", &["lib/x.ts:12", "../shared/y.tsx"]),
            (r"It fails in C:\a\b.py and in src\Web\Startup.cs", &["C:/a/b.py", "src/Web/Startup.cs"]),
            (r#"{"file": "C:\\app\\main.go"}"#, &["C:/app/main.go"]),
            ("Update models.py, Cargo.toml and package.json!", &["models.py", "Cargo.toml", "package.json"]),
            ("the Makefile, .gitignore, go.mod and Dockerfile", &["Makefile", ".gitignore", "go.mod", "Dockerfile"]),
            ("(`tests/test_forms.py`)", &["tests/test_forms.py"]),
            ("[the docs](docs/ref/models.md) say", &["docs/ref/models.md"]),
            ("\"src/a.c\",\"src/b.h\";src/d.rs|e.go", &["src/a.c", "src/b.h", "src/d.rs", "e.go"]),
            ("app/[lang]/(shop)/[...slug]/page.tsx breaks", &["app/[lang]/(shop)/[...slug]/page.tsx"]),
            ("routes/+page.svelte and +layout.svelte", &["routes/+page.svelte", "+layout.svelte"]),
            ("node_modules/@angular/core/index.d.ts", &["node_modules/@angular/core/index.d.ts"]),
            ("请修改src/app.py文件，还有 文档/说明.md", &["src/app.py", "文档/说明.md"]),
            ("the file größe/überblick.rs", &["größe/überblick.rs"]),
            (".github/workflows/ci.yml", &[".github/workflows/ci.yml"]),
            ("app.module.ts, foo.test.js, npm-debug.log", &["app.module.ts", "foo.test.js", "npm-debug.log"]),
            ("~/.config/tool/settings.unknown", &["~/.config/tool/settings.unknown"]),
            ("src/a.py src/a.py src/a.py:3", &["src/a.py", "src/a.py:3"]),
        ],
    );
}

#[test]
fn lines_are_read_in_every_writing() {
    check(
        List::Paths,
        &[
            ("src/a.py:10-20 and src/b.py:3:7", &["src/a.py:10-20", "src/b.py:3"]),
            ("src/x.ts(12,5): error TS2322: Type 'string'", &["src/x.ts:12"]),
            ("`forms/fields.py` line 300 and forms.py, lines 3-9", &["forms/fields.py:300", "forms.py:3-9"]),
            ("in \"run.php\" on line 7", &["run.php:7"]),
            ("README.md#L4-L8", &["README.md:4-8"]),
            ("  --> src/main.rs:4:5", &["src/main.rs:4"]),
            ("tests/test_x.py::TestFoo::test_bar FAILED", &["tests/test_x.py"]),
            ("src/main.c:10:5: error: expected ';'", &["src/main.c:10"]),
            ("main.c:123456789: too far", &["main.c"]),
        ],
    );
}

#[test]
fn folders_are_found_and_those_without_a_last_slash_are_unclear() {
    check(
        List::Paths,
        &[
            ("everything under django/forms/ and tests/", &["django/forms/", "tests/"]),
            ("all of src/**/*.py", &["src/"]),
            ("see crates/engine and ./scripts/build", &["crates/engine?", "scripts/build?"]),
            ("django/contrib/admin has it", &["django/contrib/admin?"]),
            ("import \"github.com/acme/tool/internal/run\"", &["github.com/acme/tool/internal/run?"]),
        ],
    );
}

#[test]
fn addresses_of_code_hosts_name_their_files() {
    check(
        List::Paths,
        &[
            ("https://github.com/o/r/blob/main/src/app.py#L10-L20.", &["src/app.py:10-20"]),
            ("<https://github.com/o/r/blob/0a1b2c3d/a/b.go?plain=1#L7>", &["a/b.go:7"]),
            ("(https://gitlab.com/g/sub/r/-/blob/v1.2/lib/x.rb#L3-9)", &["lib/x.rb:3-9"]),
            ("https://raw.githubusercontent.com/o/r/refs/heads/main/docs/a.md", &["docs/a.md"]),
            ("https://github.com/o/r/tree/main/src/forms/", &["src/forms/"]),
            ("https://bitbucket.org/o/r/src/master/x/y.java#lines-10:20", &["x/y.java:10-20"]),
            ("https://codeberg.org/o/r/src/branch/main/x.zig", &["x.zig"]),
            ("github.com/o/r/blob/main/src/lib.rs#L4", &["src/lib.rs:4"]),
            ("file:///srv/app/index.mjs:3:7", &["/srv/app/index.mjs:3"]),
            ("file:///C:/app/index.mjs:3:7", &["/C:/app/index.mjs:3"]),
            ("webpack:///./src/App.vue?a1b2:12", &["src/App.vue"]),
        ],
    );
}

#[test]
fn what_is_no_path_is_not_taken_for_one() {
    check(
        List::Paths,
        &[
            ("and/or, he/she, TCP/IP, client/server, n/a, w/o, w/ it", &[]),
            ("24/7, 1/2, 2020/01/02, 3.5/4, I/O", &[]),
            ("http://example.com/a.py?x and https://example.com/docs/index.html", &[]),
            ("www.example.org/a/b.html, example.com/setup.py", &[]),
            ("https://github.com/o/r/issues/12, https://github.com/o/r/pull/3/files", &[]),
            ("foo@bar.com, git@github.com:o/r.git, lodash@4.17.21", &[]),
            ("e.g. this, i.e. that, etc. and v1.2 or 1.2.3", &[]),
            ("Node.js, Vue.js and Next.js with socket.io", &[]),
            ("response.json() and this.html and self.c", &[]),
            ("It works.Go on.Then stop", &[]),
            ("content type application/json or text/html", &[]),
            ("o/r#12 and o/r.js#12 and #34", &[]),
            ("/dev/null and / and // and ./ and ../..", &[]),
            ("```\nx = config.json\ny = a.h / b.c\nconsole.log\n```", &[]),
            ("<!-- Please read docs/contributing.md first. -->", &[]),
        ],
    );
}

#[test]
fn diffs_name_their_files_and_nothing_else() {
    let diff = "Apply this:\n\ndiff --git a/src/old name.py b/src/old name.py\nindex 83db48f..bf269f4 100644\n\
                --- a/src/old name.py\n+++ b/src/old name.py\n@@ -1,2 +1,2 @@ def around_it(self):\n-import a/b.py\n\
                +call_me(x)\n unchanged\n--- a/new.py\n+++ /dev/null\nNow a sentence about caches.";
    check(List::Paths, &[(diff, &["src/old name.py", "a/b.py", "new.py"])]);
    check(List::Symbols, &[(diff, &["around_it", "call_me"])]);
    check(List::Keywords, &[(diff, &["apply", "sentence", "caches"])]);
    let rename = "diff --git a/x.py b/y.py\nsimilarity index 95%\nrename from x.py\nrename to lib/y.py\n";
    check(List::Paths, &[(rename, &["x.py", "lib/y.py"]), ("rename from x to y", &[])]);
}

#[test]
fn an_absolute_path_is_known_by_its_endings() {
    let task = super::analyse("C:\\app\\.venv\\x.py ../../a/b.py @/c/d.vue");
    let suffixes = |index: usize| task.paths[index].suffixes().collect::<Vec<_>>();
    assert_eq!(suffixes(0), ["app/.venv/x.py", ".venv/x.py", "x.py"]);
    assert_eq!(suffixes(1), ["a/b.py", "b.py"]);
    assert_eq!(suffixes(2), ["c/d.vue", "d.vue"]);
}
