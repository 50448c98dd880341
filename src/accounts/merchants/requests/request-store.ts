import type { Db, Sql } from '../../../base/db/pool.ts';
import type { FieldFault } from '../../../base/ground/errors.ts';

/** A logged API request. */
export interface LoggedRequest {
  merchantId: string;
  id: string;
  at: Date;
  method: string;
  path: string;
  status: number;
  keyId: string | null;
  requestId: string | null;
  error: string | null;
  message: string | null;
  fields: FieldFault[];
  durationMs: number;
}

/** The newest entries of each merchant are kept, and none longer than this. */
const keptOfMerchant = 2_000;
const keptDays = 7;
/** Per cleaning round; the rest waits for the next. */
const merchantsAtOnce = 500;

const columns = `
  merchant_id AS "merchantId", id, at, method, path, status, key_id AS "keyId", request_id AS "requestId", error, message,
  fields, duration_ms AS "durationMs"`;

export async function insertRequests(db: Db, requests: LoggedRequest[]): Promise<void> {
  const rows = requests.map((request) => ({
    merchant_id: request.merchantId,
    id: request.id,
    at: request.at,
    method: request.method,
    path: request.path,
    status: request.status,
    key_id: request.keyId,
    request_id: request.requestId,
    error: request.error,
    message: request.message,
    fields: db.json(request.fields),
    duration_ms: request.durationMs,
  }));
  await db`INSERT INTO api_requests ${db(rows)}`;
}

/** Newest first. */
export async function listRequests(
  db: Db,
  merchantId: string,
  query: { outcome: 'refused' | 'good' | null; beforeId: string | null; limit: number },
): Promise<LoggedRequest[]> {
  const { outcome, beforeId } = query;
  return await db<LoggedRequest[]>`
    SELECT ${db.unsafe(columns)}
      FROM api_requests
     WHERE merchant_id = ${merchantId}
       ${outcome === null ? db`` : db.unsafe(`AND status ${outcome === 'refused' ? '>=' : '<'} 400`)}
       ${beforeId === null ? db`` : db`AND id < ${beforeId}`}
     ORDER BY id DESC
     LIMIT ${query.limit}`;
}

/** Deletes a merchant's entries beyond its share. */
export async function trimRequests(db: Db, merchantId: string): Promise<void> {
  const [oldest] = await db<{ id: string }[]>`
    SELECT id
      FROM api_requests
     WHERE merchant_id = ${merchantId}
     ORDER BY id DESC
    OFFSET ${keptOfMerchant - 1}
     LIMIT 1`;
  if (!oldest) return;
  await db`
    DELETE FROM api_requests
     WHERE merchant_id = ${merchantId}
       AND id < ${oldest.id}`;
}

/** Deletes expired entries. */
export async function dropOldRequests(sql: Sql, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000);
  const merchants = await sql<{ merchantId: string }[]>`
    SELECT DISTINCT merchant_id AS "merchantId"
      FROM api_requests
     WHERE at < ${oldest}
     LIMIT ${merchantsAtOnce}`;
  for (const { merchantId } of merchants) {
    await sql`
      DELETE FROM api_requests
       WHERE merchant_id = ${merchantId}
         AND at < ${oldest}`;
  }
}

/** Keyed by key id, in ms; a later use written by another process stays. */
export async function noteKeyUses(db: Db, usedAtMs: ReadonlyMap<string, number>): Promise<void> {
  const ids = [...usedAtMs.keys()];
  const times = [...usedAtMs.values()].map((atMs) => new Date(atMs).toISOString());
  await db`
    INSERT INTO api_key_uses AS known (key_id, used_at)
    SELECT key_id, used_at
      FROM unnest(${ids}::text[], ${times}::timestamptz[]) AS used (key_id, used_at)
     -- All processes take the rows in the same order, so they never deadlock.
     ORDER BY key_id
        ON CONFLICT (key_id) DO UPDATE
       SET used_at = greatest(known.used_at, excluded.used_at)`;
}
