//! Plain statements about definitions: what they do or lack, who uses them, what they are worth.
//!
//! Each reader looks for one phrase and for the name it is said of. A phrase with something behind it that narrows it
//! down ("not used in tests") is left alone, because what is said then is not what would be checked.

mod subject;
mod usage;

use super::concepts::{CONCEPTS, concept_at};
use super::names::bare_name;
use super::sentence::{Sentence, Word};
use super::{Said, about};
use subject::{Subject, subject_after, subject_before};
use tribunal_domain::finding::{Claim, ClaimKind, Expected};

/// Ways to say that something is not done; the subject stands before.
const DENIALS: &[&[&str]] = &[
    &["does", "not"],
    &["doesn't"],
    &["do", "not"],
    &["don't"],
    &["never"],
    &["lacks"],
    &["lack"],
    &["lacking"],
    &["has", "no"],
    &["have", "no"],
    &["is", "missing"],
    &["fails", "to"],
    &["contains", "no"],
    &["performs", "no"],
    &["missing"],
    &["does", "no"],
];

/// Words between a denial and what is denied that change nothing.
const FILLERS: &[&str] = &[
    "any",
    "the",
    "a",
    "an",
    "its",
    "input",
    "explicit",
    "to",
    "perform",
    "have",
    "include",
    "do",
    "implement",
    "contain",
];

/// Objects that are everything a function gets.
const GENERIC: &[&str] = &[
    "input",
    "inputs",
    "its",
    "argument",
    "arguments",
    "parameter",
    "parameters",
    "the",
    "user",
    "data",
    "any",
    "all",
    "anything",
    "at",
    "errors",
    "exceptions",
    "error",
    "for",
    "of",
    "in",
    "function",
    "method",
    "this",
    "it",
];

/// All statements of a sentence.
pub fn read(sentence: &Sentence, said: &Said<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    for at in 0..sentence.words.len() {
        claims.extend(behavior(sentence, said, at));
        claims.extend(call(sentence, said, at));
        claims.extend(usage::read(sentence, said, at));
        claims.extend(constant(sentence, said, at));
        claims.extend(measure(sentence, said, at));
        claims.extend(signature(sentence, said, at));
        claims.extend(existence(sentence, said, at));
        claims.extend(unreachable(sentence, said, at));
    }
    claims
}

/// The length of the phrase that starts at a word.
fn phrase(sentence: &Sentence, at: usize, phrases: &[&[&str]]) -> Option<usize> {
    let fitting = phrases.iter().filter(|phrase| sentence.reads(at, phrase));
    fitting.map(|phrase| phrase.len()).max()
}

/// "`save` does not validate its input", "`save` validates".
fn behavior(sentence: &Sentence, said: &Said<'_>, at: usize) -> Option<Claim> {
    let words = &sentence.words;
    if let Some(length) = phrase(sentence, at, DENIALS) {
        let from = skip(words, at + length, FILLERS);
        let subject = subject_before(words, at)?;
        if let Some(called) =
            words.get(from + 1).filter(|_| sentence.reads(from, &["call"])).filter(|word| word.is_name())
        {
            return Some(behaves(said, &subject, &bare_name(&called.text), "call", Expected::Missing));
        }
        if let Some(called) =
            words.get(at + 2).filter(|_| sentence.reads(at, &["never", "calls"])).filter(|word| word.is_name())
        {
            return Some(behaves(said, &subject, &bare_name(&called.text), "call", Expected::Missing));
        }
        let (concept, taken) = concept_at(words, from)?;
        if concept.verbs.is_empty() {
            return None;
        }
        let object = object(words, from + taken);
        return Some(behaves(said, &subject, concept.name, &object, Expected::Missing));
    }
    if sentence.reads(at, &["calls"]) && !denied(words, at) {
        let called = words.get(at + 1).filter(|word| word.is_name())?;
        let subject = subject_before(words, at)?;
        let without = words[at..].iter().any(|word| word.lower == "without");
        return (!without).then(|| behaves(said, &subject, &bare_name(&called.text), "call", Expected::Present));
    }
    let (concept, taken) = CONCEPTS.iter().find_map(|concept| {
        let phrase = concept.verbs.iter().find(|verb| sentence.reads(at, &verb.split(' ').collect::<Vec<_>>()))?;
        Some((concept, phrase.split(' ').count()))
    })?;
    let subject = subject_before(words, at).filter(|_| !denied(words, at))?;
    let object = object(words, at + taken);
    object.is_empty().then(|| behaves(said, &subject, concept.name, "", Expected::Present))
}

fn behaves(said: &Said<'_>, subject: &Subject, pattern: &str, value: &str, expected: Expected) -> Claim {
    let mut claim = about(said, ClaimKind::FunctionBehavior);
    claim.symbol.clone_from(&subject.name);
    pattern.clone_into(&mut claim.pattern);
    value.clone_into(&mut claim.value);
    claim.expected = Some(expected);
    claim
}

/// "`fetch` is called without a timeout".
fn call(sentence: &Sentence, said: &Said<'_>, at: usize) -> Option<Claim> {
    let words = &sentence.words;
    let passive = phrase(sentence, at, &[&["called", "without"], &["invoked", "without"]]);
    let active = phrase(sentence, at, &[&["calls"], &["calling"], &["call", "to"], &["calls", "to"], &["invokes"]]);
    let (subject, from) = if let Some(length) = passive {
        (subject_before(words, at)?, at + length)
    } else {
        let subject = subject_after(words, at + active?)?;
        let without = (subject.at + 1..words.len().min(subject.at + 4)).find(|ix| words[*ix].lower == "without")?;
        (subject, without + 1)
    };
    let from =
        skip(words, from, &["a", "an", "any", "the", "its", "passing", "specifying", "setting", "explicit", "proper"]);
    let first = words.get(from)?;
    let mut claim = about(said, ClaimKind::CallPattern);
    claim.symbol = subject.name;
    claim.expected = Some(Expected::Missing);
    match concept_at(words, from) {
        Some((concept, taken)) if !concept.verbs.is_empty() => {
            // "Called without checking the error of another one" is about that other one.
            let named = words[from + taken..].iter().take(5).any(Word::is_name);
            concept.name.clone_into(&mut claim.pattern);
            (!named).then_some(claim)
        }
        _ => {
            let ends = from + 1 == words.len() || first.breaks || argument_word(words.get(from + 1));
            claim.pattern = bare_name(&first.text);
            "argument".clone_into(&mut claim.value);
            (ends && (first.quoted || argument_word(words.get(from + 1))) && first.is_name()).then_some(claim)
        }
    }
}

fn argument_word(word: Option<&Word>) -> bool {
    word.is_some_and(|word| {
        ["argument", "parameter", "option", "keyword", "arguments", "parameters", "options"]
            .contains(&word.lower.as_str())
    })
}

/// "`LIMIT` is set to 5".
fn constant(sentence: &Sentence, said: &Said<'_>, at: usize) -> Option<Claim> {
    let words = &sentence.words;
    let length = phrase(
        sentence,
        at,
        &[
            &["is", "set", "to"],
            &["is", "hardcoded", "to"],
            &["is", "hard-coded", "to"],
            &["is", "hardcoded", "as"],
            &["is", "defined", "as"],
            &["is", "equal", "to"],
            &["equals"],
            &["has", "the", "value"],
            &["has", "value"],
            &["defaults", "to"],
            &["is"],
        ],
    )?;
    let value = words.get(at + length)?;
    let bare_is = length == 1 && words[at].lower == "is";
    let number = value.text.parse::<f64>().is_ok();
    // A number before a noun counts something: "is 3 lines long".
    let counts = !value.breaks
        && words.get(at + length + 1).is_some_and(|next| !next.quoted && next.lower.chars().all(char::is_alphabetic));
    let literal = value.quoted || number || ["true", "false", "none", "null", "nil"].contains(&value.lower.as_str());
    if !literal || bare_is && !number || number && counts {
        return None;
    }
    let subject = subject_before(words, at).filter(|subject| !subject.name.is_empty())?;
    let mut claim = about(said, ClaimKind::ConstantValue);
    claim.symbol = subject.name;
    claim.value.clone_from(&value.text);
    claim.expected = Some(Expected::Present);
    Some(claim)
}

/// "`run` has 9 parameters", "`run` has a cyclomatic complexity of 12".
fn measure(sentence: &Sentence, said: &Said<'_>, at: usize) -> Option<Claim> {
    let words = &sentence.words;
    let verb = phrase(sentence, at, &[&["has"], &["takes"], &["accepts"], &["is"], &["spans"]])?;
    let subject = subject_before(words, at)?;
    let from = skip(words, at + verb, &["a", "an", "the", "cyclomatic", "complexity", "of", "exactly"]);
    let number: u32 = words.get(from)?.text.parse().ok()?;
    let skipped = |name: &str| words[at..from].iter().any(|word| word.lower == name);
    let noun = words.get(from + 1).map(|word| word.lower.as_str()).unwrap_or_default();
    let what = match noun {
        _ if skipped("complexity") => "cyclomatic",
        "parameters" | "parameter" | "arguments" | "argument" | "params" => "parameters",
        "lines" => "lines",
        "statements" => "statements",
        _ => return None,
    };
    let mut claim = about(said, ClaimKind::Measure);
    claim.symbol = subject.name;
    what.clone_into(&mut claim.pattern);
    claim.value = number.to_string();
    Some(claim)
}

/// "`load` is async", "`load` takes a parameter `path`", "`load` returns `bool`".
fn signature(sentence: &Sentence, said: &Said<'_>, at: usize) -> Option<Claim> {
    let words = &sentence.words;
    let mut claim = about(said, ClaimKind::TypeOrSignature);
    claim.expected = Some(Expected::Present);
    let asynchronous: &[&[&str]] = &[&["is", "async"], &["is", "asynchronous"]];
    let synchronous: &[&[&str]] = &[&["is", "not", "async"], &["isn't", "async"], &["is", "synchronous"]];
    let takes: &[&[&str]] = &[
        &["takes", "a", "parameter"],
        &["has", "a", "parameter"],
        &["accepts", "a", "parameter"],
        &["accepts", "the", "parameter"],
        &["takes", "the", "parameter"],
    ];
    let lacks: &[&[&str]] = &[
        &["has", "no", "parameter"],
        &["does", "not", "take", "a", "parameter"],
        &["does", "not", "accept", "a", "parameter"],
        &["has", "no", "argument"],
    ];
    let next = |length: usize| words.get(at + length).filter(|word| word.is_name());
    let ends = |length: usize| words.get(at + length).is_none() || words[at + length - 1].breaks;
    if let Some(length) = phrase(sentence, at, asynchronous).filter(|length| ends(*length)) {
        let _ = length;
        "async".clone_into(&mut claim.value);
    } else if phrase(sentence, at, synchronous).is_some_and(ends) {
        "async".clone_into(&mut claim.value);
        claim.expected = Some(Expected::Missing);
    } else if let Some(name) = phrase(sentence, at, takes).and_then(next) {
        claim.pattern = bare_name(&name.text);
        "parameter".clone_into(&mut claim.value);
    } else if let Some(name) = phrase(sentence, at, lacks).and_then(next) {
        claim.pattern = bare_name(&name.text);
        "parameter".clone_into(&mut claim.value);
        claim.expected = Some(Expected::Missing);
    } else if sentence.reads(at, &["returns"]) && words.get(at + 1).is_some_and(|word| word.quoted) && ends(2) {
        claim.pattern.clone_from(&words[at + 1].text);
        "returns".clone_into(&mut claim.value);
    } else {
        return None;
    }
    claim.symbol = subject_before(words, at)?.name;
    Some(claim)
}

/// "`helper` is not defined", "`helper` does not exist".
fn existence(sentence: &Sentence, said: &Said<'_>, at: usize) -> Option<Claim> {
    let words = &sentence.words;
    let absent: &[&[&str]] = &[
        &["does", "not", "exist"],
        &["doesn't", "exist"],
        &["is", "not", "defined"],
        &["isn't", "defined"],
        &["is", "undefined"],
        &["is", "never", "defined"],
        &["is", "not", "declared"],
        &["is", "never", "declared"],
    ];
    let present: &[&[&str]] = &[&["is", "defined", "in"], &["exists", "in"]];
    let (length, expected) = match (phrase(sentence, at, absent), phrase(sentence, at, present)) {
        (Some(length), _) => (length, Expected::Missing),
        (None, Some(length)) if !sentence.paths().is_empty() => (length, Expected::Present),
        _ => return None,
    };
    let after = words.get(at + length);
    let free = after.is_none()
        || words[at + length - 1].breaks
        || expected == Expected::Present
        || anywhere(words, at + length);
    let subject = subject_before(words, at).filter(|subject| free && !subject.name.is_empty())?;
    let mut claim = about(said, ClaimKind::SymbolExists);
    claim.symbol = subject.name;
    claim.expected = Some(expected);
    Some(claim)
}

/// "The code after the return is unreachable".
fn unreachable(sentence: &Sentence, said: &Said<'_>, at: usize) -> Option<Claim> {
    let words = &sentence.words;
    phrase(
        sentence,
        at,
        &[&["unreachable"], &["never", "reached"], &["never", "executed"], &["dead", "code", "after"]],
    )?;
    let code = ["code", "line", "statement", "lines", "statements", "block"];
    let after = ["return", "raise", "throw", "break", "continue", "panic"];
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.lower.as_str()));
    (has(&code) && !denied(words, at)).then(|| {
        let mut claim = about(said, ClaimKind::Unreachable);
        if has(&after) {
            "after a jump".clone_into(&mut claim.value);
        }
        claim
    })
}

fn denied(words: &[Word], at: usize) -> bool {
    words[at.saturating_sub(3)..at].iter().any(|word| super::line::is_denial(&word.lower))
}

fn skip(words: &[Word], from: usize, fillers: &[&str]) -> usize {
    let skipped =
        words[from.min(words.len())..].iter().take_while(|word| !word.quoted && fillers.contains(&word.lower.as_str()));
    from + skipped.count()
}

/// What follows a concept and narrows it down; empty if that is all a function gets.
fn object(words: &[Word], from: usize) -> String {
    let before_breaks = from > 0 && words[from - 1].breaks;
    if before_breaks || from >= words.len() {
        return String::new();
    }
    let end = (from..words.len()).find(|ix| words[*ix].breaks).map_or(words.len(), |ix| ix + 1);
    let narrow: Vec<_> =
        words[from..end].iter().filter(|word| word.quoted || !GENERIC.contains(&word.lower.as_str())).collect();
    narrow.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Whether what follows says that everywhere is meant.
fn anywhere(words: &[Word], from: usize) -> bool {
    let rest: Vec<&str> = words[from..].iter().take(3).map(|word| word.lower.as_str()).collect();
    matches!(
        rest.as_slice(),
        ["anywhere", ..]
            | ["in", "the" | "this", "code" | "codebase" | "file" | "module" | "project" | "repository" | "program"]
            | ["by", "any" | "anything", ..]
    )
}
