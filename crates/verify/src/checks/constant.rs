//! `constant_value`: a name is given a value.

use super::Outcome;
use crate::lexer::{Token, Zone, tokens_of, word_key};
use crate::scene::{Look, Scene, Side};
use crate::source::SourceFile;
use crate::subject::evidence;
use tribunal_domain::finding::{Claim, Expected};

/// Checks every place of the file where the name is given a value.
pub fn check(scene: &dyn Scene, claim: &Claim) -> Outcome {
    let name = claim.symbol.rsplit('.').next().unwrap_or_default();
    let path = scene.renamed(&claim.path).unwrap_or_else(|| claim.path.clone());
    let Look::File(file) = scene.look(Side::Head, &path) else { return Outcome::open("the file cannot be read") };
    if file.language().is_none() {
        return Outcome::open("the language is not known");
    }
    let wanted: Vec<u64> = tokens_of(claim.value.trim()).iter().map(|token| token.key).collect();
    let bare: Vec<u64> =
        tokens_of(claim.value.trim().trim_matches(['"', '\'', '`'])).iter().map(|token| token.key).collect();
    let given = values(&file, name);
    if given.is_empty() || wanted.is_empty() {
        return Outcome::open(format!("nothing here gives `{name}` a value"));
    }
    let quoted = |value: &[u64]| value.len() >= 2 && value[1..value.len() - 1] == bare;
    let equal = given.iter().find(|(_, value)| {
        *value == wanted || *value == bare || quoted(value) || same_number(&file, value, &claim.value)
    });
    let missing = claim.expected == Some(Expected::Missing);
    let first = &given[0];
    match (equal, missing) {
        (Some((line, _)), false) => {
            Outcome::holds(format!("`{name}` is given that value"), vec![evidence(&file, *line, *line, "given here")])
        }
        (Some((line, _)), true) => {
            Outcome::refuted(format!("`{name}` is given that value"), vec![evidence(&file, *line, *line, "given here")])
        }
        // A value that is computed may be equal after all.
        (None, false) if given.iter().all(|(_, value)| is_literal(value, &file, name)) => Outcome::refuted(
            format!("`{name}` is given another value"),
            vec![evidence(&file, first.0, first.0, "given here")],
        ),
        (None, _) => Outcome::open(format!("what `{name}` is worth cannot be told")),
    }
}

/// Lines and values of all assignments to a name.
fn values(file: &SourceFile, name: &str) -> Vec<(u32, Vec<u64>)> {
    let tokens = file.tokens();
    let text = |at: usize| tokens.get(at).map_or("", |token| file.token_text(token));
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.zone != Zone::Code || token.key != word_key(name) {
            continue;
        }
        let line = file.line_of(token.start as usize);
        if let Some(from) = assigned(&text, at) {
            found.push((line, value(file, tokens, from)));
        }
    }
    found
}

/// The token behind the `=`, if the name at a token is given a value; a type may stand between.
fn assigned<'t>(text: &impl Fn(usize) -> &'t str, at: usize) -> Option<usize> {
    let mut depth = 0_i32;
    for ix in at + 1..at + 17 {
        match text(ix) {
            "=" if depth <= 0
                && !matches!(text(ix + 1), "=" | ">")
                && (ix == at + 1
                    || !matches!(text(ix - 1), "=" | "!" | "<" | ">" | "+" | "-" | "*" | "/" | "|" | "&")) =>
            {
                return Some(ix + 1);
            }
            "" | ";" | "{" | "}" | "(" | ")" | "," | "." => return None,
            "<" | "[" => depth += 1,
            ">" | "]" => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The tokens of a value: up to the end of its line, or of the brackets it stands in.
fn value(file: &SourceFile, tokens: &[Token], from: usize) -> Vec<u64> {
    let Some(first) = tokens.get(from) else { return Vec::new() };
    let line = file.line_of(first.start as usize);
    let mut depth = 0_i32;
    let mut keys = Vec::new();
    for token in &tokens[from..] {
        let text = file.token_text(token);
        if token.zone == Zone::Code {
            match text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" if depth == 0 => break,
                ")" | "]" | "}" => depth -= 1,
                ";" | "," if depth == 0 => break,
                _ => {}
            }
        }
        if token.zone.is_remark() || depth == 0 && file.line_of(token.start as usize) > line {
            break;
        }
        keys.push(token.key);
    }
    keys
}

/// `1_000` and `1000` are one number.
fn same_number(file: &SourceFile, value: &[u64], said: &str) -> bool {
    let [only] = value else { return false };
    // Beyond this a fraction no longer tells neighbours apart.
    const EXACT: f64 = 9e15;
    let plain = |text: &str| text.replace('_', "").parse::<f64>().ok().filter(|number| number.abs() < EXACT);
    let written = file.tokens().iter().find(|token| token.key == *only).map(|token| file.token_text(token));
    written.and_then(plain).is_some_and(|number| plain(said).is_some_and(|said| (said - number).abs() < f64::EPSILON))
}

/// One word, a number with a sign or point, or a text: nothing that is computed.
fn is_literal(value: &[u64], file: &SourceFile, _name: &str) -> bool {
    let text =
        |key: u64| file.tokens().iter().find(|token| token.key == key).map_or("", |token| file.token_text(token));
    let words: Vec<&str> = value.iter().map(|key| text(*key)).collect();
    let number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let constant = |word: &str| matches!(word, "true" | "false" | "True" | "False" | "None" | "null" | "nil");
    match words.as_slice() {
        [word] => number(word) || constant(word),
        ["-", word] => number(word),
        [whole, ".", part] => number(whole) && number(part),
        [first, .., last] => {
            let quote = |word: &str| matches!(word, "\"" | "'" | "`");
            quote(first) && quote(last) && words[1..words.len() - 1].iter().all(|word| !quote(word))
        }
        [] => false,
    }
}
