-- One delivery per event: whether the merchant has it, and when to try next. Narrow and apart from
-- the event, because it changes often while the event never does.
CREATE TABLE deliveries (
  merchant_id   uuid NOT NULL,
  event_id      uuid NOT NULL,
  status        text NOT NULL DEFAULT 'pending' CHECK (status IN (
                  'pending', 'delivered', 'undeliverable', 'no_endpoint')),
  -- Names the receiver (merchant and host): what is in flight is capped per endpoint.
  endpoint      bigint NOT NULL,
  -- Sends that failed since the delivery, or its replay, began.
  failures      smallint NOT NULL DEFAULT 0,
  due_at        timestamptz NOT NULL,
  lease_until   timestamptz,
  lease_token   uuid,
  -- The mail that tells the merchant that it is undeliverable.
  notice_id     uuid,
  PRIMARY KEY (merchant_id, event_id),
  FOREIGN KEY (merchant_id, event_id) REFERENCES events
) WITH (fillfactor = 75); -- a lease changes no indexed column: it finds room in its row's own page
-- Claiming walks from endpoint to endpoint and takes the due ones of each.
CREATE INDEX deliveries_by_endpoint ON deliveries (endpoint, due_at) WHERE status = 'pending';
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE status = 'pending';
CREATE INDEX deliveries_of_notice ON deliveries (merchant_id, notice_id) WHERE notice_id IS NOT NULL;

-- The worker an endpoint belongs to: what is in flight to it is what that one worker has.
CREATE TABLE endpoint_owners (
  endpoint    bigint PRIMARY KEY,
  owner       uuid NOT NULL,
  owned_until timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Every send, as the merchant may want to see it. Partitioned by day; the program makes partitions
-- ahead and drops old ones.
CREATE TABLE delivery_attempts (
  merchant_id      uuid NOT NULL,
  event_id         uuid NOT NULL,
  sent_at          timestamptz NOT NULL,
  url              text NOT NULL,
  request_headers  jsonb NOT NULL,
  http_status      smallint,
  response_headers jsonb NOT NULL,
  body_excerpt     text NOT NULL,
  duration_ms      integer NOT NULL,
  cause            text NOT NULL,
  explanation      text NOT NULL
) PARTITION BY RANGE (sent_at);
CREATE INDEX delivery_attempts_of_event ON delivery_attempts (merchant_id, event_id, sent_at);

-- A replay of many deliveries, worked off in steps.
CREATE TABLE replays (
  merchant_id     uuid NOT NULL,
  id              uuid NOT NULL,
  filter          jsonb NOT NULL,
  per_second      integer NOT NULL CHECK (per_second > 0),
  total           integer NOT NULL,
  done            integer NOT NULL DEFAULT 0,
  -- The last event that was put back to work; the next step goes on behind it.
  after_event_id  uuid NOT NULL,
  status          text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'finished', 'canceled')),
  due_at          timestamptz NOT NULL DEFAULT now(),
  lease_until     timestamptz,
  lease_token     uuid,
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX replays_due ON replays (due_at) WHERE status = 'running';
