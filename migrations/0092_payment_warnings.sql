-- What processors warn of before any money is taken: a bank that takes a payment for fraud, a customer who complained. Each is
-- told to the merchant once.
CREATE TABLE payment_warnings (
  merchant_id uuid NOT NULL,
  processor   text NOT NULL,
  -- The processor's own id of it.
  reference   text NOT NULL,
  charge_id   uuid NOT NULL,
  attempt_id  uuid NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('fraud', 'claim')),
  reason      text,
  told_at     timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, processor, reference)
);
CREATE INDEX payment_warnings_of_charge ON payment_warnings (merchant_id, charge_id);
