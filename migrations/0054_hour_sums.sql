-- outside a transaction
-- What was booked, tried and told in each hour, added up once the hour is over (docs/decisions/0036).
CREATE TABLE IF NOT EXISTS hour_sums (
  merchant_id uuid NOT NULL,
  -- Its first moment.
  hour        timestamptz NOT NULL,
  -- Of a ledger entry; or 'tried' and 'told', for attempts that were decided and for events.
  kind        text NOT NULL,
  -- The account of the postings; of attempts, what became of them.
  part        text NOT NULL,
  asset       text NOT NULL,
  count       bigint NOT NULL,
  amount      bigint NOT NULL,
  PRIMARY KEY (merchant_id, hour, kind, part, asset)
);

-- Up to when a merchant's hours are added up; what comes after it is read where it stands.
CREATE TABLE IF NOT EXISTS hour_sums_until (
  merchant_id  uuid PRIMARY KEY,
  summed_until timestamptz NOT NULL
);

-- A ledger entry names a transfer by its id.
DROP INDEX CONCURRENTLY IF EXISTS transfers_by_id;
CREATE INDEX CONCURRENTLY transfers_by_id ON transfers (merchant_id, id);

-- What was decided when.
DROP INDEX CONCURRENTLY IF EXISTS attempts_by_resolution;
CREATE INDEX CONCURRENTLY attempts_by_resolution ON attempts (merchant_id, resolved_at) WHERE resolved_at IS NOT NULL;
