-- What the people of a merchant are notified of: one row for each thing that happened, made from the events by a worker.
CREATE TABLE notifications (
  merchant_id uuid NOT NULL,
  id          uuid NOT NULL,
  kind        text NOT NULL,
  -- What it was made from: an event, or another row. The same cause makes it once.
  cause_id    uuid NOT NULL,
  -- What happened, as a code, e.g. won; the texts are written when they are read.
  outcome     text NOT NULL,
  -- The page about it, and its id there.
  page        text NOT NULL,
  subject_id  uuid,
  facts       jsonb NOT NULL,
  created_at  timestamptz NOT NULL,
  -- When mails and pushes about it were queued.
  notified_at     timestamptz,
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX notifications_due ON notifications (created_at) WHERE notified_at IS NULL;
CREATE UNIQUE INDEX notifications_of_cause ON notifications (merchant_id, cause_id, kind);

-- Up to when a merchant's events were read for it, and the last day that was summed up for those who read once a day.
CREATE TABLE notification_progress (
  merchant_id   uuid PRIMARY KEY,
  read_until    timestamptz NOT NULL,
  summed_up_day date
);

-- What a person chose; without a row the role's default applies.
CREATE TABLE notification_settings (
  person_id   uuid NOT NULL REFERENCES people (id),
  merchant_id uuid NOT NULL REFERENCES merchants (id),
  kind        text NOT NULL,
  mail        text NOT NULL CHECK (mail IN ('at_once', 'daily', 'off')),
  on_page     boolean NOT NULL,
  push        boolean NOT NULL,
  PRIMARY KEY (person_id, merchant_id, kind)
);

-- The newest notification of a merchant that a person has seen.
CREATE TABLE notification_reads (
  person_id   uuid NOT NULL REFERENCES people (id),
  merchant_id uuid NOT NULL REFERENCES merchants (id),
  read_until  uuid NOT NULL,
  PRIMARY KEY (person_id, merchant_id)
);
