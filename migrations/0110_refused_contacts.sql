-- The mail server of a merchant's contact address refuses mail for good; null: not that we know.
ALTER TABLE merchants ADD COLUMN contact_refused_at timestamptz;
-- In the mail server's words.
ALTER TABLE merchants ADD COLUMN contact_refusal text;
CREATE INDEX merchants_contact_refused ON merchants (contact_refused_at) WHERE contact_refused_at IS NOT NULL;
