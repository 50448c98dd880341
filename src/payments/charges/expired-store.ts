import { ofBatch } from '../../base/db/citus/merchant-batches.ts';
import { acrossMerchants } from '../../base/db/citus/reach.ts';
import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import type { Charge } from './charge.ts';
import { type ChargeRow, chargeColumns, toCharge } from './store.ts';

/** Open charges past their expiry that no unresolved attempt and no crypto payment keeps open. */
export async function findExpired(sql: Sql, now: Date, limit: number): Promise<ChargeKey[]> {
  return await acrossMerchants(
    sql,
    (within) => sql<ChargeKey[]>`
      SELECT merchant_id AS "merchantId", id
        FROM charges AS charge
       WHERE ${isExpired(sql, now)}
             ${within}
       ORDER BY expires_at
       LIMIT ${limit}`,
  );
}

/** Locks those that are still expired for the rest of the transaction; skips rows that another transaction holds. */
export async function lockExpired(tx: Tx, found: ChargeKey[], now: Date): Promise<Charge[]> {
  const rows = await tx<ChargeRow[]>`
    SELECT ${tx.unsafe(chargeColumns)}
      FROM charges AS charge
     WHERE merchant_id ${ofBatch(tx, found)}
       AND id = ANY (${found.map(({ id }) => id)}::uuid[])
       AND ${isExpired(tx, now)}
       FOR UPDATE SKIP LOCKED`;
  return rows.map(toCharge);
}

interface ChargeKey {
  merchantId: string;
  id: string;
}

const isExpired = (db: Db, now: Date) => db`status = 'open'
       AND expires_at <= ${now}
       AND NOT EXISTS (
         SELECT FROM attempts
          WHERE attempts.merchant_id = charge.merchant_id
            AND attempts.charge_id = charge.id
            AND attempts.status IN ('created', 'authenticating', 'awaiting', 'pending', 'unknown')
       )
       AND NOT EXISTS (
         SELECT FROM crypto_orders
          WHERE crypto_orders.merchant_id = charge.merchant_id
            AND crypto_orders.id = charge.id
            AND crypto_orders.status IN ('awaiting', 'pending')
       )`;

/** Lets an open charge end at another time; the sandbox moves it to now. */
export async function moveExpiry(
  tx: Tx,
  { merchantId, id }: Pick<Charge, 'merchantId' | 'id'>,
  to: Date,
): Promise<void> {
  await tx`
    UPDATE charges
       SET expires_at = ${to}
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND status = 'open'`;
}

export async function setExpired(tx: Tx, charges: Charge[], now: Date): Promise<void> {
  await tx`
    UPDATE charges
       SET status = 'expired',
           decided_at = ${now}
     WHERE merchant_id ${ofBatch(tx, charges)}
       AND id = ANY (${charges.map(({ id }) => id)}::uuid[])`;
}
