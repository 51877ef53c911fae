//! What a project has told its linters not to say: our rules that say the same keep silent, too.
//!
//! Read are the settings of ruff, flake8, knip and golangci-lint, and the version of Go. A settings file speaks for the folder it
//! lies in.

use crate::globs::globs;
use globset::GlobSet;
use tribunal_domain::{Language, RepoPath};
use tribunal_repo::Snapshot;

/// Codes of ruff and flake8, and the rule that says the same.
const PYTHON: &[(&str, &str)] = &[
    ("F401", "unused-import"),
    ("F841", "unused-local"),
    ("F403", "wildcard-import"),
    ("E722", "bare-except"),
    ("E711", "none-comparison"),
    ("E712", "boolean-comparison"),
    ("E713", "negated-membership"),
    ("E714", "negated-membership"),
    ("E721", "type-comparison"),
    ("E731", "named-lambda"),
    ("UP008", "spelled-out-super"),
    ("S602", "shell-command"),
    ("S605", "shell-command"),
    ("S506", "unsafe-yaml-load"),
    ("S307", "dynamic-evaluation"),
    ("B006", "mutable-default"),
    ("B023", "late-closure"),
    ("C416", "element-wise-copy"),
    ("PERF402", "element-wise-copy"),
    ("SIM103", "spelled-out-truth"),
    ("SIM110", "reimplemented-search"),
    ("TRY203", "needless-handler"),
    ("TRY302", "needless-handler"),
    ("D417", "missing-parameter-doc"),
    ("ARG001", "unused-parameter"),
    ("ARG002", "unused-parameter"),
    ("PT009", "opaque-assertion"),
];

/// Lints of Rust, and the rules that say the same.
const RUST: &[(&str, &str)] = &[
    ("missing_safety_doc", "missing-safety-doc"),
    ("undocumented_unsafe_blocks", "missing-safety-comment"),
    ("dead_code", "dead-symbol"),
    ("dead_code", "dead-export"),
    ("dead_code", "dead-enum-member"),
    ("unused_variables", "unused-parameter"),
    ("unused_imports", "unused-import"),
    ("needless_return", "needless-return"),
    ("bool_comparison", "boolean-comparison"),
    ("ptr_arg", "owned-reference-parameter"),
    ("missing_docs", "undocumented-export"),
];

/// What stands in the settings of golangci-lint only to be left out.
const GO: &[(&str, &str)] = &[("should have comment", "undocumented-export"), ("go-require", "fatal-in-goroutine")];

const SCRIPTS: &[Language] = &[Language::TypeScript, Language::Tsx, Language::JavaScript];

/// Every rule: what is not linted at all is somebody else's, or given up.
const ALL: &str = "";

/// The version of Go whose library has `slices`.
const GO_WITH_SLICES: u32 = 21;

/// Everything that is waived.
#[derive(Default)]
pub(super) struct Waivers {
    all: Vec<Waiver>,
}

struct Waiver {
    rule: &'static str,
    language: Language,
    folder: Box<[u8]>,
    paths: Option<GlobSet>,
}

impl Waivers {
    /// Reads all settings of a snapshot.
    pub(super) fn of(snapshot: &Snapshot) -> Self {
        let mut waivers = Self::default();
        for entry in snapshot.entries() {
            let read = || String::from_utf8_lossy(&snapshot.read(entry).unwrap_or_default()).into_owned();
            match entry.path.file_name() {
                b"pyproject.toml" => waivers.toml(&entry.path, &read(), &["tool", "ruff"]),
                b"ruff.toml" | b".ruff.toml" => waivers.toml(&entry.path, &read(), &[]),
                b"setup.cfg" | b".flake8" | b"tox.ini" => waivers.flake8(&entry.path, &read()),
                b"setup.py" | b"requirements.txt" => waivers.python_2(&entry.path, &read()),
                b"pom.xml" | b"build.xml" => waivers.java_version(&entry.path, &read()),
                b"lib.rs" | b"main.rs" => waivers.crate_attributes(&entry.path, &read()),
                b"Cargo.toml" => waivers.cargo(&entry.path, &read()),
                b"go.mod" => waivers.go_version(&entry.path, &read()),
                b"knip.json" | b"knip.jsonc" | b".knip.json" | b"knip.ts" | b"knip.js" | b"knip.config.ts" => {
                    waivers.knip(&entry.path, &read());
                }
                b".golangci.yml" | b".golangci.yaml" | b".golangci.toml" => waivers.golangci(&entry.path, &read()),
                _ => {}
            }
        }
        waivers
    }

    /// Whether the project does not want to hear a rule about a file.
    pub(super) fn cover(&self, rule: &str, language: Option<Language>, path: &RepoPath) -> bool {
        self.all.iter().any(|waiver| {
            let named = |rest: &[u8]| {
                let text = String::from_utf8_lossy(rest);
                waiver.paths.as_ref().is_none_or(|paths| paths.is_match(&*text))
            };
            (waiver.rule == rule || waiver.rule == ALL)
                && Some(waiver.language) == language
                && path.below(&waiver.folder).is_some_and(named)
        })
    }

    fn toml(&mut self, path: &RepoPath, text: &str, table: &[&str]) {
        let Ok(document) = text.parse::<toml::Table>() else { return };
        let document = toml::Value::Table(document);
        let Some(ruff) = table.iter().try_fold(&document, |at, key| at.get(key)) else { return };
        for section in [Some(ruff), ruff.get("lint")].into_iter().flatten() {
            for key in ["ignore", "extend-ignore"] {
                self.python(path, &codes(section.get(key)), None);
            }
            // What is not linted at all is not by us.
            for pattern in ["exclude", "extend-exclude"].iter().flat_map(|key| codes(section.get(key))) {
                self.add(path, ALL, Language::Python, Some(&pattern));
                self.add(path, ALL, Language::Python, Some(&format!("{}/**", pattern.trim_end_matches('/'))));
            }
            for key in ["per-file-ignores", "extend-per-file-ignores"] {
                for (pattern, ignored) in section.get(key).and_then(toml::Value::as_table).into_iter().flatten() {
                    self.python(path, &codes(Some(ignored)), Some(pattern));
                }
            }
        }
    }

    /// What has to run with Python 2 has to spell out more.
    fn python_2(&mut self, path: &RepoPath, text: &str) {
        const MARKS: &[&str] = &[
            "Python :: 2",
            "python_version < \"3",
            "python_version < '3",
            "py27",
            "ython 2.7",
            "python_version <= '2",
        ];
        if MARKS.iter().any(|mark| text.contains(mark)) {
            self.add(path, "spelled-out-super", Language::Python, None);
        }
    }

    fn flake8(&mut self, path: &RepoPath, text: &str) {
        self.python_2(path, text);
        let mut within = false;
        let mut key = "";
        for line in text.lines() {
            if line.starts_with('[') {
                within = line.trim() == "[flake8]";
                continue;
            }
            let fresh = !line.starts_with([' ', '\t']);
            let value = match line.split_once('=').filter(|_| fresh) {
                Some((name, value)) => {
                    key = name.trim();
                    value
                }
                None => line,
            };
            let listed = |text: &str| text.split([',', ' ']).map(|it| it.trim().to_owned()).collect::<Vec<_>>();
            match key {
                "ignore" | "extend-ignore" if within => self.python(path, &listed(value), None),
                "per-file-ignores" if within => {
                    let Some((pattern, codes)) = value.trim().split_once(':') else { continue };
                    self.python(path, &listed(codes), Some(pattern));
                }
                _ => {}
            }
        }
    }

    /// Files of which knip is told to say nothing: nothing is said of what they offer.
    fn knip(&mut self, path: &RepoPath, text: &str) {
        const OFFERS: &[&str] = &["dead-file", "dead-export", "needless-export"];
        let listed = text.split("ignore").skip(1).filter_map(|rest| {
            let rest = rest.trim_start_matches(['"', '\'']).trim_start().strip_prefix(':')?.trim_start();
            rest.strip_prefix('[')?.split(']').next()
        });
        for line in listed.flat_map(str::lines).filter(|line| !line.trim_start().starts_with("//")) {
            let quoted = line.split(['"', '\'', '`']).skip(1).step_by(2);
            for pattern in quoted.filter(|it| !it.starts_with('!')) {
                for (rule, language) in OFFERS.iter().flat_map(|rule| SCRIPTS.iter().map(move |it| (rule, *it))) {
                    self.add(path, rule, language, Some(pattern));
                }
            }
        }
    }

    /// What an older library does not have yet nobody can use.
    fn go_version(&mut self, path: &RepoPath, text: &str) {
        let version = text.lines().find_map(|line| line.trim().strip_prefix("go 1."));
        let minor = version.and_then(|rest| rest.split('.').next()?.parse::<u32>().ok());
        if minor.is_some_and(|minor| minor < GO_WITH_SLICES) {
            self.add(path, "reimplemented-search", Language::Go, None);
        }
    }

    /// Up to Java 1.5, what implements an interface may not say so.
    fn java_version(&mut self, path: &RepoPath, text: &str) {
        if ["<source>1.5<", "<source>1.4<", "compiler.source>1.5<", "source=\"1.5\""].iter().any(|it| text.contains(it))
        {
            self.add(path, "missing-override", Language::Java, None);
        }
    }

    /// An attribute at the top that allows a lint speaks for the crate.
    fn crate_attributes(&mut self, path: &RepoPath, text: &str) {
        let allowed = text.split("#![").filter_map(|rest| rest.strip_prefix("allow(")?.split(')').next());
        for name in
            allowed.flat_map(|names| names.split(',')).map(|name| name.trim().rsplit("::").next().unwrap_or_default())
        {
            for (_, rule) in RUST.iter().filter(|(lint, _)| *lint == name) {
                self.add(path, rule, Language::Rust, None);
            }
        }
    }

    /// `[lints.clippy]` and `[workspace.lints.rust]`.
    fn cargo(&mut self, path: &RepoPath, text: &str) {
        let Ok(document) = text.parse::<toml::Table>() else { return };
        let tables = [document.get("lints"), document.get("workspace").and_then(|it| it.get("lints"))];
        let groups = tables.into_iter().flatten().flat_map(|lints| [lints.get("clippy"), lints.get("rust")]);
        for (name, level) in groups.flatten().filter_map(toml::Value::as_table).flatten() {
            let level = level.get("level").unwrap_or(level).as_str();
            for (_, rule) in RUST.iter().filter(|(lint, _)| lint == name && level == Some("allow")) {
                self.add(path, rule, Language::Rust, None);
            }
        }
    }

    fn golangci(&mut self, path: &RepoPath, text: &str) {
        for (_, rule) in GO.iter().filter(|(word, _)| text.contains(word)) {
            self.add(path, rule, Language::Go, None);
        }
    }

    /// A code that is left out leaves out all that begin with it.
    fn python(&mut self, path: &RepoPath, ignored: &[String], pattern: Option<&str>) {
        let is_ignored = |code: &str| ignored.iter().any(|it| !it.is_empty() && code.starts_with(it.as_str()));
        for (_, rule) in PYTHON.iter().filter(|(code, _)| is_ignored(code)) {
            self.add(path, rule, Language::Python, pattern);
        }
    }

    fn add(&mut self, path: &RepoPath, rule: &'static str, language: Language, pattern: Option<&str>) {
        let anywhere = |pattern: &str| [pattern.to_owned(), format!("**/{pattern}")];
        let paths = pattern.map(|pattern| globs(&anywhere(pattern.trim())));
        self.all.push(Waiver { rule, language, folder: path.folder().into(), paths });
    }
}

fn codes(value: Option<&toml::Value>) -> Vec<String> {
    let listed = value.and_then(toml::Value::as_array).into_iter().flatten();
    listed.filter_map(toml::Value::as_str).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(file: &str, text: &str, rule: &str, path: &str, waived: bool) {
        let (file, path) = (RepoPath::new(file).expect("valid"), RepoPath::new(path).expect("valid"));
        let mut waivers = Waivers::default();
        match file.file_name() {
            b"pyproject.toml" => waivers.toml(&file, text, &["tool", "ruff"]),
            b"ruff.toml" => waivers.toml(&file, text, &[]),
            _ => waivers.flake8(&file, text),
        }
        assert_eq!(waivers.cover(rule, Some(Language::Python), &path), waived, "{path} {rule}");
    }

    #[test]
    fn ruff_waives_for_all_and_for_some() {
        let all = "[tool.ruff.lint]\nignore = [\"E731\", \"S6\"]\n";
        check("pyproject.toml", all, "named-lambda", "src/a.py", true);
        check("pyproject.toml", all, "shell-command", "src/a.py", true);
        check("pyproject.toml", all, "bare-except", "src/a.py", false);
        let left_out = "[tool.ruff]\nextend-exclude = [\"sandbox\"]\n";
        check("pyproject.toml", left_out, "bare-except", "sandbox/a.py", true);
        check("pyproject.toml", left_out, "bare-except", "src/sandboxed.py", false);
        check("pyproject.toml", left_out, "duplicate-symbol", "sandbox/a.py", true);
        let some = "[lint.per-file-ignores]\n\"__init__.py\" = [\"F401\"]\n\"admin/**\" = [\"F403\"]\n";
        check("ruff.toml", some, "unused-import", "src/__init__.py", true);
        check("ruff.toml", some, "unused-import", "src/a.py", false);
        check("ruff.toml", some, "wildcard-import", "admin/a/b.py", true);
    }

    #[test]
    fn crates_waive_by_attributes_and_tables() {
        let covers = |waivers: &Waivers, path: &str| {
            waivers.cover("missing-safety-doc", Some(Language::Rust), &RepoPath::new(path).expect("valid"))
        };
        let mut waivers = Waivers::default();
        let root = RepoPath::new("core/src/lib.rs").expect("valid");
        waivers
            .crate_attributes(&root, &["//! Core.\n#![", "allow(dead_code, clippy::missing_safety_doc)]\n"].concat());
        assert!(covers(&waivers, "core/src/memory.rs") && !covers(&waivers, "other/src/memory.rs"));
        let mut waivers = Waivers::default();
        let manifest = RepoPath::new("Cargo.toml").expect("valid");
        waivers.cargo(
            &manifest,
            "[workspace.lints.clippy]\nmissing_safety_doc = { level = \"allow\" }\nptr_arg = \"warn\"\n",
        );
        assert!(covers(&waivers, "core/src/memory.rs"));
        assert!(!waivers.cover("owned-reference-parameter", Some(Language::Rust), &root));
    }

    #[test]
    fn a_settings_file_speaks_for_its_folder() {
        let text =
            "[flake8]\nmax-line-length = 100\nextend-ignore = E203, E722\nper-file-ignores =\n    tests/*: F841\n";
        check("setup.cfg", text, "bare-except", "a.py", true);
        check("tools/setup.cfg", text, "bare-except", "tools/a.py", true);
        check("tools/setup.cfg", text, "bare-except", "toolsmith/a.py", false);
        check("setup.cfg", text, "unused-local", "tests/test_a.py", true);
        check("setup.cfg", text, "unused-local", "src/a.py", false);
        check("setup.cfg", "[mypy]\nignore = E722\n", "bare-except", "a.py", false);
        check("tox.ini", "[tox]\nenvlist = py27, py36\n", "spelled-out-super", "a.py", true);
        check("tox.ini", "[tox]\nenvlist = py36\n", "spelled-out-super", "a.py", false);
        check("pyproject.toml", "not toml [", "bare-except", "a.py", false);
    }
}
