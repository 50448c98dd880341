import { toBytes } from '../../base/db/bytes.ts';
import { amongMerchants, ownersOf } from '../../base/db/citus/owners.ts';
import { firstIdAt, isId } from '../../base/db/ids.ts';
import type { Db, Statement } from '../../base/db/sql.ts';
import { parseAddress } from '../../chain/chains/address/codec.ts';
import { networks } from '../../chain/chains/networks.ts';
import { parseTransactionHash } from '../../chain/chains/transaction-hash.ts';
import type { OrderKey } from '../../crypto/orders/order.ts';
import { findChargeOfAttempt } from '../../payments/charges/attempts/attempt-store.ts';

/** A payment that matches a search: a charge, a crypto order without one, or a payout. */
export interface Found {
  kind: 'charge' | 'order' | 'payout';
  merchantId: string;
  id: string;
}

export interface FindRequest {
  text: string;
  /** If no index applies, only payments made since then are searched. */
  since: Date;
  limit: number;
  /** The id inside the hash of an order; null: it is not such a hash. */
  openHash(hash: string): string | null;
}

export interface Findings {
  /** The interpretation of the text. */
  readAs: string;
  found: Found[];
  /** Whether `since` bounded the search. */
  isBounded: boolean;
}

/** Finds payments by any name that a customer, a merchant or a chain explorer may use. */
export async function findPayments(db: Db, request: FindRequest): Promise<Findings> {
  const text = request.text.trim();
  const bound = firstIdAt(request.since);
  const id = isId(text.toLowerCase()) ? text.toLowerCase() : null;
  const hash = id ? null : parseTransactionHash(text);
  if (id || hash) {
    const ours = id ? await byId(db, id) : await byTransaction(db, hash as string);
    const named = ours.length > 0 ? [] : await byName(db, text, bound, request.limit);
    const readAs = id ? 'an id' : 'a transaction on a chain';
    // Merchants also use ids and hashes as their own order numbers.
    if (named.length > 0) return { readAs: 'a number of an order', found: named, isBounded: true };
    return exactly(readAs, ours);
  }
  const ordered = request.openHash(text);
  if (ordered) return exactly('the hash of an order', await byId(db, ordered));
  const within = async (readAs: string, found: Promise<Found[]>): Promise<Findings> => ({
    readAs,
    found: await found,
    isBounded: true,
  });
  const address = networks
    .map(({ family }) => parseAddress(family, text))
    .find((parsed) => typeof parsed === 'string');
  if (typeof address === 'string') {
    return await within('an address on a chain', byAddress(db, address, bound, request.limit));
  }
  if (/^\d{4}$/.test(text)) {
    const [byCard, byNumber] = await Promise.all([
      byLastFour(db, text, bound, request.limit),
      byName(db, text, bound, request.limit),
    ]);
    return await within(
      'the last four digits of a card, or a number of an order',
      Promise.resolve(merged(byCard, byNumber)),
    );
  }
  if (text.includes('@')) return await within('an e-mail', byEmail(db, text, bound, request.limit));
  return await within(
    'a number of an order, a customer or a reference of a merchant',
    byName(db, text, bound, request.limit),
  );
}

function exactly(readAs: string, found: Found[]): Findings {
  return { readAs, found, isBounded: false };
}

/** A crypto charge and its order are one payment with one id. */
function merged(...lists: Found[][]): Found[] {
  const all = lists.flat();
  return all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at);
}

/**
 * Uses the indexes charges_by_id, archived_charges_by_id, crypto_orders_by_id, payouts_by_id and attempts_by_id;
 * refunds and events by their keys, one lookup per merchant.
 */
async function byId(db: Db, id: string): Promise<Found[]> {
  const owners = await ownersOf(db, id);
  const owner = amongMerchants(db, owners);
  return merged(
    await db<Found[]>`
      SELECT 'charge' AS kind, merchant_id AS "merchantId", id
        FROM all_charges
       WHERE id = ${id}
             ${owner}`,
    await db<Found[]>`
      SELECT 'order' AS kind, merchant_id AS "merchantId", id
        FROM crypto_orders
       WHERE id = ${id}
             ${owner}`,
    await db<Found[]>`
      SELECT 'payout' AS kind, merchant_id AS "merchantId", id
        FROM payouts
       WHERE id = ${id}`,
    await db<Found[]>`
      SELECT 'charge' AS kind, merchant_id AS "merchantId", charge_id AS id
        FROM refunds
       WHERE id = ${id}
             ${amongMerchants(db, owners ?? (await allMerchants(db)))}`,
    await ofAttempt(db, id),
    await ofEvent(db, id, owners),
  );
}

async function allMerchants(db: Db): Promise<string[]> {
  const rows = await db<{ id: string }[]>`SELECT id FROM merchants`;
  return rows.map(({ id }) => id);
}

async function ofAttempt(db: Db, attemptId: string): Promise<Found[]> {
  const of = await findChargeOfAttempt(db, attemptId);
  return of ? [{ kind: 'charge', merchantId: of.merchantId, id: of.chargeId }] : [];
}

async function ofEvent(db: Db, eventId: string, owners: string[] | null): Promise<Found[]> {
  const [event] = await db<{ subjectId: string }[]>`
    SELECT subject_id AS "subjectId"
      FROM events
     WHERE id = ${eventId}
           ${amongMerchants(db, owners ?? (await allMerchants(db)))}`;
  return event && event.subjectId !== eventId ? await byId(db, event.subjectId) : [];
}

/**
 * Uses the index outgoing_transactions_by_hash; transfers by their key, one lookup per merchant and network, and strays
 * one per network.
 */
async function byTransaction(db: Db, hash: string): Promise<Found[]> {
  const bytes = toBytes(hash);
  const networkIds = networks.map((network) => network.id);
  const transfers = await db<OrderKey[]>`
    SELECT merchant_id AS "merchantId", order_id AS "orderId"
      FROM transfers
     WHERE network = ANY (${networkIds}::text[])
       AND transaction_hash = ${bytes}
           ${amongMerchants(db, await allMerchants(db))}`;
  const strays = await db<OrderKey[]>`
    SELECT merchant_id AS "merchantId", order_id AS "orderId"
      FROM stray_transfers
     WHERE network = ANY (${networkIds}::text[])
       AND transaction_hash = ${bytes}`;
  const payouts = await db<Found[]>`
    SELECT 'payout' AS kind, made.merchant_id AS "merchantId", made.sending_id AS id
      FROM outgoing_transactions AS made
      JOIN payouts ON payouts.merchant_id = made.merchant_id AND payouts.id = made.sending_id
     WHERE made.hash = ${bytes}`;
  return merged(await asPayments(db, [...transfers, ...strays]), payouts);
}

/** Deposit addresses by their key; payouts' destinations since the bound. */
async function byAddress(db: Db, address: string, bound: string, limit: number): Promise<Found[]> {
  const bytes = toBytes(address);
  const orders = await db<OrderKey[]>`
    SELECT merchant_id AS "merchantId", order_id AS "orderId"
      FROM deposit_addresses
     WHERE network = ANY (${networks.map((network) => network.id)}::text[])
       AND address = ${bytes}`;
  return merged(
    await asPayments(db, orders),
    await since(db, 'payout', bound, limit, db`address = ${bytes}`),
  );
}

/** Replaces orders by the charges that they pay. */
async function asPayments(db: Db, keys: OrderKey[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const { merchantId, orderId } of keys) {
    const rows = await db<Found[]>`
      SELECT CASE WHEN charge_id IS NULL THEN 'order' ELSE 'charge' END AS kind, merchant_id AS "merchantId", id
        FROM crypto_orders
       WHERE merchant_id = ${merchantId}
         AND id = ${orderId}`;
    found.push(...rows);
  }
  return found;
}

async function byEmail(db: Db, email: string, bound: string, limit: number): Promise<Found[]> {
  const isTheirs = db`lower(email) = ${email.toLowerCase()}`;
  return merged(
    await since(db, 'charge', bound, limit, isTheirs),
    await since(db, 'order', bound, limit, isTheirs),
    await since(db, 'payout', bound, limit, isTheirs),
  );
}

async function byName(db: Db, name: string, bound: string, limit: number): Promise<Found[]> {
  const isNamed = db`merchant_id_custom = ${name}`;
  return merged(
    await since(db, 'charge', bound, limit, db`(order_number = ${name} OR customer_id = ${name})`),
    await since(db, 'order', bound, limit, isNamed),
    await since(db, 'payout', bound, limit, isNamed),
  );
}

const tables = { charge: 'all_charges', order: 'crypto_orders', payout: 'payouts' } as const;

/** Newest first, using the index on the id, whose order is chronological. */
async function since(
  db: Db,
  kind: Found['kind'],
  bound: string,
  limit: number,
  condition: Statement<unknown[]>,
): Promise<Found[]> {
  return await db<Found[]>`
    SELECT ${kind}::text AS kind, merchant_id AS "merchantId", id
      FROM ${db(tables[kind])}
     WHERE id >= ${bound}
       AND ${condition}
     ORDER BY id DESC
     LIMIT ${limit}`;
}

/** Attempts by the index attempts_by_id, in chronological order; archived ones by archived_charges_by_last4. */
async function byLastFour(db: Db, last4: string, bound: string, limit: number): Promise<Found[]> {
  return merged(
    await db<Found[]>`
      SELECT 'charge' AS kind, merchant_id AS "merchantId", charge_id AS id
        FROM attempts
       WHERE id >= ${bound}
         AND card_last4 = ${last4}
       ORDER BY attempts.id DESC
       LIMIT ${limit}`,
    await db<Found[]>`
      SELECT 'charge' AS kind, merchant_id AS "merchantId", id
        FROM archived_charges
       WHERE id >= ${bound}
         AND card_last4s @> ARRAY[${last4}]
       ORDER BY id DESC
       LIMIT ${limit}`,
  );
}
