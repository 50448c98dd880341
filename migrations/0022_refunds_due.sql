-- A merchant decides by API about money that came after an end. Its refund is sent by the operator, so until
-- then the money is due to be given back and stays in suspense.
ALTER TABLE transfers DROP CONSTRAINT transfers_disposition_check;
ALTER TABLE transfers ADD CONSTRAINT transfers_disposition_check
  CHECK (disposition IN ('accepted', 'returned', 'advanced', 'ignored', 'refund_due'));
ALTER TABLE crypto_orders DROP CONSTRAINT crypto_orders_resolution_check;
ALTER TABLE crypto_orders ADD CONSTRAINT crypto_orders_resolution_check
  CHECK (resolution IN ('accepted', 'refunded', 'ignored', 'refund_due'));

-- Refunds that the operator still has to send.
CREATE INDEX transfers_refund_due ON transfers (merchant_id, order_id) WHERE disposition = 'refund_due';
