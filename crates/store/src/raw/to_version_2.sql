-- From version 1 to 2: replies and outcomes of model calls are rows of their own, for a row is never changed.
-- No program ever wrote a row of llm_calls in version 1.
DROP INDEX llm_calls_prompt;
ALTER TABLE llm_calls DROP COLUMN config_hash;
ALTER TABLE llm_calls DROP COLUMN reply;
ALTER TABLE llm_calls DROP COLUMN input_tokens;
ALTER TABLE llm_calls DROP COLUMN output_tokens;
ALTER TABLE llm_calls DROP COLUMN cost;
ALTER TABLE llm_calls DROP COLUMN duration_ms;
ALTER TABLE llm_calls DROP COLUMN finish;
ALTER TABLE llm_calls DROP COLUMN error;
ALTER TABLE llm_calls RENAME COLUMN prompt_hash TO request_hash;
CREATE INDEX llm_calls_request ON llm_calls (request_hash);
CREATE TABLE llm_replies (
  id INTEGER PRIMARY KEY, llm_call_id INTEGER NOT NULL REFERENCES llm_calls (id), attempt INTEGER NOT NULL,
  created TEXT NOT NULL, raw BLOB NOT NULL);
CREATE INDEX llm_replies_call ON llm_replies (llm_call_id);
CREATE TABLE llm_outcomes (
  id INTEGER PRIMARY KEY, llm_call_id INTEGER NOT NULL REFERENCES llm_calls (id), attempt INTEGER NOT NULL,
  created TEXT NOT NULL, outcome TEXT NOT NULL, finish TEXT, input_tokens INTEGER, output_tokens INTEGER,
  cost INTEGER, duration_ms INTEGER NOT NULL, error TEXT);
CREATE INDEX llm_outcomes_call ON llm_outcomes (llm_call_id);
CREATE TRIGGER llm_replies_refuses_UPDATE BEFORE UPDATE ON llm_replies
  BEGIN SELECT RAISE(ABORT, 'llm_replies is append-only'); END;
CREATE TRIGGER llm_replies_refuses_DELETE BEFORE DELETE ON llm_replies
  BEGIN SELECT RAISE(ABORT, 'llm_replies is append-only'); END;
CREATE TRIGGER llm_outcomes_refuses_UPDATE BEFORE UPDATE ON llm_outcomes
  BEGIN SELECT RAISE(ABORT, 'llm_outcomes is append-only'); END;
CREATE TRIGGER llm_outcomes_refuses_DELETE BEFORE DELETE ON llm_outcomes
  BEGIN SELECT RAISE(ABORT, 'llm_outcomes is append-only'); END
