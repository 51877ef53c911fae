//! Formats made of tags: `JSDoc`, `TSDoc`, Javadoc, `KDoc`, `PHPDoc`, Doxygen, YARD, `LDoc`.

use super::{Fence, Field};
use tribunal_domain::Language;

/// The fields of a text with `@tag` lines.
pub(super) fn read(language: Language, text: &str) -> Vec<Field> {
    let backslash = matches!(language, Language::C | Language::Cpp);
    let mut fields = Vec::new();
    let mut fence = Fence::default();
    let mut open: Option<(&str, String)> = None;
    for line in text.lines() {
        let code = fence.covers(line);
        if let Some((tag, rest)) = (!code).then(|| tag_line(line, backslash)).flatten() {
            finish(language, open.replace((tag, rest.to_owned())), &mut fields);
        } else if let Some((_, text)) = &mut open {
            text.push('\n');
            text.push_str(line);
        }
    }
    finish(language, open, &mut fields);
    fields
}

fn tag_line(line: &str, backslash: bool) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let rest = line.strip_prefix('@').or_else(|| line.strip_prefix('\\').filter(|_| backslash))?;
    let end = rest.find(|c: char| !c.is_ascii_alphabetic() && c != '-').unwrap_or(rest.len());
    (end > 0).then(|| rest.split_at(end))
}

fn finish(language: Language, open: Option<(&str, String)>, fields: &mut Vec<Field>) {
    let Some((tag, text)) = open else {
        return;
    };
    let text = text.trim();
    let field = match tag {
        "param" | "arg" | "argument" => param("param", language, text),
        "tparam" if language == Language::Lua => lua_param(text),
        "treturn" if language == Language::Lua => {
            let (ty, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            Field::typed("returns", None, ty, rest)
        }
        "usage" if language == Language::Lua => Field::new("example", None, text),
        "template" | "typeParam" | "typeparam" | "tparam" => param("type_param", language, text),
        "return" | "returns" | "retval" => result("returns", language, text),
        "yield" | "yields" | "yieldreturn" => result("yields", language, text),
        "throws" | "throw" | "exception" | "raise" => raised(language, text),
        "deprecated" => Field::new("deprecated", None, text),
        "example" | "examples" => Field::new("example", None, text),
        _ => return,
    };
    fields.push(field);
}

fn param(tag: &'static str, language: Language, text: &str) -> Field {
    // Doxygen's direction: `\param[in] x`; LDoc's `@param[opt] x`.
    let marked = matches!(language, Language::C | Language::Cpp | Language::Lua);
    let text = if marked { after_mark(text) } else { text };
    if let Some((name, rest)) = bracketed(text, '<', '>') {
        return Field::new("type_param", Some(name), rest);
    }
    let (ty, rest) = match language {
        Language::Ruby => bracketed(text, '[', ']').unwrap_or(("", text)),
        Language::Php => php_type(text),
        _ => bracketed(text, '{', '}').unwrap_or(("", text)),
    };
    let (name, rest) = name(rest.trim_start(), language);
    let (late, rest) = match language {
        Language::Ruby => bracketed(rest.trim_start(), '[', ']').unwrap_or(("", rest)),
        _ => ("", rest),
    };
    let ty = if ty.is_empty() { late } else { ty };
    Field::typed(tag, Some(name), ty, after_dash(rest))
}

/// `LDoc` writes the type before the name, without braces.
fn lua_param(text: &str) -> Field {
    let (ty, rest) = after_mark(text).split_once(char::is_whitespace).unwrap_or(("", text));
    let (name, rest) = name(rest.trim_start(), Language::Lua);
    Field::typed("param", Some(name), ty, rest)
}

fn after_mark(text: &str) -> &str {
    bracketed(text, '[', ']').map_or(text, |(_, rest)| rest.trim_start())
}

/// The parameter's name and what follows; `[name=default]` is an optional one.
fn name(text: &str, language: Language) -> (&str, &str) {
    if language != Language::Ruby
        && let Some((inside, rest)) = bracketed(text, '[', ']')
    {
        return (inside.split('=').next().unwrap_or_default().trim(), rest);
    }
    let end = text.find(|c: char| c.is_whitespace() || matches!(c, ',' | ':')).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let name = name.trim_start_matches("...").trim_start_matches(['*', '&']);
    let name = match language {
        Language::Php => name.strip_prefix('$').unwrap_or(name),
        Language::Lua => name.trim_end_matches('?'),
        _ => name,
    };
    (name, rest)
}

fn result(tag: &'static str, language: Language, text: &str) -> Field {
    let (ty, rest) = match language {
        Language::Ruby => bracketed(text, '[', ']').unwrap_or(("", text)),
        Language::Php => text.split_once(char::is_whitespace).unwrap_or((text, "")),
        _ => bracketed(text, '{', '}').unwrap_or(("", text)),
    };
    Field::typed(tag, None, ty, after_dash(rest))
}

fn raised(language: Language, text: &str) -> Field {
    let (open, close) = if language == Language::Ruby { ('[', ']') } else { ('{', '}') };
    if let Some((ty, rest)) = bracketed(text, open, close) {
        return Field::new("raises", Some(ty), after_dash(rest));
    }
    let untyped = [Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Ruby, Language::Lua];
    if untyped.contains(&language) {
        return Field::new("raises", None, after_dash(text));
    }
    let (ty, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    Field::new("raises", Some(ty), after_dash(rest))
}

/// PHP writes the type before `$name`, without braces.
fn php_type(text: &str) -> (&str, &str) {
    let at = text.find('$').unwrap_or(0);
    let (ty, rest) = text.split_at(at);
    (ty.trim().trim_end_matches(['&', '.']).trim_end(), rest)
}

/// The inside of a balanced pair at the start of `text`, and what follows. `{@link …}` is not one.
fn bracketed(text: &str, open: char, close: char) -> Option<(&str, &str)> {
    if !text.starts_with(open) || text.starts_with("{@") {
        return None;
    }
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return Some((text[1..at].trim(), &text[at + 1..]));
            }
        }
    }
    None
}

fn after_dash(text: &str) -> &str {
    let text = text.trim_start();
    text.strip_prefix(['-', ':', '\u{2013}', '\u{2014}']).unwrap_or(text).trim_start()
}
