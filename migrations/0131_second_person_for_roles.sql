-- Who agreed to an invitation that its maker may not give alone; null: nobody yet, or nobody has to.
ALTER TABLE person_links ADD COLUMN approved_by text;
