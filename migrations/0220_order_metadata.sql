-- What a merchant's program keeps with an order or a payout; it comes back in every webhook.
ALTER TABLE crypto_orders ADD COLUMN metadata jsonb;
ALTER TABLE payouts ADD COLUMN metadata jsonb;
