import type { Sql, Tx } from '../../base/db/pool.ts';
import type { Chain, TransferLog } from '../../chain/chains/port/chain.ts';
import type { OrderKey } from '../orders/order.ts';
import { matchAddresses } from '../orders/transfers/transfer-store.ts';
import { ownersOn } from './strays/stray-store.ts';

/** A transfer to an address of ours, with the time of its block. */
export interface OurTransfer {
  log: TransferLog;
  blockTime: Date;
  order: OrderKey;
}

/** The transfers to our addresses; all others are dropped here. null if the chain changed during the read. */
export async function matchOurs(sql: Sql, chain: Chain, logs: TransferLog[]): Promise<OurTransfer[] | null> {
  const orders = await matchAddresses(sql, chain.network, [...new Set(logs.map((log) => log.to))]);
  return await withTimes(chain, logs, orders);
}

/** Transfers to addresses that are ours on other networks only: the sender chose the wrong network in the wallet. */
export async function matchStrays(
  sql: Sql,
  chain: Chain,
  peers: readonly string[],
  logs: TransferLog[],
  ours: readonly OurTransfer[],
): Promise<OurTransfer[] | null> {
  const known = new Set(ours.map(({ log }) => log.to));
  const others = new Set(logs.map((log) => log.to).filter((address) => !known.has(address)));
  return await withTimes(chain, logs, await ownersOn(sql, peers, [...others]));
}

/**
 * An address may have been given to an order on this network since its transfer was read as a stray. The caller holds
 * the network's cursor lock, which every decision about strays takes too.
 */
export async function sortStrays(
  tx: Tx,
  network: string,
  strays: readonly OurTransfer[],
): Promise<{ adopted: OurTransfer[]; astray: OurTransfer[] }> {
  const owners = await matchAddresses(tx, network, [...new Set(strays.map(({ log }) => log.to))]);
  const adopted = strays.flatMap((stray) => {
    const order = owners.get(stray.log.to);
    return order ? [{ ...stray, order }] : [];
  });
  return { adopted, astray: strays.filter(({ log }) => !owners.has(log.to)) };
}

async function withTimes(
  chain: Chain,
  logs: TransferLog[],
  orders: ReadonlyMap<string, OrderKey>,
): Promise<OurTransfer[] | null> {
  const wanted = logs.filter((log) => orders.has(log.to) && log.amountUnits > 0n);
  if (wanted.length === 0) return [];
  const numbers = [...new Set(wanted.map((log) => log.blockNumber))];
  const blocks = new Map((await chain.blocks(numbers)).map((block) => [block?.hash, block]));
  const ours: OurTransfer[] = [];
  for (const log of wanted) {
    const block = blocks.get(log.blockHash);
    const order = orders.get(log.to);
    if (!block || !order) return null;
    ours.push({ log, blockTime: block.time, order });
  }
  return ours;
}
