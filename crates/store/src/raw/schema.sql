-- The log: append-only. A change of state is a new row; what was written is never changed or deleted.
-- Files are named by path and content hash, so that rows outlive any knowledge base.
CREATE TABLE index_runs (
  id INTEGER PRIMARY KEY, started TEXT NOT NULL, duration_ms INTEGER NOT NULL, kind TEXT NOT NULL,
  snapshot TEXT NOT NULL, extractor_version INTEGER NOT NULL, files INTEGER NOT NULL, parsed INTEGER NOT NULL,
  resolved INTEGER NOT NULL, removed INTEGER NOT NULL, skipped INTEGER NOT NULL, problems INTEGER NOT NULL,
  details TEXT NOT NULL);
CREATE TABLE task_runs (
  id INTEGER PRIMARY KEY, task_id TEXT NOT NULL, created TEXT NOT NULL, mode TEXT NOT NULL, repo TEXT NOT NULL,
  snapshot TEXT NOT NULL, config_hash BLOB NOT NULL, state TEXT NOT NULL, success INTEGER, details TEXT NOT NULL);
CREATE INDEX task_runs_task ON task_runs (task_id);
CREATE TABLE llm_calls (
  id INTEGER PRIMARY KEY, task_id TEXT, stage TEXT NOT NULL, created TEXT NOT NULL, provider TEXT NOT NULL,
  model TEXT NOT NULL, temperature REAL, seed INTEGER, request_hash BLOB NOT NULL, request BLOB NOT NULL);
CREATE INDEX llm_calls_task ON llm_calls (task_id);
CREATE INDEX llm_calls_request ON llm_calls (request_hash);
-- A whole reply as it came, before anyone looked into it.
CREATE TABLE llm_replies (
  id INTEGER PRIMARY KEY, llm_call_id INTEGER NOT NULL REFERENCES llm_calls (id), attempt INTEGER NOT NULL,
  created TEXT NOT NULL, raw BLOB NOT NULL);
CREATE INDEX llm_replies_call ON llm_replies (llm_call_id);
-- How an attempt ended; the cost is in millionths of a dollar.
CREATE TABLE llm_outcomes (
  id INTEGER PRIMARY KEY, llm_call_id INTEGER NOT NULL REFERENCES llm_calls (id), attempt INTEGER NOT NULL,
  created TEXT NOT NULL, outcome TEXT NOT NULL, finish TEXT, input_tokens INTEGER, output_tokens INTEGER,
  cost INTEGER, duration_ms INTEGER NOT NULL, error TEXT);
CREATE INDEX llm_outcomes_call ON llm_outcomes (llm_call_id);
CREATE TABLE enrichment_outputs (
  id INTEGER PRIMARY KEY, llm_call_id INTEGER REFERENCES llm_calls (id), path BLOB NOT NULL,
  content_hash BLOB NOT NULL, prompt_version TEXT NOT NULL, created TEXT NOT NULL, state TEXT NOT NULL,
  output TEXT NOT NULL);
CREATE INDEX enrichment_outputs_call ON enrichment_outputs (llm_call_id);
CREATE INDEX enrichment_outputs_file ON enrichment_outputs (path, content_hash);
CREATE TABLE retrieval_decisions (
  id INTEGER PRIMARY KEY, task_id TEXT NOT NULL, stage TEXT NOT NULL, llm_call_id INTEGER REFERENCES llm_calls (id),
  path BLOB NOT NULL, content_hash BLOB NOT NULL, symbol TEXT, scope_level INTEGER, decision TEXT NOT NULL,
  reason TEXT NOT NULL, created TEXT NOT NULL);
CREATE INDEX retrieval_decisions_task ON retrieval_decisions (task_id);
CREATE INDEX retrieval_decisions_call ON retrieval_decisions (llm_call_id);
CREATE TABLE run_attempts (
  id INTEGER PRIMARY KEY, task_id TEXT NOT NULL, task_run_id INTEGER REFERENCES task_runs (id),
  llm_call_id INTEGER REFERENCES llm_calls (id), number INTEGER NOT NULL, created TEXT NOT NULL,
  outcome TEXT NOT NULL, diff BLOB, error TEXT);
CREATE INDEX run_attempts_task ON run_attempts (task_id);
CREATE INDEX run_attempts_run ON run_attempts (task_run_id);
CREATE INDEX run_attempts_call ON run_attempts (llm_call_id);
CREATE TABLE validation_results (
  id INTEGER PRIMARY KEY, task_id TEXT NOT NULL, attempt_id INTEGER REFERENCES run_attempts (id),
  command TEXT NOT NULL, exit_code INTEGER, success INTEGER NOT NULL, output BLOB NOT NULL,
  duration_ms INTEGER NOT NULL, created TEXT NOT NULL);
CREATE INDEX validation_results_task ON validation_results (task_id);
CREATE INDEX validation_results_attempt ON validation_results (attempt_id);
CREATE TABLE session_archives (
  id INTEGER PRIMARY KEY, task_id TEXT NOT NULL, created TEXT NOT NULL, session BLOB NOT NULL);
CREATE INDEX session_archives_task ON session_archives (task_id);
CREATE TABLE training_plans (
  id INTEGER PRIMARY KEY, task_id TEXT, stage TEXT NOT NULL, created TEXT NOT NULL, plan TEXT NOT NULL);
CREATE INDEX training_plans_task ON training_plans (task_id);
CREATE TABLE training_datasets (
  id INTEGER PRIMARY KEY, plan_id INTEGER REFERENCES training_plans (id), stage TEXT NOT NULL, created TEXT NOT NULL,
  location TEXT NOT NULL, content_hash BLOB NOT NULL, examples INTEGER NOT NULL, details TEXT NOT NULL);
CREATE INDEX training_datasets_plan ON training_datasets (plan_id);
CREATE TABLE adapter_registry (
  id INTEGER PRIMARY KEY, dataset_id INTEGER REFERENCES training_datasets (id), stage TEXT NOT NULL,
  name TEXT NOT NULL, base_model TEXT NOT NULL, state TEXT NOT NULL, created TEXT NOT NULL, details TEXT NOT NULL);
CREATE INDEX adapter_registry_dataset ON adapter_registry (dataset_id);
CREATE INDEX adapter_registry_stage ON adapter_registry (stage);
CREATE TABLE orchestrator_runs (
  id INTEGER PRIMARY KEY, task_id TEXT NOT NULL, created TEXT NOT NULL, state TEXT NOT NULL, parts INTEGER NOT NULL,
  steps INTEGER NOT NULL, details TEXT NOT NULL);
CREATE INDEX orchestrator_runs_task ON orchestrator_runs (task_id);
CREATE TABLE orchestrator_passes (
  id INTEGER PRIMARY KEY, orchestrator_run_id INTEGER NOT NULL REFERENCES orchestrator_runs (id),
  task_run_id INTEGER REFERENCES task_runs (id), kind TEXT NOT NULL, sequence INTEGER NOT NULL, created TEXT NOT NULL);
CREATE INDEX orchestrator_passes_run ON orchestrator_passes (orchestrator_run_id);
CREATE INDEX orchestrator_passes_task_run ON orchestrator_passes (task_run_id);
CREATE TABLE audit_events (
  id INTEGER PRIMARY KEY, task_id TEXT, run_id TEXT, kind TEXT NOT NULL, created TEXT NOT NULL, details TEXT NOT NULL);
CREATE INDEX audit_events_task ON audit_events (task_id);
CREATE INDEX audit_events_run ON audit_events (run_id);
