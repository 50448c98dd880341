-- An order may have a price in a local currency. Its amount in US cents is then known, for people, once the rate is
-- fixed, and 0 before: a previous version cannot fix such an order, because 0 units are refused.
ALTER TABLE crypto_orders
  ADD COLUMN price_currency text,
  ADD COLUMN price_minor bigint,
  -- What one USD cost in the currency, times 10^8, when the rate was fixed.
  ADD COLUMN local_rate_scaled bigint,
  ADD COLUMN local_rate_at timestamptz,
  ADD COLUMN local_rate_sources text[];
ALTER TABLE crypto_orders DROP CONSTRAINT crypto_orders_amount_minor_check;
ALTER TABLE crypto_orders
  ADD CONSTRAINT crypto_orders_amount_minor_check
  CHECK (amount_minor > 0 OR (amount_minor = 0 AND price_currency IS NOT NULL AND network IS NULL)) NOT VALID;
-- A price has both rates or none, and they come with the network.
ALTER TABLE crypto_orders
  ADD CONSTRAINT crypto_orders_local_price_check
  CHECK (CASE WHEN price_currency IS NULL
              THEN num_nonnulls(price_minor, local_rate_scaled, local_rate_at, local_rate_sources) = 0
              ELSE price_currency <> 'USD'
                   AND coalesce(price_minor > 0, false)
                   AND num_nonnulls(local_rate_scaled, local_rate_at, local_rate_sources)
                       = CASE WHEN network IS NULL THEN 0 ELSE 3 END
                   AND coalesce(local_rate_scaled > 0, true)
         END) NOT VALID;
