//! Where files come from, as far as the layout tells: what a compiler wrote beside its sources, and other people's
//! repositories that were brought in whole.

use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_domain::{ContentHash, RepoPath};
use tribunal_repo::{Entry, Snapshot};

/// Folders that compilers of scripts write into.
const BUILT: &[&str] = &["dist", "build", "out", "esm", "cjs", "es", "lib", "compiled", "output", "js"];

/// Endings of what such a compiler reads and does not write.
const SOURCES: &[&str] = &["ts", "tsx", "mts", "cts", "jsx", "coffee"];

/// Scripts that were compiled: `dist/rows.js` beside `src/rows.ts`, and `rows.js` beside `rows.ts`.
pub(super) fn compiled(snapshot: &Snapshot) -> FxHashSet<RepoPath> {
    let paths = || snapshot.entries().iter().map(|entry| &entry.path);
    let is_source = |path: &&str| path.rsplit_once('.').is_some_and(|(_, ending)| SOURCES.contains(&ending));
    let sources: FxHashSet<&str> = paths()
        .filter_map(|path| path.as_str())
        .filter(is_source)
        .filter(|path| !path.ends_with(".d.ts"))
        .filter_map(|path| Some(path.rsplit_once('.')?.0))
        .collect();
    let is_compiled = |path: &&RepoPath| {
        let stem = path.as_str().and_then(|it| it.strip_suffix(".js"));
        stem.is_some_and(|stem| sources.contains(stem) || source_stems(stem).any(|it| sources.contains(it.as_str())))
    };
    if sources.is_empty() { FxHashSet::default() } else { paths().filter(is_compiled).cloned().collect() }
}

/// What a script in a folder of compiled ones may have been compiled from: `a/src/b` of `a/dist/b`.
fn source_stems(stem: &str) -> impl Iterator<Item = String> {
    let parts: Vec<&str> = stem.split('/').collect();
    let folders = parts.len() - 1;
    (0..folders).filter_map(move |at| {
        let mut source = parts.clone();
        let folder = std::mem::replace(&mut source[at], "src");
        BUILT.contains(&folder).then(|| source.join("/"))
    })
}

/// Folders that a script of a package deletes: what is in them is written anew.
pub(super) fn rewritten(snapshot: &Snapshot) -> Vec<Box<[u8]>> {
    let manifests = snapshot.entries().iter().filter(|entry| entry.path.file_name() == b"package.json");
    let mut found = Vec::new();
    for entry in manifests {
        let Ok(text) = snapshot.read(entry) else { continue };
        let value: serde_json::Value = serde_json::from_slice(&text).unwrap_or_default();
        let scripts = value["scripts"].as_object().into_iter().flat_map(serde_json::Map::values);
        for folder in scripts.filter_map(serde_json::Value::as_str).flat_map(deleted) {
            let path = match entry.path.folder() {
                b"" => folder.as_bytes().to_vec(),
                above => [above, b"/", folder.as_bytes()].concat(),
            };
            found.push(path.into_boxed_slice());
        }
    }
    found
}

/// The folders that a command deletes: `src/gen` of `rimraf ./src/gen && build`.
fn deleted(command: &str) -> Vec<&str> {
    const RUNNERS: &[&str] = &["npx", "shx", "yarn", "pnpm", "bunx"];
    const DELETERS: &[&str] = &["rm", "rimraf", "del", "del-cli"];
    let words = |part| str::split_whitespace(part).map(|word| word.trim_matches(['"', '\''])).collect::<Vec<_>>();
    let plain = |word: &&str| !word.contains(['*', '$', '{', '!']) && !word.starts_with(['/', '-', '~']);
    let mut folders = Vec::new();
    for part in command.split(['&', '|', ';']).map(words) {
        let mut rest = part.into_iter().skip_while(|word| RUNNERS.contains(word));
        if rest.next().is_some_and(|word| DELETERS.contains(&word)) {
            let named = rest.filter(plain).map(|word| word.trim_start_matches("./").trim_end_matches('/'));
            folders.extend(named.filter(|it| !it.is_empty() && !it.starts_with('.')));
        }
    }
    folders
}

/// Folders of packages that name the repository of somebody else as theirs and carry its licence.
pub(super) fn foreign(snapshot: &Snapshot, licensed: &FxHashSet<Box<[u8]>>) -> Vec<Box<[u8]>> {
    let named = |entry: &&Entry| [&b"go.mod"[..], b"package.json", b"Cargo.toml"].contains(&entry.path.file_name());
    let manifests = || snapshot.entries().iter().filter(named);
    // Who has no package with another's licence has no guest.
    if !manifests().any(|entry| licensed.contains(entry.path.folder())) {
        return Vec::new();
    }
    let said = |entry: &Entry| Some((entry.path.folder().to_vec(), home(entry, &snapshot.read(entry).ok()?)?));
    let homes: Vec<(Vec<u8>, Home)> = manifests().filter_map(said).collect();
    let at_root = homes.iter().filter(|(folder, _)| folder.is_empty()).map(|(_, home)| home.owner.as_str());
    let mut own: FxHashSet<&str> = at_root.collect();
    if own.is_empty() {
        // A module below its repository tells whose the repository is: `example.org/o/n/tool` in `tool`.
        let placed = homes.iter().filter(|(folder, home)| !home.below.is_empty() && home.below.as_bytes() == *folder);
        own.extend(placed.map(|(_, home)| home.owner.as_str()));
    }
    let is_foreign = |folder: &[u8], home: &Home| {
        !own.is_empty() && !folder.is_empty() && licensed.contains(folder) && !own.contains(home.owner.as_str())
    };
    homes.iter().filter(|(folder, home)| is_foreign(folder, home)).map(|(folder, _)| folder.as_slice().into()).collect()
}

/// Files that a folder needs to be a mirror of another.
const MIRROR: usize = 6;

/// A content that so many files have says nothing of where they come from.
const COMMON: usize = 12;

/// Files of folders that are another folder's, byte for byte: a script keeps them alike, and what is mended in one is mended
/// in the other. The deeper of the two is the mirror.
pub(super) fn mirrored(hashes: &FxHashMap<RepoPath, ContentHash>) -> FxHashSet<RepoPath> {
    let mut same: FxHashMap<ContentHash, Vec<&str>> = FxHashMap::default();
    for (path, hash) in hashes {
        same.entry(*hash).or_default().extend(path.as_str());
    }
    let mut folders: FxHashMap<(&str, &str), usize> = FxHashMap::default();
    for paths in same.values().filter(|paths| (2..=COMMON).contains(&paths.len())) {
        let pairs = paths.iter().flat_map(|one| paths.iter().map(move |other| (*one, *other)));
        for pair in pairs.filter(|(one, other)| one != other) {
            let (origin, mirror) = apart(pair);
            let depth = |folder: &str| (folder.matches('/').count(), folder.len(), folder.to_owned());
            if depth(origin) < depth(mirror) {
                *folders.entry((origin, mirror)).or_default() += 1;
            }
        }
    }
    let below = |folder: &str, path: &RepoPath| path.below(folder.as_bytes()).is_some();
    let is_mirror = |&(&(_, mirror), count): &(&(&str, &str), &usize)| {
        let inside = || hashes.keys().filter(|path| below(mirror, path)).count();
        *count >= MIRROR && *count * 5 >= inside() * 4
    };
    let mirrors: FxHashSet<&str> = folders.iter().filter(is_mirror).map(|((_, mirror), _)| *mirror).collect();
    if mirrors.is_empty() {
        return FxHashSet::default();
    }
    hashes.keys().filter(|path| mirrors.iter().any(|folder| below(folder, path))).cloned().collect()
}

/// The folders in which two paths differ, below which they are the same: `a` and `b/c` of `a/d/e` and `b/c/d/e`.
fn apart<'p>((one, other): (&'p str, &'p str)) -> (&'p str, &'p str) {
    let (mut one, mut other) = (one, other);
    loop {
        let (up, name) = one.rsplit_once('/').unwrap_or(("", one));
        let (up_other, name_other) = other.rsplit_once('/').unwrap_or(("", other));
        let holds =
            |outer: &str, inner: &str| inner.strip_prefix(outer).is_some_and(|it| it.is_empty() || it.starts_with('/'));
        let nested = up.is_empty() || up_other.is_empty() || holds(up, up_other) || holds(up_other, up);
        if name != name_other || nested {
            return (one, other);
        }
        (one, other) = (up, up_other);
    }
}

/// Whose repository a package says it lies in.
#[derive(Debug, PartialEq)]
struct Home {
    owner: String,
    /// The folder in the repository, where the name of the package ends with it.
    below: String,
}

fn home(entry: &Entry, text: &[u8]) -> Option<Home> {
    let text = String::from_utf8_lossy(text);
    match entry.path.file_name() {
        b"go.mod" => of_address(text.lines().find_map(|line| line.strip_prefix("module "))?),
        b"package.json" => {
            let value: serde_json::Value = serde_json::from_str(&text).ok()?;
            let repository = value.get("repository")?;
            of_address(repository.get("url").unwrap_or(repository).as_str()?)
        }
        _ => of_address(text.lines().find_map(|line| line.strip_prefix("repository")?.split('"').nth(1))?),
    }
}

/// `github.com/owner/name/below`, in an address of any form.
fn of_address(address: &str) -> Option<Home> {
    const HOSTS: &[&str] = &["github.com", "gitlab.com", "bitbucket.org", "codeberg.org"];
    let rest = HOSTS.iter().find_map(|host| Some(address.split_once(host)?.1))?;
    let mut parts = rest.trim_start_matches([':', '/']).split('/').map(str::trim);
    let owner = parts.next().filter(|owner| !owner.is_empty())?.to_lowercase();
    parts.next()?;
    Some(Home { owner, below: parts.collect::<Vec<_>>().join("/") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_owner_of_a_repository_is_read_from_any_form_of_address() {
        let home = |owner: &str, below: &str| Some(Home { owner: owner.to_owned(), below: below.to_owned() });
        assert_eq!(of_address("github.com/Rows/table"), home("rows", ""));
        assert_eq!(of_address("github.com/rows/table/cmd/tool"), home("rows", "cmd/tool"));
        assert_eq!(of_address("git+https://github.com/rows/table.git"), home("rows", ""));
        assert_eq!(of_address("git@gitlab.com:rows/table.git"), home("rows", ""));
        assert_eq!(of_address("example.org/rows"), None);
    }

    #[test]
    fn a_folder_that_is_another_byte_for_byte_is_its_mirror() {
        let names = ["a.ts", "b/c.ts", "d.ts", "e.ts", "f.ts", "g/h/i.ts"];
        let below = |folder: &str| names.map(|name| (format!("{folder}/{name}"), name));
        let other = [("other/a.ts".to_owned(), "a.ts"), ("other/b.ts".to_owned(), "another")];
        let files = below("libs").into_iter().chain(below("setup/assets/libs")).chain(other);
        let path = |text: &str| RepoPath::new(text).expect("valid path");
        let hashes = files.map(|(at, text)| (path(&at), ContentHash::of(text.as_bytes()))).collect();
        let mut found: Vec<String> = mirrored(&hashes).iter().map(ToString::to_string).collect();
        found.sort();
        assert_eq!(found, names.map(|name| format!("setup/assets/libs/{name}")));
    }

    #[test]
    fn what_a_command_deletes_is_written_anew() {
        assert_eq!(deleted("rimraf ./src/gen && render --to src/other"), ["src/gen"]);
        assert_eq!(deleted("del dist ./src/Endpoints ./src/Resources"), ["dist", "src/Endpoints", "src/Resources"]);
        assert_eq!(deleted("rm -Rf dist && npx rimraf lib"), ["dist", "lib"]);
        assert_eq!(deleted("npx eslint src/app && shx cp src/a lib"), [""; 0]);
        assert_eq!(deleted("rm -rf dist/*.map ../other /tmp/x"), [""; 0]);
    }

    #[test]
    fn a_folder_of_compiled_scripts_stands_for_one_of_sources() {
        let stems = |stem: &str| source_stems(stem).collect::<Vec<_>>();
        assert_eq!(stems("sdk/dist/rows"), ["sdk/src/rows"]);
        assert_eq!(stems("sdk/rows"), Vec::<String>::new());
    }
}
