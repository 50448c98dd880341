import { Type } from 'typebox';
import type { Sql } from '../db/pool.ts';
import { PasarelaError } from '../ground/errors.ts';
import type { Secrets } from '../ground/secrets.ts';
import { envelope, errors, success } from '../http/envelope.ts';
import type { App } from '../http/server.ts';
import { keyPrefix } from '../merchants/api-key.ts';
import { issueApiKey } from '../merchants/issue-api-key.ts';
import { revokeKey } from '../merchants/revoke-api-key.ts';
import { maxOverlapSeconds, rotateApiKey } from '../merchants/rotate-api-key.ts';
import { type ApiKeyListing, listApiKeys } from '../merchants/store.ts';
import type { PeopleAuthenticator } from '../people/authenticate.ts';
import { atMerchant, atMerchantSchema } from './at-merchant.ts';

export interface KeyRoutesDeps {
  sql: Sql;
  secrets: Secrets;
  people: PeopleAuthenticator;
  now(): Date;
}

/** Somebody with more has more important things to mend than a list that ends. */
const maxKeysShown = 200;

const nullableTime = Type.Union([Type.String(), Type.Null()]);
const nameField = Type.Union([Type.String(), Type.Null()], {
  expected: 'text, or null',
  description: 'What to call it in lists, at most 60 characters; null: nothing',
});
const newKey = {
  id: Type.String({ description: 'The visible part of the key, which names it' }),
  key: Type.String({ description: 'The whole key, readable here and never again' }),
};
const keysAnswer = envelope(
  Type.Object({
    keys: Type.Array(
      Type.Object({
        id: Type.String(),
        name: nullableTime,
        prefix: Type.String({ description: 'How the key begins' }),
        works: Type.Boolean(),
        created_at: Type.String(),
        last_used_at: Type.Union([Type.String(), Type.Null()], {
          description: 'About to the minute; null: it has not been used',
        }),
        expires_at: nullableTime,
        revoked_at: nullableTime,
      }),
      { description: 'Newest first' },
    ),
  }),
);

function shapeKey(key: ApiKeyListing, now: Date) {
  return {
    id: key.id,
    name: key.name,
    prefix: keyPrefix(key.id),
    works: key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now),
    created_at: key.createdAt.toISOString(),
    last_used_at: key.usedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}

/** The API keys of a merchant, for its developers. */
export function keyRoutes(app: App, { sql, secrets, people, now }: KeyRoutesDeps): void {
  const someone = atMerchant(people);
  const config = { face: 'api' } as const;
  const { onRequest } = someone;

  app.get(
    '/dashboard/api/keys',
    {
      config,
      onRequest,
      schema: {
        operationId: 'listKeys',
        summary: 'List the API keys of a merchant, those that no longer work too',
        ...atMerchantSchema,
        'x-permission': 'developers.read',
        response: { 200: keysAnswer, ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const keys = await listApiKeys(sql, someone.callerOf(request).merchant.id);
      const newest = keys.toReversed().slice(0, maxKeysShown);
      return success('API keys', { keys: newest.map((key) => shapeKey(key, now())) });
    },
  );

  app.post(
    '/dashboard/api/keys',
    {
      config,
      onRequest,
      schema: {
        operationId: 'issueKey',
        summary: 'Make one more API key',
        ...atMerchantSchema,
        'x-permission': 'developers.manage',
        body: Type.Object({ name: nameField }),
        response: { 200: envelope(Type.Object(newKey)), ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const { merchant, actor } = someone.callerOf(request);
      const { name } = request.body;
      return success(
        'Keep the key now: it is shown this once',
        await issueApiKey({ sql, secrets }, merchant.id, actor, name),
      );
    },
  );

  app.post(
    '/dashboard/api/keys/rotation',
    {
      config,
      onRequest,
      schema: {
        operationId: 'rotateKeys',
        summary: 'Make a new API key and give all others a last day',
        ...atMerchantSchema,
        'x-permission': 'developers.manage',
        body: Type.Object({
          name: nameField,
          overlap_seconds: Type.Integer({
            minimum: 0,
            maximum: maxOverlapSeconds,
            expected: `a whole number from 0 to ${maxOverlapSeconds}`,
            description: 'How long the others go on working',
          }),
        }),
        response: {
          200: envelope(
            Type.Object({
              ...newKey,
              previous: Type.Array(Type.Object({ id: Type.String(), expires_at: Type.String() }), {
                description: 'The keys that still work beside it',
              }),
            }),
          ),
          ...errors(400, 401, 403, 404, 413, 415, 422),
        },
      },
    },
    async (request) => {
      const { merchant, actor } = someone.callerOf(request);
      const { overlap_seconds, name } = request.body;
      const { previous, ...key } = await rotateApiKey(
        { sql, secrets },
        merchant.id,
        overlap_seconds,
        actor,
        name,
      );
      return success('Keep the key now: it is shown this once', {
        ...key,
        previous: previous.map(({ id, expiresAt }) => ({ id, expires_at: expiresAt.toISOString() })),
      });
    },
  );

  app.delete(
    '/dashboard/api/keys/:key',
    {
      config,
      onRequest,
      schema: {
        operationId: 'revokeKey',
        summary: 'Stop an API key at once',
        description: 'Every running process refuses it within 5 seconds.',
        ...atMerchantSchema,
        'x-permission': 'developers.manage',
        params: Type.Object({ key: Type.String() }),
        response: { 200: envelope(Type.Null()), ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const { merchant, actor } = someone.callerOf(request);
      const { key: id } = request.params;
      const isOwn = (await listApiKeys(sql, merchant.id)).some((key) => key.id === id);
      if (!isOwn) throw new PasarelaError('not_found', 'There is no API key with this id.');
      // One that was revoked before stays so.
      await revokeKey(sql, id, actor, merchant.id);
      return success('The key no longer works', null);
    },
  );
}
