//! What changed since the last run: stamps first, so that a file that did not change is not opened.

use super::{IndexError, IndexOptions, IndexReport, REBUILD_FILES, REBUILD_SHARE};
use crate::config::{Config, ProjectKind};
use crate::globs::globs;
use rustc_hash::FxHashMap;
use tribunal_domain::{ContentHash, RepoPath};
use tribunal_graph::{Manifests, is_manifest};
use tribunal_repo::{Attributes, Head, RepoError, Repository, Snapshot};
use tribunal_store::{Curated, FileRecord};

/// Larger files are not even read: nothing of that size is code.
const MAX_READ_BYTES: u64 = 256 << 20;

/// The snapshot held against the knowledge base.
pub(crate) struct Comparison {
    /// All files of the snapshot that are not excluded, in path order.
    pub files: Vec<Candidate>,
    /// Files of the base that are gone.
    pub removed: Vec<FileRecord>,
    /// What the manifests say.
    pub manifests: Manifests,
    /// The manifests differ from those of the last run.
    pub manifests_changed: bool,
    /// A hash of the manifests' bytes.
    pub manifests_hash: String,
    /// A hash of everything in the configuration that decides what is stored.
    pub settings_hash: String,
    /// The settings differ from those of the last run, so everything has to be written again.
    pub settings_changed: bool,
    /// The settings, or what could not be read, differ from the last run.
    pub problems_changed: bool,
    /// What `.gitattributes` says.
    pub attributes: Attributes,
    /// The commit that history is read from.
    pub head: Option<String>,
    /// The head and where history ends: what is stored is right for as long as this stays.
    pub history_hash: String,
    /// History has to be read.
    pub history_changed: bool,
}

/// One file and what the base knows of it.
pub(crate) struct Candidate {
    /// Its place in the snapshot.
    pub entry: usize,
    /// Its path.
    pub path: RepoPath,
    /// Its row in the base.
    pub known: Option<FileRecord>,
    /// Its stamp is the one that was stored.
    pub same: bool,
    /// Too large to be read.
    pub huge: bool,
}

impl Comparison {
    pub(crate) fn new(
        snapshot: &Snapshot,
        base: Option<&Curated>,
        repository: &Repository,
        options: &IndexOptions<'_>,
    ) -> Result<Self, IndexError> {
        let (config, rebuild) = (options.config, options.rebuild);
        let mut rows: FxHashMap<RepoPath, FileRecord> = match base {
            Some(base) => base.file_rows()?.into_iter().map(|row| (row.path.clone(), row)).collect(),
            None => FxHashMap::default(),
        };
        let exclude = globs(&config.index.exclude);
        let mut files = Vec::with_capacity(snapshot.entries().len());
        for (at, entry) in snapshot.entries().iter().enumerate() {
            if entry.path.as_str().is_some_and(|path| exclude.is_match(path)) {
                continue;
            }
            let known = rows.remove(&entry.path);
            let same = known.as_ref().is_some_and(|row| row.stamp == entry.stamp.to_string().into_bytes());
            let huge = entry.size > MAX_READ_BYTES;
            files.push(Candidate { entry: at, path: entry.path.clone(), known, same, huge });
        }
        let mut removed: Vec<FileRecord> = rows.into_values().collect();
        removed.sort_by(|one, two| one.path.cmp(&two.path));
        let head = head(repository)?;
        let meta = |key: &str| base.map_or(Ok(None), |base| base.meta(key));
        let attributes_bytes = RepoPath::new(".gitattributes").ok().and_then(|path| snapshot.read_path(&path).ok());
        let settings_hash = settings_hash(config, attributes_bytes.as_deref());
        let settings_hash = format!("{settings_hash} {}", problems_hash(snapshot));
        let settings_changed =
            meta("settings")?.as_ref().and_then(|stored| stored.split(' ').next()) != settings_hash.split(' ').next();
        let problems_changed = meta("settings")?.as_ref() != Some(&settings_hash);
        let history_hash = history_hash(repository, head.as_deref())?;
        let history_changed = settings_changed || meta("history")?.as_ref() != Some(&history_hash);
        // Manifests are small, but there may be hundreds: with nothing changed they are not read.
        let untouched =
            removed.is_empty() && files.iter().all(|file| file.same) && !problems_changed && !history_changed;
        let (manifests, manifests_hash) = if untouched && !rebuild {
            (Manifests::default(), String::new())
        } else {
            manifests(snapshot, &files, config)
        };
        let manifests_changed = rebuild || !untouched && meta("manifests")?.as_ref() != Some(&manifests_hash);
        Ok(Self {
            files,
            removed,
            manifests,
            manifests_changed,
            manifests_hash,
            settings_hash,
            settings_changed,
            problems_changed,
            attributes: Attributes::parse(&attributes_bytes.unwrap_or_default()),
            head,
            history_hash,
            history_changed,
        })
    }

    /// The last report, if there is nothing to do.
    pub(crate) fn unchanged(&self, base: Option<&Curated>) -> Result<Option<IndexReport>, IndexError> {
        let quiet = self.removed.is_empty()
            && self.files.iter().all(|file| file.same)
            && !self.history_changed
            && !self.problems_changed;
        let (true, Some(base)) = (quiet, base) else { return Ok(None) };
        let stored = base.meta("report")?.and_then(|text| serde_json::from_str::<IndexReport>(&text).ok());
        Ok(stored.map(|report| IndexReport {
            parsed: 0,
            reused: report.parsed + report.reused,
            commits_read: 0,
            ..report
        }))
    }

    /// Whether so many files may have changed that writing everything is cheaper.
    pub(crate) fn is_mostly_changed(&self) -> bool {
        let changed = self.files.iter().filter(|file| !file.same).count() + self.removed.len();
        changed >= REBUILD_FILES && changed as f64 > REBUILD_SHARE * self.files.len() as f64
    }
}

fn head(repository: &Repository) -> Result<Option<String>, RepoError> {
    Ok(match repository.head()? {
        Head::Unborn => None,
        Head::Branch { commit, .. } | Head::Detached { commit } => Some(commit.to_string()),
    })
}

/// A shallow clone that is deepened has more history behind the same head.
fn history_hash(repository: &Repository, head: Option<&str>) -> Result<String, RepoError> {
    let boundary = repository.shallow_boundary()?;
    Ok(ContentHash::of(format!("{head:?} {boundary:?}").as_bytes()).to_string())
}

fn settings_hash(config: &Config, attributes: Option<&[u8]>) -> String {
    let mut text = serde_json::to_vec(config).unwrap_or_default();
    // The number of threads changes nothing that is stored.
    if let Ok(serde_json::Value::Object(mut value)) = serde_json::from_slice(&text) {
        if let Some(serde_json::Value::Object(index)) = value.get_mut("index") {
            index.remove("jobs");
        }
        text = serde_json::to_vec(&value).unwrap_or_default();
    }
    text.extend_from_slice(attributes.unwrap_or_default());
    ContentHash::of(&text).to_string()
}

/// What could not be read is part of what is reported.
fn problems_hash(snapshot: &Snapshot) -> String {
    let all: Vec<String> = snapshot.problems().iter().map(|problem| format!("{problem:?}")).collect();
    ContentHash::of(all.join("\n").as_bytes()).to_string()
}

fn manifests(snapshot: &Snapshot, files: &[Candidate], config: &Config) -> (Manifests, String) {
    let mut found = Vec::new();
    let mut all = Vec::new();
    for file in files.iter().filter(|file| is_manifest(&file.path) && !file.huge) {
        let Ok(bytes) = snapshot.read(&snapshot.entries()[file.entry]) else { continue };
        all.extend_from_slice(file.path.as_bytes());
        all.push(0);
        all.extend_from_slice(ContentHash::of(&bytes).as_bytes());
        found.push((file.path.clone(), bytes));
    }
    let mut manifests = Manifests::parse(&found);
    manifests.kind = match config.project.kind {
        ProjectKind::Auto => tribunal_graph::ProjectKind::Auto,
        ProjectKind::Library => tribunal_graph::ProjectKind::Library,
        ProjectKind::Application => tribunal_graph::ProjectKind::Application,
    };
    manifests.declared = declared_entries(files, &config.project.entries);
    (manifests, ContentHash::of(&all).to_string())
}

/// What the manifests of any snapshot say, with what the configuration says of the project.
pub(crate) fn manifests_of(snapshot: &Snapshot, config: &Config) -> Manifests {
    let entries = snapshot.entries().iter().enumerate();
    let files: Vec<Candidate> = entries
        .map(|(at, entry)| Candidate {
            entry: at,
            path: entry.path.clone(),
            known: None,
            same: false,
            huge: entry.size > MAX_READ_BYTES,
        })
        .collect();
    manifests(snapshot, &files, config).0
}

/// Globs become the paths they match; `path:symbol` stays as it is.
fn declared_entries(files: &[Candidate], entries: &[String]) -> Vec<String> {
    let set = globs(entries);
    let matched = files.iter().filter_map(|file| file.path.as_str()).filter(|path| set.is_match(path));
    matched.map(str::to_owned).chain(entries.iter().filter(|entry| entry.contains(':')).cloned()).collect()
}
