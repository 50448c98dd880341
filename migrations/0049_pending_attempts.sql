-- outside a transaction
-- An attempt that a bank takes days to decide is one that is not resolved, too.
DROP INDEX CONCURRENTLY IF EXISTS attempts_one_unresolved_new;
CREATE UNIQUE INDEX CONCURRENTLY attempts_one_unresolved_new ON attempts (merchant_id, charge_id) WHERE status IN ('created', 'authenticating', 'pending', 'unknown');
DROP INDEX CONCURRENTLY IF EXISTS attempts_one_unresolved;
ALTER INDEX IF EXISTS attempts_one_unresolved_new RENAME TO attempts_one_unresolved;
DROP INDEX CONCURRENTLY IF EXISTS attempts_due_new;
CREATE INDEX CONCURRENTLY attempts_due_new ON attempts (due_at) WHERE status IN ('created', 'authenticating', 'pending', 'unknown');
DROP INDEX CONCURRENTLY IF EXISTS attempts_due;
ALTER INDEX IF EXISTS attempts_due_new RENAME TO attempts_due;
-- A processor names a refund by its id alone.
DROP INDEX CONCURRENTLY IF EXISTS refunds_by_id;
CREATE INDEX CONCURRENTLY refunds_by_id ON refunds (id);
