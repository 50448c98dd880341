-- What a key did on its chain, compared with the books. Every nonce below agreed_nonce is explained: by a transaction of ours
-- that is final, or by a person. A key that is ahead of the books sends nothing.
CREATE TABLE wallet_accounts (
  chain        text NOT NULL,
  wallet       bytea NOT NULL,
  agreed_nonce bigint NOT NULL,
  PRIMARY KEY (chain, wallet)
);

-- Transactions of our keys that the books did not make, each with a person's word on it.
CREATE TABLE explained_nonces (
  chain        text NOT NULL,
  wallet       bytea NOT NULL,
  nonce        bigint NOT NULL,
  -- Null: no hash was given.
  hash         bytea,
  note         text NOT NULL,
  explained_by text NOT NULL,
  explained_at timestamptz NOT NULL,
  PRIMARY KEY (chain, wallet, nonce)
);
