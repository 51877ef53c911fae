//! Addresses: only those that show a file or folder of a repository name anything here.

use super::{PathKind, PathMention, known, location, paths};

/// Schemes whose address is a path on the writer's machine or in a bundle, not on a host.
const LOCAL: &[&str] = &["file", "webpack", "webpack-internal", "vscode", "ng", "app"];

/// How code hosts name the view of a file; `tree` is a folder's.
const VIEWS: &[&str] = &["blob", "blame", "raw", "edit", "tree"];

/// The file or folder that an address shows.
pub(super) fn mention(url: &str) -> Option<PathMention> {
    let (before, rest) = url.split_once("://")?;
    let scheme = before.rsplit(|char: char| !(char.is_ascii_alphanumeric() || char == '-')).next().unwrap_or_default();
    if LOCAL.contains(&scheme) {
        return local(rest);
    }
    let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let rest = rest.split('?').next().unwrap_or_default();
    let (host, path) = rest.split_once('/')?;
    let (path, kind) = code_path(host, path)?;
    let (line, last_line) = location::of_fragment(fragment);
    Some(PathMention { path: paths::normalise(path), kind, line, last_line })
}

/// The path of an address, without scheme, host and query, for frames of a browser's trace.
pub(super) fn path_of(url: &str) -> &str {
    let Some((scheme, rest)) = url.split_once("://") else { return url };
    let rest = rest.split('?').next().unwrap_or_default();
    if LOCAL.contains(&scheme) {
        return rest;
    }
    rest.find('/').map_or("", |slash| &rest[slash..])
}

/// The path inside the repository, if the address without scheme and host is one of a code host's views.
pub(super) fn code_path<'a>(host: &str, path: &'a str) -> Option<(&'a str, PathKind)> {
    if host == "raw.githubusercontent.com" {
        return after_reference(skip(path, 2)?, PathKind::File);
    }
    // GitLab has groups of any depth and ends them with a dash.
    let rest = path.split_once("/-/").map(|(_, rest)| rest).or_else(|| skip(path, 2))?;
    let (view, rest) = rest.split_once('/')?;
    if VIEWS.contains(&view) {
        return after_reference(rest, if view == "tree" { PathKind::Folder } else { PathKind::File });
    }
    if view != "src" {
        return None;
    }
    let named = ["branch/", "commit/", "tag/"].iter().find_map(|kind| rest.strip_prefix(kind));
    let is_bitbucket = host.contains("bitbucket");
    let kind = if paths::is_file_name(rest.rsplit('/').next()?) { PathKind::File } else { PathKind::Unclear };
    after_reference(named.or(is_bitbucket.then_some(rest))?, kind)
}

/// The path behind a branch, tag or commit; a branch with slashes leaves its end in the path, as a prefix too many.
fn after_reference(rest: &str, kind: PathKind) -> Option<(&str, PathKind)> {
    let rest = rest.strip_prefix("refs/heads/").or_else(|| rest.strip_prefix("refs/tags/")).unwrap_or(rest);
    let path = skip(rest, 1)?.trim_end_matches('/');
    (!path.is_empty()).then_some((path, kind))
}

fn skip(path: &str, segments: usize) -> Option<&str> {
    let mut slashes = path.match_indices('/');
    slashes.nth(segments - 1).map(|(place, _)| &path[place + 1..])
}

fn local(rest: &str) -> Option<PathMention> {
    let end = rest.find(['?', '#']).unwrap_or(rest.len());
    let path = &rest[..end];
    let (path, line) = match path.find(':').map(|colon| path.split_at(colon)) {
        // The colon of `/C:/x.js` is the drive's.
        Some((drive, behind)) if drive.len() <= 2 => {
            let colon = behind[1..].find(':').map_or(behind.len(), |colon| colon + 1);
            (&path[..drive.len() + colon], location::after(&behind[colon..]).line)
        }
        Some((path, behind)) => (path, location::after(behind).line),
        None => (path, None),
    };
    let is_file = known::is_extension(path.rsplit_once('.')?.1);
    is_file.then(|| PathMention { path: paths::normalise(path), kind: PathKind::File, line, last_line: None })
}
