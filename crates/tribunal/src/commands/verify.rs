//! `tribunal verify`: anyone's findings, held against the code.

mod kept;

use crate::error::{CliError, Kind};
use crate::gate::FailOn;
use crate::output::{Output, Style, grouped};
use crate::packing::watched_by;
use crate::report::{self, Format, Shown, Which};
use crate::world::World;
use kept::Texts;
use serde_json::Value;
use std::path::{Path, PathBuf};
use tribunal_domain::finding::{Disposition, Finding, Proof, Status};
use tribunal_engine::repository::{RepoError, Repository};
use tribunal_engine::verify::{self, At, Request, Verified, VerifyError};

/// Refuted findings that are named in a terminal; the audit has all.
const NAMED: usize = 12;

/// Larger documents are refused.
const MOST_BYTES: u64 = 2 << 30;

/// Put findings of any tool on trial
///
/// Takes findings of this program, SARIF 2.1.0, or a list of review comments. Each is verified, refuted or left open, with
/// the reason; what is refuted leaves the report. The working tree is looked at or, with --at, a commit and nothing else.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The findings; `-` for stdin
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,
    /// The commit they are about, instead of the working tree
    #[arg(long, value_name = "REV")]
    at: Option<String>,
    /// The commit before the change they are about
    #[arg(long, value_name = "REV")]
    base: Option<String>,
    /// The change as a unified diff, for when its commits are not here
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    diff: Option<PathBuf>,
    /// A review manifest, whose `pr_head_sha` is the commit
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    manifest: Option<PathBuf>,
    /// The format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Terminal)]
    format: Format,
    /// Also what was refuted, merged or invalid
    #[arg(long)]
    all: bool,
    /// Exit with 1 if a verified finding is at least this grave
    #[arg(long, value_enum, value_name = "SEVERITY", default_value_t = FailOn::Medium)]
    fail_on: FailOn,
    /// Let findings that could not be verified count for --fail-on
    #[arg(long)]
    strict: bool,
    /// Write the documents into this folder, too
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    let document = read(&args.file, world)?;
    let repository = world.repository()?;
    let config = World::settings(Some(&repository), Vec::new())?.config;
    let diff = args.diff.as_ref().map(|file| read(file, world)).transpose()?;
    let manifest = args.manifest.as_ref().map(|file| manifest(file, world)).transpose()?;
    let (at, base) = sides(args, manifest.as_ref(), diff.is_some(), &repository)?;
    let typed = [Some(&args.file), args.diff.as_ref(), args.manifest.as_ref()];
    let without =
        typed.iter().flatten().filter_map(|file| world.repo_path(&repository, file.as_os_str()).ok()).collect();
    let verified = watched_by(out, |progress| {
        let request = Request { config: &config, at, base, diff, without, progress };
        verify::verify(&repository, &document, &request)
    });
    let verified = verified.map_err(|error| failed(error, &args.file))?;
    verified.notes.iter().for_each(|note| out.note(note));
    let texts = Texts::new(&verified.texts);
    let all = Shown::new(&verified.review, Which::All, &texts);
    let run = kept::keep(&repository, &verified, &all)?;
    if let Some(folder) = &args.out {
        kept::copy(&verified, &all, &world.dir().join(folder))?;
    }
    show(args, &verified, &all, out)?;
    if let Some(run) = run.filter(|_| args.format == Format::Terminal) {
        out.note(&format!("audit: .tribunal/runs/{}/{}", run.id(), kept::AUDIT));
    }
    if !verified.problems.is_empty() {
        let what = format!("the trial does not add up: {}", verified.problems.join("; "));
        return Err(CliError::new(Kind::State, what).hint("this is a mistake of the program; please report it"));
    }
    if args.fail_on.fails(&verified.review.findings, args.strict) { Err(CliError::findings()) } else { Ok(()) }
}

/// A file of the user's choice, or stdin.
fn read(file: &Path, world: &World) -> Result<Vec<u8>, CliError> {
    use std::io::Read;
    let failed = |error| CliError::because(Kind::Io, format!("cannot read {}", file.display()), error);
    if file.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().take(MOST_BYTES).read_to_end(&mut bytes).map_err(failed)?;
        return Ok(bytes);
    }
    let path = world.dir().join(file);
    let metadata = std::fs::metadata(&path).map_err(failed)?;
    if !metadata.is_file() || metadata.len() > MOST_BYTES {
        return Err(CliError::new(Kind::Usage, format!("{} is not a file of at most 2 GiB", file.display())));
    }
    std::fs::read(&path).map_err(failed)
}

fn manifest(file: &Path, world: &World) -> Result<Value, CliError> {
    let unusable = |reason: String| {
        CliError::new(Kind::Usage, format!("the manifest {} cannot be used: {reason}", file.display()))
            .hint("it is a JSON object with `pr_head_sha`")
    };
    let value: Value = serde_json::from_slice(&read(file, world)?).map_err(|error| unusable(error.to_string()))?;
    if value.is_object() { Ok(value) } else { Err(unusable("it is not an object".to_owned())) }
}

/// The two sides: what was typed goes before what the manifest says. A commit that is not here leaves the diff alone.
fn sides(
    args: &Args,
    manifest: Option<&Value>,
    has_diff: bool,
    repository: &Repository,
) -> Result<(At, Option<tribunal_engine::repository::CommitId>), CliError> {
    let told = |names: &[&str]| names.iter().find_map(|name| manifest?[*name].as_str()).map(str::to_owned);
    let head = args.at.clone().or_else(|| told(&["pr_head_sha", "head_sha"]));
    let base = args.base.clone().or_else(|| told(&["pr_base_sha", "base_sha", "merge_base_sha"]));
    let at = match &head {
        None => At::Worktree,
        Some(rev) => {
            match repository.resolve(rev).and_then(|commit| repository.commit_snapshot(commit).map(|_| commit)) {
                Ok(commit) => At::Commit(commit),
                Err(error) => absent(rev, has_diff || manifest.is_some(), error)?,
            }
        }
    };
    let base = match base {
        None => None,
        Some(_) if matches!(at, At::Absent(_)) => None,
        Some(rev) => {
            match repository.resolve(&rev).and_then(|commit| repository.commit_snapshot(commit).map(|_| commit)) {
                Ok(commit) => Some(commit),
                // The side before only adds to what can be found; without it the head is still what it is.
                Err(_) if looks_like_id(&rev) => None,
                Err(error) => return Err(error.into()),
            }
        }
    };
    Ok((at, base))
}

/// An id of a commit that is not here is no mistake; a mistyped name is.
fn absent(rev: &str, has_diff: bool, error: RepoError) -> Result<At, CliError> {
    if looks_like_id(rev) || has_diff {
        return Ok(At::Absent(rev.to_owned()));
    }
    Err(CliError::from(error).hint("name a commit of this repository, or give its change with --diff FILE"))
}

fn looks_like_id(rev: &str) -> bool {
    rev.len() >= 7 && rev.len() <= 64 && rev.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn failed(error: VerifyError, file: &Path) -> CliError {
    match error {
        VerifyError::Index(error) => error.into(),
        VerifyError::Import(error) => {
            CliError::because(Kind::Usage, format!("{} cannot be put on trial", file.display()), error)
                .hint("it should be findings of this program, SARIF 2.1.0, or a JSON list of review comments")
        }
    }
}

fn show(args: &Args, verified: &Verified, all: &Shown, out: &mut Output) -> Result<(), CliError> {
    let some = (!args.all).then(|| all.of_reported());
    let shown = some.as_ref().unwrap_or(all);
    if let Some(text) = report::render(args.format, shown) {
        return out.raw(&text);
    }
    summary(args, verified, all, out)
}

fn summary(args: &Args, verified: &Verified, all: &Shown, out: &mut Output) -> Result<(), CliError> {
    let findings = &all.review().findings;
    let judged = |finding: &&Finding| !matches!(finding.disposition, Disposition::Invalid | Disposition::Merged);
    let of =
        |status: Status| findings.iter().filter(judged).filter(move |finding| finding.verification_status == status);
    let from = if verified.tools.is_empty() { String::new() } else { format!(" from {}", verified.tools.join(", ")) };
    out.line(&format!("{} findings{from}, checked {}", grouped(findings.len() as u64), place(args, verified)))?;
    let places = of(Status::Verified).filter(|finding| finding.proof == Some(Proof::Place)).count();
    let moved = verified.counted.moved;
    let mut notes = Vec::new();
    if places > 0 {
        notes.push(format!("{places} by the quoted place alone"));
    }
    if moved > 0 {
        notes.push(format!("{moved} moved to the right line"));
    }
    row(out, Style::Good, of(Status::Verified).count(), "VERIFIED", &notes.join(", "))?;
    row(out, Style::Warn, of(Status::Inconclusive).count(), "INCONCLUSIVE", "kept, marked [NEEDS VERIFICATION]")?;
    let refuted = of(Status::Refuted).count();
    row(out, Style::Bad, refuted, "REFUTED", &format!("removed; see {}", kept::AUDIT))?;
    for finding in of(Status::Refuted).take(NAMED) {
        out.line(&format!("      {}  {}", finding.id, title(finding)))?;
    }
    if refuted > NAMED {
        out.line(&format!("      and {} more", refuted - NAMED))?;
    }
    let counts = all.review().counts;
    if counts.merged > 0 {
        row(out, Style::Plain, counts.merged, "merged", "another finding says the same")?;
    }
    if counts.invalid > 0 {
        row(
            out,
            Style::Plain,
            counts.invalid,
            "invalid",
            "the item or its place cannot exist; `--all` lists them with the reason",
        )?;
    }
    out.line(&format!("{refuted} findings removed after verification"))?;
    out.line(&format!("signal-to-noise {}   verdict: {}", all.review().signal_to_noise, all.review().review_verdict))
}

fn row(out: &mut Output, style: Style, count: usize, word: &str, note: &str) -> Result<(), CliError> {
    let count = format!("{count:4} ");
    out.styled(&[(Style::Plain, &count), (style, &format!("{word:<12}")), (Style::Plain, "  "), (Style::Plain, note)])
}

fn title(finding: &Finding) -> String {
    let first: String = finding.message.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(60).collect();
    let ruling = finding.rulings.iter().rev().find(|ruling| ruling.by == "verify/trial");
    let shown = ruling.and_then(|ruling| ruling.evidence.first()).map(|evidence| {
        let quote: String = evidence.quote.lines().next().unwrap_or_default().trim().chars().take(60).collect();
        format!("checked at {}:{}  {quote}", evidence.path, evidence.start_line)
    });
    format!("\"{first}\"  {}", shown.unwrap_or_default())
}

fn place(args: &Args, verified: &Verified) -> String {
    let commit = verified.review.snapshot.commit.as_deref().unwrap_or_default();
    let short: String = commit.chars().take(7).collect();
    match verified.source {
        "BLOBS" => format!("at {short} (blobs; the working tree was not read)"),
        "DIFF_ONLY" if args.diff.is_some() => {
            format!("against the diff alone ({short} is not here; the working tree was not read)")
        }
        "DIFF_ONLY" => format!("against nothing: {short} is not here, and no diff was given"),
        _ => "in the working tree".to_owned(),
    }
}
