//! `tribunal init`: looks at the project and writes a first `tribunal.toml`, or the user's own models.

mod models;

use crate::error::{CliError, Kind};
use crate::output::{Cell, Output, Style, Table};
use crate::trust_record::replace;
use crate::world::{CONFIG_FILE, World};
use tribunal_engine::config::schema;
use tribunal_engine::detect::{Guess, Survey, survey};
use tribunal_engine::init_file::init_file;
use tribunal_engine::init_models::Choice;
use tribunal_engine::repository::{RepoError, current_snapshot};

/// Look at the project and write tribunal.toml
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    /// Print the file instead of writing it
    #[arg(long, conflicts_with = "force")]
    print: bool,
    /// Print the JSON schema of the file
    #[arg(long, conflicts_with_all = ["force", "print"])]
    schema: bool,
    /// Write models of this provider into your own configuration instead: ollama, openai_compat, openai, anthropic or
    /// claude_code
    #[arg(long, value_name = "PROVIDER[/MODEL]", value_parser = Choice::parse, conflicts_with_all = ["force", "schema"])]
    models: Option<Choice>,
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    if args.schema {
        return out.json(&schema());
    }
    if let Some(choice) = &args.models {
        return models::run(choice, args.print, out);
    }
    let repository = world.repository()?;
    let snapshot = current_snapshot(&repository)?;
    let survey = snapshot.as_ref().map(survey).unwrap_or_default();
    let text = init_file(&survey);
    if args.print {
        return out.raw(&text);
    }
    let path = repository.root().ok_or(RepoError::Bare)?.join(CONFIG_FILE);
    if !args.force && path.symlink_metadata().is_ok() {
        return Err(CliError::new(Kind::Usage, format!("{CONFIG_FILE} is already there"))
            .hint("`tribunal init --force` replaces it, `tribunal init --print` only shows what it would be"));
    }
    replace(&path, &text)
        .map_err(|error| CliError::because(Kind::Io, format!("cannot write {}", path.display()), error))?;
    summary(&survey, out)
}

fn summary(survey: &Survey, out: &mut Output) -> Result<(), CliError> {
    out.line(&format!("wrote {CONFIG_FILE}"))?;
    let languages: Vec<_> =
        survey.languages.iter().map(|count| format!("{} {}", count.language, count.files)).collect();
    let kind = survey.kind.as_ref().map(|guess| (guess.value.name(), &guess.reason));
    let command = survey.test_command.as_ref().map(|Guess { value, reason }| (value.as_str(), reason));
    let mut table = Table::default();
    let mut row = |name: &str, found: &str, reason: &str| {
        let cells = [Cell::text(name), Cell::text(found), Cell::text(reason).style(Style::Dim)];
        table.row(cells);
    };
    row("languages", &or_none(&languages), "");
    row("project kind", kind.map_or("auto", |(kind, _)| kind), kind.map_or("", |(_, reason)| reason));
    row("test command", command.map_or("none found", |(command, _)| command), command.map_or("", |(_, reason)| reason));
    row("models", &or_none(&model_providers()), "");
    table.print(out, "  ")?;
    if survey.test_command.is_some() {
        out.note("next: `tribunal trust` lets the test command run, `tribunal doctor` looks at the rest");
    } else {
        out.note("next: `tribunal doctor`");
    }
    Ok(())
}

fn or_none(found: &[String]) -> String {
    if found.is_empty() { "none found".to_owned() } else { found.join(", ") }
}

/// What could serve a model: present or not, never a value.
pub fn model_providers() -> Vec<String> {
    let programs = ["ollama", "claude"].into_iter().filter(|name| World::program(name).is_some());
    let variables = ["OLLAMA_HOST", "ANTHROPIC_API_KEY", "OPENAI_API_KEY"];
    let variables = variables.into_iter().filter(|name| World::has_variable(name));
    let programs = programs.map(|name| format!("{name} (program)"));
    programs.chain(variables.map(|name| format!("{name} (set)"))).collect()
}
