-- outside a transaction
-- The dashboard's search finds payments by the beginning of what names them (docs/develop/decisions/0116). An index of the
-- database's collation cannot, one that compares bytes can, and it serves equality as well: the old ones are replaced, and a
-- charge is written to as many indexes as before.
DROP INDEX CONCURRENTLY IF EXISTS charges_by_order_number_text;
CREATE INDEX CONCURRENTLY charges_by_order_number_text ON charges (merchant_id, order_number text_pattern_ops)
  WHERE order_number IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS charges_by_order_number;
DROP INDEX CONCURRENTLY IF EXISTS charges_by_email_text;
CREATE INDEX CONCURRENTLY charges_by_email_text ON charges (merchant_id, lower(email) text_pattern_ops)
  WHERE email IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS charges_by_email;
DROP INDEX CONCURRENTLY IF EXISTS charges_by_customer_text;
CREATE INDEX CONCURRENTLY charges_by_customer_text ON charges (merchant_id, customer_id text_pattern_ops)
  WHERE customer_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS charges_by_customer;
DROP INDEX CONCURRENTLY IF EXISTS crypto_orders_by_own_id_text;
CREATE INDEX CONCURRENTLY crypto_orders_by_own_id_text ON crypto_orders (merchant_id, merchant_id_custom text_pattern_ops)
  WHERE merchant_id_custom IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS crypto_orders_by_own_id;
DROP INDEX CONCURRENTLY IF EXISTS crypto_orders_by_email_text;
CREATE INDEX CONCURRENTLY crypto_orders_by_email_text ON crypto_orders (merchant_id, lower(email) text_pattern_ops);
DROP INDEX CONCURRENTLY IF EXISTS crypto_orders_by_email;
DROP INDEX CONCURRENTLY IF EXISTS payouts_by_own_id_text;
CREATE INDEX CONCURRENTLY payouts_by_own_id_text ON payouts (merchant_id, merchant_id_custom text_pattern_ops)
  WHERE merchant_id_custom IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS payouts_by_email_text;
CREATE INDEX CONCURRENTLY payouts_by_email_text ON payouts (merchant_id, lower(email) text_pattern_ops);
