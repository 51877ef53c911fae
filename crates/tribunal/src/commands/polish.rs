//! `tribunal polish`: a text, refined by the configured model until it says the same again. Whatever happens, stdout
//! carries the best text there is: the refined one, or the draft.

mod compare;
mod kept;
mod shown;

use crate::error::{CliError, Kind};
use crate::interrupt::cancelled_by_user;
use crate::learning::{Learning, evidence};
use crate::output::Output;
use crate::world::World;
use kept::Kept;
use std::io::Read;
use std::path::{Path, PathBuf};
use tribunal_engine::config::{Config, FlagValue, Settings};
use tribunal_engine::models::{Cancel, LlmError, Model, Role, Router, Stage, embedding};
use tribunal_engine::polish::{Cascade, Polished, Refiner, Verification, Verifier, incident_of};
use tribunal_engine::repository::{RepoError, Repository};
use tribunal_engine::state::{Raw, StateDir};

/// The stage that `tribunal polish` is.
pub const STAGE: &str = "polish";

/// Refine a text with a model until it says the same again, or compare two texts
///
/// The model criticises the text and rewrites it. A rewrite that loses sections, links, code, or numbers and names of the
/// task is taken back. The refined text goes to stdout; if anything fails, that is the draft as it was.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tribunal polish NOTES.md --task \"release notes for users\" --diff
  git log -1 --format=%B | tribunal polish - --task \"a commit message\"
  tribunal polish PLAN.md --task \"the plan\" --verify 3    its statements, held against the code
  tribunal polish --compare old.md new.md --json          without a model

Keys of [polish] in the configuration say when a text has converged: docs/polish.md.")]
pub struct Args {
    /// The text; `-` reads stdin
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath, required_unless_present = "compare")]
    file: Option<PathBuf>,
    /// What the text is for
    #[arg(long, value_name = "TEXT", required_unless_present = "compare")]
    task: Option<String>,
    /// Refine it so many times at most
    #[arg(long, value_name = "N")]
    passes: Option<String>,
    /// Nothing has converged before the embedder says so
    #[arg(long)]
    strict: bool,
    /// Hold up to N statements of the text against the code, and mend what contradicts it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20))]
    verify: Option<u32>,
    /// Keep a lesson of this run, even if nothing went wrong
    #[arg(long)]
    learn: bool,
    /// Show on stderr how each decision was made
    #[arg(long)]
    show_trail: bool,
    /// Print what changed instead of the text
    #[arg(long, conflicts_with = "json")]
    diff: bool,
    /// Say whether two texts say the same, without a model; `-` reads stdin
    #[arg(long, num_args = 2, value_names = ["A", "B"], value_hint = clap::ValueHint::FilePath,
          conflicts_with_all = ["file", "task", "verify", "learn", "diff", "passes"])]
    compare: Option<Vec<PathBuf>>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Take the knowledge base as it is, without bringing it up to date
    #[arg(long)]
    no_index: bool,
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    if let Some(files) = &args.compare {
        return compare::run(args, files, world, out);
    }
    let (Some(file), Some(task)) = (&args.file, &args.task) else {
        return Err(CliError::new(Kind::Usage, "there is nothing to refine").hint("tribunal polish FILE --task TEXT"));
    };
    let bytes = read(file)?;
    match refine(args, file, task, &bytes, world, out) {
        Ok(()) => Ok(()),
        Err(Failure { error, printed }) => {
            // Whoever pipes the text on gets it, refined or not.
            if !printed && !args.json && !args.diff {
                out.verbatim(&bytes)?;
                out.finish()?;
            }
            Err(error)
        }
    }
}

/// An error, and whether the text has been printed all the same.
struct Failure {
    error: CliError,
    printed: bool,
}

impl<E: Into<CliError>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self { error: error.into(), printed: false }
    }
}

fn refine(args: &Args, file: &Path, task: &str, bytes: &[u8], world: &World, out: &mut Output) -> Result<(), Failure> {
    let draft = std::str::from_utf8(bytes).map_err(|error| not_text(file, error.valid_up_to()))?;
    if task.trim().is_empty() {
        return Err(CliError::new(Kind::Usage, "there is no task").hint("say in --task what the text is for").into());
    }
    let repository = world.repository()?;
    let settings = World::settings(Some(&repository), flags(args))?;
    let config = &settings.config;
    let state = StateDir::create(repository.root().ok_or(RepoError::Bare)?)?;
    let outside = world.outside(config);
    let embedder =
        config.polish.convergence.embedding.then(|| embedding::of_convergence(config, &outside)).transpose()?;
    let router = router(world, config, &state)?;
    let model = model(&router, &settings)?;
    let cancel = Cancel::default();
    let learning = Learning::open(&state, out);
    let cascade = Cascade::new(&config.polish, embedder.as_ref());
    let lessons = learning.offered(STAGE, task);
    let refiner = Refiner { model, settings: &config.polish, cascade, lessons, cancel: &cancel };
    let (mut polished, error) = cancelled_by_user(&cancel, || refiner.polish(STAGE, task, draft))?;
    let verification = match args.verify.filter(|_| error.is_none()) {
        Some(questions) => {
            let found = verify(
                args,
                questions,
                task,
                &polished,
                &Asked { model, repository: &repository, config, cancel: &cancel },
                out,
            )?;
            polished.text.clone_from(&found.text);
            Some(found)
        }
        None => None,
    };
    let kept =
        Kept { file, task, draft, polished: &polished, verification: verification.as_ref(), entry: model.entry() };
    let run = kept.keep(&state, out);
    shown::show(args, &kept, run.as_deref(), out)?;
    let incident = incident_of(STAGE, task, &polished, verification.as_ref(), args.learn, crate::clock::seconds());
    learning.reflect(incident, model, error.is_none(), &cancel, out);
    match error {
        None => Ok(()),
        Some(error) => Err(Failure { error: error.into(), printed: true }),
    }
}

/// Who is asked about what.
struct Asked<'a> {
    model: &'a dyn Model,
    repository: &'a Repository,
    config: &'a Config,
    cancel: &'a Cancel,
}

fn verify(
    args: &Args,
    questions: u32,
    task: &str,
    polished: &Polished,
    asked: &Asked<'_>,
    out: &mut Output,
) -> Result<Verification, CliError> {
    if !args.no_index {
        super::index::bring_up_to_date(asked.repository, asked.config, out)?;
    }
    let evidence = |question: &str| evidence(question, asked.repository, asked.config, asked.model.entry());
    let effort = asked.config.polish.effort;
    let verifier = Verifier { model: asked.model, evidence: &evidence, questions, effort, cancel: asked.cancel };
    cancelled_by_user(asked.cancel, || verifier.verify(task, &polished.text))
}

fn read(file: &Path) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    let read = if file.as_os_str() == "-" {
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    read.map_err(|error| {
        CliError::because(Kind::Io, format!("cannot read {}", file.display()), error)
            .hint("name a text file, or `-` for stdin")
    })
}

fn not_text(file: &Path, at: usize) -> CliError {
    let what = format!("{} is not UTF-8: byte {at} belongs to no character", file.display());
    CliError::new(Kind::Io, what).hint("convert it, such as with `iconv -f latin1 -t utf-8`")
}

fn flags(args: &Args) -> Vec<FlagValue> {
    let passes = args.passes.clone().map(|value| FlagValue { key: "polish.max_passes", flag: "--passes", value });
    let strict =
        args.strict.then(|| FlagValue { key: "polish.convergence.strict", flag: "--strict", value: "true".to_owned() });
    passes.into_iter().chain(strict).collect()
}

/// The models of this invocation, the refiner's own among them.
pub fn router(world: &World, config: &Config, state: &StateDir) -> Result<Router, CliError> {
    let mut config = config.clone();
    let name = config.polish.model.trim().to_owned();
    if !name.is_empty() {
        config.models.rename(STAGE, &name);
    }
    let raw = Raw::open(state)?.raw;
    Ok(tribunal_engine::models::router(&config, &[], raw, None, &world.outside(&config))?)
}

/// Who refines, or what to do so that somebody does.
pub fn model<'a>(router: &'a Router, settings: &Settings) -> Result<&'a dyn Model, CliError> {
    router
        .model(&Stage::new(STAGE), Role::Reasoning)
        .map_err(|error: LlmError| super::ask::not_configured(error, settings))
}
