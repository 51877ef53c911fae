//! Which words of prose are names of code, and which name files.

use super::sentence::PathRef;
use tribunal_domain::{Language, RepoPath};

/// Endings of files that are no code and that reviewers name all the same.
const OTHER_ENDINGS: &[&str] = &[
    "md", "json", "yaml", "yml", "toml", "txt", "html", "css", "scss", "vue", "svelte", "sql", "xml", "proto", "cfg",
    "ini",
];

/// Whether a word names something in code: anything like an identifier in quotes, and outside of them what no English
/// word looks like (`snake_case`, `camelCase`, `Foo.bar`, `foo()`).
pub fn is_name(text: &str, quoted: bool) -> bool {
    let bare = bare_name(text);
    let identifier = |part: &str| {
        !part.is_empty()
            && !part.starts_with(|c: char| c.is_numeric())
            && part.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
    };
    if bare.is_empty() || !bare.split(['.', ':', '#']).filter(|part| !part.is_empty()).all(identifier) {
        return false;
    }
    if quoted {
        return true;
    }
    let calls = text.ends_with("()");
    let snake = bare.contains('_') && bare.chars().any(char::is_alphanumeric);
    let inner_capital =
        bare.chars().zip(bare.chars().skip(1)).any(|(one, two)| one.is_lowercase() && two.is_uppercase());
    let dotted = bare.contains("::") || bare.split('.').count() > 1 && bare.split('.').all(|part| part.len() > 1);
    calls || snake || inner_capital || dotted
}

/// A name without the call behind it and the marks before it: `self.save(x)` is `save`.
pub fn bare_name(text: &str) -> String {
    let head = text.split('(').next().unwrap_or_default().trim();
    let head = head.trim_start_matches(['@', '&', '*', '#']).trim_end_matches(['?', '!']);
    let head = head.replace("::", ".").replace("->", ".").replace('#', ".");
    let head = head.strip_prefix("self.").or(head.strip_prefix("this.")).map_or(head.clone(), str::to_owned);
    head.trim_matches('.').to_owned()
}

/// A file that a word names, with lines behind a colon.
pub fn path_ref(text: &str) -> Option<PathRef> {
    let text = text.trim_matches(|c: char| matches!(c, ',' | ';' | '(' | ')' | '"' | '\''));
    let mut parts = text.split(':');
    let name = parts.next()?.split("#L").next()?;
    let lines = text.strip_prefix(name)?.trim_start_matches([':', '#', 'L']);
    let ending = name.rsplit_once('.').map(|(_, ending)| ending)?;
    let path = RepoPath::new(name).ok()?;
    let known = Language::of_path(&path).is_some() || OTHER_ENDINGS.contains(&ending);
    if !known || name.contains(char::is_whitespace) || name.contains('(') {
        return None;
    }
    let mut numbers = lines.split(['-', ':']).map(|number| number.trim_start_matches('L').parse().ok());
    Some(PathRef { path, line: numbers.next().flatten(), end_line: numbers.next().flatten() })
}
