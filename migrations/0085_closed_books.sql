-- Closed hours and months stay as they are (docs/decisions/0051).

-- Entries whose own time lies in an hour that was summed before they were written: they count when they were written.
CREATE TABLE late_entries (
  merchant_id uuid NOT NULL,
  entry_id    uuid NOT NULL,
  counted_at  timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, entry_id)
);
CREATE INDEX late_entries_by_time ON late_entries (merchant_id, counted_at);

-- Balances at the end of a month (UTC), written once, when its hours are summed.
CREATE TABLE closed_balances (
  merchant_id uuid NOT NULL,
  closed_at   timestamptz NOT NULL,
  account     text NOT NULL,
  asset       text NOT NULL,
  balance     bigint NOT NULL,
  PRIMARY KEY (merchant_id, closed_at, account, asset)
);

-- In the transaction of the entry. The entry counts in an hour that is not summed yet, even if the database's own clock went back.
CREATE FUNCTION ledger_note_late_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry record;
  until timestamptz;
  merchant uuid;
BEGIN
  FOR entry IN
    SELECT merchant_id, id,
           to_timestamp(('x' || replace(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0) AS made_at
      FROM new_entries
     ORDER BY merchant_id, id
  LOOP
    IF merchant IS DISTINCT FROM entry.merchant_id THEN
      merchant := entry.merchant_id;
      SELECT summed_until INTO until FROM hour_sums_until WHERE merchant_id = merchant;
    END IF;
    IF entry.made_at < until THEN
      INSERT INTO late_entries (merchant_id, entry_id, counted_at)
      VALUES (entry.merchant_id, entry.id, greatest(until, clock_timestamp()));
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_note_late_entries AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS new_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_note_late_entries();
