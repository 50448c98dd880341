import { takeLock } from '../../base/db/locks.ts';
import type { Sql } from '../../base/db/pool.ts';

export interface Dispute {
  number: bigint;
  paymentId: string;
  amountMinor: bigint;
  currency: string;
}

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
        RETURNING id, disputed_minor, currency, created_at
      )
      INSERT INTO sandbox_acquirer.disputes (payment_id, amount_minor, currency)
      SELECT id, disputed_minor, currency
      FROM charged_back
      WHERE disputed_minor > 0
      ORDER BY created_at, id`;
    return await tx<Dispute[]>`
      SELECT number, payment_id AS "paymentId", amount_minor AS "amountMinor", currency
      FROM sandbox_acquirer.disputes
      WHERE number > ${after}
      ORDER BY number
      LIMIT ${pageSize}`;
  });
}
