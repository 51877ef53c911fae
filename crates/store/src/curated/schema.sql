-- The knowledge base. Ids are hashes of names (see domain::SymbolId), never row numbers, except facts.id,
-- which never leaves the database. One file's rows lie together: replacing a file is deleting by its prefix.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE repos (id INTEGER PRIMARY KEY, name TEXT NOT NULL);

CREATE TABLE files (
  id INTEGER PRIMARY KEY, path BLOB NOT NULL, language TEXT, content_hash BLOB NOT NULL, size INTEGER NOT NULL,
  lines INTEGER NOT NULL, stamp BLOB NOT NULL, flags INTEGER NOT NULL, skipped TEXT, problems INTEGER NOT NULL,
  facts_id INTEGER);

-- Facts are shared by all snapshots. The large blob lies apart, so that keys and interfaces can be scanned.
CREATE TABLE facts (
  id INTEGER PRIMARY KEY, content_hash BLOB NOT NULL, language TEXT NOT NULL, extractor_version INTEGER NOT NULL,
  last_used INTEGER NOT NULL, size INTEGER NOT NULL, interface BLOB NOT NULL);
CREATE UNIQUE INDEX facts_key ON facts (content_hash, language, extractor_version);
CREATE TABLE fact_blobs (id INTEGER PRIMARY KEY, facts BLOB NOT NULL);

-- `reads` is little-endian u32s; `uses` says in which lists of the reference tables the file stands.
CREATE TABLE resolutions (
  file_id INTEGER PRIMARY KEY, local INTEGER NOT NULL, resolved INTEGER NOT NULL, ambiguous INTEGER NOT NULL,
  by_name INTEGER NOT NULL, unresolved INTEGER NOT NULL, external INTEGER NOT NULL, reads BLOB NOT NULL);
CREATE TABLE resolution_blobs (file_id INTEGER PRIMARY KEY, uses BLOB NOT NULL, outcomes BLOB NOT NULL);

-- What a content is searched by: made when first wanted, forgotten by a rebuild when no file has it.
CREATE TABLE documents (
  content_hash BLOB NOT NULL, version INTEGER NOT NULL, terms BLOB NOT NULL,
  PRIMARY KEY (content_hash)) WITHOUT ROWID;

-- How many tokens a content has to models of a vocabulary: counted when first wanted, forgotten like documents.
CREATE TABLE token_counts (
  content_hash BLOB NOT NULL, vocabulary TEXT NOT NULL, tokens INTEGER NOT NULL,
  PRIMARY KEY (content_hash, vocabulary)) WITHOUT ROWID;

-- What a review saw in a content of a language: made by the review, or by an index
-- that it starts with; forgotten like documents.
CREATE TABLE observations (
  content_hash BLOB NOT NULL, language TEXT NOT NULL, version INTEGER NOT NULL, seen BLOB NOT NULL,
  PRIMARY KEY (content_hash, language)) WITHOUT ROWID;

CREATE TABLE symbols (
  file_id INTEGER NOT NULL, ordinal INTEGER NOT NULL, id INTEGER NOT NULL, parent_id INTEGER, kind TEXT NOT NULL,
  name TEXT NOT NULL, qualified_name TEXT NOT NULL, start_line INTEGER NOT NULL, start_column INTEGER NOT NULL,
  end_line INTEGER NOT NULL, end_column INTEGER NOT NULL, name_line INTEGER NOT NULL, name_column INTEGER NOT NULL,
  signature TEXT NOT NULL, visibility TEXT NOT NULL, flags INTEGER NOT NULL, attributes TEXT,
  cyclomatic INTEGER, nesting INTEGER, parameters INTEGER, statements INTEGER,
  exported INTEGER GENERATED ALWAYS AS (flags & 1) VIRTUAL,
  test INTEGER GENERATED ALWAYS AS ((flags >> 4) & 1) VIRTUAL,
  PRIMARY KEY (file_id, ordinal)) WITHOUT ROWID;

CREATE TABLE docstrings (
  file_id INTEGER NOT NULL, ordinal INTEGER NOT NULL, symbol_id INTEGER, format TEXT NOT NULL, text TEXT NOT NULL,
  fields TEXT, start_line INTEGER NOT NULL, end_line INTEGER NOT NULL,
  PRIMARY KEY (file_id, ordinal)) WITHOUT ROWID;

CREATE TABLE inline_comments (
  file_id INTEGER NOT NULL, ordinal INTEGER NOT NULL, symbol_id INTEGER, kind TEXT NOT NULL, line INTEGER NOT NULL,
  text TEXT NOT NULL, PRIMARY KEY (file_id, ordinal)) WITHOUT ROWID;

CREATE TABLE imports (
  file_id INTEGER NOT NULL, ordinal INTEGER NOT NULL, specifier TEXT NOT NULL, kind TEXT NOT NULL,
  names TEXT NOT NULL, star INTEGER NOT NULL, type_only INTEGER NOT NULL, reexport INTEGER NOT NULL,
  outcome TEXT NOT NULL, line INTEGER NOT NULL, PRIMARY KEY (file_id, ordinal)) WITHOUT ROWID;

CREATE TABLE dependencies (
  from_file INTEGER NOT NULL, to_file INTEGER NOT NULL, kind TEXT NOT NULL,
  PRIMARY KEY (from_file, to_file, kind)) WITHOUT ROWID;

-- Lists of (file id i64, u32, u32), little-endian, sorted; see writer/postings.rs.
-- Files that use a definition: how often for certain, how often perhaps.
CREATE TABLE symbol_references (symbol_id INTEGER PRIMARY KEY, files BLOB NOT NULL);
-- Files that use a member of this name on a receiver nobody knows: how often, 0.
CREATE TABLE name_references (name TEXT PRIMARY KEY, files BLOB NOT NULL);
-- Files that spell this name in a string or dynamic access: the line, whether it is an access.
CREATE TABLE mentions (name TEXT PRIMARY KEY, files BLOB NOT NULL);

CREATE TABLE entry_points (
  symbol_id INTEGER NOT NULL, file_id INTEGER NOT NULL, kind TEXT NOT NULL, reason TEXT NOT NULL,
  PRIMARY KEY (symbol_id, file_id, kind, reason)) WITHOUT ROWID;

-- History speaks of files that may be gone, so it has its own names; ids are those of `files`.
CREATE TABLE history_paths (id INTEGER PRIMARY KEY, path BLOB NOT NULL);
-- `parents` are ids with a space between; `detailed` says whether renames were looked for and lines counted.
CREATE TABLE commits (
  ordinal INTEGER PRIMARY KEY, id TEXT NOT NULL, author TEXT NOT NULL, time INTEGER NOT NULL, message TEXT NOT NULL,
  committed INTEGER NOT NULL, parents TEXT NOT NULL, detailed INTEGER NOT NULL);
CREATE UNIQUE INDEX commits_id ON commits (id);
CREATE TABLE file_commits (
  file_id INTEGER NOT NULL, commit_ordinal INTEGER NOT NULL, position INTEGER NOT NULL, kind TEXT NOT NULL,
  old_file_id INTEGER, insertions INTEGER, deletions INTEGER,
  PRIMARY KEY (file_id, commit_ordinal, position)) WITHOUT ROWID;
CREATE TABLE co_changes (
  a INTEGER NOT NULL, b INTEGER NOT NULL, count INTEGER NOT NULL, last_commit TEXT NOT NULL,
  PRIMARY KEY (a, b)) WITHOUT ROWID;

CREATE TABLE file_metadata (
  file_id INTEGER PRIMARY KEY, content_hash BLOB NOT NULL, prompt_version TEXT NOT NULL, purpose TEXT NOT NULL,
  module TEXT NOT NULL, domain TEXT NOT NULL, concepts TEXT NOT NULL, public_api_surface TEXT NOT NULL,
  complexity_notes TEXT NOT NULL);
CREATE TABLE adapter_metadata (
  stage TEXT PRIMARY KEY, name TEXT NOT NULL, base_model TEXT NOT NULL, details TEXT NOT NULL) WITHOUT ROWID;
