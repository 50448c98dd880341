-- Keys that merchants send with requests, so that a repeat finds what the first one made. A row commits with what its request did.
-- Refunds and payment links keep the key in their own row.
CREATE TABLE idempotency_keys (
  merchant_id  uuid NOT NULL,
  -- What was asked for: keys of different operations do not meet.
  scope        text NOT NULL,
  key          text NOT NULL,
  -- SHA-256 of the request as understood.
  request_hash bytea NOT NULL,
  -- The charge, order or payout that was made.
  subject_id   uuid NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, scope, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Tells a repeat from another request under the same key; absent: made before there was one.
ALTER TABLE payment_links ADD COLUMN request_hash bytea;
