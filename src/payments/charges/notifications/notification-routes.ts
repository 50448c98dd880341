import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { createBatcher } from '../../../base/db/batch.ts';
import { isId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import type { PaymentProcessors } from '../payment-processors.ts';
import { insertNotifications, type NewNotification } from './notification-store.ts';

export interface NotificationRoutesDeps {
  sql: Sql;
  processors: PaymentProcessors;
  now(): Date;
}

/** The longest message of any processor has a few kilobytes. */
const maxBodyBytes = 256 * 1024;
const maxIdLength = 200;

/**
 * Receives notifications of card processors. A correctly signed message is stored and followed up later; any other is
 * refused and leaves no trace but its count.
 */
export function notificationRoutes(deps: NotificationRoutesDeps): FastifyPluginAsync {
  const batcher = createBatcher(async (rows: NewNotification[]) => {
    await insertNotifications(deps.sql, rows);
    return rows.map(() => true);
  });

  async function take(request: FastifyRequest<{ Params: { name: string; merchant?: string } }>) {
    const { name, merchant } = request.params;
    const isMerchant = merchant === undefined || isId(merchant);
    const accounts = isMerchant ? await deps.processors.notified(name, merchant ?? null) : [];
    if (accounts.length === 0) throw new PasarelaError('not_found', 'There is no such card processor here.');
    const now = deps.now();
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const query = request.query as Record<string, unknown>;
    const message = { headers: request.headers, query, body };
    for (const { processor, accountId } of accounts) {
      const notification = processor.readNotification(message, now);
      if (!notification) continue;
      const { id, hint } = notification;
      if (hint.about !== 'nothing') {
        await batcher.add({
          processor: name,
          accountId,
          id: id.slice(0, maxIdLength),
          hint,
          receivedAt: now,
        });
      }
      return { received: true };
    }
    throw new PasarelaError(
      'invalid_signature',
      `The signature does not fit, or is too old. Check the secret of notifications set for ${name}, and the clocks.`,
    );
  }

  return async (app) => {
    app.removeAllContentTypeParsers();
    // The signature covers the bytes: nothing else reads them before it is checked.
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    );
    const options = { config: { face: 'api' as const }, schema: { hide: true }, bodyLimit: maxBodyBytes };
    app.post('/processors/:name/notifications', options, take);
    app.post('/processors/:name/notifications/:merchant', options, take);
  };
}
