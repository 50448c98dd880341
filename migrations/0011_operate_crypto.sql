-- Operating the USDT pay-in: wallets that were in use before, how a person resolved an order, what the chain
-- holds that the books do not know, and alarms.

-- Addresses of an xpub stay with their orders for good. One that is taken into use again goes on where it
-- stopped, so that no address is ever handed out twice.
CREATE TABLE retired_wallets (
  network    text NOT NULL,
  xpub       text NOT NULL,
  next_index bigint NOT NULL,
  retired_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (network, xpub)
);

-- What a person decided about a transfer that no rule gave to the merchant. returned: sent back from its
-- address. advanced: sent back from the operator's other funds, so that the deposit is now the operator's.
ALTER TABLE transfers
  ADD COLUMN disposition text CHECK (disposition IN ('accepted', 'returned', 'advanced', 'ignored'));

-- Every decision with its reason; an order can need a second one when more money comes.
CREATE TABLE order_resolutions (
  merchant_id uuid NOT NULL,
  order_id    uuid NOT NULL,
  resolved_at timestamptz NOT NULL,
  resolution  text NOT NULL,
  note        text NOT NULL,
  PRIMARY KEY (merchant_id, order_id, resolved_at)
);

-- For a person's list. An order that nobody paid needs nobody, and most anomalies are those.
DROP INDEX crypto_orders_anomalous;
CREATE INDEX crypto_orders_anomalous ON crypto_orders (id)
  WHERE anomalies <> '{}' AND anomalies <> '{expired}';

-- When a reorganisation takes back even what was final, an order's time may not be over after all.
INSERT INTO crypto_order_transitions VALUES ('failed', 'awaiting');

-- A USDT charge whose time ended can still be paid by a person's word.
INSERT INTO charge_transitions VALUES ('expired', 'approved');

-- Deposit addresses whose balance on the chain is not what the recorded transfers add up to. Confirmed once it
-- stayed the same while the watcher read on past the block at which it was first seen.
CREATE TABLE chain_gaps (
  network        text NOT NULL,
  address        bytea NOT NULL,
  expected_units bigint NOT NULL,
  held_units     bigint NOT NULL,
  head_number    bigint NOT NULL,
  found_at       timestamptz NOT NULL,
  confirmed_at   timestamptz,
  PRIMARY KEY (network, address)
);

-- How far the round of comparing balances has come; one process at a time goes on with it.
CREATE TABLE chain_audits (
  network     text PRIMARY KEY,
  after       bytea NOT NULL DEFAULT '',
  due_at      timestamptz NOT NULL DEFAULT now(),
  lease_until timestamptz,
  lease_token uuid
);

-- What is wrong now and was told to the operator, once.
CREATE TABLE chain_alarms (
  network   text NOT NULL,
  code      text NOT NULL,
  raised_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (network, code)
);
