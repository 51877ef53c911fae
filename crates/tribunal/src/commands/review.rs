//! `tribunal review`: what is wrong with the code, with the evidence.

use crate::error::{CliError, Kind};
use crate::gate::FailOn;
use crate::output::{Output, grouped};
use crate::report::{self, Format, IN_FULL, PAGE, Shown, Which, terminal};
use crate::reviewing::{Asked, Select};
use crate::run_folder::{self, Reread};
use crate::world::World;
use std::path::{Path, PathBuf};
use tribunal_domain::{ContentHash, RepoPath};
use tribunal_engine::config::Config;
use tribunal_engine::repository::{RepoError, Repository};
use tribunal_engine::review::{self, Reviewed};
use tribunal_engine::state::{RunDir, atomic_write};

/// Review the code on seven axes
///
/// Without a model, findings come from static analysis alone. The working tree is reviewed; with --diff, what a change
/// touches or breaks.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder to review, instead of the current one
    #[arg(value_name = "PATH", value_hint = clap::ValueHint::DirPath)]
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
    let world = world.at(args.path.as_deref())?;
    let repository = world.repository()?;
    let config = World::settings(Some(&repository), Vec::new())?.config;
    let asked = Asked::new(&args.select, args.diff.as_deref(), &world, &repository, &config)?;
    let tree = super::index::bring_up_to_review(&repository, &config, out)?;
    let mut reviewed = asked.review(&repository, tree, &config, out)?;
    if args.fix {
        reviewed = mended(&reviewed, &asked, &repository, &config, out)?;
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
        command: "tribunal report".to_owned(),
        page: format!(".tribunal/runs/{}/{PAGE}", run.id()),
    };
    out.note(&format!("reviewed {} files, no model configured", grouped(reviewed.looked_at as u64)));
    for line in terminal::lines(&shown, &options) {
        let pieces: Vec<_> = line.iter().map(|(style, text)| (*style, text.as_str())).collect();
        out.styled(&pieces)?;
    }
    Ok(())
}

/// Applies the safe fixes and reviews again: what is told as mended is gone.
fn mended(
    before: &Reviewed,
    asked: &Asked,
    repository: &Repository,
    config: &Config,
    out: &mut Output,
) -> Result<Reviewed, CliError> {
    let root = repository.root().ok_or(RepoError::Bare)?;
    let read = |path: &RepoPath| {
        let hash = before.contents.get(path)?;
        let bytes = std::fs::read(root.join(path.as_str()?)).ok()?;
        (ContentHash::of(&bytes).to_string() == *hash).then(|| String::from_utf8(bytes).ok())?
    };
    let fixed = review::apply(&before.review.findings, &read);
    for file in &fixed.files {
        let place = root.join(file.path.as_str().unwrap_or_default());
        atomic_write(&place, file.text.as_bytes())
            .map_err(|error| CliError::because(Kind::Io, format!("cannot write {}", file.path), error))?;
    }
    let tree = super::index::bring_up_to_review(repository, config, out)?;
    let after = asked.review(repository, tree, config, out)?;
    let is_there = |id: &String| after.review.findings.iter().any(|finding| finding.id == *id);
    let (left, gone): (Vec<_>, Vec<_>) = fixed.applied.iter().partition(|id| is_there(id));
    out.note(&format!("mended {} of {} findings with a safe fix", gone.len(), fixed.applied.len() + fixed.left.len()));
    left.iter().for_each(|id| out.note(&format!("{id} is still found after its fix")));
    fixed.left.iter().for_each(|(id, reason)| out.note(&format!("{id} was left: {reason}")));
    Ok(after)
}

/// The run's documents in a folder of the user's choice.
fn copy_reports(run: &RunDir, folder: &Path) -> Result<(), CliError> {
    let failed = |error| CliError::because(Kind::Io, format!("cannot write into {}", folder.display()), error);
    std::fs::create_dir_all(folder).map_err(failed)?;
    for name in ["findings.json", "report.md", "report.sarif", PAGE] {
        if let Some(bytes) = run.read(name)? {
            atomic_write(&folder.join(name), &bytes)?;
        }
    }
    Ok(())
}
