-- A saved view of payments may be of one method.
ALTER TABLE saved_views ADD COLUMN method text;
