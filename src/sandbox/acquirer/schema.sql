-- The simulated acquirer's data. It is the outside world: it shares the server, never our tables,
-- and it outlives our process as a real acquirer would.
CREATE SCHEMA IF NOT EXISTS sandbox_acquirer;

-- Only the brand and the last four digits of the card are stored.
CREATE TABLE IF NOT EXISTS sandbox_acquirer.payments (
  id             text PRIMARY KEY,
  reference      bigint GENERATED ALWAYS AS IDENTITY,
  status         text NOT NULL CHECK (status IN ('challenge', 'approved', 'refused')),
  reason         text CHECK ((status = 'refused') = (reason IS NOT NULL)),
  -- NULL for an id that was abandoned before its payment arrived: the row blocks a late request.
  amount_minor   bigint CHECK (amount_minor > 0),
  currency       text,
  description    text,
  return_url     text,
  card_brand     text,
  card_last4     text,
  refunded_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0),
  disputed_minor bigint NOT NULL DEFAULT 0 CHECK (disputed_minor >= 0),
  dispute_due_at timestamptz,
  created_at     timestamptz NOT NULL DEFAULT now(),
  CHECK (status = 'refused' OR amount_minor IS NOT NULL),
  CHECK (refunded_minor + disputed_minor <= coalesce(amount_minor, 0))
);

ALTER TABLE sandbox_acquirer.payments
  ADD COLUMN IF NOT EXISTS instalments smallint,
  -- Whether an approval takes the money at once.
  ADD COLUMN IF NOT EXISTS captures_at_once boolean NOT NULL DEFAULT true,
  ADD COLUMN IF NOT EXISTS captured_minor bigint CHECK (captured_minor > 0 AND captured_minor <= amount_minor),
  -- When an uncaptured authorization ends by itself; NULL once it was voided on request.
  ADD COLUMN IF NOT EXISTS authorized_until timestamptz,
  -- What a dispute of the payment is when it comes: decided at once, or open until a play decides it.
  ADD COLUMN IF NOT EXISTS dispute_status text NOT NULL DEFAULT 'lost',
  DROP CONSTRAINT IF EXISTS payments_status_check,
  ADD CONSTRAINT payments_status_check
    CHECK (status IN ('challenge', 'authorized', 'approved', 'refused', 'voided'));

CREATE INDEX IF NOT EXISTS payments_awaiting_dispute
  ON sandbox_acquirer.payments (dispute_due_at)
  WHERE dispute_due_at IS NOT NULL;

CREATE TABLE IF NOT EXISTS sandbox_acquirer.refunds (
  id           text PRIMARY KEY,
  reference    bigint GENERATED ALWAYS AS IDENTITY,
  payment_id   text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency     text NOT NULL,
  status       text NOT NULL CHECK (status IN ('deciding', 'refunded', 'refused')),
  reason       text CHECK ((status = 'refused') = (reason IS NOT NULL)),
  created_at   timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE IF NOT EXISTS sandbox_acquirer.disputes (
  number       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id   text NOT NULL UNIQUE REFERENCES sandbox_acquirer.payments (id),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency     text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now()
);

-- A decision gives a dispute a new number, so that readers who passed it meet it again.
ALTER TABLE sandbox_acquirer.disputes
  ADD COLUMN IF NOT EXISTS status text NOT NULL DEFAULT 'lost' CHECK (status IN ('open', 'won', 'lost')),
  ADD COLUMN IF NOT EXISTS evidence_due_at timestamptz;

-- Payments by local methods: at a page of the bank, or by instructions that the customer pays elsewhere.
CREATE TABLE IF NOT EXISTS sandbox_acquirer.local_payments (
  id             text PRIMARY KEY,
  reference      bigint GENERATED ALWAYS AS IDENTITY,
  method         text NOT NULL,
  status         text NOT NULL CHECK (status IN ('waiting', 'pending', 'paid', 'refused', 'expired', 'canceled')),
  amount_minor   bigint CHECK (amount_minor > 0),
  currency       text,
  description    text,
  -- The caller's own reference: whoever plays the customer knows it.
  payment_of     text,
  return_url     text,
  -- Told when something happens; the message says only which payment it is about.
  notify_url     text,
  expires_at     timestamptz,
  -- What arrived, in time or late: for cash and transfers it may be another amount.
  paid_minor     bigint NOT NULL DEFAULT 0 CHECK (paid_minor >= 0),
  refunded_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_minor BETWEEN 0 AND paid_minor),
  created_at     timestamptz NOT NULL DEFAULT now(),
  CHECK ((status = 'paid') = (paid_minor > 0)),
  CHECK (status = 'canceled' OR amount_minor IS NOT NULL)
);
CREATE INDEX IF NOT EXISTS local_payments_of ON sandbox_acquirer.local_payments (payment_of);
