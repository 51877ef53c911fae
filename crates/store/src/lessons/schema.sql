-- Incidents wait until a lesson is made of them; a lesson has the id of its incident.
CREATE TABLE IF NOT EXISTS incidents (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, stage TEXT NOT NULL, reason TEXT NOT NULL,
  material TEXT NOT NULL, attempts INTEGER NOT NULL, tries INTEGER NOT NULL, due INTEGER NOT NULL, state TEXT NOT NULL, error TEXT);
CREATE INDEX IF NOT EXISTS incidents_due ON incidents (state, due);
CREATE TABLE IF NOT EXISTS lessons (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, stage TEXT NOT NULL, situation TEXT NOT NULL,
  mistake TEXT NOT NULL, correction TEXT NOT NULL, tags TEXT NOT NULL, learned INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS lessons_stage ON lessons (stage)
