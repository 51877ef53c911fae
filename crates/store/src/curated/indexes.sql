-- Made after a bulk load: building an index from sorted rows is several times cheaper than keeping it while loading.
CREATE UNIQUE INDEX files_path ON files (path);
CREATE INDEX files_facts ON files (facts_id);
CREATE INDEX symbols_id ON symbols (id);
CREATE INDEX symbols_name ON symbols (name);
CREATE INDEX dependencies_to ON dependencies (to_file);
CREATE INDEX entry_points_file ON entry_points (file_id);
CREATE INDEX file_commits_commit ON file_commits (commit_ordinal);
CREATE INDEX co_changes_b ON co_changes (b);
