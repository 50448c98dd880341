-- outside a transaction
-- The pieces of a payment link that are not counted as sold for good.
DROP INDEX CONCURRENTLY IF EXISTS link_charges_pieces;
CREATE INDEX CONCURRENTLY link_charges_pieces ON link_charges (merchant_id, link_id, charge_id) WHERE pieces_state IN ('held', 'freed');
