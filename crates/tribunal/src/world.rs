//! What the binary knows of its surroundings: folder, environment, configuration files. Read here and nowhere else.

use crate::cli::Global;
use crate::error::{CliError, Kind};
use crate::recordings::Folder;
use crate::trust_record::TrustRecord;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use tribunal_domain::{RepoPath, path_text};
use tribunal_engine::config::{Config, ConfigError, ConfigFile, FlagValue, Settings, Sources, VARIABLE_PREFIX, load};
use tribunal_engine::models::{Keys, Outside, Recordings, Secret};
use tribunal_engine::repository::{RepoError, Repository, current_snapshot};

/// The repository's configuration file.
pub const CONFIG_FILE: &str = "tribunal.toml";

/// The folder with all state.
pub const STATE_FOLDER: &str = ".tribunal";

/// Bigger configuration files are refused: no real one comes near it.
const CONFIG_BYTES: u64 = 1 << 20;

/// The width of a report that is not read in a terminal, as wide as the text of most files.
const WIDTH: usize = 100;

/// The surroundings of one invocation.
pub struct World {
    dir: PathBuf,
    debug: bool,
}

impl World {
    /// Applies `-C`.
    pub fn new(global: &Global) -> Result<Self, CliError> {
        let dir = global.dir.clone().unwrap_or_else(|| PathBuf::from("."));
        let found = std::fs::canonicalize(&dir);
        let dir = found
            .map_err(|error| CliError::because(Kind::Usage, format!("cannot work in {}", dir.display()), error))?;
        if !dir.is_dir() {
            return Err(CliError::new(Kind::Usage, format!("{} is not a folder", dir.display())));
        }
        Ok(Self { dir, debug: global.debug })
    }

    /// The folder the command works in.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Whether everything is to be shown and kept that helps to find a fault.
    pub fn debug(&self) -> bool {
        self.debug
    }

    /// What a model's client needs of the surroundings: keys are read only when a request is sent.
    pub fn outside(&self, config: &Config) -> Outside {
        let proxy = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy", "HTTP_PROXY", "http_proxy"];
        let proxy = proxy.iter().filter_map(|name| std::env::var(name).ok()).find(|value| !value.is_empty());
        let recordings = config.calls.recordings.as_ref().map(|folder| {
            let root = self.repository().ok().and_then(|repository| repository.root().map(Path::to_owned));
            Arc::new(Folder(root.unwrap_or_else(|| self.dir.clone()).join(folder))) as Arc<dyn Recordings>
        });
        Outside { keys: Arc::new(Environment), proxy, headers: Vec::new(), recordings }
    }

    /// The same surroundings in another folder.
    pub fn at(&self, dir: Option<&Path>) -> Result<Self, CliError> {
        let dir = dir.map(|dir| self.dir.join(dir));
        Self::new(&Global { dir: Some(dir.unwrap_or_else(|| self.dir.clone())), ..Global::defaults() })
    }

    /// The repository that holds the folder.
    pub fn repository(&self) -> Result<Repository, RepoError> {
        Repository::discover(&self.dir)
    }

    /// Whether an environment variable is there and not empty; its value is not looked at further.
    pub fn has_variable(name: &str) -> bool {
        std::env::var_os(name).is_some_and(|value| !value.is_empty())
    }

    /// Columns of the terminal, or of whatever else reads stdout.
    pub fn columns() -> usize {
        let told = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok()).filter(|columns| *columns > 0);
        told.or_else(|| terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))).unwrap_or(WIDTH)
    }

    /// Where a program stands in the search path.
    pub fn program(name: &str) -> Option<PathBuf> {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
    }

    /// The user's own folder of this program, if there is a home.
    pub fn user_folder() -> Option<PathBuf> {
        let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let base = absolute("XDG_CONFIG_HOME").or_else(|| absolute("HOME").map(|home| home.join(".config")));
        base.map(|base| base.join("tribunal"))
    }

    /// The user's own configuration file, whether it is there or not.
    pub fn user_file() -> Option<PathBuf> {
        Self::user_folder().map(|folder| folder.join("config.toml"))
    }

    /// What the user has trusted.
    pub fn trust_record() -> Result<TrustRecord, CliError> {
        TrustRecord::read(Self::user_folder().map(|folder| folder.join("trusted.json")))
    }

    /// The repository's configuration file, if it has one.
    pub fn config_file(repository: &Repository) -> Result<Option<ConfigFile>, CliError> {
        if let Some(root) = repository.root() {
            return read_config(&root.join(CONFIG_FILE), CONFIG_FILE, Links::Refused);
        }
        let Some(snapshot) = current_snapshot(repository)? else { return Ok(None) };
        let path = RepoPath::new(CONFIG_FILE).expect("a plain name");
        let Some(entry) = snapshot.find(&path).filter(|entry| entry.size <= CONFIG_BYTES) else { return Ok(None) };
        Ok(Some(ConfigFile { name: CONFIG_FILE.to_owned(), bytes: snapshot.read(entry)? }))
    }

    /// All sources of configuration; without a repository, those of the user alone.
    pub fn sources(repository: Option<&Repository>, flags: Vec<FlagValue>) -> Result<Sources, CliError> {
        let user = match Self::user_file() {
            Some(path) => read_config(&path, &path.display().to_string(), Links::Followed)?,
            None => None,
        };
        let mut sources = Sources { user, environment: own_variables(), flags, ..Sources::default() };
        if let Some(repository) = repository {
            sources.repository = Self::config_file(repository)?;
            if let Some(file) = &sources.repository {
                sources.trusted = Self::trust_record()?.trusts(repository, file);
            }
        }
        Ok(sources)
    }

    /// The effective configuration.
    pub fn settings(repository: Option<&Repository>, flags: Vec<FlagValue>) -> Result<Settings, CliError> {
        Ok(Self::checked_settings(repository, flags)??)
    }

    /// The effective configuration, with what is wrong in it as data.
    pub fn checked_settings(
        repository: Option<&Repository>,
        flags: Vec<FlagValue>,
    ) -> Result<Result<Settings, ConfigError>, CliError> {
        Ok(load(&Self::sources(repository, flags)?))
    }

    /// The path inside the repository that a typed path means: relative to the folder the command works in.
    pub fn repo_path(&self, repository: &Repository, typed: &OsStr) -> Result<RepoPath, CliError> {
        let root = repository.root().unwrap_or(&self.dir);
        let full = self.dir.join(typed);
        let shown = path_text(full.as_os_str().as_encoded_bytes());
        let inside = lexically_normal(&full);
        let inside = inside
            .strip_prefix(root)
            .map_err(|_| CliError::new(Kind::Usage, format!("{shown} lies outside the repository")))?;
        RepoPath::new(inside.as_os_str().as_encoded_bytes())
            .map_err(|error| CliError::because(Kind::Usage, format!("`{shown}` names no file"), error))
    }
}

/// Keys stand in environment variables.
struct Environment;

impl Keys for Environment {
    fn key(&self, variable: &str) -> Option<Secret> {
        std::env::var(variable).ok().filter(|value| !value.trim().is_empty()).map(|value| Secret::new(&value))
    }
}

impl Global {
    fn defaults() -> Self {
        Self { dir: None, color: crate::cli::Color::Auto, debug: false, quiet: false }
    }
}

#[derive(Clone, Copy)]
enum Links {
    Followed,
    Refused,
}

/// A link in a repository could point the reader at any file of the user, and messages quote what they read.
fn read_config(path: &Path, name: &str, links: Links) -> Result<Option<ConfigFile>, CliError> {
    let failed = |error| CliError::because(Kind::Configuration, format!("cannot read {name}"), error);
    let metadata = match links {
        Links::Followed => std::fs::metadata(path),
        Links::Refused => std::fs::symlink_metadata(path),
    };
    let metadata = match metadata {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    if !metadata.is_file() || metadata.len() > CONFIG_BYTES {
        let wanted = format!("{name} must be a plain file of at most {CONFIG_BYTES} bytes");
        return Err(CliError::new(Kind::Configuration, wanted));
    }
    Ok(Some(ConfigFile { name: name.to_owned(), bytes: std::fs::read(path).map_err(failed)? }))
}

fn own_variables() -> Vec<(String, String)> {
    let texts = std::env::vars_os().filter_map(|(name, value)| {
        let name = name.into_string().ok().filter(|name| name.starts_with(VARIABLE_PREFIX))?;
        Some((name, value.to_string_lossy().into_owned()))
    });
    texts.collect()
}

fn lexically_normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}
