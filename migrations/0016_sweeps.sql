-- Sweeping: deposits are moved from their addresses to the hot wallet or the treasury. What is moved is fixed when
-- it is planned; the keys are given when it is run, and are never here.

CREATE TABLE sweeps (
  id          uuid PRIMARY KEY,
  network     text NOT NULL,
  place       text NOT NULL CHECK (place IN ('hot', 'treasury')),
  -- Where to.
  address     bytea NOT NULL,
  status      text NOT NULL DEFAULT 'planned' CHECK (status IN ('planned', 'running', 'done')),
  -- The wallet that gives addresses the gas they lack, from the first run on.
  gas_payer   bytea,
  planned_by  text NOT NULL,
  created_at  timestamptz NOT NULL,
  -- One process at a time runs it. It only saves work: what keeps anything from being sent twice are the rows below.
  lease_until timestamptz,
  lease_token uuid
);

CREATE TABLE sweep_items (
  merchant_id   uuid NOT NULL,
  id            uuid NOT NULL,
  sweep_id      uuid NOT NULL REFERENCES sweeps,
  number        integer NOT NULL,
  order_id      uuid NOT NULL,
  network       text NOT NULL,
  address       bytea NOT NULL,
  -- Where its key is: the account, and the index below it.
  xpub          text NOT NULL,
  address_index bigint NOT NULL,
  -- planned: nothing was sent. topping_up: gas is on its way to the address. moving: its USDT has a transaction.
  status        text NOT NULL DEFAULT 'planned' CHECK (status IN (
                  'planned', 'topping_up', 'moving', 'swept', 'failed', 'skipped')),
  -- Why it was not swept, in words.
  note          text,
  planned_units bigint NOT NULL CHECK (planned_units > 0),
  -- Some of it belongs to nobody yet: an anomaly waits for a person.
  suspense_units bigint NOT NULL DEFAULT 0,
  -- What its one transaction moves: all that was booked for the address when it was made.
  amount_units  bigint CHECK (amount_units > 0),
  -- As estimated when it was planned: of the transfer, and of getting it the gas for it.
  likely_fee    numeric(30, 0) NOT NULL,
  likely_top_up numeric(30, 0) NOT NULL,
  ended_at      timestamptz,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (sweep_id, number),
  CHECK (status NOT IN ('moving', 'swept') OR amount_units IS NOT NULL)
);
-- An address is in the hands of one sweep at a time.
CREATE UNIQUE INDEX sweep_items_under_way ON sweep_items (network, address) WHERE status IN ('topping_up', 'moving');

CREATE TABLE sweep_item_transitions (
  from_status text NOT NULL,
  to_status   text NOT NULL,
  PRIMARY KEY (from_status, to_status)
);
INSERT INTO sweep_item_transitions VALUES
  ('planned', 'topping_up'), ('planned', 'moving'), ('planned', 'skipped'),
  ('topping_up', 'moving'), ('topping_up', 'skipped'),
  ('moving', 'swept'), ('moving', 'failed');
CREATE TRIGGER sweep_items_status BEFORE UPDATE OF status ON sweep_items
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION status_must_be_allowed('sweep_item_transitions');

-- Every transaction ever made for an item, like those of payouts.
CREATE TABLE sweep_transactions (
  merchant_id  uuid NOT NULL,
  item_id      uuid NOT NULL,
  number       smallint NOT NULL,
  -- top_up: gas to the address. move: its USDT.
  purpose      text NOT NULL CHECK (purpose IN ('top_up', 'move')),
  network      text NOT NULL,
  wallet       bytea NOT NULL,
  recipient    bytea NOT NULL,
  -- Of gas or USDT, in the smallest unit.
  amount       numeric(30, 0) NOT NULL CHECK (amount > 0),
  nonce        bigint,
  status       text NOT NULL DEFAULT 'planned' CHECK (status IN ('planned', 'signed', 'sent', 'final', 'dead')),
  unsigned     bytea NOT NULL,
  signed       bytea,
  hash         bytea,
  terms        text NOT NULL,
  expires_at   timestamptz,
  sent_at      timestamptz,
  block_number bigint,
  -- What the network took for it; of what was mined, also where it failed.
  network_fee  numeric(30, 0),
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, item_id, number),
  FOREIGN KEY (merchant_id, item_id) REFERENCES sweep_items,
  CHECK (status IN ('planned', 'dead') OR (signed IS NOT NULL AND hash IS NOT NULL))
);
CREATE INDEX sweep_transactions_by_hash ON sweep_transactions (hash);
CREATE INDEX sweep_transactions_of_wallet ON sweep_transactions (network, wallet) WHERE status IN ('planned', 'signed', 'sent');
-- Without nonces nothing but this row keeps two transactions from both moving the same.
CREATE UNIQUE INDEX sweep_transactions_one_alive ON sweep_transactions (merchant_id, item_id, purpose)
  WHERE nonce IS NULL AND (status IN ('planned', 'signed', 'sent') OR (status = 'final' AND purpose = 'move'));

-- A nonce of a deposit address or of a gas payer belongs to one transaction, and to those that outbid it.
CREATE TABLE sweep_nonces (
  network     text NOT NULL,
  wallet      bytea NOT NULL,
  nonce       bigint NOT NULL,
  merchant_id uuid NOT NULL,
  item_id     uuid NOT NULL,
  PRIMARY KEY (network, wallet, nonce)
);

-- The item that moves or moved a transfer away from its address.
ALTER TABLE transfers ADD COLUMN sweep_item_id uuid;
CREATE INDEX transfers_to_sweep ON transfers (network, merchant_id, order_id)
  WHERE posted AND sweep_item_id IS NULL AND disposition IS DISTINCT FROM 'returned';

-- Where USDT lies beside the deposit addresses, and how far the books and the chain agree about it.
CREATE TABLE custody_wallets (
  network       text NOT NULL,
  address       bytea NOT NULL,
  place         text NOT NULL CHECK (place IN ('hot', 'treasury')),
  -- What it held before it was ours to count: a treasury's other money.
  opening_units bigint NOT NULL,
  -- All that moved it up to this block is in the books.
  agreed_block  bigint NOT NULL,
  PRIMARY KEY (network, address)
);

-- Transfers of a wallet that no payout and no sweep made, entered by a person. Each log once.
CREATE TABLE custody_bookings (
  network          text NOT NULL,
  transaction_hash bytea NOT NULL,
  log_index        integer NOT NULL,
  -- The ledger entry's subject.
  id               uuid NOT NULL,
  booked_by        text NOT NULL,
  note             text NOT NULL,
  booked_at        timestamptz NOT NULL,
  PRIMARY KEY (network, transaction_hash, log_index)
);

-- When a network's custody is compared next; one process at a time does.
CREATE TABLE custody_checks (
  network     text PRIMARY KEY,
  due_at      timestamptz NOT NULL DEFAULT now(),
  -- Whether the last comparison found something that nothing explains.
  is_off      boolean NOT NULL DEFAULT false,
  lease_until timestamptz,
  lease_token uuid
);
