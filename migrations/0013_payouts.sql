-- USDT paid out. A payout begins as an order that the merchant funded, becomes an instruction when its
-- recipient confirms a wallet, and ends on the chain. Money moves from available to reserved when it is made,
-- and leaves reserved once: to the chain, or back to the merchant.

CREATE TABLE payouts (
  merchant_id        uuid NOT NULL,
  -- The order's id, as its hash names it.
  id                 uuid NOT NULL,
  status             text NOT NULL DEFAULT 'open' CHECK (status IN (
                       'open', 'review', 'queued', 'sending', 'pending', 'success', 'failed')),
  -- Why it failed: a stable code, and words for people where there are any.
  failure            text CHECK (failure IN (
                       'expired', 'canceled', 'rejected', 'reverted', 'out_of_energy', 'not_transferred')),
  failure_note       text,
  -- Why a queued payout is not sent now. Nothing fails by waiting.
  wait_reason        text CHECK (wait_reason IN (
                       'paused', 'no_wallet', 'low_usdt', 'low_gas', 'fee_above_cap', 'would_fail',
                       'signer_unavailable', 'node_unavailable')),
  country            text NOT NULL,
  origin             text NOT NULL,
  amount_minor       bigint NOT NULL CHECK (amount_minor > 0),
  email              text NOT NULL,
  merchant_id_custom text,
  description        text,
  request_hash       bytea NOT NULL,
  -- The recipient's link: found by the hash of its secret; sealed, so that the same request is answered
  -- with the same link.
  link_hash          bytea NOT NULL,
  link_sealed        bytea NOT NULL,
  -- Until then a wallet can be confirmed.
  opens_until        timestamptz NOT NULL,
  -- Fixed when it is made: what the recipient gets, and what the merchant pays on top.
  amount_units       bigint NOT NULL CHECK (amount_units > 0),
  fee_units          bigint NOT NULL CHECK (fee_units >= 0),
  rate_scaled        bigint NOT NULL,
  rate_at            timestamptz NOT NULL,
  rate_sources       text[] NOT NULL,
  -- Confirmed by the recipient, for good.
  network            text,
  address            bytea,
  confirmed_at       timestamptz,
  language           text,
  -- The hot wallet that sends it, from the first signature on.
  wallet             bytea,
  created_at         timestamptz NOT NULL,
  decided_at         timestamptz,
  PRIMARY KEY (merchant_id, id),
  CHECK ((network IS NULL) = (address IS NULL)),
  CHECK (status IN ('open', 'failed') OR network IS NOT NULL),
  CHECK ((status = 'failed') = (failure IS NOT NULL)),
  CHECK (status IN ('open', 'review', 'queued', 'failed') OR wallet IS NOT NULL)
);
CREATE INDEX payouts_by_id ON payouts (id);
CREATE INDEX payouts_by_link ON payouts (link_hash);
CREATE INDEX payouts_unconfirmed ON payouts (opens_until) WHERE status = 'open';
CREATE INDEX payouts_to_review ON payouts (confirmed_at) WHERE status = 'review';
CREATE INDEX payouts_to_send ON payouts (network, confirmed_at) WHERE status = 'queued';
CREATE INDEX payouts_under_way ON payouts (network, wallet) WHERE status IN ('sending', 'pending');
-- What a merchant paid out in a day or a month, for its limits.
CREATE INDEX payouts_of_merchant ON payouts (merchant_id, created_at);

CREATE TABLE payout_transitions (
  from_status text NOT NULL,
  to_status   text NOT NULL,
  PRIMARY KEY (from_status, to_status)
);
INSERT INTO payout_transitions VALUES
  ('open', 'review'), ('open', 'queued'), ('open', 'failed'),
  ('review', 'queued'), ('review', 'failed'),
  ('queued', 'sending'), ('queued', 'failed'),
  ('sending', 'pending'), ('sending', 'success'), ('sending', 'failed'),
  ('pending', 'success'), ('pending', 'failed');
CREATE TRIGGER payouts_status BEFORE UPDATE OF status ON payouts
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION status_must_be_allowed('payout_transitions');

-- The wallets that payouts are sent from; their keys are never here.
CREATE TABLE hot_wallets (
  network     text NOT NULL,
  address     bytea NOT NULL,
  -- One sends; the others only wait for what they sent before.
  active      boolean NOT NULL DEFAULT true,
  -- The next nonce that was never used, on networks that have them.
  next_nonce  bigint NOT NULL DEFAULT 0,
  -- One worker at a time drives a wallet. It only saves work: what keeps a payout from being sent twice are
  -- the rows below.
  lease_until timestamptz,
  lease_token uuid,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (network, address)
);
CREATE UNIQUE INDEX hot_wallets_active ON hot_wallets (network) WHERE active;

-- A nonce belongs to one payout for good: whatever is signed with it pays that one, and the chain takes one.
CREATE TABLE wallet_nonces (
  network     text NOT NULL,
  wallet      bytea NOT NULL,
  nonce       bigint NOT NULL,
  merchant_id uuid NOT NULL,
  payout_id   uuid NOT NULL,
  PRIMARY KEY (network, wallet, nonce)
);

-- Every transaction ever made for a payout: first what is to be signed, then the signed bytes, then what
-- became of it. A further one is made only as a replacement (same nonce), or when all before are dead.
CREATE TABLE payout_transactions (
  merchant_id   uuid NOT NULL,
  payout_id     uuid NOT NULL,
  number        smallint NOT NULL,
  network       text NOT NULL,
  wallet        bytea NOT NULL,
  nonce         bigint,
  -- planned: to be signed. signed: stored, perhaps already sent. sent: a node took it. final: in a block that
  -- stays. dead: can never be in one.
  status        text NOT NULL DEFAULT 'planned' CHECK (status IN ('planned', 'signed', 'sent', 'final', 'dead')),
  unsigned      bytea NOT NULL,
  signed        bytea,
  hash          bytea,
  -- What a replacement must outbid; as the network's adapter wrote it.
  terms         text NOT NULL,
  -- Where transactions expire: after it none is put into a block.
  expires_at    timestamptz,
  sent_at       timestamptz,
  block_number  bigint,
  -- What the network took for it, in its own smallest unit.
  network_fee   numeric(30, 0),
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, payout_id, number),
  CHECK (status IN ('planned', 'dead') OR (signed IS NOT NULL AND hash IS NOT NULL))
);
-- Two payouts that share a transaction would be one payment for two debts.
CREATE UNIQUE INDEX payout_transactions_by_hash ON payout_transactions (hash, network);
-- What is to be signed, and what is signed and not yet known to be with a node.
CREATE INDEX payout_transactions_unsent ON payout_transactions (network, nonce) WHERE status IN ('planned', 'signed');
-- Without nonces nothing but this row keeps two transactions from both paying: at most one may live.
CREATE UNIQUE INDEX payout_transactions_one_alive ON payout_transactions (merchant_id, payout_id)
  WHERE nonce IS NULL AND status IN ('planned', 'signed', 'sent', 'final');

-- What the recipient entered and has not confirmed yet, and the code that was mailed for it.
CREATE TABLE payout_claims (
  merchant_id   uuid NOT NULL,
  payout_id     uuid NOT NULL,
  network       text NOT NULL,
  address       bytea NOT NULL,
  code_hash     bytea,
  code_until    timestamptz,
  -- Wrong codes entered for this code and for all of the payout, and codes mailed without an hour's pause.
  wrong_codes   smallint NOT NULL DEFAULT 0,
  wrong_codes_in_all smallint NOT NULL DEFAULT 0,
  codes_sent    smallint NOT NULL DEFAULT 0,
  last_code_at  timestamptz,
  -- When the right code was entered.
  verified_at   timestamptz,
  PRIMARY KEY (merchant_id, payout_id)
);

-- Where payouts may go. With an allow-list of its own a merchant pays only to what stands there; what is
-- blocked, for it or for all (the merchant of zeros), is never paid to.
CREATE TABLE payout_addresses (
  merchant_id uuid NOT NULL,
  list        text NOT NULL CHECK (list IN ('allow', 'block')),
  network     text NOT NULL,
  address     bytea NOT NULL,
  note        text NOT NULL DEFAULT '',
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (merchant_id, list, network, address)
);

-- What is paused: 'all', 'network:ERC20', 'merchant:<id>'.
CREATE TABLE payout_pauses (
  scope     text PRIMARY KEY,
  reason    text NOT NULL,
  paused_by text NOT NULL,
  paused_at timestamptz NOT NULL DEFAULT now()
);

-- Who did what to money. It only appends, and each row carries the digest of the one before: whoever changes
-- one with the powers of a database owner breaks the chain.
CREATE TABLE audit_log (
  number     bigint PRIMARY KEY,
  at         timestamptz NOT NULL,
  actor      text NOT NULL,
  act        text NOT NULL,
  subject    text NOT NULL,
  details    text NOT NULL,
  digest     bytea NOT NULL
);
CREATE FUNCTION audit_log_only_appends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log only appends' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_log_only_appends BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION audit_log_only_appends();
