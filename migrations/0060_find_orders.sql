-- outside a transaction
-- What merchants look orders up by, as they do charges: all of a customer share one entry (docs/decisions/0015).
DROP INDEX CONCURRENTLY IF EXISTS crypto_orders_by_email;
CREATE INDEX CONCURRENTLY crypto_orders_by_email ON crypto_orders (merchant_id, lower(email));
DROP INDEX CONCURRENTLY IF EXISTS crypto_orders_by_own_id;
CREATE INDEX CONCURRENTLY crypto_orders_by_own_id ON crypto_orders (merchant_id, merchant_id_custom)
  WHERE merchant_id_custom IS NOT NULL;
