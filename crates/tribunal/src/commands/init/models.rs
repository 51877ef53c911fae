//! `tribunal init --models`: the user's own models, at the end of the user's own file.

use crate::error::{CliError, Kind};
use crate::output::Output;
use crate::trust_record::replace;
use crate::world::World;
use tribunal_engine::init_models::{Choice, extended};

/// Writes the section, or prints it.
pub fn run(choice: &Choice, print: bool, out: &mut Output) -> Result<(), CliError> {
    if print {
        return out.raw(&choice.section());
    }
    let path = World::user_file().ok_or_else(|| {
        CliError::new(Kind::Configuration, "there is no home to keep your configuration in")
            .hint("set HOME or XDG_CONFIG_HOME, or see `tribunal init --models ollama --print`")
    })?;
    // What is wrong in the file, or with its variables, is told before anything is added to it.
    World::settings(None, Vec::new())?;
    let sources = World::sources(None, Vec::new())?;
    let text = extended(sources.user.as_ref(), choice).map_err(|place| {
        CliError::new(Kind::Usage, format!("{place} names a model already"))
            .hint(format!("edit {place}; `tribunal init --models {} --print` shows what it would be", choice.title()))
    })?;
    // A link to the user's own collection of such files stays one.
    let real = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
    replace(&real, &text)
        .map_err(|error| CliError::because(Kind::Io, format!("cannot write {}", path.display()), error))?;
    out.line(&format!("wrote {} into {}", choice.title(), path.display()))?;
    if let Some(variable) = choice.key_variable().filter(|name| !World::has_variable(name)) {
        out.note(&format!("{variable} is not set; its key is read from there"));
    }
    out.note("next: `tribunal doctor --models` says whether it answers");
    Ok(())
}
