-- What a merchant has in an ordinary currency is paid to its bank, or in USDT, outside these books: from the request to the payment.
CREATE TABLE settlements (
  merchant_id  uuid NOT NULL,
  id           uuid NOT NULL,
  currency     text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  status       text NOT NULL CHECK (status IN ('requested', 'paid', 'refused')),
  -- Where to, as whoever asked wrote it.
  destination  text NOT NULL,
  requested_by text NOT NULL,
  requested_at timestamptz NOT NULL,
  -- Repeats of a request with the same key are the same request.
  request_key  text NOT NULL,
  -- How it was paid; the bank's reference or the hash of the transaction.
  way          text CHECK (way IN ('bank', 'usdt')),
  reference    text,
  -- Why it was refused.
  reason       text,
  decided_by   text,
  decided_at   timestamptz,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, request_key),
  CHECK ((status = 'requested') = (decided_at IS NULL)),
  CHECK ((status = 'paid') = (way IS NOT NULL AND reference IS NOT NULL)),
  CHECK ((status = 'refused') = (reason IS NOT NULL))
);
CREATE INDEX settlements_requested ON settlements (id) WHERE status = 'requested';
