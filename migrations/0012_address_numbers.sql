-- Watchers keep all deposit addresses in memory and ask only for those that are new. They are numbered in the
-- order in which they are committed: whoever takes a number holds the wallet's row until the end of its
-- transaction. So a watcher that has seen a number has seen all below it.
ALTER TABLE deposit_wallets ADD COLUMN handed_out bigint NOT NULL DEFAULT 0;
ALTER TABLE deposit_addresses ADD COLUMN number bigint;

UPDATE deposit_addresses
   SET number = counted.number
  FROM (
    SELECT network, address, row_number() OVER (PARTITION BY network ORDER BY address) AS number
      FROM deposit_addresses
  ) AS counted
 WHERE deposit_addresses.network = counted.network
   AND deposit_addresses.address = counted.address;
UPDATE deposit_wallets
   SET handed_out = coalesce(
         (SELECT max(number) FROM deposit_addresses WHERE deposit_addresses.network = deposit_wallets.network), 0);

ALTER TABLE deposit_addresses ALTER COLUMN number SET NOT NULL;
CREATE UNIQUE INDEX deposit_addresses_by_number ON deposit_addresses (network, number);
