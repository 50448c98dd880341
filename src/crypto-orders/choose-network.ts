import { lockCharge } from '../charges/store.ts';
import type { Sql } from '../db/pool.ts';
import { holdMs } from './order.ts';
import { findOrderById, type Hold, lockOrder, payableNetworks, saveHold, takeAddressIndex } from './store.ts';

/** The price of one USDT at a moment. */
export interface HeldRate {
  /** USD for one USDT, times 10^8. */
  usdPerUsdtScaled: bigint;
  at: Date;
  sources: string[];
}

export interface ChooseDeps {
  sql: Sql;
  /** null: no rate is fresh enough to hold. */
  freshRate(): Promise<HeldRate | null>;
  /** What this installation serves. */
  networks: ReadonlySet<string>;
  deriveAddress(network: string, xpub: string, index: bigint): string;
  toUnits(amountMinor: bigint, rate: HeldRate): bigint;
  now(): Date;
}

export type ChooseResult =
  | 'chosen'
  | 'already_chosen'
  | 'not_open'
  | 'unknown_network'
  | 'no_rate'
  | 'no_wallet';

/**
 * Fixes network, rate, amount and address of an order, once. Two tabs that choose at the same
 * instant end with the first one's choice.
 */
export async function chooseNetwork(
  deps: ChooseDeps,
  orderId: string,
  network: string,
): Promise<ChooseResult> {
  if (!deps.networks.has(network)) return 'unknown_network';
  const found = await findOrderById(deps.sql, orderId);
  if (!found) return 'not_open';
  const rate = await deps.freshRate();
  const now = deps.now();
  return await deps.sql.begin(async (tx): Promise<ChooseResult> => {
    const order = await lockOrder(tx, found.merchantId, orderId);
    if (order?.hold) return 'already_chosen';
    if (order?.status !== 'open' || order.opensUntil <= now) return 'not_open';
    // A charge that was canceled meanwhile must not be paid.
    const charge = order.chargeId && (await lockCharge(tx, order.merchantId, order.chargeId));
    if (charge && charge.status !== 'open') return 'not_open';
    if (!rate) return 'no_rate';
    if (!(await payableNetworks(tx)).has(network)) return 'no_wallet';
    const taken = await takeAddressIndex(tx, network);
    if (!taken) return 'no_wallet';
    const hold: Hold = {
      network,
      address: deps.deriveAddress(network, taken.xpub, taken.index),
      addressIndex: taken.index,
      amountUnits: deps.toUnits(order.amountMinor, rate),
      rateScaled: rate.usdPerUsdtScaled,
      rateAt: rate.at,
      rateSources: rate.sources,
      heldUntil: new Date(now.getTime() + holdMs),
    };
    await saveHold(tx, order, hold, taken.number);
    return 'chosen';
  });
}
