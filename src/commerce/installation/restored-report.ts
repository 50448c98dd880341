import type { Sql } from '../../base/db/pool.ts';
import { assetOn } from '../../chain/chains/networks.ts';
import type { TransferLog } from '../../chain/chains/port/chain.ts';
import type { CustodyChain } from '../../chain/chains/port/custody-chain.ts';
import { outflowsSinceAgreed } from '../../crypto/custody/unknown-outflows.ts';
import { listPauses, type Pause } from '../../crypto/payouts/pauses/pause-payouts.ts';
import { isRestored } from '../../crypto/payouts/pauses/pauses.ts';
import { type Payout, unendedPayouts } from '../../crypto/payouts/store.ts';

/** A transfer out of a hot wallet that the restored books do not know. */
export interface Outflow {
  network: string;
  log: TransferLog;
}

export interface RestoredReport {
  isRestored: boolean;
  pause: Pause | null;
  /** Payouts still to be paid by these books. */
  payouts: Payout[];
  outflows: Outflow[];
  /** Payouts that such a transfer may already have paid. */
  repeats: { payout: Payout; outflow: Outflow }[];
  /** Networks with a hot wallet but no reachable node: nothing is known of them. */
  unread: string[];
}

/** Payouts still to be paid by a restored database, beside transfers out of the hot wallets that it does not know. */
export async function restoredReport(
  sql: Sql,
  chains: ReadonlyMap<string, CustodyChain>,
): Promise<RestoredReport> {
  const rows = await sql<{ network: string }[]>`SELECT DISTINCT network FROM hot_wallets ORDER BY network`;
  const networks = rows.map(({ network }) => network);
  const outflows: Outflow[] = [];
  for (const network of networks) {
    const chain = chains.get(network);
    if (chain) for (const log of await outflowsSinceAgreed(sql, chain)) outflows.push({ network, log });
  }
  const payouts = await unendedPayouts(sql);
  return {
    isRestored: await isRestored(sql),
    pause: (await listPauses(sql)).find(({ scope }) => scope === 'restored') ?? null,
    payouts,
    outflows,
    repeats: payouts.flatMap((payout) =>
      outflows.filter((outflow) => mayHavePaid(outflow, payout)).map((outflow) => ({ payout, outflow })),
    ),
    unread: networks.filter((network) => !chains.has(network)),
  };
}

/**
 * Ignores the wallet in these books: the recipient may have confirmed another one since the backup, even on another
 * network.
 */
function mayHavePaid({ network, log }: Outflow, payout: Payout): boolean {
  return payout.asset === assetOn(network) && payout.amountUnits === log.amountUnits;
}
