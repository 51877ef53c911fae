//! Components, pages and settings: files in no language that is read, which use scripts all the same.

use super::{BASELINE_FILE, DISMISSALS_FILE};
use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_axes::{IMPORTED, Spoken, spoken};
use tribunal_domain::{EntryPoint, RepoPath, file_id};
use tribunal_graph::normalised;
use tribunal_repo::{Entry, Snapshot};

/// How components and pages end.
const COMPONENTS: &[&[u8]] = &[
    b"vue", b"svelte", b"astro", b"mdx", b"md", b"grammar", b"html", b"htm", b"marko", b"hbs", b"ejs", b"tmpl",
    b"gohtml", b"jinja", b"jinja2", b"j2", b"twig", b"erb", b"jsp", b"ftl", b"jelly",
];

/// How settings and commands end that name scripts to run or load.
const SETTINGS: &[&[u8]] =
    &[b"json", b"jsonc", b"json5", b"toml", b"yaml", b"yml", b"sh", b"bash", b"ps1", b"bat", b"mk", b"just"];

/// Those without an ending.
const COMMANDS: &[&[u8]] = &[b"Makefile", b"makefile", b"GNUmakefile", b"Procfile", b"Justfile", b"justfile"];

/// What this program is told, or has written down, uses nothing.
const OURS: &[&[u8]] = &[b"tribunal.toml", BASELINE_FILE.as_bytes(), DISMISSALS_FILE.as_bytes()];

/// How scripts end, as an import may or may not write it.
const ENDINGS: &[&str] = &[".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];

/// Larger pages were made by tools.
const LARGEST: u64 = 512 << 10;

/// Larger settings are data.
const LARGEST_SETTINGS: u64 = 64 << 10;

/// What such files hold.
#[derive(Default)]
pub(super) struct Pages {
    /// All words of components and pages.
    pub words: FxHashSet<String>,
    /// The scripts they and settings load.
    pub scripts: Vec<EntryPoint>,
    /// The members that pages of documentation speak of.
    pub spoken: Vec<Spoken>,
    known: Scripts,
}

/// The scripts of a snapshot by the last part of their path without its ending; those called `index` by their folder.
#[derive(Default)]
struct Scripts {
    by_stem: FxHashMap<String, Vec<RepoPath>>,
}

impl Scripts {
    fn of(paths: impl Iterator<Item = RepoPath>) -> Self {
        let mut by_stem: FxHashMap<String, Vec<RepoPath>> = FxHashMap::default();
        for path in paths {
            let stem = path.as_str().and_then(|text| last(stem(text)).map(str::to_owned));
            by_stem.entry(stem.unwrap_or_default()).or_default().push(path);
        }
        Self { by_stem }
    }

    /// The scripts that a path from the top of the repository means, with or without an ending.
    fn at(&self, path: &str) -> Vec<&RepoPath> {
        self.that(stem(path), |script, wanted| script == wanted)
    }

    /// The scripts whose path ends so.
    fn ending(&self, tail: &str) -> Vec<&RepoPath> {
        let ends = |script: &str, wanted: &str| {
            script.strip_suffix(wanted).is_some_and(|it| it.is_empty() || it.ends_with('/'))
        };
        self.that(stem(tail), ends)
    }

    fn that(&self, wanted: &str, fits: impl Fn(&str, &str) -> bool) -> Vec<&RepoPath> {
        let named = last(wanted).and_then(|name| self.by_stem.get(name)).into_iter().flatten();
        named.filter(|path| path.as_str().is_some_and(|text| fits(stem(text), wanted))).collect()
    }
}

/// A path of a script without its ending, and a folder for its index.
fn stem(path: &str) -> &str {
    let whole = ENDINGS.iter().find_map(|ending| path.strip_suffix(ending)).unwrap_or(path);
    whole.strip_suffix("/index").unwrap_or(whole)
}

fn last(path: &str) -> Option<&str> {
    path.rsplit('/').next().filter(|name| !name.is_empty())
}

impl Pages {
    /// Reads all of a snapshot's; code of more bytes than the largest is not read by anybody else.
    pub(super) fn of(snapshot: &Snapshot, largest: u64) -> Self {
        let scripts = snapshot.entries().iter().map(|entry| entry.path.clone());
        let is_script = |path: &RepoPath| path.as_str().is_some_and(|it| ENDINGS.iter().any(|end| it.ends_with(end)));
        let mut pages = Self { known: Scripts::of(scripts.filter(is_script)), ..Self::default() };
        for entry in snapshot.entries() {
            // Power BI is told by name which class to make.
            let component = COMPONENTS.contains(&entry.path.extension()) && entry.size <= LARGEST
                || entry.path.file_name() == b"pbiviz.json";
            let settings =
                is_settings(&entry.path) && entry.size <= LARGEST_SETTINGS && !pages.known.by_stem.is_empty();
            let text = matches!(entry.path.extension(), b"rst" | b"adoc") && entry.size <= LARGEST;
            if is_too_large(entry, largest) {
                pages.overhear(snapshot, entry);
                continue;
            }
            if !component && !settings && !text || OURS.contains(&entry.path.file_name()) {
                continue;
            }
            let Ok(bytes) = snapshot.read(entry) else { continue };
            let text = String::from_utf8_lossy(&bytes);
            // A baseline by another name.
            if settings && text.contains("\"fingerprint\":") && text.contains("\"rule\":") {
                continue;
            }
            // A document is a page if it has code of its own.
            pages.spoken.extend(spoken(&entry.path, &text));
            if settings && !component {
                pages.obey(&entry.path, &text);
            } else if component && (entry.path.extension() != b"md" || text.contains("<script")) {
                pages.take_in(&entry.path, &text);
            }
        }
        pages.scripts.sort_unstable();
        pages.scripts.dedup();
        pages
    }

    /// Code that is too large to be read: nobody knows what its words mean, so all of them may be uses.
    fn overhear(&mut self, snapshot: &Snapshot, entry: &Entry) {
        let Ok(bytes) = snapshot.read(entry) else { return };
        let class = tribunal_repo::classify(&entry.path, &bytes);
        if !class.generated && !class.vendored && !class.binary {
            self.take_words(&String::from_utf8_lossy(&bytes));
        }
    }

    /// A component or page: its words are used, and what it imports or loads.
    fn take_in(&mut self, path: &RepoPath, text: &str) {
        self.take_words(text);
        let loaded = script_sources(text).flat_map(|source| self.loaded(path, source)).collect::<Vec<_>>();
        let imported = quoted(text).flat_map(|source| self.imported(path, source)).collect::<Vec<_>>();
        self.enter(&loaded, "script", &format!("{path} loads it"));
        self.enter(&imported, IMPORTED, &format!("{path} imports it"));
    }

    fn take_words(&mut self, text: &str) {
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
        for word in words.filter(|word| word.len() > 1) {
            if !self.words.contains(word) {
                self.words.insert(word.to_owned());
            }
        }
    }

    /// Settings and commands: the scripts whose path they spell are run or loaded.
    fn obey(&mut self, path: &RepoPath, text: &str) {
        let apart =
            |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | ',' | '[' | ']' | '(' | ')' | '=' | ';');
        let mut named = Vec::new();
        let mut handles = false;
        for word in text.split(apart).filter(|word| !word.is_empty()) {
            // `handler: src/orders.create` of a platform of functions.
            let word = if handles { word.rsplit_once('.').map_or(word, |(script, _)| script) } else { word };
            if handles || ENDINGS.iter().any(|ending| word.ends_with(ending)) {
                named.extend(self.loaded(path, word));
            }
            handles = word.ends_with("andler:");
        }
        if text.contains("/*.") {
            let bare = text.replace(['"', '\''], "");
            named.extend(bare.split(apart).flat_map(|word| self.globbed(word)));
        }
        self.enter(&named, "script", &format!("{path} names it"));
    }

    /// `for it in "$here/tests"/*.mjs`: what a command takes all of in a folder.
    fn globbed(&self, word: &str) -> Vec<RepoPath> {
        let Some((folder, ending)) = word.rsplit_once("/*").filter(|(_, ending)| ENDINGS.contains(ending)) else {
            return Vec::new();
        };
        let folder = folder.rsplit('/').next().filter(|it| !it.is_empty() && !it.contains(['$', '*']));
        let Some(folder) = folder else { return Vec::new() };
        let within = |path: &&RepoPath| {
            path.folders().last() == Some(folder.as_bytes()) && path.file_name().ends_with(ending.as_bytes())
        };
        self.known.by_stem.values().flatten().filter(within).cloned().collect()
    }

    fn enter(&mut self, scripts: &[RepoPath], kind: &str, reason: &str) {
        self.scripts.extend(scripts.iter().map(|script| EntryPoint {
            symbol: file_id(script),
            file: file_id(script),
            kind: kind.into(),
            reason: reason.into(),
        }));
    }

    /// The scripts that a page or setting means: beside it, from the top of the repository, or below a folder that is
    /// served.
    fn loaded(&self, page: &RepoPath, source: &str) -> Vec<RepoPath> {
        let source = source.split(['?', '#']).next().unwrap_or_default();
        if source.contains("://") || source.contains('*') {
            return Vec::new();
        }
        let name = source.trim_start_matches("./").trim_start_matches('/');
        let beside = joined(page, source.trim_start_matches('/')).map(|path| self.known.at(&path)).unwrap_or_default();
        let found = [beside, self.known.at(name)].concat();
        if !found.is_empty() || !name.contains('/') {
            return found.into_iter().cloned().collect();
        }
        self.known.ending(name.trim_start_matches("../")).into_iter().cloned().collect()
    }

    /// The scripts that an import of a component means; below an alias any whose path ends so.
    fn imported(&self, page: &RepoPath, source: &str) -> Vec<RepoPath> {
        let source = source.split(['?', '#']).next().unwrap_or_default();
        let found = if source.starts_with("./") || source.starts_with("../") {
            joined(page, source).map(|path| self.known.at(&path)).unwrap_or_default()
        } else {
            match source.strip_prefix(['@', '~', '$', '/']) {
                // `$lib/a` is `…/lib/a`, `@/a` anything that ends so.
                Some(rest) if rest.contains('/') => {
                    let named = self.known.ending(rest.trim_start_matches('/'));
                    let below = rest.split_once('/').map(|(_, below)| below);
                    if named.is_empty() { below.map(|it| self.known.ending(it)).unwrap_or_default() } else { named }
                }
                _ => Vec::new(),
            }
        };
        found.into_iter().cloned().collect()
    }
}

/// Code that the index leaves out for its size.
fn is_too_large(entry: &Entry, largest: u64) -> bool {
    const MOST: u64 = 16 << 20;
    let code = tribunal_domain::Language::of_path(&entry.path).is_some();
    code && entry.size > largest && entry.size < MOST
}

/// Settings that name scripts: not those that say what a compiler checks, nor records of tools.
fn is_settings(path: &RepoPath) -> bool {
    let name = path.file_name();
    let checks = [&b"tsconfig"[..], b"jsconfig", b"package-lock", b"package.json", b".eslintrc", b"pnpm-lock"];
    let named = SETTINGS.contains(&path.extension()) || COMMANDS.contains(&name);
    named && !checks.iter().any(|it| name.starts_with(it)) && !path.folders().any(|folder| folder == b"node_modules")
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

/// Texts between quotes that may be paths.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let plain = |it: &&str| it.contains('/') && it.len() < 200 && !it.contains(char::is_whitespace);
    ['"', '\''].into_iter().flat_map(move |quote| text.split(quote).filter(plain))
}

/// A relative path as seen from a file; `None` if it leaves the repository.
fn joined(page: &RepoPath, source: &str) -> Option<String> {
    let folder = page.as_str()?.rsplit_once('/').map_or("", |(folder, _)| folder);
    normalised(&format!("{folder}/{source}"))
}

#[cfg(test)]
mod tests {
    use super::{Pages, Scripts};
    use tribunal_domain::{RepoPath, file_id};

    fn path(text: &str) -> RepoPath {
        RepoPath::new(text).expect("a path")
    }

    fn pages(scripts: &[&str]) -> Pages {
        Pages { known: Scripts::of(scripts.iter().map(|script| path(script))), ..Pages::default() }
    }

    fn entered(pages: &Pages, scripts: &[&'static str]) -> Vec<(&'static str, String)> {
        let known = |entry: &tribunal_domain::EntryPoint| {
            let script = scripts.iter().find(|script| file_id(&path(script)) == entry.file)?;
            Some((*script, entry.kind.to_string()))
        };
        let mut found: Vec<_> = pages.scripts.iter().filter_map(known).collect();
        found.sort();
        found.dedup();
        found
    }

    #[test]
    fn a_page_uses_its_words_and_loads_its_scripts() {
        let scripts = ["web/src/main.ts", "src/main.ts", "c.js"];
        let mut pages = pages(&scripts);
        let text = "<script type=module src=\"/src/main.ts?v=1\"></script><script src='https://a.b/c.js'></script>\
                    <script>start_it()</script>";
        pages.take_in(&path("web/index.html"), text);
        let loaded: Vec<_> = entered(&pages, &scripts).into_iter().filter(|(_, kind)| kind == "script").collect();
        assert_eq!(loaded, [("src/main.ts", "script".to_owned()), ("web/src/main.ts", "script".to_owned())]);
        assert!(pages.words.contains("start_it"));
    }

    #[test]
    fn a_component_imports_from_above_and_below_aliases() {
        let scripts = ["src/lib/a.ts", "src/ui/b/index.ts", "src/c.js", "src/d.ts"];
        let mut pages = pages(&scripts);
        let text = "<script>import a from '$lib/a'; import { b } from \"../../ui/b\"; import c from '@/c.js'</script>";
        pages.take_in(&path("src/views/deep/Page.vue"), text);
        let names: Vec<_> = entered(&pages, &scripts).into_iter().map(|(script, _)| script).collect();
        assert_eq!(names, ["src/c.js", "src/lib/a.ts", "src/ui/b/index.ts"]);
    }

    #[test]
    fn a_command_takes_all_of_a_folder() {
        let scripts = ["e2e/tests/one.mjs", "e2e/tests/two.mjs", "e2e/src/three.mjs"];
        let mut pages = pages(&scripts);
        pages.obey(&path("e2e/run.sh"), "for it in \"$here/tests\"/*.mjs; do node \"$it\"; done\n");
        let found: Vec<_> = entered(&pages, &scripts).into_iter().map(|(script, _)| script).collect();
        assert_eq!(found, ["e2e/tests/one.mjs", "e2e/tests/two.mjs"]);
    }

    #[test]
    fn settings_run_what_they_name() {
        let scripts = ["apps/a/src/main.ts", "apps/b/src/main.ts", "src/orders.ts", "tools/x.mjs", "src/other.ts"];
        let mut pages = pages(&scripts);
        pages.obey(&path("apps/a/project.json"), "{ \"options\": { \"main\": \"apps/a/src/main.ts\" } }");
        pages.obey(&path("serverless.yml"), "functions:\n  create:\n    handler: src/orders.create\n");
        pages.obey(&path("Makefile"), "x:\n\tnode tools/x.mjs\n");
        let names: Vec<_> = entered(&pages, &scripts).into_iter().map(|(script, _)| script).collect();
        assert_eq!(names, ["apps/a/src/main.ts", "src/orders.ts", "tools/x.mjs"]);
    }
}
