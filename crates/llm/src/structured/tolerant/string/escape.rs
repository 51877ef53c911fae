//! What stands behind a backslash.

use crate::structured::Repair;

/// What U+FFFD stands for: half of a pair that lost the other.
const LONE_SURROGATE: char = char::REPLACEMENT_CHARACTER;

/// Reads the escape at the start of the text into `to`; its length and what was repaired, or none if the text ends in it.
///
/// An escape that nobody defines keeps its backslash: it is most often one of a regular expression or a path.
pub(super) fn read(text: &str, to: &mut String) -> Option<(usize, Option<Repair>)> {
    let sign = text[1..].chars().next()?;
    let plain = match sign {
        '"' | '\\' | '/' => sign,
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => return read_unicode(text, to),
        '\'' | '`' => {
            to.push(sign);
            return Some((2, Some(Repair::Escape)));
        }
        'x' => return Some(read_byte(text, to)),
        _ => return Some(keep(sign, to)),
    };
    to.push(plain);
    Some((2, None))
}

fn keep(sign: char, to: &mut String) -> (usize, Option<Repair>) {
    to.extend(['\\', sign]);
    (1 + sign.len_utf8(), Some(Repair::Escape))
}

fn read_byte(text: &str, to: &mut String) -> (usize, Option<Repair>) {
    match hex(text, 2, 2).and_then(char::from_u32) {
        Some(sign) => {
            to.push(sign);
            (4, Some(Repair::Escape))
        }
        None => keep('x', to),
    }
}

fn read_unicode(text: &str, to: &mut String) -> Option<(usize, Option<Repair>)> {
    let Some(first) = hex(text, 2, 4) else {
        return if text.len() < 6 { None } else { Some(keep('u', to)) };
    };
    if let Some(sign) = char::from_u32(first) {
        to.push(sign);
        return Some((6, None));
    }
    let second = if text[6..].starts_with("\\u") { hex(text, 8, 4) } else { None };
    if let Some(second) = second.filter(|second| first < 0xdc00 && (0xdc00..0xe000).contains(second)) {
        let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
        to.push(char::from_u32(code).unwrap_or(LONE_SURROGATE));
        return Some((12, None));
    }
    to.push(LONE_SURROGATE);
    Some((6, Some(Repair::Escape)))
}

fn hex(text: &str, at: usize, digits: usize) -> Option<u32> {
    let digits = text.get(at..at + digits)?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex.then(|| u32::from_str_radix(digits, 16).ok()).flatten()
}

/// The text as it was before its quotes were escaped, up to a quote that is not; and where that is.
pub(in crate::structured) fn unescape(text: &str) -> (String, usize) {
    let (mut plain, mut at) = (String::new(), 0);
    while let Some(sign) = text[at..].chars().next() {
        if sign == '"' {
            break;
        }
        let escape = if sign == '\\' { read(&text[at..], &mut plain) } else { None };
        if let Some((length, _)) = escape {
            at += length;
        } else {
            plain.push(sign);
            at += sign.len_utf8();
        }
    }
    (plain, at)
}
