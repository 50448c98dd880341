-- When the program last looked for the payment that makes a confirmed gap.
ALTER TABLE chain_gaps ADD COLUMN rescanned_at timestamptz;
