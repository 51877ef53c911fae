//! The whole trial: places are looked at, duplicates merged, claims made and checked, and every finding ruled upon.

use crate::checks::{self, Moved, Outcome};
use crate::duplicates;
use crate::extract::{Said, claims_of_prose};
use crate::import::{Item, Offset, fingerprint, refuse};
use crate::place::Place;
use crate::ruling::{Judged, Verdict, rule, states_defect};
use crate::scene::{Look, Scene, Side};
use tribunal_domain::RepoPath;
use tribunal_domain::finding::{Claim, ClaimKind, Disposition, Evidence, Finding, Ruling, Source, Status};

/// Lines above which a place is said by its first lines.
const SHOWN: u32 = 3;

/// What a trial did beside its verdicts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counted {
    /// Findings that were put to their right place.
    pub moved: usize,
    /// Places that were looked at.
    pub places: usize,
    /// Pairs that were merged.
    pub merged: usize,
}

/// Findings after their trial, in the order they came in.
pub struct Trial {
    /// The findings.
    pub findings: Vec<Finding>,
    /// What was done.
    pub counted: Counted,
}

/// Tries all findings. `step` is told after each.
pub fn try_findings(scene: &dyn Scene, mut items: Vec<Item>, step: &mut dyn FnMut()) -> Trial {
    let mut counted = Counted::default();
    for item in &mut items {
        if item.finding.fingerprint.is_empty() {
            item.finding.fingerprint = fingerprint(&item.finding, &item.quotes);
        }
    }
    // Files are looked at one after the other, so that each is read and parsed once.
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by(|a, b| items[*a].finding.path.cmp(&items[*b].finding.path).then(a.cmp(b)));
    for &at in &order {
        if items[at].finding.disposition != Disposition::Invalid {
            locate(scene, &mut items[at]);
        }
        counted.places += 1;
    }
    counted.merged = duplicates::merge(&mut items);
    for &at in &order {
        if is_tried(&items[at].finding) {
            counted.moved += usize::from(try_one(scene, &mut items[at]));
        }
        step();
    }
    let mut findings: Vec<Finding> = items.into_iter().map(|item| item.finding).collect();
    duplicates::follow_survivors(&mut findings);
    Trial { findings, counted }
}

fn is_tried(finding: &Finding) -> bool {
    !matches!(finding.disposition, Disposition::Invalid | Disposition::Merged)
}

/// Puts the side and the lines right as far as the file alone tells them, or says why the place cannot exist.
fn locate(scene: &dyn Scene, item: &mut Item) {
    if let Some(path) = scene.renamed(&item.finding.path).filter(|_| item.side == Side::Head) {
        let (start_line, end_line) = (item.finding.start_line, item.finding.end_line);
        move_to(
            &mut item.finding,
            &Moved { side: Side::Head, path, start_line, end_line },
            "the change renamed the file",
        );
    }
    let path = item.finding.path.clone();
    if item.side == Side::Base && !scene.has_base() {
        item.side = Side::Head;
    }
    let head = scene.look(item.side, &path);
    let file = match head {
        Look::File(file) => file,
        Look::Unreadable(_) => return,
        Look::Refused(why) => {
            let reason = format!("{path}: {why}");
            refuse(&mut item.finding, &reason);
            return;
        }
        Look::Missing => {
            missing(scene, item, &path);
            return;
        }
    };
    if let Some(offset) = item.offset {
        match lines_of(offset, file.text()) {
            Some((first, last)) => (item.finding.start_line, item.finding.end_line) = (first, last),
            None => refuse(&mut item.finding, &format!("{path}: the offset is behind the end of the file")),
        }
        return;
    }
    let lines = file.lines().max(1);
    if item.finding.start_line > lines + 1 && scene.is_whole() && !has_quote(item) {
        let reason = format!("{path} has {lines} lines; there is no line {}", item.finding.start_line);
        refuse(&mut item.finding, &reason);
    }
}

/// A file that is not there: it may be on the other side, or renamed, or its quote may be found elsewhere.
fn missing(scene: &dyn Scene, item: &mut Item, path: &RepoPath) {
    let other = if item.side == Side::Head { Side::Base } else { Side::Head };
    let there = (other == Side::Head || scene.has_base()) && matches!(scene.look(other, path), Look::File(_));
    if there {
        item.side = other;
    } else if scene.is_whole() && !has_quote(item) {
        refuse(&mut item.finding, &format!("there is no file {path} in the code that was looked at"));
    }
}

fn has_quote(item: &Item) -> bool {
    item.quotes.iter().any(|quote| crate::anchor::Quote::new(quote).has_substance())
}

/// First and last line of an offset.
fn lines_of(offset: Offset, text: &str) -> Option<(u32, u32)> {
    let (start, length, all) = match offset {
        Offset::Bytes(start, length) => (usize::try_from(start).ok()?, usize::try_from(length).ok()?, text.len()),
        Offset::Chars(start, length) => {
            let chars = text.chars().count();
            (usize::try_from(start).ok()?, usize::try_from(length).ok()?, chars)
        }
    };
    if start > all {
        return None;
    }
    let byte = |at: usize| match offset {
        Offset::Bytes(..) => at.min(text.len()),
        Offset::Chars(..) => text.char_indices().nth(at).map_or(text.len(), |(byte, _)| byte),
    };
    let line = |at: usize| text.get(..byte(at)).unwrap_or(text).matches('\n').count() as u32 + 1;
    Some((line(start), line((start + length).saturating_sub(1).clamp(start, all))))
}

/// Tries one finding; says whether it was put to another place.
fn try_one(scene: &dyn Scene, item: &mut Item) -> bool {
    let finding = &mut item.finding;
    let place = Place {
        path: finding.path.clone(),
        side: item.side,
        line: Some(finding.start_line),
        end_line: Some(finding.end_line.max(finding.start_line)),
    };
    let mut judged = Vec::new();
    let structured = !finding.claims.is_empty();
    // The place that evidence shows is where everything else is looked for.
    let mut at = place.clone();
    for quote in &item.quotes {
        let mut claim = quoted(finding, quote);
        claim.essential = !structured;
        let outcome = checks::quoted_evidence(scene, quote, &place);
        if let Some(moved) = outcome.at.as_ref().filter(|_| judged.is_empty()) {
            at = Place {
                path: moved.path.clone(),
                side: moved.side,
                line: Some(moved.start_line),
                end_line: Some(moved.end_line),
            };
        }
        judged.push(Judged { claim, outcome, states: false });
    }
    let mut claims = finding.claims.clone();
    if !structured && finding.source != Source::Static {
        let said =
            Said { prose: &item.prose, path: &at.path, line: at.line.unwrap_or(1), end_line: at.end_line.unwrap_or(1) };
        claims = claims_of_prose(&said);
        // A quote that names a line of its own keeps it; the others stand where the evidence does.
        claims.retain(|claim| {
            !judged.iter().any(|one: &Judged| {
                one.claim.pattern == claim.pattern && claim.kind == ClaimKind::LineContent && !claim.essential
            })
        });
    }
    for claim in claims {
        let outcome = checks::check(scene, &resolved(scene, claim.clone()), &at);
        let states = states_defect(&claim) || structured && claim.essential;
        judged.push(Judged { claim, outcome, states });
    }
    if let Some(impossible) = judged.iter().find(|one| one.outcome.impossible) {
        let reason = format!("{}: {}", finding.path, impossible.outcome.check.reason);
        refuse(finding, &reason);
        return false;
    }
    let verdict = rule(&judged);
    let moved = if verdict.status == Status::Verified { moved_to(&judged, &place) } else { None };
    record(finding, judged, &verdict);
    if let Some(moved) = &moved {
        let reason = match moved.side {
            Side::Head => "what it speaks of stands there",
            Side::Base => "what it speaks of stood there before the change",
        };
        move_to(finding, moved, reason);
    }
    moved.is_some()
}

/// A claim about another file is about the only file that ends so.
fn resolved(scene: &dyn Scene, mut claim: Claim) -> Claim {
    if matches!(scene.look(Side::Head, &claim.path), Look::Missing) && scene.renamed(&claim.path).is_none() {
        let base = scene.has_base() && matches!(scene.look(Side::Base, &claim.path), Look::File(_));
        let ending = scene.ending(Side::Head, &claim.path.to_text());
        if let ([only], false) = (ending.as_slice(), base) {
            claim.path = only.clone();
        }
    }
    claim
}

fn quoted(finding: &Finding, quote: &str) -> Claim {
    let mut claim = Claim::new(ClaimKind::LineContent, &finding.path);
    (claim.line, claim.end_line) = (Some(finding.start_line), Some(finding.end_line.max(finding.start_line)));
    quote.clone_into(&mut claim.pattern);
    claim
}

/// Where the finding really stands, if the first claim that shows a place shows another one.
fn moved_to(judged: &[Judged], place: &Place) -> Option<Moved> {
    let shown = judged.iter().filter(|one| one.outcome.check.status == Status::Verified && !one.outcome.idle);
    let essential = shown.clone().filter(|one| one.claim.essential).find_map(|one| one.outcome.at.clone());
    let moved = essential.or_else(|| {
        // Of several quotes in prose, one at the stated place is enough.
        let mut places = shown.filter_map(|one| one.outcome.at.clone());
        let first = places.next()?;
        let here = |moved: &Moved| overlaps(moved, place);
        (!here(&first) && !places.any(|moved| here(&moved))).then_some(first)
    })?;
    (!overlaps(&moved, place)).then_some(moved)
}

fn overlaps(moved: &Moved, place: &Place) -> bool {
    let (first, last) = (place.line.unwrap_or(1), place.end_line.unwrap_or(1));
    moved.path == place.path && moved.start_line <= last && first <= moved.end_line
}

/// Writes the verdict into the finding.
fn record(finding: &mut Finding, judged: Vec<Judged>, verdict: &Verdict) {
    let evidence: Vec<Evidence> = verdict
        .decisive
        .and_then(|at| judged.get(at))
        .map(|one| one.outcome.check.evidence.clone())
        .unwrap_or_default();
    finding.rulings.push(Ruling {
        by: "verify/trial".to_owned(),
        from: finding.verification_status.to_string(),
        to: verdict.status.to_string(),
        reason: verdict.reason.clone(),
        evidence: evidence.clone(),
    });
    finding.claims = judged.into_iter().map(|one| with_check(one.claim, one.outcome)).collect();
    finding.verification_status = verdict.status;
    finding.proof = verdict.proof;
    if verdict.status == Status::Refuted && finding.disposition == Disposition::Reported {
        finding.disposition = Disposition::Refuted;
    }
    if finding.evidence.is_empty() && verdict.status == Status::Verified {
        finding.evidence = evidence.into_iter().take(SHOWN as usize).collect();
    }
}

fn with_check(mut claim: Claim, outcome: Outcome) -> Claim {
    claim.check = Some(outcome.check);
    claim
}

fn move_to(finding: &mut Finding, moved: &Moved, reason: &str) {
    let from = format!("{}:{}", finding.path, finding.start_line);
    finding.path = moved.path.clone();
    (finding.start_line, finding.end_line) = (moved.start_line, moved.end_line);
    finding.columns = None;
    finding.rulings.push(Ruling {
        by: "verify/place".to_owned(),
        from,
        to: format!("{}:{}", moved.path, moved.start_line),
        reason: reason.to_owned(),
        evidence: Vec::new(),
    });
}
