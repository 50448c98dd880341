import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import type { AssetCode } from '../../base/money/asset.ts';
import { lockCharge } from '../../payments/charges/store.ts';
import { addressesOf, showAddress } from './addresses/address-store.ts';
import type { ReserveAddress } from './addresses/reserve-address.ts';
import { dustUnits, holdMs } from './order.ts';
import { type CryptoOrder, findOrderById, type Hold, lockOrder, saveHold } from './store.ts';
import { transfersOfOrder } from './transfers/transfer-store.ts';

/** The price of an asset at a moment. */
export interface HeldRate {
  /** USD for one of it, times 10^8. */
  usdPerAssetScaled: bigint;
  at: Date;
  sources: string[];
}

export interface ChooseDeps {
  sql: Sql;
  /** null: no rate is fresh enough to hold. */
  freshRate(asset: AssetCode): Promise<HeldRate | null>;
  /** The networks that this installation serves, with the asset of each. */
  networks: ReadonlyMap<string, AssetCode>;
  reserveAddress: ReserveAddress;
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
 * Fixes network, rate, amount and address of an order. If two tabs choose at the same instant, the first choice wins.
 */
export async function chooseNetwork(
  deps: ChooseDeps,
  orderId: string,
  network: string,
): Promise<ChooseResult> {
  const found = await findOrderById(deps.sql, orderId);
  if (!found) return 'not_open';
  if (deps.networks.get(network) !== found.asset) return 'unknown_network';
  const rate = await deps.freshRate(found.asset);
  const now = deps.now();
  const refusal = refusalOf(found, now);
  if (refusal) return refusal;
  // Reserved before the order is locked: a request that waits for an address holds no lock that others wait for.
  const place = rate && (await deps.reserveAddress(network, { merchantId: found.merchantId, orderId }));
  return await deps.sql.begin(async (tx): Promise<ChooseResult> => {
    const order = await lockOrder(tx, found.merchantId, orderId);
    if (!order) return 'not_open';
    const refusedNow = refusalOf(order, now);
    if (refusedNow) return refusedNow;
    if (!(await isWanted(tx, order))) return 'not_open';
    if (!rate) return 'no_rate';
    if (!place) return 'no_wallet';
    const hold: Hold = {
      ...place,
      amountUnits: deps.toUnits(order.amountMinor, rate),
      rateScaled: rate.usdPerAssetScaled,
      rateAt: rate.at,
      rateSources: rate.sources,
      heldUntil: new Date(now.getTime() + holdMs),
    };
    await saveHold(tx, order, hold);
    return 'chosen';
  });
}

function refusalOf({ hold, status, opensUntil }: CryptoOrder, now: Date): ChooseResult | null {
  if (hold) return 'already_chosen';
  return status !== 'open' || opensUntil <= now ? 'not_open' : null;
}

/**
 * Changes an order from the network `from` to another while no transfer was seen. Rate, amount and expiry stay, so that
 * the change gives no better price and no more time. The address on the former network stays the order's.
 */
export async function changeNetwork(
  deps: Omit<ChooseDeps, 'freshRate' | 'toUnits'>,
  orderId: string,
  from: string,
  network: string,
): Promise<Exclude<ChooseResult, 'no_rate'>> {
  const found = await findOrderById(deps.sql, orderId);
  if (!found) return 'not_open';
  if (deps.networks.get(network) !== found.asset) return 'unknown_network';
  const now = deps.now();
  const refusal = changeRefusalOf(found, from, network, now);
  if (refusal) return refusal;
  const knownOf = async (db: Db, order: CryptoOrder) =>
    (await addressesOf(db, order)).find((address) => address.network === network);
  const reserved =
    (await knownOf(deps.sql, found)) ??
    (await deps.reserveAddress(network, { merchantId: found.merchantId, orderId }));
  return await deps.sql.begin(async (tx) => {
    const order = await lockOrder(tx, found.merchantId, orderId);
    if (!order?.hold) return 'already_chosen';
    const refusedNow = changeRefusalOf(order, from, network, now);
    if (refusedNow) return refusedNow;
    if (!(await isWanted(tx, order))) return 'not_open';
    if (await isPaid(tx, order)) return 'already_chosen';
    const place = (await knownOf(tx, order)) ?? reserved;
    if (!place) return 'no_wallet';
    await showAddress(tx, order, place);
    return 'chosen';
  });
}

function changeRefusalOf(
  { hold, status }: CryptoOrder,
  from: string,
  network: string,
  now: Date,
): 'already_chosen' | 'not_open' | null {
  // If another tab changed it meanwhile, the customer sees that first.
  if (!hold || hold.network !== from || network === from) return 'already_chosen';
  return status !== 'awaiting' || hold.heldUntil <= now ? 'not_open' : null;
}

/** A charge that was canceled meanwhile must not be paid. */
async function isWanted(tx: Tx, { merchantId, chargeId }: CryptoOrder): Promise<boolean> {
  const charge = chargeId && (await lockCharge(tx, merchantId, chargeId));
  return !charge || charge.status === 'open';
}

async function isPaid(tx: Tx, { merchantId, id }: CryptoOrder): Promise<boolean> {
  const transfers = await transfersOfOrder(tx, merchantId, id);
  return transfers.some(({ orphaned, amountUnits }) => !orphaned && amountUnits >= dustUnits);
}
