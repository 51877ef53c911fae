//! `pattern_at`: a tree of some shape stands at a span.

use super::Outcome;
use crate::anchor::{Anchored, Quote, anchor};
use crate::lexer::tokens_of;
use crate::place::Place;
use crate::scene::{Look, Scene, Side};
use crate::subject::evidence;
use tribunal_domain::finding::Claim;

/// Checks kind and text of what stands there.
pub fn check(scene: &dyn Scene, claim: &Claim) -> Outcome {
    let path = scene.renamed(&claim.path).unwrap_or_else(|| claim.path.clone());
    let Look::File(file) = scene.look(Side::Head, &path) else { return Outcome::open("the file cannot be read") };
    let (Some(line), Some(tree)) = (claim.line, file.tree()) else { return Outcome::open("the language is not known") };
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
    for node in tree.root().descendants().filter(|node| line <= node.line() && node.line() <= last) {
        if (claim.value.is_empty() || node.kind() == claim.value) && same(node.text()) {
            return Outcome::holds(
                "it stands there",
                vec![evidence(&file, node.line(), node.end_line(), "it stands here")],
            );
        }
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
