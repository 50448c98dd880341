-- When money came and when it last went back: decided_at moves on with every status. No value is written to charges that
-- are there, so nothing is rewritten; where it is missing, decided_at tells it as long as the status does.
ALTER TABLE charges
  ADD COLUMN approved_at timestamptz,
  ADD COLUMN refunded_at timestamptz;

-- What merchants look charges up by. A charge without it has no entry: creating one costs nothing more. Without the id, all
-- of one customer share an entry (docs/decisions/0015). Each is made by one pass over its table.
CREATE INDEX charges_by_order_number ON charges (merchant_id, order_number) WHERE order_number IS NOT NULL;
CREATE INDEX charges_by_email ON charges (merchant_id, lower(email)) WHERE email IS NOT NULL;
CREATE INDEX attempts_by_last4 ON attempts (merchant_id, card_last4) WHERE card_last4 IS NOT NULL;
