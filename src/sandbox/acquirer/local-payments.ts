import { type MethodCode, methods } from '../../accounts/methods/methods.ts';
import type { Sql } from '../../base/db/pool.ts';

/** Payments by local methods: each operation is one statement, so no crash can split it. */

export interface LocalPayment {
  id: string;
  reference: bigint;
  method: MethodCode;
  status: 'waiting' | 'pending' | 'paid' | 'refused' | 'expired' | 'canceled';
  /** null: the id was canceled before its payment arrived. */
  amountMinor: bigint | null;
  currency: string | null;
  description: string | null;
  returnUrl: string | null;
  notifyUrl: string | null;
  expiresAt: Date | null;
  paidMinor: bigint;
}

export interface NewLocalPayment {
  id: string;
  method: MethodCode;
  amountMinor: bigint;
  currency: string;
  description: string | null;
  paymentOf: string | null;
  returnUrl: string;
  notifyUrl: string;
  payableSeconds: number;
}

/** Returns the payment of an earlier request with the same id, if there was one. */
export async function takeLocalPayment(sql: Sql, payment: NewLocalPayment): Promise<LocalPayment> {
  const [made] = await sql<LocalPayment[]>`
    INSERT INTO sandbox_acquirer.local_payments (
      id, method, status, amount_minor, currency, description, payment_of, return_url, notify_url, expires_at
    )
    VALUES (
      ${payment.id}, ${payment.method}, 'waiting', ${payment.amountMinor}, ${payment.currency}, ${payment.description},
      ${payment.paymentOf}, ${payment.returnUrl}, ${payment.notifyUrl},
      clock_timestamp() + make_interval(secs => ${payment.payableSeconds})
    )
    ON CONFLICT (id) DO NOTHING
    RETURNING ${columns(sql)}`;
  const taken = made ?? (await findLocalPayment(sql, payment.id));
  if (!taken) throw new Error(`payment ${payment.id} is neither new nor stored`);
  return taken;
}

/** By its id, or by the caller's reference: then the latest. Instructions whose time is over expire when somebody asks. */
export async function findLocalPayment(sql: Sql, id: string): Promise<LocalPayment | null> {
  await sql`
    UPDATE sandbox_acquirer.local_payments
       SET status = 'expired'
     WHERE (id = ${id} OR payment_of = ${id})
       AND status = 'waiting'
       AND expires_at <= clock_timestamp()`;
  const [row] = await sql<LocalPayment[]>`
    SELECT ${columns(sql)}
      FROM sandbox_acquirer.local_payments
     WHERE id = ${id}
        OR payment_of = ${id}
     ORDER BY reference DESC
     LIMIT 1`;
  return row ?? null;
}

/** What the customer, or the bank, does: a payment that ended stays as it is. */
export type Act = { does: 'pay'; amountMinor: bigint } | { does: 'refuse' } | { does: 'delay' };

/**
 * Cash and transfers arrive whatever the time is: at a counter, or because the bank took long. A page of a bank takes
 * none after its end.
 */
export async function actOn(sql: Sql, { id, method }: LocalPayment, act: Act): Promise<void> {
  const paidMinor = act.does === 'pay' ? act.amountMinor : 0n;
  const status = { pay: 'paid', refuse: 'refused', delay: 'pending' }[act.does];
  const mayBeLate = act.does === 'pay' && methods[method].way === 'instructions';
  await sql`
    UPDATE sandbox_acquirer.local_payments
       SET status = ${status},
           paid_minor = ${paidMinor}
     WHERE id = ${id}
       AND (status IN ('waiting', 'pending') OR (status IN ('expired', 'canceled') AND ${mayBeLate}))
       AND amount_minor IS NOT NULL`;
}

/** Its instructions are over from now on. */
export async function endLocalPayment(sql: Sql, id: string): Promise<void> {
  await sql`
    UPDATE sandbox_acquirer.local_payments
       SET expires_at = clock_timestamp()
     WHERE id = ${id}
       AND status = 'waiting'`;
}

/** Stores an unseen id as canceled, so that a request still on its way is not taken later. */
export async function cancelLocalPayment(sql: Sql, id: string, method: MethodCode): Promise<LocalPayment> {
  const [row] = await sql<LocalPayment[]>`
    INSERT INTO sandbox_acquirer.local_payments AS payment (id, method, status)
    VALUES (${id}, ${method}, 'canceled')
    ON CONFLICT (id) DO UPDATE
       SET status = CASE payment.status WHEN 'waiting' THEN 'canceled' ELSE payment.status END
    RETURNING ${columns(sql)}`;
  return row as LocalPayment;
}

function columns(sql: Sql) {
  return sql`
    id, reference, method, status, amount_minor AS "amountMinor", currency, description, return_url AS "returnUrl",
    notify_url AS "notifyUrl", expires_at AS "expiresAt", paid_minor AS "paidMinor"`;
}
