-- What the statement of the customer's card is to say of a charge; NULL: what the merchant's settings say, if anything.
ALTER TABLE charges ADD COLUMN statement_descriptor text;
