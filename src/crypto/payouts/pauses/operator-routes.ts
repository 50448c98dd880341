import { Type } from 'typebox';
import { atInstallation, operatorSchema } from '../../../accounts/dashboard-kit/at-installation.ts';
import { readReason, reasonSchema } from '../../../accounts/dashboard-kit/reason.ts';
import { findMerchant } from '../../../accounts/merchants/store.ts';
import type { PeopleAuthenticator } from '../../../accounts/people/authenticate.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../../base/ground/errors.ts';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import { readId } from '../../../base/http/request/list-values.ts';
import type { App } from '../../../base/http/server.ts';
import { networkById } from '../../../chain/chains/networks.ts';
import type { ServedNetwork } from '../../../chain/chains/served-network.ts';
import { payoutsWaiting } from '../waiting-store.ts';
import { listPauses, type PauseScope, pausePayouts, resumePayouts } from './pause-payouts.ts';

export interface PauseRoutesDeps {
  sql: Sql;
  people: PeopleAuthenticator;
  served: readonly ServedNetwork[];
  now(): Date;
}

const nullableText = Type.Union([Type.String(), Type.Null()]);
const scopeBody = Type.Object({
  scope: Type.String({
    maxLength: 60,
    description: '`all`, `network:` and its id, or `merchant:` and its id',
  }),
  reason: reasonSchema,
});
const pausesAnswer = envelope(
  Type.Object({
    pauses: Type.Array(
      Type.Object({
        scope: Type.String({ description: '`restored`: until a restore is confirmed at the command line' }),
        merchant_name: nullableText,
        reason: Type.String(),
        paused_by: Type.String(),
        paused_at: Type.String(),
      }),
    ),
    networks: Type.Array(
      Type.Object({
        network: Type.String(),
        title: Type.String(),
        waiting: Type.Number({ description: 'Confirmed payouts that are not sent yet, at most 10,000' }),
      }),
    ),
  }),
);

/** The emergency stop: payouts are still made and confirmed, but not sent. */
export function pauseRoutes(app: App, { sql, people, served, now }: PauseRoutesDeps): void {
  const here = atInstallation(people);

  app.get(
    '/dashboard/api/pauses',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'listPauses',
        summary: 'List what is paused, since when, by whom and why',
        ...operatorSchema,
        'x-permission': 'installation.read',
        response: { 200: pausesAnswer, ...errors(401, 403, 404) },
      },
    },
    async () => {
      const [pauses, waiting] = await Promise.all([listPauses(sql), payoutsWaiting(sql)]);
      return success('Pauses', {
        pauses: await Promise.all(
          pauses.map(async ({ scope, reason, pausedBy, pausedAt }) => ({
            scope,
            merchant_name: scope.startsWith('merchant:')
              ? ((await findMerchant(sql, scope.slice('merchant:'.length)))?.name ?? null)
              : null,
            reason,
            paused_by: pausedBy,
            paused_at: pausedAt.toISOString(),
          })),
        ),
        networks: served.map(({ network: { id, title } }) => ({
          network: id,
          title,
          waiting: waiting.filter(({ network }) => network === id).reduce((sum, { value }) => sum + value, 0),
        })),
      });
    },
  );

  app.post(
    '/dashboard/api/pauses',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'pausePayouts',
        summary: 'Stop sending payouts: all, those on a network, or those of a merchant',
        ...operatorSchema,
        'x-permission': 'installation.operate',
        body: scopeBody,
        response: { 200: envelope(Type.Null()), ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const reason = readReason('reason', request.body.reason);
      const scope = await readScope(sql, request.body.scope);
      const isNew = await pausePayouts(sql, scope, { person: here.callerOf(request), reason }, now());
      return success(isNew ? 'Nothing of it is sent from now on' : 'It was paused already', null);
    },
  );

  app.post(
    '/dashboard/api/pauses/end',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'resumePayouts',
        summary: 'Send again what was paused',
        ...operatorSchema,
        'x-permission': 'installation.operate',
        body: scopeBody,
        response: { 200: envelope(Type.Null()), ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const reason = readReason('reason', request.body.reason);
      const scope = await readScope(sql, request.body.scope);
      if (!(await resumePayouts(sql, scope, { person: here.callerOf(request), reason }, now()))) {
        throw new PasarelaError('not_found', 'This is not paused: somebody else may have ended it.');
      }
      return success('It is sent again', null);
    },
  );
}

async function readScope(sql: Sql, given: string): Promise<PauseScope> {
  if (given === 'all') return 'all';
  const [, kind, id = ''] = /^(network|merchant):(.+)$/.exec(given) ?? [];
  if (kind === 'network' && networkById(id)) return `network:${id}`;
  const merchantId = kind === 'merchant' ? readId(id) : null;
  if (merchantId !== null && (await findMerchant(sql, merchantId))) return `merchant:${merchantId}`;
  throw validationFailed([
    { field: 'scope', message: 'must be all, network: and a network, or merchant: and its id' },
  ]);
}
