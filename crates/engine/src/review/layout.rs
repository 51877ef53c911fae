//! How a repository is laid out: folders that are packages of their own, and folders that were copied from elsewhere.

use super::origins;
use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_domain::{ContentHash, RepoPath};
use tribunal_repo::{Entry, Snapshot};

/// Files by which a folder is a package.
const MANIFESTS: &[&[u8]] = &[
    b"package.json",
    b"pyproject.toml",
    b"setup.py",
    b"setup.cfg",
    b"Cargo.toml",
    b"go.mod",
    b"pom.xml",
    b"build.gradle",
    b"build.gradle.kts",
];

/// The folders of packages, and those of code with a licence of its own.
pub(super) struct Layout {
    packages: FxHashSet<Box<[u8]>>,
    copied: Vec<Box<[u8]>>,
    /// Scripts that a compiler wrote, or from which a library was made small, and mirrors of other files.
    made: FxHashSet<RepoPath>,
    /// What the licence at the top says, and who wrote the code.
    pub licence: String,
}

impl Layout {
    /// Looks at the names of all files, and at which are the same.
    pub(super) fn of(snapshot: &Snapshot, hashes: &FxHashMap<RepoPath, ContentHash>) -> Self {
        let paths = || snapshot.entries().iter().map(|entry| &entry.path).filter(|path| !path.folder().is_empty());
        let folder = |path: &RepoPath| -> Box<[u8]> { path.folder().into() };
        let packages: FxHashSet<_> = paths().filter(|path| MANIFESTS.contains(&path.file_name())).map(folder).collect();
        // A package carries the licence it is published under; a mere folder with one came with it.
        let licensed: FxHashSet<_> = paths().filter(|path| is_licence(path)).map(folder).collect();
        let mut copied: Vec<_> = licensed.difference(&packages).cloned().collect();
        copied.extend(distributed(snapshot, &licensed));
        copied.extend(origins::foreign(snapshot, &licensed));
        copied.extend(origins::rewritten(snapshot));
        copied.extend(kits(snapshot));
        copied.extend(paths().filter_map(generated_into));
        copied.extend(said_to_be_copied(snapshot, &packages));
        copied.extend(frozen(snapshot));
        let mut made = sources_of_small(snapshot);
        made.extend(origins::compiled(snapshot));
        made.extend(origins::mirrored(hashes));
        Self { packages, copied, made, licence: licence(snapshot) }
    }

    /// The folders of packages.
    pub(super) fn packages(&self) -> impl Iterator<Item = Box<[u8]>> {
        self.packages.iter().cloned()
    }

    /// Whether a file came with a folder that has a licence of its own, or is a library's or a compiler's.
    pub(super) fn is_copied(&self, path: &RepoPath) -> bool {
        self.copied.iter().any(|folder| path.below(folder).is_some()) || self.made.contains(path)
    }
}

/// Folders with a licence and a notice of their own, where the repository has no notice: such a pair belongs to what a
/// foundation gave out, and came with it. Where many folders have one, they are parts of such a work.
fn distributed(snapshot: &Snapshot, licensed: &FxHashSet<Box<[u8]>>) -> Vec<Box<[u8]>> {
    const FEW: usize = 2;
    let is_notice = |path: &&RepoPath| {
        let name = path.file_name().to_ascii_uppercase();
        matches!(&*name, b"NOTICE" | b"NOTICE.TXT" | b"NOTICE.MD")
    };
    let notices = || snapshot.entries().iter().map(|entry| &entry.path).filter(is_notice);
    let found: FxHashSet<&[u8]> = notices().map(RepoPath::folder).filter(|it| licensed.contains(*it)).collect();
    let own = notices().any(|path| path.folder().is_empty());
    if own || found.len() > FEW { Vec::new() } else { found.into_iter().map(Into::into).collect() }
}

/// The folder that a generator of clients has written, by the notes it leaves there.
fn generated_into(path: &RepoPath) -> Option<Box<[u8]>> {
    let own = path.file_name() == b".openapi-generator-ignore";
    let folder = path.folder();
    let below = folder.strip_suffix(b"/.openapi-generator");
    below.or(own.then_some(folder)).filter(|folder| !folder.is_empty()).map(Into::into)
}

/// Folders whose own notes say that the code was taken from elsewhere.
fn said_to_be_copied(snapshot: &Snapshot, packages: &FxHashSet<Box<[u8]>>) -> Vec<Box<[u8]>> {
    const TAKEN: &[&str] =
        &["copied from", "forked from", "taken from", "vendored from", "borrowed from", "original code"];
    /// Whoever says so says it at once.
    const HEAD: usize = 800;
    let notes = snapshot.entries().iter().filter(|entry| {
        let folder = entry.path.folder();
        entry.path.file_name().eq_ignore_ascii_case(b"readme.md") && !folder.is_empty() && !packages.contains(folder)
    });
    let is_said = |text: Vec<u8>| {
        let head = String::from_utf8_lossy(&text[..text.len().min(HEAD)]).to_lowercase();
        head.contains("http") && TAKEN.iter().any(|word| head.contains(word))
    };
    let copied = notes.filter(|entry| snapshot.read(entry).is_ok_and(is_said));
    copied.map(|entry| entry.path.folder().into()).collect()
}

/// Scripts that lie beside themselves made small: `chart.js` and `chart_custom.js` beside `chart.min.js`.
fn sources_of_small(snapshot: &Snapshot) -> FxHashSet<RepoPath> {
    let paths = || snapshot.entries().iter().map(|entry| &entry.path).filter(|path| path.extension() == b"js");
    let stem = |path: &RepoPath| path.file_name().strip_suffix(b".min.js").map(<[u8]>::to_vec);
    let small: Vec<(&[u8], Vec<u8>)> = paths().filter_map(|path| Some((path.folder(), stem(path)?))).collect();
    let is_source = |path: &&RepoPath| {
        small.iter().any(|(folder, stem)| *folder == path.folder() && path.file_name().starts_with(stem))
    };
    if small.is_empty() { FxHashSet::default() } else { paths().filter(is_source).cloned().collect() }
}

/// Folders of components that a kit's own command copies into a project, and again with every new version.
fn kits(snapshot: &Snapshot) -> Vec<Box<[u8]>> {
    let settings = snapshot.entries().iter().filter(|entry| entry.path.file_name() == b"components.json");
    let told = |entry: &Entry| {
        let text = String::from_utf8_lossy(&snapshot.read(entry).ok()?).into_owned();
        const KITS: &[&str] = &["ui.shadcn.com", "shadcn-vue.com", "shadcn-svelte.com"];
        KITS.iter().any(|kit| text.contains(kit)).then(|| (entry.path.folder().to_vec(), kit_folder(&text)))
    };
    let roots: Vec<(Vec<u8>, String)> = settings.filter_map(told).collect();
    let folders: FxHashSet<&[u8]> = snapshot.entries().iter().map(|entry| entry.path.folder()).collect();
    let named = |folder: &[u8], kit: &str| {
        folder.strip_suffix(kit.as_bytes()).is_some_and(|above| above.is_empty() || above.ends_with(b"/"))
    };
    let is_kit = |folder: &&[u8]| roots.iter().any(|(root, kit)| folder.starts_with(root) && named(folder, kit));
    folders.into_iter().filter(is_kit).map(Into::into).collect()
}

/// The end of the path below which a kit lies, as its settings say: `lib/ui` of `"ui": "@/lib/ui"`.
fn kit_folder(settings: &str) -> String {
    const USUAL: &str = "components/ui";
    let value: serde_json::Value = serde_json::from_str(settings).unwrap_or_default();
    let alias = |name: &str| value["aliases"][name].as_str();
    let below = |text: &str| text.split_once('/').map_or(text, |(_, below)| below).trim_matches('/').to_owned();
    let ui = alias("ui").map(below).or_else(|| alias("components").map(|it| format!("{}/ui", below(it))));
    ui.filter(|folder| folder.contains('/')).unwrap_or_else(|| USUAL.to_owned())
}

fn is_licence(path: &RepoPath) -> bool {
    let name = path.file_name();
    let stem = name.split(|&byte| byte == b'.').next().unwrap_or_default();
    let text = [&b""[..], b"txt", b"md", b"rst"].contains(&path.extension());
    text && [&b"LICENSE"[..], b"LICENCE", b"COPYING"].iter().any(|it| stem.eq_ignore_ascii_case(it))
}

/// What the licence and the list of authors at the top say.
fn licence(snapshot: &Snapshot) -> String {
    let authors = |path: &RepoPath| path.file_name().to_ascii_lowercase().starts_with(b"authors");
    let top = snapshot.entries().iter().filter(|it| it.path.folder().is_empty());
    let says = top.filter(|it| is_licence(&it.path) || authors(&it.path));
    says.filter_map(|it| snapshot.read(it).ok())
        .map(|text| String::from_utf8_lossy(&text).into_owned() + "\n")
        .collect()
}

/// Names of folders of code that is on its way out.
const LEFT: &[&[u8]] = &[
    b"deprecated",
    b"deprecate",
    b"obsolete",
    b"attic",
    b"graveyard",
    b"disabled",
    b"disabled-tests",
    b"disabled_tests",
];

/// The same at the top of a repository; further down these may be about what they are named after.
const LEFT_AT_THE_TOP: &[&[u8]] = &[b"archive", b"archives", b"temp", b"tmp", b"old", b"trash"];

/// `reader-v1.9.112`, `reader-1.2.3`: a release that was kept, or brought in.
fn is_release(name: &[u8]) -> bool {
    let Some(at) = name.iter().rposition(|&byte| byte == b'-') else { return false };
    let version = &name[at + 1..];
    let number = version.strip_prefix(b"v").unwrap_or(version);
    let digits = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    let parts = number.split(|&byte| byte == b'.').count();
    number.split(|&byte| byte == b'.').all(digits) && (parts > 2 || parts == 2 && number.len() < version.len())
}

/// The outermost folder around a path whose name says that it is on its way out, or stays as it was.
fn given_up(path: &RepoPath) -> Option<Box<[u8]>> {
    let at_the_top = path.folders().next().filter(|name| LEFT_AT_THE_TOP.contains(name));
    let is_left = |name: &[u8]| {
        LEFT.contains(&name)
            || is_release(name)
            || name.starts_with(b"_archive")
            || name.starts_with(b"archived")
            || Some(name) == at_the_top
    };
    let mut end = 0;
    for name in path.folders() {
        end += name.len();
        if is_left(name) {
            return Some(path.as_bytes()[..end].into());
        }
        end += 1;
    }
    None
}

/// Releases that lie beside the trunk they were copied from, and folders of what is given up.
fn frozen(snapshot: &Snapshot) -> FxHashSet<Box<[u8]>> {
    let around = |path: &RepoPath| {
        let mut folder = path.folder();
        loop {
            if let Some(above) = folder.strip_suffix(b"trunk").filter(|it| it.is_empty() || it.ends_with(b"/")) {
                return Some(above.to_vec());
            }
            folder = &folder[..folder.iter().rposition(|&byte| byte == b'/')?];
        }
    };
    let tops: FxHashSet<Vec<u8>> = snapshot.entries().iter().filter_map(|entry| around(&entry.path)).collect();
    let beside = |top: &Vec<u8>| [&b"tags"[..], b"branches"].map(|name| [top, name].concat().into_boxed_slice());
    let given_up = snapshot.entries().iter().filter_map(|entry| given_up(&entry.path));
    tops.iter().flat_map(beside).chain(given_up).collect()
}
