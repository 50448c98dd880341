import { createHash } from 'node:crypto';
import type { Dispute } from '../../charges/card-processor.ts';
import type { Api } from './api.ts';
import { Chargeback, ChargebackList, isAttemptId, Payment, PaymentPage, toDispute } from './payments.ts';

/**
 * Chargebacks cannot be listed, only those of a payment. So the payments that were charged back are searched for by when they
 * last changed, which also tells again of one that was decided.
 */

/** The search tells of no more than a year. */
const reachMs = 360 * 24 * 60 * 60 * 1000;
/** It may learn of a change later than of one after it, by a clock that is not ours: so much is always read again. */
const overlapMs = 60 * 60 * 1000;
/** So long a payment may be known as charged back before its chargeback is. */
const lagMs = 24 * 60 * 60 * 1000;
const pageSize = 50;
/** Of one answer: no more than 500 payments. */
const maxPages = 10;

/** A cursor is from when to search, and a digest of what was found from there on: the same again is nothing new. */
export async function readDisputesAfter(
  api: Api,
  cursor: string,
  now: Date,
): Promise<{ disputes: Dispute[]; cursor: string }> {
  const nothing = { disputes: [], cursor };
  const [since = '', knownDigest = ''] = cursor.split('/');
  const from = new Date(Math.max(Date.parse(since) || 0, now.getTime() - reachMs));
  const found = await searchChargedBack(api, from, new Date(now.getTime() + overlapMs));
  if (!found || digestOf(found.payments) === knownDigest) return nothing;

  const disputes: Dispute[] = [];
  for (const payment of found.payments) {
    if (!isAttemptId(payment.external_reference ?? '')) continue;
    const ofPayment = await readDisputesOf(api, payment);
    // None is left out: the next call asks for all of them again.
    if (!ofPayment) return nothing;
    const isNew = now.getTime() - changedAt(payment).getTime() < lagMs;
    if (ofPayment.length === 0 && isNew) return nothing;
    disputes.push(...ofPayment);
  }
  return { disputes, cursor: cursorAfter(found, from) };
}

function cursorAfter({ payments, isWhole }: Found, from: Date): string {
  const newest = payments.at(-1);
  if (!newest) return `${from.toISOString()}/${digestOf([])}`;
  if (!isWhole) return `${changedAt(newest).toISOString()}/`;
  const next = new Date(Math.max(from.getTime(), changedAt(newest).getTime() - overlapMs));
  return `${next.toISOString()}/${digestOf(payments.filter((payment) => changedAt(payment) >= next))}`;
}

export async function readDispute(api: Api, disputeId: string): Promise<Dispute | null> {
  const chargeback = await api.get(`/v1/chargebacks/${encodeURIComponent(disputeId)}`, Chargeback);
  if ('cause' in chargeback) return null;
  const paymentId = chargeback.value.payments?.[0];
  if (paymentId === undefined) return null;
  const payment = await api.get(`/v1/payments/${paymentId}`, Payment);
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

function digestOf(payments: readonly Payment[]): string {
  const text = payments
    .map(({ id, status_detail, date_last_updated }) => `${id} ${status_detail} ${date_last_updated}`)
    .join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function changedAt({ date_last_updated }: Payment): Date {
  return new Date(Date.parse(date_last_updated ?? '') || 0);
}
