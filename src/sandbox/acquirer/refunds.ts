import { newId } from '../../base/db/ids.ts';
import type { Sql, Tx } from '../../base/db/pool.ts';
import { behaves } from './test-cards.ts';

export interface NewRefund {
  id: string;
  paymentId: string;
  amountMinor: bigint;
  currency: string;
}

export interface Refund extends NewRefund {
  reference: bigint;
  status: 'refunded' | 'refused';
  reason: RefundRefusal | null;
}

type RefundRefusal =
  | 'payment_not_found'
  | 'payment_not_approved'
  | 'currency_mismatch'
  | 'payment_charged_back'
  | 'exceeds_captured'
  | 'refused_by_issuer';

/** Refunds once per refund id; a repeated request returns the first decision. */
export async function refundPayment(sql: Sql, refund: NewRefund): Promise<Refund> {
  return await sql.begin(async (tx) => {
    // The id is inserted first: a second request with it waits here until the first has decided.
    const inserted = await tx`
      INSERT INTO sandbox_acquirer.refunds (id, payment_id, amount_minor, currency, status)
      VALUES (${refund.id}, ${refund.paymentId}, ${refund.amountMinor}, ${refund.currency}, 'deciding')
      ON CONFLICT (id) DO NOTHING
      RETURNING id`;
    if (inserted.length === 1) await decide(tx, refund);
    const rows = await tx<Refund[]>`
      SELECT id, reference, payment_id AS "paymentId", amount_minor AS "amountMinor", currency, status, reason
      FROM sandbox_acquirer.refunds
      WHERE id = ${refund.id}`;
    return rows[0] as Refund;
  });
}

async function decide(tx: Tx, refund: NewRefund): Promise<void> {
  // The row lock makes refunds of one payment queue, so their sum can never exceed what was captured.
  const [card] = await tx<RefundablePayment[]>`
    SELECT 'payments' AS kept, status, coalesce(captured_minor, amount_minor) AS "amountMinor", currency,
           refunded_minor AS "refundedMinor",
           disputed_minor AS "disputedMinor", card_last4 AS "cardLast4"
    FROM sandbox_acquirer.payments
    WHERE id = ${refund.paymentId}
    FOR UPDATE`;
  const [local] = await tx<RefundablePayment[]>`
    SELECT 'local_payments' AS kept, CASE status WHEN 'paid' THEN 'approved' ELSE status END AS status,
           paid_minor AS "amountMinor", currency, refunded_minor AS "refundedMinor", 0::bigint AS "disputedMinor",
           NULL AS "cardLast4"
    FROM sandbox_acquirer.local_payments
    WHERE id = ${refund.paymentId}
    FOR UPDATE`;
  const payment = card ?? local;
  const reason = refusalOf(payment, refund);
  if (reason === null) {
    await tx`
      UPDATE sandbox_acquirer.${tx.unsafe(payment?.kept ?? 'payments')}
      SET refunded_minor = refunded_minor + ${refund.amountMinor}
      WHERE id = ${refund.paymentId}`;
  }
  await tx`
    UPDATE sandbox_acquirer.refunds
    SET status = ${reason === null ? 'refunded' : 'refused'},
        reason = ${reason}
    WHERE id = ${refund.id}`;
}

interface RefundablePayment {
  kept: 'payments' | 'local_payments';
  status: string;
  amountMinor: bigint | null;
  currency: string | null;
  refundedMinor: bigint;
  disputedMinor: bigint;
  cardLast4: string | null;
}

function refusalOf(payment: RefundablePayment | undefined, refund: NewRefund): RefundRefusal | null {
  if (!payment) return 'payment_not_found';
  if (payment.status !== 'approved' || payment.amountMinor === null) return 'payment_not_approved';
  if (payment.currency !== refund.currency) return 'currency_mismatch';
  if (payment.disputedMinor > 0n) return 'payment_charged_back';
  if (payment.refundedMinor + refund.amountMinor > payment.amountMinor) return 'exceeds_captured';
  return behaves(payment.cardLast4, 'approve_but_never_refund') ? 'refused_by_issuer' : null;
}

/** All that were granted of a payment, in the order of their requests. */
export async function refundsOfPayment(sql: Sql, paymentId: string): Promise<Refund[]> {
  return await sql<Refund[]>`
    SELECT id, reference, payment_id AS "paymentId", amount_minor AS "amountMinor", currency, status, reason
      FROM sandbox_acquirer.refunds
     WHERE payment_id = ${paymentId}
       AND status = 'refunded'
     ORDER BY reference`;
}

const panelPrefix = 'panel-';

/** The id under which the caller asked for a refund; null: it was made in the acquirer's own panel. */
export const callersId = (refundId: string | null): string | null =>
  refundId?.startsWith(panelPrefix) ? null : refundId;

/** A merchant's staff refunds at the acquirer itself: this amount, or all that is left. Null: nothing was given back. */
export async function refundInPanel(
  sql: Sql,
  paymentId: string,
  amountMinor: bigint | null,
): Promise<Refund | null> {
  const [left] = await sql<{ amountMinor: bigint; currency: string }[]>`
    SELECT coalesce(captured_minor, amount_minor) - refunded_minor AS "amountMinor", currency
      FROM sandbox_acquirer.payments
     WHERE id = ${paymentId}
     UNION ALL
    SELECT paid_minor - refunded_minor, currency
      FROM sandbox_acquirer.local_payments
     WHERE id = ${paymentId}`;
  const wanted = amountMinor ?? left?.amountMinor ?? 0n;
  if (!left || wanted === 0n) return null;
  const id = `${panelPrefix}${newId()}`;
  const refund = await refundPayment(sql, { id, paymentId, amountMinor: wanted, currency: left.currency });
  return refund.status === 'refunded' ? refund : null;
}
