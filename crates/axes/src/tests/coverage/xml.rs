//! The two formats in XML. Their writers use tags and attributes alone, so a scan over tags reads them.

use super::Coverage;

/// Cobertura: `<class filename>` with `<line number hits>`.
pub(super) fn cobertura(text: &str) -> Coverage {
    let mut coverage = Coverage::default();
    let mut path = String::new();
    for (name, tag) in tags(text) {
        match name {
            "class" => attribute(tag, "filename").unwrap_or_default().clone_into(&mut path),
            "line" => {
                let line = attribute(tag, "number").and_then(|it| it.parse().ok());
                let ran = attribute(tag, "hits").is_some_and(|hits| hits != "0");
                line.into_iter().for_each(|line| coverage.add(&path, line, ran));
            }
            _ => {}
        }
    }
    coverage
}

/// JaCoCo: `<package name>`, `<sourcefile name>`, `<line nr ci>`.
pub(super) fn jacoco(text: &str) -> Coverage {
    let mut coverage = Coverage::default();
    let (mut package, mut path) = ("", String::new());
    for (name, tag) in tags(text) {
        match name {
            "package" => package = attribute(tag, "name").unwrap_or_default(),
            "sourcefile" => path = format!("{package}/{}", attribute(tag, "name").unwrap_or_default()),
            "line" => {
                let line = attribute(tag, "nr").and_then(|it| it.parse().ok());
                let ran = attribute(tag, "ci").is_some_and(|count| count != "0");
                line.into_iter().for_each(|line| coverage.add(path.trim_start_matches('/'), line, ran));
            }
            _ => {}
        }
    }
    coverage
}

/// The opening tags of a document: name and what follows it.
fn tags(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split('<').skip(1).filter_map(|part| {
        let tag = part.split_once('>').map(|(tag, _)| tag)?;
        let end = tag.find(|c: char| c.is_whitespace() || c == '/').unwrap_or(tag.len());
        (end > 0).then(|| tag.split_at(end))
    })
}

/// The value of an attribute of a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    tag.match_indices(name).find_map(|(at, _)| {
        let before = tag[..at].chars().next_back()?;
        let rest = tag[at + name.len()..].trim_start().strip_prefix('=')?.trim_start();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        before.is_whitespace().then(|| rest[1..].split(quote).next().unwrap_or_default())
    })
}
