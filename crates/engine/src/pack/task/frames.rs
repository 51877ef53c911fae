//! Frames of stack traces: one reader per way of writing them. Adding a language is one function in `READERS`.
//!
//! Go and Rust print a function on the line above its place, so a reader also gets the line before.

use super::Frame;
use super::chars::is_in_name;
use super::location::number;
use super::{paths, urls};

/// In bytes; what is longer was written by no runtime.
const LONGEST_LINE: usize = 2000;

type Reader = for<'a> fn(&'a str, &'a str) -> Option<Call<'a>>;

/// In the order of trial: the more a form has of its own, the earlier.
const READERS: &[Reader] = &[python, pytest, ruby, dotnet, java, javascript, gecko, go, php, debugger, panic];

/// What stands for the place of a call inside the runtime.
const NOWHERE: &[&str] = &["(<anonymous>)", "(native)", "(Native Method)", "(Unknown Source)", "(index 0)"];

/// What a reader finds: the file, the line and the function, as written.
struct Call<'a> {
    path: &'a str,
    line: u32,
    function: Option<&'a str>,
}

/// What a line of a trace shows.
pub(super) enum Reading {
    Frame(Frame),
    /// A call outside of any file: typed in, or inside the runtime.
    Elsewhere,
}

/// What the line shows, if it is a trace's, given the trimmed line before it.
pub(super) fn read(previous: &str, line: &str) -> Option<Reading> {
    let line = line.trim();
    if line.len() > LONGEST_LINE || previous.len() > LONGEST_LINE {
        return None;
    }
    if line.starts_with("at ") && NOWHERE.iter().any(|place| line.ends_with(place)) {
        return Some(Reading::Elsewhere);
    }
    let place = READERS.iter().find_map(|read| read(previous, line))?;
    let path = paths::normalise(urls::path_of(place.path));
    if path.starts_with('<') || path.starts_with("node:") {
        return Some(Reading::Elsewhere);
    }
    let leaf = path.rsplit('/').next().unwrap_or_default();
    if !leaf.trim_start_matches('.').contains('.') {
        return None;
    }
    let function = place.function.map(str::trim).filter(|name| is_named(name));
    Some(Reading::Frame(Frame { path, line: place.line, function: function.map(str::to_owned) }))
}

/// `<module>`, `<main>`, `Object.<anonymous>` and `{main}` are no names.
fn is_named(function: &str) -> bool {
    let is_marker = function.starts_with(['<', '{']) && function.ends_with(['>', '}']);
    !function.is_empty() && !is_marker && !function.contains("<anonymous>")
}

/// Lines around frames that say only that a trace follows.
pub(super) fn is_heading(line: &str) -> bool {
    line.starts_with("Traceback (most recent call last)")
        || line == "stack backtrace:"
        || line.starts_with("goroutine ") && line.ends_with("]:")
        || line.starts_with("During handling of the above exception")
        || line.starts_with("The above exception was the direct cause")
        || line.starts_with("... ") && line.ends_with(" more")
}

/// The line above a place in Go's traces, with addresses for arguments: the next line has all that it says.
pub(super) fn is_call_above(line: &str) -> bool {
    let call = line.strip_suffix(')').and_then(|line| line.split([' ', ',']).next());
    line.starts_with("created by ")
        || call.and_then(|call| call.rsplit_once('(')).is_some_and(|(function, arguments)| {
            let are_addresses = ["0x", "{0x", "..."].iter().any(|start| arguments.starts_with(start));
            function.contains('.') && (are_addresses || arguments.is_empty())
        })
}

/// The names in a function as a trace writes it: `pkg.(*Server).Serve` has `pkg`, `Server` and `Serve`.
pub(super) fn segments(function: &str) -> Vec<&str> {
    let function = if function.starts_with('<') {
        function.rsplit_once(">::").map_or(function, |(_, rest)| rest)
    } else {
        function.rsplit('/').next().unwrap_or_default()
    };
    // Go's packages may have dashes.
    let is_joint = |char: char| !is_in_name(char) && char != '-';
    let mut segments = Vec::new();
    let mut before = "";
    for name in function.split_inclusive(is_joint) {
        let word = name.trim_end_matches(is_joint).trim_matches('-');
        if !word.is_empty() && !before.ends_with(['<', '{']) {
            segments.push(word);
        }
        before = name;
    }
    segments
}

/// `File "app.py", line 12, in run`, and `File app.py:12, in run(x)` as IPython has it.
fn python<'a>(_: &'a str, line: &'a str) -> Option<Call<'a>> {
    let rest = line.strip_prefix("File ")?;
    if let Some((path, rest)) = rest.strip_prefix('"').and_then(|rest| rest.split_once("\", line ")) {
        let (line, rest) = number(rest)?;
        return Some(Call { path, line, function: rest.strip_prefix(", in ") });
    }
    let (place, function) = rest.split_once(", in ")?;
    let (path, line) = path_and_line(place)?;
    Some(Call { path, line, function: function.split('(').next() })
}

/// `tests/test_app.py:12: in test_run`.
fn pytest<'a>(_: &'a str, line: &'a str) -> Option<Call<'a>> {
    let (place, function) = line.split_once(": in ")?;
    let (path, line) = path_and_line(place).filter(|(path, _)| path.ends_with(".py") && !path.contains(' '))?;
    Some(Call { path, line, function: Some(function) })
}

/// ``from app.rb:12:in `block in run'``, since Ruby 3.4 with a straight quote and the class.
fn ruby<'a>(_: &'a str, line: &'a str) -> Option<Call<'a>> {
    let (place, rest) = line.split_once(":in `").or_else(|| line.split_once(":in '"))?;
    let place = place.strip_prefix("from ").unwrap_or(place);
    let place = place.split_once(": from ").map_or(place, |(_, place)| place);
    let (path, line) = path_and_line(place)?;
    let function = rest.split('\'').next()?.rsplit(" in ").next();
    Some(Call { path, line, function })
}

/// `at App.Runner.Run(String name) in C:\app\Runner.cs:line 12`.
fn dotnet<'a>(_: &'a str, line: &'a str) -> Option<Call<'a>> {
    let (function, place) = line.strip_prefix("at ")?.split_once(" in ")?;
    let (path, line) = place.rsplit_once(":line ")?;
    Some(Call { path, line: number(line)?.0, function: function.split(['(', '[']).next() })
}

/// `at org.app.Runner.run(Runner.java:12) ~[app.jar:1.2]`, with a module before a slash.
fn java<'a>(_: &'a str, line: &'a str) -> Option<Call<'a>> {
    let (function, rest) = line.strip_prefix("at ")?.split_once('(')?;
    let (place, _) = rest.split_once(')')?;
    let (path, line) = place.split_once(':')?;
    let is_source = [".java", ".kt", ".scala", ".groovy", ".clj"].iter().any(|ending| path.ends_with(ending));
    let is_bare = is_source && !path.contains(['/', ' ']) && !function.contains(' ');
    let function = function.rsplit('/').next();
    is_bare.then_some(Call { path, line: number(line)?.0, function })
}

/// `at async Runner.run [as go] (src/app.js:12:5)`, `at src/app.js:12:5`; Rust writes the second below the function.
fn javascript<'a>(previous: &'a str, line: &'a str) -> Option<Call<'a>> {
    let rest = line.strip_prefix("at ")?;
    let Some((function, place)) = rest.strip_suffix(')').and_then(|rest| rest.rsplit_once(" (")) else {
        let (path, line) = path_and_line(rest.strip_prefix("async ").unwrap_or(rest))?;
        let function = if path.ends_with(".rs") { rust_function(previous) } else { None };
        return (!path.contains(' ') || path.contains('\\')).then_some(Call { path, line, function });
    };
    let (path, line) = path_and_line(place)?;
    let function = function.strip_prefix("async ").unwrap_or(function);
    let function = function.strip_prefix("new ").unwrap_or(function);
    Some(Call { path, line, function: function.split(" [as ").next() })
}

/// `run@https://example.org/app.js:12:5`, in Firefox and Safari.
fn gecko<'a>(_: &'a str, line: &'a str) -> Option<Call<'a>> {
    let (function, place) = line.split_once('@')?;
    let (path, line) = path_and_line(place)?;
    let is_script = path.contains("://") || path.ends_with(".js");
    let function = function.rsplit('*').next();
    (is_script && !place.contains(' ') && !function?.contains(' ')).then_some(Call { path, line, function })
}

/// `/src/app/main.go:12 +0x1d`, below `main.run(0x1)` or `created by main.run in goroutine 1`.
fn go<'a>(previous: &'a str, line: &'a str) -> Option<Call<'a>> {
    let (place, has_offset) = line.split_once(" +0x").map_or((line, false), |(place, _)| (place, true));
    let (path, line) = path_and_line(place).filter(|(path, _)| path.ends_with(".go"))?;
    let caller = previous.strip_prefix("created by ").map(|rest| rest.split(" in goroutine").next().unwrap_or(rest));
    let called = previous.strip_suffix(')').and_then(|call| call.rsplit_once('(')).map(|(function, _)| function);
    let function = caller.or(called).filter(|function| !function.contains(' '));
    (has_offset || function.is_some()).then_some(Call { path, line, function })
}

/// `#0 /srv/app/run.php(12): App\Runner->run('x')`.
fn php<'a>(_: &'a str, line: &'a str) -> Option<Call<'a>> {
    let (_, rest) = number_of_frame(line)?;
    let (place, call) = rest.split_once("): ")?;
    let (path, line) = place.rsplit_once('(')?;
    Some(Call { path, line: number(line)?.0, function: call.split('(').next() })
}

/// `#1  0x0000 in run (argc=1) at src/main.c:12`, as gdb and lldb print.
fn debugger<'a>(_: &'a str, line: &'a str) -> Option<Call<'a>> {
    let (_, rest) = number_of_frame(line)?;
    let (call, place) = rest.rsplit_once(" at ")?;
    let (path, line) = path_and_line(place)?;
    let call = call.split_once(" in ").map_or(call, |(_, call)| call);
    Some(Call { path, line, function: call.split([' ', '(']).next() })
}

/// `thread 'main' panicked at src/main.rs:12:5:`, before Rust 1.73 with the message between.
fn panic<'a>(_: &'a str, line: &'a str) -> Option<Call<'a>> {
    let (_, rest) = line.strip_prefix("thread '")?.split_once("panicked at ")?;
    let rest = rest.trim_end_matches(':');
    let place = rest.rsplit_once(", ").map_or(rest, |(_, place)| place);
    let (path, line) = path_and_line(place)?;
    Some(Call { path, line, function: None })
}

/// The name in `4: app::run`, `4: 0x55d0 - app::run::h0123456789abcdef`.
fn rust_function(previous: &str) -> Option<&str> {
    let (_, name) = previous.split_once(": ").filter(|(index, _)| index.bytes().all(|byte| byte.is_ascii_digit()))?;
    let name = name.trim();
    let name = name.split_once(" - ").map_or(name, |(_, name)| name);
    let hash = name.rsplit_once("::h").filter(|(_, hash)| hash.len() == 16);
    let name = hash.map_or(name, |(name, _)| name);
    (!name.contains(' ') || name.starts_with('<')).then_some(name)
}

/// The path and line of `PATH:LINE` or `PATH:LINE:COLUMN`.
fn path_and_line(place: &str) -> Option<(&str, u32)> {
    let (rest, last) = last_number(place.trim())?;
    let (path, line) = last_number(rest).unwrap_or((rest, last));
    (!path.is_empty() && !path.contains('"')).then_some((path, line))
}

fn last_number(place: &str) -> Option<(&str, u32)> {
    let (rest, digits) = place.rsplit_once(':')?;
    number(digits).filter(|(_, behind)| behind.is_empty()).map(|(number, _)| (rest, number))
}

/// The number behind `#` at the beginning of a frame, and the rest.
fn number_of_frame(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix('#')?;
    let (index, rest) = rest.split_once(' ')?;
    (!index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit())).then_some((index, rest.trim_start()))
}
