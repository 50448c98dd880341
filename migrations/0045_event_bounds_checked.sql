-- outside a transaction
-- Reads both tables once, while others write.
ALTER TABLE events VALIDATE CONSTRAINT events_first_partition;
ALTER TABLE deliveries VALIDATE CONSTRAINT deliveries_first_partition;
