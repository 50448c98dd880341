import { Type } from 'typebox';
import type { Sql } from '../../../base/db/pool.ts';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import { identify } from '../../../base/http/identify.ts';
import type { App } from '../../../base/http/server.ts';
import { formatDecimal } from '../../../base/money/money.ts';
import { balancesOf, decimalsOf } from '../../ledger/ledger.ts';
import { keyScopes } from '../keys/key-scopes.ts';
import type { Authenticator } from './authenticate.ts';
import { type SessionTokens, tokenLifetimeSeconds } from './session-token.ts';

export interface MerchantRoutesDeps {
  sql: Sql;
  authenticator: Authenticator;
  tokens: SessionTokens;
  mode: 'sandbox' | 'live';
  now(): Date;
}

const keySecurity = [{ apiKey: [], merchantId: [] }];
export const readSecurity = [{ apiKey: [], merchantId: [] }, { accessToken: [] }, { legacyToken: [] }];

const tokenAnswer = envelope(
  Type.Object({
    access_token: Type.String({ description: 'Short-lived token for the next request' }),
    expires_in: Type.Number({ description: 'Validity in seconds' }),
    session_id: Type.String({
      description: 'Session identifier, needed with the token in the charge request',
    }),
  }),
);

const balancesAnswer = envelope(
  Type.Array(
    Type.Object({
      asset: Type.String(),
      available: Type.String({ description: 'A decimal, exact' }),
      reserved: Type.String({ description: 'Set aside for payouts under way' }),
    }),
  ),
);

const keyAnswer = envelope(
  Type.Object({
    id: Type.String({ description: 'The public part of the key, by which lists name it' }),
    scopes: Type.Array(Type.String(), { description: 'What it may do, as long as its maker may' }),
    expires_at: Type.Union([Type.String(), Type.Null()]),
    merchant_id: Type.String(),
    merchant_name: Type.String(),
    mode: Type.String({ enum: ['sandbox', 'live'], description: 'Of the installation' }),
  }),
);

export function merchantRoutes(app: App, deps: MerchantRoutesDeps): void {
  const { authenticator } = deps;
  const byKey = identify(authenticator.byKey);
  const byAny = identify(authenticator.byAny);

  app.post(
    '/api/auth/token',
    {
      config: { face: 'api', ignoresBody: true },
      onRequest: byKey.onRequest,
      schema: {
        operationId: 'createAccessToken',
        summary: 'Create an access token',
        description: 'Exchanges the API key for a token that lives 60 seconds and makes one charge.',
        tags: ['Authentication'],
        security: keySecurity,
        'x-scope': 'any',
        response: { 200: tokenAnswer, ...errors(400, 401, 403, 413, 415) },
      },
    },
    // Without a promise: this is the busiest route, and promises take a tenth of its time.
    (request, reply) => {
      const { accessToken, sessionId } = deps.tokens.issue(byKey.callerOf(request).holder, deps.now());
      reply.send(
        success('Access token created', {
          access_token: accessToken,
          expires_in: tokenLifetimeSeconds,
          session_id: sessionId,
        }),
      );
    },
  );

  app.get(
    '/api/key',
    {
      config: { face: 'api' },
      onRequest: byKey.onRequest,
      schema: {
        operationId: 'readKey',
        summary: 'Read what the API key may do',
        tags: ['Account'],
        security: keySecurity,
        'x-scope': 'any',
        response: { 200: keyAnswer, ...errors(400, 401, 403) },
      },
    },
    async (request) => {
      const { merchant } = byKey.callerOf(request);
      const { key } = authenticator.askerOf(request);
      if (!key) throw new Error('a request by a key has no key');
      return success('API key', {
        id: key.id,
        scopes: [...(key.scopes ?? keyScopes)],
        expires_at: key.expiresAt?.toISOString() ?? null,
        merchant_id: merchant.id,
        merchant_name: merchant.name,
        mode: deps.mode,
      });
    },
  );

  app.get(
    '/api/balances',
    {
      config: { face: 'api' },
      onRequest: byAny.onRequest,
      schema: {
        operationId: 'listBalances',
        summary: "Read the merchant's balances",
        tags: ['Account'],
        security: readSecurity,
        'x-scope': 'balances:read',
        response: { 200: balancesAnswer, ...errors(401, 403) },
      },
    },
    async (request) => {
      const merchant = byAny.callerOf(request);
      const balances = await balancesOf(deps.sql, merchant.id);
      const reserved = new Map(
        balances
          .filter(({ account }) => account === 'merchant_reserved')
          .map(({ asset, balance }) => [asset, balance]),
      );
      return success(
        'Balances',
        balances
          .filter(({ account }) => account === 'merchant_available')
          .map(({ asset, balance }) => ({
            asset,
            available: formatDecimal(balance, decimalsOf(asset)),
            reserved: formatDecimal(reserved.get(asset) ?? 0n, decimalsOf(asset)),
          })),
      );
    },
  );
}
