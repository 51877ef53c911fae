//! `line_content`: a text stands at a line, or does not.

use super::Outcome;
use super::body::{self, Signs};
use crate::anchor::{Anchored, Hit, Quote, anchor, count_in};
use crate::extract::concept_named;
use crate::lexer::{Kind, Zone, tokens_of};
use crate::place::Place;
use crate::scene::{Look, Scene, Side};
use crate::source::SourceFile;
use crate::subject::evidence;
use tribunal_domain::finding::{Claim, Evidence, Expected};

/// A short quote in prose stands at its place if it is within so many lines of it.
const NEAR: u32 = 3;

/// A claim about a line, or a quote in prose.
pub fn check(scene: &dyn Scene, claim: &Claim, place: &Place) -> Outcome {
    let line = claim.line.unwrap_or(0);
    if line == 0 {
        return Outcome { impossible: true, ..Outcome::open("there is no line 0; lines count from 1") };
    }
    let stated = Place { path: claim.path.clone(), side: place.side, line: claim.line, end_line: claim.end_line };
    match claim.value.as_str() {
        "concept" => concept(scene, claim, &stated),
        "prose" => prose(scene, claim, &stated),
        _ if !claim.essential => mentioned(scene, claim, &stated),
        _ => stated_text(scene, claim, &stated),
    }
}

/// Code that a finding shows as its evidence.
pub fn quoted_evidence(scene: &dyn Scene, text: &str, place: &Place) -> Outcome {
    let quote = Quote::new(text);
    if quote.is_empty() || quote.names().next().is_none() {
        return Outcome::idle("the evidence is too short to say anything");
    }
    match anchor(scene, &quote, place) {
        Anchored::Found(hit) => {
            let far = hit.path != place.path || hit.side != place.side;
            let near = !far && distance(place, hit.start_line, hit.end_line) <= NEAR;
            if !quote.has_substance() && !near && !is_only(scene, &quote, &hit, place) {
                return Outcome::idle("the evidence is so short that it may stand anywhere");
            }
            let text = hit.evidence("the quoted code");
            Outcome::holds("the quoted code stands there", vec![text]).at(
                hit.side,
                &hit.path,
                hit.start_line,
                hit.end_line,
            )
        }
        Anchored::CommentOnly(hit) if quote.has_substance() && scene.is_whole() => {
            Outcome::refuted("the quoted code stands only in a comment", vec![hit.evidence("a comment, not code")])
        }
        Anchored::CommentOnly(_) => Outcome::open("the quoted code stands only in a comment"),
        Anchored::StringOnly => Outcome::open("the quoted code stands only in a string"),
        Anchored::Nowhere if quote.has_substance() => {
            nowhere(scene, place, "the quoted code stands nowhere in the code that was looked at")
        }
        Anchored::Nowhere => near_miss(scene, &quote, place)
            .unwrap_or_else(|| Outcome::idle("the evidence is too short to say anything")),
        Anchored::Unknown(why) => Outcome::open(format!("the quoted code was not found: {why}")),
    }
}

/// Whether a short piece of code stands in the stated file once and only once: then nothing else can be meant.
fn is_only(scene: &dyn Scene, quote: &Quote, hit: &Hit, place: &Place) -> bool {
    let stated = hit.path == place.path && hit.side == place.side;
    let file = scene.look(hit.side, &hit.path).file().filter(|_| stated && !quote.is_single_name());
    file.is_some_and(|file| count_in(&file, quote) == 1)
}

/// "Line 4 contains `x`".
fn stated_text(scene: &dyn Scene, claim: &Claim, place: &Place) -> Outcome {
    let quote = Quote::new(&claim.pattern);
    let missing = claim.expected == Some(Expected::Missing);
    if quote.is_empty() {
        return Outcome::open("there is nothing to look for");
    }
    let Look::File(file) = scene.look(place.side, &place.path) else {
        return Outcome::open("the file cannot be read");
    };
    let found = crate::anchor::found_in(scene, &file, place.side, &quote, place);
    let here = found.as_ref().filter(|(hit, _)| distance(place, hit.start_line, hit.end_line) == 0);
    match (found.as_ref(), here, missing) {
        (_, Some((hit, _)), true) => Outcome::refuted("the line does contain it", vec![hit.evidence("it stands here")]),
        (_, None, true) => match file.line(place.line.unwrap_or(0)) {
            Some(_) => Outcome::holds("the line does not contain it", vec![lines(&file, place, "what stands there")]),
            None => Outcome::open("the file has no such line"),
        },
        (Some((hit, _)), _, false) if in_code(&file, hit.start_line, &quote) => {
            let shown = hit.evidence("it stands here");
            Outcome::holds("it stands there", vec![shown]).at(hit.side, &hit.path, hit.start_line, hit.end_line)
        }
        (Some((hit, _)), _, false) => {
            Outcome::refuted("it stands only in a comment", vec![hit.evidence("a comment, not code")])
        }
        (None, _, false) => match anchor(scene, &quote, place) {
            Anchored::Found(hit) if quote.has_substance() => {
                let shown = hit.evidence("it stands here");
                Outcome::holds("it stands in another place", vec![shown]).at(
                    hit.side,
                    &hit.path,
                    hit.start_line,
                    hit.end_line,
                )
            }
            Anchored::Unknown(why) => Outcome::open(why),
            _ => nowhere(scene, place, "the line does not contain it, and neither does the file"),
        },
    }
}

/// Whether a name that stands on a line stands in its code: a name alone is not told from prose by its looks.
fn in_code(file: &SourceFile, line: u32, quote: &Quote) -> bool {
    if !quote.is_single_name() || file.language().is_none() {
        return true;
    }
    let name = quote.names().next().unwrap_or_default();
    let zones = |zone: Zone| file.tokens().iter().any(|token| token.zone == zone && file.token_text(token) == name);
    let _ = line;
    zones(Zone::Code) || zones(Zone::Text)
}

/// "Line 4 contains a bounds check": what that is in code.
fn concept(scene: &dyn Scene, claim: &Claim, place: &Place) -> Outcome {
    let (Look::File(file), Some(concept)) = (scene.look(place.side, &place.path), concept_named(&claim.pattern)) else {
        return Outcome::open("the file cannot be read");
    };
    let (first, last) = (place.line.unwrap_or(1), place.end_line.or(place.line).unwrap_or(1));
    if file.line(first).is_none() {
        return Outcome::open("the file has no such line");
    }
    let missing = claim.expected == Some(Expected::Missing);
    let shown = |note: &str| vec![lines(&file, place, note)];
    match (body::signs_in_lines(&file, first, last, concept.name), missing) {
        (Signs::Strong(_), false) => {
            Outcome::holds(format!("there is {} there", concept.name), shown("it stands here"))
        }
        (Signs::Strong(_), true) => {
            Outcome::refuted(format!("there is {} there", concept.name), shown("it stands here"))
        }
        (Signs::None, true) => {
            Outcome::holds(format!("there is no {} there", concept.name), shown("what stands there"))
        }
        // What looks different from what was looked for may still be meant.
        _ => Outcome::open(format!("whether that is {} cannot be told", concept.name)),
    }
}

/// Prose that runs on behind the code: as many of its first words as stand on the line.
fn prose(scene: &dyn Scene, claim: &Claim, place: &Place) -> Outcome {
    let Look::File(file) = scene.look(place.side, &place.path) else {
        return Outcome::open("the file cannot be read");
    };
    let missing = claim.expected == Some(Expected::Missing);
    let words: Vec<&str> = claim.pattern.split(' ').collect();
    for count in (1..=words.len()).rev() {
        let text = words[..count].join(" ");
        let tokens = tokens_of(&text);
        let named = tokens.iter().any(|token| token.kind == Kind::Word && token.end - token.start > 2);
        let coded = tokens.iter().any(|token| token.kind != Kind::Word) || text.contains('_');
        let single = count == 1 && !coded;
        if !named || single && tribunal_text::identifiers::is_stop_word(&text.to_lowercase()) {
            continue;
        }
        let quote = Quote::new(&text);
        let found = crate::anchor::found_in(scene, &file, place.side, &quote, place);
        let Some((hit, _)) = found.filter(|(hit, _)| distance(place, hit.start_line, hit.end_line) == 0) else {
            continue;
        };
        let shown = vec![hit.evidence("it stands here")];
        return if missing {
            Outcome::open("where the quote ends cannot be told")
        } else {
            Outcome::holds("it stands there", shown)
        };
    }
    Outcome::open("where the quote ends cannot be told")
}

/// A quote in prose: found, it shows the place; not found, it proves nothing.
fn mentioned(scene: &dyn Scene, claim: &Claim, place: &Place) -> Outcome {
    let quote = Quote::new(&claim.pattern);
    let near =
        |path: &tribunal_domain::RepoPath| *path == place.path || scene.renamed(&place.path).as_ref() == Some(path);
    let sides = [place.side, if place.side == Side::Head { Side::Base } else { Side::Head }];
    for side in sides {
        let Look::File(file) = scene.look(side, &place.path) else { continue };
        let Some((hit, _)) = crate::anchor::found_in(scene, &file, side, &quote, place) else { continue };
        let close = distance(place, hit.start_line, hit.end_line) <= NEAR;
        let telling = quote.has_substance() && quote.looks_like_code();
        if near(&hit.path) && (close && side == place.side || telling) {
            let outcome = Outcome::holds("the quoted code stands there", vec![hit.evidence("quoted")]);
            return if telling { outcome.at(hit.side, &hit.path, hit.start_line, hit.end_line) } else { outcome };
        }
    }
    Outcome::idle("a quote in prose that does not stand there proves nothing")
}

/// A short name that the stated line spells in another way, and that the file does not know, is a misreading.
fn near_miss(scene: &dyn Scene, quote: &Quote, place: &Place) -> Option<Outcome> {
    let name = quote.names().next().filter(|name| quote.is_single_name() && name.len() > 2)?;
    let Look::File(file) = scene.look(place.side, &place.path) else { return None };
    file.language()?;
    let line = file.line(place.line?)?;
    let misread = line.to_lowercase().contains(&name.to_lowercase());
    misread.then(|| {
        Outcome::refuted(
            format!("`{name}` is not a word of that line, nor of the file"),
            vec![lines(&file, place, "what stands there")],
        )
    })
}

/// Refuted with what really stands at the stated place; where there is no such place, open.
fn nowhere(scene: &dyn Scene, place: &Place, reason: &str) -> Outcome {
    match scene.look(place.side, &place.path) {
        Look::File(file) if file.language().is_none() && file.text().len() > (4 << 20) => {
            Outcome::open("the file is too large to be sure")
        }
        Look::File(file) => Outcome::refuted(reason, vec![lines(&file, place, "what stands there")]),
        Look::Missing => Outcome::open("the file is not there"),
        Look::Unreadable(why) | Look::Refused(why) => Outcome::open(why),
    }
}

fn lines(file: &SourceFile, place: &Place, note: &str) -> Evidence {
    let count = file.lines().max(1);
    let first = place.line.unwrap_or(1).clamp(1, count);
    let last = place.end_line.unwrap_or(first).clamp(first, count);
    evidence(file, first, last, note)
}

/// How many lines a stretch is away from the stated one.
fn distance(place: &Place, first: u32, last: u32) -> u32 {
    let stated = (place.line.unwrap_or(1), place.end_line.or(place.line).unwrap_or(1));
    if last < stated.0 { stated.0 - last } else { first.saturating_sub(stated.1) }
}
