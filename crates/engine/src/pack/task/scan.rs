//! Reads a piece of a line: each run is an address, a path, or names and words.

use super::found::Found;
use super::names::{self, Names};
use super::run::{self, Run};
use super::{PathKind, PathMention, Place, known, location, paths, shape, urls};
use std::ops::Range;

/// In bytes; a longer run is data. Git itself refuses no path of this length, but nobody writes one down.
const LONGEST_RUN: usize = 1024;

/// Reads the range of the line and returns where it stopped, which may be behind the range.
pub(super) fn scan(line: &str, range: Range<usize>, place: Place, found: &mut Found) -> usize {
    if place == Place::Inline
        && let Some(word) = names::only_word(&line[range.clone()])
    {
        found.symbol(word);
        return range.end;
    }
    let mut names = Names::new(line, place);
    let mut at = range.start;
    while let Some(run) = run::next(line, at..range.end, place) {
        at = read_run(line, &run, &mut names, found);
    }
    at.max(range.end)
}

fn read_run(line: &str, run: &Run, names: &mut Names, found: &mut Found) -> usize {
    let Range { start, end } = run.range;
    let (text, after) = (&line[start..end], &line[end..]);
    if run.is_url {
        if let Some(mention) = urls::mention(text) {
            found.path(mention);
        }
        return end;
    }
    if text.len() > LONGEST_RUN || names.place == Place::Prose && is_somebody(text) || is_issue(text, after) {
        return end;
    }
    if let Some(object) = before_at(text) {
        names.read(start..start + object.len(), found);
        return end;
    }
    if is_web_address(text, after, names.place) {
        return read_web_address(text, after, found).map_or(end, |length| end + length);
    }
    read_path(line, run, names, found).unwrap_or_else(|| names.read(start..end, found))
}

/// Where the path at the run ends, its line number included.
fn read_path(line: &str, run: &Run, names: &mut Names, found: &mut Found) -> Option<usize> {
    let Range { start, end } = run.range;
    let (before, after) = (line[..start].chars().next_back(), &line[end..]);
    let reading = paths::read(&line[start..end], names.place, before, after)?;
    let location = location::after(after);
    found.path(PathMention {
        path: reading.path,
        kind: reading.kind,
        line: location.line,
        last_line: location.last_line,
    });
    if reading.is_doubtful {
        names.read(start..end, found);
    }
    Some(end + location.length)
}

/// `@octocat`, but not `@cached_property`.
fn is_somebody(text: &str) -> bool {
    text.strip_prefix('@').is_some_and(|name| !name.contains(['/', '.']) && !shape::is_code(name, Place::Prose))
}

/// `owner/repository` before `#12`.
fn is_issue(text: &str, after: &str) -> bool {
    let number = after.strip_prefix('#').unwrap_or_default();
    text.contains('/') && number.starts_with(|char: char| char.is_ascii_digit())
}

/// What stands before the `@` of `name@example.com`, `package@1.2` or `Object@1f2e`: a name only in the last.
fn before_at(text: &str) -> Option<&str> {
    let (name, host) = text.split_once('@')?;
    if name.is_empty() || host.is_empty() || name.contains(['/', '\\']) {
        return None;
    }
    let is_identity = host.bytes().all(|byte| byte.is_ascii_hexdigit());
    Some(if is_identity { name } else { "" })
}

/// Whether the run begins with a host: an address without its scheme.
fn is_web_address(text: &str, after: &str, place: Place) -> bool {
    let host = text.split('/').next().unwrap_or_default().trim_end_matches('.');
    let Some((name, top)) = host.rsplit_once('.') else { return false };
    if host.starts_with("www.") || known::has(known::HOSTS, host) {
        return true;
    }
    let is_called = after.starts_with('(') && host.len() == text.len();
    let is_lower =
        !name.is_empty() && !name.contains(['_', '\\']) && !host.bytes().any(|byte| byte.is_ascii_uppercase());
    // In code `a.co` is a member, but a string may hold a host.
    let tops = if place == Place::Code { known::GENERIC_DOMAINS } else { known::TOP_DOMAINS };
    is_lower && !is_called && (known::has(tops, top) || known::has(known::GENERIC_DOMAINS, top))
}

/// The path in a code host's address without scheme, or below its host as Go writes imports; gives the length of its line.
fn read_web_address(text: &str, after: &str, found: &mut Found) -> Option<usize> {
    let (host, path) = text.split_once('/')?;
    if !known::has(known::CODE_HOSTS, host) {
        return None;
    }
    let location = location::after(after);
    let (path, kind) = match urls::code_path(host, path) {
        Some((path, kind)) => (path, kind),
        None if path.matches('/').count() > 1 => (text, PathKind::Unclear),
        None => return None,
    };
    let (line, last_line) = (location.line, location.last_line);
    found.path(PathMention { path: paths::normalise(path), kind, line, last_line });
    Some(location.length)
}
