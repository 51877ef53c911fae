//! `import_unused`: nothing uses an imported name.

use super::Outcome;
use crate::lexer::{Kind, Zone};
use crate::scene::{Look, Scene, Side};
use crate::subject::evidence;
use tribunal_domain::Language;
use tribunal_domain::finding::Claim;

/// Checks the claim on the words of the file outside of its imports.
pub fn check(scene: &dyn Scene, claim: &Claim) -> Outcome {
    let path = scene.renamed(&claim.path).unwrap_or_else(|| claim.path.clone());
    let Look::File(file) = scene.look(Side::Head, &path) else { return Outcome::open("the file cannot be read") };
    let Some(facts) = scene.facts(Side::Head, &path) else { return Outcome::open("the language is not known") };
    let written = claim.symbol.as_str();
    let last = written.rsplit(['.', '/', ':']).next().unwrap_or(written);
    let first = written.split('.').next().unwrap_or(written);
    let names = facts.imports.iter().flat_map(|import| {
        let specifier = facts.text(import.specifier);
        import.names.iter().filter_map(move |name| Some((import, specifier, name.local?)))
    });
    let fits =
        |local: &str, specifier: &str| local == last || local == written || specifier == written && local == first;
    let Some((import, _, local)) = names.into_iter().find(|(_, specifier, local)| fits(facts.text(*local), specifier))
    else {
        return not_imported(scene, claim, &file, last);
    };
    let local = facts.text(local);
    if import.reexport {
        return Outcome::open(format!("`{local}` is offered to other files"));
    }
    let spans: Vec<(u32, u32)> =
        facts.imports.iter().map(|import| (import.span.start.line, import.span.end.line)).collect();
    let mut spelled = false;
    for (at, token) in file.tokens().iter().enumerate() {
        if token.kind != Kind::Word || token.zone.is_remark() || file.token_text(token) != local {
            continue;
        }
        let line = file.line_of(token.start as usize);
        if spans.iter().any(|(first, last)| *first <= line && line <= *last) {
            continue;
        }
        if token.zone == Zone::Text {
            spelled = true;
            continue;
        }
        let member = at > 0 && file.token_text(&file.tokens()[at - 1]) == ".";
        if member {
            continue;
        }
        return Outcome::refuted(format!("`{local}` is used"), vec![evidence(&file, line, line, "used here")]);
    }
    let package = String::from_utf8_lossy(path.file_name()).starts_with("__init__");
    // Traits and extension functions work without being named.
    let silent = matches!(
        file.language(),
        Some(
            Language::Rust
                | Language::Kotlin
                | Language::CSharp
                | Language::Ruby
                | Language::Php
                | Language::C
                | Language::Cpp
        )
    );
    if spelled || package || silent && local.starts_with(char::is_uppercase) || import.star {
        return Outcome::open(format!("`{local}` is not named, but may be used all the same"));
    }
    let line = import.span.start.line;
    Outcome::holds(format!("nothing uses `{local}`"), vec![evidence(&file, line, import.span.end.line, "the import")])
}

/// A name that no import brings: on neither side.
fn not_imported(scene: &dyn Scene, claim: &Claim, file: &crate::source::SourceFile, name: &str) -> Outcome {
    let named = |side: Side| {
        let file = scene.look(side, &claim.path).file();
        file.is_some_and(|file| {
            file.tokens().iter().any(|token| token.kind == Kind::Word && file.token_text(token) == name)
        })
    };
    if named(Side::Head) || scene.has_base() && named(Side::Base) {
        return Outcome::open(format!("`{name}` is named, and no import that is understood brings it"));
    }
    let line = claim.line.unwrap_or(1).clamp(1, file.lines().max(1));
    Outcome::refuted(format!("nothing imports `{name}` here"), vec![evidence(file, line, line, "what stands there")])
}
