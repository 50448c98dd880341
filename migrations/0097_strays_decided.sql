-- Money that came to an order's address on another network or in another token is told to its merchant, and the operator
-- counts it for the order or gives it back.
ALTER TABLE stray_transfers
  -- NULL: recorded before this column was.
  ADD COLUMN block_hash bytea,
  -- When its merchant was told; only of what is final.
  ADD COLUMN told_at timestamptz,
  -- NULL: nobody has decided. Both words are final: what follows is the life of an ordinary transfer.
  ADD COLUMN decision text,
  ADD COLUMN decided_by text,
  ADD COLUMN decided_at timestamptz,
  -- The order that has it as an ordinary transfer: the order itself, or one made to give back another asset.
  ADD COLUMN booked_order_id uuid;
ALTER TABLE stray_transfers
  ADD CONSTRAINT stray_transfers_decision CHECK (decision IN ('adopted', 'returned')) NOT VALID;
-- What came before is no news.
UPDATE stray_transfers SET told_at = seen_at;
