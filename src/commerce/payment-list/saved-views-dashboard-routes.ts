import { Type } from 'typebox';
import type { PeopleAuthenticator, PersonAtPlace } from '../../accounts/people/authenticate.ts';
import { sessionSecurity } from '../../accounts/people/session-security.ts';
import type { Sql } from '../../base/db/pool.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import { identify } from '../../base/http/identify.ts';
import { readId } from '../../base/http/request/list-values.ts';
import { type App, notFound } from '../../base/http/server.ts';
import { merchantText } from '../../payments/charges/charge-request.ts';
import { paymentStates } from './payment.ts';
import { paymentFilterSchema, paymentMethods } from './payment-query.ts';
import { removeView, saveView, viewsOf } from './saved-views.ts';

export interface ViewRoutesDeps {
  sql: Sql;
  people: PeopleAuthenticator;
  now(): Date;
}

const answer = envelope(
  Type.Object({
    views: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        search: Type.String(),
        state: Type.Union([Type.Enum([...paymentStates]), Type.Null()]),
        method: Type.Union([Type.Enum([...paymentMethods]), Type.Null()]),
      }),
    ),
  }),
);

/** The saved searches of the payment list. */
export function viewRoutes(app: App, { sql, people, now }: ViewRoutesDeps): void {
  const asOwner = identify<{ personId: string; merchantId: string }>(async (request) => {
    const { by, merchant }: PersonAtPlace = await people.atPlace(request);
    if (!merchant) throw notFound();
    return { personId: by.person.id, merchantId: merchant.id };
  });
  const shared = {
    tags: ['Dashboard'],
    security: sessionSecurity,
    'x-permission': 'payments.read',
    headers: Type.Object({
      'x-merchant-id': Type.String({ maxLength: 200, description: 'The merchant' }),
    }),
  } as const;

  app.get(
    '/dashboard/api/views',
    {
      config: { face: 'api' },
      onRequest: asOwner.onRequest,
      schema: {
        operationId: 'listViews',
        summary: 'List the views of payments that one has saved',
        ...shared,
        response: { 200: answer, ...errors(401, 403, 404) },
      },
    },
    async (request) => success('Views', { views: await viewsOf(sql, asOwner.callerOf(request)) }),
  );

  app.post(
    '/dashboard/api/views',
    {
      config: { face: 'api' },
      onRequest: asOwner.onRequest,
      schema: {
        operationId: 'saveView',
        summary: 'Save a view of payments under a name',
        ...shared,
        body: Type.Object({
          name: Type.String({ ...merchantText(60), minLength: 1 }),
          search: Type.Optional(merchantText(254)),
          state: paymentFilterSchema.state,
          method: paymentFilterSchema.method,
        }),
        response: { 200: answer, ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const { name, search = '', state = null, method = null } = request.body;
      const view = { name: name.trim(), search: search.trim(), state, method };
      return success('Saved', { views: await saveView(sql, asOwner.callerOf(request), view, now()) });
    },
  );

  app.delete(
    '/dashboard/api/views/:view',
    {
      config: { face: 'api' },
      onRequest: asOwner.onRequest,
      schema: {
        operationId: 'removeView',
        summary: 'Remove a saved view',
        ...shared,
        params: Type.Object({ view: Type.String() }),
        response: { 200: answer, ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const id = readId(request.params.view);
      const views = id === null ? null : await removeView(sql, asOwner.callerOf(request), id);
      if (!views) throw notFound();
      return success('Removed', { views });
    },
  );
}
