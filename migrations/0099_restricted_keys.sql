ALTER TABLE api_keys
  -- What it may do (src/merchants/key-scopes.ts); null: everything, as every key could before there were scopes.
  ADD COLUMN scopes text[],
  -- The account that made it; null: the command line did.
  ADD COLUMN made_by uuid REFERENCES people (id),
  -- The most that one payout and the payouts of a day (UTC) may come to, in US cents; null: only the merchant's limits.
  ADD COLUMN payout_max_minor bigint CHECK (payout_max_minor > 0),
  ADD COLUMN payouts_per_day_minor bigint CHECK (payouts_per_day_minor > 0),
  -- Where its payouts may be sent; null: on every network.
  ADD COLUMN networks text[],
  -- Addresses and networks (CIDR) that it works from; null: from everywhere.
  ADD COLUMN sources text[],
  -- Ed25519, 32 bytes: its payouts must be signed by the other half; null: none was given.
  ADD COLUMN signing_key bytea CHECK (octet_length(signing_key) = 32);
CREATE INDEX api_keys_by_maker ON api_keys (made_by) WHERE made_by IS NOT NULL;

-- Keys that people made on the dashboard are known by the audit log.
UPDATE api_keys
   SET made_by = people.id
  FROM audit_log
  JOIN people ON people.email = audit_log.actor
 WHERE audit_log.act IN ('key_issued', 'keys_rotated')
   AND audit_log.details::jsonb ->> 'keyId' = api_keys.id;

ALTER TABLE payouts
  -- The API key that made it, beside whoever made that key (made_by); null: a person did, or it is older than this column.
  ADD COLUMN key_id text,
  -- Where it may be sent, as the key that made it was bound; null: on every network.
  ADD COLUMN networks text[],
  -- What the payouts that nobody approved came to on the day it was confirmed, to its wallet or to its recipient, with it, in
  -- US cents; null: it was confirmed before this was counted.
  ADD COLUMN summed_minor bigint;
