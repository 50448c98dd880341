import { type Static, Type } from 'typebox';
import type { Authenticator } from '../../accounts/merchants/sessions/authenticate.ts';
import { readSecurity } from '../../accounts/merchants/sessions/routes.ts';
import { sessionSecurity } from '../../accounts/people/session-security.ts';
import type { Sql } from '../../base/db/pool.ts';
import type { Reads } from '../../base/db/reads.ts';
import { PasarelaError, validationFailed } from '../../base/ground/errors.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import { identify } from '../../base/http/identify.ts';
import { faultsOf } from '../../base/http/request/validation.ts';
import type { App } from '../../base/http/server.ts';
import { attemptsOf, type DeliverableEvent, listEvents } from '../outbox/event-store.ts';
import { endpointIdsOf } from './endpoints/endpoint-ids.ts';
import { eventQuerySchema, readEventQuery } from './event-query.ts';
import { eventPage, eventShape, shapeEvent } from './event-shape.ts';
import { getEvent } from './get-event.ts';
import { redeliverEvent } from './redeliver-event.ts';
import { sampleKinds, sendTestEvent, type TestEventDeps, usualSample } from './send-test-event.ts';

export interface EventRoutesDeps extends TestEventDeps {
  authenticator: Authenticator;
  /** For lists, which may be a few moments old. */
  reads: Reads;
  /** Counts one sample of a merchant and throws beyond the limit: each sample makes an outgoing connection. */
  takeTest(merchantId: string): Promise<void>;
}

const eventParams = Type.Object({ id: Type.String() });
const testBody = Type.Object({
  url: Type.Optional(
    Type.String({
      expected: 'an address',
      description: "Where to send the sample; absent: the account's webhook URL",
    }),
  ),
  endpoint: Type.Optional(
    Type.String({ expected: 'the id of a webhook endpoint', description: 'The further endpoint to test' }),
  ),
  kind: Type.Optional(
    Type.Enum([...sampleKinds], {
      expected: `one of ${sampleKinds.join(', ')}`,
      description: `What it tells of a payment that never was; ${usualSample} if absent. The last three are told of crypto orders`,
    }),
  ),
});

export function eventRoutes(app: App, deps: EventRoutesDeps): void {
  const { sql } = deps;
  const byAny = identify(deps.authenticator.byAny);

  async function withAttempts(sql: Sql, merchantId: string, events: DeliverableEvent[]) {
    const [attempts, endpoints] = await Promise.all([
      attemptsOf(sql, merchantId, events),
      endpointIdsOf(sql, merchantId, events),
    ]);
    return events.map((event) => shapeEvent(event, attempts.get(event.id) ?? [], endpoints));
  }

  async function detail(merchantId: string, event: DeliverableEvent) {
    const [shaped] = await withAttempts(sql, merchantId, [event]);
    return shaped as NonNullable<typeof shaped>;
  }

  app.get(
    '/api/events',
    {
      config: { face: 'api' },
      onRequest: byAny.onRequest,
      attachValidation: true,
      schema: {
        operationId: 'listEvents',
        summary: 'List events with every send of them, newest first',
        tags: ['Events'],
        security: [...readSecurity, ...sessionSecurity],
        'x-scope': 'events',
        'x-permission': 'developers.read',
        querystring: eventQuerySchema,
        response: { 200: envelope(eventPage), ...errors(401, 403, 422) },
      },
    },
    async (request) => {
      const merchant = byAny.callerOf(request);
      const read = readEventQuery(request.query, faultsOf(request.validationError?.validation ?? []));
      if (read.kind === 'faults') throw validationFailed(read.faults);
      const range = read.beforeId ? { beforeId: read.beforeId } : {};
      // One more than requested shows whether there is a next page.
      return await deps.reads.read(async (sql) => {
        const events = await listEvents(sql, merchant.id, read.filter, range, read.limit + 1);
        const page = events.slice(0, read.limit);
        return success('Events', {
          events: await withAttempts(sql, merchant.id, page),
          next_cursor: events.length > read.limit ? (page.at(-1)?.id ?? null) : null,
        });
      });
    },
  );

  app.get(
    '/api/events/:id',
    {
      config: { face: 'api' },
      onRequest: byAny.onRequest,
      schema: {
        operationId: 'readEvent',
        summary: 'Read an event with every send of it',
        tags: ['Events'],
        security: [...readSecurity, ...sessionSecurity],
        'x-scope': 'events',
        'x-permission': 'developers.read',
        params: eventParams,
        response: { 200: envelope(eventShape), ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const merchant = byAny.callerOf(request);
      const event = await getEvent(sql, merchant.id, request.params.id);
      return success('Event', await detail(merchant.id, event));
    },
  );

  app.post(
    '/api/events/:id/redeliver',
    {
      config: { face: 'api' },
      onRequest: byAny.onRequest,
      schema: {
        operationId: 'redeliverEvent',
        summary: 'Send an event again',
        description:
          'At once, under the same webhook-id, and with all its re-sends if it fails. While the event is being sent nothing changes.',
        tags: ['Events'],
        security: [...readSecurity, ...sessionSecurity],
        'x-scope': 'events',
        'x-permission': 'events.replay',
        params: eventParams,
        response: { 200: envelope(eventShape), ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const merchant = byAny.callerOf(request);
      const event = await redeliverEvent(
        sql,
        merchant.id,
        request.params.id,
        deps.authenticator.askerOf(request).actor,
      );
      return success('The event is sent again', await detail(merchant.id, event));
    },
  );

  app.post(
    '/api/webhooks/test',
    {
      config: { face: 'api' },
      onRequest: byAny.onRequest,
      attachValidation: true,
      schema: {
        operationId: 'sendTestEvent',
        summary: 'Send a sample webhook',
        description:
          'It goes the way of every event: signed, re-sent, logged. Read what came of it from the event that is answered.',
        tags: ['Webhooks'],
        security: [...readSecurity, ...sessionSecurity],
        'x-scope': 'webhooks',
        'x-permission': 'developers.manage',
        body: testBody,
        response: {
          200: envelope(Type.Object({ event_id: Type.String() })),
          ...errors(400, 401, 403, 409, 413, 415, 422),
        },
      },
    },
    async (request) => {
      const merchant = byAny.callerOf(request);
      // Without a body the schema reports its absence: that is a sample to the account's own address.
      const body: unknown = request.body === undefined ? {} : request.body;
      if (typeof body !== 'object' || body === null || Array.isArray(body)) {
        throw new PasarelaError('invalid_json', 'Send a JSON object, or nothing.');
      }
      const faults = request.body === undefined ? [] : faultsOf(request.validationError?.validation ?? []);
      if (faults.length > 0) throw validationFailed(faults);
      await deps.takeTest(merchant.id);
      const { url = null, endpoint: endpointId = null, kind = usualSample } = body as Static<typeof testBody>;
      const { actor } = deps.authenticator.askerOf(request);
      const eventId = await sendTestEvent(deps, merchant, { kind, url, endpointId, actor });
      return success('A sample is on its way', { event_id: eventId });
    },
  );
}
