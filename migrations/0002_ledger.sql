-- Double entry. An entry is a set of postings that sum to zero per asset; both only ever append.
-- Every key starts with merchant_id, so that the tables can be distributed by merchant.

CREATE TABLE ledger_entries (
  merchant_id uuid NOT NULL,
  id          uuid NOT NULL,
  -- What happened, e.g. 'charge_approved', and to what: together they happen once.
  kind        text NOT NULL,
  subject_id  uuid NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, subject_id, kind)
);

CREATE TABLE ledger_postings (
  merchant_id uuid NOT NULL,
  entry_id    uuid NOT NULL,
  line        smallint NOT NULL,
  account     text NOT NULL,
  asset       text NOT NULL,
  amount      bigint NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (merchant_id, entry_id, line),
  FOREIGN KEY (merchant_id, entry_id) REFERENCES ledger_entries
);

CREATE TABLE ledger_balances (
  merchant_id uuid NOT NULL,
  account     text NOT NULL,
  asset       text NOT NULL,
  balance     bigint NOT NULL,
  PRIMARY KEY (merchant_id, account, asset)
);

-- Checked at commit, when all postings of the entry are there.
CREATE FUNCTION ledger_entry_must_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lopsided record;
BEGIN
  SELECT asset, sum(amount) AS total
    INTO lopsided
    FROM ledger_postings
   WHERE merchant_id = NEW.merchant_id
     AND entry_id = NEW.entry_id
   GROUP BY asset
  HAVING sum(amount) <> 0
   LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger entry % does not balance: % is off by %', NEW.entry_id, lopsided.asset, lopsided.total
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entry_must_balance AFTER INSERT ON ledger_postings
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION ledger_entry_must_balance();

-- Balances follow the postings by themselves; nothing else writes them. The fixed order of rows
-- keeps two entries over the same accounts from waiting for each other in a circle.
CREATE FUNCTION ledger_apply_to_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_balances AS b (merchant_id, account, asset, balance)
  SELECT merchant_id, account, asset, sum(amount)
    FROM new_postings
   GROUP BY merchant_id, account, asset
   ORDER BY merchant_id, account, asset
      ON CONFLICT (merchant_id, account, asset)
      DO UPDATE SET balance = b.balance + excluded.balance;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_apply_to_balances AFTER INSERT ON ledger_postings
  REFERENCING NEW TABLE AS new_postings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_apply_to_balances();

CREATE FUNCTION ledger_only_appends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger only appends: correct by a reversal' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER ledger_entries_only_append BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_only_appends();
CREATE TRIGGER ledger_postings_only_append BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_only_appends();
