import type { Sql } from '../../base/db/pool.ts';
import { peersOf } from '../../chain/chains/networks.ts';
import { type Block, type Chain, ChainUnavailable, type TransferLog } from '../../chain/chains/port/chain.ts';
import { addressesOf, type OrderAddress } from '../orders/addresses/address-store.ts';
import type { OrderKey } from '../orders/order.ts';
import type { OutcomeDeps } from '../orders/outcome/outcome-deps.ts';
import { recordOrderOutcome } from '../orders/outcome/record-outcome.ts';
import { findOrderById } from '../orders/store.ts';
import { recordTransfers } from '../orders/transfers/transfer-store.ts';
import { lockFinalized, readCursor } from './cursor-store.ts';
import { sortStrays } from './match-transfers.ts';
import { recordStrays } from './strays/stray-store.ts';

export interface FindDeps extends OutcomeDeps {
  sql: Sql;
  chains: ReadonlyMap<string, Chain>;
  now(): Date;
}

export type FindResult =
  | 'found'
  | 'wrong_recipient'
  | 'wrong_token_or_network'
  /** A network that we read has the transaction, but it moved no token that we know. */
  | 'unknown_token'
  | 'not_in_a_block'
  | 'unavailable';

/**
 * A customer names the transaction they paid with. A payment of the order that the watcher missed is recorded now, and
 * so is a payment to the order's address on another network or in another token. In all other cases the result says
 * what is wrong.
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
    // Checks the network shown first, then the networks that the customer left. The first network that has the
    // transaction ends the search.
    for (const { network, address } of places) {
      const chain = deps.chains.get(network);
      if (!chain) continue;
      const transfers = await chain.transfersOf(transactionHash);
      if (transfers === null) {
        if (result === 'unavailable') result = 'not_in_a_block';
        continue;
      }
      const ours = transfers.filter((transfer) => transfer.to === address && transfer.amountUnits > 0n);
      if (ours.length === 0) {
        result = transfers.length === 0 ? 'unknown_token' : 'wrong_recipient';
        break;
      }
      await recordMissed(deps, chain, { merchantId: order.merchantId, orderId }, ours);
      return 'found';
    }
    if (result === 'unavailable') return result;
    const elsewhere = await findElsewhere(deps, places, transactionHash);
    for (const { chain, transfers } of elsewhere) {
      const astray = transfers.filter((transfer) => isAstray(places, chain.network, transfer));
      if (astray.length === 0) continue;
      await recordMissedStrays(deps, chain, { merchantId: order.merchantId, orderId }, astray);
      return 'found';
    }
    if (result === 'wrong_recipient') return result;
    if (elsewhere.some(({ transfers }) => transfers.length > 0)) return 'wrong_token_or_network';
    return elsewhere.length > 0 ? 'unknown_token' : result;
  } catch (error) {
    if (error instanceof ChainUnavailable) return 'unavailable';
    throw error;
  }
}

/** Finds the transaction on other networks or in other tokens: the customer chose the wrong one in the wallet. */
async function findElsewhere(
  deps: FindDeps,
  places: readonly OrderAddress[],
  transactionHash: string,
): Promise<{ chain: Chain; transfers: TransferLog[] }[]> {
  const others = [...deps.chains.values()].filter(
    (chain) => !places.some(({ network }) => network === chain.network),
  );
  const looks = await Promise.allSettled(
    others.map(async (chain) => ({ chain, transfers: await chain.transfersOf(transactionHash) })),
  );
  return looks.flatMap((look) =>
    look.status === 'fulfilled' && look.value.transfers !== null
      ? [{ chain: look.value.chain, transfers: look.value.transfers }]
      : [],
  );
}

/** Only networks of one family share addresses. */
function isAstray(places: readonly OrderAddress[], network: string, transfer: TransferLog): boolean {
  const peers = peersOf(network);
  return (
    transfer.amountUnits > 0n &&
    places.some((place) => peers.includes(place.network) && place.address === transfer.to)
  );
}

/** Like an ordinary payment, only final transfers are recorded. The watcher notifies the merchant. */
async function recordMissedStrays(
  deps: FindDeps,
  chain: Chain,
  order: OrderKey,
  astray: TransferLog[],
): Promise<void> {
  const { final, block } = await finalOf(deps, chain, astray);
  if (!block) return;
  const found = final.map((log) => ({ log, blockTime: block.time, order }));
  await deps.sql.begin(async (tx) => {
    await lockFinalized(tx, chain.network);
    // A transfer made after an order got this address there belongs to that order.
    const { astray: strays } = await sortStrays(tx, chain.network, found);
    await recordStrays(tx, chain.network, strays, deps.now());
  });
}

async function recordMissed(deps: FindDeps, chain: Chain, key: OrderKey, ours: TransferLog[]): Promise<void> {
  const { network } = chain;
  const { final, block } = await finalOf(deps, chain, ours);
  if (!block) return;
  const now = deps.now();
  await deps.sql.begin(async (tx) => {
    const rows = final.map((log) => ({ log, blockTime: block.time, order: key }));
    await recordTransfers(tx, network, rows, now);
    await recordOrderOutcome(deps, tx, key, now);
  });
}

/** Returns final transfers only. Blocks above belong to the watcher, which may be about to roll them back. */
async function finalOf(
  deps: FindDeps,
  chain: Chain,
  logs: TransferLog[],
): Promise<{ final: TransferLog[]; block: Block | null }> {
  const cursor = await readCursor(deps.sql, chain.network);
  const final = logs.filter((log) => cursor && log.blockNumber <= cursor.finalizedNumber);
  const [first] = final;
  const block = first ? await chain.block(first.blockNumber) : null;
  return { final, block: block?.hash === first?.blockHash ? block : null };
}
