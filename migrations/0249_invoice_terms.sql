-- What an invoice has beside its lines: discounts and taxes. NULL: nothing.
ALTER TABLE payment_links ADD COLUMN invoice_terms jsonb;
