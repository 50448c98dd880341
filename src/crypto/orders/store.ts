import { toByteList, toBytes } from '../../base/db/bytes.ts';
import { ofBatch } from '../../base/db/citus/merchant-batches.ts';
import { amongMerchants, ownersOf } from '../../base/db/citus/owners.ts';
import { acrossMerchants } from '../../base/db/citus/reach.ts';
import { tagOf } from '../../base/db/ids.ts';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import { currentTraceparent, logTrail } from '../../base/ground/trail.ts';
import type { AssetCode } from '../../base/money/asset.ts';
import type { Language } from '../../base/money/language.ts';
import type { Money } from '../../base/money/money.ts';
import type { Anomaly, OrderKey, OrderStatus, Resolution } from './order.ts';

export interface CryptoOrder {
  merchantId: string;
  id: string;
  status: OrderStatus;
  anomalies: Anomaly[];
  chargeId: string | null;
  country: string;
  origin: string;
  /** What the customer is asked for: USD, or the local currency of a charge. */
  price: Money;
  /** US cents: the price, or what it was worth when its rate was fixed; 0 before that. */
  amountMinor: bigint;
  /** The asset that pays the order. */
  asset: AssetCode;
  email: string;
  merchantIdCustom: string | null;
  metadata: Record<string, string> | null;
  description: string | null;
  language: Language | null;
  returnUrl: string | null;
  opensUntil: Date;
  hold: Hold | null;
  seenUnits: bigint;
  finalUnits: bigint;
  resolution: Resolution | null;
  resolutionNote: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  /** The trace of the request that created the order; null while tracing is off. */
  traceparent: string | null;
}

/** Fixed when the customer chooses a network. Until a payment is seen they may change the network at the same price. */
export interface Hold {
  network: string;
  /** 0x and 40 hex digits, on every network. */
  address: string;
  addressIndex: bigint;
  amountUnits: bigint;
  /** USD for one of the asset, times 10^8. */
  rateScaled: bigint;
  rateAt: Date;
  rateSources: string[];
  /** null: the price is in USD. */
  local: LocalRate | null;
  heldUntil: Date;
}

/** What one USD cost in the currency of the price. */
export interface LocalRate {
  /** Times 10^8. */
  rateScaled: bigint;
  at: Date;
  sources: string[];
}

type HoldColumns = { [K in keyof Omit<Hold, 'local'>]: Hold[K] | null };
export type OrderRow = Omit<CryptoOrder, 'hold' | 'price'> &
  HoldColumns & {
    priceCurrency: string | null;
    priceMinor: bigint | null;
    localRateScaled: bigint | null;
    localRateAt: Date | null;
    localRateSources: string[] | null;
  };

export const orderColumns = `
  merchant_id AS "merchantId", id, status, anomalies, charge_id AS "chargeId", country, origin,
  amount_minor AS "amountMinor", asset, email, merchant_id_custom AS "merchantIdCustom", description, metadata,
  language,
  return_url AS "returnUrl", opens_until AS "opensUntil", network, '0x' || encode(address, 'hex') AS address,
  address_index AS "addressIndex", amount_units AS "amountUnits", rate_scaled AS "rateScaled", rate_at AS "rateAt",
  rate_sources AS "rateSources", price_currency AS "priceCurrency", price_minor AS "priceMinor",
  local_rate_scaled AS "localRateScaled", local_rate_at AS "localRateAt",
  local_rate_sources AS "localRateSources", held_until AS "heldUntil", seen_units AS "seenUnits", final_units AS "finalUnits",
  resolution, resolution_note AS "resolutionNote", created_at AS "createdAt",
  decided_at AS "decidedAt", traceparent`;

export function toOrder(row: OrderRow): CryptoOrder {
  const {
    network,
    address,
    addressIndex,
    amountUnits,
    rateScaled,
    rateAt,
    rateSources,
    heldUntil,
    priceCurrency,
    priceMinor,
    localRateScaled,
    localRateAt,
    localRateSources,
    ...order
  } = row;
  const local =
    localRateScaled === null
      ? null
      : { rateScaled: localRateScaled, at: localRateAt, sources: localRateSources };
  const held = {
    network,
    address,
    addressIndex,
    amountUnits,
    rateScaled,
    rateAt,
    rateSources,
    local,
    heldUntil,
  };
  const price =
    priceCurrency === null
      ? { currency: 'USD', amountMinor: order.amountMinor }
      : { currency: priceCurrency, amountMinor: priceMinor as bigint };
  return { ...order, price, hold: network === null ? null : (held as Hold) };
}

export type NewOrder = Pick<
  CryptoOrder,
  | 'merchantId'
  | 'id'
  | 'chargeId'
  | 'country'
  | 'origin'
  | 'price'
  | 'asset'
  | 'email'
  | 'merchantIdCustom'
  | 'description'
  | 'metadata'
  | 'language'
  | 'returnUrl'
  | 'opensUntil'
  | 'createdAt'
>;

export async function insertOrder(tx: Tx, order: NewOrder, requestHash: Buffer): Promise<void> {
  const { currency, amountMinor } = order.price;
  const isUsd = currency === 'USD';
  await tx`
    INSERT INTO crypto_orders (
      merchant_id, id, charge_id, country, origin, amount_minor, price_currency, price_minor, asset, email, merchant_id_custom,
      description, metadata, language, return_url, request_hash, opens_until, created_at, traceparent)
    VALUES (
      ${order.merchantId}, ${order.id}, ${order.chargeId}, ${order.country}, ${order.origin}, ${isUsd ? amountMinor : 0n},
      ${isUsd ? null : currency}, ${isUsd ? null : amountMinor}, ${order.asset}, ${order.email}, ${order.merchantIdCustom}, ${order.description},
      ${order.metadata && tx.json(order.metadata)}, ${order.language},
      ${order.returnUrl}, ${requestHash}, ${order.opensUntil}, ${order.createdAt}, ${currentTraceparent()})`;
  const ids = { merchant: order.merchantId, crypto_order: order.id, charge: order.chargeId };
  tx.afterCommit(() => logTrail('crypto_order created', ids));
  if (!tx.isDistributed || tagOf(order.id) === tagOf(order.merchantId)) return;
  await tx`
    INSERT INTO order_owners (order_id, merchant_id)
    VALUES (${order.id}, ${order.merchantId})`;
}

/** For the hosted page and the `hash`, which contain only the order id. */
export async function findOrderById(db: Db, id: string): Promise<CryptoOrder | null> {
  const owners = await ownersOf(db, id);
  const [row] = await db<OrderRow[]>`
    SELECT ${db.unsafe(orderColumns)}
      FROM crypto_orders
     WHERE id = ${id}
           ${amongMerchants(db, owners)}`;
  return row ? toOrder(row) : null;
}

/** The decisions of people about an order, oldest first. */
export async function resolutionsOf(
  db: Db,
  order: CryptoOrder,
): Promise<{ resolvedAt: Date; resolution: Resolution; note: string }[]> {
  return await db<{ resolvedAt: Date; resolution: Resolution; note: string }[]>`
    SELECT resolved_at AS "resolvedAt", resolution, note
      FROM order_resolutions
     WHERE merchant_id = ${order.merchantId}
       AND order_id = ${order.id}
     ORDER BY resolved_at`;
}

export async function findOrderRequest(db: Db, id: string): Promise<{ requestHash: Buffer } | null> {
  const owners = await ownersOf(db, id);
  const [row] = await db<{ requestHash: Buffer }[]>`
    SELECT request_hash AS "requestHash"
      FROM crypto_orders
     WHERE id = ${id}
           ${amongMerchants(db, owners)}`;
  return row ?? null;
}

/** Locks the order's row for the rest of the transaction: all decisions about it queue here. */
export async function lockOrder(tx: Tx, merchantId: string, id: string): Promise<CryptoOrder | null> {
  const [row] = await tx<OrderRow[]>`
    SELECT ${tx.unsafe(orderColumns)}
      FROM crypto_orders
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       FOR UPDATE`;
  return row ? toOrder(row) : null;
}

/** Gives a network a wallet if it has none. */
export async function ensureWallet(sql: Sql, network: string, xpub: string): Promise<void> {
  await sql`
    INSERT INTO deposit_wallets (network, xpub)
    VALUES (${network}, ${xpub})
        ON CONFLICT (network) DO NOTHING`;
}

/** Networks on which orders can be paid: they have a wallet and a watcher, so that no payment goes unseen. */
export async function payableNetworks(db: Db): Promise<Set<string>> {
  const rows = await db<{ network: string }[]>`
    SELECT network
      FROM deposit_wallets
      JOIN chain_cursors USING (network)`;
  return new Set(rows.map((row) => row.network));
}

/**
 * Takes the next address indexes of a network; no two transactions ever get the same. Networks that share an xpub also
 * share its indexes, so that an address means one order on all of them. The number counts the network's addresses over
 * all its wallets, in commit order: other transactions wait until this one ends. Returns the first index and number of
 * the block.
 */
export async function takeAddressIndexes(
  tx: Tx,
  network: string,
  count = 1,
): Promise<{ xpub: string; index: bigint; number: bigint } | null> {
  for (;;) {
    const rows = await tx<{ network: string; xpub: string; index: bigint; number: bigint }[]>`
      WITH sharing AS (
        SELECT network, next_index
          FROM deposit_wallets
         WHERE xpub = (SELECT xpub FROM deposit_wallets WHERE network = ${network})
         ORDER BY network
           FOR UPDATE
      )
      UPDATE deposit_wallets
         SET next_index = (SELECT max(next_index) FROM sharing) + ${count}::int,
             handed_out = handed_out + CASE network WHEN ${network} THEN ${count}::int ELSE 0 END
       WHERE network IN (SELECT network FROM sharing)
      RETURNING network, xpub, next_index - ${count}::int AS index, handed_out - ${count}::int + 1 AS number`;
    const taken = rows.find((row) => row.network === network);
    if (taken) return taken;
    // The network has no wallet, or it was just replaced: then retries with the new one.
    const [present] = await tx`
      SELECT
        FROM deposit_wallets
       WHERE network = ${network}`;
    if (!present) return null;
  }
}

/** Assigns addresses to orders, which then receive the transfers to them. */
export async function saveAddresses(
  tx: Tx,
  network: string,
  taken: (OrderKey & { address: string; number: bigint })[],
): Promise<void> {
  await tx`
    INSERT INTO deposit_addresses (network, address, merchant_id, order_id, number)
    SELECT ${network}, address, merchant_id, order_id, number
      FROM unnest(
             ${toByteList(taken.map(({ address }) => address))}::text::bytea[],
             ${taken.map(({ merchantId }) => merchantId)}::uuid[],
             ${taken.map(({ orderId }) => orderId)}::uuid[],
             ${taken.map(({ number }) => number)}::bigint[]
           ) AS taken (address, merchant_id, order_id, number)`;
}

/** `usdMinor`: what the price is worth in US cents. */
export async function saveHold(tx: Tx, order: CryptoOrder, hold: Hold, usdMinor: bigint): Promise<void> {
  await tx`
    UPDATE crypto_orders
       SET status = 'awaiting',
           network = ${hold.network},
           address = ${toBytes(hold.address)},
           address_index = ${hold.addressIndex},
           amount_units = ${hold.amountUnits},
           rate_scaled = ${hold.rateScaled},
           rate_at = ${hold.rateAt},
           rate_sources = ${hold.rateSources},
           amount_minor = ${usdMinor},
           local_rate_scaled = ${hold.local?.rateScaled ?? null},
           local_rate_at = ${hold.local?.at ?? null},
           local_rate_sources = ${hold.local?.sources ?? null},
           held_until = ${hold.heldUntil}
     WHERE merchant_id = ${order.merchantId}
       AND id = ${order.id}
       AND status = 'open'`;
}

/** Lets an unpaid order end at another time; the sandbox moves it to now. False: it is not awaited. */
export async function endHoldAt(tx: Tx, { merchantId, orderId }: OrderKey, to: Date): Promise<boolean> {
  const rows = await tx`
    UPDATE crypto_orders
       SET held_until = CASE status WHEN 'awaiting' THEN ${to} ELSE held_until END,
           opens_until = CASE status WHEN 'open' THEN ${to} ELSE opens_until END
     WHERE merchant_id = ${merchantId}
       AND id = ${orderId}
       AND status IN ('open', 'awaiting')
    RETURNING id`;
  return rows.length === 1;
}

/** The hold of an order that has ended from the start: it was made for money that came without one. */
export async function saveEndedHold(
  tx: Tx,
  { merchantId, orderId }: OrderKey,
  hold: Hold,
  now: Date,
): Promise<void> {
  await tx`
    UPDATE crypto_orders
       SET status = 'failed',
           anomalies = '{late}',
           network = ${hold.network},
           address = ${toBytes(hold.address)},
           address_index = ${hold.addressIndex},
           amount_units = ${hold.amountUnits},
           rate_scaled = ${hold.rateScaled},
           rate_at = ${hold.rateAt},
           rate_sources = ${hold.rateSources},
           held_until = ${hold.heldUntil},
           decided_at = ${now}
     WHERE merchant_id = ${merchantId}
       AND id = ${orderId}
       AND status = 'open'`;
}

/** The payer's language, unless the merchant set one. */
export async function noteLanguage(sql: Sql, id: string, language: Language): Promise<void> {
  const owners = await ownersOf(sql, id);
  await sql`
    UPDATE crypto_orders
       SET language = ${language}
     WHERE id = ${id}
           ${amongMerchants(sql, owners)}
       AND language IS NULL`;
}

export async function saveResolution(
  tx: Tx,
  order: CryptoOrder,
  resolution: Resolution,
  note: string,
  now: Date,
): Promise<void> {
  // A transaction that waited for the order's lock has an older clock: the last one written must be the latest.
  const [said] = await tx<{ at: Date }[]>`
    INSERT INTO order_resolutions (merchant_id, order_id, resolved_at, resolution, note)
    SELECT ${order.merchantId}::uuid, ${order.id}::uuid,
           greatest(${now}::timestamptz, max(resolved_at) + interval '1 millisecond'), ${resolution}, ${note}
      FROM order_resolutions
     WHERE merchant_id = ${order.merchantId}
       AND order_id = ${order.id}
    RETURNING resolved_at AS at`;
  await tx`
    UPDATE crypto_orders
       SET resolution = ${resolution},
           resolution_note = ${note},
           resolved_at = ${said?.at ?? now}
     WHERE merchant_id = ${order.merchantId}
       AND id = ${order.id}`;
}

/** Orders for which no network was chosen in time. */
export async function findUnopened(sql: Sql, now: Date, limit: number): Promise<OrderKey[]> {
  return await acrossMerchants(
    sql,
    (within) => sql<OrderKey[]>`
      SELECT merchant_id AS "merchantId", id AS "orderId"
        FROM crypto_orders
       WHERE status = 'open'
         AND opens_until <= ${now}
             ${within}
       ORDER BY opens_until
       LIMIT ${limit}`,
  );
}

/** Locks those that are still unopened, for the rest of the transaction. Skips rows that another process works on. */
export async function lockUnopened(tx: Tx, found: OrderKey[]): Promise<CryptoOrder[]> {
  const rows = await tx<OrderRow[]>`
    SELECT ${tx.unsafe(orderColumns)}
      FROM crypto_orders
     WHERE merchant_id ${ofBatch(tx, found)}
       AND id = ANY (${found.map(({ orderId }) => orderId)}::uuid[])
       AND status = 'open'
       FOR UPDATE SKIP LOCKED`;
  return rows.map(toOrder);
}
