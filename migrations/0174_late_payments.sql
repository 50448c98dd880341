-- Money that arrived although its attempt had ended is told like the warnings of processors.
ALTER TABLE payment_warnings DROP CONSTRAINT payment_warnings_kind_check;
ALTER TABLE payment_warnings
  ADD CONSTRAINT payment_warnings_kind_check CHECK (kind IN ('fraud', 'claim', 'late_payment')) NOT VALID;
