//! Axis duplication: code that stands in two places, up to names and small edits. `fragments` describes the parts of
//! one file (`read` makes them of a tree), `judge` finds those that are alike: `symbols` whole definitions, `blocks` runs
//! of statements, `expressions` parts of one statement. What is too little or too usual to mention stands in `telling`.

mod blocks;
mod compare;
mod corpus;
mod expressions;
mod fragments;
mod kinds;
mod locals;
mod parts;
mod places;
mod read;
mod report;
mod rules;
mod symbols;
mod telling;
mod unit_draft;

use crate::code::Code;
use crate::draft::Draft;
use crate::rule::Rule;
use crate::subject::is_for_readers;
use corpus::Corpus;
pub use fragments::Fragments;
pub(crate) use read::fragments;
use tribunal_domain::{Language, RepoPath};

/// The rules of this axis, by name.
pub(crate) const RULES: &[&Rule] =
    &[&rules::DUPLICATE_BLOCK, &rules::DUPLICATE_EXPRESSION, &rules::DUPLICATE_SYMBOL, &rules::NEAR_DUPLICATE_SYMBOL];

/// What is found over the whole of the code.
pub(crate) fn judge(code: &Code) -> Vec<Draft> {
    let corpus = Corpus::new(code);
    let mut covered = vec![false; corpus.units.len()];
    let doubles = symbols::doubles(&corpus, &mut covered);
    let runs = blocks::runs(&corpus, &mut covered);
    let same = expressions::same(&corpus, &covered);
    let mut drafts: Vec<Draft> = doubles.iter().map(|double| report::double(&corpus, double)).collect();
    drafts.extend(runs.iter().map(|run| report::run(&corpus, run)));
    drafts.extend(same.iter().filter_map(|same| report::same(&corpus, same)));
    drafts.retain(|draft| !is_on_purpose(code, draft));
    drafts.sort_by(|a, b| (&a.path, a.start_line, &a.rule).cmp(&(&b.path, b.start_line, &b.rule)));
    drafts
}

/// Words by which an author says that a copy is meant.
const COPIES: &[&str] =
    &["copy of", "copied", "inlined", "duplicate of", "duplicated from", "keep in sync", "kept in sync", "mirrors"];

/// Whether a copy is meant: the author says so, it is there to be read on its own, or it must stand on its own.
fn is_on_purpose(code: &Code, draft: &Draft) -> bool {
    let file = |path: &RepoPath| code.files.binary_search_by(|file| file.path.cmp(path)).ok().map(|at| &code.files[at]);
    let places = draft.related.iter().map(|it| (&it.path, it.start_line, it.end_line));
    let places = places.chain([(&draft.path, draft.start_line, draft.end_line)]);
    let other = draft.related.iter().any(|it| it.path != draft.path);
    places.into_iter().filter_map(|(path, first, last)| Some((file(path)?, first, last))).any(|(file, first, last)| {
        let says = file.facts.comments.iter().any(|comment| {
            let text = file.facts.text(comment.text).to_lowercase();
            let end = comment.line + text.matches('\n').count() as u32;
            first <= end + 2 && comment.line <= last && COPIES.iter().any(|word| text.contains(word))
        });
        // Examples are read one at a time, and a script of the shell is installed alone.
        says || other && (is_for_readers(file) || file.language() == Language::Bash)
    })
}
