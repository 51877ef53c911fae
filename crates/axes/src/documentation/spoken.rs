//! Members that pages of documentation speak of: `Store.open()`, `Store::open`, `shop.Store#open`.

use tribunal_domain::RepoPath;

/// How pages of documentation end.
const PAGES: &[&[u8]] = &[b"md", b"mdx", b"rst", b"adoc"];

/// Words in the path of pages that tell what was or what is to come, and not what is.
const OTHER_TIMES: &[&str] = &[
    "change",
    "history",
    "news",
    "release",
    "migrat",
    "upgrad",
    "deprecat",
    "archive",
    "legacy",
    "blog",
    "roadmap",
    "todo",
    "plan",
    "proposal",
    "rfc",
    "adr",
    "design",
    "draft",
    "spec",
    "prompt",
    "task",
    "note",
    "report",
    "review",
    "research",
    "idea",
    "superseded",
    "old",
    "sprint",
    "session",
    "summary",
    "issue",
    "example",
    "tutorial",
    "workshop",
    "port",
    "audit",
    "crs",
    "ticket",
    "architecture",
];

/// Words in a line that speak of another time.
const OF_OTHER_TIMES: &[&str] = &[
    "remov",
    "deprecat",
    "renam",
    "former",
    "no longer",
    "previous",
    "legacy",
    "instead of",
    "used to",
    "plan",
    "future",
    "propos",
    "todo",
    "will be",
    "would",
    "not yet",
    "obsolete",
    "replac",
    "migrat",
    "should",
    "could",
    "missing",
    "add ",
    "without",
    "unlike",
    "no `",
    "not ",
];

/// Lines that are the head of a page.
const HEAD: usize = 12;

/// Words in the head of a page that tells what has changed.
const OF_CHANGES: &[&str] =
    &["porting ", "migrating ", "migration guide", "upgrading ", "status: implemented", "proposal"];

/// One such mention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spoken {
    /// The page.
    pub path: RepoPath,
    /// The line, from 1.
    pub line: u32,
    /// Where the name begins in it, from 1.
    pub column: u32,
    /// What it says, as written.
    pub text: String,
    /// What the member is said to belong to.
    pub owner: String,
    /// The member.
    pub member: String,
}

/// The members that a page speaks of in its text; what its examples do is for them to know.
pub fn spoken(path: &RepoPath, text: &str) -> Vec<Spoken> {
    if !is_of_today(path) {
        return Vec::new();
    }
    let lines: Vec<&str> = text.lines().collect();
    // Pages that tell what has changed say so at their head.
    let head = lines.iter().take(HEAD).map(|line| line.to_lowercase()).collect::<String>();
    if OF_CHANGES.iter().any(|word| head.contains(word)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut fenced = false;
    for (at, line) in lines.iter().enumerate() {
        let start = line.trim_start();
        if start.starts_with("```") || start.starts_with("~~~") || start.starts_with("----") {
            fenced = !fenced && !start.starts_with("----");
            continue;
        }
        // A sentence may go on in the next line.
        let low = lines[at..lines.len().min(at + 2)].join(" ").to_lowercase();
        let indented = line.starts_with("    ") || line.starts_with('\t');
        if fenced || indented || OF_OTHER_TIMES.iter().any(|word| low.contains(word)) {
            continue;
        }
        found.extend(spans(line).filter_map(|(column, span)| {
            let (owner, member) = member(span)?;
            let text = span.trim_start_matches('~').to_owned();
            Some(Spoken { path: path.clone(), line: at as u32 + 1, column, text, owner, member })
        }));
    }
    found
}

/// A page of the project's documentation that speaks of the code as it is.
fn is_of_today(path: &RepoPath) -> bool {
    let text = path.to_text().to_lowercase();
    let top = text.split('/').next().unwrap_or_default();
    let readme = text.rsplit('/').next().is_some_and(|name| name.starts_with("readme"));
    let kept = readme || matches!(top, "docs" | "doc" | "documentation" | "guide" | "guides" | "manual" | "website");
    // `1.x`, `v2`, `3.0`: what was true of that version.
    let version = |part: &str| {
        let number = part.strip_prefix('v').unwrap_or(part);
        number.starts_with(|c: char| c.is_ascii_digit())
            && number.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | 'x'))
    };
    let other = |part: &str| version(part) || OTHER_TIMES.iter().any(|word| part.contains(word));
    PAGES.contains(&path.extension()) && kept && !text.split('/').any(other)
}

/// What stands between single backticks, or two and two, with the column of its first character.
fn spans(line: &str) -> impl Iterator<Item = (u32, &str)> {
    let mut parts = line.split('`');
    let mut at = parts.next().map_or(0, |first| first.chars().count());
    let mut inside = true;
    let mut found = Vec::new();
    for part in parts {
        at += 1;
        // Two marks together open or close once.
        if inside && !part.is_empty() {
            found.push((at as u32 + 1, part));
        }
        inside = if part.is_empty() { inside } else { !inside };
        at += part.chars().count();
    }
    found.into_iter()
}

/// The last two names of a path of names: the first begins like a type.
fn member(span: &str) -> Option<(String, String)> {
    let span = span.trim_start_matches('~');
    let head = span.split('(').next()?;
    let closed = span.len() == head.len() || span.ends_with(')');
    let separators = ["::", ".", "#"];
    // `Store.ts:23` is a place.
    if head.replace("::", "").contains(':') {
        return None;
    }
    let plain = head.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '#'));
    let names = separators.iter().fold(vec![head], |names, by| names.iter().flat_map(|name| name.split(by)).collect());
    let [.., owner, member] = names[..] else { return None };
    let is_name = |name: &str| name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let typed = owner.starts_with(|c: char| c.is_uppercase()) && owner.len() > 2;
    // `Config.toml` is a file.
    let file =
        ["toml", "json", "yaml", "yml", "md", "py", "js", "ts", "rs", "go", "java", "lock", "txt", "xml", "html"];
    let fits = closed && plain && typed && names.iter().all(|name| is_name(name)) && !file.contains(&member);
    (fits && member.len() > 2).then(|| (owner.to_owned(), member.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(path: &str, text: &str) -> Vec<String> {
        let path = RepoPath::new(path).expect("a path");
        spoken(&path, text)
            .into_iter()
            .map(|it| format!("{}:{} {}.{}", it.line, it.column, it.owner, it.member))
            .collect()
    }

    #[test]
    fn members_are_taken_from_the_text_of_pages_of_today() {
        let text = "Call `Store.open()` first.\n\n```python\nuse `Store.shut`\n```\nSee ``shop.Store#close`` and `Store::len`.\n";
        assert_eq!(names("docs/store.md", text), ["1:7 Store.open", "6:7 Store.close", "6:31 Store.len"]);
        assert!(names("docs/changelog.md", text).is_empty());
        assert!(names("src/notes.md", text).is_empty());
        assert!(
            names("README.md", "`Store.open` was removed, see `Config.toml` and `store.open` and `Store`.").is_empty()
        );
        assert_eq!(
            names("README.md", "Of `Config.toml`, `store.open`, `Store` and `Store.open`: one."),
            ["1:46 Store.open"]
        );
    }
}
