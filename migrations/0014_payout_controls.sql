-- How many people must approve a payout; fixed when its wallet is confirmed, so that a change of the
-- merchant's settings does not move what is already under way.
ALTER TABLE payouts ADD COLUMN approvals_needed smallint NOT NULL DEFAULT 0 CHECK (approvals_needed >= 0);

CREATE TABLE payout_approvals (
  merchant_id uuid NOT NULL,
  payout_id   uuid NOT NULL,
  person      text NOT NULL,
  approved_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, payout_id, person)
);

-- What a merchant's payouts of a day (UTC) come to in US cents, without those that failed: the sum of a month
-- is over 31 rows at most. Kept by a trigger, so that no way out of a payout can forget it. A row is only ever
-- taken by who already holds the merchant's balance, which keeps two from waiting for each other in a circle.
CREATE TABLE payout_days (
  merchant_id  uuid NOT NULL,
  day          date NOT NULL,
  amount_minor bigint NOT NULL,
  PRIMARY KEY (merchant_id, day)
);
DROP INDEX payouts_of_merchant;

CREATE FUNCTION payouts_count_in_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payout_days AS d (merchant_id, day, amount_minor)
  VALUES (NEW.merchant_id, (NEW.created_at AT TIME ZONE 'UTC')::date,
          CASE WHEN TG_OP = 'INSERT' THEN NEW.amount_minor ELSE 0 END)
      ON CONFLICT (merchant_id, day)
      -- A count that is off must not keep a payout from ending.
      DO UPDATE SET amount_minor = greatest(0, d.amount_minor
           + CASE WHEN TG_OP = 'INSERT' THEN NEW.amount_minor ELSE -NEW.amount_minor END);
  RETURN NULL;
END $$;
CREATE TRIGGER payouts_count_made AFTER INSERT ON payouts
  FOR EACH ROW WHEN (NEW.status <> 'failed')
  EXECUTE FUNCTION payouts_count_in_day();
CREATE TRIGGER payouts_count_failed AFTER UPDATE OF status ON payouts
  FOR EACH ROW WHEN (NEW.status = 'failed' AND OLD.status <> 'failed')
  EXECUTE FUNCTION payouts_count_in_day();

-- The last row of the audit log, apart from it: rows taken off its end are missed. Who appends holds it, so
-- that the rows are numbered without a gap.
CREATE TABLE audit_head (
  one    boolean PRIMARY KEY DEFAULT true CHECK (one),
  number bigint NOT NULL,
  digest bytea NOT NULL
);
INSERT INTO audit_head (number, digest) VALUES (0, '');
CREATE INDEX audit_log_of_subject ON audit_log (subject, number);
