-- A settlement to a destination that was never paid before is paid only from this time on; null: at once.
ALTER TABLE settlements ADD COLUMN payable_from timestamptz;
-- On a merchant's lists what opens a way for money counts after a wait: an address that is allowed from then on, and one that is
-- taken off the list at that time. Null: at once, and not at all.
ALTER TABLE payout_addresses
  ADD COLUMN good_from timestamptz,
  ADD COLUMN ends_at timestamptz;
