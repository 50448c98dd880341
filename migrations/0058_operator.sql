-- outside a transaction
-- Long work that people start on the dashboard; a worker does it (docs/decisions/0039).
CREATE TABLE IF NOT EXISTS runs (
  id          uuid PRIMARY KEY,
  kind        text NOT NULL CHECK (kind IN ('ledger_check', 'audit_verification', 'reconciliation')),
  -- What of: a processor and days, or nothing.
  subject     jsonb NOT NULL,
  status      text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'finished', 'broken_off')),
  started_by  text NOT NULL,
  created_at  timestamptz NOT NULL,
  ended_at    timestamptz,
  -- How often it was begun: whoever did it before was killed.
  tries       smallint NOT NULL DEFAULT 0,
  -- So many steps of so many, and what is looked at.
  done        bigint NOT NULL DEFAULT 0,
  total       bigint NOT NULL DEFAULT 0,
  step        text,
  -- How much is wrong, and what.
  found       bigint,
  result      jsonb,
  failure     text,
  lease_until timestamptz,
  lease_token uuid
);
CREATE UNIQUE INDEX IF NOT EXISTS runs_one_of_a_kind ON runs (kind) WHERE status IN ('waiting', 'running');
CREATE INDEX IF NOT EXISTS runs_of_kind ON runs (kind, id);

-- What only a process itself knows of the world around it: how its nodes, processors and wallets do.
CREATE TABLE IF NOT EXISTS process_reports (
  process_id uuid PRIMARY KEY,
  started_at timestamptz NOT NULL,
  seen_at    timestamptz NOT NULL,
  report     jsonb NOT NULL
);

-- The audit log is searched by who, by what and by when.
DROP INDEX CONCURRENTLY IF EXISTS audit_log_of_actor;
CREATE INDEX CONCURRENTLY audit_log_of_actor ON audit_log (actor, number);
DROP INDEX CONCURRENTLY IF EXISTS audit_log_of_act;
CREATE INDEX CONCURRENTLY audit_log_of_act ON audit_log (act, number);
DROP INDEX CONCURRENTLY IF EXISTS audit_log_by_time;
CREATE INDEX CONCURRENTLY audit_log_by_time ON audit_log (at);
