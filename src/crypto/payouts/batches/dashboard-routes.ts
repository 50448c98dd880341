import { Type } from 'typebox';
import { actorOf } from '../../../accounts/people/person.ts';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import { readId } from '../../../base/http/request/list-values.ts';
import { cursorSchema, cutPage, pageLimit, readCursor } from '../../../base/http/request/paging.ts';
import { type App, notFound } from '../../../base/http/server.ts';
import { formatDecimal } from '../../../base/money/money.ts';
import { openClaimSecret } from '../claim/claim-secret.ts';
import { atMerchant, nullableText, placesOfPayouts } from '../dashboard-place.ts';
import type { PayoutPageDeps } from '../dashboard-routes.ts';
import { assessmentFields, asset, showAssessment } from '../request/dashboard-routes.ts';
import { countRows, listBatches, type PayoutBatch, rowsOf } from './batch-store.ts';
import { type CheckedBatch, checkBatch, getBatch } from './check-batch.ts';
import { confirmBatch } from './confirm-batch.ts';
import { faultKinds } from './read-batch.ts';

/** Five thousand rows, each with a long description. */
const maxFileCharacters = 900_000;
const bodyLimit = 1024 * 1024;
const linesPerPage = 500;

const batchParams = Type.Object({ batch: Type.String() });
const batchFields = {
  id: Type.String(),
  name: Type.String(),
  state: Type.Enum(['checked', 'making', 'finished']),
  made_by: Type.String(),
  asset: Type.String(),
  amount: Type.String({ description: 'In USD, all together; a decimal, exact' }),
  lines: Type.Number(),
  created_at: Type.String(),
};
const progressFields = {
  ...batchFields,
  waiting: Type.Number(),
  made: Type.Number(),
  refused: Type.Number(),
};
const checkedFields = {
  ...assessmentFields,
  same_made_at: Type.Union([Type.String(), Type.Null()], {
    description: 'When payouts that say the same were made last; null: never',
  }),
};
const fault = Type.Object({
  line: Type.Number({ description: 'The line of the file; the heading is 1' }),
  kind: Type.Enum([...faultKinds]),
  message: Type.String(),
});
const posted = [400, 401, 403, 404, 413, 415, 422];

/** The payouts of one file: checked as a whole, confirmed once, made one by one. */
export function payoutBatchRoutes(app: App, deps: PayoutPageDeps): void {
  const { sql } = deps;
  const { here } = placesOfPayouts(deps);
  const shared = { ...atMerchant, 'x-permission': 'payouts.make' } as const;
  const batchOf = async (merchantId: string, named: string): Promise<PayoutBatch> => {
    const id = readId(named);
    if (id === null) throw notFound();
    return await getBatch(deps, merchantId, id);
  };

  app.post(
    '/dashboard/api/payout-batches',
    {
      config: { face: 'api' },
      bodyLimit,
      onRequest: here.onRequest,
      schema: {
        operationId: 'checkPayoutBatch',
        summary: 'Check a CSV file of payouts as a whole; nothing is made',
        description:
          'Columns: email, amount, country, and where wanted reference, description. A file without a fault is kept for a day, for `confirmPayoutBatch`.',
        ...shared,
        body: Type.Object({
          name: Type.String({ minLength: 1, maxLength: 200, description: 'The name of the file' }),
          asset,
          csv: Type.String({ maxLength: maxFileCharacters }),
        }),
        response: {
          200: envelope(
            Type.Object({
              faults: Type.Array(fault, { description: 'What is to be mended, the first 200' }),
              batch: Type.Union([Type.Object({ ...batchFields, ...checkedFields }), Type.Null()], {
                description: 'null: the file has faults',
              }),
            }),
          ),
          ...errors(...posted),
        },
      },
    },
    async (request) => {
      const { by, merchant } = here.callerOf(request);
      const { name, asset, csv } = request.body;
      const madeBy = actorOf(by);
      const given = { merchantId: merchant.id, name: cleanName(name), asset, text: csv, madeBy };
      const checked = await checkBatch(deps, given);
      if ('faults' in checked) {
        return success('The file has faults', { faults: checked.faults, batch: null });
      }
      return success('Nothing is wrong with the file', { faults: [], batch: showChecked(checked) });
    },
  );

  app.get(
    '/dashboard/api/payout-batches',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'listPayoutBatches',
        summary: 'List files of payouts that were confirmed, newest first',
        ...atMerchant,
        'x-permission': 'payouts.read',
        querystring: Type.Object({ cursor: cursorSchema }),
        response: {
          200: envelope(
            Type.Object({ batches: Type.Array(Type.Object(batchFields)), next_cursor: nullableText }),
          ),
          ...errors(401, 403, 404, 422),
        },
      },
    },
    async (request) => {
      const { merchant } = here.callerOf(request);
      const beforeId = readCursor(request.query.cursor);
      const found = await deps.reads.read((some) => listBatches(some, merchant.id, beforeId, pageLimit));
      const { page, next_cursor } = cutPage(found, ({ id }) => id);
      return success('Files of payouts', { batches: page.map(showBatch), next_cursor });
    },
  );

  app.get(
    '/dashboard/api/payout-batches/:batch',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'readPayoutBatch',
        summary: 'Read how far a file of payouts has come',
        ...atMerchant,
        'x-permission': 'payouts.read',
        params: batchParams,
        response: {
          200: envelope(Type.Object(progressFields)),
          ...errors(401, 403, 404),
        },
      },
    },
    async (request) => {
      const { merchant } = here.callerOf(request);
      const batch = await batchOf(merchant.id, request.params.batch);
      return success('File of payouts', { ...showBatch(batch), ...(await countRows(sql, batch)) });
    },
  );

  app.post(
    '/dashboard/api/payout-batches/:batch/confirmation',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'confirmPayoutBatch',
        summary: 'Have the payouts of a checked file made; said twice, it counts once',
        ...shared,
        params: batchParams,
        body: Type.Object({}),
        response: {
          200: envelope(Type.Object(progressFields)),
          ...errors(...posted),
        },
      },
    },
    async (request) => {
      const { by, merchant } = here.callerOf(request);
      const batch = await batchOf(merchant.id, request.params.batch);
      await confirmBatch(deps, batch, actorOf(by));
      const confirmed = await getBatch(deps, merchant.id, batch.id);
      return success('They are being made', {
        ...showBatch(confirmed),
        ...(await countRows(sql, confirmed)),
      });
    },
  );

  app.get(
    '/dashboard/api/payout-batches/:batch/lines',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'listPayoutBatchLines',
        summary: 'List the lines of a file of payouts with what became of each, in the order of the file',
        ...shared,
        params: batchParams,
        querystring: Type.Object({
          cursor: Type.Optional(
            Type.String({ maxLength: 10, pattern: '^\\d{1,9}$', expected: 'next_cursor of the page before' }),
          ),
        }),
        response: {
          200: envelope(
            Type.Object({
              lines: Type.Array(
                Type.Object({
                  line: Type.Number(),
                  payout: nullableText,
                  status: Type.Enum(['waiting', 'made', 'refused']),
                  refusal: nullableText,
                  explanation: nullableText,
                  email: Type.String(),
                  amount: Type.String(),
                  country: Type.String(),
                  reference: nullableText,
                  description: nullableText,
                  url: Type.Union([Type.String(), Type.Null()], {
                    description: 'The recipient’s secret link; null: not made, or its link was made anew',
                  }),
                }),
              ),
              next_cursor: nullableText,
            }),
          ),
          ...errors(401, 403, 404, 422),
        },
      },
    },
    async (request) => {
      const { merchant } = here.callerOf(request);
      const batch = await batchOf(merchant.id, request.params.batch);
      const after = Number(request.query.cursor ?? 0);
      const found = await rowsOf(sql, batch, after, linesPerPage + 1);
      const lines = found.slice(0, linesPerPage);
      return success('Lines', {
        lines: lines.map(({ payoutId, amountMinor, linkSealed, ...line }) => ({
          ...line,
          payout: line.status === 'made' ? payoutId : null,
          amount: formatDecimal(amountMinor, 2),
          url: linkSealed && `${deps.checkoutUrl()}/payout/${openClaimSecret(deps.secrets, linkSealed)}`,
        })),
        next_cursor: found.length > linesPerPage ? String(lines.at(-1)?.line) : null,
      });
    },
  );
}

function showBatch(batch: PayoutBatch) {
  const { confirmedAt, finishedAt } = batch;
  const state = finishedAt ? 'finished' : confirmedAt ? 'making' : 'checked';
  return {
    id: batch.id,
    name: batch.name,
    state: state as 'checked' | 'making' | 'finished',
    made_by: batch.madeBy,
    asset: batch.asset,
    amount: formatDecimal(batch.amountMinor, 2),
    lines: batch.lineCount,
    created_at: batch.createdAt.toISOString(),
  };
}

function showChecked({ batch, assessment, same }: CheckedBatch) {
  return {
    ...showBatch(batch),
    ...showAssessment(assessment),
    same_made_at: same?.confirmedAt?.toISOString() ?? null,
  };
}

/** A file can have any name; control and direction characters are removed. */
function cleanName(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}]/gu, '').trim() || 'payouts.csv';
}
