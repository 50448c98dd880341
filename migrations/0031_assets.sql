-- What an order is paid in and a payout paid out in; until now there was one.
ALTER TABLE crypto_orders ADD COLUMN asset text NOT NULL DEFAULT 'USDT' CHECK (asset IN ('USDT', 'USDC'));
ALTER TABLE payouts ADD COLUMN asset text NOT NULL DEFAULT 'USDT' CHECK (asset IN ('USDT', 'USDC'));

-- A transfer of a token that we know to an order's address, but on a network or of a token that the order has no address
-- for: customers choose the wrong network in their wallet. It pays for nothing and is in nobody's books; an operator who
-- has the keys can give it back. Addresses of one family are the same on all its networks.
CREATE TABLE stray_transfers (
  network          text NOT NULL,
  transaction_hash bytea NOT NULL,
  log_index        integer NOT NULL,
  merchant_id      uuid NOT NULL,
  order_id         uuid NOT NULL,
  address          bytea NOT NULL,
  block_number     bigint NOT NULL,
  block_time       timestamptz NOT NULL,
  from_address     bytea NOT NULL,
  amount_units     bigint NOT NULL CHECK (amount_units > 0),
  -- A reorganisation took it away; it may come back.
  orphaned         boolean NOT NULL DEFAULT false,
  seen_at          timestamptz NOT NULL,
  PRIMARY KEY (network, transaction_hash, log_index)
);
CREATE INDEX stray_transfers_of_order ON stray_transfers (merchant_id, order_id);
CREATE INDEX stray_transfers_by_block ON stray_transfers (network, block_number);
-- Whose an address is, whatever the network: the primary key begins with the network.
CREATE INDEX deposit_addresses_by_address ON deposit_addresses (address);
