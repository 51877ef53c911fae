//! Whether a run of characters is a path, and its normal form.
//!
//! The more a run looks like prose, the more must speak for a path: an extension, a slash at the end, a folder that
//! repositories have. What might be both is given as a path and left as words.

use super::{PathKind, Place, known};
use tribunal_text::identifiers::is_stop_word;

pub(super) struct Reading {
    pub(super) path: String,
    pub(super) kind: PathKind,
    /// Whether it may as well be words with slashes between them.
    pub(super) is_doubtful: bool,
}

/// In bytes; the limit of common file systems.
const LONGEST_SEGMENT: usize = 255;

const SEPARATORS: [char; 2] = ['/', '\\'];

/// The path that the run is, given what stands around it.
pub(super) fn read(run: &str, place: Place, before: Option<char>, after: &str) -> Option<Reading> {
    let raw = run.trim_start_matches('-').trim_end_matches(['.', '-', '+', '@', '~', '$']);
    let is_quoted = matches!(before, Some('"' | '\'' | '`'));
    if !raw.contains(SEPARATORS) {
        let kind = PathKind::File;
        let is_file = is_bare_name(raw, place, is_quoted, after);
        return is_file.then(|| Reading { path: raw.to_owned(), kind, is_doubtful: false });
    }
    // The sign of an added line; a bare `+page.svelte` keeps it.
    let raw = raw.trim_start_matches('+');
    let (kind, is_doubtful) = with_separators(raw, place, is_quoted)?;
    Some(Reading { path: normalise(raw), kind, is_doubtful })
}

/// The path with single forward slashes, without a leading `./` and a last `/`.
pub(super) fn normalise(raw: &str) -> String {
    let mut path = String::with_capacity(raw.len());
    for char in raw.trim().chars() {
        let char = if char == '\\' { '/' } else { char };
        if char != '/' || !path.ends_with('/') {
            path.push(char);
        }
    }
    let mut rest = path.as_str();
    while let Some(inner) = rest.strip_prefix("./").or_else(|| rest.strip_prefix("/./")) {
        rest = inner;
    }
    rest.strip_suffix('/').unwrap_or(rest).to_owned()
}

/// Whether a last segment names a file.
pub(super) fn is_file_name(name: &str) -> bool {
    known::has(known::FILE_NAMES, name)
        || name.rsplit_once('.').is_some_and(|(stem, extension)| {
            stem.contains(char::is_alphanumeric)
                && (known::is_extension(extension) || known::has(known::MEMBER_EXTENSIONS, extension))
        })
}

fn with_separators(raw: &str, place: Place, is_quoted: bool) -> Option<(PathKind, bool)> {
    let segments: Vec<&str> = raw.split(SEPARATORS).collect();
    let named: Vec<&str> = segments.iter().copied().filter(|name| name.contains(char::is_alphanumeric)).collect();
    let (first, leaf) = (*named.first()?, *segments.last()?);
    if segments.iter().any(|segment| segment.len() > LONGEST_SEGMENT) {
        return None;
    }
    let has_drive = first.len() == 2 && first.ends_with(':');
    if is_file_name(leaf) {
        return Some((PathKind::File, false));
    }
    if raw.contains('\\') {
        // Without extension and drive it is a namespace, or escapes in a string.
        return has_drive.then_some((PathKind::Unclear, false));
    }
    let is_explicit = has_drive || ["./", "../", "~/"].iter().any(|start| raw.starts_with(start));
    let has_words = named.iter().any(|name| is_word_or_number(name));
    let is_folder_of_code = known::has(known::FOLDERS, first) && !raw.starts_with('/');
    if leaf.is_empty() {
        let is_safe = named.len() > 1 || is_folder_of_code || is_explicit;
        let may_be = is_safe || place != Place::Code || is_quoted;
        let is_route = named.len() == 1 && raw.starts_with('/');
        return (may_be && !has_words && !is_route && first.len() > 1).then_some((PathKind::Folder, !is_safe));
    }
    if !leaf.contains(char::is_alphanumeric) || raw.starts_with("/dev/") || raw.starts_with("/proc/") {
        return None;
    }
    if is_explicit {
        return Some((if has_extension(leaf) { PathKind::File } else { PathKind::Unclear }, false));
    }
    let is_deep = segments.len() > 2 && !named.iter().any(|name| name.len() < 2);
    let may_be = (is_folder_of_code || is_deep) && !has_words;
    may_be.then_some((if has_extension(leaf) { PathKind::File } else { PathKind::Unclear }, true))
}

fn is_word_or_number(segment: &str) -> bool {
    is_stop_word(&segment.to_ascii_lowercase()) || !segment.contains(char::is_alphabetic)
}

/// Whether a segment ends with what may be an extension nobody knows.
fn has_extension(leaf: &str) -> bool {
    const LONGEST: usize = 8;
    leaf.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (1..=LONGEST).contains(&extension.len())
            && extension.starts_with(|char: char| char.is_ascii_lowercase())
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Whether a run without separators names a file, rather than a member, a sentence's end or a product.
fn is_bare_name(raw: &str, place: Place, is_quoted: bool, after: &str) -> bool {
    let is_call = after.starts_with('(') && !after[1..].starts_with(|char: char| char.is_ascii_digit());
    if is_call || raw.starts_with("self.") || raw.starts_with("this.") {
        return false;
    }
    if known::has(known::FILE_NAMES, raw) {
        return true;
    }
    let Some((stem, extension)) = raw.rsplit_once('.') else { return false };
    let mut letters = extension.chars();
    let begins_sentence = letters.next().is_some_and(char::is_uppercase) && letters.any(char::is_lowercase);
    if begins_sentence
        || stem.len() > LONGEST_SEGMENT
        || !stem.contains(|char: char| char.is_alphabetic() || char == '_')
    {
        return false;
    }
    // Names have no dashes, so `npm-debug.log` is no member `log`.
    let is_known =
        known::is_extension(extension) || stem.contains('-') && known::has(known::MEMBER_EXTENSIONS, extension);
    let is_product = place == Place::Prose && extension == "js" && known::has(known::LIBRARIES, &stem.to_lowercase());
    let may_be_member = place == Place::Code && !is_quoted && known::has(known::OFTEN_MEMBERS, extension);
    let has_line = after.strip_prefix(':').is_some_and(|rest| rest.starts_with(|char: char| char.is_ascii_digit()));
    is_known && !is_product && (!may_be_member || has_line)
}
