import { toBytes } from '../../base/db/bytes.ts';
import { firstIdAt } from '../../base/db/ids.ts';
import type { Db } from '../../base/db/pool.ts';
import type { AssetCode } from '../../base/money/asset.ts';
import { networks } from '../../chain/chains/networks.ts';
import { type EarlierPayment, earlierPayments } from './earlier-payment.ts';
import { dustUnits, moneyOf, type OrderMoney, type OrderStatus, orderLifetimeMs } from './order.ts';
import { transfersOfOrders } from './outcome/outcome-store.ts';
import { type PaymentLinkStock, stocksOfPaymentLinks } from './payment-link-stock.ts';
import { type CryptoOrder, type OrderRow, orderColumns, toOrder } from './store.ts';

/** The party that must decide about an order. The operator also sends back what a merchant decided to refund. */
type Decider = 'merchant' | 'operator';

/**
 * Selects the orders that wait. Only an order that is over can be decided. It waits again when money comes after a
 * person's decision.
 */
function waitsFor(db: Db, decider: Decider) {
  const open =
    decider === 'merchant' ? db`disposition IS NULL` : db`coalesce(disposition, 'refund_due') = 'refund_due'`;
  return db`anomalies <> '{}'
       AND anomalies <> '{expired}'
       AND status IN ('success', 'failed')
       AND (resolution IS NULL OR EXISTS (
         SELECT
           FROM transfers
          WHERE transfers.merchant_id = crypto_orders.merchant_id
            AND transfers.order_id = crypto_orders.id
            AND NOT orphaned
            AND NOT credited
            AND ${open}
            AND transfers.amount_units >= ${dustUnits}
       ))`;
}

interface OrderFilter {
  merchantId?: string;
  /** Only orders with an anomaly that waits for a person's decision. */
  waiting?: boolean;
  beforeId?: string;
}

/** Newest first. */
export async function listOrders(db: Db, filter: OrderFilter, limit: number): Promise<CryptoOrder[]> {
  const { merchantId, waiting, beforeId } = filter;
  const rows = await db<OrderRow[]>`
    SELECT ${db.unsafe(orderColumns)}
      FROM crypto_orders
     WHERE true
           ${merchantId === undefined ? db`` : db`AND merchant_id = ${merchantId}`}
           ${beforeId === undefined ? db`` : db`AND id < ${beforeId}`}
           ${
             waiting
               ? db`
       AND ${waitsFor(db, 'operator')}`
               : db``
           }
     ORDER BY id DESC
     LIMIT ${limit}`;
  return rows.map(toOrder);
}

export interface PayInFilter {
  statuses?: readonly OrderStatus[];
  asset?: AssetCode;
  createdFrom?: Date;
  createdTo?: Date;
  id?: string;
  email?: string;
  merchantIdCustom?: string;
  /** The hash of a transfer that paid it, in 0x hex. */
  transactionHash?: string;
  beforeId?: string;
}

/** An order has the id of its ticket, which lives this long; the clocks of two processes may differ a little. */
const clockSkewMs = 60_000;
const maxTicketAgeMs = orderLifetimeMs + clockSkewMs;

/**
 * A merchant's orders that pay no charge, newest first. Uses the primary key, crypto_orders_by_email_text or
 * crypto_orders_by_own_id_text.
 */
export async function listPayIns(
  db: Db,
  merchantId: string,
  filter: PayInFilter,
  limit: number,
): Promise<CryptoOrder[]> {
  const rows = await db<OrderRow[]>`
    SELECT ${db.unsafe(orderColumns)}
      FROM crypto_orders
     WHERE merchant_id = ${merchantId}
       AND charge_id IS NULL
           ${matching(db, merchantId, filter)}
     ORDER BY id DESC
     LIMIT ${limit}`;
  return rows.map(toOrder);
}

/** The prices of the newest pay-ins of a filter, for their total. */
export async function listPayInAmounts(
  db: Db,
  merchantId: string,
  filter: PayInFilter,
  limit: number,
): Promise<{ id: string; status: OrderStatus; amountMinor: bigint }[]> {
  return await db<{ id: string; status: OrderStatus; amountMinor: bigint }[]>`
    SELECT id, status, amount_minor AS "amountMinor"
      FROM crypto_orders
     WHERE merchant_id = ${merchantId}
       AND charge_id IS NULL
           ${matching(db, merchantId, filter)}
     ORDER BY id DESC
     LIMIT ${limit}`;
}

function matching(db: Db, merchantId: string, filter: PayInFilter) {
  const { statuses, asset, id, email, merchantIdCustom, transactionHash, beforeId } = filter;
  const { createdFrom, createdTo } = filter;
  return db`
           ${statuses === undefined ? db`` : db`AND status = ANY (${[...statuses]}::text[])`}
           ${asset === undefined ? db`` : db`AND asset = ${asset}`}
           ${id === undefined ? db`` : db`AND id = ${id}`}
           ${
             createdFrom === undefined
               ? db``
               : db`AND created_at >= ${createdFrom} AND id >= ${firstIdAt(new Date(createdFrom.getTime() - maxTicketAgeMs))}`
           }
           ${
             createdTo === undefined
               ? db``
               : db`AND created_at < ${createdTo} AND id < ${firstIdAt(new Date(createdTo.getTime() + clockSkewMs))}`
           }
           ${email === undefined ? db`` : db`AND lower(email) = ${email.toLowerCase()}`}
           ${merchantIdCustom === undefined ? db`` : db`AND merchant_id_custom = ${merchantIdCustom}`}
           ${
             transactionHash === undefined
               ? db``
               : db`
       AND id IN (
             SELECT order_id
               FROM transfers
              WHERE merchant_id = ${merchantId}
                AND network = ANY (${networks.map((network) => network.id)}::text[])
                AND transaction_hash = ${toBytes(transactionHash)})`
           }
           ${beforeId === undefined ? db`` : db`AND id < ${beforeId}`}`;
}

/** An order that waits, with its unassigned money. */
export interface WaitingOrder extends CryptoOrder {
  suspenseUnits: bigint;
  money: OrderMoney;
  /** The payment that had already paid its payment link; null: none. */
  earlier: EarlierPayment | null;
  /** Of the payment link that it pays; null: none, or it has no stock. */
  stock: PaymentLinkStock | null;
}

/** Waiting orders, newest first, and their total number; without a merchant, of all merchants. */
export async function waitingOrders(
  db: Db,
  merchantId: string | null,
  limit: number,
): Promise<{ orders: WaitingOrder[]; total: number }> {
  const waiting = db`
    ${waitsFor(db, merchantId === null ? 'operator' : 'merchant')}
    ${merchantId === null ? db`` : db`AND merchant_id = ${merchantId}`}`;
  const rows = await db<(OrderRow & { suspenseUnits: bigint })[]>`
    SELECT ${db.unsafe(orderColumns)},
           (SELECT coalesce(sum(transfers.amount_units), 0)::bigint
              FROM transfers
             WHERE transfers.merchant_id = crypto_orders.merchant_id
               AND transfers.order_id = crypto_orders.id
               AND posted
               AND NOT credited
               AND coalesce(disposition, 'refund_due') = 'refund_due') AS "suspenseUnits"
      FROM crypto_orders
     WHERE ${waiting}
     ORDER BY id DESC
     LIMIT ${limit}`;
  const [count] = await db<{ total: number }[]>`
    SELECT count(*)::int AS total
      FROM crypto_orders
     WHERE ${waiting}`;
  const transfersOf = await transfersOfOrders(
    db,
    rows.map(({ merchantId: owner, id }) => ({ merchantId: owner, orderId: id })),
  );
  const earlier = await earlierPayments(db, rows);
  const stocks = await stocksOfPaymentLinks(db, rows);
  const orders = rows.map(({ suspenseUnits: inSuspense, ...row }) => {
    const order = toOrder(row);
    const expectedUnits = order.hold?.amountUnits ?? 0n;
    const money = moneyOf({ ...order, expectedUnits }, transfersOf.get(order.id) ?? []);
    return {
      ...order,
      suspenseUnits: inSuspense,
      money,
      earlier: earlier.get(order.chargeId ?? '') ?? null,
      stock: stocks.get(order.chargeId ?? '') ?? null,
    };
  });
  return { orders, total: count?.total ?? 0 };
}

/** Unassigned money in an asset, by the ledger. */
export async function suspenseUnits(db: Db, asset: AssetCode): Promise<bigint> {
  const [row] = await db<{ units: bigint }[]>`
    SELECT coalesce(sum(balance), 0)::bigint AS units
      FROM ledger_balances
     WHERE account = 'deposit_suspense'
       AND asset = ${asset}`;
  return row?.units ?? 0n;
}
