//! Where a quote stands: at the stated lines, in the hunk, in the function around it, in the file, in the repository, on
//! both sides of a change.
//!
//! Quotes are compared token by token. A quote that stands in comments alone is found, and said to be no code. What
//! reviewers do to quotes (marks of a diff, numbers of lines, `…` for what they leave out) is undone when the quote as it
//! is stands nowhere.

mod quote;
mod search;

pub use quote::Quote;
pub use search::{Hit, count_in, found_in};

use crate::place::Place;
use crate::scene::{Look, Scene, Side};
use tribunal_domain::{Language, RepoPath};

/// More files with all words of a quote than this are not searched: such a quote says nothing about one of them.
const MOST_FILES: usize = 400;

/// What became of the search for a quote.
#[derive(Debug, Clone)]
pub enum Anchored {
    /// It stands in code, or is itself a comment and stands in one.
    Found(Hit),
    /// It is code and stands only in a comment.
    CommentOnly(Hit),
    /// It is code and stands only in a string.
    StringOnly,
    /// Every file that could hold it was searched.
    Nowhere,
    /// It was not found, and not everything could be searched: why.
    Unknown(String),
}

/// Looks for a quote, from the stated place outwards.
pub fn anchor(scene: &dyn Scene, quote: &Quote, place: &Place) -> Anchored {
    if quote.is_empty() {
        return Anchored::Unknown("the quote is empty".to_owned());
    }
    let mut best = Best::default();
    for (side, path) in near_sides(scene, place) {
        if let Look::File(file) = scene.look(side, &path) {
            let found = found_in(scene, &file, side, quote, place);
            if let Some(hit) = best.offer(found) {
                return Anchored::Found(hit);
            }
        }
    }
    if !scene.is_whole() {
        return best.settle().unwrap_or_else(|| Anchored::Unknown("the diff does not show it".to_owned()));
    }
    let family = Language::of_path(&place.path).map(Language::family);
    let (mut searched_all, mut foreign) = (true, None);
    for side in sides(scene) {
        let words = quote.words();
        let Some(paths) = scene.holding(side, &words, MOST_FILES) else {
            searched_all = false;
            continue;
        };
        for path in paths {
            let Look::File(file) = scene.look(side, &path) else { continue };
            let found = found_in(scene, &file, side, quote, place);
            // Documents and other languages repeat code; what stands only there is not the code that was meant.
            if file.language().map(Language::family) != family {
                foreign = foreign.or(found.map(|(hit, _)| hit));
            } else if let Some(hit) = best.offer(found) {
                return Anchored::Found(hit);
            }
        }
    }
    match best.settle() {
        Some(found) => found,
        None => match foreign {
            Some(hit) => Anchored::Unknown(format!("it stands only in {}:{}", hit.path, hit.start_line)),
            None if searched_all => Anchored::Nowhere,
            None => Anchored::Unknown("too many files hold its words".to_owned()),
        },
    }
}

/// The stated file on its side, the file it was renamed to, and the same on the other side.
fn near_sides(scene: &dyn Scene, place: &Place) -> Vec<(Side, RepoPath)> {
    let mut near = Vec::new();
    let renamed = scene.renamed(&place.path);
    for side in std::iter::once(place.side).chain(sides(scene).filter(|side| *side != place.side)) {
        near.push((side, place.path.clone()));
        near.extend(renamed.iter().map(|path| (side, path.clone())));
    }
    near
}

fn sides(scene: &dyn Scene) -> impl Iterator<Item = Side> {
    let base = scene.has_base().then_some(Side::Base);
    std::iter::once(Side::Head).chain(base)
}

/// What was found so far that is not enough.
#[derive(Default)]
struct Best {
    comment: Option<Hit>,
    string: Option<Hit>,
}

impl Best {
    /// Gives the hit back if it settles the search.
    fn offer(&mut self, found: Option<(Hit, search::Standing)>) -> Option<Hit> {
        let (hit, standing) = found?;
        match standing {
            search::Standing::Code => return Some(hit),
            search::Standing::Comment => self.comment = self.comment.take().or(Some(hit)),
            search::Standing::Text => self.string = self.string.take().or(Some(hit)),
        }
        None
    }

    fn settle(self) -> Option<Anchored> {
        self.string.map(|_| Anchored::StringOnly).or(self.comment.map(Anchored::CommentOnly))
    }
}
