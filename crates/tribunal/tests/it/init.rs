//! `tribunal init` in projects of several kinds.

use crate::support::{Place, Ran};
use tribunal_faults::{About, Format, Served};

/// What `init --print` writes without comments, for a repository with these files.
#[track_caller]
fn check(files: &[(&str, &str)], expected: &[&str]) {
    let printed = Place::repository().with(files).run(&["init", "--print"]).ok().stdout;
    let lines: Vec<_> = printed.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert_eq!(lines, [&["[project]"], expected, &["[index]"]].concat(), "{printed}");
}

#[test]
fn node_library_with_pnpm() {
    let manifest = r#"{"name": "x", "exports": "./index.js", "scripts": {"test": "vitest"}}"#;
    let files = [("package.json", manifest), ("pnpm-lock.yaml", ""), ("index.js", "export const a = 1\n")];
    check(&files, &["kind = \"library\"", "test_command = \"pnpm test\""]);
}

#[test]
fn the_placeholder_of_npm_is_no_test_command() {
    let manifest = r#"{"private": true, "scripts": {"test": "echo \"Error: no test specified\" && exit 1"}}"#;
    check(&[("package.json", manifest), ("index.js", "")], &["kind = \"application\""]);
}

#[test]
fn python_package_with_pytest() {
    let manifest = "[build-system]\nrequires = []\n[tool.pytest.ini_options]\n";
    let files = [("pyproject.toml", manifest), ("src/x/__init__.py", "")];
    check(&files, &["kind = \"library\"", "test_command = \"python -m pytest\""]);
}

#[test]
fn python_prefers_nox_and_tox() {
    check(&[("noxfile.py", ""), ("tox.ini", ""), ("a.py", "")], &["test_command = \"nox\""]);
    check(&[("tox.ini", ""), ("a.py", "")], &["test_command = \"tox\""]);
}

#[test]
fn rust_program() {
    let files = [("Cargo.toml", "[package]\nname = \"x\"\n"), ("src/main.rs", "fn main() {}\n")];
    check(&files, &["kind = \"application\"", "test_command = \"cargo test\""]);
}

#[test]
fn go_and_jvm() {
    check(
        &[("go.mod", "module x\n"), ("a.go", "package x\n")],
        &["kind = \"library\"", "test_command = \"go test ./...\""],
    );
    check(&[("pom.xml", ""), ("mvnw", ""), ("A.java", "")], &["test_command = \"./mvnw test\""]);
    check(&[("build.gradle.kts", ""), ("A.kt", "")], &["test_command = \"gradle test\""]);
}

#[test]
fn the_language_with_most_files_decides() {
    let manifest = r#"{"scripts": {"test": "prettier --check ."}}"#;
    check(
        &[("package.json", manifest), ("conftest.py", ""), ("a.py", ""), ("b.py", ""), ("c.js", "")],
        &["test_command = \"python -m pytest\""],
    );
}

#[test]
fn a_broken_manifest_is_no_error() {
    check(&[("package.json", "{"), ("pyproject.toml", "= ="), ("a.js", "")], &[]);
}

#[test]
fn writes_once_and_reports_what_was_found() {
    let place = Place::repository()
        .with(&[("Cargo.toml", "[package]\nname = \"x\"\n"), ("src/lib.rs", "")])
        .variable("ANTHROPIC_API_KEY", "sk-ant-very-secret")
        .variable("PATH", "/nowhere");
    let first = place.run(&["init"]).ok();
    insta::assert_snapshot!(first.seen(), @"
    code 0
    --- stdout
    wrote tribunal.toml
      languages     rust 1
      project kind  library                  Cargo.toml builds a library and no program
      test command  cargo test               Cargo.toml is there
      models        ANTHROPIC_API_KEY (set)
    --- stderr
    next: `tribunal trust` lets the test command run, `tribunal doctor` looks at the rest
    ");
    insta::assert_snapshot!(place.read("tribunal.toml"), @r#"
    # Tribunal's configuration for this repository. Only what differs from the defaults stands here:
    # `tribunal config` shows every key with its value and origin, `tribunal init --schema` the JSON schema.

    [project]
    # Whether its public surface counts as used (library) or not (application).
    # Found: Cargo.toml builds a library and no program
    kind = "library"

    # The command that runs the tests; from a repository's file only after `tribunal trust`.
    # Found: Cargo.toml is there
    test_command = "cargo test"

    # What is used from outside: globs of files, or `path:symbol`.
    # entries = ["scripts/*.py", "src/app.ts:start"]

    [index]
    # Globs of files that are left out entirely.
    # exclude = ["vendor/**", "**/*.min.js"]

    # Models are optional, and each user's choice: `tribunal init --models ollama` writes them into the user's own
    # file. In this one they have an effect only after `tribunal trust`.
    # [models.reasoning]
    # provider = "ollama"
    # model = "qwen3"
    # base_url = "http://127.0.0.1:11434"
    # context_window = 16384
    "#);
    assert!(!first.seen().contains("secret"));
    place.run(&["config"]).ok();

    let again = place.run(&["init"]);
    insta::assert_snapshot!(again.seen(), @"
    code 2
    --- stdout
    --- stderr
    error: tribunal.toml is already there

    hint: `tribunal init --force` replaces it, `tribunal init --print` only shows what it would be
    ");
    place.write("tribunal.toml", "[index]\n");
    place.run(&["init", "--force"]).ok();
    assert!(place.read("tribunal.toml").contains("cargo test"));
}

#[test]
fn a_folder_without_git_is_an_error_with_the_next_command() {
    insta::assert_snapshot!(Place::folder().run(&["init"]).seen(), @"
    code 2
    --- stdout
    --- stderr
    error: [TMP]/project is not inside a git repository

    hint: run `git init`, or name a repository with `-C DIR`
    ");
}

#[test]
fn the_schema_has_every_key_with_its_range() {
    let place = Place::folder();
    let schema = place.run(&["init", "--schema"]).ok().json();
    for key in place.run(&["config", "--json"]).ok().json()["keys"].as_array().expect("keys") {
        let path = key["key"].as_str().expect("a name").replace('.', "/properties/");
        let found = schema.pointer(&format!("/properties/{path}")).unwrap_or_else(|| panic!("{path} is missing"));
        assert_eq!(found["description"], key["doc"]);
    }
    assert_eq!(schema.pointer("/properties/index/properties/jobs/maximum"), Some(&serde_json::json!(512)));
    assert_eq!(schema["additionalProperties"], false);
}

fn at_home(ran: &Ran) -> String {
    ran.seen().replace("[TMP]/home", "~")
}

#[test]
fn models_are_written_where_the_hint_says_and_work_at_once() {
    let server = Served::able(Format::Ollama, About::Show(40_960)).start();
    let place = Place::repository()
        .with(&[("a.py", "x = 1\n"), ("tribunal.toml", "[index]\njobs = 1\n")])
        .variable("TRIBUNAL_MODELS_REASONING_BASE_URL", &server.url());
    place.write_user_config("# mine\n[index]\njobs = 2\n");
    let ran = place.run(&["init", "--models", "ollama"]).ok();
    insta::assert_snapshot!(at_home(&ran), @"
    code 0
    --- stdout
    wrote ollama/qwen3 into ~/.config/tribunal/config.toml
    --- stderr
    next: `tribunal doctor --models` says whether it answers
    ");
    assert_eq!(place.run(&["ask", "what is it?"]).ok().stdout, "ok\n");
    assert_eq!(server.received()[0].json()["model"], "qwen3");
    let told = place.run(&["doctor", "--models"]).ok().stdout;
    assert!(told.contains("16384 tokens configured, 40960 at the server"), "{told}");
}

#[test]
fn models_that_are_there_are_not_written_over() {
    let place = Place::folder();
    place.write_user_config("[models.reasoning]\nmodel = \"mine\"\n");
    insta::assert_snapshot!(at_home(&place.run(&["init", "--models", "openai/small"])), @"
    code 2
    --- stdout
    --- stderr
    error: ~/.config/tribunal/config.toml:2 names a model already

    hint: edit ~/.config/tribunal/config.toml:2; `tribunal init --models openai/small --print` shows what it would be
    ");
}

#[test]
fn the_section_of_models_is_commented() {
    insta::assert_snapshot!(Place::folder().run(&["init", "--models", "ollama/qwen3:8b", "--print"]).ok().stdout, @r#"
    # Written by `tribunal init --models`; `tribunal doctor --models` says what of it works.
    [models.coding]
    # Who serves the model; ollama unless set.
    provider = "ollama"
    # The model's name at its provider.
    model = "qwen3:8b"
    # Where it is served; for `claude_code` the program, for `replay` nothing.
    base_url = "http://127.0.0.1:11434"
    # How many tokens prompt and answer may have together.
    context_window = 16384

    [models.reasoning]
    provider = "ollama"
    model = "qwen3:8b"
    base_url = "http://127.0.0.1:11434"
    context_window = 16384
    "#);
}

#[test]
fn a_hosted_model_names_the_variable_of_its_key_and_an_unknown_provider_the_known_ones() {
    let place = Place::folder();
    let told = place.run(&["init", "--models", "anthropic"]).ok().stderr;
    assert!(told.contains("ANTHROPIC_API_KEY is not set"), "{told}");
    let ran = place.run(&["init", "--models", "olama"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("expected one of ollama, openai_compat"), "{}", ran.stderr);
}
