import { takeLock } from '../../base/db/locks.ts';
import type { Sql } from '../../base/db/pool.ts';

export interface Dispute {
  number: bigint;
  paymentId: string;
  amountMinor: bigint;
  currency: string;
  status: 'open' | 'won' | 'lost';
  evidenceDueAt: Date | null;
}

/** How long the bank waits for the merchant's evidence. */
const evidenceDays = 7;
/** One page; the caller uses the cursor to read more. */
const pageSize = 100;

/**
 * The disputes numbered after `after`, in order. Due ones are lodged here and numbered under a lock that is held to the
 * commit: numbers become visible in order, so a reader's cursor can never skip one that another transaction is about to
 * commit.
 */
export async function disputesAfter(sql: Sql, after: bigint): Promise<Dispute[]> {
  return await sql.begin(async (tx) => {
    await takeLock(tx, 'sandbox disputes');
    await tx`
      WITH charged_back AS (
        UPDATE sandbox_acquirer.payments
        SET disputed_minor = coalesce(captured_minor, amount_minor) - refunded_minor,
            dispute_due_at = NULL
        WHERE dispute_due_at <= clock_timestamp()
          AND status = 'approved'
        RETURNING id, disputed_minor, currency, dispute_status, created_at
      )
      INSERT INTO sandbox_acquirer.disputes (payment_id, amount_minor, currency, status, evidence_due_at)
      SELECT id, disputed_minor, currency, dispute_status,
             CASE dispute_status WHEN 'open' THEN clock_timestamp() + ${evidenceDays}::int * interval '1 day' END
      FROM charged_back
      WHERE disputed_minor > 0
      ORDER BY created_at, id`;
    return await tx<Dispute[]>`
      SELECT number, payment_id AS "paymentId", amount_minor AS "amountMinor", currency, status,
             evidence_due_at AS "evidenceDueAt"
      FROM sandbox_acquirer.disputes
      WHERE number > ${after}
      ORDER BY number
      LIMIT ${pageSize}`;
  });
}

/** The bank's decision; false: the payment has no open dispute. */
export async function decideDispute(sql: Sql, paymentId: string, status: 'won' | 'lost'): Promise<boolean> {
  return await sql.begin(async (tx) => {
    await takeLock(tx, 'sandbox disputes');
    const decided = await tx`
      UPDATE sandbox_acquirer.disputes
      SET status = ${status},
          number = DEFAULT
      WHERE payment_id = ${paymentId}
        AND status = 'open'
      RETURNING payment_id`;
    if (decided.length > 0 && status === 'won') {
      await tx`UPDATE sandbox_acquirer.payments SET disputed_minor = 0 WHERE id = ${paymentId}`;
    }
    return decided.length > 0;
  });
}
