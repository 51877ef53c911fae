//! Which pieces of a file are shown if it may have so many tokens: whole bodies first, then signatures.

use super::lines;
use super::pieces::{Piece, PieceKind};
use super::precision::{FileView, Judgement, Level};
use tribunal_domain::facts::{FileFacts, SymbolIx};

/// The head of a file is shown if it takes at most this part of its share …
const HEAD_PART: f64 = 0.3;
/// … and no more lines than this: imports, not licences.
const HEAD_LINES: u32 = 40;
/// What has no word of the task may take this part of a share.
const SUPPORT_PART: f64 = 0.25;
/// Signatures are cut after so many lines, documentation with them: a long one is a table, not a head.
const SIGNATURE_LINES: u32 = 12;
/// Tokens of a gap and its note beside those of the lines.
const GAP: usize = 8;

/// What is shown of one symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolChoice {
    /// Its qualified name; empty for what stands outside all definitions.
    pub name: String,
    /// How much of it is shown.
    pub level: Level,
    /// Why.
    pub reason: String,
}

/// A run of lines that was chosen, with what it shows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Chosen {
    /// Its first and last line.
    pub range: (u32, u32),
    /// Its place among the pieces.
    piece: usize,
    level: Level,
}

/// Runs in order of choice, as many as fit into `share` by a rough count; the caller counts exactly and drops the last.
pub(super) fn choose(file: &FileView<'_>, judged: &[Judgement], share: usize) -> Vec<Chosen> {
    let mut choosing = Choosing { file, left: share, chosen: Vec::new() };
    choosing.head(share);
    let mut order: Vec<usize> = (0..file.pieces.len()).filter(|at| !choosing.has(*at)).collect();
    order.sort_by(|one, two| judged[*two].worth.total_cmp(&judged[*one].worth).then(one.cmp(two)));
    let mut cut = Vec::new();
    for &at in order.iter().filter(|at| judged[**at].level == Level::Primary) {
        if !choosing.take(at, range_of(file.pieces[at]), Level::Primary) {
            cut.push(at);
        }
    }
    choosing.support(&cut, &order, judged, share);
    choosing.types();
    choosing.chosen
}

/// What became of each symbol, in the order of the file.
pub(super) fn symbols(file: &FileView<'_>, judged: &[Judgement], chosen: &[Chosen]) -> Vec<SymbolChoice> {
    let mut symbols: Vec<SymbolChoice> = Vec::new();
    for (at, judgement) in judged.iter().enumerate() {
        let level = chosen.iter().filter(|one| one.piece == at).map(|one| one.level).min().unwrap_or(Level::Excluded);
        let reason = match (level, judgement.level) {
            (Level::TypeContext, _) => "something in it is shown".to_owned(),
            (Level::Excluded | Level::Supporting, Level::Primary) => {
                format!("{}; its body is over the budget", judgement.reason)
            }
            (Level::Primary, Level::Supporting | Level::Excluded) => "the head of the file".to_owned(),
            _ => judgement.reason.clone(),
        };
        let name = file.symbol(at).unwrap_or_default();
        match symbols.last_mut() {
            // A long body is several pieces; the most shown of them counts.
            Some(last) if last.name == name && !name.is_empty() => {
                if level < last.level {
                    *last = SymbolChoice { name, level, reason };
                }
            }
            _ if name.is_empty() && level == Level::Excluded => {}
            _ => symbols.push(SymbolChoice { name, level, reason }),
        }
    }
    symbols
}

/// Chosen runs as ranges of lines, in order, neighbours joined; a gap of two lines costs more than it saves.
pub(super) fn merged(chosen: &[Chosen]) -> Vec<(u32, u32)> {
    joined(chosen.iter().map(|one| one.range).collect())
}

/// The first lines of all definitions.
pub(super) fn outline(facts: Option<&FileFacts>, lines: u32) -> Vec<(u32, u32)> {
    let heads = facts.into_iter().flat_map(|facts| &facts.symbols).map(|symbol| symbol.name_at.line.min(lines));
    joined(heads.filter(|line| *line > 0).map(|line| (line, line)).collect())
}

fn joined(mut sorted: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    sorted.sort_unstable();
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for (first, last) in sorted {
        match ranges.last_mut() {
            Some(range) if first <= range.1 + 3 => range.1 = range.1.max(last),
            _ => ranges.push((first, last)),
        }
    }
    ranges
}

struct Choosing<'a> {
    file: &'a FileView<'a>,
    left: usize,
    chosen: Vec<Chosen>,
}

impl Choosing<'_> {
    fn has(&self, piece: usize) -> bool {
        self.chosen.iter().any(|one| one.piece == piece)
    }

    fn take(&mut self, piece: usize, range: (u32, u32), level: Level) -> bool {
        let cost = cost(self.file.lines, range);
        let fits = cost <= self.left;
        if fits {
            self.left -= cost;
            self.chosen.push(Chosen { range, piece, level });
        }
        fits
    }

    /// Imports and what else stands before the first definition, if it is small: what a change needs is often there.
    fn head(&mut self, share: usize) {
        let Some(first) = self.file.pieces.first().filter(|piece| piece.kind == PieceKind::Head) else { return };
        let range = range_of(*first);
        if first.lines() <= HEAD_LINES && cost(self.file.lines, range) as f64 <= share as f64 * HEAD_PART {
            self.take(0, range, Level::Primary);
        }
    }

    /// What only supports, and heads of bodies that did not fit, in a part of the share: beyond it, another file says more.
    fn support(&mut self, cut: &[usize], order: &[usize], judged: &[Judgement], share: usize) {
        let mut left = (share as f64 * SUPPORT_PART) as usize;
        let supporting = order.iter().filter(|at| judged[**at].level == Level::Supporting);
        for &at in supporting.clone().filter(|at| judged[**at].worth > 0.0) {
            left -= self.take_within(at, Some(range_of(self.file.pieces[at])), left);
        }
        for &at in cut.iter().chain(supporting) {
            if !self.has(at) {
                left -= self.take_within(at, self.signature(at), left);
            }
        }
    }

    /// Takes a run if it costs at most so much, and says what it cost.
    fn take_within(&mut self, at: usize, range: Option<(u32, u32)>, most: usize) -> usize {
        let Some(range) = range else { return 0 };
        let cost = cost(self.file.lines, range);
        if cost <= most && self.take(at, range, Level::Supporting) { cost } else { 0 }
    }

    /// The heads of types whose members are shown: a method says little without its class.
    fn types(&mut self) {
        let Some(facts) = self.file.facts else { return };
        let mut parents: Vec<SymbolIx> = self.chosen.iter().filter_map(|one| self.parent(one.piece, facts)).collect();
        parents.sort_unstable();
        parents.dedup();
        for parent in parents {
            let head = |piece: &Piece| piece.kind == PieceKind::Definition(parent);
            let Some(at) = self.file.pieces.iter().position(head).filter(|at| !self.has(*at)) else { continue };
            let line = facts.symbol(parent).name_at.line;
            self.take(at, (line, line), Level::TypeContext);
        }
    }

    fn parent(&self, piece: usize, facts: &FileFacts) -> Option<SymbolIx> {
        match self.file.pieces[piece].kind {
            PieceKind::Definition(symbol) => facts.symbol(symbol).parent,
            PieceKind::Head | PieceKind::Between => None,
        }
    }

    /// The lines of a definition's head, from its documentation to the end of its signature.
    fn signature(&self, at: usize) -> Option<(u32, u32)> {
        let (PieceKind::Definition(symbol), Some(facts)) = (self.file.pieces[at].kind, self.file.facts) else {
            return None;
        };
        let first_piece = at == 0 || self.file.pieces[at - 1].kind != self.file.pieces[at].kind;
        let piece = self.file.pieces[at];
        let symbol = facts.symbol(symbol);
        let start = symbol.span.start.line.max(piece.first);
        let rest = self.file.lines.get(start as usize - 1..piece.last as usize)?;
        let last = start + lines::spanning(rest, facts.text(symbol.signature)) - 1;
        first_piece.then_some((piece.first.max(last.saturating_sub(SIGNATURE_LINES - 1)), last))
    }
}

fn range_of(piece: Piece) -> (u32, u32) {
    (piece.first, piece.last)
}

fn cost(lines: &[&str], (first, last): (u32, u32)) -> usize {
    let bytes: usize = lines[first as usize - 1..last as usize].iter().map(|line| line.len()).sum();
    bytes / 4 + GAP
}
