//! Literals and their values.

use super::expression::bare;
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

const STRINGS: &[&str] =
    &["string", "string_literal", "interpreted_string_literal", "raw_string_literal", "template_string"];

const NUMBERS: &[&str] = &[
    "integer",
    "float",
    "number",
    "number_literal",
    "integer_literal",
    "float_literal",
    "int_literal",
    "decimal_integer_literal",
    "hex_integer_literal",
    "decimal_floating_point_literal",
];

const TRUE: &[&str] = &["true", "True"];
const FALSE: &[&str] = &["false", "False"];

/// Whether it is a string literal, filled in or not.
pub(crate) fn is_string(node: Node<'_>) -> bool {
    STRINGS.contains(&node.kind())
}

/// Whether it is a number, string, truth value or nothing, written out.
pub(crate) fn is_literal(node: Node<'_>) -> bool {
    let node = bare(node);
    number(node).is_some() || string(node).is_some() || boolean(node).is_some() || is_nothing(node) || is_char(node)
}

/// Whether it is the value that stands for no value.
pub(crate) fn is_nothing(node: Node<'_>) -> bool {
    matches!(node.kind(), "none" | "null" | "nil" | "undefined" | "null_literal" | "nullptr")
        || node.kind() == "identifier" && node.text() == "undefined"
}

/// The text of a string literal that is neither filled in nor escaped; `None` if it is not that plain.
pub(crate) fn string(node: Node<'_>) -> Option<&str> {
    if !is_string(node) {
        return None;
    }
    let plain = |child: &Node<'_>| !matches!(child.kind(), "interpolation" | "template_substitution");
    if !node.named_children().iter().all(plain) {
        return None;
    }
    let text = node.text();
    let raw = text.starts_with(['r', 'R']) || text.starts_with('`');
    let quoted = text.trim_start_matches(['r', 'R', 'b', 'B', 'u', 'U', '#', 'L', 'c']).trim_end_matches('#');
    let quote = quoted.chars().next().filter(|quote| matches!(quote, '"' | '\'' | '`'))?;
    let triple = [quote; 3].iter().collect::<String>();
    let mark = if quoted.len() >= 6 && quoted.starts_with(&triple) { triple.len() } else { 1 };
    let inner = quoted.get(mark..quoted.len().checked_sub(mark)?)?;
    (raw || !inner.contains('\\')).then_some(inner)
}

/// The value of a number that is written out, with its sign.
pub(crate) fn number(node: Node<'_>) -> Option<f64> {
    let node = bare(node);
    if matches!(node.kind(), "unary_operator" | "unary_expression") && node.text().starts_with('-') {
        let inner = node.field("argument").or_else(|| node.field("operand")).or_else(|| node.only_child())?;
        return unsigned(inner).map(|value| -value);
    }
    unsigned(node)
}

fn unsigned(node: Node<'_>) -> Option<f64> {
    if !NUMBERS.contains(&node.kind()) {
        return None;
    }
    let text = node.text().replace('_', "");
    if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return u32::from_str_radix(hex, 16).ok().map(f64::from);
    }
    let octal = text.len() > 1 && text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    if octal {
        return None;
    }
    let text = match node.tree().language() {
        Language::Rust => text.split(['i', 'u', 'f']).next().unwrap_or_default(),
        _ => text.trim_end_matches(['l', 'L', 'n', 'f', 'F', 'd', 'D', 'u', 'U']),
    };
    text.parse().ok()
}

fn is_char(node: Node<'_>) -> bool {
    matches!(node.kind(), "char_literal" | "rune_literal" | "character_literal")
}

/// The value of a truth value that is written out.
pub(crate) fn boolean(node: Node<'_>) -> Option<bool> {
    let named = matches!(node.kind(), "true" | "false" | "boolean_literal");
    match node.text() {
        text if named && TRUE.contains(&text) => Some(true),
        text if named && FALSE.contains(&text) => Some(false),
        _ => None,
    }
}

/// Whether a literal counts as true where its language asks for a condition; `None` if that is not known.
pub(crate) fn truth(node: Node<'_>) -> Option<bool> {
    let node = bare(node);
    if let Some(value) = boolean(node) {
        return Some(value);
    }
    let language = node.tree().language();
    let loose = matches!(language, Language::Python | Language::TypeScript | Language::Tsx | Language::JavaScript);
    if !loose && !matches!(language, Language::C | Language::Cpp) {
        return None;
    }
    if let Some(value) = number(node) {
        return Some(value != 0.0);
    }
    if !loose {
        return None;
    }
    if is_nothing(node) {
        return Some(false);
    }
    string(node).map(|text| !text.is_empty())
}
