//! Configuration: every key in one table, read from five sources of rising weight, each value with its origin.
//!
//! Nothing here opens a file or reads the environment: the binary hands in bytes and variables. The keys stand
//! in `keys`, what a value may be in `domain`, how a file becomes values in `file`.

mod domain;
mod file;
mod keys;
mod models;
mod schema;
#[cfg(test)]
mod tests;

pub use domain::Domain;
pub use keys::{
    Calls, Config, Convergence, Effort, History, Index, KEYS, Key, Limits, Packing, Polish, Project, ProjectKind,
    Reviewing, SECTIONS, key,
};
pub use models::{Decimal, EmbeddingEntry, ModelEntry, Models};
pub use schema::schema;

use crate::suggest::nearest;
use file::Entry;
use serde::Serialize;
use serde_json::{Map, Value};
use tribunal_domain::ContentHash;

/// The prefix of the environment variables that set a key.
pub const VARIABLE_PREFIX: &str = "TRIBUNAL_";

/// A configuration file as the binary found it.
#[derive(Debug, Clone)]
pub struct ConfigFile {
    /// How it is called in messages, such as `tribunal.toml`.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl ConfigFile {
    /// What the user's trust is bound to: any change of the file ends it.
    pub fn hash(&self) -> ContentHash {
        ContentHash::of(&self.bytes)
    }
}

/// A value given on the command line.
#[derive(Debug, Clone)]
pub struct FlagValue {
    /// The key it sets, as `section.key`.
    pub key: &'static str,
    /// The flag as typed, such as `--jobs`.
    pub flag: &'static str,
    /// The value as typed.
    pub value: String,
}

/// Where values come from, in rising weight.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// The user's own file.
    pub user: Option<ConfigFile>,
    /// The repository's file.
    pub repository: Option<ConfigFile>,
    /// The user has trusted the repository's file as it is now.
    pub trusted: bool,
    /// Environment variables that start with [`VARIABLE_PREFIX`].
    pub environment: Vec<(String, String)>,
    /// Flags.
    pub flags: Vec<FlagValue>,
}

/// The kind of source a value came from, in rising weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// Nobody set it.
    Default,
    /// The user's file.
    User,
    /// The repository's file.
    Repository,
    /// A variable.
    Environment,
    /// A flag.
    Flag,
}

/// One key with its value and the place that decided it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Setting {
    /// `section.key`.
    pub key: String,
    /// Its row of the table; for a stage with a model of its own, the row of a role.
    #[serde(skip)]
    pub row: Key,
    /// The effective value.
    pub value: Value,
    /// The kind of source.
    pub layer: Layer,
    /// The place: `tribunal.toml:3`, a variable or a flag; empty for defaults.
    pub place: String,
}

/// A key of the repository's file that has no effect until the file is trusted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ignored {
    /// `section.key`.
    pub key: String,
    /// Where it stands.
    pub place: String,
}

/// The effective configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The values, typed.
    pub config: Config,
    /// All keys in table order.
    pub settings: Vec<Setting>,
    /// What was left out because the repository's file is not trusted.
    pub ignored: Vec<Ignored>,
}

/// One thing wrong with the configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ConfigProblem {
    /// The file and line, the variable or the flag.
    pub place: String,
    /// What is wrong and what would be right.
    pub message: String,
    /// The nearest known key, if the key is unknown.
    pub suggestion: Option<String>,
}

/// The configuration cannot be used; all problems of all sources.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the configuration is not valid")]
pub struct ConfigError {
    /// At least one, in the order of the sources and their lines.
    pub problems: Vec<ConfigProblem>,
}

/// Reads all sources; a key's value is the one of its weightiest source.
pub fn load(sources: &Sources) -> Result<Settings, ConfigError> {
    let mut settings = defaults();
    let mut problems = Vec::new();
    let mut ignored = Vec::new();
    for (layer, file) in [(Layer::User, &sources.user), (Layer::Repository, &sources.repository)] {
        let Some(file) = file else { continue };
        let (entries, found) = file::entries(file);
        problems.extend(found);
        for entry in entries {
            if layer == Layer::Repository && entry.key.acts() && !sources.trusted {
                ignored.push(Ignored { key: entry.path(), place: entry.place });
            } else {
                apply(&mut settings, layer, entry);
            }
        }
    }
    for (layer, given) in [(Layer::Environment, variables(sources)), (Layer::Flag, flags(sources))] {
        for entry in given {
            entry.map_or_else(|problem| problems.push(problem), |entry| apply(&mut settings, layer, entry));
        }
    }
    if !problems.is_empty() {
        return Err(ConfigError { problems });
    }
    let config = typed(&settings);
    let problems = contradictions(&config, &settings);
    if !problems.is_empty() {
        return Err(ConfigError { problems });
    }
    // A model nobody configured is no setting to show.
    settings.retain(|setting| !(setting.value.is_null() && setting.key.starts_with("models.")));
    Ok(Settings { config, settings, ignored })
}

/// Values that are right by themselves and wrong together, at the place of the one that was set last.
fn contradictions(config: &Config, settings: &[Setting]) -> Vec<ConfigProblem> {
    let rules = &config.polish.convergence;
    let mut problems = Vec::new();
    let mut refuse = |keys: [&str; 2], message: &str| {
        let mut set: Vec<_> = settings.iter().filter(|setting| keys.contains(&setting.key.as_str())).collect();
        set.sort_by_key(|setting| setting.layer);
        let place = set.last().map(|setting| setting.place.clone()).unwrap_or_default();
        problems.push(ConfigProblem { place, message: format!("{}: {message}", keys[0]), suggestion: None });
    };
    if rules.strict && !rules.embedding {
        let message = "without polish.convergence.embedding nothing could ever converge: set that to true, too";
        refuse(["polish.convergence.strict", "polish.convergence.embedding"], message);
    }
    if rules.char_low > rules.char_high {
        let message = "is more than polish.convergence.char_high";
        refuse(["polish.convergence.char_low", "polish.convergence.char_high"], message);
    }
    problems
}

fn defaults() -> Vec<Setting> {
    let values = serde_json::to_value(Config::default()).expect("plain data is always JSON");
    KEYS.iter()
        .map(|key| Setting {
            key: key.path(),
            row: *key,
            value: values.pointer(&key.pointer()).cloned().unwrap_or_default(),
            layer: Layer::Default,
            place: String::new(),
        })
        .collect()
}

fn apply(settings: &mut Vec<Setting>, layer: Layer, entry: Entry) {
    let path = entry.path();
    let setting = Setting { key: path, row: entry.key, value: entry.value, layer, place: entry.place };
    match settings.iter_mut().find(|known| known.key == setting.key) {
        Some(known) => *known = setting,
        // Only stages with a model of their own are not in the table.
        None => settings.push(setting),
    }
}

fn typed(settings: &[Setting]) -> Config {
    let mut all = Value::Object(Map::new());
    for (key, setting) in KEYS.iter().zip(settings) {
        put(&mut all, &key.section.split('.').chain([key.name]).collect::<Vec<_>>(), &setting.value);
    }
    for setting in settings.iter().skip(KEYS.len()) {
        let stage_and_name = setting.key.strip_prefix("models.overrides.").unwrap_or_default();
        let (stage, name) = stage_and_name.rsplit_once('.').unwrap_or_default();
        put(&mut all, &[models::MODELS, models::OVERRIDES, stage, name], &setting.value);
    }
    serde_json::from_value(all).expect("each domain of the table admits only values of its type")
}

/// Puts a value at a path of objects.
fn put(place: &mut Value, path: &[&str], value: &Value) {
    let mut place = place;
    for name in path {
        if place.is_null() {
            *place = Value::Object(Map::new());
        }
        place = &mut place[*name];
    }
    *place = value.clone();
}

fn variables(sources: &Sources) -> Vec<Result<Entry, ConfigProblem>> {
    let mut given: Vec<_> = sources.environment.iter().filter(|(name, _)| name.starts_with(VARIABLE_PREFIX)).collect();
    given.sort();
    given
        .into_iter()
        .filter_map(|(name, value)| match KEYS.iter().find(|key| key.variable() == *name) {
            Some(key) => Some(from_text(key, value, name)),
            None => unknown_variable(name).map(Err),
        })
        .collect()
}

/// A variable that is near no key belongs to somebody else.
fn unknown_variable(name: &str) -> Option<ConfigProblem> {
    let known: Vec<String> = KEYS.iter().map(Key::variable).collect();
    let known = known.iter().filter_map(|variable| variable.strip_prefix(VARIABLE_PREFIX));
    let near = nearest(name.strip_prefix(VARIABLE_PREFIX)?, known)?;
    let suggestion = format!("{VARIABLE_PREFIX}{near}");
    Some(ConfigProblem {
        place: name.to_owned(),
        message: "no key of the configuration has this variable".to_owned(),
        suggestion: Some(suggestion),
    })
}

fn flags(sources: &Sources) -> Vec<Result<Entry, ConfigProblem>> {
    sources
        .flags
        .iter()
        .map(|flag| from_text(key(flag.key).expect("flags name keys of the table"), &flag.value, flag.flag))
        .collect()
}

fn from_text(key: &'static Key, text: &str, place: &str) -> Result<Entry, ConfigProblem> {
    let value = key.domain.of_text(text);
    key.domain
        .check(&value, text)
        .map(|()| Entry { key: *key, stage: None, value, place: place.to_owned() })
        .map_err(|reason| problem(key, place, &reason))
}

fn problem(key: &Key, place: &str, reason: &str) -> ConfigProblem {
    ConfigProblem { place: place.to_owned(), message: format!("{}: {reason}", key.path()), suggestion: None }
}
