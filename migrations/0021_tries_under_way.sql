-- Tries under way count against card testing as refused ones do, and approved ones speak for a card and an address.
-- Refused ones have indexes already; these hold the others, so that a try stands in one of each pair.
CREATE INDEX attempts_not_refused_by_card ON attempts (card_fingerprint, created_at) WHERE status <> 'refused';
CREATE INDEX attempts_not_refused_by_address ON attempts (client_address_hash, created_at) WHERE status <> 'refused';
