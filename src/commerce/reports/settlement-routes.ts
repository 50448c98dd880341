import { Type } from 'typebox';
import { atMerchant, atMerchantSchema } from '../../accounts/dashboard-kit/at-merchant.ts';
import { type CsvRouteDeps, csvRoute } from '../../accounts/dashboard-kit/csv-route.ts';
import { firstId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import { readId } from '../../base/http/request/list-values.ts';
import { cutPage, pageLimit } from '../../base/http/request/paging.ts';
import { type App, notFound } from '../../base/http/server.ts';
import { settlementFields, shapeOf } from '../settlements/settlement-answer.ts';
import { movementAnswer, movementsAnswer, readMovementCursor } from './movement-answer.ts';
import { type PageQuery, readMovements, type ShownMovement } from './movement-page.ts';
import { statementKinds } from './names.ts';
import { decimal } from './overview-answer.ts';
import { movementColumns } from './report-columns.ts';
import { readContent, type SettlementContent } from './settlement-content.ts';

const amount = Type.String({ description: 'A decimal, exact' });
const contentAnswer = envelope(
  Type.Object({
    settlement: settlementFields,
    opening: Type.String({ description: 'What the settlement before left' }),
    lines: Type.Object(Object.fromEntries(statementKinds.map((line) => [line, amount])), {
      description: 'What moved the balance since then, by kind',
    }),
    left: Type.String({ description: '`opening` plus `lines`, less the amount of the settlement' }),
  }),
);
const params = Type.Object({ settlement: Type.String() });

/** What a settlement pays, and the payments, refunds and disputes in it. */
export function settlementContentRoutes(app: App, deps: CsvRouteDeps): void {
  const { reads, now } = deps;
  const someone = atMerchant(deps.people);
  const shared = { ...atMerchantSchema, 'x-permission': 'settlements.read', params } as const;

  async function contentOf(merchantId: string, given: string): Promise<SettlementContent> {
    const id = readId(given);
    const content = id && (await reads.read((some) => readContent(some, merchantId, id)));
    if (!content) throw notFound();
    return content;
  }

  app.get(
    '/dashboard/api/settlements/:settlement',
    {
      config: { face: 'api' },
      onRequest: someone.onRequest,
      schema: {
        operationId: 'readSettlement',
        summary: 'Read a settlement and what it pays, by kind',
        ...shared,
        response: { 200: contentAnswer, ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const { merchant } = someone.callerOf(request);
      const { settlement, opening, lines, left } = await contentOf(merchant.id, request.params.settlement);
      const written = (units: bigint): string => decimal(units, settlement.currency);
      return success('Settlement', {
        settlement: shapeOf(settlement, merchant.name),
        opening: written(opening),
        lines: Object.fromEntries(statementKinds.map((line) => [line, written(lines[line])])),
        left: written(left),
      });
    },
  );

  app.get(
    '/dashboard/api/settlements/:settlement/movements',
    {
      config: { face: 'api' },
      onRequest: someone.onRequest,
      schema: {
        operationId: 'listSettlementMovements',
        summary: 'List the payments, refunds and disputes that a settlement pays, newest first',
        ...shared,
        querystring: Type.Object({
          cursor: Type.Optional(
            Type.String({ maxLength: 80, description: 'next_cursor of the page before' }),
          ),
        }),
        response: { 200: movementsAnswer, ...errors(401, 403, 404, 422) },
      },
    },
    async (request) => {
      const { merchant } = someone.callerOf(request);
      const { after, carried } = readMovementCursor(request.query.cursor);
      const content = await contentOf(merchant.id, request.params.settlement);
      const query = { ...queryOf(content, carried), after, limit: pageLimit };
      const found = await reads.read((some) => readMovements(some, merchant.id, query, now()));
      const { page, next_cursor } = cutPage(found, (row) => row.cursor);
      return success('Movements', { movements: page.map(movementAnswer), next_cursor });
    },
  );

  csvRoute(app, deps, {
    path: 'settlements/:settlement/movements',
    operationId: 'exportSettlementMovements',
    summary: 'Download the payments, refunds and disputes that a settlement pays as CSV, newest first',
    permission: 'settlements.read',
    at: 'merchant',
    query: Type.Object({}),
    columns: movementColumns,
    cursorOf: ({ cursor }: ShownMovement) => cursor,
    async find({ merchant }, _query, { settlement = '' }) {
      const merchantId = merchant?.id ?? firstId;
      const content = await contentOf(merchantId, settlement);
      return {
        to: content.settlement.requestedAt,
        read(sql: Sql, cursor: string | null, limit: number) {
          const { after, carried } = readMovementCursor(cursor ?? undefined);
          return readMovements(sql, merchantId, { ...queryOf(content, carried), after, limit }, now());
        },
      };
    },
  });
}

/** The balance above the newest movement is what the settlement could be paid from. */
function queryOf(
  { settlement, left, between }: SettlementContent,
  carried: bigint | null,
): Omit<PageQuery, 'after' | 'limit'> {
  return {
    of: 'available',
    asset: settlement.currency,
    from: settlement.requestedAt,
    to: settlement.requestedAt,
    between,
    carried: carried ?? left + settlement.amountMinor,
  };
}
