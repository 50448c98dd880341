-- outside a transaction
-- A line of a processor names a refund that was made in its own panel by the processor's id alone.
DROP INDEX CONCURRENTLY IF EXISTS refunds_by_reference;
CREATE INDEX CONCURRENTLY refunds_by_reference ON refunds (processor_reference) WHERE origin = 'external';
