-- An endpoint belongs to one worker (endpoint_owners), and with it its deliveries: they need no leases of their own.
ALTER TABLE deliveries
  DROP COLUMN lease_until,
  DROP COLUMN lease_token;
-- No update of a delivery stays in its page any more: each changes an indexed column.
ALTER TABLE deliveries RESET (fillfactor);
