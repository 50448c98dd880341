-- A link that was made anew is answered once and not kept: a repeated request cannot be answered with it.
ALTER TABLE payouts ALTER COLUMN link_sealed DROP NOT NULL;
