import { hash } from 'node:crypto';
import type { Dispute } from '../../charges/payment-processor.ts';
import type { Api } from './api.ts';
import {
  Chargeback,
  ChargebackList,
  isAttemptId,
  Payment,
  PaymentPage,
  paymentIdOf,
  toDispute,
} from './payments.ts';

/**
 * Chargebacks can only be listed per payment. The adapter therefore searches for payments that were charged back by
 * their last change, which also returns one that was decided.
 */

/** The search reaches back a year at most. */
const reachMs = 360 * 24 * 60 * 60 * 1000;
/** The search may return changes out of order, and by another clock: this much is always searched again. */
const overlapMs = 60 * 60 * 1000;
/** A payment may be marked as charged back this long before its chargeback can be read. */
const lagMs = 24 * 60 * 60 * 1000;
const pageSize = 50;
/** Pages per call: no more than 500 payments. */
const maxPages = 10;

/** A cursor holds the start of the search, and marks of the changes since then that were already returned. */
export async function readDisputesAfter(
  api: Api,
  cursor: string,
  now: Date,
): Promise<{ disputes: Dispute[]; cursor: string }> {
  const [since = '', marks = ''] = cursor.split('/');
  const told = new Set(marks.split(','));
  const from = Math.max(Date.parse(since) || 0, now.getTime() - reachMs);
  const found = await searchChargedBack(api, new Date(from), new Date(now.getTime() + overlapMs));
  const fresh = found?.payments.filter((payment) => !told.has(markOf(payment))) ?? [];
  if (!found || fresh.length === 0) return { disputes: [], cursor };

  const disputes: Dispute[] = [];
  // Chargebacks that cannot be read yet are searched again.
  let openFrom = Number.POSITIVE_INFINITY;
  for (const payment of fresh) {
    const isOurs = isAttemptId(payment.external_reference ?? '');
    const ofPayment = isOurs ? await readDisputesOf(api, payment) : [];
    const mayCome = isOurs && now.getTime() - changedAt(payment) < lagMs;
    if (ofPayment === null || (ofPayment.length === 0 && mayCome)) {
      openFrom = Math.min(openFrom, changedAt(payment));
    } else {
      told.add(markOf(payment));
      disputes.push(...ofPayment);
    }
    if (ofPayment === null) break;
  }
  const newest = Math.max(...found.payments.map(changedAt));
  const next = Math.max(from, Math.min(openFrom, found.isWhole ? newest - overlapMs : newest));
  const kept = found.payments.filter((payment) => changedAt(payment) >= next && told.has(markOf(payment)));
  return { disputes, cursor: `${new Date(next).toISOString()}/${kept.map(markOf).join(',')}` };
}

export async function readDispute(api: Api, disputeId: string): Promise<Dispute | null> {
  const chargeback = await api.get(`/v1/chargebacks/${encodeURIComponent(disputeId)}`, Chargeback);
  if ('cause' in chargeback) return null;
  const paymentId = paymentIdOf(chargeback.value);
  if (paymentId === null) return null;
  const payment = await api.get(`/v1/payments/${encodeURIComponent(paymentId)}`, Payment);
  return 'cause' in payment ? null : toDispute(chargeback.value, payment.value);
}

interface Found {
  /** Oldest change first. */
  payments: Payment[];
  isWhole: boolean;
}

/** null: it could not be read. */
async function searchChargedBack(api: Api, from: Date, to: Date): Promise<Found | null> {
  const payments: Payment[] = [];
  for (let page = 0; page < maxPages; page++) {
    const query = new URLSearchParams({
      status: 'charged_back',
      range: 'date_last_updated',
      begin_date: from.toISOString(),
      end_date: to.toISOString(),
      sort: 'date_last_updated',
      criteria: 'asc',
      limit: String(pageSize),
      offset: String(page * pageSize),
    });
    const reply = await api.get(`/v1/payments/search?${query}`, PaymentPage);
    if ('cause' in reply) return null;
    payments.push(...reply.value.results);
    if (reply.value.results.length < pageSize) return { payments, isWhole: true };
  }
  return { payments, isWhole: false };
}

/** null: they could not be read. */
async function readDisputesOf(api: Api, payment: Payment): Promise<Dispute[] | null> {
  const list = await api.get(`/v1/chargebacks/search?payment_id=${payment.id}`, ChargebackList);
  if ('cause' in list) return null;
  const disputes: Dispute[] = [];
  for (const { id } of list.value.results) {
    const chargeback = await api.get(`/v1/chargebacks/${id}`, Chargeback);
    if ('cause' in chargeback) return null;
    const dispute = toDispute(chargeback.value, payment);
    if (dispute) disputes.push(dispute);
  }
  return disputes;
}

/** The same state of a payment has the same mark. */
function markOf({ id, status_detail, date_last_updated }: Payment): string {
  return hash('sha256', `${id} ${status_detail} ${date_last_updated}`).slice(0, 12);
}

function changedAt({ date_last_updated }: Payment): number {
  return Date.parse(date_last_updated ?? '') || 0;
}
