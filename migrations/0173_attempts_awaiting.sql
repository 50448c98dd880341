-- outside a transaction
-- Attempts that await a payment are asked about, too. This index also serves the version before, which asks by fewer statuses.
DROP INDEX CONCURRENTLY IF EXISTS attempts_unresolved;
CREATE INDEX CONCURRENTLY attempts_unresolved ON attempts (due_at) WHERE status IN ('created', 'authenticating', 'awaiting', 'pending', 'unknown');
DROP INDEX CONCURRENTLY IF EXISTS attempts_to_ask;
