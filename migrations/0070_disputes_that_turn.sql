-- A dispute may turn at any time: lost and won on appeal, won and lost after all, its amount may grow or shrink
-- (docs/decisions/0046). An inquiry of the bank takes no money.
ALTER TABLE disputes
  DROP CONSTRAINT disputes_status_check;
ALTER TABLE disputes
  ADD CONSTRAINT disputes_status_check CHECK (status IN ('inquiry', 'open', 'won', 'lost')) NOT VALID;
-- When the processor was asked for the state that is kept: an older answer changes nothing. null: before it was kept.
ALTER TABLE disputes ADD COLUMN read_at timestamptz;
-- Until when the merchant may answer the bank.
ALTER TABLE disputes ADD COLUMN evidence_due_at timestamptz;
-- null: it is not asked for any more.
ALTER TABLE disputes ALTER COLUMN due_at DROP NOT NULL;

-- Each state that a dispute reached. What a change posts stands in the ledger under the change's id; the first has the
-- dispute's own id.
CREATE TABLE dispute_changes (
  merchant_id  uuid NOT NULL,
  id           uuid NOT NULL,
  dispute_id   uuid NOT NULL,
  charge_id    uuid NOT NULL,
  status       text NOT NULL CHECK (status IN ('inquiry', 'open', 'won', 'lost')),
  currency     text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  at           timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX dispute_changes_of_charge ON dispute_changes (merchant_id, charge_id);
CREATE INDEX dispute_changes_of_dispute ON dispute_changes (merchant_id, dispute_id);
