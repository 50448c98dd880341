-- A card payment can be authorised first and captured later (docs/develop/decisions/0104).
ALTER TABLE charges
  -- NULL: the money is taken at once.
  ADD COLUMN capture        text,
  -- What was captured; NULL: the whole amount, once it is approved.
  ADD COLUMN captured_minor bigint;
ALTER TABLE charges DROP CONSTRAINT charges_status_check;
ALTER TABLE charges
  ADD CONSTRAINT charges_status_check CHECK (status IN (
    'open', 'authorized', 'approved', 'declined', 'canceled', 'voided', 'expired',
    'partially_refunded', 'refunded', 'charged_back')) NOT VALID,
  ADD CONSTRAINT charges_capture_check CHECK (capture = 'manual') NOT VALID,
  ADD CONSTRAINT charges_captured_check CHECK (captured_minor > 0 AND captured_minor <= amount_minor) NOT VALID,
  -- Never more back than was captured, whatever races, also beside a version that does not know of captures.
  ADD CONSTRAINT charges_captured_refunds_check CHECK (refunded_minor + refund_pending_minor <= captured_minor) NOT VALID;
INSERT INTO charge_transitions VALUES ('open', 'authorized'), ('authorized', 'approved'), ('authorized', 'voided');

ALTER TABLE archived_charges ADD COLUMN captured_minor bigint;
CREATE OR REPLACE VIEW all_charges AS
  SELECT merchant_id, id, status, method, currency, amount_minor, refunded_minor, refund_pending_minor, created_at,
         customer_id, email, order_number, captured_minor
    FROM charges
   UNION ALL
  SELECT merchant_id, id, status, method, currency, amount_minor, refunded_minor, 0::bigint, created_at,
         customer_id, email, order_number, captured_minor
    FROM archived_charges;

-- How the processor was asked to capture. NULL: a version that does not know of captures made the attempt, and takes the
-- money at once.
ALTER TABLE attempts ADD COLUMN capture text;
CREATE FUNCTION attempt_must_know_capture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM charges WHERE merchant_id = NEW.merchant_id AND id = NEW.charge_id AND capture = 'manual') THEN
    RAISE EXCEPTION 'charge % is to be captured later, which this version cannot do', NEW.charge_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER attempts_know_capture BEFORE INSERT ON attempts
  FOR EACH ROW WHEN (NEW.capture IS NULL)
  EXECUTE FUNCTION attempt_must_know_capture();

-- What processors hold for a later capture: one row for each authorised attempt.
CREATE TABLE authorizations (
  merchant_id   uuid NOT NULL,
  -- The attempt's id.
  id            uuid NOT NULL,
  charge_id     uuid NOT NULL,
  authorized_at timestamptz NOT NULL,
  -- Until when the processor holds it, by its own word; NULL: it does not say.
  expires_at    timestamptz,
  -- When the merchant was notified that it will expire.
  told_at       timestamptz,
  -- When the processor is to be asked about it; NULL: it was captured or voided.
  due_at        timestamptz,
  lease_until   timestamptz,
  lease_token   uuid,
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX authorizations_of_charge ON authorizations (merchant_id, charge_id);
CREATE INDEX authorizations_due ON authorizations (due_at) WHERE due_at IS NOT NULL;

-- Captures and voids that were requested, or made in the processor's own panel.
CREATE TABLE closings (
  merchant_id     uuid NOT NULL,
  id              uuid NOT NULL,
  charge_id       uuid NOT NULL,
  attempt_id      uuid NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('capture', 'void')),
  -- What is to be captured, or was; of a void, what was held.
  amount_minor    bigint NOT NULL CHECK (amount_minor > 0),
  status          text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  origin          text NOT NULL CHECK (origin IN ('own', 'external')),
  failure         text,
  idempotency_key text,
  request_hash    bytea NOT NULL,
  due_at          timestamptz NOT NULL,
  lease_until     timestamptz,
  lease_token     uuid,
  created_at      timestamptz NOT NULL,
  resolved_at     timestamptz,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, idempotency_key)
);
-- Of a capture and a void at the same time, one is refused before the processor is asked.
CREATE UNIQUE INDEX closings_one_pending ON closings (merchant_id, charge_id) WHERE status = 'pending';
CREATE INDEX closings_of_charge ON closings (merchant_id, charge_id);
CREATE INDEX closings_due ON closings (due_at) WHERE status = 'pending';
