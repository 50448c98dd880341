-- Whether a contract lies at the address that a recipient entered: what arrives there is ruled by its code.
ALTER TABLE payout_claims ADD COLUMN is_contract boolean NOT NULL DEFAULT false;
