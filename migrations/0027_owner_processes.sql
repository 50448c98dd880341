-- The process that an endpoint's owner is, so that whoever comes next on the same machine can see that it has died.
-- NULL: written by an older version, or where processes cannot be told apart.
ALTER TABLE endpoint_owners ADD COLUMN process text;
