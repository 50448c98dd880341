-- What the program needs where the rows of merchants are spread over nodes (Citus).

-- One row, where they are: ids that were made before may not tell whose they are.
CREATE TABLE distribution (
  one            boolean PRIMARY KEY DEFAULT true CHECK (one),
  distributed_at timestamptz NOT NULL
);
-- The ids of what is a merchant's end as its own does.
CREATE INDEX merchants_by_tag ON merchants (right(id::text, 4));

-- Orders of hashes that were made for no merchant, and so do not tell whose they are.
CREATE TABLE order_owners (
  order_id    uuid PRIMARY KEY,
  merchant_id uuid NOT NULL
);

-- Tries of cards in the last hour, of all merchants, in one place: who tries out stolen cards goes from one to the next.
CREATE TABLE card_tries (
  merchant_id         uuid NOT NULL,
  attempt_id          uuid NOT NULL,
  charge_id           uuid NOT NULL,
  card_fingerprint    bytea,
  client_address_hash bytea NOT NULL,
  tried_at            timestamptz NOT NULL,
  -- NULL: not decided yet.
  is_approved         boolean,
  PRIMARY KEY (merchant_id, attempt_id)
);
CREATE INDEX card_tries_by_card ON card_tries (card_fingerprint, tried_at);
CREATE INDEX card_tries_by_address ON card_tries (client_address_hash, tried_at);
CREATE INDEX card_tries_by_time ON card_tries (tried_at);

-- Transfers to merchants whose node was away when their block was read.
CREATE TABLE parked_transfers (
  network          text NOT NULL,
  transaction_hash bytea NOT NULL,
  log_index        integer NOT NULL,
  merchant_id      uuid NOT NULL,
  order_id         uuid NOT NULL,
  block_number     bigint NOT NULL,
  block_hash       bytea NOT NULL,
  block_time       timestamptz NOT NULL,
  from_address     bytea NOT NULL,
  to_address       bytea NOT NULL,
  amount_units     bigint NOT NULL,
  PRIMARY KEY (network, transaction_hash, log_index)
);

-- Triggers as before: a trigger is there on each shard,
-- whose name is the table's and a number; and a statement on a distributed table cannot read what a trigger was handed.

CREATE OR REPLACE FUNCTION ledger_apply_to_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN
    SELECT merchant_id, account, asset, sum(amount)::bigint AS amount
      FROM new_postings
     GROUP BY merchant_id, account, asset
     ORDER BY merchant_id, account, asset
  LOOP
    INSERT INTO ledger_balances AS b (merchant_id, account, asset, balance)
    VALUES (change.merchant_id, change.account, change.asset, change.amount)
        ON CONFLICT (merchant_id, account, asset)
        DO UPDATE SET balance = b.balance + excluded.balance;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION status_must_be_allowed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE from_status = $1 AND to_status = $2)', TG_ARGV[0])
     INTO allowed
    USING OLD.status, NEW.status;
  IF NOT allowed THEN
    RAISE EXCEPTION '% % cannot go from % to %', regexp_replace(TG_TABLE_NAME, '_\d+$', ''), OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- A row of merchants, or of what belongs to one.
CREATE OR REPLACE FUNCTION announce_merchant_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('merchant_changed', coalesce(to_jsonb(NEW) ->> 'merchant_id', to_jsonb(NEW) ->> 'id'));
  RETURN NULL;
END $$;
