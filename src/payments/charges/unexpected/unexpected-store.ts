import { unleased } from '../../../base/db/leases.ts';
import type { Db, Tx } from '../../../base/db/pool.ts';
import type { UnexpectedPayment } from './unexpected-payment.ts';

type Row = Omit<UnexpectedPayment, 'paid'> & { currency: string; paidMinor: bigint };

const columns = `
  merchant_id AS "merchantId", id, charge_id AS "chargeId", kind, status, processor, account_id AS "accountId", reference,
  currency, paid_minor AS "paidMinor", pays, return_id AS "returnId", return_reference AS "returnReference", failure,
  arrived_at AS "arrivedAt", decided_at AS "decidedAt", ended_at AS "endedAt"`;

function toPayment({ currency, paidMinor, ...row }: Row): UnexpectedPayment {
  return { ...row, paid: { amountMinor: paidMinor, currency } };
}

export type NewUnexpected = Pick<
  UnexpectedPayment,
  'merchantId' | 'id' | 'chargeId' | 'kind' | 'processor' | 'accountId' | 'reference' | 'paid' | 'arrivedAt'
>;

/** False: it is known, or its movement at the processor was found first and is a case of the operator. */
export async function insertUnexpected(tx: Tx, payment: NewUnexpected): Promise<boolean> {
  const { merchantId, chargeId } = payment;
  const cases = await tx`
    SELECT 1
      FROM card_cases
     WHERE merchant_id = ${merchantId}
       AND charge_id = ${chargeId}
       AND kind = 'payment'
       AND amount_minor = ${payment.paid.amountMinor}`;
  if (cases.length > 0) return false;
  const rows = await tx`
    INSERT INTO unexpected_payments (
      merchant_id, id, charge_id, kind, status, processor, account_id, reference, currency, paid_minor, arrived_at, due_at)
    VALUES (
      ${merchantId}, ${payment.id}, ${chargeId}, ${payment.kind}, 'waiting', ${payment.processor}, ${payment.accountId},
      ${payment.reference}, ${payment.paid.currency}, ${payment.paid.amountMinor}, ${payment.arrivedAt}, ${payment.arrivedAt})
        ON CONFLICT DO NOTHING
    RETURNING id`;
  return rows.length === 1;
}

export async function findUnexpected(
  db: Db,
  merchantId: string,
  id: string,
): Promise<UnexpectedPayment | null> {
  const [row] = await db<Row[]>`
    SELECT ${db.unsafe(columns)}
      FROM unexpected_payments
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
  return row ? toPayment(row) : null;
}

/** Oldest first. */
export async function unexpectedOf(
  db: Db,
  merchantId: string,
  chargeId: string,
): Promise<UnexpectedPayment[]> {
  const rows = await db<Row[]>`
    SELECT ${db.unsafe(columns)}
      FROM unexpected_payments
     WHERE merchant_id = ${merchantId}
       AND charge_id = ${chargeId}
     ORDER BY arrived_at, id`;
  return rows.map(toPayment);
}

/** Counting stops here. */
const maxWaiting = 10_000;

/** Payments that wait for their merchant's decision: the newest ones with the number of their charge, and how many. */
export async function waitingUnexpected(
  db: Db,
  merchantId: string,
  limit: number,
): Promise<{ newest: (UnexpectedPayment & { orderNumber: string | null })[]; count: number }> {
  const rows = await db<Row[]>`
    SELECT ${db.unsafe(columns)}
      FROM unexpected_payments
     WHERE merchant_id = ${merchantId}
       AND status = 'waiting'
     ORDER BY arrived_at DESC
     LIMIT ${limit}`;
  const newest = rows.map(toPayment);
  const [counted] = await db<{ count: number }[]>`
    SELECT count(*)::int AS count
      FROM (
        SELECT 1
          FROM unexpected_payments
         WHERE merchant_id = ${merchantId}
           AND status = 'waiting'
         LIMIT ${maxWaiting}
      ) AS waiting`;
  const numbers = await db<{ id: string; number: string | null }[]>`
    SELECT id, order_number AS number
      FROM charges
     WHERE merchant_id = ${merchantId}
       AND id = ANY (${newest.map(({ chargeId }) => chargeId)}::uuid[])`;
  const numberOf = new Map(numbers.map(({ id, number }) => [id, number]));
  return {
    newest: newest.map((each) => ({ ...each, orderNumber: numberOf.get(each.chargeId) ?? null })),
    count: counted?.count ?? 0,
  };
}

export async function findUnexpectedByKey(
  db: Db,
  merchantId: string,
  key: string,
): Promise<{ payment: UnexpectedPayment; requestHash: Buffer } | null> {
  const [row] = await db<(Row & { requestHash: Buffer })[]>`
    SELECT ${db.unsafe(columns)}, request_hash AS "requestHash"
      FROM unexpected_payments
     WHERE merchant_id = ${merchantId}
       AND idempotency_key = ${key}`;
  if (!row) return null;
  const { requestHash, ...rest } = row;
  return { payment: toPayment(rest), requestHash };
}

/** Saves a merchant's decision; throws if the payment no longer waits for one. */
export async function saveUnexpectedDecision(
  tx: Tx,
  { merchantId, id }: UnexpectedPayment,
  change: {
    status: 'accepted' | 'returning';
    pays: boolean;
    returnId: string | null;
    dueAt: Date;
    key: string | null;
    requestHash: Buffer;
  },
  now: Date,
): Promise<void> {
  const rows = await tx`
    UPDATE unexpected_payments
       SET status = ${change.status},
           pays = ${change.pays},
           return_id = ${change.returnId},
           return_reference = NULL,
           failure = NULL,
           idempotency_key = ${change.key},
           request_hash = ${change.requestHash},
           decided_at = ${now},
           ended_at = ${change.status === 'accepted' ? now : null},
           due_at = ${change.dueAt}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND status = 'waiting'
    RETURNING id`;
  if (rows.length !== 1) throw new Error(`unexpected payment ${id} is no longer waiting`);
}

/** Records the processor's last word about giving it back; false: it was recorded before. */
export async function endReturn(
  tx: Tx,
  { merchantId, id, returnId }: UnexpectedPayment,
  change: { status: 'returned' | 'waiting'; reference: string | null; failure: string | null },
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    UPDATE unexpected_payments
       SET status = ${change.status},
           return_reference = ${change.reference},
           failure = ${change.failure},
           ended_at = ${change.status === 'returned' ? now : null},
           ${unleased(tx)}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND return_id = ${returnId}
       AND status = 'returning'
    RETURNING id`;
  return rows.length === 1;
}

export async function postponeReturn(
  db: Db,
  { merchantId, id }: UnexpectedPayment,
  reference: string | null,
  dueAt: Date,
): Promise<void> {
  await db`
    UPDATE unexpected_payments
       SET due_at = ${dueAt},
           return_reference = ${reference},
           ${unleased(db)}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND status = 'returning'`;
}
