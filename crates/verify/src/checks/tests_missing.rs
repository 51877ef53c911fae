//! `missing_test`: no test reaches a definition.

use super::Outcome;
use crate::scene::{Scene, Side};
use crate::subject::{Subject, evidence};
use rustc_hash::FxHashSet;
use tribunal_domain::RepoPath;
use tribunal_domain::facts::{SymbolFlags, SymbolIx};

/// Callers of callers are followed so far; beyond it nobody can tell.
const MOST_STEPS: usize = 60;

/// More files with the name are not looked at.
const MOST_FILES: usize = 200;

/// Follows the uses of the definition until a test is met.
pub fn check(scene: &dyn Scene, subject: &Subject) -> Outcome {
    let mut seen: FxHashSet<(RepoPath, SymbolIx)> = FxHashSet::default();
    let mut open: Vec<(RepoPath, SymbolIx)> = vec![(subject.file.path().clone(), subject.symbol)];
    let (mut doubt, mut steps) = (false, 0);
    while let Some((path, symbol)) = open.pop() {
        if !seen.insert((path.clone(), symbol)) {
            continue;
        }
        steps += 1;
        let Some(uses) = scene.uses(&path, symbol).filter(|_| steps <= MOST_STEPS) else {
            doubt = true;
            break;
        };
        doubt |= !uses.possible.is_empty() || uses.spelled || uses.partial || uses.entry.is_some() && steps == 1;
        for one in &uses.certain {
            let facts = scene.facts(Side::Head, &one.path);
            let tests =
                |ix: SymbolIx| facts.as_ref().is_some_and(|facts| facts.symbol(ix).flags.has(SymbolFlags::TEST));
            if scene.is_test(&one.path) || one.within.is_some_and(tests) {
                let Some(file) = scene.look(Side::Head, &one.path).file() else { continue };
                let note = if steps == 1 { "a test uses it" } else { "a test reaches it" };
                return Outcome::refuted(
                    format!("tests reach `{}`", subject.name()),
                    vec![evidence(&file, one.line, one.line, note)],
                );
            }
            open.extend(one.within.map(|within| (one.path.clone(), within)));
        }
    }
    let name = subject.facts.text(subject.definition().name);
    let spoken =
        scene.holding(Side::Head, &[name], MOST_FILES).is_none_or(|paths| paths.iter().any(|path| scene.is_test(path)));
    if doubt || spoken {
        return Outcome::open(format!("no test uses `{}` for certain, but one may reach it", subject.name()));
    }
    Outcome::holds(format!("no test reaches `{}`", subject.name()), vec![subject.evidence("the definition")])
}
