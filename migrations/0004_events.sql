-- The outbox: an event commits with the change it tells of, with the bytes that will be sent.
CREATE TABLE events (
  merchant_id uuid NOT NULL,
  id          uuid NOT NULL,
  subject     text NOT NULL,
  subject_id  uuid NOT NULL,
  status      text NOT NULL,
  -- Where it goes; null: the account's webhook URL at the time of sending.
  url         text,
  body        text NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX events_of_subject ON events (merchant_id, subject_id, id);
