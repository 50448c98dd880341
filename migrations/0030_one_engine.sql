-- One life of an outgoing transaction for all that sends: payouts, sweeps and the gas they need. What was written twice, in the
-- tables of payouts and in those of sweeps, becomes one; so do the two books of nonces.

-- One transfer that is to happen exactly once. Who asked for it knows the rest by the id.
CREATE TABLE sendings (
  merchant_id uuid NOT NULL,
  id          uuid NOT NULL,
  purpose     text NOT NULL CHECK (purpose IN ('payout', 'sweep', 'top_up')),
  network     text NOT NULL,
  -- Who drives it: 'hot', whoever has the keys of the hot wallets; or the id of a sweep, whoever runs it with its keys.
  lane        text NOT NULL,
  -- The wallet that sends it now.
  wallet      bytea NOT NULL,
  recipient   bytea NOT NULL,
  -- Of the token, and of the network's own coin where gas is sent, in the smallest unit.
  amount      numeric(38, 0) NOT NULL CHECK (amount > 0),
  -- open: only the chain can end it. done: a final block has it. given_up: it is not to be sent any more.
  status      text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'done', 'given_up')),
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX sendings_open ON sendings (network, lane) WHERE status = 'open';

-- A nonce of a key belongs to one sending, whatever wants to be sent with that key.
CREATE TABLE nonces (
  -- The chain's name: two tokens on one chain share the nonces of a key.
  chain       text NOT NULL,
  wallet      bytea NOT NULL,
  nonce       bigint NOT NULL,
  merchant_id uuid NOT NULL,
  sending_id  uuid NOT NULL,
  PRIMARY KEY (chain, wallet, nonce),
  UNIQUE (chain, wallet, nonce, merchant_id, sending_id)
);

-- Every transaction ever made for a sending: first what is to be signed, then the signed bytes, then what became of it. A
-- further one is made only as a replacement (same nonce), or when all before are dead.
CREATE TABLE outgoing_transactions (
  merchant_id  uuid NOT NULL,
  sending_id   uuid NOT NULL,
  number       smallint NOT NULL,
  network      text NOT NULL,
  chain        text NOT NULL,
  wallet       bytea NOT NULL,
  nonce        bigint,
  -- planned: to be signed. signed: stored, perhaps already sent. sent: a node took it. final: in a block that
  -- stays. dead: can never be in one.
  status       text NOT NULL DEFAULT 'planned' CHECK (status IN ('planned', 'signed', 'sent', 'final', 'dead')),
  unsigned     bytea NOT NULL,
  signed       bytea,
  hash         bytea,
  -- What a replacement must outbid; as the network's adapter wrote it.
  terms        text NOT NULL,
  -- Where transactions expire: after it none is put into a block.
  expires_at   timestamptz,
  sent_at      timestamptz,
  block_number bigint,
  -- What the network took for it, in its own smallest unit; of what was mined, also where it failed.
  network_fee  numeric(30, 0),
  created_at   timestamptz NOT NULL,
  -- What was never signed and never will be holds its nonce no more: nobody can have it.
  held_nonce   bigint GENERATED ALWAYS AS (CASE WHEN status <> 'dead' OR hash IS NOT NULL THEN nonce END) STORED,
  PRIMARY KEY (merchant_id, sending_id, number),
  CHECK (status IN ('planned', 'dead') OR (signed IS NOT NULL AND hash IS NOT NULL))
);

-- Payouts: the sending has the payout's id.
INSERT INTO sendings (merchant_id, id, purpose, network, lane, wallet, recipient, amount, status, created_at)
SELECT merchant_id, id, 'payout', network, 'hot', wallet, address, amount_units,
       CASE WHEN status IN ('sending', 'pending') THEN 'open' ELSE 'done' END,
       confirmed_at
  FROM payouts
 WHERE EXISTS (
         SELECT
           FROM payout_transactions AS made
          WHERE made.merchant_id = payouts.merchant_id
            AND made.payout_id = payouts.id);
INSERT INTO nonces (chain, wallet, nonce, merchant_id, sending_id)
SELECT CASE network WHEN 'ERC20' THEN 'ethereum' WHEN 'TRC20' THEN 'tron' ELSE lower(network) END,
       wallet, nonce, merchant_id, payout_id
  FROM wallet_nonces;
INSERT INTO outgoing_transactions (merchant_id, sending_id, number, network, chain, wallet, nonce, status, unsigned, signed,
                                   hash, terms, expires_at, sent_at, block_number, network_fee, created_at)
SELECT merchant_id, payout_id, number, network,
       CASE network WHEN 'ERC20' THEN 'ethereum' WHEN 'TRC20' THEN 'tron' ELSE lower(network) END,
       wallet, nonce, status, unsigned, signed, hash, terms, expires_at, sent_at, block_number, network_fee, created_at
  FROM payout_transactions;

-- Gas for an address of a sweep, each time a sending of its own.
CREATE TABLE sweep_top_ups (
  merchant_id uuid NOT NULL,
  id          uuid NOT NULL,
  item_id     uuid NOT NULL,
  PRIMARY KEY (merchant_id, id),
  FOREIGN KEY (merchant_id, item_id) REFERENCES sweep_items
);
CREATE INDEX sweep_top_ups_of_item ON sweep_top_ups (merchant_id, item_id);

-- Sweeps: what moves an address has its item's id. Gas that outbids gas has its nonce.
CREATE TEMPORARY TABLE swept ON COMMIT DROP AS
SELECT made.*,
       CASE WHEN purpose = 'move' THEN item_id
            ELSE md5(concat_ws(' ', item_id, encode(wallet, 'hex'), coalesce('nonce ' || nonce, 'number ' || number)))::uuid
       END AS sending_id,
       CASE network WHEN 'ERC20' THEN 'ethereum' WHEN 'TRC20' THEN 'tron' ELSE lower(network) END AS chain
  FROM sweep_transactions AS made;
INSERT INTO sendings (merchant_id, id, purpose, network, lane, wallet, recipient, amount, status, created_at)
SELECT DISTINCT ON (made.merchant_id, made.sending_id)
       made.merchant_id, made.sending_id, CASE made.purpose WHEN 'move' THEN 'sweep' ELSE 'top_up' END,
       made.network, item.sweep_id::text, made.wallet, made.recipient, made.amount,
       CASE WHEN made.purpose = 'move' AND item.status = 'moving' THEN 'open'
            WHEN bool_or(made.status = 'final') OVER sending THEN 'done'
            WHEN bool_or(made.status IN ('planned', 'signed', 'sent')) OVER sending THEN 'open'
            ELSE 'given_up'
       END,
       made.created_at
  FROM swept AS made
  JOIN sweep_items AS item ON item.merchant_id = made.merchant_id AND item.id = made.item_id
WINDOW sending AS (PARTITION BY made.merchant_id, made.sending_id)
 ORDER BY made.merchant_id, made.sending_id, made.number DESC;
INSERT INTO sweep_top_ups (merchant_id, id, item_id)
SELECT DISTINCT merchant_id, sending_id, item_id
  FROM swept
 WHERE purpose = 'top_up';
-- Of a nonce that was given on because its first holder was never signed, the last holder counts.
INSERT INTO nonces (chain, wallet, nonce, merchant_id, sending_id)
SELECT DISTINCT ON (chain, wallet, nonce) chain, wallet, nonce, merchant_id, sending_id
  FROM swept
 WHERE nonce IS NOT NULL
 ORDER BY chain, wallet, nonce, status = 'dead' AND hash IS NULL, created_at DESC
    -- A payout's, from a wallet that once paid for gas. Were both signed, the foreign key below would refuse it.
    ON CONFLICT DO NOTHING;
INSERT INTO outgoing_transactions (merchant_id, sending_id, number, network, chain, wallet, nonce, status, unsigned, signed,
                                   hash, terms, expires_at, sent_at, block_number, network_fee, created_at)
SELECT merchant_id, sending_id, number, network, chain, wallet, nonce, status, unsigned, signed, hash, terms, expires_at,
       sent_at, block_number, network_fee, created_at
  FROM swept;

ALTER TABLE outgoing_transactions
  ADD FOREIGN KEY (merchant_id, sending_id) REFERENCES sendings,
  -- Nothing is signed with a nonce that belongs to something else.
  ADD FOREIGN KEY (chain, wallet, held_nonce, merchant_id, sending_id)
      REFERENCES nonces (chain, wallet, nonce, merchant_id, sending_id);
-- Two that share a transaction would be one payment for two debts.
CREATE UNIQUE INDEX outgoing_transactions_by_hash ON outgoing_transactions (hash, network);
-- What is to be signed, and what is signed and not yet known to be with a node.
CREATE INDEX outgoing_transactions_unsent ON outgoing_transactions (network, nonce) WHERE status IN ('planned', 'signed');
-- Without nonces nothing but this row keeps two transactions from both paying: at most one may live.
CREATE UNIQUE INDEX outgoing_transactions_one_alive ON outgoing_transactions (merchant_id, sending_id)
  WHERE nonce IS NULL AND status IN ('planned', 'signed', 'sent', 'final');

DROP TABLE payout_transactions;
DROP TABLE wallet_nonces;
DROP TABLE sweep_transactions;
DROP TABLE sweep_nonces;
-- The book of nonces says which is next.
ALTER TABLE hot_wallets DROP COLUMN next_nonce;
