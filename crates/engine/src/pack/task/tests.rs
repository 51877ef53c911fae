//! What a text names, case by case, and what it must not be taken to name.

mod frames;
mod names;
mod paths;
mod prose;
mod whole;

use super::*;

#[derive(Debug, Clone, Copy)]
enum List {
    Paths,
    Symbols,
    Dotted,
    Errors,
    Frames,
    Code,
    Keywords,
}

/// One list of a task, each entry written short: `src/a.py:3-9`, `folder/`, `unclear?`, `a.b.c`, `a.py:3 run`.
fn shown(task: &Task, list: List) -> Vec<String> {
    match list {
        List::Paths => task.paths.iter().map(shown_path).collect(),
        List::Symbols => task.symbols.clone(),
        List::Dotted => task.dotted.iter().map(|segments| segments.join(".")).collect(),
        List::Errors => task.errors.clone(),
        List::Frames => task.frames.iter().map(shown_frame).collect(),
        List::Code => task.code.clone(),
        List::Keywords => task.keywords.clone(),
    }
}

fn shown_path(mention: &PathMention) -> String {
    let sign = match mention.kind {
        PathKind::File => "",
        PathKind::Folder => "/",
        PathKind::Unclear => "?",
    };
    let line = mention.line.map(|line| format!(":{line}")).unwrap_or_default();
    let last = mention.last_line.map(|line| format!("-{line}")).unwrap_or_default();
    format!("{}{sign}{line}{last}", mention.path)
}

fn shown_frame(frame: &Frame) -> String {
    format!("{}:{} {}", frame.path, frame.line, frame.function.as_deref().unwrap_or("-"))
}

/// Holds a list of each text to what is expected, entry by entry; nothing more may be in it.
#[track_caller]
fn check(list: List, cases: &[(&str, &[&str])]) {
    let wrong = |(text, expected): &&(&str, &[&str])| shown(&analyse(text), list) != *expected;
    let report = |(text, expected): &(&str, &[&str])| {
        format!("{text:?}\n  expected {expected:?}\n  found    {:?}", shown(&analyse(text), list))
    };
    let failures: Vec<String> = cases.iter().filter(wrong).map(report).collect();
    assert!(failures.is_empty(), "{list:?}\n{}", failures.join("\n"));
}

#[test]
fn tables_are_sorted_so_that_they_can_be_searched() {
    for table in known::TABLES.iter().chain(vocabulary::TABLES) {
        assert!(table.is_sorted(), "{table:?}");
    }
}
