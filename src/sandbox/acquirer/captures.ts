import type { Sql, Tx } from '../../base/db/pool.ts';
import { findPayment, type Payment } from './payments.ts';

/** What the acquirer says to a capture or a void. */
export interface Closed {
  payment: Payment;
  /** null: it did as asked, now or when it was asked before. */
  refusal: CaptureRefusal | null;
  /** It was done just now, not before. */
  isNew: boolean;
}

type CaptureRefusal = 'not_authorized' | 'exceeds_authorized';

/** Captures once; null: there is no such payment. What is not captured is released. */
export async function capturePayment(sql: Sql, id: string, amountMinor: bigint): Promise<Closed | null> {
  return await close(sql, id, async (tx, payment) => {
    if (payment.status === 'approved' && payment.capturedMinor === amountMinor) return null;
    if (payment.status !== 'authorized') return 'not_authorized';
    if (amountMinor > (payment.amountMinor ?? 0n)) return 'exceeds_authorized';
    await tx`
      UPDATE sandbox_acquirer.payments
      SET status = 'approved',
          captured_minor = ${amountMinor}
      WHERE id = ${id}`;
    return null;
  });
}

export async function voidPayment(sql: Sql, id: string): Promise<Closed | null> {
  return await close(sql, id, async (tx, payment) => {
    if (payment.status === 'voided' && !payment.isExpired) return null;
    if (payment.status !== 'authorized') return 'not_authorized';
    await tx`UPDATE sandbox_acquirer.payments SET status = 'voided', authorized_until = NULL WHERE id = ${id}`;
    return null;
  });
}

/** The row lock makes a capture and a void of one payment queue: the first one wins. */
async function close(
  sql: Sql,
  id: string,
  act: (tx: Tx, payment: Payment) => Promise<CaptureRefusal | null>,
): Promise<Closed | null> {
  return await sql.begin(async (tx) => {
    await tx`SELECT 1 FROM sandbox_acquirer.payments WHERE id = ${id} FOR UPDATE`;
    const before = await findPayment(tx, id);
    if (!before) return null;
    const refusal = await act(tx, before);
    const after = (await findPayment(tx, id)) as Payment;
    return { payment: after, refusal, isNew: before.status !== after.status };
  });
}
