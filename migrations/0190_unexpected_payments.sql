-- Money that a processor took for a charge otherwise than was asked: late, a second time, or as another amount. The
-- merchant decides about it (docs/develop/decisions/0106).
CREATE TABLE unexpected_payments (
  merchant_id      uuid NOT NULL,
  -- The attempt's id.
  id               uuid NOT NULL,
  charge_id        uuid NOT NULL,
  kind             text NOT NULL CHECK (kind IN ('late', 'second', 'other_amount')),
  status           text NOT NULL CHECK (status IN ('waiting', 'accepted', 'returning', 'returned')),
  processor        text NOT NULL,
  account_id       uuid,
  -- The processor's own id of the payment.
  reference        text NOT NULL,
  currency         text NOT NULL,
  paid_minor       bigint NOT NULL CHECK (paid_minor > 0),
  -- Whether it was accepted as the payment of its charge.
  pays             boolean NOT NULL DEFAULT false,
  idempotency_key  text,
  request_hash     bytea,
  -- The refund at the processor: our id, and its own.
  return_id        uuid,
  return_reference text,
  -- Why the processor last refused to give it back.
  failure          text,
  arrived_at       timestamptz NOT NULL,
  decided_at       timestamptz,
  ended_at         timestamptz,
  due_at           timestamptz NOT NULL,
  lease_until      timestamptz,
  lease_token      uuid,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, idempotency_key)
);
CREATE INDEX unexpected_payments_of_charge ON unexpected_payments (merchant_id, charge_id);
CREATE INDEX unexpected_payments_waiting ON unexpected_payments (merchant_id) WHERE status = 'waiting';
CREATE INDEX unexpected_payments_due ON unexpected_payments (due_at) WHERE status = 'returning';
CREATE INDEX unexpected_payments_by_return ON unexpected_payments (return_id) WHERE return_id IS NOT NULL;

-- What the merchant accepts pays the charge, although its attempt and the charge had ended.
INSERT INTO attempt_transitions VALUES ('refused', 'approved');
INSERT INTO charge_transitions VALUES ('declined', 'approved'), ('canceled', 'approved');

-- What was taken may be more than was asked, too.
ALTER TABLE charges DROP CONSTRAINT charges_captured_check;
ALTER TABLE charges DROP CONSTRAINT charges_check;
ALTER TABLE charges
  ADD CONSTRAINT charges_captured_check CHECK (captured_minor > 0) NOT VALID,
  ADD CONSTRAINT charges_refunds_check
    CHECK (refunded_minor + refund_pending_minor <= coalesce(captured_minor, amount_minor)) NOT VALID;
