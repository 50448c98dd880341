import { Type } from 'typebox';
import { identify } from '../../../base/http/identify.ts';
import type { App } from '../../../base/http/server.ts';
import type { Authenticator } from './authenticate.ts';
import type { SignedToken } from './signed-token.ts';

const statusShape = Type.Object({ code: Type.Number(), message: Type.String(), kind: Type.String() });
const legacyError = Type.Object(
  { status: statusShape, data: Type.Object({ message: Type.String({ description: 'An error label' }) }) },
  { 'x-name': 'LegacyError' },
);

export interface LegacyRoutesDeps {
  authenticator: Authenticator;
  tokens: SignedToken;
  now(): Date;
}

/** E3, at its own address and in its own shapes. */
export function legacyRoutes(app: App, deps: LegacyRoutesDeps): void {
  const byBearerKey = identify(deps.authenticator.byBearerKey);

  app.get(
    '/v1/api/authenticate',
    {
      config: { face: 'legacy' },
      onRequest: byBearerKey.onRequest,
      schema: {
        operationId: 'legacyAuthenticate',
        summary: 'Exchange the API key for a token',
        description:
          'The token lives an hour and stands for the API key on the crypto endpoints and for reading.',
        tags: ['Authentication'],
        security: [{ legacyKey: [] }],
        'x-scope': 'any',
        response: {
          202: Type.Object({ status: statusShape, data: Type.Object({ token: Type.String() }) }),
          401: legacyError,
          403: legacyError,
          404: legacyError,
          429: legacyError,
          500: legacyError,
          503: legacyError,
        },
      },
    },
    async (request, reply) => {
      const { holder } = byBearerKey.callerOf(request);
      return reply.code(202).send({
        status: { code: 202, message: 'success', kind: 'accepted' },
        data: { token: deps.tokens.sign(holder, '', deps.now()) },
      });
    },
  );
}
