-- A settlement can be withdrawn before it is paid, and returned by the bank after it was.
ALTER TABLE settlements
  -- What was paid, where it was not the currency of the settlement: an asset or a currency, in its units.
  ADD COLUMN paid_currency text,
  ADD COLUMN paid_units bigint,
  -- Why it was paid although the merchant was in the red.
  ADD COLUMN note text,
  ADD COLUMN return_reason text,
  ADD COLUMN returned_by text,
  ADD COLUMN returned_at timestamptz;
ALTER TABLE settlements ADD CONSTRAINT settlements_paid_otherwise
  CHECK ((paid_currency IS NULL) = (paid_units IS NULL) AND coalesce(paid_units, 1) > 0) NOT VALID;
ALTER TABLE settlements ADD CONSTRAINT settlements_returned
  CHECK ((status = 'returned') = (returned_at IS NOT NULL AND returned_by IS NOT NULL AND return_reason IS NOT NULL)) NOT VALID;
ALTER TABLE settlements DROP CONSTRAINT settlements_status_check;
ALTER TABLE settlements ADD CONSTRAINT settlements_status_check
  CHECK (status IN ('requested', 'paid', 'refused', 'withdrawn', 'returned')) NOT VALID;
ALTER TABLE settlements DROP CONSTRAINT settlements_check1;
ALTER TABLE settlements ADD CONSTRAINT settlements_check1
  CHECK ((status IN ('paid', 'returned')) = (way IS NOT NULL AND reference IS NOT NULL)) NOT VALID;
