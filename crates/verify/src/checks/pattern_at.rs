//! `pattern_at`: a tree of some shape stands at a span.

use super::Outcome;
use crate::anchor::{Anchored, Quote, anchor};
use crate::lexer::tokens_of;
use crate::place::Place;
use crate::scene::{Look, Scene, Side};
use crate::source::SourceFile;
use crate::subject::evidence;
use tribunal_domain::finding::Claim;
use tribunal_domain::{Language, RepoPath};
use tribunal_syntax::Limits;
use tribunal_syntax::tree::{Node, Tree};

/// Checks kind and text of what stands there.
pub fn check(scene: &dyn Scene, claim: &Claim) -> Outcome {
    let path = scene.renamed(&claim.path).unwrap_or_else(|| claim.path.clone());
    let Look::File(file) = scene.look(Side::Head, &path) else { return Outcome::open("the file cannot be read") };
    let (Some(line), Some(language)) = (claim.line, file.language()) else {
        return Outcome::open("the language is not known");
    };
    let last = claim.end_line.unwrap_or(line).max(line);
    let keys = |text: &str| tokens_of(text).iter().map(|token| token.key).collect::<Vec<_>>();
    let clipped = claim.pattern.ends_with('…');
    let wanted = keys(claim.pattern.trim_end_matches('…'));
    let same = |text: &str| {
        let found = keys(text);
        // The end of a clipped pattern may be a half of a word.
        if clipped {
            found.starts_with(&wanted[..wanted.len().saturating_sub(1)])
        } else {
            found == wanted || found.starts_with(&wanted)
        }
    };
    let find = |tree: &Tree, before: u32| {
        let at = |node: &Node<'_>| (line..=last).contains(&(node.line() + before));
        let mut nodes = tree.root().descendants().filter(at);
        let found = nodes.find(|node| (claim.value.is_empty() || node.kind() == claim.value) && same(node.text()))?;
        Some((found.line() + before, found.end_line() + before))
    };
    let near = definition_around(scene, &path, &file, (line, last))
        .and_then(|(text, before)| find(&Tree::parse(language, text.as_bytes(), Limits::default())?, before));
    let found = near.or_else(|| find(file.tree()?, 0));
    if let Some((first, last)) = found {
        return Outcome::holds("it stands there", vec![evidence(&file, first, last, "it stands here")]);
    }
    let quote = Quote::new(&claim.pattern);
    match anchor(scene, &quote, &Place::new(&path, claim.line, claim.end_line)) {
        Anchored::Found(hit) => {
            Outcome::open(format!("it stands at {}:{}, in another shape", hit.path, hit.start_line))
        }
        Anchored::Nowhere if quote.has_substance() && !clipped => {
            let count = file.lines().max(1);
            let shown = evidence(&file, line.clamp(1, count), last.clamp(1, count), "what stands there");
            Outcome::refuted("nothing of that shape stands there", vec![shown])
        }
        _ => Outcome::open("nothing of that shape was found"),
    }
}

/// Files with fewer lines are as soon read as a part of them.
const LONG: u32 = 400;

/// The definition around some lines of a long file and how many lines stand before it: what stands there can mostly be told
/// from it alone.
fn definition_around(
    scene: &dyn Scene,
    path: &RepoPath,
    file: &SourceFile,
    (line, last): (u32, u32),
) -> Option<(String, u32)> {
    let facts = scene.facts(Side::Head, path).filter(|_| file.lines() >= LONG)?;
    // Python's functions can be read wherever they stand, others as a part of what is around them only.
    let inner = file.language() == Some(Language::Python);
    let around = facts.symbols.iter().filter(|symbol| {
        let span = symbol.span;
        symbol.measures.is_some()
            && span.start.line <= line
            && last <= span.end.line
            && (inner || symbol.parent.is_none())
    });
    let symbol = around.min_by_key(|symbol| symbol.span.end.line - symbol.span.start.line)?;
    let (first, end) = (symbol.span.start.line, symbol.span.end.line);
    let lines: Vec<&str> = (first..=end).filter_map(|at| file.line(at)).collect();
    let indent = lines.first().map_or(0, |line| line.len() - line.trim_start().len());
    let text = lines.iter().map(|line| line.get(indent..).unwrap_or(line.trim_start()));
    Some((text.collect::<Vec<_>>().join("\n"), first - 1))
}
