-- An endpoint belongs to one worker (endpoint_owners), and with it its deliveries: they need no leases of their own.
ALTER TABLE deliveries
  DROP COLUMN lease_until,
  DROP COLUMN lease_token;
-- No update of a delivery stays in its page any more: each changes an indexed column. What was delivered is cleaned up
-- soon, because it stands before what is waiting.
ALTER TABLE deliveries RESET (fillfactor);
ALTER TABLE deliveries SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);

-- The log of sends keeps what is not known otherwise: of a request's headers the signature (its id is the event's, its
-- time the send's), and in words only what went wrong.
ALTER TABLE delivery_attempts
  ADD COLUMN signature text,
  ALTER COLUMN response_headers TYPE json,
  ALTER COLUMN explanation DROP NOT NULL;
UPDATE delivery_attempts
   SET signature = request_headers ->> 'webhook-signature';
ALTER TABLE delivery_attempts
  ALTER COLUMN signature SET NOT NULL,
  DROP COLUMN request_headers;
