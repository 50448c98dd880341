-- Devices on which a person allowed notifications, and what is to be sent to them (docs/develop/decisions/0109).
CREATE TABLE push_devices (
  id         uuid PRIMARY KEY,
  person_id  uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- The browser's own address at its push service: whoever knows it and the keys can send to the device.
  endpoint   text NOT NULL,
  p256dh     text NOT NULL,
  auth       text NOT NULL,
  -- The browser, in its own words.
  device     text NOT NULL,
  created_at timestamptz NOT NULL,
  -- When the push service last took a message.
  taken_at   timestamptz,
  UNIQUE (endpoint)
);
CREATE INDEX push_devices_of_person ON push_devices (person_id);

CREATE TABLE pushes (
  id              uuid PRIMARY KEY,
  device_id       uuid NOT NULL REFERENCES push_devices (id) ON DELETE CASCADE,
  merchant_id     uuid NOT NULL,
  -- The newest of those that it tells of, and how many they are.
  notification_id uuid NOT NULL,
  count           integer NOT NULL CHECK (count > 0),
  tries           integer NOT NULL DEFAULT 0,
  due_at          timestamptz NOT NULL,
  created_at      timestamptz NOT NULL,
  UNIQUE (device_id, notification_id)
);
CREATE INDEX pushes_due ON pushes (due_at);
