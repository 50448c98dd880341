import { Type } from 'typebox';
import type { Sql } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import type { App } from '../../../base/http/server.ts';
import { formatDecimal } from '../../../base/money/money.ts';
import { atMerchant, atMerchantSchema } from '../../dashboard-kit/at-merchant.ts';
import type { PeopleAuthenticator } from '../../people/authenticate.ts';
import type { SignedIn } from '../../people/person.ts';
import { scopesAt } from '../../people/roles.ts';
import { heldByPeople } from '../../people/store.ts';
import { type ApiKeyListing, listApiKeys } from '../store.ts';
import { keyPrefix } from './api-key.ts';
import { issueApiKey } from './issue-api-key.ts';
import { readKeyRequest } from './key-request.ts';
import { keyScopes } from './key-scopes.ts';
import { revokeKey } from './revoke-api-key.ts';
import { maxOverlapSeconds, rotateApiKey } from './rotate-api-key.ts';

export interface KeyRoutesDeps {
  sql: Sql;
  secrets: Secrets;
  people: PeopleAuthenticator;
  now(): Date;
}

/** A merchant with more keys has worse problems than a truncated list. */
const maxKeysShown = 200;

const nullableTime = Type.Union([Type.String(), Type.Null()]);
const nameField = Type.Union([Type.String(), Type.Null()], {
  expected: 'text, or null',
  description: 'What to call it in lists, at most 60 characters; null: nothing',
});
const nullableList = (expected: string, description: string) =>
  Type.Optional(
    Type.Union([Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }), Type.Null()], {
      expected,
      description,
    }),
  );
const nullableAmount = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ maxLength: 30 }), Type.Null()], {
      expected: 'an amount in USD as text, e.g. "250.00", or null',
      description,
    }),
  );
/** The body of a request for a new key. */
const keyFields = {
  name: nameField,
  scopes: nullableList(
    `a list of ${keyScopes.join(', ')}, or null`,
    'What it may do; absent or null: all that your role can give but what moves money out (refunds, payouts)',
  ),
  payout_max: nullableAmount(
    'The most that one payout may come to, in USD; null: only the merchant’s limits',
  ),
  payouts_per_day: nullableAmount('The most that its payouts of a day (UTC) may come to, in USD'),
  networks: nullableList(
    'a list of networks, or null',
    'Where its payouts may be sent; null: on every network',
  ),
  sources: nullableList(
    'a list of addresses and networks, or null',
    'Addresses and networks (CIDR) that it works from; null: from everywhere',
  ),
  expires_at: Type.Optional(
    Type.Union([Type.String({ maxLength: 40 }), Type.Null()], {
      expected: 'a time in ISO 8601, or null',
      description: 'When it stops working; null: never',
    }),
  ),
  signing_key: Type.Optional(
    Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()], {
      expected: 'an Ed25519 public key in PEM, or null',
      description: 'With it, payouts of this key have to be signed (RFC 9421) by the private half',
    }),
  ),
};
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
        scopes: Type.Union([Type.Array(Type.String()), Type.Null()], {
          description: 'What it may do; null: everything, as every key could before there were scopes',
        }),
        made_by: Type.Union([Type.String(), Type.Null()], {
          description: 'The e-mail of whoever made it; null: the operator did',
        }),
        payout_max: nullableTime,
        payouts_per_day: nullableTime,
        networks: Type.Union([Type.Array(Type.String()), Type.Null()]),
        sources: Type.Union([Type.Array(Type.String()), Type.Null()]),
        is_signed: Type.Boolean({ description: 'Whether its payouts have to be signed' }),
        is_short: Type.Array(Type.String(), {
          description: 'Scopes that it has and cannot use: whoever made it may no longer do that',
        }),
      }),
      { description: 'Newest first' },
    ),
    can_give: Type.Array(Type.String(), { description: 'The scopes that a key of yours can have' }),
  }),
);

/** The maker of a key, and the scopes that they could give it now. */
interface Maker {
  email: string;
  scopes: readonly string[];
}

function shapeKey(key: ApiKeyListing, maker: Maker | null, now: Date) {
  const usd = (minor: bigint | null) => (minor === null ? null : formatDecimal(minor, 2));
  return {
    id: key.id,
    name: key.name,
    prefix: keyPrefix(key.id),
    works: key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now),
    created_at: key.createdAt.toISOString(),
    last_used_at: key.usedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    scopes: key.scopes,
    made_by: maker?.email ?? null,
    payout_max: usd(key.payoutMaxMinor),
    payouts_per_day: usd(key.payoutsPerDayMinor),
    networks: key.networks,
    sources: key.sources,
    is_signed: key.signingKey !== null,
    is_short: maker === null ? [] : (key.scopes?.filter((scope) => !maker.scopes.includes(scope)) ?? []),
  };
}

/** The API keys of a merchant, for its developers. */
export function keyRoutes(app: App, { sql, secrets, people, now }: KeyRoutesDeps): void {
  const someone = atMerchant(people);
  const config = { face: 'api' } as const;
  const makerOf = ({ person, held }: SignedIn, merchantId: string) => ({
    id: person.id,
    scopes: scopesAt(held, merchantId),
  });

  async function makersAt(keys: readonly ApiKeyListing[], merchantId: string): Promise<Map<string, Maker>> {
    const ids = [...new Set(keys.flatMap(({ madeBy }) => madeBy ?? []))];
    const people = ids.length === 0 ? [] : await heldByPeople(sql, ids);
    return new Map(people.map(({ id, email, held }) => [id, { email, scopes: scopesAt(held, merchantId) }]));
  }
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
      const { by, merchant } = someone.callerOf(request);
      const keys = (await listApiKeys(sql, merchant.id)).toReversed().slice(0, maxKeysShown);
      const makers = await makersAt(keys, merchant.id);
      return success('API keys', {
        keys: keys.map((key) => shapeKey(key, makers.get(key.madeBy ?? '') ?? null, now())),
        can_give: scopesAt(by.held, merchant.id),
      });
    },
  );

  app.post(
    '/dashboard/api/keys',
    {
      config,
      onRequest,
      schema: {
        operationId: 'issueKey',
        'x-proof': 'demanded',
        summary: 'Make one more API key',
        ...atMerchantSchema,
        'x-permission': 'developers.manage',
        body: Type.Object(keyFields),
        response: { 200: envelope(Type.Object(newKey)), ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const { by, merchant, actor } = someone.callerOf(request);
      const grant = readKeyRequest(request.body, makerOf(by, merchant.id), now());
      return success(
        'Keep the key now: it is shown this once',
        await issueApiKey({ sql, secrets }, merchant.id, actor, grant),
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
        'x-proof': 'demanded',
        summary: 'Make a new API key and give all others a last day',
        ...atMerchantSchema,
        'x-permission': 'developers.manage',
        body: Type.Object({
          ...keyFields,
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
      const { by, merchant, actor } = someone.callerOf(request);
      const { overlap_seconds, ...asked } = request.body;
      const { previous, ...key } = await rotateApiKey(
        { sql, secrets },
        merchant.id,
        overlap_seconds,
        actor,
        readKeyRequest(asked, makerOf(by, merchant.id), now()),
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
      // A key that was revoked earlier stays revoked.
      await revokeKey(sql, id, actor, merchant.id);
      return success('The key no longer works', null);
    },
  );
}
