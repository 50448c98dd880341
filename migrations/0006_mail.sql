-- Mail to be sent, queued in the transaction of what it tells of.
CREATE TABLE mails (
  merchant_id uuid NOT NULL,
  id          uuid NOT NULL,
  kind        text NOT NULL,
  -- collecting: more of its kind join it until it is due. queued: written, to be sent.
  status      text NOT NULL CHECK (status IN ('collecting', 'queued', 'sent', 'rejected')),
  recipient   text,
  subject     text,
  body        text,
  tries       integer NOT NULL DEFAULT 0,
  last_error  text,
  due_at      timestamptz NOT NULL,
  lease_until timestamptz,
  lease_token uuid,
  created_at  timestamptz NOT NULL DEFAULT now(),
  sent_at     timestamptz,
  PRIMARY KEY (merchant_id, id)
);
CREATE UNIQUE INDEX mails_one_collecting ON mails (merchant_id, kind) WHERE status = 'collecting';
CREATE INDEX mails_due ON mails (due_at) WHERE status IN ('collecting', 'queued');
CREATE INDEX mails_recent ON mails (merchant_id, kind, created_at);
