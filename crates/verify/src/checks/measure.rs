//! `measure`: a number over a definition: complexity, parameters, statements, lines, uses, implementations.

use super::Outcome;
use crate::scene::Scene;
use crate::subject::Subject;
use tribunal_domain::facts::Role;
use tribunal_domain::finding::{Claim, Evidence};

/// Checks the claim by counting again.
pub fn check(scene: &dyn Scene, claim: &Claim, subject: &Subject) -> Outcome {
    let Ok(said) = claim.value.trim().parse::<u32>() else {
        return Outcome::open("the claim names no number");
    };
    let measures = subject.definition().measures;
    let (first, last) = subject.lines();
    let counted = match claim.pattern.as_str() {
        "cyclomatic" => measures.map(|measures| measures.cyclomatic),
        "statements" => measures.map(|measures| measures.statements),
        "parameters" => measures.map(|measures| measures.parameters),
        "nesting" => measures.map(|measures| measures.nesting),
        "lines" => Some(last + 1 - first),
        "uses" => return uses(scene, subject, said, &[]),
        "implementations" => return uses(scene, subject, said, &[Role::Inherit]),
        other => return Outcome::open(format!("nobody here counts `{other}`")),
    };
    let Some(counted) = counted else { return Outcome::open(format!("`{}` is not measured", subject.name())) };
    let shown = vec![subject.evidence(&format!("{} = {counted}", claim.pattern))];
    let reason = format!("`{}` has {} = {counted}", subject.name(), claim.pattern);
    // People count the receiver as a parameter, and lines with what stands around them.
    let near = matches!(claim.pattern.as_str(), "parameters") && said == counted + 1
        || claim.pattern == "lines" && said.abs_diff(counted) <= 2 + counted / 10;
    match said {
        said if said == counted || near => Outcome::holds(reason, shown),
        // Tools count decisions and statements in ways of their own.
        said if matches!(claim.pattern.as_str(), "cyclomatic" | "statements" | "nesting")
            && said.abs_diff(counted) <= 1 + counted / 5 =>
        {
            Outcome::open(reason)
        }
        _ => Outcome::refuted(reason, shown),
    }
}

fn uses(scene: &dyn Scene, subject: &Subject, said: u32, roles: &[Role]) -> Outcome {
    let Some(uses) = scene.uses(subject.file.path(), subject.symbol) else {
        return Outcome::open("who uses it cannot be known here");
    };
    let wanted = |role: Role| roles.is_empty() && role != Role::Import || roles.contains(&role);
    let outside: Vec<_> = uses
        .certain
        .iter()
        .filter(|one| wanted(one.role))
        .filter(|one| one.path != *subject.file.path() || one.within != Some(subject.symbol))
        .collect();
    let counted = outside.len() as u32;
    let shown: Vec<Evidence> = outside
        .iter()
        .take(4)
        .map(|one| Evidence {
            path: one.path.clone(),
            start_line: one.line,
            end_line: one.line,
            quote: String::new(),
            note: "a use".to_owned(),
        })
        .collect();
    let reason = format!("`{}` is used {counted} times", subject.name());
    if counted == said {
        let shown = if shown.is_empty() { vec![subject.evidence("the definition")] } else { shown };
        return Outcome::holds(reason, shown);
    }
    if counted > said && !shown.is_empty() && roles.contains(&Role::Inherit) {
        return Outcome::refuted(reason, shown);
    }
    Outcome::open(format!("{reason}, if every use was settled"))
}
