-- A transaction that succeeded without the transfer it was made for proves nothing. What it was sent for is held, with what
-- each node says, until a node proves its end or two people decide it.
CREATE TABLE held_outcomes (
  merchant_id   uuid NOT NULL,
  sending_id    uuid NOT NULL,
  network       text NOT NULL,
  -- The transaction that is in a final block.
  hash          bytea NOT NULL,
  block_number  bigint NOT NULL,
  network_fee   numeric(30, 0) NOT NULL,
  -- What the logs show at the recipient; a token that takes a fee lets less arrive.
  arrived_units bigint NOT NULL,
  -- What each node says, for whoever decides.
  witnesses     jsonb NOT NULL,
  held_at       timestamptz NOT NULL,
  -- When the operator was told.
  told_at       timestamptz,
  -- One person's word. The same word of a second one ends it.
  proposal      text CHECK (proposal IN ('arrived', 'not_arrived')),
  proposed_by   text,
  proposer_id   uuid,
  proposal_note text,
  proposed_at   timestamptz,
  -- How it ended: by a node's proof, or by the word of two.
  ended_at      timestamptz,
  ended_by      text CHECK (ended_by IN ('proof', 'people')),
  PRIMARY KEY (merchant_id, sending_id),
  FOREIGN KEY (merchant_id, sending_id) REFERENCES sendings
);
CREATE INDEX held_outcomes_open ON held_outcomes (network, held_at) WHERE ended_at IS NULL;

-- What reached the recipient, where that is not the amount that was sent.
ALTER TABLE payouts ADD COLUMN arrived_units bigint;
-- Why a payout waits: now also because no node proves what it moved, because its wallet sent something unknown, and because
-- the money that it is paid from was taken back.
ALTER TABLE payouts
  DROP CONSTRAINT payouts_wait_reason_check,
  ADD CONSTRAINT payouts_wait_reason_check CHECK (wait_reason IN (
    'paused', 'low_usdt', 'low_gas', 'no_wallet', 'fee_above_cap', 'would_fail', 'address_blocked', 'nonce_gap',
    'signer_unavailable', 'node_unavailable', 'outcome_unproven', 'wallet_ahead_of_books', 'merchant_in_the_red',
    'deposit_reversed')) NOT VALID;
