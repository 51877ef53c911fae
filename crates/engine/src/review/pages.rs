//! Components and pages: files in no language that is read, which use scripts all the same.

use rustc_hash::FxHashSet;
use tribunal_domain::{EntryPoint, RepoPath, file_id};
use tribunal_repo::Snapshot;

/// How such files end.
const COMPONENTS: &[&[u8]] = &[
    b"vue", b"svelte", b"astro", b"mdx", b"md", b"grammar", b"html", b"htm", b"marko", b"hbs", b"ejs", b"tmpl",
    b"gohtml", b"jinja", b"jinja2", b"j2", b"twig", b"erb", b"jsp", b"ftl", b"jelly",
];

/// Larger ones were made by tools.
const LARGEST: u64 = 512 << 10;

/// What such files hold.
#[derive(Default)]
pub(super) struct Pages {
    /// All their words.
    pub words: FxHashSet<String>,
    /// The scripts they load.
    pub scripts: Vec<EntryPoint>,
}

impl Pages {
    /// Reads all of a snapshot's.
    pub(super) fn of(snapshot: &Snapshot) -> Self {
        let mut pages = Self::default();
        let is_page = |path: &RepoPath| COMPONENTS.contains(&path.extension());
        for entry in snapshot.entries().iter().filter(|entry| is_page(&entry.path) && entry.size <= LARGEST) {
            let Ok(bytes) = snapshot.read(entry) else { continue };
            let text = String::from_utf8_lossy(&bytes);
            // A document is a page if it has code of its own.
            if entry.path.extension() != b"md" || text.contains("<script") {
                pages.take_in(&entry.path, &text);
            }
        }
        pages.scripts.sort_unstable();
        pages.scripts.dedup();
        pages
    }

    fn take_in(&mut self, path: &RepoPath, text: &str) {
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
        for word in words.filter(|word| word.len() > 1) {
            if !self.words.contains(word) {
                self.words.insert(word.to_owned());
            }
        }
        let imported = imports(text).flat_map(|source| ENDINGS.iter().map(move |ending| format!("{source}{ending}")));
        for source in script_sources(text).map(str::to_owned).chain(imported) {
            self.scripts.extend(loaded(path, &source).map(|script| EntryPoint {
                symbol: file_id(&script),
                file: file_id(&script),
                kind: "script".to_owned(),
                reason: format!("{path} loads it"),
            }));
        }
    }
}

/// The `src` of every `<script>`.
fn script_sources(text: &str) -> impl Iterator<Item = &str> {
    text.split("<script").skip(1).filter_map(|tag| {
        let attributes = tag.split('>').next()?;
        let (_, value) = attributes.split_once("src=")?;
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        value[1..].split(quote).next()
    })
}

/// What an import may leave out of a script's name.
const ENDINGS: &[&str] = &["", ".js", ".ts", ".tsx", ".jsx", ".mjs", "/index.ts", "/index.js"];

/// What a page's code imports from beside it.
fn imports(text: &str) -> impl Iterator<Item = &str> {
    ["from \"./", "from './", "import \"./", "import './", "import('./", "import(\"./"].into_iter().flat_map(
        move |start| {
            let quote = if start.contains('"') { '"' } else { '\'' };
            text.match_indices(start).filter_map(move |(at, _)| text[at + start.len()..].split(quote).next())
        },
    )
}

/// The file that a page means: beside it, or from the top of its own folder or of the repository.
fn loaded(page: &RepoPath, source: &str) -> impl Iterator<Item = RepoPath> + use<> {
    let page = page.to_text();
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    let source = source.split(['?', '#']).next().unwrap_or_default();
    let name = source.trim_start_matches("./").trim_start_matches('/');
    let beside = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
    let outside = source.contains("://") || name.starts_with("..") || name.is_empty();
    [beside, name.to_owned()].into_iter().filter(move |_| !outside).filter_map(|path| RepoPath::new(&path).ok())
}

#[cfg(test)]
mod tests {
    use super::Pages;
    use tribunal_domain::{RepoPath, file_id};

    #[test]
    fn a_page_uses_its_words_and_loads_its_scripts() {
        let mut pages = Pages::default();
        let page = RepoPath::new("web/index.html").expect("a path");
        let text = "<script type=module src=\"/src/main.ts?v=1\"></script><script src='https://a.b/c.js'></script>\
                    <script>start_it()</script>";
        pages.take_in(&page, text);
        let id = |path: &str| file_id(&RepoPath::new(path).expect("a path"));
        let loaded: Vec<_> = pages.scripts.iter().map(|entry| entry.file).collect();
        assert_eq!(loaded, [id("web/src/main.ts"), id("src/main.ts")]);
        assert!(pages.words.contains("start_it"));
    }
}
