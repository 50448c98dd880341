import { toBytes } from '../../../base/db/bytes.ts';
import type { Db } from '../../../base/db/pool.ts';

export interface HotWalletWork {
  /** Confirmed but not sent yet, on the network. */
  queued: number;
  /** Sent from this wallet but not final. */
  underWay: number;
}

export async function workOfHotWallet(db: Db, network: string, address: string): Promise<HotWalletWork> {
  const [row] = await db<HotWalletWork[]>`
    SELECT (SELECT count(*)::int
              FROM payouts
             WHERE network = ${network}
               AND status = 'queued') AS queued,
           (SELECT count(*)::int
              FROM payouts
             WHERE network = ${network}
               AND wallet = ${toBytes(address)}
               AND status IN ('sending', 'pending')) AS "underWay"`;
  return row ?? { queued: 0, underWay: 0 };
}
