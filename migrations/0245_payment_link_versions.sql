-- Counts the changes of a payment link, so that of two people who edit it the second notices.
ALTER TABLE payment_links ADD COLUMN version integer NOT NULL DEFAULT 1;
