import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import type { AssetCode } from '../../base/money/asset.ts';
import { isLocalCurrency, type LocalCurrency } from '../../base/money/local-currency.ts';
import type { Money } from '../../base/money/money.ts';
import { lockCharge } from '../../payments/charges/store.ts';
import { addressesOf, showAddress } from './addresses/address-store.ts';
import type { ReserveAddress } from './addresses/reserve-address.ts';
import { dustUnits, holdMs } from './order.ts';
import { type CryptoOrder, findOrderById, type Hold, lockOrder, saveHold } from './store.ts';
import { transfersOfOrder } from './transfers/transfer-store.ts';

/** The price of an asset or of a local currency at a moment. */
export interface HeldRate {
  /** For an asset: its price in USD. For a local currency: the price of one USD in it. Times 10^8. */
  priceScaled: bigint;
  at: Date;
  sources: string[];
}

/** The rates that convert a price: the asset's, and the local currency's unless the price is in USD. */
export interface OrderRates {
  asset: HeldRate;
  local: HeldRate | null;
}

/** A price in an asset. */
export interface Converted {
  units: bigint;
  /** The price in US cents. */
  usdMinor: bigint;
}

export interface RateDeps {
  /** null: no rate is fresh enough to hold. */
  freshRate(code: AssetCode | LocalCurrency): Promise<HeldRate | null>;
  convert(price: Money, rates: OrderRates): Converted;
}

export interface ChooseDeps extends RateDeps {
  sql: Sql;
  /** The networks that this installation serves, with the asset of each. */
  networks: ReadonlyMap<string, AssetCode>;
  reserveAddress: ReserveAddress;
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
  const rates = await freshRates(deps, found);
  const now = deps.now();
  const refusal = refusalOf(found, now);
  if (refusal) return refusal;
  // Reserved before the order is locked: a request that waits for an address holds no lock that others wait for.
  const place = rates && (await deps.reserveAddress(network, { merchantId: found.merchantId, orderId }));
  return await deps.sql.begin(async (tx): Promise<ChooseResult> => {
    const order = await lockOrder(tx, found.merchantId, orderId);
    if (!order) return 'not_open';
    const refusedNow = refusalOf(order, now);
    if (refusedNow) return refusedNow;
    if (!(await isWanted(tx, order))) return 'not_open';
    if (!rates) return 'no_rate';
    if (!place) return 'no_wallet';
    const { asset, local } = rates;
    const { units, usdMinor } = deps.convert(order.price, rates);
    const hold: Hold = {
      ...place,
      amountUnits: units,
      rateScaled: asset.priceScaled,
      rateAt: asset.at,
      rateSources: asset.sources,
      local: local && { rateScaled: local.priceScaled, at: local.at, sources: local.sources },
      heldUntil: new Date(now.getTime() + holdMs),
    };
    await saveHold(tx, order, hold, usdMinor);
    return 'chosen';
  });
}

/** All rates that an order's price needs; null: one of them is not fresh. */
export async function freshRates(
  deps: Pick<RateDeps, 'freshRate'>,
  { asset, price }: Pick<CryptoOrder, 'asset' | 'price'>,
): Promise<OrderRates | null> {
  const { currency } = price;
  const isUsd = currency === 'USD';
  if (!isUsd && !isLocalCurrency(currency)) return null;
  const [ofAsset, local] = await Promise.all([
    deps.freshRate(asset),
    isUsd ? null : deps.freshRate(currency),
  ]);
  return ofAsset && (isUsd || local) ? { asset: ofAsset, local } : null;
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
  deps: Omit<ChooseDeps, keyof RateDeps>,
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
