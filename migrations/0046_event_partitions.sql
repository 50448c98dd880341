-- Events and deliveries by month of their id, whose order is that of time. The tables that were there become the first
-- partition of each, with their indexes: nothing is read or written. The program makes the partitions to come and drops old
-- ones; the default one takes what fits nowhere, so that no event is ever refused for want of a partition.
DO $$
DECLARE
  bound text;
  month text;
BEGIN
  -- In the order in which whoever records an event takes them.
  LOCK TABLE events, deliveries IN ACCESS EXCLUSIVE MODE;

  SELECT substring(pg_get_constraintdef(oid) FROM '[0-9a-f]{8}-[0-9a-f-]{27}')
    INTO STRICT bound
    FROM pg_constraint
   WHERE conname = 'events_first_partition';
  -- A partition is called by the last month that it holds.
  month := to_char(to_timestamp(('x' || replace(left(bound, 13), '-', ''))::bit(48)::bigint / 1000) AT TIME ZONE 'UTC'
                   - interval '1 day', 'YYYYMM');

  -- An event and its delivery are written by one function and dropped together. As a key between partitions it would be
  -- read through whenever a month is dropped.
  ALTER TABLE deliveries DROP CONSTRAINT deliveries_merchant_id_event_id_fkey;

  EXECUTE format('ALTER TABLE events RENAME TO events_%s', month);
  EXECUTE format('ALTER INDEX events_pkey RENAME TO events_%s_pkey', month);
  EXECUTE format('ALTER INDEX events_of_subject RENAME TO events_%s_of_subject', month);
  EXECUTE format('ALTER INDEX events_by_status RENAME TO events_%s_by_status', month);
  EXECUTE format('CREATE TABLE events (LIKE events_%s INCLUDING DEFAULTS) PARTITION BY RANGE (id)', month);
  ALTER TABLE events ADD CONSTRAINT events_pkey PRIMARY KEY (merchant_id, id);
  CREATE INDEX events_of_subject ON events (merchant_id, subject_id, id);
  CREATE INDEX events_by_status ON events (merchant_id, status, id) WHERE status <> 'approved' AND status <> 'success';
  EXECUTE format('ALTER TABLE events ATTACH PARTITION events_%s FOR VALUES FROM (MINVALUE) TO (%L)', month, bound);
  EXECUTE format('ALTER TABLE events_%s DROP CONSTRAINT events_first_partition', month);
  CREATE TABLE events_default PARTITION OF events DEFAULT;

  -- While nothing is pending PostgreSQL takes this index for as good as deliveries_by_endpoint, and then reads for each
  -- endpoint what is due to all of them.
  DROP INDEX deliveries_due;
  EXECUTE format('ALTER TABLE deliveries RENAME TO deliveries_%s', month);
  EXECUTE format('ALTER INDEX deliveries_pkey RENAME TO deliveries_%s_pkey', month);
  EXECUTE format('ALTER INDEX deliveries_by_endpoint RENAME TO deliveries_%s_by_endpoint', month);
  EXECUTE format('ALTER INDEX deliveries_of_notice RENAME TO deliveries_%s_of_notice', month);
  EXECUTE format('ALTER INDEX deliveries_given_up RENAME TO deliveries_%s_given_up', month);
  EXECUTE format('CREATE TABLE deliveries (LIKE deliveries_%s INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
                    PARTITION BY RANGE (event_id)', month);
  ALTER TABLE deliveries DROP CONSTRAINT deliveries_first_partition;
  ALTER TABLE deliveries ADD CONSTRAINT deliveries_pkey PRIMARY KEY (merchant_id, event_id);
  CREATE INDEX deliveries_by_endpoint ON deliveries (endpoint, due_at) WHERE status = 'pending';
  CREATE INDEX deliveries_of_notice ON deliveries (merchant_id, notice_id) WHERE notice_id IS NOT NULL;
  CREATE INDEX deliveries_given_up ON deliveries (merchant_id, event_id) WHERE status IN ('undeliverable', 'no_endpoint');
  EXECUTE format('ALTER TABLE deliveries ATTACH PARTITION deliveries_%s FOR VALUES FROM (MINVALUE) TO (%L)', month, bound);
  EXECUTE format('ALTER TABLE deliveries_%s DROP CONSTRAINT deliveries_first_partition', month);
  CREATE TABLE deliveries_default PARTITION OF deliveries DEFAULT
    WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
END $$;
