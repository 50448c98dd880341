-- outside a transaction
-- Also what a bank takes days to decide is asked about. This one serves who asked by the index before it, too.
DROP INDEX CONCURRENTLY IF EXISTS attempts_to_ask;
CREATE INDEX CONCURRENTLY attempts_to_ask ON attempts (due_at) WHERE status IN ('created', 'authenticating', 'pending', 'unknown');
DROP INDEX CONCURRENTLY IF EXISTS attempts_due;
-- A processor names a refund by its id alone.
DROP INDEX CONCURRENTLY IF EXISTS refunds_by_id;
CREATE INDEX CONCURRENTLY refunds_by_id ON refunds (id);
-- Tries are counted in card_tries.
DROP INDEX CONCURRENTLY IF EXISTS attempts_refused_by_card;
DROP INDEX CONCURRENTLY IF EXISTS attempts_refused_by_address;
DROP INDEX CONCURRENTLY IF EXISTS attempts_not_refused_by_address;
