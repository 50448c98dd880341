import type { AuditAct } from '../../../accounts/audit/acts.ts';
import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { lockMerchant } from '../../../accounts/merchants/lock-merchant.ts';
import { newWebhookSecret } from '../../../accounts/merchants/webhook-secret.ts';
import { newIdOf } from '../../../base/db/ids.ts';
import type { Sql, Tx } from '../../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../../base/ground/errors.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { moveWaiting } from '../../outbox/delivery-store.ts';
import { findEndpoints, forgetEndpoints } from '../../outbox/endpoint-book.ts';
import { maxEndpoints, type WebhookEndpoint } from '../../outbox/webhook-endpoint.ts';
import {
  countEndpointsSince,
  type EndpointFields,
  insertEndpoint,
  markRemoved,
  replaceSecret,
  updateEndpoint,
} from './store.ts';

export interface EndpointDeps {
  sql: Sql;
  secrets: Secrets;
  now(): Date;
}

/** Whose endpoint, and who asks, for the audit log. */
export interface EndpointAct {
  merchantId: string;
  actor: string;
}

/** Removed ones are kept for a time: making and removing them again and again must not fill the table. */
const maxMadePerDay = 50;
const dayMs = 24 * 60 * 60 * 1000;

/** The secret is readable only here. */
export async function createEndpoint(
  { sql, secrets, now }: EndpointDeps,
  { merchantId, actor }: EndpointAct,
  fields: EndpointFields,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const secret = newWebhookSecret();
  const endpoint = await change(sql, merchantId, async (tx) => {
    const present = await findEndpoints(tx, merchantId);
    const recent = await countEndpointsSince(tx, merchantId, new Date(now().getTime() - dayMs));
    if (present.length >= maxEndpoints || recent >= maxMadePerDay) {
      const message =
        present.length >= maxEndpoints
          ? `is one too many: there are ${maxEndpoints} endpoints already. Remove one first`
          : `is one too many: ${maxMadePerDay} were made within a day. Change one instead`;
      throw validationFailed([{ field: 'url', message }]);
    }
    const id = newIdOf(merchantId);
    const sealed = secrets.seal(secret, 'webhook-secret');
    await insertEndpoint(tx, { ...fields, merchantId, id, secret: sealed, createdAt: now() });
    await record(tx, { merchantId, actor }, 'webhook_endpoint_added', { endpoint: id, ...fields }, now());
    return await ownEndpoint(tx, merchantId, id);
  });
  return { endpoint, secret };
}

/** Changes what is given. What waits for a paused endpoint is sent when it goes on. */
export async function changeEndpoint(
  { sql, now }: EndpointDeps,
  { merchantId, actor }: EndpointAct,
  id: string,
  { paused, ...changes }: Partial<EndpointFields> & { paused?: boolean },
): Promise<WebhookEndpoint> {
  const { before, after } = await change(sql, merchantId, async (tx) => {
    const before = await ownEndpoint(tx, merchantId, id);
    const { url, description, events, pausedAt } = { ...before, ...changes };
    const next = {
      url,
      description,
      events,
      pausedAt: paused === undefined ? pausedAt : paused ? now() : null,
    };
    await updateEndpoint(tx, merchantId, before.id, next);
    const act = { endpoint: before.id, ...changes, ...(paused !== undefined && { paused }) };
    await record(tx, { merchantId, actor }, 'webhook_endpoint_changed', act, now());
    return { before, after: await ownEndpoint(tx, merchantId, before.id) };
  });
  // If this is interrupted, a job finishes it (finish-pauses.ts).
  if (paused !== undefined) {
    await moveWaiting(sql, before, paused ? 'hold' : 'release', now());
  }
  return after;
}

/** What waits for it is not sent any more. */
export async function removeEndpoint(
  { sql, now }: EndpointDeps,
  { merchantId, actor }: EndpointAct,
  id: string,
): Promise<void> {
  const endpoint = await change(sql, merchantId, async (tx) => {
    const found = await ownEndpoint(tx, merchantId, id);
    await markRemoved(tx, merchantId, found.id);
    const act = { endpoint: found.id, url: found.url };
    await record(tx, { merchantId, actor }, 'webhook_endpoint_removed', act, now());
    return found;
  });
  await moveWaiting(sql, endpoint, 'drop', now());
}

/** The new secret is readable only here; the old one signs along for the overlap. */
export async function rotateEndpointSecret(
  { sql, secrets, now }: EndpointDeps,
  { merchantId, actor }: EndpointAct,
  id: string,
  overlapHours: number,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const secret = newWebhookSecret();
  const endpoint = await change(sql, merchantId, async (tx) => {
    const found = await ownEndpoint(tx, merchantId, id);
    const sealed = secrets.seal(secret, 'webhook-secret');
    await replaceSecret(tx, merchantId, found.id, sealed, overlapHours * 3600);
    const act = { endpoint: found.id, overlapHours };
    await record(tx, { merchantId, actor }, 'webhook_secret_rotated', act, now());
    return await ownEndpoint(tx, merchantId, found.id);
  });
  return { endpoint, secret };
}

/** Changes are made one at a time; this process knows of one before its caller does. */
async function change<T>(sql: Sql, merchantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await sql.begin(async (tx) => {
    await lockMerchant(tx, merchantId);
    return await work(tx);
  });
  forgetEndpoints(sql);
  return result;
}

/** Another merchant's counts as not found. */
export async function ownEndpoint(db: Tx | Sql, merchantId: string, id: string): Promise<WebhookEndpoint> {
  const endpoint = (await findEndpoints(db, merchantId)).find((each) => each.id === id.toLowerCase());
  if (!endpoint) throw new PasarelaError('not_found', 'There is no webhook endpoint with this id.');
  return endpoint;
}

async function record(
  tx: Tx,
  { merchantId, actor }: EndpointAct,
  act: AuditAct,
  details: Readonly<Record<string, unknown>>,
  at: Date,
): Promise<void> {
  await appendAudit(tx, { actor, act, subject: `merchant ${merchantId}`, details }, at);
}
