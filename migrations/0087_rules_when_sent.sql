-- Rules for payouts are those at the moment of sending, where they are stricter than those at the moment of making.
INSERT INTO payout_transitions VALUES ('queued', 'review');

-- What a merchant's payouts come to by the day (UTC) on which they were taken to be sent, in US cents.
CREATE TABLE payout_sent_days (
  merchant_id  uuid NOT NULL,
  day          date NOT NULL,
  amount_minor bigint NOT NULL,
  PRIMARY KEY (merchant_id, day)
);

ALTER TABLE payouts
  DROP CONSTRAINT payouts_wait_reason_check,
  ADD CONSTRAINT payouts_wait_reason_check CHECK (wait_reason IN (
    'paused', 'low_usdt', 'low_gas', 'no_wallet', 'fee_above_cap', 'would_fail', 'address_blocked', 'nonce_gap',
    'signer_unavailable', 'node_unavailable', 'outcome_unproven', 'wallet_ahead_of_books', 'merchant_in_the_red',
    'deposit_reversed', 'over_limit')) NOT VALID;
