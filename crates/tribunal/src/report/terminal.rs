//! The review in a terminal: what matters is last on the screen, every line says its place, the next step is named.
//!
//! Gives lines of styled pieces; nothing is said by colour alone. `excerpt` shows code with carets at exact columns.

mod excerpt;
mod layout;

use super::Shown;
use super::words::{axes_of, axis_title, certainty, counted, mark, place, set_aside, tally};
use crate::output::{Style, grouped};
use excerpt::excerpt;
use layout::{Columns, pad_end, wrapped};
use std::collections::BTreeMap;
use tribunal_domain::RepoPath;
use tribunal_domain::finding::{Axis, Disposition, Evidence, Finding, Severity, Word};

/// A line: pieces of text, each with its style.
pub type Line = Vec<(Style, String)>;

/// What is behind the bar of an excerpt.
const BAR: &str = "│ ";

/// Other places that show a finding; more are in `tribunal why`.
const MOST_EVIDENCE: usize = 3;

/// How the review is shown.
#[derive(Debug, Clone)]
pub struct Options {
    /// Columns of the terminal.
    pub width: usize,
    /// From which severity on findings are shown in full.
    pub from: Severity,
    /// At most so many in full, the gravest.
    pub most: usize,
    /// The command that shows this report, to which flags are added.
    pub command: String,
    /// Where the page is, or the command that makes it.
    pub page: String,
}

/// The whole review.
pub fn lines(shown: &Shown, options: &Options) -> Vec<Line> {
    let all: Vec<&Finding> = shown.review().findings.iter().collect();
    let (mut full, rest): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|finding| finding.severity.reaches(options.from));
    full.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    let held = full.len().saturating_sub(options.most);
    let full = full.split_off(held);
    let mut out = Vec::new();
    let columns = Columns::of(&full, options.width);
    for (path, findings) in by_file(&full) {
        out.push(vec![(Style::Bold, path.to_text().into_owned())]);
        findings.iter().for_each(|finding| one(finding, shown, &columns, &mut out));
        out.push(Vec::new());
    }
    if held > 0 {
        out.push(plain(format!("{} held back; `--max-findings 0` shows all", counted(held, "finding"))));
        out.push(Vec::new());
    }
    rest_by_axis(&rest, options, &mut out);
    totals(shown, options, &mut out);
    out
}

/// The file with the gravest finding last; in a file, the gravest last. Ties go by path and line.
fn by_file<'a>(findings: &[&'a Finding]) -> Vec<(&'a RepoPath, Vec<&'a Finding>)> {
    let mut files: BTreeMap<&RepoPath, Vec<&Finding>> = BTreeMap::new();
    findings.iter().for_each(|finding| files.entry(&finding.path).or_default().push(finding));
    let mut files: Vec<_> = files.into_iter().collect();
    for (_, findings) in &mut files {
        findings.sort_by_key(|finding| (std::cmp::Reverse(finding.severity), finding.start_line));
    }
    files.sort_by_key(|(_, findings)| std::cmp::Reverse(findings.iter().map(|f| f.severity).min()));
    files
}

fn one(finding: &Finding, shown: &Shown, columns: &Columns, out: &mut Vec<Line>) {
    let marked = marked(finding, columns).map(|mark| format!(" {mark}")).unwrap_or_default();
    let title = wrapped(&format!("{}{marked}", finding.message), columns.title);
    let mut title = title.into_iter();
    out.push(vec![
        (Style::Plain, format!("{:>width$}  ", finding.start_line, width = columns.line)),
        (Style::Plain, pad_end(axis_title(finding.axis), columns.axis) + "  "),
        (style(finding.severity), pad_end(finding.severity.name(), columns.severity)),
        (Style::Plain, format!("  {}  ", pad_end(&title.next().unwrap_or_default(), columns.title))),
        (Style::Dim, finding.id.clone()),
    ]);
    out.extend(title.map(|line| plain(" ".repeat(columns.before_title()) + &line)));
    let bar = " ".repeat(columns.line + 2) + BAR;
    for (style, text) in excerpt(finding, shown, columns.code()) {
        out.push(vec![(Style::Dim, bar.clone()), (style, text)]);
    }
    for text in others(finding).iter().flat_map(|text| wrapped(text, columns.code())) {
        out.push(vec![(Style::Dim, bar.clone()), (Style::Plain, text)]);
    }
}

/// What must be known of one finding. Where none was verified, that is said once, at the end.
fn marked(finding: &Finding, columns: &Columns) -> Option<&'static str> {
    mark(finding).filter(|_| columns.tried || finding.disposition != Disposition::Reported)
}

/// The places that show it, beside its own.
fn others(finding: &Finding) -> Vec<String> {
    let elsewhere = |evidence: &&Evidence| evidence.path != finding.path || evidence.start_line != finding.start_line;
    let shown: Vec<&Evidence> = finding.evidence.iter().filter(elsewhere).collect();
    let mut texts: Vec<String> = shown.iter().take(MOST_EVIDENCE).map(|evidence| shows(evidence)).collect();
    if shown.len() > MOST_EVIDENCE {
        texts.push(format!("{} more: tribunal why {}", shown.len() - MOST_EVIDENCE, finding.id));
    }
    let named = |related: &&tribunal_domain::finding::Related| {
        !shown.iter().any(|evidence| evidence.path == related.path && evidence.start_line == related.start_line)
    };
    for related in finding.related.iter().filter(named) {
        let at = place(&related.path, related.start_line, related.end_line);
        let symbol = if related.symbol.is_empty() { String::new() } else { format!(" `{}`", related.symbol) };
        texts.push(format!("see {at}{symbol}"));
    }
    texts
}

fn shows(evidence: &Evidence) -> String {
    let at = place(&evidence.path, evidence.start_line, evidence.end_line);
    let quote = evidence.quote.lines().next().unwrap_or_default().trim();
    match (evidence.note.as_str(), quote) {
        ("", quote) => format!("{at}  {quote}"),
        (note, "") => format!("{at}  {note}"),
        (note, quote) => format!("{at}  {note}: {quote}"),
    }
}

/// One line per axis for what is not shown in full, with the command that shows it.
fn rest_by_axis(rest: &[&Finding], options: &Options, out: &mut Vec<Line>) {
    let axes = axes_of(rest);
    let rows: Vec<(&str, String, String)> = axes
        .iter()
        .map(|axis| {
            let own: Vec<_> = rest.iter().copied().filter(|finding| finding.axis == *axis).collect();
            let least = own.iter().map(|finding| finding.severity).max().unwrap_or(options.from);
            (axis_title(*axis), tally(&own), listing(&options.command, *axis, least))
        })
        .collect();
    let width = |of: fn(&(&str, String, String)) -> usize| rows.iter().map(of).max().unwrap_or_default();
    let (names, tallies) = (width(|row| row.0.len()), width(|row| row.1.len()));
    for (axis, tally, command) in &rows {
        let text = format!("  {axis:<names$}  {tally:<tallies$}  ");
        out.push(vec![(Style::Plain, text), (Style::Dim, command.clone())]);
    }
    if !rows.is_empty() {
        out.push(Vec::new());
    }
}

fn listing(command: &str, axis: Option<Axis>, least: Severity) -> String {
    let axis = axis.map(|axis| format!(" --axes {axis}")).unwrap_or_default();
    format!("{command}{axis} --severity {}", least.word())
}

fn totals(shown: &Shown, options: &Options, out: &mut Vec<Line>) {
    let reported = shown.reported();
    if reported.is_empty() {
        out.push(plain("no findings".to_owned()));
    } else {
        let head = match reported.len() {
            1 => "1 finding: ".to_owned(),
            count => format!("{} findings: ", grouped(count as u64)),
        };
        let text = format!("{}   {}", tally(&reported), certainty(&reported));
        out.push(vec![(Style::Bold, head), (Style::Plain, text)]);
    }
    let aside = set_aside(shown.review().counts);
    if !aside.is_empty() {
        let unsure = shown.review().counts.below_confidence > 0;
        let hint =
            if unsure { "review --min-confidence 50  shows what is unsure" } else { "tribunal why ID  shows how" };
        out.push(plain(format!(" {aside}   ({hint})")));
    }
    let review = shown.review();
    out.push(plain(format!("verdict: {}, {}   report: {}", review.verdict, review.review_verdict, options.page)));
}

/// How a severity is set off.
pub fn style(severity: Severity) -> Style {
    match severity {
        Severity::Critical | Severity::High => Style::Bad,
        Severity::Medium => Style::Warn,
        _ => Style::Plain,
    }
}

fn plain(text: String) -> Line {
    vec![(Style::Plain, text)]
}
