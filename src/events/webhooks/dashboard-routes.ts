import { Type } from 'typebox';
import { atMerchant, atMerchantSchema } from '../../accounts/dashboard-kit/at-merchant.ts';
import { withFieldNames } from '../../accounts/dashboard-kit/field-names.ts';
import { changeMerchant } from '../../accounts/merchants/change-merchant.ts';
import { keyPrefix } from '../../accounts/merchants/keys/api-key.ts';
import { offeredMethods } from '../../accounts/merchants/merchant.ts';
import { type LoggedRequest, listRequests } from '../../accounts/merchants/requests/request-store.ts';
import { maxOverlapHours, rotateWebhookSecret } from '../../accounts/merchants/rotate-webhook-secret.ts';
import { previousSecretUntil } from '../../accounts/merchants/store.ts';
import type { MethodCode } from '../../accounts/methods/methods.ts';
import type { PeopleAuthenticator } from '../../accounts/people/authenticate.ts';
import type { Sql } from '../../base/db/pool.ts';
import type { Reads } from '../../base/db/reads.ts';
import type { UrlPolicy } from '../../base/egress/guard.ts';
import type { Secrets } from '../../base/ground/secrets.ts';
import type { Addresses } from '../../base/http/addresses.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import { cursorSchema, cutPage, pageLimit, readCursor } from '../../base/http/request/paging.ts';
import type { App } from '../../base/http/server.ts';
import { findLatestReplay } from './replays/replay-store.ts';
import { replayShape, shapeReplay } from './replays/routes.ts';

export interface DeveloperRoutesDeps {
  sql: Sql;
  /** For lists, which may be a few moments old. */
  reads: Reads;
  secrets: Secrets;
  people: PeopleAuthenticator;
  urlPolicy: UrlPolicy;
  addresses(): Addresses;
  /** Whether this installation serves the method at all. */
  isServed(methodCode: MethodCode): boolean;
}

const nullableText = Type.Union([Type.String(), Type.Null()]);
const webhookAnswer = envelope(
  Type.Object({
    url: Type.Union([Type.String(), Type.Null()], { description: 'Null: none is set' }),
    previous_secret_until: Type.Union([Type.String(), Type.Null()], {
      description: 'Until when the secret before the present one signs along; null: it does no more',
    }),
  }),
);
/** The filter of the request list and of its export. */
export const requestFilter = {
  outcome: Type.Optional(
    Type.Enum(['refused', 'good'], { expected: 'refused or good', description: 'Absent: both' }),
  ),
};
const requestsAnswer = envelope(
  Type.Object({
    requests: Type.Array(
      Type.Object({
        id: Type.String(),
        at: Type.String(),
        method: Type.String(),
        path: Type.String({ description: 'Without its query, and without secrets or card numbers' }),
        status: Type.Integer(),
        key_prefix: Type.Union([Type.String(), Type.Null()], {
          description: 'Null: no key that works was shown',
        }),
        request_id: nullableText,
        error: Type.Union([Type.String(), Type.Null()], { description: 'The code of the error' }),
        message: nullableText,
        fields: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
        duration_ms: Type.Integer(),
      }),
    ),
    next_cursor: nullableText,
  }),
);

function shapeRequest(request: LoggedRequest) {
  return {
    id: request.id,
    at: request.at.toISOString(),
    method: request.method,
    path: request.path,
    status: request.status,
    key_prefix: request.keyId && keyPrefix(request.keyId),
    request_id: request.requestId,
    error: request.error,
    message: request.message,
    fields: request.fields,
    duration_ms: request.durationMs,
  };
}

/** The developer pages of a merchant, apart from API keys: webhook settings, the request log and first steps. */
export function developerRoutes(app: App, deps: DeveloperRoutesDeps): void {
  const { sql } = deps;
  const someone = atMerchant(deps.people);
  const config = { face: 'api' } as const;
  const { onRequest } = someone;

  app.get(
    '/dashboard/api/webhook',
    {
      config,
      onRequest,
      schema: {
        operationId: 'readWebhook',
        summary: 'Read where webhooks go',
        ...atMerchantSchema,
        'x-permission': 'developers.read',
        response: { 200: webhookAnswer, ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const { merchant } = someone.callerOf(request);
      const until = await previousSecretUntil(sql, merchant.id);
      return success('Webhook', {
        url: merchant.webhookUrl,
        previous_secret_until: until?.toISOString() ?? null,
      });
    },
  );

  app.put(
    '/dashboard/api/webhook',
    {
      config,
      onRequest,
      schema: {
        operationId: 'changeWebhookUrl',
        'x-proof': 'demanded',
        summary: 'Change where webhooks go',
        description: 'Events that are still to be sent go to the new address, too.',
        ...atMerchantSchema,
        'x-permission': 'developers.manage',
        body: Type.Object({
          url: Type.Union([Type.String({ maxLength: 2048 }), Type.Null()], {
            expected: 'an address, or null',
            description: 'Null: nowhere',
          }),
        }),
        response: { 200: webhookAnswer, ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const { merchant, actor } = someone.callerOf(request);
      const { webhookUrl } = await withFieldNames({ webhookUrl: 'url' }, () =>
        changeMerchant(deps, merchant.id, { webhookUrl: request.body.url }, actor),
      );
      const until = await previousSecretUntil(sql, merchant.id);
      return success('Webhooks go there from now on', {
        url: webhookUrl,
        previous_secret_until: until?.toISOString() ?? null,
      });
    },
  );

  app.post(
    '/dashboard/api/webhook/secret',
    {
      config,
      onRequest,
      schema: {
        operationId: 'rotateWebhookSecret',
        'x-proof': 'demanded',
        summary: 'Make a new webhook secret; the old one signs along for a time',
        ...atMerchantSchema,
        'x-permission': 'developers.manage',
        body: Type.Object({
          overlap_hours: Type.Integer({
            minimum: 0,
            maximum: maxOverlapHours,
            expected: `a whole number from 0 to ${maxOverlapHours}`,
            description: 'How long the old secret signs too',
          }),
        }),
        response: {
          200: envelope(
            Type.Object({
              secret: Type.String({ description: 'Readable here and never again' }),
            }),
          ),
          ...errors(400, 401, 403, 404, 413, 415, 422),
        },
      },
    },
    async (request) => {
      const { merchant, actor } = someone.callerOf(request);
      const { overlap_hours } = request.body;
      const { webhookSecret } = await rotateWebhookSecret(deps, merchant.id, actor, overlap_hours);
      return success('Keep the secret now: it is shown this once', { secret: webhookSecret });
    },
  );

  app.get(
    '/dashboard/api/replays/latest',
    {
      config,
      onRequest,
      schema: {
        operationId: 'readLatestReplay',
        summary: 'Read how far the latest replay has come',
        ...atMerchantSchema,
        'x-permission': 'developers.read',
        response: {
          200: envelope(
            Type.Object({
              replay: Type.Union([replayShape, Type.Null()], { description: 'Null: there was none' }),
            }),
          ),
          ...errors(401, 403, 404),
        },
      },
    },
    async (request) => {
      const replay = await findLatestReplay(sql, someone.callerOf(request).merchant.id);
      return success('Replay', { replay: replay && shapeReplay(replay) });
    },
  );

  app.get(
    '/dashboard/api/requests',
    {
      config,
      onRequest,
      schema: {
        operationId: 'listRequests',
        summary: 'List requests to the API with their errors, newest first',
        description:
          'Requests that were refused and some that succeeded, from the last 7 days, at most 2,000. They appear a few seconds after their answer.',
        ...atMerchantSchema,
        'x-permission': 'developers.read',
        querystring: Type.Object({ ...requestFilter, cursor: cursorSchema }),
        response: { 200: requestsAnswer, ...errors(401, 403, 404, 422) },
      },
    },
    async (request) => {
      const { merchant } = someone.callerOf(request);
      const { outcome = null, cursor } = request.query;
      const query = { outcome, beforeId: readCursor(cursor), limit: pageLimit };
      const found = await deps.reads.read((some) => listRequests(some, merchant.id, query));
      const { page, next_cursor } = cutPage(found, ({ id }) => id);
      return success('Requests', { requests: page.map(shapeRequest), next_cursor });
    },
  );

  app.get(
    '/dashboard/api/first-steps',
    {
      config,
      onRequest,
      schema: {
        operationId: 'readFirstSteps',
        summary: 'Read what a first request needs: addresses and ids',
        ...atMerchantSchema,
        'x-permission': 'developers.read',
        response: {
          200: envelope(
            Type.Object({
              merchant_id: Type.String(),
              base_url: Type.String(),
              crypto_base_url: Type.String(),
              docs_url: Type.String(),
              methods: Type.Array(Type.String(), {
                description: 'What customers of this merchant can pay by',
              }),
            }),
          ),
          ...errors(401, 403, 404),
        },
      },
    },
    async (request) => {
      const { baseUrl, cryptoBaseUrl } = deps.addresses();
      const { merchant } = someone.callerOf(request);
      return success('First steps', {
        merchant_id: merchant.id,
        base_url: baseUrl,
        crypto_base_url: cryptoBaseUrl,
        docs_url: `${baseUrl}/docs`,
        methods: offeredMethods(merchant.settings, deps.isServed).filter(
          (code) => !merchant.settings.methodsOff.includes(code),
        ),
      });
    },
  );
}
