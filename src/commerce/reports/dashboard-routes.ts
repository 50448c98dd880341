import { Type } from 'typebox';
import { atMerchant, atMerchantSchema } from '../../accounts/dashboard-kit/at-merchant.ts';
import { type CsvSender, csvAnswer } from '../../accounts/dashboard-kit/csv.ts';
import { pdfAnswer } from '../../accounts/dashboard-kit/pdf-answer.ts';
import { readerLanguage } from '../../accounts/dashboard-kit/reader-language.ts';
import { findLogo } from '../../accounts/merchants/logo/logo-store.ts';
import type { PeopleAuthenticator } from '../../accounts/people/authenticate.ts';
import { may } from '../../accounts/people/roles.ts';
import type { Sql } from '../../base/db/pool.ts';
import type { Reads } from '../../base/db/reads.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import { cutPage, pageLimit } from '../../base/http/request/paging.ts';
import type { App } from '../../base/http/server.ts';
import { disputesToAnswer } from '../../payments/charges/disputes/dispute-store.ts';
import { rememberingKept, sumsBetween } from './hour-sums.ts';
import { movementAnswer, movementsAnswer, readMovementCursor } from './movement-answer.ts';
import { readMovements, type ShownMovement } from './movement-page.ts';
import { movementSources, statementBooks, statementKinds } from './names.ts';
import { byDay, figuresOf } from './overview.ts';
import { balanceAnswer, balanceSchema, decimal, overviewAnswer, overviewSchema } from './overview-answer.ts';
import { bookBalances, readStatement, undeliverableBetween } from './read-report.ts';
import { movementColumns, type ReportRow, reportColumns } from './report-columns.ts';
import { type Period, periodSchema, readMonth, readPeriod, zoneSchema } from './report-query.ts';
import { monthBounds } from './statement.ts';
import { statementPdf } from './statement-pdf.ts';

export interface ReportRoutesDeps {
  sql: Sql;
  reads: Reads;
  people: PeopleAuthenticator;
  csv: CsvSender;
  now(): Date;
}

const amount = Type.String({ description: 'A decimal, exact' });
const lineFilter = {
  ...periodSchema,
  of: Type.Enum([...movementSources], { expected: `one of ${movementSources.join(', ')}` }),
  asset: Type.Optional(Type.String({ maxLength: 10, description: 'A currency, USDT or USDC' })),
};
const linesSchema = Type.Object(Object.fromEntries(statementKinds.map((line) => [line, amount])));
const statementAnswer = envelope(
  Type.Object({
    month: Type.String(),
    as_of: Type.Union([Type.String(), Type.Null()], {
      description: 'When it was read, if the month is not over; null: the month is over',
    }),
    assets: Type.Array(
      Type.Object({
        book: Type.Enum([...statementBooks], { description: 'The account' }),
        asset: Type.String(),
        opening: amount,
        lines: linesSchema,
        closing: amount,
      }),
    ),
  }),
);
const statementParams = Type.Object({ month: Type.String({ maxLength: 10, description: 'e.g. 2026-01' }) });

/** A merchant's money: the overview, balances and their movements, statements and reports. */
export function reportRoutes(app: App, deps: ReportRoutesDeps): void {
  const { reads, now } = deps;
  const someone = atMerchant(deps.people);
  const readKept = rememberingKept();
  const config = { face: 'api' } as const;
  const { onRequest } = someone;

  app.get(
    '/dashboard/api/overview',
    {
      config,
      onRequest,
      schema: {
        operationId: 'readOverview',
        summary: 'Read what came in and went out in a time, and in the time before it',
        ...atMerchantSchema,
        'x-permission': 'payments.read',
        querystring: Type.Object(periodSchema),
        response: { 200: envelope(overviewSchema), ...errors(401, 403, 404, 422) },
      },
    },
    async (request) => {
      const { by, merchant } = someone.callerOf(request);
      const period = readPeriod(request.query);
      const { from, to } = period;
      const earlier = new Date(2 * from.getTime() - to.getTime());
      const read = await reads.read(async (some) => ({
        period,
        sums: await sumsBetween(some, merchant.id, from, to, period.zone, readKept),
        before: await sumsBetween(some, merchant.id, earlier, from, null, readKept),
        undeliverable: await undeliverableBetween(some, merchant.id, from, to),
        disputes: await disputesToAnswer(some, merchant.id, now()),
        balances: may(by.held, 'balances.read', merchant.id) ? await bookBalances(some, merchant.id) : null,
      }));
      return success('Overview', overviewAnswer(read));
    },
  );

  app.get(
    '/dashboard/api/balances',
    {
      config,
      onRequest,
      schema: {
        operationId: 'readBalances',
        summary: 'Read what is available, set aside, undecided and on its way back',
        ...atMerchantSchema,
        'x-permission': 'balances.read',
        response: {
          200: envelope(Type.Object({ balances: Type.Array(balanceSchema) })),
          ...errors(401, 403, 404),
        },
      },
    },
    async (request) => {
      const { merchant } = someone.callerOf(request);
      const balances = await bookBalances(deps.sql, merchant.id);
      return success('Balances', { balances: balances.map(balanceAnswer) });
    },
  );

  app.get(
    '/dashboard/api/movements',
    {
      config,
      onRequest,
      schema: {
        operationId: 'listMovements',
        summary: 'List the lines of a balance, or of a figure of the overview, newest first',
        ...atMerchantSchema,
        'x-permission': 'balances.read',
        querystring: Type.Object({
          ...lineFilter,
          cursor: Type.Optional(
            Type.String({ maxLength: 80, description: 'next_cursor of the page before' }),
          ),
        }),
        response: { 200: movementsAnswer, ...errors(401, 403, 404, 422) },
      },
    },
    async (request) => {
      const { merchant } = someone.callerOf(request);
      const { of, asset = null, cursor } = request.query;
      const query = { ...readPeriod(request.query), of, asset, ...readMovementCursor(cursor) };
      const asked = { ...query, limit: pageLimit };
      const found = await reads.read((some) => readMovements(some, merchant.id, asked, now()));
      const { page, next_cursor } = cutPage(found, (row) => row.cursor);
      return success('Movements', { movements: page.map(movementAnswer), next_cursor });
    },
  );

  app.get(
    '/dashboard/api/movements.csv',
    {
      config,
      onRequest,
      schema: {
        operationId: 'exportMovements',
        summary: 'Download the lines of a balance, or of a figure of the overview, as CSV, newest first',
        ...atMerchantSchema,
        'x-permission': 'balances.read',
        querystring: Type.Object(lineFilter),
        response: { 200: csvAnswer, ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      const { by, merchant } = someone.callerOf(request);
      const { of, asset = null } = request.query;
      const period = readPeriod(request.query);
      return await deps.csv.send<ShownMovement>(request, reply, by.person, {
        fileName: `${of}-${fileDates(period)}`,
        columns: movementColumns,
        timeZone: merchant.settings.timeZone,
        ...period,
        async page(cursor, limit) {
          const query = {
            ...period,
            of,
            asset,
            ...readMovementCursor(cursor ?? undefined),
            limit,
          };
          const rows = await reads.read((some) => readMovements(some, merchant.id, query, now()));
          return { rows, next: rows.length === limit ? (rows.at(-1)?.cursor ?? null) : null };
        },
      });
    },
  );

  app.get(
    '/dashboard/api/report.csv',
    {
      config,
      onRequest,
      schema: {
        operationId: 'exportReport',
        summary: 'Download what came in and went out by day or month, as CSV',
        ...atMerchantSchema,
        'x-permission': 'balances.read',
        querystring: Type.Object({
          ...periodSchema,
          by: Type.Enum(['day', 'month'], { expected: 'one of day, month' }),
        }),
        response: { 200: csvAnswer, ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      const { by, merchant } = someone.callerOf(request);
      const period = readPeriod(request.query);
      const sums = await reads.read((some) =>
        sumsBetween(some, merchant.id, period.from, period.to, period.zone),
      );
      const rows = reportRows(byDay(sums, period.from, period.to, period.zone), request.query.by);
      return await deps.csv.send<ReportRow>(request, reply, by.person, {
        fileName: `report-${fileDates(period)}`,
        columns: reportColumns,
        timeZone: merchant.settings.timeZone,
        ...period,
        page: async () => ({ rows, next: null }),
      });
    },
  );

  app.get(
    '/dashboard/api/statements/:month',
    {
      config,
      onRequest,
      schema: {
        operationId: 'readStatement',
        summary:
          'Read the statement of a month: what was available, set aside and being settled, and what moved it',
        ...atMerchantSchema,
        'x-permission': 'balances.read',
        params: statementParams,
        querystring: Type.Object({ zone: zoneSchema }),
        response: { 200: statementAnswer, ...errors(401, 403, 404, 422) },
      },
    },
    async (request) => {
      const { merchant } = someone.callerOf(request);
      const { month, zone } = readMonth({ ...request.params, ...request.query });
      const assets = await reads.read((some) => readStatement(some, merchant.id, month, zone));
      return success('Statement', {
        month,
        as_of: asOf(month, zone, now())?.toISOString() ?? null,
        assets: assets.map(({ book, asset, opening, lines, closing }) => ({
          book,
          asset,
          opening: decimal(opening, asset),
          lines: Object.fromEntries(statementKinds.map((line) => [line, decimal(lines[line], asset)])),
          closing: decimal(closing, asset),
        })),
      });
    },
  );

  app.get(
    '/dashboard/api/statements/:month/pdf',
    {
      config,
      onRequest,
      schema: {
        operationId: 'downloadStatement',
        summary: 'Download the statement of a month as PDF, with its days',
        ...atMerchantSchema,
        'x-permission': 'balances.read',
        params: statementParams,
        querystring: Type.Object({ zone: zoneSchema }),
        response: { 200: pdfAnswer, ...errors(401, 403, 404, 422) },
      },
    },
    async (request, reply) => {
      const { by, merchant } = someone.callerOf(request);
      const { month, zone } = readMonth({ ...request.params, ...request.query });
      const assets = await reads.read((some) => readStatement(some, merchant.id, month, zone));
      const { logoHash } = merchant.settings;
      const head = {
        merchantName: merchant.name,
        logo: logoHash ? await reads.read((some) => findLogo(some, logoHash)) : null,
        month,
        zone,
        language: readerLanguage(request, by.person),
        asOf: asOf(month, zone, now()),
      };
      return reply
        .header('content-disposition', `attachment; filename="statement-${month}.pdf"`)
        .type('application/pdf')
        .send(await statementPdf(head, assets));
    },
  );
}

/** The time at which the statement of the running month was read; null: the month is over. */
function asOf(month: string, zone: string, now: Date): Date | null {
  return now < monthBounds(month, zone).to ? now : null;
}

/** Newest first, like every export. */
function reportRows(days: ReadonlyMap<string, Parameters<typeof figuresOf>[0]>, by: string): ReportRow[] {
  const times = new Map<string, Parameters<typeof figuresOf>[0]>();
  for (const [day, sums] of days) {
    const time = by === 'month' ? day.slice(0, 7) : day;
    times.set(time, [...(times.get(time) ?? []), ...sums]);
  }
  return [...times]
    .reverse()
    .flatMap(([time, sums]) => figuresOf(sums).assets.map((figures) => ({ time, ...figures })));
}

function fileDates({ from, to }: Period): string {
  return `${from.toISOString().slice(0, 10)}-${to.toISOString().slice(0, 10)}`;
}
