//! Strings that spell names: what is said there may be used though nothing refers to it.

/// Longest string that may be a mention of a name.
const MAX_MENTION: usize = 100;

/// Whether a string spells an identifier or a dotted path of identifiers (also with `:`, `/` or `-` between them), or a
/// path of files: relative, absolute, below an alias, with wildcards.
pub(crate) fn is_mentionable(text: &str) -> bool {
    let name = text.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | ':' | '-' | '/' | '*'));
    (2..=MAX_MENTION).contains(&text.len()) && (name || is_path(text))
}

/// What a string with places to fill in names: itself as a pattern (`"_get_%s"` is `_get_*`), and the names in its braces.
pub(crate) fn composed(text: &str) -> Vec<String> {
    let inner = text.trim_start_matches(|c: char| c.is_ascii_alphabetic()).trim_matches(['"', '\'', '`']);
    let mut names = handlers(inner);
    names.extend(called(inner));
    if let Some((_, script)) = inner.split_once("<script") {
        names.extend(script.split_once('>').and_then(|(_, rest)| called(rest.trim_start())));
    }
    if inner.len() > MAX_MENTION || inner.contains('\n') {
        return names;
    }
    let mut pattern = String::new();
    let mut rest = inner;
    while let Some(at) = rest.find(['%', '{']) {
        pattern.push_str(rest[..at].trim_end_matches('$'));
        pattern.push('*');
        let hole = &rest[at..];
        let end = if hole.starts_with('{') { hole.find('}') } else { hole.find(|c: char| c.is_alphabetic()) };
        let Some(end) = end else { return names };
        let field = hole[1..end].split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        names.push(field.to_owned());
        rest = hole[end..].char_indices().nth(1).map_or("", |(next, _)| &hole[end + next..]);
    }
    pattern.push_str(rest);
    if pattern.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '*')) {
        names.push(pattern);
    }
    names
}

/// What a string that is a call of its own calls: `"refresh('%s')"`.
fn called(text: &str) -> Option<String> {
    let (name, _) = text.split_once('(')?;
    let named = name.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    named.then(|| name.to_owned())
}

/// What pieces of pages call: `onclick="remove(1)"`, `x-init="$watch('a', b => change(b))"`.
fn handlers(text: &str) -> Vec<String> {
    let in_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let values = |opening: &'static str, closing: char| {
        text.split(opening).skip(1).map(move |rest| rest.split(closing).next().unwrap_or_default())
    };
    let mut names = Vec::new();
    for value in values("=\"", '"').chain(values("='", '\'')) {
        for (at, _) in value.match_indices('(') {
            let start = value[..at].rfind(|c: char| !in_name(c)).map_or(0, |before| before + 1);
            let name = value.get(start..at).unwrap_or_default();
            if !name.is_empty() && !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
    }
    names
}

fn is_path(text: &str) -> bool {
    let text = text.strip_prefix("<rootDir>").unwrap_or(text);
    let head = text.starts_with(['.', '/', '@', '~', '$', '*']) || text.contains("/*");
    let plain = |c: char| {
        c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | ':' | '-' | '/' | '*' | '@' | '~' | '{' | '}' | ',')
    };
    head && text.contains('/') && text.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::composed;

    #[test]
    fn holes_make_a_pattern_and_their_names_are_mentioned() {
        assert_eq!(composed("\"_get_%s_permissions\""), ["", "_get_*_permissions"]);
        assert_eq!(composed("f\"visit_{node.kind}\""), ["node", "visit_*"]);
        assert_eq!(composed("`on${event}`"), ["event", "on*"]);
        assert_eq!(composed("\"{image.id}: %d of 100%\""), ["image", ""]);
        assert_eq!(composed("'é{'"), Vec::<String>::new());
        let page = "`<ul>\n<li onclick=\"remove(${id})\" class=\"row\">x</li>\n</ul>`";
        assert_eq!(composed(page), ["remove"]);
        let page = "`<div x-init=\"$watch('form', it => change(${at}, it))\">\n</div>`";
        assert_eq!(composed(page), ["$watch", "change"]);
    }
}
