import type { Db, Sql, Tx } from '../../../base/db/pool.ts';
import type { WebhookEndpoint } from '../../outbox/webhook-endpoint.ts';

/** The end of an endpoint is remembered as long as its messages are likely to be looked at. */
const keepRemovedDays = 90;

export type EndpointFields = Pick<WebhookEndpoint, 'url' | 'description' | 'events'>;

export async function insertEndpoint(
  tx: Tx,
  endpoint: EndpointFields & { merchantId: string; id: string; secret: Buffer; createdAt: Date },
): Promise<void> {
  await tx`
    INSERT INTO webhook_endpoints (merchant_id, id, url, description, events, secret, created_at, changed_at)
    VALUES (${endpoint.merchantId}, ${endpoint.id}, ${endpoint.url}, ${endpoint.description},
            ${[...endpoint.events]}, ${endpoint.secret}, ${endpoint.createdAt}, now())`;
}

export async function updateEndpoint(
  tx: Tx,
  merchantId: string,
  id: string,
  { pausedAt, ...fields }: EndpointFields & { pausedAt: Date | null },
): Promise<void> {
  await tx`
    UPDATE webhook_endpoints
       SET url = ${fields.url},
           description = ${fields.description},
           events = ${[...fields.events]},
           paused_at = ${pausedAt},
           changed_at = now()
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
}

export async function markRemoved(tx: Tx, merchantId: string, id: string): Promise<void> {
  await tx`
    UPDATE webhook_endpoints
       SET removed_at = now(),
           changed_at = now()
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
}

export async function replaceSecret(
  tx: Tx,
  merchantId: string,
  id: string,
  sealed: Buffer,
  overlapSeconds: number,
): Promise<void> {
  await tx`
    UPDATE webhook_endpoints
       SET secret_previous = secret,
           secret_previous_until = now() + make_interval(secs => ${overlapSeconds}),
           secret = ${sealed},
           changed_at = now()
     WHERE merchant_id = ${merchantId}
       AND id = ${id}`;
}

/** Every endpoint that the log may name, with those that were removed. */
export async function namesOfEndpoints(
  db: Db,
  merchantId: string,
): Promise<{ id: string; url: string; description: string }[]> {
  return await db<{ id: string; url: string; description: string }[]>`
    SELECT id, url, description
      FROM webhook_endpoints
     WHERE merchant_id = ${merchantId}`;
}

export async function countEndpointsSince(db: Db, merchantId: string, since: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::int AS count
      FROM webhook_endpoints
     WHERE merchant_id = ${merchantId}
       AND created_at > ${since}`;
  return row?.count ?? 0;
}

/** Present endpoints that were changed after a time. Uses the index webhook_endpoints_changed. */
export async function changedSince(
  db: Db,
  since: Date,
): Promise<{ merchantId: string; id: string; isPaused: boolean }[]> {
  return await db<{ merchantId: string; id: string; isPaused: boolean }[]>`
    SELECT merchant_id AS "merchantId", id, paused_at IS NOT NULL AS "isPaused"
      FROM webhook_endpoints
     WHERE removed_at IS NULL
       AND changed_at > ${since}`;
}

export async function forgetRemoved(sql: Sql): Promise<void> {
  await sql`
    DELETE FROM webhook_endpoints
     WHERE removed_at < now() - make_interval(days => ${keepRemovedDays})`;
}

export interface SealedSecrets {
  merchantId: string;
  id: string;
  current: Buffer;
  /** null: none, or expired and no longer used. */
  previous: Buffer | null;
}

export async function sealedSecrets(db: Db, afterId: string, limit: number): Promise<SealedSecrets[]> {
  return await db<SealedSecrets[]>`
    SELECT merchant_id AS "merchantId", id, secret AS current,
           CASE WHEN secret_previous_until > now() THEN secret_previous END AS previous
      FROM webhook_endpoints
     WHERE removed_at IS NULL
       AND id > ${afterId}
     ORDER BY id
     LIMIT ${limit}`;
}

/** False if the secret was rotated meanwhile. */
export async function replaceSealed(
  db: Db,
  { merchantId, id, current }: SealedSecrets,
  sealed: { current: Buffer; previous: Buffer | null },
): Promise<boolean> {
  const rows = await db`
    UPDATE webhook_endpoints
       SET secret = ${sealed.current},
           secret_previous = coalesce(${sealed.previous}::bytea, secret_previous),
           changed_at = now()
     WHERE merchant_id = ${merchantId}
       AND id = ${id}
       AND secret = ${current}
    RETURNING id`;
  return rows.length === 1;
}
