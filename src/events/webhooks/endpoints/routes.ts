import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { maxOverlapHours } from '../../../accounts/merchants/rotate-webhook-secret.ts';
import type { Authenticator } from '../../../accounts/merchants/sessions/authenticate.ts';
import { readSecurity } from '../../../accounts/merchants/sessions/routes.ts';
import { sessionSecurity } from '../../../accounts/people/session-security.ts';
import type { UrlPolicy } from '../../../base/egress/guard.ts';
import { PasarelaError, validationFailed } from '../../../base/ground/errors.ts';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import { identify } from '../../../base/http/identify.ts';
import { faultsOf } from '../../../base/http/request/validation.ts';
import type { App } from '../../../base/http/server.ts';
import { findEndpoints } from '../../outbox/endpoint-book.ts';
import type { WebhookEndpoint } from '../../outbox/webhook-endpoint.ts';
import {
  changeEndpoint,
  createEndpoint,
  type EndpointAct,
  type EndpointDeps,
  removeEndpoint,
  rotateEndpointSecret,
} from './change-endpoints.ts';
import { endpointChangeSchema, endpointFaults, newEndpointSchema } from './endpoint-request.ts';

export interface EndpointRoutesDeps extends EndpointDeps {
  authenticator: Authenticator;
  urlPolicy: UrlPolicy;
}

const endpointShape = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    description: Type.String(),
    events: Type.Array(Type.String(), { description: 'Empty: all' }),
    paused: Type.Boolean(),
    created_at: Type.String(),
    previous_secret_until: Type.Union([Type.String(), Type.Null()], {
      description: 'Until then the old secret signs, too',
    }),
    secret: Type.Optional(Type.String({ description: 'Shown once' })),
  },
  { 'x-name': 'WebhookEndpoint' },
);

function shapeEndpoint(endpoint: WebhookEndpoint, now: Date, secret?: string) {
  const { id, url, description, events, pausedAt, createdAt } = endpoint;
  const until = endpoint.secrets.find((each) => each.until !== null && each.until > now)?.until;
  return {
    id,
    url,
    description,
    events: [...events],
    paused: pausedAt !== null,
    created_at: createdAt.toISOString(),
    previous_secret_until: until?.toISOString() ?? null,
    ...(secret !== undefined && { secret }),
  };
}

const params = Type.Object({ id: Type.String() });
const common = {
  tags: ['Webhooks'],
  security: [...readSecurity, ...sessionSecurity],
  'x-scope': 'webhooks',
} as const;
const acting = { ...common, 'x-permission': 'developers.manage', 'x-proof': 'demanded' } as const;

/** The further webhook endpoints of a merchant. */
export function endpointRoutes(app: App, deps: EndpointRoutesDeps): void {
  const byAny = identify(deps.authenticator.byAny);
  const config = { face: 'api' } as const;
  const { onRequest } = byAny;
  const actOf = (request: FastifyRequest): EndpointAct => ({
    merchantId: byAny.callerOf(request).id,
    actor: deps.authenticator.askerOf(request).actor,
  });

  /** The body, after every fault of it was reported at once. */
  function checkedBody<Body extends object>(request: FastifyRequest, body: Body): Body {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw new PasarelaError('invalid_json', 'Send a JSON object.');
    }
    const faults = endpointFaults(body, deps.urlPolicy, faultsOf(request.validationError?.validation ?? []));
    if (faults.length > 0) throw validationFailed(faults);
    return body;
  }

  app.get(
    '/api/webhooks/endpoints',
    {
      config,
      onRequest,
      schema: {
        operationId: 'listWebhookEndpoints',
        summary: 'List the further webhook endpoints',
        ...common,
        'x-permission': 'developers.read',
        response: {
          200: envelope(Type.Object({ endpoints: Type.Array(endpointShape) })),
          ...errors(401, 403),
        },
      },
    },
    async (request) => {
      const found = await findEndpoints(deps.sql, byAny.callerOf(request).id);
      const endpoints = found.map((endpoint) => shapeEndpoint(endpoint, deps.now()));
      return success('Webhook endpoints', { endpoints });
    },
  );

  app.post(
    '/api/webhooks/endpoints',
    {
      config,
      onRequest,
      attachValidation: true,
      schema: {
        operationId: 'createWebhookEndpoint',
        summary: 'Add a webhook endpoint',
        description: 'Beside the webhook URL of the account, at most 10.',
        ...acting,
        body: newEndpointSchema,
        response: { 200: envelope(endpointShape), ...errors(400, 401, 403, 413, 415, 422) },
      },
    },
    async (request) => {
      const { url, description = '', events = [] } = checkedBody(request, request.body);
      const fields = { url, description, events };
      const { endpoint, secret } = await createEndpoint(deps, actOf(request), fields);
      return success(
        'Keep the secret now: it is shown this once',
        shapeEndpoint(endpoint, deps.now(), secret),
      );
    },
  );

  app.patch(
    '/api/webhooks/endpoints/:id',
    {
      config,
      onRequest,
      attachValidation: true,
      schema: {
        operationId: 'changeWebhookEndpoint',
        summary: 'Change, pause or resume a webhook endpoint',
        ...acting,
        params,
        body: endpointChangeSchema,
        response: { 200: envelope(endpointShape), ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const changes = checkedBody(request, request.body);
      const endpoint = await changeEndpoint(deps, actOf(request), request.params.id, changes);
      return success('Changed', shapeEndpoint(endpoint, deps.now()));
    },
  );

  app.delete(
    '/api/webhooks/endpoints/:id',
    {
      config,
      onRequest,
      schema: {
        operationId: 'removeWebhookEndpoint',
        summary: 'Remove a webhook endpoint',
        ...acting,
        params,
        response: { 200: envelope(Type.Object({})), ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      await removeEndpoint(deps, actOf(request), request.params.id);
      return success('Removed', {});
    },
  );

  app.post(
    '/api/webhooks/endpoints/:id/secret',
    {
      config,
      onRequest,
      schema: {
        operationId: 'rotateEndpointSecret',
        summary: 'Make a new secret of a webhook endpoint',
        ...acting,
        params,
        body: Type.Object(
          {
            overlap_hours: Type.Integer({
              minimum: 0,
              maximum: maxOverlapHours,
              expected: `a whole number from 0 to ${maxOverlapHours}`,
              description: 'How long the old secret signs too',
            }),
          },
          { additionalProperties: false },
        ),
        response: { 200: envelope(endpointShape), ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const { overlap_hours } = request.body;
      const { endpoint, secret } = await rotateEndpointSecret(
        deps,
        actOf(request),
        request.params.id,
        overlap_hours,
      );
      return success(
        'Keep the secret now: it is shown this once',
        shapeEndpoint(endpoint, deps.now(), secret),
      );
    },
  );
}
