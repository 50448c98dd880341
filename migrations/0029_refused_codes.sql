-- The mail of a payout's code is known by its payout, and the claim knows which mail carries the code that serves. So a mail
-- server's refusal of it is seen on the payout's page and told to the merchant, and one of an earlier mail is not.
ALTER TABLE mails ADD COLUMN payout_id uuid;
CREATE INDEX mails_of_payout ON mails (merchant_id, payout_id) WHERE payout_id IS NOT NULL;

ALTER TABLE payout_claims
  -- The recipient's: a code that the merchant has mailed anew is in it, too.
  ADD COLUMN language text,
  ADD COLUMN mail_id uuid,
  -- When the mail server refused the code's mail for good, and what it said.
  ADD COLUMN refused_at timestamptz,
  ADD COLUMN refusal text;
CREATE INDEX payout_claims_refused ON payout_claims (merchant_id) WHERE refused_at IS NOT NULL;
