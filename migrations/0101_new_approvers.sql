-- From when on the role lets its holder approve payouts and decide what two people decide; null: it always did.
ALTER TABLE person_roles ADD COLUMN approves_from timestamptz;
