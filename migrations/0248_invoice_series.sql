-- The numbers of a merchant's invoices: a prefix and the next number, taken in the transaction that makes the invoice.
CREATE TABLE invoice_series (
  merchant_id uuid PRIMARY KEY,
  prefix      text NOT NULL,
  next_number bigint NOT NULL CHECK (next_number > 0),
  -- How many digits a number has at least: 4 for 0042.
  digits      integer NOT NULL CHECK (digits BETWEEN 1 AND 12)
);
