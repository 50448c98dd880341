-- outside a transaction
-- Which link a charge was made under: money that comes late for it may pay a link that was paid meanwhile.
DROP INDEX CONCURRENTLY IF EXISTS link_charges_by_charge;
CREATE INDEX CONCURRENTLY link_charges_by_charge ON link_charges (merchant_id, charge_id);
