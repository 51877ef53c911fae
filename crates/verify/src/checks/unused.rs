//! `symbol_unused`: nothing uses a definition, a parameter or a local variable.

use super::{Outcome, read};
use crate::lexer::{Kind, Zone};
use crate::scene::{Scene, Side, UsePlace, Uses};
use crate::source::SourceFile;
use crate::subject::{Found, Subject, enclosing, evidence, subject_of};
use tribunal_domain::facts::{Export, ExportSource, Role, SymbolFlags, SymbolKind};
use tribunal_domain::finding::{Claim, Evidence};

/// Uses that are shown.
const SHOWN: usize = 3;

/// Checks the claim: resolved uses across the repository, or the tokens of the function for what lives there.
pub fn check(scene: &dyn Scene, claim: &Claim) -> Outcome {
    if matches!(claim.value.as_str(), "local" | "parameter") && !claim.pattern.is_empty() {
        return inside(scene, claim);
    }
    if claim.symbol.is_empty() {
        return Outcome::open("whether a whole file is used is not checked here");
    }
    let subject = match subject_of(scene, claim) {
        Found::One(subject) if subject.side == Side::Head => subject,
        Found::One(_) => return Outcome::open(format!("`{}` was there only before the change", claim.symbol)),
        Found::Several => return Outcome::open(format!("several definitions are called `{}`", claim.symbol)),
        Found::Unknown(why) => return not_defined(scene, claim, why),
    };
    let Some(uses) = scene.uses(subject.file.path(), subject.symbol) else {
        return Outcome::open("who uses it cannot be known here");
    };
    let outside_only = claim.value == "outside its file";
    let counts = |one: &&UsePlace| {
        let own = one.path == *subject.file.path();
        let recursive = own && (one.within == Some(subject.symbol) || within(&subject, one));
        // Where it is defined it is also given its value.
        let defines = own && one.role == Role::Write && one.line == subject.definition().name_at.line;
        let other = recursive || defines || own && (outside_only || offers(&subject, one.line));
        one.role != Role::Import && one.role != Role::Define && !other
    };
    let (written, certain): (Vec<_>, Vec<_>) =
        uses.certain.iter().filter(counts).partition(|one| one.role == Role::Write);
    if !certain.is_empty() {
        let shown = certain.iter().take(SHOWN).map(|one| used(scene, one)).collect();
        return Outcome::refuted(format!("`{}` is used in {} places", subject.name(), certain.len()), shown);
    }
    // What is given a value that nobody asks for is not used, and is not left alone either.
    if !written.is_empty() {
        return Outcome::open(format!("`{}` is written in {} places and never read", subject.name(), written.len()));
    }
    let possible = uses.possible.iter().filter(counts).count();
    let overrides = !outside_only && subject.definition().flags.has(SymbolFlags::OVERRIDE);
    match doubt_of(&subject, &uses, possible, overrides) {
        Some(doubt) => Outcome::open(format!("no certain use of `{}` was found, but {doubt}", subject.name())),
        None => Outcome::holds(format!("nothing uses `{}`", subject.name()), vec![subject.evidence("the definition")]),
    }
}

/// Why a definition may be used though nothing certain shows it.
fn doubt_of(subject: &Subject, uses: &Uses, possible: usize, overrides: bool) -> Option<String> {
    let imported = uses.certain.iter().any(|one| one.role == Role::Import && one.path != *subject.file.path());
    if let Some(entry) = &uses.entry {
        Some(format!("it is used from outside: {entry}"))
    } else if possible > 0 {
        Some(format!("{possible} uses may mean it"))
    } else if imported {
        Some("it is imported elsewhere".to_owned())
    } else if uses.spelled {
        Some("its name is spelled in strings or names that could not be settled".to_owned())
    } else if uses.partial {
        Some("not every file could be looked at".to_owned())
    } else if overrides {
        Some("it overrides another".to_owned())
    } else {
        None
    }
}

/// Whether a line does no more than offer the definition to other files: `export { a }`, `export default a`.
fn offers(subject: &Subject, line: u32) -> bool {
    let own = subject.name();
    let named = |export: &Export| {
        export.position.line == line
            && matches!(export.source, ExportSource::Local(name) if subject.facts.text(name) == own)
    };
    let text = subject.file.line(line).unwrap_or_default();
    let by_default = text.trim().strip_prefix("export default").map(|rest| rest.trim().trim_end_matches(';'));
    subject.facts.exports.iter().any(named) || by_default == Some(own.as_str())
}

/// Whether a use stands inside of the definition.
fn within(subject: &Subject, one: &UsePlace) -> bool {
    let (first, last) = subject.lines();
    let class = matches!(
        subject.definition().kind,
        SymbolKind::Class | SymbolKind::Struct | SymbolKind::Interface | SymbolKind::Enum
    );
    class && first <= one.line && one.line <= last
}

fn used(scene: &dyn Scene, one: &UsePlace) -> Evidence {
    let quote = scene.look(Side::Head, &one.path).file().and_then(|file| file.line(one.line).map(str::to_owned));
    Evidence {
        path: one.path.clone(),
        start_line: one.line,
        end_line: one.line,
        quote: quote.unwrap_or_default(),
        note: "used here".to_owned(),
    }
}

/// A name that is no definition: a local, a parameter or an import.
fn not_defined(scene: &dyn Scene, claim: &Claim, why: String) -> Outcome {
    let Some(facts) = scene.facts(Side::Head, &claim.path) else { return Outcome::open(why) };
    let name = claim.symbol.as_str();
    let imports = facts.imports.iter().flat_map(|import| &import.names);
    if imports.into_iter().any(|one| one.local.is_some_and(|local| facts.text(local) == name)) {
        return super::unused_import::check(scene, claim);
    }
    if facts.bindings.iter().any(|binding| facts.text(binding.name) == name) {
        return inside(scene, &Claim { pattern: name.to_owned(), value: "local".to_owned(), ..claim.clone() });
    }
    Outcome::open(why)
}

/// A parameter or local of the function at the line: every word of the function counts.
fn inside(scene: &dyn Scene, claim: &Claim) -> Outcome {
    let (file, facts) = match read(scene, &claim.path) {
        Ok(read) => read,
        Err(why) => return Outcome::open(why),
    };
    let named = crate::subject::symbols_named(&facts, &claim.symbol);
    let line = claim.line.unwrap_or(0);
    let function = if let ([only], false) = (named.as_slice(), claim.symbol.is_empty() || claim.symbol == claim.pattern)
    {
        Some(*only)
    } else {
        enclosing(&facts, line)
    };
    let (first, last) = match function {
        Some(ix) => (facts.symbol(ix).span.start.line, facts.symbol(ix).span.end.line),
        // At the level of the file its name may be used from elsewhere.
        None => return Outcome::open("no function stands at the line"),
    };
    let name = claim.pattern.as_str();
    let (mut declared, mut read, mut spelled) = (None, None, false);
    let tokens = file.tokens_between(first, last);
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Word || token.zone.is_remark() {
            continue;
        }
        if file.token_text(token) != name {
            continue;
        }
        if token.zone == Zone::Text {
            spelled = true;
            continue;
        }
        let text = |at: usize| tokens.get(at).map_or("", |token| file.token_text(token));
        let member = at > 0 && text(at - 1) == ".";
        let keyword = text(at + 1) == "=" && text(at + 2) != "=" && at > 0 && matches!(text(at - 1), "(" | ",");
        let written = is_declared(&facts, token.start, &file)
            || text(at + 1) == "=" && text(at + 2) != "=" && text(at + 2) != ">"
            || text(at + 1) == ":" && text(at + 2) == "=";
        if member || keyword && claim.value == "local" && declared.is_some() {
            continue;
        }
        let line = file.line_of(token.start as usize);
        if written { declared = declared.or(Some(line)) } else { read = read.or(Some(line)) }
    }
    match (declared, read) {
        (None, None) => Outcome::open(format!("`{name}` is not a name of the function")),
        (_, Some(line)) => {
            Outcome::refuted(format!("`{name}` is read"), vec![evidence(&file, line, line, "read here")])
        }
        (Some(_), None) if spelled => Outcome::open(format!("`{name}` is spelled in a string")),
        (Some(line), None) => Outcome::holds(
            format!("nothing in the function reads `{name}`"),
            vec![evidence(&file, line, line, "declared here")],
        ),
    }
}

/// Whether a byte is where a name is bound.
fn is_declared(facts: &tribunal_domain::facts::FileFacts, at: u32, file: &SourceFile) -> bool {
    let line = file.line_of(at as usize);
    let start = file.line_start(line).unwrap_or(0);
    let column = file.text()[start..at as usize].chars().count() as u32 + 1;
    let here = |position: tribunal_domain::facts::Position| position.line == line && position.column == column;
    facts.bindings.iter().any(|binding| here(binding.position))
        || facts.symbols.iter().any(|symbol| here(symbol.name_at) || symbol.params.iter().any(|param| here(param.at)))
}
