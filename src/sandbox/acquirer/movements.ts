import type { Sql } from '../../base/db/pool.ts';

/** A movement on the account; see schema.sql. */
export interface Movement {
  number: bigint;
  kind: 'payment' | 'refund' | 'dispute' | 'dispute_won';
  paymentId: string;
  refundId: string | null;
  refundReference: bigint | null;
  amountMinor: bigint;
  currency: string;
  at: Date;
}

/** One page; the caller asks for the next one after its last movement. */
const pageSize = 100;

/** The movements of a period, oldest first: of its first moment those numbered after `after`, and all later ones. */
export async function movementsBetween(sql: Sql, from: Date, to: Date, after: bigint): Promise<Movement[]> {
  return await sql<Movement[]>`
    SELECT number, kind, movements.payment_id AS "paymentId", refund_id AS "refundId",
           refunds.reference AS "refundReference", movements.amount_minor AS "amountMinor",
           movements.currency, at
      FROM sandbox_acquirer.movements
      LEFT JOIN sandbox_acquirer.refunds ON refunds.id = refund_id
     WHERE (at, number) > (${from}, ${after})
       AND at < ${to}
     ORDER BY at, number
     LIMIT ${pageSize}`;
}
