-- Links under which customers pay without a line of code at the merchant. An invoice is one for a single customer.
CREATE TABLE payment_links (
  merchant_id    uuid NOT NULL,
  id             uuid NOT NULL,
  -- Stands in the address; drawn by lot, ends as the merchant's id does.
  token          text NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('link', 'invoice')),
  -- The order number of its charges.
  number         text NOT NULL,
  title          text NOT NULL,
  country        text NOT NULL,
  currency       text NOT NULL,
  -- NULL: whoever pays says how much, within the bounds.
  amount_minor   bigint CHECK (amount_minor > 0),
  min_minor      bigint CHECK (min_minor > 0),
  max_minor      bigint CHECK (max_minor > 0),
  methods        text[] NOT NULL,
  -- NULL: the customer's browser says.
  language       text,
  is_once        boolean NOT NULL,
  expires_at     timestamptz,
  customer_name  text,
  customer_email text,
  due_on         date,
  lines          jsonb,
  -- When the customer of an invoice is next reminded by itself.
  remind_at      timestamptz,
  -- Of one that is paid once: the charge that may pay it now, or has.
  charge_id      uuid,
  closed_at      timestamptz,
  -- Under which whoever made it repeats the request.
  request_key    text,
  created_by     text NOT NULL,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, token),
  UNIQUE (merchant_id, request_key),
  CHECK ((kind = 'invoice') = (lines IS NOT NULL)),
  CHECK ((kind = 'invoice') = (due_on IS NOT NULL)),
  CHECK ((kind = 'invoice') = (customer_email IS NOT NULL)),
  CHECK (kind = 'link' OR (is_once AND amount_minor IS NOT NULL)),
  CHECK (amount_minor IS NULL OR (min_minor IS NULL AND max_minor IS NULL))
);
-- The public page knows only the token.
CREATE INDEX payment_links_by_token ON payment_links (token);
CREATE UNIQUE INDEX payment_links_invoice_number ON payment_links (merchant_id, number) WHERE kind = 'invoice';
CREATE INDEX payment_links_to_remind ON payment_links (remind_at) WHERE remind_at IS NOT NULL;

-- The charges that were made under a link.
CREATE TABLE link_charges (
  merchant_id         uuid NOT NULL,
  link_id             uuid NOT NULL,
  charge_id           uuid NOT NULL,
  -- What was asked for, and from where, neither to be read: the same again leads to the same charge.
  request_hash        bytea NOT NULL,
  client_address_hash bytea NOT NULL,
  created_at          timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, link_id, charge_id),
  FOREIGN KEY (merchant_id, link_id) REFERENCES payment_links
);

-- Invoices and reminders that were mailed, or are to be.
CREATE TABLE link_mailings (
  merchant_id uuid NOT NULL,
  id          uuid NOT NULL,
  link_id     uuid NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('invoice', 'invoice_reminder')),
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id),
  FOREIGN KEY (merchant_id, link_id) REFERENCES payment_links
);
CREATE INDEX link_mailings_of_link ON link_mailings (merchant_id, link_id, id);

-- What somebody looks for often on the list of payments; it is theirs alone.
CREATE TABLE saved_views (
  id          uuid PRIMARY KEY,
  person_id   uuid NOT NULL REFERENCES people (id),
  merchant_id uuid NOT NULL REFERENCES merchants (id),
  name        text NOT NULL,
  search      text NOT NULL,
  state       text,
  created_at  timestamptz NOT NULL,
  UNIQUE (person_id, merchant_id, name)
);
