-- A receipt has a part in HTML, and is made once of what it tells of. No mail that is there has either: nothing is rewritten,
-- and the index begins empty.
ALTER TABLE mails
  ADD COLUMN html text,
  ADD COLUMN cause_id uuid;
CREATE UNIQUE INDEX mails_once ON mails (merchant_id, kind, cause_id) WHERE cause_id IS NOT NULL;
