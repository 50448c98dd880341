import { Type } from 'typebox';
import { atInstallation, operatorSchema } from '../../../accounts/dashboard-kit/at-installation.ts';
import { namesOf } from '../../../accounts/merchants/store.ts';
import type { PeopleAuthenticator } from '../../../accounts/people/authenticate.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../../base/ground/errors.ts';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import { readId } from '../../../base/http/request/list-values.ts';
import { cursorSchema, cutPage, pageLimit, readCursor } from '../../../base/http/request/paging.ts';
import { type App, notFound } from '../../../base/http/server.ts';
import { moneyToDecimal } from '../../../base/money/money.ts';
import type { PaymentProcessors, ProcessorAccount } from '../payment-processors.ts';
import { listBalances } from './balance-store.ts';
import { readPayoutPage } from './compare-payouts.ts';
import { findPayout, listPayouts, type ProcessorPayout } from './payout-store.ts';
import { listRuns } from './run-store.ts';

export interface ReconciliationRoutesDeps {
  sql: Sql;
  people: PeopleAuthenticator;
  processors: PaymentProcessors;
}

/** A month of one processor. */
const maxRuns = 30;

const nullableText = Type.Union([Type.String(), Type.Null()]);
const nullableNumber = Type.Union([Type.Number(), Type.Null()]);
const whose = Type.Union([Type.String(), Type.Null()], {
  description: 'The merchant whose own account it is; null: the installation’s',
});

const reconciliationsAnswer = envelope(
  Type.Object({
    runs: Type.Array(
      Type.Object({
        processor: Type.String(),
        merchant_name: whose,
        ran_at: Type.String(),
        from: Type.String(),
        to: Type.String({ description: 'Before this' }),
        lines: Type.Number({ description: 'Movements at the processor' }),
        entries: Type.Number({ description: 'Entries in the books' }),
        found: Type.Number({ description: 'What differed' }),
        cases_opened: Type.Number({ description: 'New cases that came of it' }),
        failure: nullableText,
      }),
    ),
    balances: Type.Array(
      Type.Object({
        processor: Type.String(),
        merchant_name: whose,
        currency: Type.String(),
        read_at: Type.String(),
        theirs: Type.String({ description: 'What the processor says that it holds' }),
        ours: Type.String({ description: 'What its movements come to, by the books' }),
        difference: Type.String(),
        differs_since: nullableText,
      }),
    ),
  }),
);

const payout = Type.Object({
  id: Type.String(),
  processor: Type.String(),
  merchant_name: whose,
  reference: Type.String({ description: "The processor's own id" }),
  currency: Type.String(),
  amount: Type.String(),
  at: Type.String(),
  arrives_at: nullableText,
  is_listed: Type.Boolean({ description: 'The processor tells which movements are in it' }),
  lines: nullableNumber,
  lines_sum: Type.Union([Type.String(), Type.Null()], { description: 'What the movements in it come to' }),
});
const payoutsAnswer = envelope(
  Type.Object({ payouts: Type.Array(payout), next_cursor: Type.Union([Type.String(), Type.Null()]) }),
);

const linesAnswer = envelope(
  Type.Object({
    payout,
    lines: Type.Array(
      Type.Object({
        id: Type.String({ description: "The processor's own" }),
        kind: Type.String(),
        at: Type.String(),
        currency: Type.String(),
        amount: Type.String(),
        fee: Type.String(),
        charge_id: nullableText,
        merchant_name: nullableText,
      }),
    ),
    next_cursor: nullableText,
  }),
);

/** The results of comparisons with card processors, their balances and their payouts. */
export function reconciliationRoutes(app: App, deps: ReconciliationRoutesDeps): void {
  const { sql } = deps;
  const here = atInstallation(deps.people);
  const shared = { ...operatorSchema, 'x-permission': 'installation.read' as const };

  app.get(
    '/dashboard/api/card-reconciliations',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'readCardReconciliations',
        summary: 'Read the last daily comparisons with card processors, and what these hold',
        ...shared,
        response: { 200: reconciliationsAnswer, ...errors(401, 403, 404) },
      },
    },
    async () => {
      const nameOf = await accountNames(deps);
      const [runs, balances] = [await listRuns(sql, maxRuns), await listBalances(sql)];
      return success('Reconciliations', {
        runs: runs.map((run) => ({
          processor: run.processor,
          merchant_name: nameOf(run),
          ran_at: run.ranAt.toISOString(),
          from: run.from.toISOString(),
          to: run.to.toISOString(),
          lines: Number(run.lines),
          entries: Number(run.entries),
          found: Number(run.found),
          cases_opened: Number(run.casesOpened),
          failure: run.failure,
        })),
        balances: balances.map(({ currency, theirsMinor, oursMinor, ...balance }) => ({
          processor: balance.processor,
          merchant_name: nameOf(balance),
          currency,
          read_at: balance.readAt.toISOString(),
          theirs: decimal(theirsMinor, currency),
          ours: decimal(oursMinor, currency),
          difference: decimal(theirsMinor - oursMinor, currency),
          differs_since: balance.since?.toISOString() ?? null,
        })),
      });
    },
  );

  app.get(
    '/dashboard/api/card-payouts',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'listCardPayouts',
        summary: 'List what card processors paid out to the bank, newest first',
        ...shared,
        querystring: Type.Object({ cursor: cursorSchema }),
        response: { 200: payoutsAnswer, ...errors(401, 403, 404, 422) },
      },
    },
    async (request) => {
      const nameOf = await accountNames(deps);
      const found = await listPayouts(sql, readCursor(request.query.cursor), pageLimit);
      const { page, next_cursor } = cutPage(found, ({ id }) => id);
      return success('Payouts', {
        payouts: page.map((each) => payoutShape(each, nameOf(each))),
        next_cursor,
      });
    },
  );

  app.get(
    '/dashboard/api/card-payouts/:payout/lines',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'readCardPayout',
        summary: 'Read from the card processor which movements a payout to the bank holds, page by page',
        ...shared,
        params: Type.Object({ payout: Type.String() }),
        querystring: Type.Object({
          cursor: Type.Optional(
            Type.String({ maxLength: 100, description: 'next_cursor of the page before' }),
          ),
        }),
        response: { 200: linesAnswer, ...errors(401, 403, 404, 422, 503) },
      },
    },
    async (request) => {
      const { cursor = '' } = request.query;
      if (!/^[\w-]*$/.test(cursor)) {
        throw validationFailed([{ field: 'cursor', message: 'must be the next_cursor of an earlier page' }]);
      }
      const id = readId(request.params.payout);
      const found = id && (await findPayout(sql, id));
      if (!found) throw notFound();
      const { lines, next } = await readLines(deps, found, cursor);
      const names = await namesOf(sql, [...new Set(lines.flatMap(({ place }) => place?.merchantId ?? []))]);
      const nameOf = await accountNames(deps);
      return success('Payout', {
        payout: payoutShape(found, nameOf(found)),
        lines: lines.map(({ lineId, kind, at, amount, feeMinor, place }) => ({
          id: lineId,
          kind,
          at: at.toISOString(),
          currency: amount.currency,
          amount: moneyToDecimal(amount),
          fee: decimal(feeMinor, amount.currency),
          charge_id: place?.chargeId ?? null,
          merchant_name: place ? (names.get(place.merchantId) ?? null) : null,
        })),
        next_cursor: next,
      });
    },
  );
}

/** Makes one call to the processor at most. */
async function readLines(
  { sql, processors }: ReconciliationRoutesDeps,
  payout: ProcessorPayout,
  cursor: string,
): ReturnType<typeof readPayoutPage> {
  if (!payout.isListed) return { lines: [], next: null };
  const account = (await processors.accounts()).find(
    (each) => each.processor.name === payout.processor && each.accountId === payout.accountId,
  );
  if (!account) {
    throw new PasarelaError('service_unavailable', `There are no keys to ask ${payout.processor} with.`);
  }
  try {
    return await readPayoutPage(sql, account, payout.reference, cursor);
  } catch (cause) {
    throw new PasarelaError('service_unavailable', `${payout.processor} does not answer now. Try again.`, {
      cause,
    });
  }
}

/** The names of the merchants that own accounts. */
async function accountNames({ sql, processors }: ReconciliationRoutesDeps) {
  const own = (await processors.accounts()).filter(({ merchantId }) => merchantId !== null);
  const names = await namesOf(sql, [...new Set(own.map(({ merchantId }) => merchantId as string))]);
  const byAccount = new Map(
    own.map(({ accountId, merchantId }) => [accountId, names.get(merchantId ?? '') ?? merchantId]),
  );
  return ({ accountId }: Pick<ProcessorAccount, 'accountId'>): string | null =>
    accountId === null ? null : (byAccount.get(accountId) ?? accountId);
}

function payoutShape(each: ProcessorPayout, merchantName: string | null) {
  const { currency } = each;
  return {
    id: each.id,
    processor: each.processor,
    merchant_name: merchantName,
    reference: each.reference,
    currency,
    amount: decimal(each.amountMinor, currency),
    at: each.at.toISOString(),
    arrives_at: each.arrivesAt?.toISOString() ?? null,
    is_listed: each.isListed,
    lines: each.lineCount === null ? null : Number(each.lineCount),
    lines_sum: each.linesMinor === null ? null : decimal(each.linesMinor, currency),
  };
}

function decimal(amountMinor: bigint, currency: string): string {
  return moneyToDecimal({ amountMinor, currency });
}
