//! Questions put to the knowledge base: names and paths become ids here, answers become JSON.

use super::{Direction, Place, Question};
use crate::error::{CliError, Kind};
use serde::Serialize;
use serde_json::{Value, json};
use tribunal_domain::{Outcome, RepoPath, SymbolId};
use tribunal_engine::repository::{RepoError, Repository};
use tribunal_engine::state::{self, Curated, KnowledgeBase, Opened, ReferenceAt, StateDir, StoreError, SymbolInfo};

/// The most uses that one answer lists; the counts beside them are exact.
const MOST_USES: usize = 10_000;

/// The most candidates of an ambiguous use.
const MOST_CANDIDATES: usize = 100;

/// The most definitions of one name.
const MOST_SYMBOLS: usize = 1_000;

/// The most names among which the nearest to a mistyped one is looked for.
const MOST_NAMES: usize = 50_000;

/// An open knowledge base.
pub struct Base(Curated);

impl Base {
    /// Opens the base as it is.
    pub fn open(repository: &Repository) -> Result<Self, CliError> {
        let root = repository.root().ok_or(RepoError::Bare)?;
        let failed = |what: String| Err(CliError::new(Kind::State, what).hint("run `tribunal index`"));
        let opened = StateDir::open(root)?.map(|state| Curated::open_read_only(&state)).transpose()?;
        match opened {
            Some(Opened::Ready(curated)) => Ok(Self(curated)),
            None | Some(Opened::Missing) => failed("there is no knowledge base yet".to_owned()),
            Some(Opened::Stale { found_version }) => failed(format!(
                "the knowledge base has schema version {found_version}, which this program does not know"
            )),
            Some(Opened::Damaged { reason }) => failed(format!("the knowledge base is damaged: {reason}")),
        }
    }

    /// The answer as JSON.
    pub fn answer(&self, question: &Question<'_>) -> Result<Value, CliError> {
        let base = KnowledgeBase::new(&self.0);
        Ok(match question {
            Question::At(place) => at(base, place)?,
            Question::Refs { symbol } => each(base, symbol, |found| base.references(found.id, MOST_USES))?,
            Question::Files { language } => value(&base.files(*language)?),
            Question::File { path } => value(&base.file_context(file(base, path)?)?),
            Question::Symbols { name } => value(&base.search_symbols(name, MOST_SYMBOLS)?),
            Question::Neighbors { symbol, direction, kind } => {
                let roles: Vec<_> = kind.iter().copied().collect();
                each(base, symbol, |found| {
                    let neighbors = base.symbol_neighbors(found.id, (*direction).into(), &roles)?;
                    Ok(json!({"symbol": found, "neighbors": neighbors}))
                })?
            }
            Question::Deps { file: path, direction, depth } => {
                value(&base.dependency_subgraph(&[file(base, path)?], *depth, (*direction).into())?)
            }
            Question::CoChange { file: path, min } => value(&base.co_change_neighbors(file(base, path)?, *min)?),
            Question::Docs { file: path } => value(&base.docstrings_for_file(file(base, path)?)?),
            Question::Rationale { file: path } => value(&base.rationale_comments(file(base, path)?)?),
            Question::Commits { file: path, limit } => value(&base.recent_commits(file(base, path)?, *limit)?),
            Question::Overview => value(&base.overview()?),
            Question::Adapter { stage } => value(&base.adapter_for_stage(stage)?),
        })
    }
}

impl From<Direction> for state::Direction {
    fn from(direction: Direction) -> Self {
        match direction {
            Direction::In => Self::In,
            Direction::Out => Self::Out,
            Direction::Both => Self::Both,
        }
    }
}

fn value(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).expect("answers are plain data")
}

/// The answers for all definitions that a name means.
fn each<T: Serialize>(
    base: KnowledgeBase<'_>,
    name: &str,
    ask: impl Fn(&SymbolInfo) -> Result<T, StoreError>,
) -> Result<Value, CliError> {
    let answers: Result<Vec<T>, StoreError> = symbols(base, name)?.iter().map(ask).collect();
    Ok(value(&answers?))
}

/// Definitions by `name`, `Class.name` or `path:name`.
fn symbols(base: KnowledgeBase<'_>, typed: &str) -> Result<Vec<SymbolInfo>, CliError> {
    let (path, name) = typed.rsplit_once(':').map_or((None, typed), |(path, name)| (Some(path), name));
    let mut found = base.search_symbols(name, MOST_SYMBOLS)?.symbols;
    found.retain(|symbol| path.is_none_or(|path| symbol.path.to_text() == path));
    if found.is_empty() {
        let first: String = name.chars().take(1).collect();
        let near = base.search_symbols(&format!("{first}*"), MOST_NAMES)?.symbols;
        return Err(CliError::unknown("definition", typed, near.iter().map(|symbol| symbol.name.as_str())));
    }
    Ok(found)
}

fn file(base: KnowledgeBase<'_>, path: &RepoPath) -> Result<SymbolId, CliError> {
    if let Some(file) = base.file_by_path(path)? {
        return Ok(file.id);
    }
    let files = base.files(None)?;
    // A path that is no text is shown percent-encoded: what is shown can be asked for.
    if let Some(shown) = files.iter().find(|file| file.path.as_str().is_none() && file.path.to_text() == path.to_text())
    {
        return Ok(shown.id);
    }
    let known: Vec<String> = files.iter().map(|file| file.path.to_string()).collect();
    Err(CliError::unknown("file", &path.to_text(), known.iter().map(String::as_str)))
}

/// What is used at a place; without a column, all uses of the line, with their definitions together.
fn at(base: KnowledgeBase<'_>, place: &Place) -> Result<Value, CliError> {
    let file = file(base, &place.path)?;
    if let Some(column) = place.column {
        let found = base.reference_at(file, place.line, column)?;
        return Ok(match found {
            Some(found) => settled(base, &found)?,
            None => json!({"state": "unresolved", "definitions": []}),
        });
    }
    let uses = base.references_on_line(file, place.line)?;
    let uses: Vec<Value> = uses.iter().map(|found| settled(base, found)).collect::<Result<_, _>>()?;
    let best = ["resolved", "ambiguous", "external", "local"].into_iter();
    let state = best.clone().find(|state| uses.iter().any(|found| found["state"] == *state)).unwrap_or("unresolved");
    let mut definitions: Vec<Value> = Vec::new();
    for definition in uses.iter().filter_map(|found| found["definitions"].as_array()).flatten() {
        if !definitions.contains(definition) {
            definitions.push(definition.clone());
        }
    }
    Ok(json!({"state": state, "definitions": definitions, "uses": uses}))
}

fn settled(base: KnowledgeBase<'_>, found: &ReferenceAt) -> Result<Value, CliError> {
    let answer = base.definitions(&found.outcome, &found.name, found.language, MOST_CANDIDATES)?;
    let state = match found.outcome {
        Outcome::Local => "local",
        Outcome::Resolved(_) => "resolved",
        Outcome::ByName if answer.total == 0 => "unresolved",
        Outcome::Ambiguous(_) | Outcome::ByName => "ambiguous",
        Outcome::Unresolved => "unresolved",
        Outcome::External => "external",
    };
    Ok(json!({
        "state": state,
        "definitions": answer.definitions,
        "name": found.name,
        "line": found.reference.position.line,
        "column": found.reference.position.column,
    }))
}
