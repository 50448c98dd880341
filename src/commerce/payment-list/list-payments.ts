import type { PayableCode } from '../../accounts/methods/methods.ts';
import { isId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import { isAsset } from '../../base/money/asset.ts';
import { parseTransactionHash } from '../../chain/chains/transaction-hash.ts';
import { listPayIns, type PayInFilter } from '../../crypto/orders/list-store.ts';
import { madeBetween } from '../../payments/charges/list-query.ts';
import { type ChargeFilter, listCharges } from '../../payments/charges/list-store.ts';
import type { RefusalReason } from '../../payments/charges/payment-processor.ts';
import {
  type PaymentState,
  type PaymentSummary,
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
  const { charges, orders } = filtersOf(query.search?.trim() ?? '');
  const statuses = query.state && statusesOf(query.state);
  const { method, refusal, from, to, beforeId: after } = query;
  const found = await Promise.all([
    ...charges.map(async (filter) => {
      const shared = {
        ...(statuses && { statuses: statuses.charges }),
        ...(method && { method }),
        ...(refusal ? { refused: { reason: refusal, from, to } } : madeBetween(from, to)),
        ...(after && { afterId: after }),
      };
      const page = await listCharges(sql, merchantId, { ...filter, ...shared }, query.limit);
      return page.map(summarizeCharge);
    }),
    ...orders.map(async (filter) => {
      if (refusal || statuses?.orders.length === 0 || (method && !isAsset(method))) return [];
      const shared = {
        ...(statuses && { statuses: statuses.orders }),
        ...(method && { asset: method }),
        ...(from && { createdFrom: from }),
        ...(to && { createdTo: to }),
        ...(after && { beforeId: after }),
      };
      return (await listPayIns(sql, merchantId, { ...filter, ...shared }, query.limit)).map(summarizeOrder);
    }),
  ]);
  const byId = new Map(found.flat().map((payment) => [payment.id, payment]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, query.limit);
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
