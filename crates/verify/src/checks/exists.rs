//! `symbol_exists`: a definition is there, or is not.

use super::{Outcome, read};
use crate::lexer::Zone;
use crate::scene::{Scene, Side};
use crate::subject::{Found, evidence, subject_of};
use tribunal_domain::facts::{BindingKind, FileFacts, Reference, Role, SymbolKind};
use tribunal_domain::finding::{Claim, Expected};

/// More files with the name are not looked at.
const MOST_FILES: usize = 200;

/// Checks the claim in the file, then in the repository.
pub fn check(scene: &dyn Scene, claim: &Claim) -> Outcome {
    let missing = claim.expected == Some(Expected::Missing);
    let name = claim.symbol.rsplit('.').next().unwrap_or_default();
    match subject_of(scene, claim) {
        Found::One(subject) if subject.side == Side::Head => {
            let shown = vec![subject.evidence("it is defined here")];
            let reason = format!("`{}` is defined", claim.symbol);
            return if missing { Outcome::refuted(reason, shown) } else { Outcome::holds(reason, shown) };
        }
        Found::One(_) => return Outcome::open(format!("`{}` was defined before the change", claim.symbol)),
        Found::Several if !missing => return Outcome::holds(format!("`{}` is defined", claim.symbol), Vec::new()),
        Found::Several => return Outcome::open(format!("several definitions are called `{}`", claim.symbol)),
        Found::Unknown(_) => {}
    }
    let (file, facts) = match read(scene, &claim.path) {
        Ok(read) => read,
        Err(why) => return Outcome::open(why),
    };
    let bound = facts.bindings.iter().find(|binding| facts.text(binding.name) == name);
    if let Some(binding) = bound {
        let note =
            if matches!(binding.kind, BindingKind::Import { .. }) { "it is imported here" } else { "it is bound here" };
        let shown = vec![evidence(&file, binding.position.line, binding.position.line, note)];
        let reason = format!("`{name}` is a name of this file");
        // An import may lead nowhere, and a local may be bound on another way through the code.
        return if missing { Outcome::open(reason) } else { Outcome::holds(reason, shown) };
    }
    let shown = evidence(
        &file,
        claim.line.unwrap_or(1).clamp(1, file.lines().max(1)),
        claim.line.unwrap_or(1).clamp(1, file.lines().max(1)),
        "what stands there",
    );
    let Some(paths) = scene.holding(Side::Head, &[name], MOST_FILES) else {
        return Outcome::open(format!("too many files speak of `{name}`"));
    };
    let used = file.tokens().iter().any(|token| token.zone == Zone::Code && file.token_text(token) == name);
    let nobody = paths.is_empty();
    let unspoken = || scene.is_whole() && !paths.iter().any(|path| scene.facts(Side::Head, path).is_some());
    if let (true, Some(line)) = (missing, closed_owner(&facts, &claim.symbol))
        && unspoken()
    {
        let shown = evidence(&file, line, line, "its members stand here");
        return Outcome::holds(format!("no member of it is called `{name}`, and no code names it"), vec![shown]);
    }
    match missing {
        true if nobody => Outcome::open(format!("nothing here speaks of `{name}`")),
        true if used && facts.problems.is_empty() => {
            Outcome::open(format!("`{name}` is used and nothing here defines it; it may come from outside"))
        }
        true => Outcome::open(format!("nothing here defines `{name}`")),
        false if nobody => Outcome::refuted(format!("nothing here defines or names `{name}`"), vec![shown]),
        false => Outcome::open(format!("`{name}` is named and nothing here defines it")),
    }
}

/// The line of the type whose member a claim is about, where nothing can add members that do not stand in it.
fn closed_owner(facts: &FileFacts, symbol: &str) -> Option<u32> {
    let (path, _) = symbol.rsplit_once('.')?;
    let owner = path.rsplit('.').next().unwrap_or(path);
    let mut called = facts.symbols.iter().filter(|symbol| facts.text(symbol.name) == owner);
    let (Some(one), None) = (called.next(), called.next()) else { return None };
    let lines = one.span.start.line..=one.span.end.line;
    let inherits = |it: &Reference| it.role == Role::Inherit && lines.contains(&it.position.line);
    let closed = one.kind == SymbolKind::Class
        && one.attributes.is_empty()
        && facts.problems.is_empty()
        && !facts.references.iter().any(inherits);
    closed.then_some(one.span.start.line)
}
