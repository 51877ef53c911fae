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
mod purpose;
mod read;
mod report;
mod rules;
mod symbols;
mod telling;
mod unit_draft;

use crate::code::Code;
use crate::draft::Draft;
use crate::rule::Rule;
use corpus::Corpus;
pub use fragments::Fragments;
use purpose::is_on_purpose;
pub(crate) use read::fragments;

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
