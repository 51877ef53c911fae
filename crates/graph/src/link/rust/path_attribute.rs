//! `#[path = "…"] mod x;`: the paths that a module declaration names itself.

use tribunal_domain::facts::{FileFacts, Symbol, SymbolKind};

/// What the attributes of a module say of its path.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Declared<'a> {
    /// Paths as written, relative to the folder of the declaration.
    pub paths: Vec<&'a str>,
    /// A path holds in every configuration, so that the module's name says nothing.
    pub always: bool,
}

/// Reads `#[path = "…"]` and `#[cfg_attr(…, path = "…")]`.
pub(super) fn declared<'a>(facts: &'a FileFacts, module: &Symbol) -> Declared<'a> {
    let mut declared = Declared::default();
    for &attribute in &module.attributes {
        let text = facts.text(attribute);
        if let Some(path) = text.strip_prefix("path").and_then(value) {
            declared.paths.insert(0, path);
            declared.always = true;
        } else if text.starts_with("cfg_attr") {
            declared.paths.extend(text.match_indices("path").filter_map(|(at, word)| value(&text[at + word.len()..])));
        }
    }
    declared
}

/// The names under which modules with a path of their own are listed, for the files they may lead to.
pub(crate) fn child_names(facts: &FileFacts, symbol: &Symbol) -> Vec<String> {
    if symbol.kind != SymbolKind::Module || symbol.body.is_some() {
        return Vec::new();
    }
    let paths = declared(facts, symbol).paths.into_iter();
    paths.map(|path| child_key(path.rsplit('/').next().unwrap_or(path))).collect()
}

/// The name under which the declarations of a file with this file name are listed.
pub(crate) fn child_key(file_name: &str) -> String {
    // A blank stands in no name of a type, with which this shares a map.
    format!("mod {file_name}")
}

/// The text behind `= "…"`; none that would need unescaping or leaves the machine's other folders open.
fn value(rest: &str) -> Option<&str> {
    let text = rest.trim_start().strip_prefix('=')?.trim_start().strip_prefix('"')?;
    let path = text.split_once('"')?.0;
    (!path.is_empty() && !path.contains('\\') && !path.starts_with('/')).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn only_plain_relative_paths_are_read() {
        let cases = [
            (" = \"a/b.rs\"", Some("a/b.rs")),
            ("=\"../b.rs\" , more", Some("../b.rs")),
            ("_hint = \"a.rs\"", None),
            (" = \"/etc/x.rs\"", None),
            (" = \"a\\\\b.rs\"", None),
            ("(a)", None),
        ];
        for (text, expected) in cases {
            assert_eq!(value(text), expected, "{text}");
        }
    }
}
