-- A pay-in that is given back on the chain. Such a refund is a payout of another kind: its link, its wallet, its code and its
-- sending are the same; where its money comes from, and what it is called, are not.
ALTER TABLE payouts
  ADD COLUMN kind text NOT NULL DEFAULT 'payout' CHECK (kind IN ('payout', 'refund')),
  -- The order whose money it gives back, of the same merchant.
  ADD COLUMN refund_of uuid,
  -- Whole transfers that lay in suspense; else it is out of what the order gave its merchant.
  ADD COLUMN from_suspense boolean NOT NULL DEFAULT false,
  ADD COLUMN idempotency_key text,
  ADD CONSTRAINT payouts_refund_check CHECK ((kind = 'refund') = (refund_of IS NOT NULL)),
  ADD CONSTRAINT payouts_refund_fee_check CHECK (kind = 'payout' OR fee_units = 0),
  ADD CONSTRAINT payouts_from_suspense_check CHECK (kind = 'refund' OR NOT from_suspense);
CREATE INDEX payouts_of_order ON payouts (merchant_id, refund_of) WHERE refund_of IS NOT NULL;
CREATE UNIQUE INDEX payouts_idempotency ON payouts (merchant_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

-- A transfer that is on its way back, and the refund that takes it there. One that comes to nothing leaves it due again.
ALTER TABLE transfers ADD COLUMN refund_id uuid;
ALTER TABLE transfers DROP CONSTRAINT transfers_disposition_check;
ALTER TABLE transfers ADD CONSTRAINT transfers_disposition_check
  CHECK (disposition IN ('accepted', 'returned', 'advanced', 'ignored', 'refund_due', 'refunding'));
CREATE INDEX transfers_of_refund ON transfers (merchant_id, refund_id) WHERE refund_id IS NOT NULL;

ALTER TABLE sendings DROP CONSTRAINT sendings_purpose_check;
ALTER TABLE sendings ADD CONSTRAINT sendings_purpose_check CHECK (purpose IN ('payout', 'refund', 'sweep', 'top_up'));

-- The limits are on what a merchant pays out: giving back is no paying out.
DROP TRIGGER payouts_count_made ON payouts;
DROP TRIGGER payouts_count_failed ON payouts;
CREATE TRIGGER payouts_count_made AFTER INSERT ON payouts
  FOR EACH ROW WHEN (NEW.status <> 'failed' AND NEW.kind = 'payout')
  EXECUTE FUNCTION payouts_count_in_day();
CREATE TRIGGER payouts_count_failed AFTER UPDATE OF status ON payouts
  FOR EACH ROW WHEN (NEW.status = 'failed' AND OLD.status <> 'failed' AND NEW.kind = 'payout')
  EXECUTE FUNCTION payouts_count_in_day();
