-- outside a transaction
-- Disputes that ended are asked for, too, for some months: they may turn.
DROP INDEX CONCURRENTLY IF EXISTS disputes_to_follow;
CREATE INDEX CONCURRENTLY disputes_to_follow ON disputes (due_at) WHERE due_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS disputes_due;
