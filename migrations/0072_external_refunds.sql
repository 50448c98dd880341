-- Refunds that somebody made in the processor's own panel are entered, too (docs/decisions/0047).
ALTER TABLE refunds ADD COLUMN origin text NOT NULL DEFAULT 'own' CHECK (origin IN ('own', 'external'));

-- What moved at a processor and cannot be explained, until a person decides: of a merchant, or nobody's (all zeros).
CREATE TABLE card_cases (
  merchant_id  uuid NOT NULL,
  -- Made of the processor, the account and the processor's own id of it: the same thing is the same case.
  id           uuid NOT NULL,
  processor    text NOT NULL,
  -- The merchant's own account; null: the installation's.
  account_id   uuid,
  -- A refund that cannot be entered, or a line of the account, by its kind.
  kind         text NOT NULL,
  -- The processor's own id of the refund or the line.
  reference    text NOT NULL,
  charge_id    uuid,
  -- What it adds to what the processor holds.
  currency     text NOT NULL,
  amount_minor bigint NOT NULL,
  -- Why it cannot be explained.
  reason       text NOT NULL,
  -- Whether it lies in the suspense account of the processor.
  is_posted    boolean NOT NULL,
  opened_at    timestamptz NOT NULL,
  decided_at   timestamptz,
  decided_by   text,
  -- Where it was booked to, and whose books that was in.
  booked_to    text,
  booked_for   uuid,
  note         text,
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX card_cases_open ON card_cases (opened_at) WHERE decided_at IS NULL;
