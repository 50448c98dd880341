-- Customers may choose how many they buy under a payment link, and there may be a stock.
ALTER TABLE payment_links
  ADD COLUMN min_quantity integer CHECK (min_quantity > 0),
  ADD COLUMN max_quantity integer CHECK (max_quantity >= min_quantity),
  -- How many there are to sell in all; NULL: any number.
  ADD COLUMN stock integer CHECK (stock >= 0),
  -- Pieces of payments whose row in link_charges is counted here.
  ADD COLUMN sold integer NOT NULL DEFAULT 0 CHECK (sold >= 0);

-- How many a charge is for, and what became of them where there is a stock. The charge's status is what counts: a row is
-- `held` until somebody comes and finds its charge paid (`sold`) or ended unpaid (`freed`).
ALTER TABLE link_charges
  ADD COLUMN pieces integer CHECK (pieces > 0),
  ADD COLUMN pieces_state text CHECK (pieces_state IN ('held', 'sold', 'freed'));
