-- What its owner calls a key.
ALTER TABLE api_keys ADD COLUMN name text;

-- When a key was last used, about to the minute. Apart from the keys: every process is told of a change of those, and forgets
-- what it knows of the merchant.
CREATE TABLE api_key_uses (
  key_id  text PRIMARY KEY REFERENCES api_keys (id),
  used_at timestamptz NOT NULL
);

-- Requests to the API as a merchant's developers look at them: those that were refused, and some of those that went well.
-- Nothing of a body, a query or a header is here.
CREATE TABLE api_requests (
  merchant_id uuid NOT NULL,
  -- In the order of time.
  id          uuid NOT NULL,
  at          timestamptz NOT NULL,
  method      text NOT NULL,
  path        text NOT NULL,
  status      integer NOT NULL,
  -- Absent: none that works was shown.
  key_id      text,
  -- As the answer has it; absent: it went well.
  request_id  text,
  error       text,
  message     text,
  fields      jsonb NOT NULL DEFAULT '[]',
  duration_ms integer NOT NULL,
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX api_requests_refused ON api_requests (merchant_id, id) WHERE status >= 400;
CREATE INDEX api_requests_by_age ON api_requests (at);

-- What customers see beside a merchant's name.
CREATE TABLE merchant_logos (
  merchant_id uuid PRIMARY KEY REFERENCES merchants (id),
  -- SHA-256 of the content, in hexadecimal: part of its address.
  hash        text NOT NULL,
  media_type  text NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp')),
  content     bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 204800)
);
CREATE INDEX merchant_logos_by_hash ON merchant_logos (hash);
