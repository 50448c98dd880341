CREATE TABLE charges (
  merchant_id          uuid NOT NULL,
  -- The id of the session that created it: a session makes at most one charge, and the key says so.
  id                   uuid NOT NULL,
  status               text NOT NULL DEFAULT 'open' CHECK (status IN (
                         'open', 'approved', 'declined', 'canceled', 'expired',
                         'partially_refunded', 'refunded', 'charged_back')),
  method               text NOT NULL,
  country              text NOT NULL,
  currency             text NOT NULL,
  amount_minor         bigint NOT NULL CHECK (amount_minor > 0),
  description          text,
  customer_id          text,
  email                text,
  order_number         text,
  metadata             jsonb,
  language             text,
  notification_url     text,
  return_url           text,
  -- SHA-256 of the request as understood: tells a repeat from another request in the same session.
  request_hash         bytea NOT NULL,
  refused_count        smallint NOT NULL DEFAULT 0,
  refunded_minor       bigint NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0),
  refund_pending_minor bigint NOT NULL DEFAULT 0 CHECK (refund_pending_minor >= 0),
  created_at           timestamptz NOT NULL,
  expires_at           timestamptz NOT NULL,
  decided_at           timestamptz,
  PRIMARY KEY (merchant_id, id),
  -- Never more back than was taken, whatever races.
  CHECK (refunded_minor + refund_pending_minor <= amount_minor)
);
-- The hosted page knows only the id.
CREATE INDEX charges_by_id ON charges (id);
CREATE INDEX charges_to_expire ON charges (expires_at) WHERE status = 'open';
CREATE INDEX charges_by_customer ON charges (merchant_id, customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX charges_by_status ON charges (merchant_id, status, id) WHERE status <> 'open';

CREATE TABLE charge_transitions (
  from_status text NOT NULL,
  to_status   text NOT NULL,
  PRIMARY KEY (from_status, to_status)
);
INSERT INTO charge_transitions VALUES
  ('open', 'approved'), ('open', 'declined'), ('open', 'canceled'), ('open', 'expired'),
  ('approved', 'partially_refunded'), ('approved', 'refunded'), ('approved', 'charged_back'),
  ('partially_refunded', 'refunded'), ('partially_refunded', 'charged_back');

CREATE TABLE attempts (
  merchant_id          uuid NOT NULL,
  id                   uuid NOT NULL,
  charge_id            uuid NOT NULL,
  status               text NOT NULL DEFAULT 'created' CHECK (status IN (
                         'created', 'authenticating', 'unknown', 'approved', 'refused')),
  processor            text NOT NULL,
  processor_reference  text,
  refusal              text,
  challenge_url        text,
  card_brand           text,
  card_first6          text,
  card_last4           text,
  -- Keyed hashes: they recognise a card or an address again and reveal neither.
  card_fingerprint     bytea,
  client_address_hash  bytea NOT NULL,
  -- When the processor is to be asked about it, while it is unresolved.
  due_at               timestamptz NOT NULL,
  lease_until          timestamptz,
  lease_token          uuid,
  inquiries            integer NOT NULL DEFAULT 0,
  created_at           timestamptz NOT NULL,
  resolved_at          timestamptz,
  PRIMARY KEY (merchant_id, id),
  FOREIGN KEY (merchant_id, charge_id) REFERENCES charges
);
-- A processor names an attempt by its id alone.
CREATE INDEX attempts_by_id ON attempts (id);
CREATE INDEX attempts_of_charge ON attempts (merchant_id, charge_id, created_at);
CREATE UNIQUE INDEX attempts_one_unresolved ON attempts (merchant_id, charge_id)
  WHERE status IN ('created', 'authenticating', 'unknown');
CREATE INDEX attempts_due ON attempts (due_at) WHERE status IN ('created', 'authenticating', 'unknown');
CREATE INDEX attempts_refused_by_card ON attempts (card_fingerprint, created_at) WHERE status = 'refused';
CREATE INDEX attempts_refused_by_address ON attempts (client_address_hash, created_at) WHERE status = 'refused';

CREATE TABLE attempt_transitions (
  from_status text NOT NULL,
  to_status   text NOT NULL,
  PRIMARY KEY (from_status, to_status)
);
INSERT INTO attempt_transitions VALUES
  ('created', 'authenticating'), ('created', 'unknown'), ('created', 'approved'), ('created', 'refused'),
  ('authenticating', 'unknown'), ('authenticating', 'approved'), ('authenticating', 'refused'),
  ('unknown', 'authenticating'), ('unknown', 'approved'), ('unknown', 'refused');

CREATE TABLE refunds (
  merchant_id     uuid NOT NULL,
  id              uuid NOT NULL,
  charge_id       uuid NOT NULL,
  amount_minor    bigint NOT NULL CHECK (amount_minor > 0),
  status          text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'succeeded', 'failed')),
  failure         text,
  idempotency_key text,
  request_hash    bytea NOT NULL,
  due_at          timestamptz NOT NULL,
  lease_until     timestamptz,
  lease_token     uuid,
  created_at      timestamptz NOT NULL,
  resolved_at     timestamptz,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, idempotency_key),
  FOREIGN KEY (merchant_id, charge_id) REFERENCES charges
);
CREATE INDEX refunds_of_charge ON refunds (merchant_id, charge_id);
CREATE INDEX refunds_due ON refunds (due_at) WHERE status = 'pending';

-- How far each processor's list of disputes has been read.
CREATE TABLE dispute_cursors (
  processor text PRIMARY KEY,
  cursor    text NOT NULL
);

-- Refuses any change of status that the transition table named in TG_ARGV[0] does not hold.
CREATE FUNCTION status_must_be_allowed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE from_status = $1 AND to_status = $2)', TG_ARGV[0])
     INTO allowed
    USING OLD.status, NEW.status;
  IF NOT allowed THEN
    RAISE EXCEPTION '% % cannot go from % to %', TG_TABLE_NAME, OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER charges_status BEFORE UPDATE OF status ON charges
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION status_must_be_allowed('charge_transitions');
CREATE TRIGGER attempts_status BEFORE UPDATE OF status ON attempts
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION status_must_be_allowed('attempt_transitions');
