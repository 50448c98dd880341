-- Each comparison of an account at a processor with the books, as it went.
CREATE TABLE card_reconciliation_runs (
  processor    text NOT NULL,
  -- The merchant's own account; all zeros: the installation's.
  account_id   uuid NOT NULL,
  ran_at       timestamptz NOT NULL,
  period_from  timestamptz NOT NULL,
  period_to    timestamptz NOT NULL,
  -- Movements at the processor and entries in the books.
  lines        bigint NOT NULL,
  entries      bigint NOT NULL,
  -- What differed, and how many new cases came of it.
  found        bigint NOT NULL,
  cases_opened bigint NOT NULL,
  -- Why it could not be finished; null: it was.
  failure      text,
  PRIMARY KEY (processor, account_id, ran_at)
);

-- What a processor says that it holds, against the movements that the books have of it.
CREATE TABLE card_balances (
  processor     text NOT NULL,
  account_id    uuid NOT NULL,
  currency      text NOT NULL,
  read_at       timestamptz NOT NULL,
  theirs_minor  bigint NOT NULL,
  ours_minor    bigint NOT NULL,
  -- Since when, and in how many readings, they differed; null: they agree.
  differs_since timestamptz,
  differs_runs  integer NOT NULL,
  -- The sum of the movements before a time, so that the next reading adds only younger ones.
  summed_until  timestamptz NOT NULL,
  summed_minor  bigint NOT NULL,
  PRIMARY KEY (processor, account_id, currency)
);
