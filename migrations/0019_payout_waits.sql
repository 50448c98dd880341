-- Two more reasons to wait: the address was blocked after it was confirmed, which only a person ends; and a nonce
-- before those of the payouts on their way belongs to nobody.
ALTER TABLE payouts
  DROP CONSTRAINT payouts_wait_reason_check,
  ADD CONSTRAINT payouts_wait_reason_check CHECK (wait_reason IN (
    'paused', 'no_wallet', 'low_usdt', 'low_gas', 'fee_above_cap', 'would_fail', 'address_blocked', 'nonce_gap',
    'signer_unavailable', 'node_unavailable'));
