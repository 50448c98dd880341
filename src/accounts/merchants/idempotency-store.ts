import type { Db, Sql, Tx } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';

/** A merchant's Idempotency-Key, and the request that came with it. */
export interface KeyedRequest {
  merchantId: string;
  /**
   * Keys of different operations are independent. `order_unproven`: processed without credentials; a stranger must not
   * be able to use up the keys of a merchant.
   */
  scope: 'charge' | 'order' | 'order_unproven';
  key: string;
  requestHash: Buffer;
}

/** The interface promises a day; this also covers a merchant that was down over a weekend. */
const keptDays = 3;
/** Per cleaning round; the rest waits for the next. */
const merchantsAtOnce = 500;

/**
 * Takes the key for this transaction's result. If two requests come at the same instant, the second waits here for the
 * first to commit. Returns the subject of an earlier request with the same key and body, or null: the key was free.
 */
export async function takeKey(
  tx: Tx,
  keyed: KeyedRequest,
  subjectId: string,
  now: Date,
): Promise<string | null> {
  const { merchantId, scope, key, requestHash } = keyed;
  const taken = await tx`
    INSERT INTO idempotency_keys (merchant_id, scope, key, request_hash, subject_id, created_at)
    VALUES (${merchantId}, ${scope}, ${key}, ${requestHash}, ${subjectId}, ${now})
        ON CONFLICT DO NOTHING
    RETURNING key`;
  return taken.length === 1 ? null : await findKeyed(tx, keyed);
}

/** The subject of an earlier request with the same key and body; null: none. Another body is refused. */
export async function findKeyed(
  db: Db,
  { merchantId, scope, key, requestHash }: KeyedRequest,
): Promise<string | null> {
  const [row] = await db<{ requestHash: Buffer; subjectId: string }[]>`
    SELECT request_hash AS "requestHash", subject_id AS "subjectId"
      FROM idempotency_keys
     WHERE merchant_id = ${merchantId}
       AND scope = ${scope}
       AND key = ${key}`;
  if (!row) return null;
  if (row.requestHash.equals(requestHash)) return row.subjectId;
  throw keyReused();
}

export function keyReused(): PasarelaError {
  return new PasarelaError(
    'idempotency_key_reused',
    'This Idempotency-Key was used for a request with other contents. Use a new key for a new request.',
  );
}

/** Deletes expired keys. */
export async function dropOldKeys(sql: Sql, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000);
  const merchants = await sql<{ merchantId: string }[]>`
    SELECT DISTINCT merchant_id AS "merchantId"
      FROM idempotency_keys
     WHERE created_at < ${oldest}
     LIMIT ${merchantsAtOnce}`;
  for (const { merchantId } of merchants) {
    await sql`
      DELETE FROM idempotency_keys
       WHERE merchant_id = ${merchantId}
         AND created_at < ${oldest}`;
  }
}
