-- A refund that no processor makes: the customer names a bank account on a page of ours, the merchant transfers the
-- money and says so (docs/develop/decisions/0107).
ALTER TABLE refunds ADD COLUMN way text NOT NULL DEFAULT 'processor' CHECK (way IN ('processor', 'bank_details'));

CREATE TABLE bank_refunds (
  merchant_id    uuid NOT NULL,
  -- The refund's id.
  id             uuid NOT NULL,
  charge_id      uuid NOT NULL,
  status         text NOT NULL CHECK (status IN ('asked', 'given', 'paid', 'withdrawn')),
  -- ISO 3166-1 alpha-3: decides which details are asked for.
  country        text NOT NULL,
  email          text NOT NULL,
  -- NULL: the merchant's.
  language       text,
  -- Of the token in the mail; NULL: no mail was written yet.
  token_hash     bytea,
  -- The request that the mail belongs to; asking again makes another.
  ask_id         uuid NOT NULL,
  -- Sealed, while the refund is open; NULL: not given, or not needed any more.
  details_sealed bytea,
  -- What remains of them: "CLABE •••• 4321".
  details_hint   text,
  -- Whether the amount is set aside from the merchant's balance while the refund is open.
  is_held        boolean NOT NULL,
  -- The merchant's own reference of the transfer.
  reference      text,
  asked_at       timestamptz NOT NULL,
  given_at       timestamptz,
  ended_at       timestamptz,
  CHECK (details_sealed IS NULL OR status = 'given'),
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX bank_refunds_of_charge ON bank_refunds (merchant_id, charge_id);
-- The public page knows only the token.
CREATE INDEX bank_refunds_by_token ON bank_refunds (token_hash) WHERE token_hash IS NOT NULL;
CREATE INDEX bank_refunds_by_ask ON bank_refunds (ask_id);
