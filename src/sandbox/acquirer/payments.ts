import type { Db, Sql } from '../../base/db/pool.ts';
import type { AcquirerRefusal, Verdict } from './test-cards.ts';

/** The acquirer's payments: each operation is one statement, so no crash can split it. */

/** The caller's own ids: any other text, in a path or a body, is no payment. */
export const paymentIdPattern = /^[A-Za-z0-9_-]{1,64}$/;

export interface Payment {
  id: string;
  reference: bigint;
  status: 'challenge' | 'authorized' | 'approved' | 'refused' | 'voided';
  reason: AcquirerRefusal | null;
  /** null: the id was abandoned before its payment arrived. */
  amountMinor: bigint | null;
  currency: string | null;
  /** null: all of it was taken at once, or nothing yet. */
  capturedMinor: bigint | null;
  authorizedUntil: Date | null;
  /** It was voided by its end. */
  isExpired: boolean;
  description: string | null;
  returnUrl: string | null;
  cardLast4: string | null;
}

export interface NewPayment {
  id: string;
  amountMinor: bigint;
  currency: string;
  instalments: number;
  capturesAtOnce: boolean;
  description: string | null;
  returnUrl: string;
}

/** How long money is held for a later capture. */
const authorizationDays = 7;

/** `taken`: the id was new. Otherwise returns the payment of an earlier request. */
export async function takePayment(
  sql: Sql,
  payment: NewPayment,
  verdict: Verdict,
  disputeDelayMs: number,
): Promise<{ taken: boolean; payment: Payment }> {
  const { behaviour } = verdict;
  const { capturesAtOnce } = payment;
  const status = statusAfter(verdict, capturesAtOnce);
  const reason = behaviour.does === 'refuse' ? behaviour.reason : null;
  const delayMs = isDisputed(behaviour) ? disputeDelayMs : null;
  // ON CONFLICT waits for a concurrent request with the same id, so two at once charge once.
  const rows = await sql<Payment[]>`
    INSERT INTO sandbox_acquirer.payments (
      id, status, reason, amount_minor, currency, instalments, description, return_url, card_brand, card_last4,
      dispute_due_at, dispute_status, captures_at_once, authorized_until
    )
    VALUES (
      ${payment.id}, ${status}, ${reason}, ${payment.amountMinor}, ${payment.currency}, ${payment.instalments},
      ${payment.description},
      ${payment.returnUrl}, ${verdict.cardBrand}, ${verdict.cardLast4},
      clock_timestamp() + ${delayMs}::int * interval '1 millisecond',
      ${behaviour.does === 'approve_then_open_dispute' ? 'open' : 'lost'}, ${capturesAtOnce},
      CASE WHEN ${capturesAtOnce} THEN NULL ELSE clock_timestamp() + ${authorizationDays}::int * interval '1 day' END
    )
    ON CONFLICT (id) DO NOTHING
    RETURNING ${paymentColumns(sql)}`;
  if (rows[0]) return { taken: true, payment: rows[0] };
  const earlier = await findPayment(sql, payment.id);
  if (!earlier) throw new Error(`payment ${payment.id} is neither new nor stored`);
  return { taken: false, payment: earlier };
}

function isDisputed({ does }: Verdict['behaviour']): boolean {
  return does === 'approve_then_dispute' || does === 'approve_then_open_dispute';
}

function statusAfter({ behaviour }: Verdict, capturesAtOnce: boolean): Payment['status'] {
  switch (behaviour.does) {
    case 'approve':
    case 'approve_without_answering':
    case 'approve_then_dispute':
    case 'approve_then_open_dispute':
    case 'approve_but_never_refund':
    case 'approve_at_once_only':
    case 'capture_without_answering':
      return capturesAtOnce ? 'approved' : 'authorized';
    case 'challenge':
      return 'challenge';
    case 'refuse':
      return 'refused';
  }
}

export async function findPayment(sql: Db, id: string): Promise<Payment | null> {
  if (!paymentIdPattern.test(id)) return null;
  await sql`
    UPDATE sandbox_acquirer.payments
    SET status = 'voided'
    WHERE id = ${id}
      AND status = 'authorized'
      AND authorized_until <= clock_timestamp()`;
  const rows = await sql<Payment[]>`
    SELECT ${paymentColumns(sql)}
    FROM sandbox_acquirer.payments
    WHERE id = ${id}`;
  return rows[0] ?? null;
}

/** Decides an open challenge; a decided one stays unchanged. */
export async function decideChallenge(sql: Sql, id: string, decision: 'approve' | 'fail'): Promise<void> {
  await sql`
    UPDATE sandbox_acquirer.payments
    SET status = CASE WHEN ${decision === 'fail'} THEN 'refused' WHEN captures_at_once THEN 'approved' ELSE 'authorized' END,
        reason = ${decision === 'approve' ? null : 'authentication_failed'}
    WHERE id = ${id}
      AND status = 'challenge'`;
}

/**
 * Closes an id permanently. An unseen one is stored as refused, so that a request still on its way cannot be approved
 * after the caller learned that nothing will be charged.
 */
export async function abandonPayment(sql: Sql, id: string): Promise<Payment> {
  const rows = await sql<Payment[]>`
    INSERT INTO sandbox_acquirer.payments AS payment (id, status, reason)
    VALUES (${id}, 'refused', 'not_processed')
    ON CONFLICT (id) DO UPDATE
    SET status = CASE payment.status WHEN 'challenge' THEN 'refused' ELSE payment.status END,
        reason = CASE payment.status WHEN 'challenge' THEN 'authentication_abandoned' ELSE payment.reason END
    RETURNING ${paymentColumns(sql)}`;
  return rows[0] as Payment;
}

function paymentColumns(sql: Db) {
  return sql`
    id, reference, status, reason, amount_minor AS "amountMinor", currency,
    captured_minor AS "capturedMinor", authorized_until AS "authorizedUntil",
    (status = 'voided' AND authorized_until IS NOT NULL) AS "isExpired", description,
    return_url AS "returnUrl", card_last4 AS "cardLast4"`;
}
