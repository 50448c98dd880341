-- Further webhook endpoints of a merchant, beside its webhook URL (docs/develop/decisions/0126).
CREATE TABLE webhook_endpoints (
  merchant_id           uuid NOT NULL REFERENCES merchants (id),
  id                    uuid NOT NULL,
  url                   text NOT NULL,
  description           text NOT NULL,
  -- The types of events that it gets, e.g. charge.approved or charge.*; empty: all.
  events                text[] NOT NULL,
  -- Sealed, as the merchant's own.
  secret                bytea NOT NULL,
  secret_previous       bytea,
  secret_previous_until timestamptz,
  paused_at             timestamptz,
  created_at            timestamptz NOT NULL,
  -- Kept for a time, so that the log can name it and processes learn that it is gone.
  removed_at            timestamptz,
  -- Processes read what changed since they last looked.
  changed_at            timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX webhook_endpoints_changed ON webhook_endpoints (changed_at);

CREATE FUNCTION webhook_endpoint_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('webhook_endpoints_changed', NEW.merchant_id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_endpoint_changed AFTER INSERT OR UPDATE ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION webhook_endpoint_changed();

-- A delivery to a further endpoint is a row of its own with an id of its own, and names its event here. Null: the
-- delivery of the event with the same id, to the charge's address or the merchant's.
ALTER TABLE deliveries ADD COLUMN of_event_id uuid;
