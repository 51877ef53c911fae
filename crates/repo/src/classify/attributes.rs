//! What the project's root `.gitattributes` says about its files. Parsed as data: drivers and filters it
//! names are never looked at.

use super::FileClass;
use gix::glob::Pattern;
use gix::glob::pattern::Case;
use gix::glob::wildmatch::Mode;
use tribunal_domain::RepoPath;

/// The rules of one `.gitattributes` file at the root, last match first.
#[derive(Debug, Clone, Default)]
pub struct Attributes {
    rules: Vec<(Pattern, Vec<Setting>)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Attribute {
    Binary,
    Generated,
    Vendored,
}

type Setting = (Attribute, bool);

impl Attributes {
    /// Reads the file's bytes; lines that make no sense are left out.
    pub fn parse(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let mut rules: Vec<_> = text.lines().filter_map(rule).collect();
        rules.reverse();
        Self { rules }
    }

    /// Sets in `class` what the rules say about `path`, either way.
    pub fn apply(&self, path: &RepoPath, class: &mut FileClass) {
        for (attribute, value) in [
            (Attribute::Binary, &mut class.binary),
            (Attribute::Generated, &mut class.generated),
            (Attribute::Vendored, &mut class.vendored),
        ] {
            if let Some(said) = self.value(path, attribute) {
                *value = said;
            }
        }
    }

    fn value(&self, path: &RepoPath, attribute: Attribute) -> Option<bool> {
        let bytes = path.as_bytes();
        let name = bytes.iter().rposition(|&byte| byte == b'/').map(|slash| slash + 1);
        self.rules.iter().find_map(|(pattern, settings)| {
            let (_, value) = settings.iter().rfind(|(set, _)| *set == attribute)?;
            let matches = pattern.matches_repo_relative_path(
                bytes.into(),
                name,
                Some(false),
                Case::Sensitive,
                Mode::NO_MATCH_SLASH_LITERAL,
            );
            matches.then_some(*value)
        })
    }
}

fn rule(line: &str) -> Option<(Pattern, Vec<Setting>)> {
    let line = line.trim();
    if line.starts_with('#') || line.starts_with("[attr]") {
        return None;
    }
    let (pattern, rest) = line.split_once(char::is_whitespace)?;
    let settings: Vec<_> = rest.split_whitespace().filter_map(setting).collect();
    let pattern = Pattern::from_bytes_without_negation(pattern.as_bytes())?;
    (!settings.is_empty()).then_some((pattern, settings))
}

fn setting(word: &str) -> Option<Setting> {
    let (name, value) = match (word.strip_prefix('-'), word.split_once('=')) {
        (Some(name), _) => (name, false),
        (None, Some((name, value))) => (name, value != "false"),
        (None, None) => (word, true),
    };
    let attribute = match name {
        "binary" => Attribute::Binary,
        "linguist-generated" => Attribute::Generated,
        "linguist-vendored" => Attribute::Vendored,
        _ => return None,
    };
    Some((attribute, value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classify;

    #[test]
    fn the_last_matching_rule_decides_either_way() {
        let rules = b"# comment\n*.pb.go linguist-generated\nkeep/*.pb.go -linguist-generated\nlib/** linguist-vendored=true\nvendor/own.go linguist-vendored=false\n*.dat binary\n";
        let attributes = Attributes::parse(rules);
        for (path, binary, generated, vendored) in [
            ("a/b.pb.go", false, true, false),
            ("keep/b.pb.go", false, false, false),
            ("lib/x/y.py", false, false, true),
            ("vendor/own.go", false, false, false),
            ("vendor/other.go", false, false, true),
            ("x.dat", true, false, false),
        ] {
            let path = RepoPath::new(path).expect("valid path");
            let mut class = classify(&path, b"");
            attributes.apply(&path, &mut class);
            assert_eq!(class, FileClass { binary, generated, vendored }, "{path}");
        }
    }
}
