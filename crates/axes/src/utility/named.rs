//! Files that a string names: workers, globs, configuration of tools. Whoever holds the string may load the file.

use super::is_script;
use crate::code::Code;
use rustc_hash::FxHashMap;

/// What reads the names in a folder: whoever does may load what he finds there.
const LISTS: &[&str] = &[
    "readdir",
    "readdirSync",
    "opendir",
    "opendirSync",
    "readDir",
    "readDirSync",
    "glob",
    "globSync",
    "globby",
    "globbySync",
    "walkSync",
    "scanSync",
    "requireDir",
    "requireAll",
    "importDirectory",
];

/// Which scripts are named by strings of which files.
pub(super) struct Named<'a> {
    code: &'a Code,
    /// Scripts by the last part of their path, without its ending.
    by_stem: FxHashMap<String, Vec<u32>>,
    scripts: Vec<u32>,
}

impl<'a> Named<'a> {
    /// Puts the scripts in order.
    pub fn of(code: &'a Code) -> Self {
        let scripts: Vec<u32> =
            (0..code.files.len() as u32).filter(|at| is_script(code.files[*at as usize].language())).collect();
        let mut by_stem: FxHashMap<String, Vec<u32>> = FxHashMap::default();
        for &at in &scripts {
            let path = code.files[at as usize].path.to_text().into_owned();
            by_stem.entry(stem(last(&path)).to_owned()).or_default().push(at);
        }
        Self { code, by_stem, scripts }
    }

    /// The scripts that strings of a file name.
    pub fn by(&self, at: u32) -> Vec<u32> {
        let file = &self.code.files[at as usize];
        let configures = [".config.", ".conf."].iter().any(|it| file.path.to_text().contains(it));
        let mut found = Vec::new();
        // Others name scripts in full.
        let script = is_script(file.language());
        for mention in &file.facts.mentions {
            let text = file.facts.text(mention.name);
            // Configuration says by patterns what a tool checks, not what it runs.
            let named = if script { is_path(text) } else { is_script_path(text) };
            if named && !(configures && text.contains('*')) {
                self.look(text, &mut found);
            }
            if configures && script && is_telling(text) {
                found.extend(self.scripts.iter().filter(|other| stem(last(&self.path(**other))).ends_with(text)));
            }
        }
        if script && file.facts.references.iter().any(|it| LISTS.contains(&file.facts.text(it.name))) {
            self.look_into_folders(at, &mut found);
        }
        found
    }

    /// The scripts in folders that a file names and lists, and in its own.
    fn look_into_folders(&self, at: u32, found: &mut Vec<u32>) {
        let file = &self.code.files[at as usize];
        let mentions = file.facts.mentions.iter().map(|mention| below_alias(file.facts.text(mention.name)));
        let wanted: Vec<&str> = mentions.map(|text| text.trim_end_matches('/')).filter(|text| text.len() > 2).collect();
        let lies = |path: &str| {
            let folders = path.match_indices('/').map(|(end, _)| &path[..end]);
            let named = |folder: &str, text: &str| {
                folder.strip_suffix(text).is_some_and(|it| it.is_empty() || it.ends_with('/'))
            };
            folders.into_iter().any(|folder| wanted.iter().any(|text| named(folder, text)))
        };
        let here = file.facts.references.iter().any(|it| matches!(file.facts.text(it.name), "__dirname" | "dirname"));
        let beside = |other: u32| here && self.code.files[other as usize].path.folder() == file.path.folder();
        found.extend(self.scripts.iter().filter(|other| beside(**other) || lies(&self.path(**other))));
    }

    fn look(&self, text: &str, found: &mut Vec<u32>) {
        let expanded = self.code.expanded(text);
        for path in &expanded {
            let fits = |other: &&u32| fits_whole(path, &self.path(**other)) || ends_with(&self.path(**other), path);
            found.extend(self.scripts.iter().filter(fits));
        }
        let wanted = below_alias(text);
        // A pattern of wildcards alone would name everything.
        if !expanded.is_empty() || !wanted.contains(|c: char| c.is_alphanumeric()) || wanted.starts_with("*.") {
            return;
        }
        if wanted.contains('*') {
            found.extend(self.scripts.iter().filter(|other| fits(wanted, &self.path(**other))));
        } else if let Some(candidates) = self.by_stem.get(stem(last(wanted))) {
            found.extend(candidates.iter().filter(|other| ends_with(&self.path(**other), wanted)));
        }
    }

    fn path(&self, at: u32) -> String {
        self.code.files[at as usize].path.to_text().into_owned()
    }
}

/// A word that names a script even if it stands alone: configuration puts paths together, `/src/${mode}AppEntry`.
fn is_telling(text: &str) -> bool {
    const LEAST: usize = 6;
    let humps = text.chars().skip(1).any(char::is_uppercase) && text.chars().any(char::is_lowercase);
    text.len() >= LEAST && humps && text.chars().all(char::is_alphanumeric)
}

fn is_path(text: &str) -> bool {
    text.contains('/') || is_script_path(text)
}

fn is_script_path(text: &str) -> bool {
    [".js", ".ts", ".mjs", ".cjs", ".jsx", ".tsx"].iter().any(|ending| text.ends_with(ending))
}

/// The part of a path that does not depend on where it is read from.
fn below_alias(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = match rest {
            _ if rest.starts_with("./") => &rest[2..],
            _ if rest.starts_with("../") => &rest[3..],
            _ if rest.starts_with('/') => &rest[1..],
            _ if rest.starts_with("<rootDir>/") => &rest["<rootDir>/".len()..],
            _ if rest.starts_with(['@', '~', '$']) => match rest.split_once('/') {
                Some((_, below)) => below,
                None => return rest,
            },
            _ => return rest,
        };
    }
}

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn stem(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// Whether a path ends with another, up to the ending of the file name.
fn ends_with(path: &str, wanted: &str) -> bool {
    let without = |path: &'_ str| -> String {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        format!("{folder}/{}", stem(name))
    };
    let (path, wanted) = (format!("/{}", without(path)), without(wanted));
    path.ends_with(&format!("/{}", wanted.trim_start_matches('/')))
}

/// Whether the end of a path fits a pattern with `*` (within a part) and `**` (any parts).
fn fits(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').collect();
    let parts: Vec<&str> = path.split('/').collect();
    (0..parts.len()).any(|from| parts_fit(&pattern, &parts[from..]))
}

/// Whether a path from the root fits a pattern.
fn fits_whole(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').collect();
    let parts: Vec<&str> = path.split('/').collect();
    pattern.iter().any(|part| part.contains('*')) && parts_fit(&pattern, &parts)
}

fn parts_fit(pattern: &[&str], parts: &[&str]) -> bool {
    match (pattern.split_first(), parts.split_first()) {
        (None, None) => true,
        (Some((&"**", rest)), _) => (0..=parts.len()).any(|skipped| parts_fit(rest, &parts[skipped..])),
        (Some((first, rest)), Some((part, others))) => part_fits(first, part) && parts_fit(rest, others),
        _ => false,
    }
}

fn part_fits(pattern: &str, part: &str) -> bool {
    let mut pieces = pattern.split(['*', '{', '}', ',']);
    let Some(rest) = part.strip_prefix(pieces.next().unwrap_or_default()) else { return false };
    // Between wildcards only the order of the pieces counts; alternatives are taken as any of them.
    if pattern.contains('{') {
        return true;
    }
    let mut rest = rest;
    for piece in pieces {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.is_empty() || pattern.ends_with('*')
}
