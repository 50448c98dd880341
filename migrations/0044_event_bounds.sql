-- Events and deliveries become partitions by month (docs/decisions/0029). What is there is to be the first of them, up to
-- the beginning of a month that is two weeks ahead at the least. That no id lies beyond is said here and checked by the next
-- migration, so that nobody has to wait while it is read.
DO $$
DECLARE
  -- The smallest id of that month (db/ids.ts).
  bound text := lpad(to_hex((extract(epoch FROM
    date_trunc('month', now() AT TIME ZONE 'UTC' + interval '45 days') AT TIME ZONE 'UTC') * 1000)::bigint), 12, '0');
BEGIN
  bound := left(bound, 8) || '-' || right(bound, 4) || '-7000-8000-000000000000';
  EXECUTE format('ALTER TABLE events ADD CONSTRAINT events_first_partition CHECK (id < %L) NOT VALID', bound);
  EXECUTE format('ALTER TABLE deliveries ADD CONSTRAINT deliveries_first_partition CHECK (event_id < %L) NOT VALID', bound);
END $$;
