import { type Static, type TObject, Type } from 'typebox';
import type { Sql } from '../../base/db/pool.ts';
import type { Reads } from '../../base/db/reads.ts';
import { errors } from '../../base/http/envelope.ts';
import { identify } from '../../base/http/identify.ts';
import { type App, notFound } from '../../base/http/server.ts';
import { madeAt } from '../merchants/store.ts';
import type { PeopleAuthenticator, PersonAtPlace } from '../people/authenticate.ts';
import type { Permission } from '../people/roles.ts';
import { sessionSecurity } from '../people/session-security.ts';
import { type Columns, type CsvSender, csvAnswer } from './csv.ts';

export interface CsvRouteDeps {
  reads: Reads;
  people: PeopleAuthenticator;
  csv: CsvSender;
  now(): Date;
}

/** The requested rows. */
interface Found<Row> {
  /** The requested times; absent: since the merchant, or the first of all merchants, was created. */
  from?: Date | null | undefined;
  to?: Date | null | undefined;
  /** Reads the rows that follow a cursor, newest first. */
  read(sql: Sql, cursor: string | null, limit: number): Promise<Row[]>;
}

export interface CsvRoute<Query extends TObject, Row> {
  /** Below the dashboard's API, without its extension. */
  path: string;
  operationId: string;
  summary: string;
  permission: Permission;
  /** The places that offer it; `anywhere`: at a merchant its own rows, in the installation those of all. */
  at: 'merchant' | 'installation' | 'anywhere';
  query: Query;
  columns: Columns<Row>;
  cursorOf(row: Row): string;
  /** Validates the request before anything is sent. */
  find(
    place: PersonAtPlace,
    query: Static<Query>,
    params: Readonly<Record<string, string>>,
  ): Found<Row> | Promise<Found<Row>>;
}

const merchantHeader = Type.String({ maxLength: 200, description: 'The merchant' });
const headers = {
  merchant: Type.Object({ 'x-merchant-id': merchantHeader }),
  installation: Type.Object({}),
  anywhere: Type.Object({
    'x-merchant-id': Type.Optional({
      ...merchantHeader,
      description: 'The merchant; all merchants if absent',
    }),
  }),
};

/** Serves a list as a file, beside the list itself. */
export function csvRoute<Query extends TObject, Row>(
  app: App,
  { reads, people, csv, now }: CsvRouteDeps,
  route: CsvRoute<Query, Row>,
): void {
  const caller = identify(async (request) => {
    const place = await people.atPlace(request);
    if (route.at !== 'anywhere' && (place.merchant === null) !== (route.at === 'installation')) {
      throw notFound();
    }
    return place;
  });
  const isNarrowed = Object.keys(route.query.properties).length > 0;
  const params = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, Type.String()] as const);
  app.get(
    `/dashboard/api/${route.path}.csv`,
    {
      config: { face: 'api' },
      onRequest: caller.onRequest,
      schema: {
        operationId: route.operationId,
        summary: route.summary,
        tags: ['Dashboard'],
        security: sessionSecurity,
        'x-permission': route.permission,
        headers: headers[route.at],
        ...(params.length > 0 && { params: Type.Object(Object.fromEntries(params)) }),
        querystring: route.query as TObject,
        response: { 200: csvAnswer, ...errors(401, 403, 404, ...(isNarrowed ? [422] : [])) },
      },
    },
    async (request, reply) => {
      const place = caller.callerOf(request);
      const found = await route.find(
        place,
        request.query as Static<Query>,
        request.params as Record<string, string>,
      );
      const to = found.to ?? now();
      const from = found.from ?? (await reads.read((some) => madeAt(some, place.merchant?.id ?? null)));
      return await csv.send<Row>(request, reply, place.by.person, {
        fileName: `${route.path.split('/').at(-1)}-${to.toISOString().slice(0, 10)}`,
        columns: route.columns,
        timeZone: place.merchant?.settings.timeZone,
        from: from ?? to,
        to,
        async page(cursor, limit) {
          const rows = await reads.read((some) => found.read(some, cursor, limit));
          const last = rows.at(-1);
          return { rows, next: rows.length === limit && last !== undefined ? route.cursorOf(last) : null };
        },
      });
    },
  );
}
