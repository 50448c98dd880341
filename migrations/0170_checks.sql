-- When custody on a network was last compared with the chain; null: before this was kept.
ALTER TABLE custody_checks ADD COLUMN checked_at timestamptz;
-- A backup that was restored for trial and checked is kept like the other checks.
ALTER TABLE runs DROP CONSTRAINT runs_kind_check;
ALTER TABLE runs
  ADD CONSTRAINT runs_kind_check
  CHECK (kind IN ('ledger_check', 'audit_verification', 'reconciliation', 'backup_verification')) NOT VALID;
