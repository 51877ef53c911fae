//! The help of all commands, in one snapshot and in one page of documentation: every change is seen in review.

use crate::support::Place;
use std::path::Path;

/// Set to write `docs/commands.md` instead of comparing it; `cargo xtask docs` does.
const UPDATE: &str = "UPDATE_DOCS";

#[test]
fn help_of_all_commands() {
    let texts = commands().into_iter().map(|(command, help)| format!("$ {command} --help\n{help}\n"));
    insta::assert_snapshot!("help", texts.collect::<String>());
}

#[test]
fn the_page_of_commands_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/commands.md");
    let page = page();
    if std::env::var_os(UPDATE).is_some() {
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(&path, &page).expect("a file");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == page, "docs/commands.md is out of date: run `cargo xtask docs`");
}

#[test]
fn version_is_one_line() {
    let ran = Place::folder().run(&["--version"]).ok();
    assert_eq!(ran.stdout, concat!("tribunal ", env!("CARGO_PKG_VERSION"), "\n"));
}

/// The help as Markdown; the global options stand once, with the program itself.
fn page() -> String {
    let mut page = String::from("# Commands\n\nWritten by `cargo xtask docs` from the program's own help.\n");
    for (command, help) in commands() {
        let heading = "#".repeat(command.split(' ').count().min(3) + 1);
        let help = if command == "tribunal" { help.as_str() } else { without_globals(&help) };
        page.push_str(&format!("\n{heading} {command}\n\n```text\n{}\n```\n", help.trim_end()));
    }
    page
}

fn without_globals(help: &str) -> &str {
    help.split_once("\nGlobal options:").map_or(help, |(own, _)| own)
}

/// All commands with their help, found by reading the help itself.
fn commands() -> Vec<(String, String)> {
    let place = Place::folder();
    let mut found = Vec::new();
    let mut waiting = vec!["tribunal".to_owned()];
    while let Some(command) = waiting.pop() {
        let args: Vec<&str> = command.split(' ').skip(1).chain(["--help"]).collect();
        let help = place.run(&args).ok().stdout;
        let mut parts: Vec<String> = subcommands(&help).map(|part| format!("{command} {part}")).collect();
        parts.reverse();
        waiting.extend(parts);
        found.push((command, help));
    }
    found
}

fn subcommands(help: &str) -> impl Iterator<Item = &str> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    listed.filter_map(|line| line.split_whitespace().next())
}
