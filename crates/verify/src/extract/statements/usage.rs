//! Who uses a definition, tests it, explains it: "`helper` is never used", "no tests for `parse`".

use super::super::sentence::Sentence;
use super::super::{Said, about};
use super::subject::{Subject, subject_after, subject_before};
use super::{anywhere, denied, phrase};
use tribunal_domain::finding::{Claim, ClaimKind, Expected};

const UNUSED: &[&[&str]] = &[
    &["unused"],
    &["not", "used"],
    &["never", "used"],
    &["never", "called"],
    &["never", "referenced"],
    &["not", "referenced"],
    &["no", "longer", "used"],
    &["isn't", "used"],
    &["aren't", "used"],
    &["not", "called"],
    &["never", "read"],
    &["never", "invoked"],
    &["not", "used", "anywhere"],
    &["not", "called", "anywhere"],
    &["never", "accessed"],
    &["dead", "code"],
];

const UNTESTED: &[&[&str]] = &[
    &["has", "no", "tests"],
    &["has", "no", "test"],
    &["has", "no", "unit", "tests"],
    &["is", "untested"],
    &["is", "not", "tested"],
    &["isn't", "tested"],
    &["lacks", "tests"],
    &["lacks", "unit", "tests"],
    &["lacks", "test", "coverage"],
    &["has", "no", "test", "coverage"],
    &["is", "not", "covered", "by", "tests"],
    &["is", "not", "covered", "by", "any", "test"],
];

const UNTESTED_BEFORE: &[&[&str]] = &[
    &["no", "tests", "for"],
    &["no", "test", "for"],
    &["no", "unit", "tests", "for"],
    &["missing", "tests", "for"],
    &["no", "tests", "cover"],
    &["no", "test", "covers"],
];

const UNDOCUMENTED: &[&[&str]] = &[
    &["has", "no", "docstring"],
    &["has", "no", "documentation"],
    &["has", "no", "doc", "comment"],
    &["lacks", "a", "docstring"],
    &["lacks", "documentation"],
    &["lacks", "a", "doc", "comment"],
    &["is", "missing", "a", "docstring"],
    &["is", "missing", "documentation"],
    &["is", "undocumented"],
    &["is", "not", "documented"],
    &["has", "no", "jsdoc"],
    &["lacks", "docstring"],
    &["has", "no", "javadoc"],
];

const UNDOCUMENTED_BEFORE: &[&[&str]] = &[
    &["missing", "docstring", "for"],
    &["missing", "docstring", "in"],
    &["missing", "documentation", "for"],
    &["no", "docstring", "for"],
    &["no", "documentation", "for"],
];

/// Reads the statement at a word.
pub fn read(sentence: &Sentence, said: &Said<'_>, at: usize) -> Option<Claim> {
    unused(sentence, said, at)
        .or_else(|| lacks(sentence, said, at, ClaimKind::MissingTest, UNTESTED, UNTESTED_BEFORE))
        .or_else(|| lacks(sentence, said, at, ClaimKind::MissingDoc, UNDOCUMENTED, UNDOCUMENTED_BEFORE))
}

fn unused(sentence: &Sentence, said: &Said<'_>, at: usize) -> Option<Claim> {
    let words = &sentence.words;
    let length = phrase(sentence, at, UNUSED)?;
    let after = at + length;
    let free =
        after >= words.len() || words[after - 1].breaks || anywhere(words, after) || sentence.reads(after, &["and"]);
    if free && !(words[at].lower == "unused" && denied(words, at)) {
        let subject = subject_before(words, at)?;
        let imported = words[subject.at..at].iter().any(|word| word.lower == "imported");
        return claim(said, subject, imported);
    }
    // "Unused import `os`": the name stands behind.
    let subject = (words[at].lower == "unused" && !denied(words, at)).then(|| subject_after(words, after)).flatten()?;
    let end = subject.at + 1;
    let free = end >= words.len()
        || words[subject.at].breaks
        || ["in", "at", "on", "from"].contains(&words[end].lower.as_str());
    if subject.noun.is_some() && free { claim(said, subject, false) } else { None }
}

fn claim(said: &Said<'_>, subject: Subject, imported: bool) -> Option<Claim> {
    if subject.name.is_empty() {
        return None;
    }
    let noun = subject.noun.as_deref();
    if imported || noun == Some("import") {
        let mut claim = about(said, ClaimKind::ImportUnused);
        claim.symbol = subject.name;
        return Some(claim);
    }
    let mut claim = about(said, ClaimKind::SymbolUnused);
    match noun {
        Some("parameter" | "argument") => {
            claim.pattern = subject.name;
            "parameter".clone_into(&mut claim.value);
        }
        Some("variable") => {
            claim.pattern = subject.name;
            "local".clone_into(&mut claim.value);
        }
        _ => claim.symbol = subject.name,
    }
    Some(claim)
}

fn lacks(
    sentence: &Sentence,
    said: &Said<'_>,
    at: usize,
    kind: ClaimKind,
    behind: &[&[&str]],
    before: &[&[&str]],
) -> Option<Claim> {
    let words = &sentence.words;
    let subject = match (phrase(sentence, at, behind), phrase(sentence, at, before)) {
        (Some(length), _) => {
            let end = at + length;
            // "Has no tests for empty input" is about the input.
            let free =
                end >= words.len() || words[end - 1].breaks || sentence.reads(end, &["and"]) || anywhere(words, end);
            subject_before(words, at).filter(|_| free)?
        }
        (None, Some(length)) => subject_after(words, at + length)?,
        (None, None) => return None,
    };
    let mut claim = about(said, kind);
    claim.symbol = subject.name;
    claim.expected = Some(Expected::Missing);
    Some(claim)
}
