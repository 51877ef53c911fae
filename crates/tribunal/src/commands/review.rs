//! `tribunal review`: what is wrong with the code, with the evidence.

use crate::error::{CliError, Kind};
use crate::gate::FailOn;
use crate::output::{Output, grouped};
use crate::report::{self, Format, IN_FULL, PAGE, Shown, Which, counted, terminal};
use crate::reviewing::{Asked, Select};
use crate::run_folder::{self, Reread};
use crate::world::World;
use std::path::{Path, PathBuf};
use tribunal_domain::finding::{Disposition, Finding};
use tribunal_domain::{ContentHash, RepoPath};
use tribunal_engine::config::Config;
use tribunal_engine::repository::{RepoError, Repository};
use tribunal_engine::review::{self, Fixed, Reviewed};
use tribunal_engine::state::{RunDir, atomic_write, write_to};

/// Review the code on seven axes
///
/// Without a model, findings come from static analysis alone. The working tree is reviewed; with --diff, what a change
/// touches or breaks.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The repository to review, or a folder or file of one, instead of the current folder
    #[arg(value_name = "PATH", value_hint = clap::ValueHint::AnyPath)]
    path: Option<PathBuf>,
    /// Only what a change touches or breaks: BASE...HEAD from their common ancestor, BASE..HEAD, or BASE for the change
    /// up to the working tree
    #[arg(long, value_name = "BASE...HEAD")]
    diff: Option<String>,
    #[command(flatten)]
    select: Select,
    /// The format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Terminal)]
    format: Format,
    /// Also what was suppressed, refuted, merged or too unsure
    #[arg(long)]
    all: bool,
    /// Exit with 1 if a verified finding is at least this grave
    #[arg(long, value_enum, value_name = "SEVERITY", default_value_t = FailOn::Medium)]
    fail_on: FailOn,
    /// Let findings that could not be verified count for --fail-on
    #[arg(long)]
    strict: bool,
    /// In a terminal at most so many in full, the gravest; 0 for all
    #[arg(long, value_name = "N", default_value_t = 0)]
    max_findings: usize,
    /// Apply safe fixes (unused imports, needless exports, dead private definitions) and review again
    #[arg(long, conflicts_with = "diff")]
    fix: bool,
    /// Write the reports into this folder, too
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Ask no model, even if one is configured; today none is asked anyway
    #[arg(long)]
    no_model: bool,
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    let named = args.path.as_ref().map(|path| world.dir().join(path));
    // A file is reviewed in the folder it lies in.
    let folder = named.as_deref().filter(|place| place.is_file()).and_then(Path::parent).or(named.as_deref());
    let world = world.at(folder)?;
    let repository = world.repository()?;
    let config = World::settings(Some(&repository), Vec::new())?.config;
    let asked = Asked::new(&args.select, args.diff.as_deref(), &world, &repository, &config)?;
    let asked = asked.accepting(&args.select, &world, &repository)?;
    let asked = match &named {
        Some(named) => asked.within(&args.select, &place_in(&repository, named)?)?,
        None => asked,
    };
    let tree = super::index::bring_up_to_review(&repository, &config, out)?;
    let mut reviewed = asked.review(&repository, tree, &config, out)?;
    if args.fix {
        reviewed = mended(reviewed, &asked, &repository, &config, out)?;
    }
    for note in &reviewed.notes {
        out.note(note);
    }
    let root = repository.root().ok_or(RepoError::Bare)?;
    let sources = Reread { root, reviewed: &reviewed };
    let all = Shown::new(&reviewed.review, Which::All, &sources);
    let run = run_folder::keep(&repository, &reviewed, &all)?;
    show(args, &reviewed, &all, &run, out)?;
    if let Some(folder) = &args.out {
        copy_reports(&run, &world.dir().join(folder))?;
    }
    if args.fail_on.fails(&reviewed.review.findings, args.strict) { Err(CliError::findings()) } else { Ok(()) }
}

/// Where in the repository a place lies; empty for the whole of it.
fn place_in(repository: &Repository, place: &Path) -> Result<String, CliError> {
    let Some(root) = repository.root() else { return Ok(String::new()) };
    let inside = || Some(place.canonicalize().ok()?.strip_prefix(root.canonicalize().ok()?).ok()?.to_str()?.to_owned());
    inside().ok_or_else(|| {
        CliError::new(Kind::Usage, format!("{} cannot be found in its repository", place.display()))
            .hint("name what is to be reviewed with --paths")
    })
}

fn show(args: &Args, reviewed: &Reviewed, all: &Shown, run: &RunDir, out: &mut Output) -> Result<(), CliError> {
    let which = match (args.all, args.format) {
        (true, _) => Which::All,
        (false, Format::Html) => Which::Apart,
        (false, _) => Which::Reported,
    };
    let shown = all.only(which);
    if let Some(text) = report::render(args.format, &shown) {
        return out.raw(&text);
    }
    let options = terminal::Options {
        width: World::columns(),
        from: IN_FULL,
        most: if args.max_findings == 0 { usize::MAX } else { args.max_findings },
        command: if args.all { "tribunal report --all" } else { "tribunal report" }.to_owned(),
        page: format!(".tribunal/runs/{}/{PAGE}", run.id()),
    };
    out.note(&format!("reviewed {}, no model configured", counted(reviewed.looked_at, "file")));
    if reviewed.looked_at == 0 {
        let reasons = reviewed.skipped.iter().map(|(reason, count)| format!("{} {reason}", grouped(*count as u64)));
        let left_out = reasons.collect::<Vec<_>>().join(", ");
        let why = if left_out.is_empty() { String::new() } else { format!("; left out: {left_out}") };
        out.note(&format!("there is no code here to review{why}"));
    }
    for line in terminal::lines(&shown, &options) {
        let pieces: Vec<_> = line.iter().map(|(style, text)| (*style, text.as_str())).collect();
        out.styled(&pieces)?;
    }
    Ok(())
}

/// So often fixes are applied that are left because they overlap others, or that others make possible: a line may hold many
/// names.
const PASSES: usize = 30;

/// Applies the safe fixes and reviews again, until none is left: what is told as mended is gone.
fn mended(
    before: Reviewed,
    asked: &Asked,
    repository: &Repository,
    config: &Config,
    out: &mut Output,
) -> Result<Reviewed, CliError> {
    let (mut now, mut gone) = (before, 0);
    let (mut left, mut stuck) = (Vec::new(), Vec::new());
    for _ in 0..PASSES {
        let fixed = fix_once(&now, &stuck, repository)?;
        left = fixed.left;
        if fixed.applied.is_empty() {
            break;
        }
        let tree = super::index::bring_up_to_review(repository, config, out)?;
        now = asked.review(repository, tree, config, out)?;
        let is_there = |id: &String| {
            let mut reported = now.review.findings.iter().filter(|it| it.disposition == Disposition::Reported);
            reported.any(|finding| finding.id == *id)
        };
        let (stayed, went): (Vec<_>, Vec<_>) = fixed.applied.into_iter().partition(is_there);
        gone += went.len();
        stuck.extend(stayed);
    }
    left.extend(stuck.into_iter().map(|id| (id, "it is still found after its fix")));
    out.note(&format!("mended {gone} of {} with a safe fix", counted(gone + left.len(), "finding")));
    left.iter().for_each(|(id, reason)| out.note(&format!("{id} was left: {reason}")));
    Ok(now)
}

fn fix_once(reviewed: &Reviewed, stuck: &[String], repository: &Repository) -> Result<Fixed, CliError> {
    let root = repository.root().ok_or(RepoError::Bare)?;
    let read = |path: &RepoPath| {
        let hash = reviewed.contents.get(path)?;
        let bytes = std::fs::read(root.join(path.as_str()?)).ok()?;
        (ContentHash::of(&bytes).to_string() == *hash).then(|| String::from_utf8(bytes).ok())?
    };
    let tried = |finding: &&Finding| !stuck.contains(&finding.id);
    let findings: Vec<Finding> = reviewed.review.findings.iter().filter(tried).cloned().collect();
    let fixed = review::apply(&findings, &read);
    for (before, file) in fixed.files.iter().enumerate() {
        let place = root.join(file.path.as_str().unwrap_or_default());
        atomic_write(&place, file.text.as_bytes()).map_err(|error| {
            let what = format!("cannot write {}; {} changed before it", file.path, counted(before, "file"));
            CliError::because(Kind::Io, what, error)
        })?;
    }
    Ok(fixed)
}

/// The run's documents in a folder of the user's choice.
fn copy_reports(run: &RunDir, folder: &Path) -> Result<(), CliError> {
    let failed = |error| CliError::because(Kind::Io, format!("cannot write into {}", folder.display()), error);
    std::fs::create_dir_all(folder).map_err(failed)?;
    for name in ["findings.json", "report.md", "report.sarif", PAGE] {
        if let Some(bytes) = run.read(name)? {
            write_to(&folder.join(name), &bytes)?;
        }
    }
    Ok(())
}
