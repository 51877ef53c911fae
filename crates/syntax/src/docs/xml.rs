//! C#'s XML documentation, read without an XML parser: it is often not well formed.

use super::Field;

/// `<param name="x">text</param>`, `<returns>`, `<exception cref="E">`, `<typeparam name="T">`, `<example>`.
pub(super) fn read(text: &str) -> Vec<Field> {
    let mut fields = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let Some((head, after)) = rest.split_once('>') else {
            break;
        };
        let (element, attributes) = head.split_once(char::is_whitespace).unwrap_or((head, ""));
        let Some((tag, attribute)) = known(element) else {
            continue;
        };
        let body = after.find(&format!("</{element}")).map_or("", |end| &after[..end]);
        let name = attribute.and_then(|attribute| value(attributes, attribute));
        fields.push(Field::new(tag, name, &without_tags(body)));
        rest = after;
    }
    fields
}

fn known(element: &str) -> Option<(&'static str, Option<&'static str>)> {
    Some(match element {
        "param" => ("param", Some("name")),
        "typeparam" => ("type_param", Some("name")),
        "returns" => ("returns", None),
        "exception" => ("raises", Some("cref")),
        "example" => ("example", None),
        _ => return None,
    })
}

fn value<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = attributes.split_once(name)?;
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    rest[1..].split(quote).next()
}

/// `<see cref="X"/>` becomes `X`; other tags go.
fn without_tags(body: &str) -> String {
    let mut text = String::new();
    let mut rest = body;
    while let Some((before, after)) = rest.split_once('<') {
        text.push_str(before);
        let Some((tag, after)) = after.split_once('>') else {
            return text;
        };
        text.push_str(value(tag, "cref").or_else(|| value(tag, "name")).unwrap_or_default());
        rest = after;
    }
    text.push_str(rest);
    text
}
