-- Up to which day each account at a processor was compared with the books by itself.
CREATE TABLE card_reconciliations (
  processor        text NOT NULL,
  -- The merchant's own account; all zeros: the installation's.
  account_id       uuid NOT NULL,
  reconciled_until timestamptz NOT NULL,
  due_at           timestamptz NOT NULL,
  PRIMARY KEY (processor, account_id)
);
