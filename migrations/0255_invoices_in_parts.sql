-- An invoice may be paid in several payments, where its merchant allows it (docs/develop/decisions/0130).
ALTER TABLE payment_links ADD COLUMN in_parts boolean NOT NULL DEFAULT false;

-- When the merchant asked again for a payment that went back: since then it does not count as paid. What a charge that
-- may pay or has paid a part comes to is read from the charge itself.
ALTER TABLE link_charges ADD COLUMN asked_again_at timestamptz;
