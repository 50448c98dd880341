-- What a processor paid out to the bank, and whether the movements that it says are in it come to the same sum.
CREATE TABLE processor_payouts (
  -- Of the payout's own movement, as it is kept.
  id           uuid PRIMARY KEY,
  processor    text NOT NULL,
  -- The merchant's own account; all zeros: the installation's.
  account_id   uuid NOT NULL,
  -- The processor's own id of the payout.
  reference    text NOT NULL,
  currency     text NOT NULL,
  amount_minor bigint NOT NULL,
  at           timestamptz NOT NULL,
  arrives_at   timestamptz,
  -- Whether the processor tells which movements are in it.
  is_listed    boolean NOT NULL,
  -- What they are; null: they were not read yet.
  line_count   bigint,
  lines_minor  bigint,
  -- How often they were read.
  readings     integer NOT NULL DEFAULT 0
);
CREATE INDEX processor_payouts_by_time ON processor_payouts (at, id);
