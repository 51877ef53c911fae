//! The shapes of answers. Paths, ids and hashes stay typed in Rust and become text in JSON.

use crate::{FileFlags, FileMetadata};
use serde::{Serialize, Serializer};
use tribunal_domain::facts::{CommentKind, Reference, Role, SymbolFlags, SymbolKind, Visibility};
use tribunal_domain::{ContentHash, Language, Outcome, RepoPath, SymbolId};

fn path_text<S: Serializer>(path: &RepoPath, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&path.to_text())
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over by reference")]
fn id_text<S: Serializer>(id: &SymbolId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{id:?}"))
}

fn hash_text<S: Serializer>(hash: &ContentHash, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(hash)
}

macro_rules! by_name {
    ($($function:ident $type:ty;)*) => {$(
        fn $function<S: Serializer>(value: &$type, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(value.name())
        }
    )*};
}

by_name! {
    kind_text SymbolKind;
    role_text Role;
    visibility_text Visibility;
    comment_text CommentKind;
}

macro_rules! answers {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize)]
        pub struct $name { $($(#[$field_doc])* pub $field: $type,)* }
    )*};
}

answers! {
    /// A file of the snapshot.
    FileInfo {
        /// Its id.
        #[serde(serialize_with = "id_text")]
        id: SymbolId,
        /// Where it lies.
        #[serde(serialize_with = "path_text")]
        path: RepoPath,
        /// Its language.
        language: Option<Language>,
        /// The hash of its bytes.
        #[serde(serialize_with = "hash_text")]
        content_hash: ContentHash,
        /// Its size in bytes.
        size: u64,
        /// Its number of lines.
        lines: u32,
        /// What it was recognised as.
        flags: FileFlags,
        /// Why it was not read as code, if so.
        skipped: Option<String>,
        /// Problems found while reading it.
        problems: u32,
    }

    /// A definition with its place.
    SymbolInfo {
        /// Its id.
        #[serde(serialize_with = "id_text")]
        id: SymbolId,
        /// The file it lies in.
        #[serde(serialize_with = "id_text")]
        file: SymbolId,
        /// That file's path.
        #[serde(serialize_with = "path_text")]
        path: RepoPath,
        /// The language it is written in.
        language: Option<Language>,
        /// What it is.
        #[serde(serialize_with = "kind_text")]
        kind: SymbolKind,
        /// Its own name.
        name: String,
        /// Its dotted name inside the file.
        qualified_name: String,
        /// It is a member of or nested in another definition.
        is_member: bool,
        /// The line of its name.
        line: u32,
        /// The column of its name.
        column: u32,
        /// The first line of the whole definition.
        start_line: u32,
        /// The last line of the whole definition.
        end_line: u32,
        /// The text of its head.
        signature: String,
        /// Who may see it.
        #[serde(serialize_with = "visibility_text")]
        visibility: Visibility,
        /// Other files can name it.
        exported: bool,
        /// It is a test or a fixture.
        test: bool,
        /// All yes-or-no properties.
        flags: SymbolFlags,
    }

    /// Definitions that match a pattern.
    SymbolMatches {
        /// How many there are.
        total: usize,
        /// The first of them.
        symbols: Vec<SymbolInfo>,
    }

    /// A place that a use may mean.
    Definition {
        /// The definition's id, or the file's.
        #[serde(serialize_with = "id_text")]
        id: SymbolId,
        /// The file.
        #[serde(serialize_with = "path_text")]
        path: RepoPath,
        /// The line of its name; 1 for a whole file.
        line: u32,
        /// Its qualified name; empty for a whole file.
        symbol: String,
        /// Its kind; `file` for a whole file.
        kind: String,
    }

    /// The places that a use may mean.
    Definitions {
        /// How many there are.
        total: usize,
        /// The first of them.
        definitions: Vec<Definition>,
    }

    /// The definition that a place lies in.
    Enclosing {
        /// Its id.
        #[serde(serialize_with = "id_text")]
        id: SymbolId,
        /// Its qualified name.
        qualified_name: String,
    }

    /// One use of a definition.
    Use {
        /// How sure it is.
        state: UseState,
        /// Where: the file.
        #[serde(serialize_with = "path_text")]
        path: RepoPath,
        /// The line.
        line: u32,
        /// The column.
        column: u32,
        /// What for.
        #[serde(serialize_with = "role_text")]
        role: Role,
        /// The definition it stands in; `None` at file level.
        enclosing: Option<Enclosing>,
    }

    /// All uses of a definition.
    References {
        /// The definition.
        symbol: SymbolInfo,
        /// Uses that mean it for certain.
        resolved: u64,
        /// Uses that mean it or another.
        ambiguous: u64,
        /// Uses of its name on unknown receivers.
        by_name: u64,
        /// The first of them: certain ones first, then by path and place.
        uses: Vec<Use>,
    }

    /// A use and how it was settled.
    ReferenceAt {
        /// The use as the facts have it.
        #[serde(skip)]
        reference: Reference,
        /// Its name.
        name: String,
        /// The language of its file.
        language: Language,
        /// How it was settled.
        outcome: Outcome,
    }

    /// A definition that uses, or is used by, another.
    Neighbor {
        /// Seen from the asked definition: `in` uses it, `out` is used by it.
        direction: Direction,
        /// What for.
        #[serde(serialize_with = "role_text")]
        role: Role,
        /// How often.
        count: u32,
        /// The other definition, or the file if the use stands at file level.
        definition: Definition,
    }

    /// A file edge.
    Dependency {
        /// Who depends.
        #[serde(serialize_with = "path_text")]
        from: RepoPath,
        /// On whom.
        #[serde(serialize_with = "path_text")]
        to: RepoPath,
        /// Through what: `import`, `type_ref` or `include`.
        kind: String,
    }

    /// Files around others.
    DependencyGraph {
        /// Each file with its distance, by distance, then path.
        files: Vec<(u32, FileInfo)>,
        /// The edges between them.
        edges: Vec<Dependency>,
    }

    /// An import of a file.
    ImportInfo {
        /// What is imported from, as written.
        specifier: String,
        /// How.
        kind: String,
        /// Where it leads: `internal`, `external` or `unresolved`.
        outcome: String,
        /// The line.
        line: u32,
    }

    /// A file that changed together with another.
    CoChangeNeighbor {
        /// The other file.
        #[serde(serialize_with = "path_text")]
        path: RepoPath,
        /// In how many commits.
        count: u32,
        /// The newest of them.
        last_commit: String,
    }

    /// A doc comment or docstring.
    DocInfo {
        /// The qualified name of what it documents; `None` for the file.
        symbol: Option<String>,
        /// Its format.
        format: String,
        /// Its text.
        text: String,
        /// Its first line.
        line: u32,
    }

    /// A comment.
    CommentInfo {
        /// The qualified name of the definition it stands in.
        symbol: Option<String>,
        /// What it is for.
        #[serde(serialize_with = "comment_text")]
        kind: CommentKind,
        /// Its line.
        line: u32,
        /// Its text.
        text: String,
    }

    /// A name spelled in a string.
    MentionInfo {
        /// The file.
        #[serde(serialize_with = "path_text")]
        path: RepoPath,
        /// The line.
        line: u32,
        /// It is an access by name, not just a string.
        access: bool,
    }

    /// A commit that changed a file.
    CommitInfo {
        /// Its id.
        id: String,
        /// Who wrote it.
        author: String,
        /// When, in seconds since the epoch.
        time: i64,
        /// Its message.
        message: String,
        /// What it did to the file.
        change: String,
        /// Lines added.
        insertions: Option<u32>,
        /// Lines removed.
        deletions: Option<u32>,
    }

    /// Why something is used from outside the code.
    EntryPointInfo {
        /// What.
        definition: Definition,
        /// The kind of entry point.
        kind: String,
        /// What makes it one.
        reason: String,
    }

    /// Everything about one file.
    FileContext {
        /// The file.
        file: FileInfo,
        /// What a model said of it.
        metadata: Option<FileMetadata>,
        /// Its definitions.
        symbols: Vec<SymbolInfo>,
        /// Its documentation.
        docstrings: Vec<DocInfo>,
        /// Its comments that say why.
        rationale: Vec<CommentInfo>,
        /// Its imports.
        imports: Vec<ImportInfo>,
        /// Edges from it.
        dependencies: Vec<Dependency>,
        /// Edges to it.
        dependents: Vec<Dependency>,
        /// What changed together with it.
        co_changes: Vec<CoChangeNeighbor>,
        /// Its newest commits.
        commits: Vec<CommitInfo>,
        /// Its entry points.
        entry_points: Vec<EntryPointInfo>,
    }

    /// References by how they were settled.
    ReferenceCounts {
        /// Parameters and local variables.
        local: u64,
        /// One definition.
        resolved: u64,
        /// One of several.
        ambiguous: u64,
        /// A member of an unknown receiver.
        by_name: u64,
        /// Unknown.
        unresolved: u64,
        /// Outside the repository.
        external: u64,
    }

    /// The whole repository at a glance; all lists sorted by count, then name.
    Overview {
        /// The repository's name.
        name: Option<String>,
        /// Files.
        files: u64,
        /// Files by language; those without one are `other`.
        languages: Vec<(String, u64)>,
        /// Definitions by kind.
        symbols: Vec<(String, u64)>,
        /// References by state.
        references: ReferenceCounts,
        /// Files by domain, as models said.
        domains: Vec<(String, u64)>,
        /// Files with the most edges.
        most_connected: Vec<(String, u64)>,
        /// Entry points by kind.
        entry_points: Vec<(String, u64)>,
        /// Pairs of files that changed together most.
        co_changes: Vec<(String, String, u64)>,
        /// Commits that are kept.
        commits: u64,
        /// Files that were not read as code, by reason.
        skipped: Vec<(String, u64)>,
        /// Problems found while reading files.
        problems: u64,
    }
}

/// How sure a use is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum UseState {
    /// It means this definition.
    Resolved,
    /// It means this definition or another.
    Ambiguous,
    /// It has this name, on an unknown receiver.
    ByName,
}

/// Which way an edge is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Towards what is asked about.
    In,
    /// Away from it.
    Out,
    /// Both ways.
    Both,
}

impl Direction {
    /// Whether edges towards it are wanted.
    pub(super) fn inward(self) -> bool {
        self != Self::Out
    }

    /// Whether edges away from it are wanted.
    pub(super) fn outward(self) -> bool {
        self != Self::In
    }
}
