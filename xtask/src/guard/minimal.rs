//! Edits that change what a text says by as little as possible.

use super::Edit;
use super::random::Random;

pub const EDITS: &[Edit] = &[
    ("digit", digit),
    ("unit", unit),
    ("negation put in", negation_in),
    ("negation taken out", negation_out),
    ("operator", operator),
    ("identifier", identifier),
    ("quantifier", quantifier),
];

/// A word of the text, in bytes.
type Place = (usize, usize);

/// All words: runs of letters, digits and underscores.
fn words(text: &str) -> Vec<Place> {
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
    let mut words = Vec::new();
    let mut start = None;
    for (at, sign) in text.char_indices().chain([(text.len(), ' ')]) {
        match (is_word(sign), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    words
}

fn replaced(text: &str, (from, to): Place, with: &str) -> String {
    [&text[..from], with, &text[to..]].concat()
}

/// One of the words that a table knows becomes what it says.
fn by_table(text: &str, table: &[(&str, &str)], random: &mut Random) -> Option<String> {
    let known = |place: &Place| {
        // What goes on behind an apostrophe is another word.
        if text[place.1..].starts_with(['\'', '’']) {
            return None;
        }
        let word = text[place.0..place.1].to_lowercase();
        let rows: Vec<&str> = table.iter().filter(|(one, _)| *one == word).map(|(_, other)| *other).collect();
        (!rows.is_empty()).then_some((*place, rows))
    };
    let (place, rows) = random.pick(words(text).iter().filter_map(known).collect())?;
    let with = random.one_of(&rows);
    Some(replaced(text, place, with))
}

/// A digit becomes another one.
fn digit(text: &str, random: &mut Random) -> Option<String> {
    let at =
        random.pick(text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()).map(|(at, _)| at).collect())?;
    let other = (b'0'..=b'9').filter(|digit| *digit != text.as_bytes()[at]).collect::<Vec<_>>();
    let other = char::from(*random.one_of(&other)).to_string();
    Some(replaced(text, (at, at + 1), &other))
}

#[rustfmt::skip]
const UNITS: &[(&str, &str)] = &[
    ("ms", "s"), ("seconds", "minutes"), ("second", "minute"), ("minutes", "hours"), ("minute", "hour"),
    ("hours", "days"), ("hour", "day"), ("days", "weeks"), ("day", "week"), ("months", "years"), ("years", "months"),
    ("kb", "mb"), ("mb", "gb"), ("gb", "mb"), ("kib", "mib"), ("mib", "gib"), ("bytes", "bits"), ("bytes", "kilobytes"),
    ("milliseconds", "seconds"), ("percent", "degrees"), ("km", "m"), ("kg", "g"), ("segundos", "minutos"),
    ("horas", "dias"), ("metros", "quilômetros"), ("minutos", "horas"), ("anos", "meses"), ("px", "em"), ("mhz", "ghz"),
];

/// A unit becomes another one: a word for one, or what stands behind a number.
fn unit(text: &str, random: &mut Random) -> Option<String> {
    let numbers =
        words(text).into_iter().filter(|place| text[place.0..place.1].bytes().all(|byte| byte.is_ascii_digit()));
    let followed = numbers.filter_map(|(_, end)| {
        let rest = text[end..].strip_prefix(' ').unwrap_or(&text[end..]);
        let start = text.len() - rest.len();
        rest.starts_with('%').then_some((start, start + 1))
    });
    match random.pick(followed.collect::<Vec<_>>()) {
        Some(place) if random.below(2) == 0 => Some(replaced(text, place, "‰")),
        _ => by_table(text, UNITS, random),
    }
}

#[rustfmt::skip]
const DENIED: &[(&str, &str)] = &[
    ("is", "is not"), ("are", "are not"), ("was", "was not"), ("can", "cannot"), ("will", "will not"), ("does", "does not"),
    ("has", "has no"), ("should", "should not"), ("must", "must not"), ("with", "without"), ("may", "may not"),
    ("é", "não é"), ("são", "não são"), ("pode", "não pode"), ("com", "sem"), ("always", "never"), ("if", "unless"),
    ("valid", "invalid"), ("enabled", "disabled"), ("known", "unknown"), ("possible", "impossible"), ("used", "unused"),
    ("safe", "unsafe"), ("include", "exclude"), ("allow", "deny"), ("and", "or"),
];

/// A statement is denied.
fn negation_in(text: &str, random: &mut Random) -> Option<String> {
    by_table(text, DENIED, random)
}

#[rustfmt::skip]
const AFFIRMED: &[(&str, &str)] = &[
    ("not", ""), ("never", "always"), ("never", ""), ("without", "with"), ("no", "a"), ("cannot", "can"), ("none", "all"),
    ("nothing", "something"), ("não", ""), ("nunca", "sempre"), ("sem", "com"), ("nem", "e"), ("neither", "either"),
    ("nor", "and"), ("unknown", "known"), ("unused", "used"), ("invalid", "valid"), ("nobody", "somebody"),
    ("unless", "if"), ("nenhum", "um"),
];

/// A denial goes.
fn negation_out(text: &str, random: &mut Random) -> Option<String> {
    by_table(text, AFFIRMED, random)
}

#[rustfmt::skip]
const OPERATORS: &[(&str, &str)] = &[
    ("===", "!=="), ("==", "!="), ("!=", "=="), ("<=", "<"), (">=", ">"), ("<=", ">="), (" < ", " > "), (" > ", " < "),
    (" < ", " <= "), ("&&", "||"), ("||", "&&"), (" + ", " - "), (" - ", " + "), (" * ", " / "), ("+=", "-="),
    ("++", "--"), ("<<", ">>"), (" and ", " or "), (" or ", " and "), ("≥", "≤"), ("≤", "≥"), (" & ", " | "), ("!", ""),
    (" % ", " / "), ("true", "false"), ("false", "true"), ("True", "False"), ("False", "True"),
];

/// An operator becomes another one, within code or as a word.
fn operator(text: &str, random: &mut Random) -> Option<String> {
    let rows = OPERATORS.iter().filter(|(one, _)| counts_as_operator(text, one)).collect::<Vec<_>>();
    let (one, other) = random.pick(rows)?;
    let places = text.match_indices(one).map(|(at, _)| at).filter(|at| is_operator(text, *at, one)).collect();
    let at = random.pick(places)?;
    Some(replaced(text, (at, at + one.len()), other))
}

fn counts_as_operator(text: &str, sign: &str) -> bool {
    text.match_indices(sign).any(|(at, _)| is_operator(text, at, sign))
}

/// A dash between words is none, `!` is one before a word alone, and a sign within a longer one is not the shorter one.
fn is_operator(text: &str, at: usize, sign: &str) -> bool {
    let (before, behind) = (text[..at].chars().next_back(), text[at + sign.len()..].chars().next());
    let line = &text[text[..at].rfind('\n').map_or(0, |start| start + 1)..];
    let line = line.split('\n').next().unwrap_or_default();
    let is_statement = line.trim_end().ends_with([';', '{', ')', ',']) || line.contains(" = ");
    let letters = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
    match sign {
        "!" => behind.is_some_and(char::is_alphabetic) && !letters(before) && !"[!".contains(before.unwrap_or(' ')),
        "true" | "false" | "True" | "False" => {
            !letters(before) && !letters(behind) && before != Some('_') && behind != Some('_')
        }
        " - " | " * " | " + " | " % " | " & " => is_statement && !line.trim_start().starts_with(['-', '*', '/', '#']),
        "++" | "<<" | "<=" | ">=" | "==" | "!=" => {
            !"=<>+".contains(before.unwrap_or(' ')) && !"=<>+".contains(behind.unwrap_or(' '))
        }
        _ => true,
    }
}

/// A name of code loses, gains or changes a letter.
fn identifier(text: &str, random: &mut Random) -> Option<String> {
    let is_name = |place: &Place| {
        let name = &text[place.0..place.1];
        let has_capital = name.chars().skip(1).any(char::is_uppercase) && name.chars().any(char::is_lowercase);
        let is_called = text[place.1..].starts_with('(');
        let in_code = text[..place.0].ends_with('`') && text[place.1..].starts_with('`');
        let starts = name.starts_with(|sign: char| sign.is_alphabetic() || sign == '_');
        starts && name.len() > 2 && (name.trim_matches('_').contains('_') || has_capital || is_called || in_code)
    };
    let place = random.pick(words(text).into_iter().filter(is_name).collect())?;
    let name = &text[place.0..place.1];
    let (at, last) = name.char_indices().next_back()?;
    let changed = match random.below(3) {
        0 => format!("{name}s"),
        1 if name.len() > 3 => name[..at].to_owned(),
        _ => format!("{}{}", &name[..at], if last == 'x' { 'y' } else { 'x' }),
    };
    Some(replaced(text, place, &changed))
}

#[rustfmt::skip]
const QUANTIFIERS: &[(&str, &str)] = &[
    ("all", "some"), ("all", "most"), ("every", "some"), ("each", "any"), ("any", "all"), ("some", "all"),
    ("always", "often"), ("always", "sometimes"), ("often", "always"), ("only", ""), ("most", "all"), ("many", "few"),
    ("few", "many"), ("several", "all"), ("both", "either"), ("must", "may"), ("may", "must"), ("least", "most"),
    ("most", "least"), ("more", "less"), ("less", "more"), ("todos", "alguns"), ("todas", "algumas"), ("cada", "algum"),
    ("sempre", "às vezes"), ("apenas", ""), ("exactly", "about"), ("two", "three"), ("one", "two"), ("three", "two"),
    ("first", "second"), ("once", "twice"), ("usually", "always"), ("never", "rarely"),
];

/// How many, how often or how surely becomes another one.
fn quantifier(text: &str, random: &mut Random) -> Option<String> {
    by_table(text, QUANTIFIERS, random)
}
