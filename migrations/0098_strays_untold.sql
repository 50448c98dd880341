-- outside a transaction
-- What watchers look for at each step: final strays whose merchants were not told. And what the operator has to decide about.
DROP INDEX CONCURRENTLY IF EXISTS stray_transfers_untold;
CREATE INDEX CONCURRENTLY stray_transfers_untold ON stray_transfers (network, block_number)
  WHERE told_at IS NULL AND NOT orphaned;
DROP INDEX CONCURRENTLY IF EXISTS stray_transfers_undecided;
CREATE INDEX CONCURRENTLY stray_transfers_undecided ON stray_transfers (block_time)
  WHERE decision IS NULL AND NOT orphaned;
