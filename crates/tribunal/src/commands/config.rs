//! `tribunal config`: every key with its effective value and the place that decided it.

use crate::error::CliError;
use crate::output::{Cell, Output, Style, Table};
use crate::world::World;
use serde_json::{Value, json};
use tribunal_engine::config::{SECTIONS, Setting, Settings};

/// Show the effective configuration and where each value comes from
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Later sources win: defaults, ~/.config/tribunal/config.toml, tribunal.toml, TRIBUNAL_<SECTION>_<KEY>, flags."
)]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    let repository = world.repository().ok();
    let settings = World::settings(repository.as_ref(), Vec::new())?;
    if args.json {
        return out.json(&document(&settings));
    }
    for (section, about) in SECTIONS {
        out.styled(&[(Style::Bold, &format!("[{section}]")), (Style::Dim, &format!("  {about}"))])?;
        let mut table = Table::default();
        for setting in &settings.settings {
            let Some(name) = setting.key.strip_prefix(section).and_then(|rest| rest.strip_prefix('.')) else {
                continue;
            };
            let value = format!("{name} = {}", shown(&setting.value));
            table.row([Cell::text(value), Cell::text(origin(setting)).style(Style::Dim)]);
        }
        table.print(out, "  ")?;
    }
    for ignored in &settings.ignored {
        out.note(&format!("{} ({}) is ignored until `tribunal trust`", ignored.key, ignored.place));
    }
    Ok(())
}

fn document(settings: &Settings) -> Value {
    let keys: Vec<Value> = settings
        .settings
        .iter()
        .map(|setting| {
            let has_variable = setting.row.path() == setting.key;
            json!({
                "key": setting.key,
                "value": setting.value,
                "source": setting.layer,
                "place": if setting.place.is_empty() { Value::Null } else { json!(setting.place) },
                "accepts": setting.row.domain.accepted(),
                "doc": setting.row.doc,
                "variable": has_variable.then(|| setting.row.variable()),
            })
        })
        .collect();
    json!({"version": 1, "keys": keys, "ignored": settings.ignored})
}

fn origin(setting: &Setting) -> &str {
    if setting.place.is_empty() { "default" } else { &setting.place }
}

fn shown(value: &Value) -> String {
    if value.is_null() { "(not set)".to_owned() } else { value.to_string() }
}
