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

-- Every change of the account's money above leaves a line here, whatever made it.
CREATE TABLE IF NOT EXISTS sandbox_acquirer.movements (
  number       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind         text NOT NULL CHECK (kind IN ('payment', 'refund', 'dispute', 'dispute_won')),
  payment_id   text NOT NULL,
  refund_id    text,
  amount_minor bigint NOT NULL,
  currency     text NOT NULL,
  at           timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX IF NOT EXISTS movements_at ON sandbox_acquirer.movements (at, number);

CREATE OR REPLACE FUNCTION sandbox_acquirer.note_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'payments' THEN
      INSERT INTO sandbox_acquirer.movements (kind, payment_id, amount_minor, currency)
      VALUES ('payment', NEW.id, coalesce(NEW.captured_minor, NEW.amount_minor), NEW.currency);
    WHEN 'local_payments' THEN
      INSERT INTO sandbox_acquirer.movements (kind, payment_id, amount_minor, currency)
      VALUES ('payment', NEW.id, NEW.paid_minor, NEW.currency);
    WHEN 'refunds' THEN
      INSERT INTO sandbox_acquirer.movements (kind, payment_id, refund_id, amount_minor, currency)
      VALUES ('refund', NEW.payment_id, NEW.id, -NEW.amount_minor, NEW.currency);
    WHEN 'disputes' THEN
      -- A dispute that is won when it comes takes nothing.
      INSERT INTO sandbox_acquirer.movements (kind, payment_id, amount_minor, currency)
      SELECT CASE TG_OP WHEN 'INSERT' THEN 'dispute' ELSE 'dispute_won' END, NEW.payment_id,
             CASE TG_OP WHEN 'INSERT' THEN -NEW.amount_minor ELSE NEW.amount_minor END, NEW.currency;
  END CASE;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER approved AFTER INSERT ON sandbox_acquirer.payments
  FOR EACH ROW WHEN (NEW.status = 'approved') EXECUTE FUNCTION sandbox_acquirer.note_movement();
CREATE OR REPLACE TRIGGER approved_later AFTER UPDATE ON sandbox_acquirer.payments
  FOR EACH ROW WHEN (NEW.status = 'approved' AND OLD.status <> 'approved')
  EXECUTE FUNCTION sandbox_acquirer.note_movement();
CREATE OR REPLACE TRIGGER paid AFTER UPDATE ON sandbox_acquirer.local_payments
  FOR EACH ROW WHEN (NEW.status = 'paid' AND OLD.status <> 'paid')
  EXECUTE FUNCTION sandbox_acquirer.note_movement();
CREATE OR REPLACE TRIGGER refunded AFTER UPDATE ON sandbox_acquirer.refunds
  FOR EACH ROW WHEN (NEW.status = 'refunded' AND OLD.status <> 'refunded')
  EXECUTE FUNCTION sandbox_acquirer.note_movement();
CREATE OR REPLACE TRIGGER disputed AFTER INSERT ON sandbox_acquirer.disputes
  FOR EACH ROW WHEN (NEW.status <> 'won') EXECUTE FUNCTION sandbox_acquirer.note_movement();
CREATE OR REPLACE TRIGGER dispute_won AFTER UPDATE ON sandbox_acquirer.disputes
  FOR EACH ROW WHEN (NEW.status = 'won' AND OLD.status <> 'won') EXECUTE FUNCTION sandbox_acquirer.note_movement();
