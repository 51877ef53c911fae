//! `tribunal ask`: a question with its context, sent to the configured model; the answer is streamed and kept.

mod conversation;
mod kept;

use crate::error::{CliError, Kind};
use crate::learning::Learning;
use crate::output::Output;
use crate::packing;
use crate::refining::{Refining, When};
use crate::world::World;
use clap::ValueEnum;
use conversation::{Conversation, End};
use kept::Asked;
use std::path::{Path, PathBuf};
use tribunal_engine::ask;
use tribunal_engine::config::{Config, Ignored, Settings};
use tribunal_engine::models::{Entry, Level, LlmError, Request, Role, Router, Stage, Summary};
use tribunal_engine::pack::{self, Budget, Entrance, Pack, PathRules};
use tribunal_engine::polish::Writing;
use tribunal_engine::repository::{RepoError, Repository};
use tribunal_engine::state::{Raw, StateDir};

/// Ask a question about the change, or the code, with its context
///
/// The context is what HEAD changed since it left its base, if it did, and otherwise what the question is about.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The question; `-` reads stdin
    question: String,
    /// A context that was packed before, instead of a new one
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, conflicts_with = "base")]
    context_pack: Option<PathBuf>,
    /// What HEAD is compared with, at their common ancestor
    #[arg(long, value_name = "REV")]
    base: Option<String>,
    /// The most tokens of question and context together
    #[arg(long, value_name = "N", default_value_t = ask::DEFAULT_BUDGET)]
    budget: usize,
    /// Another model of the same provider
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// How hard the model shall think, where it can be told
    #[arg(long, value_enum, value_name = "LEVEL")]
    effort: Option<Effort>,
    /// How much it shall say, where it can be told
    #[arg(long, value_enum, value_name = "LEVEL")]
    verbosity: Option<Verbosity>,
    /// Whether it shall sum up its thinking, where it can be told
    #[arg(long, value_enum, value_name = "KIND", default_value_t = Thinking::Auto)]
    summary: Thinking,
    /// The organisation that pays, for OpenAI
    #[arg(long, value_name = "ID")]
    org: Option<String>,
    /// The project that pays, for OpenAI
    #[arg(long, value_name = "ID")]
    project_id: Option<String>,
    /// Refine the answer before it is shown; `auto` does as `polish.enabled` says
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    polish: When,
    /// Print JSON when the answer is complete
    #[arg(long)]
    json: bool,
    /// Take the knowledge base as it is, without bringing it up to date
    #[arg(long)]
    no_index: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Effort {
    Minimal,
    Low,
    Medium,
    High,
    Xhigh,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Verbosity {
    Low,
    Medium,
    High,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Thinking {
    Auto,
    Detailed,
    None,
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    let repository = world.repository()?;
    let settings = World::settings(Some(&repository), Vec::new())?;
    let config = &settings.config;
    let question = question(args)?;
    let state = StateDir::create(repository.root().ok_or(RepoError::Bare)?)?;
    let router = router(args, world, config, &state)?;
    let model = router.model(&Stage::new("ask"), Role::Reasoning).map_err(|error| not_configured(error, &settings))?;
    let context = context(args, &question, &repository, config, model.entry(), out)?;
    let refining = Refining::new(args.polish, Writing::Answer, &settings, &state, world);
    let learning = Learning::open(&state, out);
    let lessons = learning.offered(Writing::Answer.stage(), &question);
    let request = ask::with_lessons(request(args, &context.text, &question), &lessons);
    let mut conversation = Conversation::new(out, args.json || refining.is_some());
    let mut end = conversation.hold(model, &request)?;
    if let Some(refining) = &refining {
        if end.error.is_none() {
            end.text = refining.refine(&question, &end.text, &learning, model, out)?;
        }
        if !args.json && !end.text.is_empty() {
            out.prose(&format!("{}\n", end.text.trim_end_matches('\n')))?;
        }
    }
    let asked = Asked { question: &question, entry: model.entry(), context: &context, keeps_pack: world.debug() };
    match kept::keep(&state, &asked, &end) {
        Ok(files) => finish(args, &asked, &end, &files, out),
        Err(error) => unkept(args, &asked, &end, error, out),
    }
}

/// A model that the repository's file names needs the user's trust, not another model.
pub fn not_configured(error: LlmError, settings: &Settings) -> CliError {
    let ignored = settings.ignored.iter().find(|ignored| ignored.key.starts_with("models."));
    let error = CliError::from(error);
    match ignored {
        Some(Ignored { place, .. }) => error.hint(format!("run `tribunal trust`: {place} names one")),
        None => error,
    }
}

/// The disk takes no more: what came is shown instead, and what went wrong first is told.
fn unkept(args: &Args, asked: &Asked<'_>, end: &End, error: CliError, out: &mut Output) -> Result<(), CliError> {
    let Some(first) = &end.error else {
        if args.json {
            out.json(&kept::report(asked, end, &[]))?;
        }
        return Err(error);
    };
    if !end.text.is_empty() {
        out.note("what came of the answer cannot be kept; it is this:");
        out.aside(&format!("{}\n", end.text.trim_end()));
    }
    Err(first.clone().into())
}

/// What goes along with the question.
struct Context {
    text: String,
    tokens: usize,
    /// Absent if it was made before.
    pack: Option<Pack>,
}

fn question(args: &Args) -> Result<String, CliError> {
    let text = if args.question == "-" { packing::read(Path::new("-"))? } else { args.question.clone() };
    if text.trim().is_empty() {
        return Err(
            CliError::new(Kind::Usage, "there is no question").hint("tribunal ask \"what does this change break?\"")
        );
    }
    Ok(text)
}

fn router(args: &Args, world: &World, config: &Config, state: &StateDir) -> Result<Router, CliError> {
    let mut config = config.clone();
    if let Some(name) = &args.model {
        config.models.rename("ask", name);
    }
    let raw = Raw::open(state)?.raw;
    let mut outside = world.outside(&config);
    outside.headers = [("OpenAI-Organization", &args.org), ("OpenAI-Project", &args.project_id)]
        .into_iter()
        .filter_map(|(header, value)| Some((header, value.clone()?)))
        .collect();
    Ok(tribunal_engine::models::router(&config, &[], raw, None, &outside)?)
}

fn context(
    args: &Args,
    question: &str,
    repository: &Repository,
    config: &Config,
    entry: &Entry,
    out: &mut Output,
) -> Result<Context, CliError> {
    let room = ask::room_in(entry, args.budget, question);
    if let Some(file) = &args.context_pack {
        let text = packing::read(file)?;
        let tokens = ask::check(&text, room, entry.vocabulary).map_err(|error| {
            CliError::new(Kind::Usage, format!("{}: {error}", file.display()))
                .hint("pack again with a smaller --budget")
        })?;
        return Ok(Context { text, tokens, pack: None });
    }
    if !args.no_index {
        super::index::bring_up_to_date(repository, config, out)?;
    }
    let pack = packed(args, question, repository, config, entry, room, out)?;
    if let Some(failure) = &pack.failure {
        return Err(packing::failed(failure));
    }
    packing::log(repository, &pack, out);
    Ok(Context { text: pack.text.clone(), tokens: pack.tokens, pack: Some(pack) })
}

/// The change if there is one or one was named, otherwise what the question is about.
fn packed(
    args: &Args,
    question: &str,
    repository: &Repository,
    config: &Config,
    entry: &Entry,
    room: usize,
    out: &mut Output,
) -> Result<Pack, CliError> {
    let about = question.to_owned();
    let mut request = pack::Request {
        entrance: Entrance::Diff { base: args.base.clone(), about },
        rules: PathRules::new(&config.pack),
        jobs: packing::jobs(config),
        ..pack::Request::default()
    };
    let make = |request: &pack::Request, out: &mut Output| {
        packing::watched(out, |progress| pack::pack(repository, request, Budget::of(room), entry.vocabulary, progress))
    };
    let pack = make(&request, out)?;
    let changed = pack.files.iter().any(|shown| shown.candidate.role == pack::Role::Changed);
    if changed || args.base.is_some() {
        return Ok(pack);
    }
    if pack.failure.as_ref().is_some_and(|failure| failure.code == "core-over-budget") {
        out.note("what changed does not fit; the context is what the question is about");
    }
    request.entrance = Entrance::task(question.to_owned());
    make(&request, out)
}

fn request(args: &Args, context: &str, question: &str) -> Request {
    let mut request = ask::request(context, question);
    request.effort = args.effort.map(|effort| match effort {
        Effort::Minimal => Level::Minimal,
        Effort::Low => Level::Low,
        Effort::Medium => Level::Medium,
        Effort::High => Level::High,
        Effort::Xhigh => Level::Xhigh,
    });
    request.verbosity = args.verbosity.map(|verbosity| match verbosity {
        Verbosity::Low => Level::Low,
        Verbosity::Medium => Level::Medium,
        Verbosity::High => Level::High,
    });
    request.summary = match args.summary {
        Thinking::Auto => Summary::Auto,
        Thinking::Detailed => Summary::Detailed,
        Thinking::None => Summary::None,
    };
    request
}

/// Says where everything is; what went wrong in the middle is an error, with what came before it kept.
fn finish(args: &Args, asked: &Asked<'_>, end: &End, files: &[PathBuf], out: &mut Output) -> Result<(), CliError> {
    if args.json && end.error.is_none() {
        out.json(&kept::report(asked, end, files))?;
    }
    if end.reply.as_ref().is_some_and(|reply| reply.requests == 0) {
        out.note("this was asked before; the answer is from the log, and nothing was bought");
    }
    for file in files {
        out.note(&file.display().to_string());
    }
    match &end.error {
        None => Ok(()),
        Some(error) => Err(error.clone().into()),
    }
}
