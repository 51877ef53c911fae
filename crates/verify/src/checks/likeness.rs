//! `pattern_violation`: two places are alike. They are, if they share 70 % of their tokens and at least 50 of them, or
//! six statements; imports, comments and licences do not count.

use super::Outcome;
use crate::lexer::{Kind, Token, Zone};
use crate::scene::{Look, Scene, Side};
use crate::source::SourceFile;
use crate::subject::{enclosing, evidence};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tribunal_domain::RepoPath;
use tribunal_domain::finding::{Claim, Expected};

/// The share of tokens that are alike.
const SHARE: f64 = 0.7;
/// Below this share nothing is alike; in between nobody can tell.
const UNLIKE: f64 = 0.5;
/// Fewer tokens are alike by chance.
const TOKENS: usize = 50;
/// So many statements are alike whatever their length.
const STATEMENTS: usize = 6;
/// Longer stretches are compared by runs of tokens, not token by token.
const COMPARED: usize = 4000;
/// How long such runs are.
const RUN: usize = 12;

struct Stretch {
    file: Rc<SourceFile>,
    lines: (u32, u32),
    /// Whether somebody named the lines.
    named: bool,
    keys: Vec<u64>,
    /// Names count as one and the same.
    shapes: Vec<u64>,
}

/// Checks the claim on both places.
pub fn check(scene: &dyn Scene, claim: &Claim) -> Outcome {
    let Some(other) = &claim.compare_to else { return Outcome::open("the claim names one place only") };
    let lines = |first: Option<u32>, last: Option<u32>| {
        first.filter(|line| *line > 0).map(|line| (line, last.unwrap_or(line).max(line)))
    };
    let one = stretch(scene, &claim.path, &claim.symbol, lines(claim.line, claim.end_line));
    let two = stretch(scene, &other.path, &other.symbol, lines(Some(other.start_line), Some(other.end_line)));
    let (one, two) = match (one, two) {
        (Ok(one), Ok(two)) => (one, two),
        (Err(why), _) | (_, Err(why)) => return Outcome::open(why),
    };
    if claim.expected == Some(Expected::Missing) {
        return Outcome::open("that two places differ is not checked");
    }
    let shown = |note: &str| vec![show(&one, note), show(&two, note)];
    let same_lines = one.lines.0 <= two.lines.1 && two.lines.0 <= one.lines.1;
    if one.file.path() == two.file.path() && same_lines {
        return Outcome::refuted("both places are the same", shown("the same place"));
    }
    let (share, common) = compare(&one, &two);
    let percent = (share * 100.0).round() as u32;
    let reason = format!("they share {percent} % of their tokens, {common} of them");
    let whole = !one.named || !two.named;
    let statements = |stretch: &Stretch| statements(&stretch.file, stretch.lines) >= STATEMENTS;
    let enough = common >= TOKENS || share > 0.95 && statements(&one) && statements(&two);
    match share {
        share if share >= SHARE && enough => Outcome::holds(reason, shown("alike")),
        _ if whole && longest_run(&one, &two) >= TOKENS => {
            Outcome::holds("they share a stretch of at least 50 tokens", shown("alike"))
        }
        share if share < UNLIKE || !enough => Outcome::refuted(reason, shown("not alike")),
        _ => Outcome::open(reason),
    }
}

fn show(stretch: &Stretch, note: &str) -> tribunal_domain::finding::Evidence {
    evidence(&stretch.file, stretch.lines.0, stretch.lines.1, note)
}

fn stretch(scene: &dyn Scene, path: &RepoPath, symbol: &str, lines: Option<(u32, u32)>) -> Result<Stretch, String> {
    let path = resolved(scene, path)?;
    let Look::File(file) = scene.look(Side::Head, &path) else { return Err(format!("{path} cannot be read")) };
    let facts = scene.facts(Side::Head, &path);
    let around = |line: u32| {
        let facts = facts.as_ref()?;
        let span = facts.symbol(enclosing(facts, line)?).span;
        Some((span.start.line, span.end.line))
    };
    let by_name = facts.as_ref().filter(|_| !symbol.is_empty() && lines.is_none()).and_then(|facts| {
        let named = crate::subject::symbols_named(facts, symbol);
        let span = facts.symbol(*named.first().filter(|_| named.len() == 1)?).span;
        Some((span.start.line, span.end.line))
    });
    let named = lines.is_some() || by_name.is_some();
    let lines = match lines {
        Some((first, last)) if first == last => around(first).unwrap_or((first, last)),
        Some(lines) => lines,
        None => by_name.unwrap_or((1, file.lines().max(1))),
    };
    if lines.0 > file.lines() {
        return Err(format!("{path} has no line {}", lines.0));
    }
    let tokens = told(&file, lines, facts.as_deref());
    let keys = tokens.iter().map(|token| literal(&file, token)).collect();
    let shapes =
        tokens.iter().map(|token| if is_plain_name(&file, token) { 1 } else { literal(&file, token) }).collect();
    Ok(Stretch { file, lines, named, keys, shapes })
}

/// A path as it is written, or the only file that ends so.
fn resolved(scene: &dyn Scene, path: &RepoPath) -> Result<RepoPath, String> {
    if !matches!(scene.look(Side::Head, path), Look::Missing) {
        return Ok(path.clone());
    }
    match scene.ending(Side::Head, &path.to_text()).as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(format!("{path} is not there")),
        _ => Err(format!("several files are called {path}")),
    }
}

/// The tokens that tell something: no comments, no imports, no commas and brackets at the end.
fn told(file: &SourceFile, lines: (u32, u32), facts: Option<&tribunal_domain::facts::FileFacts>) -> Vec<Token> {
    let imports: Vec<(u32, u32)> = facts
        .map(|facts| facts.imports.iter().map(|import| (import.span.start.line, import.span.end.line)).collect())
        .unwrap_or_default();
    let tokens = file.tokens_between(lines.0, lines.1).iter().filter(|token| !token.zone.is_remark());
    tokens
        .filter(|token| {
            let line = file.line_of(token.start as usize);
            !imports.iter().any(|(first, last)| *first <= line && line <= *last)
        })
        .copied()
        .collect()
}

/// The key of a token; texts and numbers count as one and the same.
fn literal(file: &SourceFile, token: &Token) -> u64 {
    let number = token.kind == Kind::Word && file.token_text(token).starts_with(|c: char| c.is_ascii_digit());
    if token.zone == Zone::Text || number { 2 } else { token.key }
}

fn is_plain_name(file: &SourceFile, token: &Token) -> bool {
    const KEYWORDS: &[&str] = &[
        "if", "else", "elif", "for", "while", "return", "def", "fn", "func", "function", "class", "let", "const",
        "var", "match", "switch", "case", "try", "except", "catch", "raise", "throw", "new", "in", "is", "not", "and",
        "or", "await", "async", "import", "from", "with", "as", "break", "continue", "None", "null", "nil", "true",
        "false", "True", "False", "self", "this", "pub", "mut", "impl", "struct", "static", "void", "int",
    ];
    token.kind == Kind::Word
        && token.zone == Zone::Code
        && !KEYWORDS.contains(&file.token_text(token))
        && !file.token_text(token).starts_with(|c: char| c.is_ascii_digit())
}

fn statements(file: &SourceFile, lines: (u32, u32)) -> usize {
    let Some(tree) = file.tree() else { return 0 };
    let inside = tree
        .root()
        .descendants()
        .filter(|node| node.is_statement() && lines.0 <= node.line() && node.end_line() <= lines.1);
    inside.count()
}

/// The share of tokens that both have in the same order, names as written or, if that is more, names alike.
fn compare(one: &Stretch, two: &Stretch) -> (f64, usize) {
    let shorter = one.keys.len().min(two.keys.len());
    let longer = one.keys.len().max(two.keys.len());
    if shorter == 0 {
        return (0.0, 0);
    }
    if longer > COMPARED {
        let run = longest_run(one, two);
        return (run as f64 / longer as f64, run);
    }
    let common = in_order(&one.keys, &two.keys);
    let alike = in_order(&one.shapes, &two.shapes);
    // Code of the same shape with other names throughout is alike only if it is the same shape throughout.
    let (by_name, by_shape) = (common as f64 / longer as f64, alike as f64 / longer as f64);
    if by_shape >= 0.9 && by_shape > by_name { (by_shape, alike) } else { (by_name, common) }
}

/// The length of the longest common subsequence.
fn in_order(one: &[u64], two: &[u64]) -> usize {
    let mut row = vec![0_u32; two.len() + 1];
    for a in one {
        let mut diagonal = 0;
        for (at, b) in two.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if a == b { diagonal + 1 } else { above.max(row[at]) };
            diagonal = above;
        }
    }
    row.last().copied().unwrap_or(0) as usize
}

/// The length of the longest run of tokens that both have, names as written.
fn longest_run(one: &Stretch, two: &Stretch) -> usize {
    if one.keys.len() < RUN || two.keys.len() < RUN {
        return 0;
    }
    let mut starts: FxHashMap<&[u64], Vec<usize>> = FxHashMap::default();
    for (at, window) in one.keys.windows(RUN).enumerate() {
        starts.entry(window).or_default().push(at);
    }
    let mut longest = 0;
    for (at, window) in two.keys.windows(RUN).enumerate() {
        for &start in starts.get(window).into_iter().flatten().take(16) {
            let common = one.keys[start..].iter().zip(&two.keys[at..]).take_while(|(a, b)| a == b).count();
            longest = longest.max(common);
        }
    }
    longest
}
