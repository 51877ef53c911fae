//! What goes to which stream: closed pipes, colour, machine formats, wrong arguments, hostile names.

use crate::support::Place;

#[test]
fn a_closed_pipe_is_no_error() {
    let place = Place::repository().with(&[("a.py", "")]);
    for command in ["init --schema", "config", "doctor", "completions bash", "man", "--help"] {
        let ran = place.shell(&format!("$TRIBUNAL {command} | head -c0; echo ${{PIPESTATUS[0]}}"));
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("0\n", ""), "{command}");
    }
}

#[test]
fn a_full_disk_is_an_error() {
    let ran = Place::folder().shell("$TRIBUNAL init --schema > /dev/full");
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.starts_with("error: cannot write to stdout"), "{}", ran.stderr);
}

#[test]
fn colour_only_where_it_is_wanted() {
    let place = Place::repository();
    assert!(!place.run(&["doctor"]).stdout.contains('\x1b'), "a pipe is no terminal");
    assert!(place.run(&["--color", "always", "doctor"]).stdout.contains('\x1b'));
    assert!(!place.run(&["--color=never", "doctor"]).stdout.contains('\x1b'));
    let terminal = |place: &Place| place.shell("script -qec '$TRIBUNAL doctor' /dev/null");
    if place.shell("command -v script").code == 0 {
        let place = place.variable("TERM", "xterm");
        assert!(terminal(&place).stdout.contains("\x1b[3"));
        assert!(!terminal(&place.variable("NO_COLOR", "1")).stdout.contains("\x1b[3"));
    }
}

#[test]
fn completions_are_valid_scripts() {
    let place = Place::folder();
    for shell in ["bash", "zsh", "fish"] {
        let script = place.run(&["completions", shell]).ok().stdout;
        assert!(script.contains("doctor"), "{shell}");
        place.write(shell, &script);
        if place.shell(&format!("command -v {shell}")).code == 0 {
            place.shell(&format!("{shell} -n {shell}")).ok();
        }
    }
}

#[test]
fn manual_pages_render() {
    let place = Place::folder();
    assert!(place.run(&["man"]).ok().stdout.contains(".TH tribunal 1"));
    place.run(&["man", "--out", "pages"]).ok();
    assert!(place.read("pages/tribunal-query-at.1").contains("PATH:LINE"));
    if place.shell("command -v groff").code == 0 {
        let ran = place.shell("groff -man -ww -Tutf8 pages/*.1").ok();
        assert_eq!(ran.stderr, "");
    }
}

#[test]
fn wrong_arguments() {
    let place = Place::repository();
    for (args, expected) in [
        (vec!["indx"], "a similar subcommand exists: 'index'"),
        (vec!["index", "--job", "1"], "a similar argument exists: '--jobs'"),
        (vec!["query", "files", "--language", "pyton"], "did you mean `python`?"),
        (vec!["query", "deps", "a.py", "--direction", "inn"], "a similar value exists: 'in'"),
        (vec!["query", "at"], "required arguments were not provided"),
        (vec!["init", "--schema", "--force"], "cannot be used with"),
        (vec!["-C", "nowhere", "doctor"], "cannot work in nowhere"),
        (vec![], "Usage: tribunal"),
    ] {
        let ran = place.run(&args);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(ran.stderr.contains(expected), "{args:?}: {}", ran.stderr);
    }
}

#[test]
fn another_folder_with_a_flag() {
    let place = Place::repository();
    let ran = place.run_in(&place.home(), &["-C", "../project", "doctor"]).ok();
    assert!(ran.stdout.contains("[TMP]/project"), "{}", ran.stdout);
}

#[cfg(unix)]
#[test]
fn control_sequences_in_names_are_shown_not_obeyed() {
    let place = Place::repository();
    let hostile = place.root().join("evil\x1b]0;title\x07\nfolder");
    std::fs::create_dir(&hostile).expect("a folder");
    let nested = place.run_in(&hostile, &["init", "-C", "."]);
    assert!(!nested.seen().contains('\x1b'));
    let outside = Place::folder();
    let hostile = outside.root().join("evil\x1b[31m");
    std::fs::create_dir(&hostile).expect("a folder");
    let ran = outside.run_in(&hostile, &["init"]);
    assert!(ran.stderr.contains("evil\\u{1b}[31m"), "{}", ran.stderr);
}

#[test]
fn quiet_leaves_results_alone() {
    let place = Place::repository();
    let ran = place.run(&["-q", "runs"]).ok();
    assert_eq!(ran.stderr, "");
    assert_eq!(place.run(&["runs"]).ok().stderr, "no runs yet\n");
    assert_eq!(place.run(&["runs", "--json"]).ok().json(), serde_json::json!({"version": 1, "runs": []}));
}

#[test]
fn runs_are_listed_with_incomplete_ones() {
    let place = Place::repository()
        .with(&[(".tribunal/runs/a/run.json", "{\"command\": \"review\"}"), (".tribunal/runs/b/findings.json", "")]);
    insta::assert_snapshot!(place.run(&["runs"]).ok().stdout, @"
    a  review
    b  incomplete  (run.json is missing)
    ");
}

#[test]
fn a_question_without_a_knowledge_base_names_the_command_that_builds_it() {
    let place = Place::repository().with(&[("a.py", "x = 1\n")]);
    let ran = place.run(&["query", "--no-index", "files"]);
    insta::assert_snapshot!(ran.seen(), @"
    code 2
    --- stdout
    --- stderr
    error: there is no knowledge base yet

    hint: run `tribunal index`
    ");
    let ran = place.run(&["query", "--no-index", "at", "a.py"]);
    assert_eq!(ran.code, 2);
}

#[test]
fn index_and_questions_end_to_end() {
    let place = Place::repository()
        .with(&[("a.py", "def spin():\n    return 1\n"), ("b.py", "from a import spin\n\nspin()\n")]);
    place.commit("one");
    let report = place.run(&["index", "--json"]).ok();
    assert_eq!((report.stderr.as_str(), &report.json()["files"], &report.json()["parsed"]), ("", &2.into(), &2.into()));
    assert_eq!(place.run(&["index", "--json"]).ok().json()["reused"], 2);
    let answer = place.run(&["query", "at", "b.py:3:1", "--json"]).ok().json();
    assert_eq!((&answer["state"], &answer["definitions"][0]["path"]), (&"resolved".into(), &"a.py".into()));
    let lines = place.shell("printf 'b.py:3:1\\nnowhere.py:1\\n' | $TRIBUNAL query at --stdin --json").ok();
    assert_eq!(lines.stdout.lines().count(), 2);
    let wrong = place.run(&["query", "refs", "spim"]);
    assert!(wrong.stderr.contains("hint: did you mean `spin`?"), "{}", wrong.stderr);
    let wrong = place.run(&["query", "docs", "c.py"]);
    assert!(wrong.stderr.contains("there is no file `c.py`"), "{}", wrong.stderr);
    assert!(place.run(&["doctor"]).ok().stdout.contains("knowledge base  2 files, 1 commits"));
}
