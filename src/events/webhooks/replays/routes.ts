import { Type } from 'typebox';
import type { Authenticator } from '../../../accounts/merchants/sessions/authenticate.ts';
import { readSecurity } from '../../../accounts/merchants/sessions/routes.ts';
import { sessionSecurity } from '../../../accounts/people/session-security.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../../base/ground/errors.ts';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import { identify } from '../../../base/http/identify.ts';
import { faultsOf } from '../../../base/http/request/validation.ts';
import type { App } from '../../../base/http/server.ts';
import { eventFilterSchema } from '../event-query.ts';
import { cancelReplay } from './cancel-replay.ts';
import { getReplay } from './get-replay.ts';
import { previewReplay, replayEvents } from './replay-events.ts';
import { readReplayRequest, replayRequestSchema } from './replay-request.ts';
import type { Replay } from './replay-store.ts';

export interface ReplayRoutesDeps {
  sql: Sql;
  authenticator: Authenticator;
}

const replayParams = Type.Object({ id: Type.String() });

export const replayShape = Type.Object(
  {
    id: Type.String(),
    status: Type.Enum(['running', 'finished', 'canceled']),
    filter: eventFilterSchema,
    per_second: Type.Integer(),
    total: Type.Integer({ description: 'Events that the filter found when the replay was made' }),
    done: Type.Integer({
      description:
        'Events put back to work so far; in the end it differs from total by those whose delivery changed meanwhile',
    }),
    created_at: Type.String(),
  },
  { 'x-name': 'Replay' },
);

export function shapeReplay(replay: Replay) {
  return {
    id: replay.id,
    status: replay.status,
    filter: replay.filter,
    per_second: replay.perSecond,
    total: replay.total,
    done: replay.done,
    created_at: replay.createdAt.toISOString(),
  };
}

export function replayRoutes(app: App, { sql, authenticator }: ReplayRoutesDeps): void {
  const byAny = identify(authenticator.byAny);

  app.post(
    '/api/events/replays',
    {
      config: { face: 'api' },
      onRequest: byAny.onRequest,
      attachValidation: true,
      schema: {
        operationId: 'replayEvents',
        summary: 'Send many events again',
        description:
          'First with `dry_run` to see how many the filter finds, then without and with that count as `expected_count`. One replay of a merchant runs at a time.',
        tags: ['Events'],
        security: [...readSecurity, ...sessionSecurity],
        'x-scope': 'events',
        'x-permission': 'events.replay',
        body: replayRequestSchema,
        response: {
          200: envelope(
            Type.Object({
              count: Type.Integer({ description: 'Events that the filter finds' }),
              replay: Type.Union([replayShape, Type.Null()], { description: 'Null after a dry run' }),
            }),
          ),
          ...errors(400, 401, 403, 409, 413, 415, 422),
        },
      },
    },
    async (request) => {
      const merchant = byAny.callerOf(request);
      if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body)) {
        throw new PasarelaError('invalid_json', 'Send the filter as a JSON object.');
      }
      const read = readReplayRequest(request.body, faultsOf(request.validationError?.validation ?? []));
      if (read.kind === 'faults') throw validationFailed(read.faults);
      if (read.dryRun) {
        const count = await previewReplay(sql, merchant.id, read.request.filter);
        return success('Nothing is sent: this is a preview', { count, replay: null });
      }
      const replay = await replayEvents(sql, merchant.id, read.request, authenticator.askerOf(request).actor);
      return success('The replay has begun', { count: replay.total, replay: shapeReplay(replay) });
    },
  );

  app.get(
    '/api/events/replays/:id',
    {
      config: { face: 'api' },
      onRequest: byAny.onRequest,
      schema: {
        operationId: 'readReplay',
        summary: 'Read how far a replay has come',
        tags: ['Events'],
        security: [...readSecurity, ...sessionSecurity],
        'x-scope': 'events',
        'x-permission': 'developers.read',
        params: replayParams,
        response: { 200: envelope(replayShape), ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const merchant = byAny.callerOf(request);
      return success('Replay', shapeReplay(await getReplay(sql, merchant.id, request.params.id)));
    },
  );

  app.post(
    '/api/events/replays/:id/cancel',
    {
      config: { face: 'api' },
      onRequest: byAny.onRequest,
      schema: {
        operationId: 'cancelReplay',
        summary: 'Stop a replay where it is',
        description: 'Events that it has put back to work are sent all the same.',
        tags: ['Events'],
        security: [...readSecurity, ...sessionSecurity],
        'x-scope': 'events',
        'x-permission': 'events.replay',
        params: replayParams,
        response: { 200: envelope(replayShape), ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request) => {
      const merchant = byAny.callerOf(request);
      const { actor } = authenticator.askerOf(request);
      const replay = await cancelReplay(sql, merchant.id, request.params.id, actor);
      return success('Replay canceled', shapeReplay(replay));
    },
  );
}
