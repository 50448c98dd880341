-- Card processors beside the sandbox's: several at once, on accounts of the installation or of a merchant, with outcomes that
-- come days later (docs/decisions/0031).
ALTER TABLE attempts
  ADD COLUMN kind       text NOT NULL DEFAULT 'direct',
  -- The processor's own id of the attempt, as soon as it is known.
  ADD COLUMN handle     text,
  -- The merchant's own account at the processor; null: the installation's.
  ADD COLUMN account_id uuid,
  -- Why it went to this processor.
  ADD COLUMN route      text;
ALTER TABLE attempts
  DROP CONSTRAINT attempts_status_check;
ALTER TABLE attempts
  ADD CONSTRAINT attempts_status_check CHECK (status IN (
    'created', 'authenticating', 'pending', 'unknown', 'approved', 'refused')) NOT VALID;
INSERT INTO attempt_transitions VALUES
  ('created', 'pending'), ('authenticating', 'pending'), ('unknown', 'pending'),
  ('pending', 'authenticating'), ('pending', 'approved'), ('pending', 'refused');

-- The processor's own id of a refund that it has taken.
ALTER TABLE refunds ADD COLUMN processor_reference text;

-- A dispute can be won, and a refund can fail after it had succeeded; a payment that was refunded can be disputed all the same.
INSERT INTO charge_transitions VALUES
  ('refunded', 'charged_back'),
  ('charged_back', 'approved'), ('charged_back', 'partially_refunded'), ('charged_back', 'refunded'),
  ('refunded', 'partially_refunded'), ('refunded', 'approved'), ('partially_refunded', 'approved');

-- What banks took back, or try to.
CREATE TABLE disputes (
  merchant_id  uuid NOT NULL,
  id           uuid NOT NULL,
  charge_id    uuid NOT NULL,
  -- null: it came before attempts were kept with it.
  attempt_id   uuid,
  processor    text NOT NULL,
  -- The processor's own id of it.
  reference    text NOT NULL,
  status       text NOT NULL CHECK (status IN ('open', 'won', 'lost')),
  currency     text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  reason       text,
  -- When the processor is to be asked about it, while it is open.
  due_at       timestamptz NOT NULL,
  lease_until  timestamptz,
  lease_token  uuid,
  opened_at    timestamptz NOT NULL,
  closed_at    timestamptz,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, processor, reference)
);
CREATE INDEX disputes_of_charge ON disputes (merchant_id, charge_id);
-- A processor names a dispute by its own id alone.
CREATE INDEX disputes_by_reference ON disputes (reference);
CREATE INDEX disputes_due ON disputes (due_at) WHERE status = 'open';
-- Those of before stand in the ledger under the ids of their charges.
INSERT INTO disputes (merchant_id, id, charge_id, processor, reference, status, currency, amount_minor, due_at, opened_at, closed_at)
SELECT merchant_id, id, id, 'sandbox', id::text, 'lost', currency, amount_minor - refunded_minor - refund_pending_minor,
       created_at, created_at, created_at
  FROM all_charges
 WHERE status = 'charged_back'
   AND method = 'CARDS'
   AND amount_minor - refunded_minor - refund_pending_minor > 0;

-- What processors told us, until it was looked into; the primary key tells what came twice.
CREATE TABLE processor_notifications (
  processor   text NOT NULL,
  -- The merchant's own account that it came for; all zeros: the installation's.
  account_id  uuid NOT NULL,
  id          text NOT NULL,
  hint        jsonb NOT NULL,
  received_at timestamptz NOT NULL,
  tries       integer NOT NULL DEFAULT 0,
  due_at      timestamptz NOT NULL,
  done_at     timestamptz,
  PRIMARY KEY (processor, account_id, id)
);
CREATE INDEX processor_notifications_due ON processor_notifications (due_at) WHERE done_at IS NULL;
CREATE INDEX processor_notifications_done ON processor_notifications (done_at) WHERE done_at IS NOT NULL;

-- A merchant's own account at a processor, with its keys sealed. A former one still resolves and refunds what was paid there.
CREATE TABLE card_accounts (
  id              uuid PRIMARY KEY,
  merchant_id     uuid NOT NULL REFERENCES merchants,
  processor       text NOT NULL,
  settings_sealed bytea NOT NULL,
  is_current      boolean NOT NULL DEFAULT true,
  created_at      timestamptz NOT NULL,
  changed_at      timestamptz NOT NULL
);
CREATE UNIQUE INDEX card_accounts_current ON card_accounts (merchant_id, processor) WHERE is_current;

-- Which processor takes which card payment: of a merchant, or of the installation (all zeros).
CREATE TABLE card_routes (
  merchant_id uuid PRIMARY KEY,
  rules       jsonb NOT NULL,
  changed_at  timestamptz NOT NULL
);

-- Movements on the accounts at processors, as these tell them, with what was kept of them: of a merchant, or nobody's (all zeros).
CREATE TABLE processor_lines (
  merchant_id      uuid NOT NULL,
  -- Made of the processor, the account and the processor's own id of it: the same line is the same row.
  id               uuid NOT NULL,
  processor        text NOT NULL,
  -- The merchant's own account; null: the installation's.
  account_id       uuid,
  line_id          text NOT NULL,
  kind             text NOT NULL CHECK (kind IN (
                     'payment', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'fee', 'payout', 'other')),
  -- The charge, the refund or the dispute that it is of, where that is known.
  of_id            uuid,
  currency         text NOT NULL,
  amount_minor     bigint NOT NULL,
  fee_minor        bigint NOT NULL,
  -- What it comes to in the currency that was charged, where it was settled in another.
  charged_currency text,
  charged_minor    bigint,
  at               timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  CHECK ((charged_currency IS NULL) = (charged_minor IS NULL)),
  CHECK (charged_currency <> currency)
);
CREATE INDEX processor_lines_by_time ON processor_lines (processor, at);
CREATE INDEX processor_lines_of ON processor_lines (merchant_id, of_id) WHERE of_id IS NOT NULL;

-- How far the movements of each account have been read.
CREATE TABLE line_cursors (
  processor   text NOT NULL,
  -- The merchant's own account; all zeros: the installation's.
  account_id  uuid NOT NULL,
  read_until  timestamptz NOT NULL,
  due_at      timestamptz NOT NULL,
  -- Why they could not be read, the last time.
  failure     text,
  lease_until timestamptz,
  lease_token uuid,
  PRIMARY KEY (processor, account_id)
);
