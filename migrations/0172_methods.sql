-- Attempts by other methods than cards: which one, and what the customer pays by. NULL: an attempt of the version before, by card.
ALTER TABLE attempts
  ADD COLUMN method       text,
  ADD COLUMN instructions jsonb;
-- The customer chooses the method on the page; until then it is ALL.
ALTER TABLE charges ADD COLUMN any_method boolean NOT NULL DEFAULT false;
-- awaiting: the customer has instructions and pays elsewhere.
ALTER TABLE attempts
  DROP CONSTRAINT attempts_status_check;
ALTER TABLE attempts
  ADD CONSTRAINT attempts_status_check CHECK (status IN (
    'created', 'authenticating', 'awaiting', 'pending', 'unknown', 'approved', 'refused')) NOT VALID;
INSERT INTO attempt_transitions VALUES
  ('created', 'awaiting'), ('authenticating', 'awaiting'), ('unknown', 'awaiting'),
  ('awaiting', 'pending'), ('awaiting', 'approved'), ('awaiting', 'refused');
