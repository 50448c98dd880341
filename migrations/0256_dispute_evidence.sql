-- What a merchant answers to a chargeback: a text and files, kept until it is sent and afterwards as the record of what
-- was sent (docs/develop/decisions/0131). The row has the dispute's id.
CREATE TABLE dispute_evidence (
  merchant_id uuid NOT NULL,
  id          uuid NOT NULL,
  text        text NOT NULL,
  status      text NOT NULL CHECK (status IN ('draft', 'sending', 'sent', 'refused', 'handed_in')),
  -- Names one sending at the processor; a refused one that is sent again has another.
  sending_id  uuid,
  -- Why the processor refused it.
  failure     text,
  sent_by     text,
  sent_at     timestamptz,
  due_at      timestamptz,
  lease_until timestamptz,
  lease_token uuid,
  PRIMARY KEY (merchant_id, id),
  FOREIGN KEY (merchant_id, id) REFERENCES disputes
);
CREATE INDEX dispute_evidence_due ON dispute_evidence (due_at) WHERE status = 'sending';

CREATE TABLE dispute_files (
  merchant_id uuid NOT NULL,
  id          uuid NOT NULL,
  dispute_id  uuid NOT NULL,
  -- What it proves; processors take one file of each kind.
  kind        text NOT NULL,
  name        text NOT NULL,
  media_type  text NOT NULL CHECK (media_type IN ('application/pdf', 'image/png', 'image/jpeg')),
  content     bytea NOT NULL,
  -- The processor's own id, once it has the file.
  reference   text,
  added_by    text NOT NULL,
  added_at    timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, dispute_id, kind),
  FOREIGN KEY (merchant_id, dispute_id) REFERENCES disputes (merchant_id, id)
);
