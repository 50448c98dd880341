-- Lists and replays ask for what was given up; the many that were delivered cost nothing here. Those
-- pending are few or recent, and the indexes there are find them.
CREATE INDEX deliveries_given_up ON deliveries (merchant_id, event_id)
  WHERE status IN ('undeliverable', 'no_endpoint');
-- The common statuses are found by walking the table's own key; the rarer ones have this.
CREATE INDEX events_by_status ON events (merchant_id, status, id)
  WHERE status <> 'approved' AND status <> 'success';

-- One at a time: a replay's rate is then the merchant's rate, and a request that was repeated after a
-- broken connection starts no second one.
CREATE UNIQUE INDEX replays_one_running ON replays (merchant_id) WHERE status = 'running';
