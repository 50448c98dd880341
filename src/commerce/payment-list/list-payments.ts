import type { PayableCode } from '../../accounts/methods/methods.ts';
import { isId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import { isAsset } from '../../base/money/asset.ts';
import { parseTransactionHash } from '../../chain/chains/transaction-hash.ts';
import { listPayInAmounts, listPayIns, type PayInFilter } from '../../crypto/orders/list-store.ts';
import { madeBetween } from '../../payments/charges/list-query.ts';
import { type ChargeFilter, listAmounts, listCharges } from '../../payments/charges/list-store.ts';
import type { RefusalReason } from '../../payments/charges/payment-processor.ts';
import {
  type PaymentState,
  type PaymentSummary,
  stateOfCharge,
  statusesOf,
  summarizeCharge,
  summarizeOrder,
} from './payment.ts';

export interface PaymentQuery {
  /** The typed search: a reference, an order number, an e-mail, a hash or the last four digits of a card. */
  search: string | null;
  state: PaymentState | null;
  method: PayableCode | null;
  /** The reason why a card was refused; from and to then apply to the refusal. */
  refusal: RefusalReason | null;
  /** The range of creation times. */
  from: Date | null;
  to: Date | null;
  beforeId: string | null;
  limit: number;
}

/** Cards and crypto together, newest first: ids sort by time in both tables. */
export async function listPayments(
  sql: Sql,
  merchantId: string,
  query: PaymentQuery,
): Promise<PaymentSummary[]> {
  const { charges, orders } = wholeFilters(query);
  const found = await Promise.all([
    ...charges.map(async (filter) =>
      (await listCharges(sql, merchantId, filter, query.limit)).map(summarizeCharge),
    ),
    ...orders.map(async (filter) =>
      (await listPayIns(sql, merchantId, filter, query.limit)).map(summarizeOrder),
    ),
  ]);
  const byId = new Map(found.flat().map((payment) => [payment.id, payment]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, query.limit);
}

/** The total of the filtered payments in one currency. */
export interface PaymentTotal {
  currency: string;
  count: number;
  amountMinor: bigint;
  /** The part that was paid. Refunds are not subtracted. */
  paidMinor: bigint;
}

/** A total reads so many rows at most: a person filters before it matters how many more there are. */
const totaledRows = 10_000;

/** The totals by currency, the largest count first; of very many payments only of the newest. */
export async function totalPayments(
  sql: Sql,
  merchantId: string,
  query: Omit<PaymentQuery, 'beforeId' | 'limit'>,
): Promise<{ totals: PaymentTotal[]; isMore: boolean }> {
  const { charges, orders } = wholeFilters({ ...query, beforeId: null });
  const found = await Promise.all([
    ...charges.map(async (filter) =>
      (await listAmounts(sql, merchantId, filter, totaledRows + 1)).map((row) => ({
        ...row,
        isPaid: wasPaid(stateOfCharge[row.status]),
      })),
    ),
    ...orders.map(async (filter) =>
      (await listPayInAmounts(sql, merchantId, filter, totaledRows + 1)).map((row) => ({
        ...row,
        currency: 'USD',
        isPaid: row.status === 'success',
      })),
    ),
  ]);
  const rows = new Map(found.flat().map((row) => [row.id, row]));
  const newest = [...rows.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, totaledRows);
  const totals = new Map<string, PaymentTotal>();
  for (const { currency, amountMinor, isPaid } of newest) {
    const total = totals.get(currency) ?? { currency, count: 0, amountMinor: 0n, paidMinor: 0n };
    total.count += 1;
    total.amountMinor += amountMinor;
    if (isPaid) total.paidMinor += amountMinor;
    totals.set(currency, total);
  }
  return { totals: [...totals.values()].sort((a, b) => b.count - a.count), isMore: rows.size > totaledRows };
}

const wasPaid = (state: PaymentState): boolean => state === 'paid' || state === 'returned';

/** The filters of both tables; none for a table in which nothing can match. */
function wholeFilters({
  search,
  state,
  method,
  refusal,
  from,
  to,
  beforeId: after,
}: Omit<PaymentQuery, 'limit'>): {
  charges: ChargeFilter[];
  orders: PayInFilter[];
} {
  const { charges, orders } = filtersOf(search?.trim() ?? '');
  const statuses = state && statusesOf(state);
  const hasOrders = !refusal && statuses?.orders.length !== 0 && (!method || isAsset(method));
  return {
    charges: charges.map((filter) => ({
      ...filter,
      ...(statuses && { statuses: statuses.charges }),
      ...(method && { method }),
      ...(refusal ? { refused: { reason: refusal, from, to } } : madeBetween(from, to)),
      ...(after && { afterId: after }),
    })),
    orders: !hasOrders
      ? []
      : orders.map((filter) => ({
          ...filter,
          ...(statuses && { statuses: statuses.orders }),
          ...(method && isAsset(method) && { asset: method }),
          ...(from && { createdFrom: from }),
          ...(to && { createdTo: to }),
          ...(after && { beforeId: after }),
        })),
  };
}

/** The possible meanings of the text; each has its index. */
function filtersOf(text: string): { charges: ChargeFilter[]; orders: PayInFilter[] } {
  if (text === '') return { charges: [{}], orders: [{}] };
  const id = text.toLowerCase();
  if (isId(id)) return { charges: [{ id }, { orderNumber: text }], orders: [{ id }] };
  const transactionHash = parseTransactionHash(text);
  if (transactionHash) return { charges: [{ transactionHash }], orders: [{ transactionHash }] };
  if (text.includes('@')) return { charges: [{ email: text }], orders: [{ email: text }] };
  return {
    charges: [
      { orderNumber: text },
      { customerId: text },
      ...(/^\d{4}$/.test(text) ? [{ cardLast4: text }] : []),
    ],
    orders: [{ merchantIdCustom: text }],
  };
}
