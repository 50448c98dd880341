-- The trace of a payment goes on in whichever process works on it next. Empty where tracing is off.
ALTER TABLE charges ADD COLUMN traceparent text;
ALTER TABLE crypto_orders ADD COLUMN traceparent text;
ALTER TABLE payouts ADD COLUMN traceparent text;
ALTER TABLE events ADD COLUMN traceparent text;
