//! What the commands share that review: which files, axes and rules, what was accepted before, and the review itself.

use crate::error::{CliError, Kind};
use crate::output::Output;
use crate::packing::{jobs, watched};
use crate::world::World;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tribunal_engine::config::Config;
use tribunal_engine::repository::{Repository, Snapshot};
use tribunal_engine::review::{
    self, BASELINE_FILE, Baseline, Coverage, DISMISSALS_FILE, DiffRange, Dismissals, Request, Reviewed, ScopeError,
    Selection,
};

/// What a review is about.
#[derive(Debug, clap::Args)]
pub struct Select {
    /// Only these axes: utility, duplication, correction, overengineering, tests, best_practices, documentation
    #[arg(long, value_name = "AXIS", value_delimiter = ',')]
    axes: Vec<String>,
    /// Only these rules; `tribunal explain` lists them
    #[arg(long, value_name = "RULE", value_delimiter = ',', num_args = 1..)]
    rule: Vec<String>,
    /// Only files that these globs (from the root of the repository), files or folders name
    #[arg(long, value_name = "GLOB", num_args = 1..)]
    paths: Vec<String>,
    /// Only findings that are at least this sure, of 100 [default: review.min_confidence, 60]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=100))]
    min_confidence: Option<u8>,
    /// Findings that are accepted already [default: tribunal.baseline.json, if it is there]
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    baseline: Option<PathBuf>,
    /// What a run of the tests executed: LCOV, Cobertura, JaCoCo or Istanbul's JSON; may be given more than once
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    coverage: Vec<PathBuf>,
}

/// A review that was asked for, with everything it needs but the code.
pub struct Asked {
    selection: Selection,
    change: Option<DiffRange>,
    min_confidence: u8,
    baseline: Option<Baseline>,
    dismissals: Dismissals,
    coverage: Coverage,
}

impl Asked {
    /// Checks what was typed; nothing is accepted yet.
    pub fn new(
        select: &Select,
        diff: Option<&str>,
        world: &World,
        repository: &Repository,
        config: &Config,
    ) -> Result<Self, CliError> {
        let paths = paths(&select.paths, world.dir(), repository)?;
        let selection = Selection::new(&config.review.exclude);
        let selection = selection.with_axes(&select.axes).and_then(|some| some.with_rules(&select.rule));
        Ok(Self {
            selection: selection.and_then(|some| some.with_paths(&paths)).map_err(unknown)?,
            change: diff.map(|diff| range(repository, diff)).transpose()?,
            min_confidence: select.min_confidence.unwrap_or(config.review.min_confidence as u8),
            baseline: None,
            dismissals: dismissals(repository)?,
            coverage: coverage(&select.coverage, world)?,
        })
    }

    /// The same with what was accepted before.
    pub fn accepting(self, select: &Select, world: &World, repository: &Repository) -> Result<Self, CliError> {
        Ok(Self { baseline: baseline(select.baseline.as_deref(), world, repository)?, ..self })
    }

    /// Only what lies at a path of the repository, unless other paths are asked for.
    pub fn within(self, select: &Select, place: &str) -> Result<Self, CliError> {
        if !select.paths.is_empty() || place.is_empty() {
            return Ok(self);
        }
        Ok(Self { selection: self.selection.with_paths(&[review::literal(place)]).map_err(unknown)?, ..self })
    }

    /// Reviews; the knowledge base must be up to date with the working tree.
    pub fn review(
        &self,
        repository: &Repository,
        tree: Snapshot,
        config: &Config,
        out: &mut Output,
    ) -> Result<Reviewed, CliError> {
        self.check_paths(repository, &tree)?;
        watched(out, |progress| {
            let request = Request {
                config,
                selection: self.selection.clone(),
                tree: Arc::new(tree),
                change: self.change,
                min_confidence: self.min_confidence,
                baseline: self.baseline.clone(),
                dismissals: self.dismissals.clone(),
                coverage: self.coverage.clone(),
                jobs: jobs(config),
                progress,
            };
            review::review(repository, &request)
        })
    }

    /// Paths that name nothing would be approved.
    fn check_paths(&self, repository: &Repository, tree: &Snapshot) -> Result<(), CliError> {
        let names = |snapshot: &Snapshot| self.selection.names_any(snapshot.entries().iter().map(|entry| &entry.path));
        let named = match self.change {
            None => names(tree),
            // What is named may be gone on one side of a change.
            Some(change) => {
                let head = change.head.map(|head| repository.commit_snapshot(head)).transpose()?;
                names(head.as_ref().unwrap_or(tree)) || names(&repository.commit_snapshot(change.base)?)
            }
        };
        if named {
            return Ok(());
        }
        Err(CliError::new(Kind::Usage, "no file of the repository lies at these paths")
            .hint("write paths from the root of the repository or from where you are, globs from the root"))
    }

    /// Which files, axes and rules.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }
}

fn unknown(error: ScopeError) -> CliError {
    let hint = match &error.nearest {
        Some(near) => format!("did you mean `{near}`?"),
        None if error.thing == "glob" => "quote the glob, and write `[[]` for a bracket".to_owned(),
        None if error.thing == "rule" => "`tribunal explain` lists all rules".to_owned(),
        None => "the axes are listed by `tribunal review --help`".to_owned(),
    };
    CliError::new(Kind::Usage, error).hint(hint)
}

/// Paths as the selection knows them: what is there, seen from the folder the command works in, is named as it is; everything
/// else is a glob from the root.
fn paths(given: &[String], dir: &Path, repository: &Repository) -> Result<Vec<String>, CliError> {
    let root = repository.root().and_then(|root| root.canonicalize().ok());
    let (mut paths, mut whole) = (Vec::new(), false);
    for text in given {
        let there = dir.join(text).canonicalize().ok();
        let inside = root.as_ref().zip(there.as_ref()).and_then(|(root, place)| place.strip_prefix(root).ok());
        match inside.map(Path::to_str) {
            // The whole repository.
            Some(Some("")) => whole = true,
            Some(Some(place)) => paths.push(review::literal(place)),
            _ if Path::new(text).is_absolute() => {
                return Err(CliError::new(Kind::Usage, format!("{text} does not lie in the repository")));
            }
            _ => paths.push(text.clone()),
        }
    }
    Ok(if whole { Vec::new() } else { paths })
}

/// `BASE...HEAD` starts at the common ancestor, `BASE..HEAD` at the base itself, `BASE` goes up to the working tree.
fn range(repository: &Repository, text: &str) -> Result<DiffRange, CliError> {
    let (base, head, ancestor) = match (text.split_once("..."), text.split_once("..")) {
        (Some((base, head)), _) => (base, Some(head), true),
        (None, Some((base, head))) => (base, Some(head), false),
        (None, None) => (text, None, false),
    };
    if base.is_empty() {
        return Err(CliError::new(Kind::Usage, format!("`{text}` has no base"))
            .hint("write --diff BASE...HEAD, such as main...HEAD; is a variable empty?"));
    }
    let commit = |rev: &str| repository.resolve(if rev.is_empty() { "HEAD" } else { rev });
    let base_commit = commit(base)?;
    let Some(head) = head else { return Ok(DiffRange { base: base_commit, head: None }) };
    let head = commit(head)?;
    let base = if ancestor { repository.merge_base(base_commit, head)? } else { Some(base_commit) };
    let base = base.ok_or_else(|| {
        CliError::new(Kind::Usage, format!("the two sides of `{text}` have no common ancestor"))
            .hint("write BASE..HEAD to compare them as they are")
    })?;
    Ok(DiffRange { base, head: Some(head) })
}

fn baseline(named: Option<&Path>, world: &World, repository: &Repository) -> Result<Option<Baseline>, CliError> {
    let usual = repository.root().map(|root| root.join(BASELINE_FILE)).filter(|file| file.is_file());
    let Some(file) = named.map(|file| world.dir().join(file)).or(usual) else { return Ok(None) };
    read_baseline(&file).map(Some)
}

/// The baseline in a file.
pub fn read_baseline(file: &Path) -> Result<Baseline, CliError> {
    let shown = file.display();
    let unusable = |reason: String| {
        CliError::new(Kind::Usage, format!("the baseline {shown} cannot be used: {reason}"))
            .hint("make a new one with `tribunal baseline create`")
    };
    let bytes = std::fs::read(file).map_err(|error| unusable(error.to_string()))?;
    Baseline::parse(&bytes).map_err(unusable)
}

/// What the named files say was executed.
fn coverage(files: &[PathBuf], world: &World) -> Result<Coverage, CliError> {
    let mut all = Coverage::default();
    for file in files {
        let path = world.dir().join(file);
        let failed = |error| CliError::because(Kind::Usage, format!("cannot read {}", path.display()), error);
        let bytes = std::fs::read(&path).map_err(failed)?;
        let read = review::coverage(&file.to_string_lossy(), &bytes).ok_or_else(|| {
            CliError::new(Kind::Usage, format!("{} is no coverage that can be read", path.display()))
                .hint("LCOV, Cobertura and JaCoCo XML, and Istanbul's coverage-final.json are")
        })?;
        all.merge(read);
    }
    Ok(all)
}

/// What users have overruled in this repository.
pub fn dismissals(repository: &Repository) -> Result<Dismissals, CliError> {
    let Some(file) = repository.root().map(|root| root.join(DISMISSALS_FILE)).filter(|file| file.is_file()) else {
        return Ok(Dismissals::default());
    };
    let unusable = |reason: String| {
        CliError::new(Kind::Configuration, format!("{DISMISSALS_FILE} cannot be used: {reason}"))
            .hint("mend the file; each dismissal has fingerprint, rule, path and reason")
    };
    let text = std::fs::read_to_string(&file).map_err(|error| unusable(error.to_string()))?;
    Dismissals::parse(&text).map_err(unusable)
}
