-- The account under which somebody made it on the page; null: a key did, which is nobody.
ALTER TABLE payouts ADD COLUMN made_by text;

-- Whose account it was given under. Null: a name that somebody typed at the command line before accounts were asked for; it is
-- read, and counts no more.
ALTER TABLE payout_approvals ADD COLUMN person_id uuid;

-- The period of the newest code that each person has used: none of it, and none before, is taken again.
CREATE TABLE used_codes (
  person_id uuid PRIMARY KEY REFERENCES people (id),
  period    bigint NOT NULL
);

-- Many payouts of one file. Its lines are checked when it is stored; nothing is made before somebody confirms it.
CREATE TABLE payout_batches (
  merchant_id  uuid NOT NULL REFERENCES merchants (id),
  id           uuid NOT NULL,
  name         text NOT NULL,
  made_by      text NOT NULL,
  asset        text NOT NULL,
  -- Of what the lines say: the same file once more is noticed.
  digest       bytea NOT NULL,
  line_count   integer NOT NULL CHECK (line_count > 0),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  created_at   timestamptz NOT NULL,
  confirmed_at timestamptz,
  finished_at  timestamptz,
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX payout_batches_to_make ON payout_batches (confirmed_at)
  WHERE confirmed_at IS NOT NULL AND finished_at IS NULL;
CREATE INDEX payout_batches_left ON payout_batches (created_at) WHERE confirmed_at IS NULL;

CREATE TABLE payout_batch_lines (
  merchant_id  uuid NOT NULL,
  batch_id     uuid NOT NULL,
  -- Of the file, the heading is 1.
  line         integer NOT NULL,
  -- Fixed before anything is made: made twice, it is one.
  payout_id    uuid NOT NULL,
  country      text NOT NULL,
  amount_minor bigint NOT NULL,
  email        text NOT NULL,
  reference    text,
  description  text,
  -- waiting, made, refused.
  status       text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'made', 'refused')),
  -- Why it was refused: a code of the API, and its sentence.
  refusal      text,
  explanation  text,
  PRIMARY KEY (merchant_id, batch_id, line),
  FOREIGN KEY (merchant_id, batch_id) REFERENCES payout_batches (merchant_id, id) ON DELETE CASCADE
);
CREATE INDEX payout_batch_lines_waiting ON payout_batch_lines (merchant_id, batch_id, line) WHERE status = 'waiting';
