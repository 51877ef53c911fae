//! What stands between two blanks in prose: a number, a name, an operator or words.

use crate::identifiers::{is_written_without_spaces, pairs};
use crate::prose::fold;

/// A piece of a chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// A number as written.
    Number(String),
    /// What stands right behind or before a number: letters or a sign.
    Unit(String),
    /// A name that is compared as it is written.
    Name(&'a str),
    /// An operator.
    Operator(&'a str),
    /// What stands in writing that is not Latin.
    Foreign(&'a str),
    /// A word, folded, and whether it begins with a capital.
    Word(String, bool),
}

/// Signs around a chunk that say nothing of it.
const AROUND: &[char] = &[
    '(', ')', '[', ']', '{', '}', '"', '\'', '“', '”', '‘', '’', '«', '»', '*', ',', ';', ':', '!', '?', '.', '…', '`',
    '„', '—', '–', '、', '。', '，', '？', '！',
];

/// Signs between words that say nothing of them.
const BETWEEN: &[char] = &[',', ';', '—', '–', '…', '"', '“', '”', '«', '»', '!', '?', '、', '。', '，', '？', '！'];

/// Signs that make a comparison with the number or name behind them.
const COMPARING: &[char] = &['<', '>', '=', '≤', '≥', '≠', '~', '±', '≈'];

const CURRENCIES: &[char] = &['$', '€', '£', '¥', '₹', '₽'];

/// Whether a chunk has nothing but signs of which one may be an operator.
pub(super) fn is_operator(chunk: &str) -> bool {
    !chunk.is_empty() && chunk.chars().all(|sign| "+-*/%=<>!&|^~:±×÷≤≥≠≈∧∨¬→←⇒⇐↔?–—".contains(sign))
}

/// A sign that says something by itself: a tick, an arrow, a face. Minus signs belong to their numbers.
fn is_symbol(sign: char) -> bool {
    let is_mark = matches!(sign, '\u{2212}' | '\u{3000}'..='\u{303f}' | '\u{fe00}'..='\u{fe0f}' | '\u{ff00}'..='\u{ff65}' | '\u{feff}');
    sign >= '\u{2190}' && !sign.is_alphanumeric() && !sign.is_whitespace() && !is_mark
}

/// Gives the pieces of a chunk.
pub(super) fn pieces<'a>(chunk: &'a str, give: &mut dyn FnMut(Piece<'a>)) {
    if !chunk.is_ascii() {
        let symbols = chunk.char_indices().filter(|(_, sign)| is_symbol(*sign));
        symbols.for_each(|(at, sign)| give(Piece::Operator(&chunk[at..at + sign.len_utf8()])));
    }
    parts(chunk, give);
}

fn parts<'a>(chunk: &'a str, give: &mut dyn FnMut(Piece<'a>)) {
    // A link: its text and where it leads.
    if let Some((text, target)) = chunk.split_once("](") {
        parts(text, give);
        return give(Piece::Name(target.trim_end_matches(AROUND)));
    }
    let start = chunk.trim_start_matches(|sign| AROUND.contains(&sign) && sign != '!');
    let denied = start.strip_prefix(['!', '¬']);
    if denied.is_some_and(|denied| denied.starts_with(|next: char| next.is_alphabetic() || next == '(')) {
        give(Piece::Operator("!"));
    }
    let bare = chunk.trim_matches(AROUND);
    if bare.is_empty() {
        return;
    }
    if chunk.contains("()") || is_joined(chunk) {
        return give(Piece::Name(chunk.trim_matches(|sign| AROUND.contains(&sign) && !"()[]".contains(sign))));
    }
    let mut from = 0;
    for (at, sign) in bare.char_indices() {
        if BETWEEN.contains(&sign) && !is_within_number(bare, at, sign) {
            single(&bare[from..at], give);
            from = at + sign.len_utf8();
        }
    }
    single(&bare[from..], give);
}

/// A bracket right behind a word, as in a call or an index.
fn is_joined(chunk: &str) -> bool {
    chunk.char_indices().any(|(at, sign)| {
        matches!(sign, '(' | '[' | '{')
            && chunk[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_')
    })
}

fn is_within_number(bare: &str, at: usize, sign: char) -> bool {
    let digit = |sign: char| sign.is_numeric();
    matches!(sign, ',' | '–') && bare[..at].ends_with(digit) && bare[at + sign.len_utf8()..].starts_with(digit)
}

fn single<'a>(part: &'a str, give: &mut dyn FnMut(Piece<'a>)) {
    let part = part.trim_matches(AROUND);
    let compared = part.trim_start_matches(COMPARING);
    if compared.len() < part.len() && !compared.is_empty() && !part.ends_with('>') {
        give(Piece::Operator(&part[..part.len() - compared.len()]));
        return single(compared, give);
    }
    if part.is_empty() {
    } else if part.contains(char::is_numeric) {
        numeric(part, give);
    } else if is_name(part) {
        give(Piece::Name(part));
    } else {
        words(part, give);
    }
}

/// A number with what stands around it, or a name with digits.
fn numeric<'a>(part: &'a str, give: &mut dyn FnMut(Piece<'a>)) {
    let valued = part.trim_start_matches(CURRENCIES);
    let signed = valued.trim_start_matches(['+', '-', '−']);
    let is_inner = |at: usize, sign: char| {
        let between =
            signed[..at].ends_with(char::is_numeric) && signed[at + sign.len_utf8()..].starts_with(char::is_numeric);
        ".,:/_-–'’".contains(sign) && between
    };
    let core = signed.char_indices().find(|(at, sign)| !sign.is_numeric() && !is_inner(*at, *sign));
    let core = core.map_or(signed.len(), |(at, _)| at);
    if core == 0 {
        return if has_foreign(part) { foreign(part, give) } else { give(Piece::Name(part)) };
    }
    let behind = &signed[core..];
    let word = behind.trim_start_matches('-');
    let is_unit = behind.is_empty() || behind.chars().all(|sign| "%‰°'\"".contains(sign) || CURRENCIES.contains(&sign));
    let is_word = !word.is_empty() && word.chars().all(char::is_alphabetic);
    if !is_unit && !is_word && !behind.starts_with('°') {
        return if has_foreign(part) { foreign(part, give) } else { give(Piece::Name(part)) };
    }
    if valued.len() < part.len() {
        give(Piece::Unit(part[..part.len() - valued.len()].to_owned()));
    }
    let number = &valued[..valued.len() - behind.len()];
    give(Piece::Number(number.replace(['–', '−'], "-")));
    if has_foreign(word) {
        foreign(word, give);
    } else if is_word {
        give(Piece::Unit(folded(word)));
    } else if !behind.is_empty() {
        give(Piece::Unit(behind.to_owned()));
    }
}

fn foreign<'a>(part: &'a str, give: &mut dyn FnMut(Piece<'a>)) {
    pairs(part).for_each(|pair| give(Piece::Foreign(pair)));
}

/// Whether a part without digits is a name as code, files and addresses have them.
fn is_name(part: &str) -> bool {
    let word = |sign: char| sign.is_alphanumeric();
    let joins = |sign: char, at: usize| part[..at].ends_with(word) && part[at + sign.len_utf8()..].starts_with(word);
    let mut before = ' ';
    let mut capitals = 0;
    for (at, sign) in part.char_indices() {
        let is_sign = match sign {
            '_' | '@' | '\\' | '#' | '$' | '=' | '<' | '>' | '&' | '|' | '^' | '+' | '%' | '~' => true,
            '.' | '/' | '*' | ':' => joins(sign, at) || part[at..].starts_with("::") || part[at..].starts_with("://"),
            '-' => at == 0 || part.ends_with("--") || is_minus(part, at),
            _ => before.is_lowercase() && sign.is_uppercase(),
        };
        if is_sign {
            return true;
        }
        capitals += usize::from(sign.is_uppercase());
        before = sign;
    }
    // Letters that stand for something: `HTTP`, `URLs`, `SQLAlchemy`; a word that is shouted is the word.
    capitals >= 2 && super::vocabulary::critical_word(&folded(part)).is_none()
}

/// `a-b`, where single letters stand for values; a hyphen joins longer words.
fn is_minus(part: &str, at: usize) -> bool {
    let alone = |side: &str| side.chars().count() == 1;
    alone(&part[..at]) && alone(&part[at + 1..])
}

/// Words, with the `n't` of a word apart.
fn words<'a>(part: &'a str, give: &mut dyn FnMut(Piece<'a>)) {
    let is_letter = |sign: char| sign.is_alphabetic() || matches!(sign, '\u{300}'..='\u{36f}');
    let mut rest = part;
    while let Some(start) = rest.find(is_letter) {
        let end = rest[start..].find(|sign| !is_letter(sign)).map_or(rest.len(), |length| start + length);
        let word = &rest[start..end];
        let behind = &rest[end..];
        let denial = behind.strip_prefix(['\'', '’']).and_then(|t| t.strip_prefix(['t', 'T']));
        let denial = denial.filter(|rest| !rest.starts_with(is_letter));
        if has_foreign(word) {
            give_foreign(word, give);
        } else if let Some(after) = denial {
            // The `n` of `don't` belongs to the denial; what denies by itself stays whole.
            let stem = folded(word);
            let denies_already = super::vocabulary::critical_word(&stem).is_some();
            let word = stem.strip_suffix('n').filter(|_| !denies_already).unwrap_or(&stem).to_owned();
            give(Piece::Word(word, false));
            give(Piece::Word("not".to_owned(), false));
            rest = after;
            continue;
        } else {
            give(Piece::Word(folded(word), word.starts_with(char::is_uppercase)));
        }
        rest = behind;
    }
}

/// Pairs of characters where words have no spaces between them, whole words elsewhere.
fn give_foreign<'a>(word: &'a str, give: &mut dyn FnMut(Piece<'a>)) {
    if word.chars().any(is_written_without_spaces) {
        foreign(word, give);
    } else {
        give(Piece::Foreign(word));
    }
}

/// Whether a word has letters beyond the Latin ones.
fn has_foreign(word: &str) -> bool {
    let is_latin = |sign: char| sign < '\u{250}' || matches!(sign, '\u{1e00}'..='\u{1eff}');
    word.chars().any(|sign| sign.is_alphabetic() && !is_latin(sign) && !matches!(sign, 'µ' | 'μ'))
}

pub(super) fn folded(word: &str) -> String {
    let mut text = String::with_capacity(word.len());
    fold(word, &mut text);
    text
}
