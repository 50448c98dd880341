-- Where deposits go: the account xpub of each network, and the next address index to hand out.
CREATE TABLE deposit_wallets (
  network    text PRIMARY KEY,
  xpub       text NOT NULL,
  next_index bigint NOT NULL DEFAULT 0
);

CREATE TABLE crypto_orders (
  merchant_id        uuid NOT NULL,
  id                 uuid NOT NULL,
  -- Progress. What went wrong stands in anomalies, a separate axis.
  status             text NOT NULL DEFAULT 'open' CHECK (status IN (
                       'open', 'awaiting', 'pending', 'success', 'failed')),
  anomalies          text[] NOT NULL DEFAULT '{}',
  -- The charge that this order pays, when it was made through E2; then the charge tells the merchant.
  charge_id          uuid,
  country            text NOT NULL,
  origin             text NOT NULL,
  amount_minor       bigint NOT NULL CHECK (amount_minor > 0),
  email              text NOT NULL,
  merchant_id_custom text,
  description        text,
  language           text,
  return_url         text,
  request_hash       bytea NOT NULL,
  -- Until then a network can be chosen.
  opens_until        timestamptz NOT NULL,
  -- Set when the network is chosen, for good.
  network            text,
  address            bytea,
  address_index      bigint,
  amount_units       bigint CHECK (amount_units > 0),
  rate_scaled        bigint,
  rate_at            timestamptz,
  rate_sources       text[],
  -- Rate and address are held until then; a payment in a later block is late.
  held_until         timestamptz,
  -- What the decision counted, for the page and the merchant.
  seen_units         bigint NOT NULL DEFAULT 0,
  final_units        bigint NOT NULL DEFAULT 0,
  -- How a person resolved an anomaly.
  resolution         text CHECK (resolution IN ('accepted', 'refunded', 'ignored')),
  resolution_note    text,
  resolved_at        timestamptz,
  created_at         timestamptz NOT NULL,
  decided_at         timestamptz,
  PRIMARY KEY (merchant_id, id),
  CHECK ((network IS NULL) = (address IS NULL))
);
-- The hosted page knows only the id.
CREATE INDEX crypto_orders_by_id ON crypto_orders (id);
CREATE INDEX crypto_orders_unopened ON crypto_orders (opens_until) WHERE status = 'open';
CREATE INDEX crypto_orders_awaiting ON crypto_orders (network, held_until) WHERE status IN ('awaiting', 'pending');
CREATE INDEX crypto_orders_anomalous ON crypto_orders (merchant_id, id)
  WHERE anomalies <> '{}' AND resolution IS NULL;

CREATE TABLE crypto_order_transitions (
  from_status text NOT NULL,
  to_status   text NOT NULL,
  PRIMARY KEY (from_status, to_status)
);
INSERT INTO crypto_order_transitions VALUES
  ('open', 'awaiting'), ('open', 'failed'),
  ('awaiting', 'pending'), ('awaiting', 'success'), ('awaiting', 'failed'),
  ('pending', 'awaiting'), ('pending', 'success'), ('pending', 'failed'),
  ('success', 'pending'), ('success', 'awaiting'), ('success', 'failed'),
  ('failed', 'success'), ('failed', 'pending');
CREATE TRIGGER crypto_orders_status BEFORE UPDATE OF status ON crypto_orders
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION status_must_be_allowed('crypto_order_transitions');

-- Finds the order of a transfer. Apart from the orders, because a watcher asks it for every
-- Transfer log of every block: two narrow columns behind one index.
CREATE TABLE deposit_addresses (
  network     text NOT NULL,
  address     bytea NOT NULL,
  merchant_id uuid NOT NULL,
  order_id    uuid NOT NULL,
  PRIMARY KEY (network, address)
);

-- Transfers to our addresses, as the chain shows them now. One that a reorganisation took away is
-- orphaned, not deleted: it may come back.
CREATE TABLE transfers (
  merchant_id      uuid NOT NULL,
  network          text NOT NULL,
  transaction_hash bytea NOT NULL,
  log_index        integer NOT NULL,
  id               uuid NOT NULL,
  order_id         uuid NOT NULL,
  block_number     bigint NOT NULL,
  block_hash       bytea NOT NULL,
  block_time       timestamptz NOT NULL,
  from_address     bytea NOT NULL,
  amount_units     bigint NOT NULL CHECK (amount_units > 0),
  orphaned         boolean NOT NULL DEFAULT false,
  -- Its deposit is in the ledger, held in suspense.
  posted           boolean NOT NULL DEFAULT false,
  -- Moved from suspense to the merchant.
  credited         boolean NOT NULL DEFAULT false,
  -- The fee kept when it was: a reversal gives back just that.
  fee_units        bigint NOT NULL DEFAULT 0,
  seen_at          timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, network, transaction_hash, log_index)
);
CREATE INDEX transfers_of_order ON transfers (merchant_id, order_id);
CREATE INDEX transfers_by_block ON transfers (network, block_number);
CREATE INDEX transfers_unposted ON transfers (network, block_number) WHERE NOT posted AND NOT orphaned;

-- How far each network has been read, without a gap.
CREATE TABLE chain_cursors (
  network          text PRIMARY KEY,
  block_number     bigint NOT NULL,
  block_hash       bytea NOT NULL,
  block_time       timestamptz NOT NULL,
  finalized_number bigint NOT NULL,
  finalized_time   timestamptz NOT NULL,
  -- One watcher leads a network.
  lease_until      timestamptz,
  lease_token      uuid,
  updated_at       timestamptz NOT NULL DEFAULT now()
);

-- The last block of each step of the cursor that is not final yet: how a reorganisation is noticed
-- and how far back it goes.
CREATE TABLE chain_blocks (
  network      text NOT NULL,
  block_number bigint NOT NULL,
  block_hash   bytea NOT NULL,
  block_time   timestamptz NOT NULL,
  PRIMARY KEY (network, block_number)
);
