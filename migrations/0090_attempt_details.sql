-- What a processor is told of an attempt beside the payment itself. A request that is repeated under the same idempotency key
-- must be the same, whatever was changed since: so it is kept. NULL: an attempt of the version before, which told nothing.
ALTER TABLE attempts ADD COLUMN details jsonb;
