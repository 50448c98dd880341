import { toBytes } from '../../base/db/bytes.ts';
import type { Tx } from '../../base/db/pool.ts';

/** For a sandbox network, whose wallets come with the chain instead of being entered by a person. */

/** Adds a wallet; it becomes active if no other is. */
export async function enterHotWallet(tx: Tx, network: string, address: string): Promise<void> {
  await tx`
    INSERT INTO hot_wallets (network, address, active)
    SELECT ${network}, ${toBytes(address)}, count(*) FILTER (WHERE active) = 0
      FROM hot_wallets
     WHERE network = ${network}
        ON CONFLICT DO NOTHING`;
}

/** The chain was replaced by another, and its wallets are gone. */
export async function retireHotWallets(tx: Tx, network: string): Promise<void> {
  await tx`
    UPDATE hot_wallets
       SET active = false
     WHERE network = ${network}`;
}
