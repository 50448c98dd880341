import { type Chain, ChainUnavailable, type TransferLog } from '../chains/port/chain.ts';
import { addressesOf } from '../crypto-orders/address-store.ts';
import type { OrderKey } from '../crypto-orders/order.ts';
import type { SettleDeps } from '../crypto-orders/settle-deps.ts';
import { settleOrder } from '../crypto-orders/settle-order.ts';
import { findOrderById } from '../crypto-orders/store.ts';
import { recordTransfers } from '../crypto-orders/transfer-store.ts';
import type { Sql } from '../db/pool.ts';
import { readCursor } from './cursor-store.ts';

export interface FindDeps extends SettleDeps {
  sql: Sql;
  chains: ReadonlyMap<string, Chain>;
  now(): Date;
}

export type FindResult =
  | 'found'
  | 'wrong_recipient'
  | 'wrong_token_or_network'
  | 'not_in_a_block'
  | 'unavailable';

/**
 * A customer names the transaction they paid with. One that pays the order and that the watcher went
 * past without recording is recorded now; in all other cases it is said what is the matter with it.
 */
export async function findTransaction(
  deps: FindDeps,
  orderId: string,
  transactionHash: string,
): Promise<FindResult> {
  const order = await findOrderById(deps.sql, orderId);
  const places = order ? await addressesOf(deps.sql, order) : [];
  if (!order || places.length === 0) return 'unavailable';
  try {
    let result: FindResult = 'unavailable';
    // The network that is shown comes first, then those that the customer turned from; what is found on one ends it.
    for (const { network, address } of places) {
      const chain = deps.chains.get(network);
      if (!chain) continue;
      const transfers = await chain.transfersOf(transactionHash);
      if (transfers === null) {
        if (result === 'unavailable') result = 'not_in_a_block';
        continue;
      }
      if (transfers.length === 0) return 'wrong_token_or_network';
      const ours = transfers.filter((transfer) => transfer.to === address && transfer.amountUnits > 0n);
      if (ours.length === 0) return 'wrong_recipient';
      await recordMissed(deps, chain, { merchantId: order.merchantId, orderId }, ours);
      return 'found';
    }
    if (result === 'unavailable') return result;
    const tried = new Set(places.map(({ network }) => network));
    return (await isElsewhere(deps, tried, transactionHash)) ? 'wrong_token_or_network' : result;
  } catch (error) {
    if (error instanceof ChainUnavailable) return 'unavailable';
    throw error;
  }
}

/** Whether another network of ours has the transaction: sent with the wrong one chosen in the wallet. */
async function isElsewhere(
  deps: FindDeps,
  tried: ReadonlySet<string>,
  transactionHash: string,
): Promise<boolean> {
  const others = [...deps.chains.values()].filter(({ network }) => !tried.has(network));
  const looks = await Promise.allSettled(others.map((chain) => chain.transfersOf(transactionHash)));
  return looks.some((look) => look.status === 'fulfilled' && look.value !== null);
}

/** Only what is final: all above is the watcher's, which may be about to take it back. */
async function recordMissed(deps: FindDeps, chain: Chain, key: OrderKey, ours: TransferLog[]): Promise<void> {
  const { network } = chain;
  const cursor = await readCursor(deps.sql, network);
  const final = ours.filter((transfer) => cursor && transfer.blockNumber <= cursor.finalizedNumber);
  const [first] = final;
  const block = first && (await chain.block(first.blockNumber));
  if (!cursor || !block || block.hash !== first.blockHash) return;
  const now = deps.now();
  await deps.sql.begin(async (tx) => {
    const rows = final.map((log) => ({ log, blockTime: block.time, order: key }));
    await recordTransfers(tx, network, rows, now);
    await settleOrder(deps, tx, key, now);
  });
}
