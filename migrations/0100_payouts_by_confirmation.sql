-- outside a transaction
-- What was confirmed on a day to the same wallet or recipient is summed up.
DROP INDEX CONCURRENTLY IF EXISTS payouts_confirmed;
CREATE INDEX CONCURRENTLY payouts_confirmed ON payouts (merchant_id, confirmed_at) WHERE confirmed_at IS NOT NULL;
