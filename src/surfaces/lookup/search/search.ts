import type { Sql } from '../../../base/db/pool.ts';
import { type ListedPaymentLink, withProgress } from '../../../commerce/payment-links/progress/progress.ts';
import { findPaymentLink } from '../../../commerce/payment-links/store.ts';
import { listPayments } from '../../../commerce/payment-list/list-payments.ts';
import {
  type PaymentSummary,
  summarizeCharge,
  summarizeOrder,
} from '../../../commerce/payment-list/payment.ts';
import { findOrderById } from '../../../crypto/orders/store.ts';
import { findPayouts } from '../../../crypto/payouts/list-payouts.ts';
import { findPayoutById, type Payout } from '../../../crypto/payouts/store.ts';
import { findCharge } from '../../../payments/charges/store.ts';
import {
  chargesByCustomer,
  chargesByEmail,
  chargesByOrderNumber,
  foundRows,
  newestCharges,
  newestOrders,
  newestPaymentLinks,
  newestPayouts,
  ordersByEmail,
  ordersByOwnId,
  payoutsByEmail,
  payoutsByOwnId,
} from './search-store.ts';
import type { SearchText } from './search-text.ts';

/** The payments that are named exactly so, then those whose names begin so, then the newest with such words or amounts. */
export async function searchPayments(
  sql: Sql,
  merchantId: string,
  sought: SearchText,
): Promise<PaymentSummary[]> {
  const { text, beginnings } = sought;
  const exact = await listPayments(sql, merchantId, {
    search: text,
    state: null,
    method: null,
    refusal: null,
    from: null,
    to: null,
    beforeId: null,
    limit: foundRows,
  });
  if (exact.length === foundRows) return exact;
  const email = text.toLowerCase();
  const [charges, orders] = await Promise.all([
    gather([
      ...beginnings.map((begins) => () => chargesByOrderNumber(sql, merchantId, begins)),
      () => chargesByEmail(sql, merchantId, email),
      ...beginnings.map((begins) => () => chargesByCustomer(sql, merchantId, begins)),
    ]),
    gather([
      ...beginnings.map((begins) => () => ordersByOwnId(sql, merchantId, begins)),
      () => ordersByEmail(sql, merchantId, email),
    ]),
  ]);
  const all = merge(exact, await load(sql, merchantId, charges, orders));
  if (all.length >= foundRows) return all.slice(0, foundRows);
  const other = await load(
    sql,
    merchantId,
    await newestCharges(sql, merchantId, sought),
    await newestOrders(sql, merchantId, sought),
  );
  return merge(all, other).slice(0, foundRows);
}

export async function searchPayouts(
  sql: Sql,
  merchantId: string,
  sought: SearchText,
  now: Date,
): Promise<Payout[]> {
  const { text, beginnings } = sought;
  const exact = await findPayouts(
    sql,
    { merchantId, search: text, state: null, beforeId: null, limit: foundRows },
    now,
  );
  const ids = await gather([
    ...beginnings.map((begins) => () => payoutsByOwnId(sql, merchantId, begins)),
    () => payoutsByEmail(sql, merchantId, text.toLowerCase()),
    () => newestPayouts(sql, merchantId, sought),
  ]);
  const found = await Promise.all(ids.map((id) => findPayoutById(sql, id)));
  return merge(
    exact,
    found.filter((payout) => payout !== null),
  ).slice(0, foundRows);
}

export async function searchPaymentLinks(
  sql: Sql,
  merchantId: string,
  sought: SearchText,
): Promise<ListedPaymentLink[]> {
  const ids = await newestPaymentLinks(sql, merchantId, sought);
  const found = await Promise.all(ids.map((id) => findPaymentLink(sql, merchantId, id)));
  const links = found.filter((link) => link !== null);
  return await withProgress(sql, merchantId, links, new Date());
}

async function load(
  sql: Sql,
  merchantId: string,
  chargeIds: readonly string[],
  orderIds: readonly string[],
): Promise<PaymentSummary[]> {
  const charges = await Promise.all(chargeIds.map((id) => findCharge(sql, merchantId, id)));
  const orders = await Promise.all(orderIds.map((id) => findOrderById(sql, id)));
  return [
    ...charges.filter((charge) => charge !== null).map(summarizeCharge),
    ...orders.filter((order) => order !== null).map(summarizeOrder),
  ].sort((a, b) => (a.id < b.id ? 1 : -1));
}

function merge<Found extends { id: string }>(first: readonly Found[], then: readonly Found[]): Found[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...then.filter(({ id }) => !known.has(id))];
}

/** Runs the searches one after another, so that one person at a keyboard takes one connection, until enough is found. */
async function gather(searches: readonly (() => Promise<string[]>)[]): Promise<string[]> {
  const found = new Set<string>();
  for (const search of searches) {
    for (const id of await search()) found.add(id);
    if (found.size >= foundRows) break;
  }
  return [...found];
}
