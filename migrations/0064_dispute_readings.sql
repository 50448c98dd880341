-- When the account's list of disputes is to be read again: by one process at a time, and no oftener than its processor likes.
ALTER TABLE dispute_cursors ADD COLUMN due_at timestamptz NOT NULL DEFAULT now();
