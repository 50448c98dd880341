-- Charges that are old and over leave the tables that every payment is written to (docs/decisions/0030). Beside its document
-- stands what finds a charge and what the ledger is held against. The program makes a partition for each year of ids.
CREATE TABLE archived_charges (
  merchant_id    uuid NOT NULL,
  id             uuid NOT NULL,
  status         text NOT NULL,
  method         text NOT NULL,
  currency       text NOT NULL,
  amount_minor   bigint NOT NULL,
  refunded_minor bigint NOT NULL,
  created_at     timestamptz NOT NULL,
  customer_id    text,
  email          text,
  order_number   text,
  -- Of its attempts.
  attempt_ids    uuid[],
  card_last4s    text[],
  -- All else of the charge and its attempts, packed (charges/archive/document.ts).
  document       bytea NOT NULL,
  PRIMARY KEY (merchant_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX archived_charges_by_id ON archived_charges (id);
CREATE INDEX archived_charges_by_customer ON archived_charges (merchant_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX archived_charges_by_order_number ON archived_charges (merchant_id, order_number) WHERE order_number IS NOT NULL;
CREATE INDEX archived_charges_by_email ON archived_charges (merchant_id, lower(email)) WHERE email IS NOT NULL;
CREATE INDEX archived_charges_by_last4 ON archived_charges USING gin (card_last4s);

-- Refunds stay where they are, also those of archived charges: their keys hold for good, and the ledger is held against them.
ALTER TABLE refunds DROP CONSTRAINT refunds_merchant_id_charge_id_fkey;

-- A charge goes from one place to the other in one transaction, and from neither to nowhere.
CREATE FUNCTION charge_must_be_archived() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM archived_charges WHERE merchant_id = OLD.merchant_id AND id = OLD.id) THEN
    RAISE EXCEPTION 'charge % is not in the archive', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER charges_are_kept BEFORE DELETE ON charges
  FOR EACH ROW EXECUTE FUNCTION charge_must_be_archived();

CREATE FUNCTION charge_must_be_restored() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM charges WHERE merchant_id = OLD.merchant_id AND id = OLD.id) THEN
    RAISE EXCEPTION 'charge % is nowhere but in the archive', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER archived_charges_are_kept BEFORE DELETE ON archived_charges
  FOR EACH ROW EXECUTE FUNCTION charge_must_be_restored();

-- What every charge has, wherever it lies.
CREATE VIEW all_charges AS
  SELECT merchant_id, id, status, method, currency, amount_minor, refunded_minor, refund_pending_minor, created_at,
         customer_id, email, order_number
    FROM charges
   UNION ALL
  SELECT merchant_id, id, status, method, currency, amount_minor, refunded_minor, 0::bigint, created_at,
         customer_id, email, order_number
    FROM archived_charges;
