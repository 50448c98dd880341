import { Type } from 'typebox';
import { alarmCodes } from '../../accounts/alarms/alarm-list.ts';
import { atInstallation, operatorSchema } from '../../accounts/dashboard-kit/at-installation.ts';
import { decimalsOf } from '../../accounts/ledger/ledger.ts';
import type { PeopleAuthenticator } from '../../accounts/people/authenticate.ts';
import type { Sql } from '../../base/db/pool.ts';
import type { Reads } from '../../base/db/reads.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import type { App } from '../../base/http/server.ts';
import { formatDecimal } from '../../base/money/money.ts';
import { figuresOf } from '../../commerce/reports/overview.ts';
import { periodSchema, readPeriod } from '../../commerce/reports/report-query.ts';
import type { PaymentProcessors } from '../../payments/charges/payment-processors.ts';
import { balancesOfAll, sumsOfAll } from './money-store.ts';
import { readAlarms, readProcesses, readQueues } from './read-state.ts';

export interface StateRoutesDeps {
  sql: Sql;
  reads: Reads;
  people: PeopleAuthenticator;
  processors: PaymentProcessors;
  now(): Date;
}

const nullableText = Type.Union([Type.String(), Type.Null()]);

const alarmsAnswer = envelope(
  Type.Object({
    alarms: Type.Array(
      Type.Object({
        code: Type.Enum([...alarmCodes]),
        is_urgent: Type.Boolean(),
        about: Type.Union([Type.String(), Type.Null()], { description: 'A network or a processor' }),
        since: nullableText,
        amount: Type.Union([Type.String(), Type.Null()], { description: 'How many wait, or what is left' }),
      }),
    ),
  }),
);

const operationsAnswer = envelope(
  Type.Object({
    queues: Type.Object({
      deliveries_due: Type.Number({ description: 'At most 10,000 are counted, here and below' }),
      oldest_due_seconds: Type.Number(),
      mails_waiting: Type.Number(),
      orders_waiting: Type.Number({ description: 'Crypto orders that wait for a decision' }),
      payouts_in_review: Type.Number(),
      card_cases_open: Type.Number({ description: 'Movements at card processors to decide on' }),
      payouts_waiting: Type.Array(
        Type.Object({ network: Type.String(), reason: Type.String(), count: Type.Number() }),
      ),
      oldest_unresolved_seconds: Type.Number({
        description: 'The age of the oldest card attempt whose outcome is unknown',
      }),
    }),
    processes: Type.Array(
      Type.Object({
        id: Type.String(),
        host: Type.String(),
        pid: Type.Number(),
        roles: Type.Array(Type.String()),
        started_at: Type.String(),
        seen_at: Type.String(),
      }),
    ),
  }),
);

const revenueAnswer = envelope(
  Type.Object({
    from: Type.String(),
    to: Type.String(),
    is_partial: Type.Boolean({ description: 'There were more than are added up here: it is at least this' }),
    moved: Type.Array(
      Type.Object({
        asset: Type.String(),
        payments: Type.Number(),
        volume: Type.String({ description: 'What customers paid: a decimal, exact' }),
        given_back: Type.String({ description: 'To customers, by the merchants' }),
        taken_back: Type.String({ description: 'Chargebacks' }),
        paid_out: Type.String({ description: 'To recipients' }),
        fees: Type.String({ description: 'The operator’s' }),
      }),
    ),
    balances: Type.Array(
      Type.Object({ account: Type.String(), asset: Type.String(), balance: Type.String() }),
      { description: 'Sums over all merchants since the beginning' },
    ),
  }),
);

/** The state of the installation: active alarms, queues, processes, and incoming money. */
export function stateRoutes(app: App, deps: StateRoutesDeps): void {
  const { sql, reads, now } = deps;
  const here = atInstallation(deps.people);
  const shared = { ...operatorSchema, 'x-permission': 'installation.read' as const };

  app.get(
    '/dashboard/api/alarms',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'listAlarms',
        summary: 'List all that rings now, the most urgent first',
        ...shared,
        response: { 200: alarmsAnswer, ...errors(401, 403, 404) },
      },
    },
    async () => {
      const alarms = await readAlarms(deps, now());
      return success('Alarms', {
        alarms: alarms.map(({ isUrgent, since, ...alarm }) => ({
          ...alarm,
          is_urgent: isUrgent,
          since: since?.toISOString() ?? null,
        })),
      });
    },
  );

  app.get(
    '/dashboard/api/operations',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'readOperations',
        summary: 'Read what waits in the queues, and which processes run',
        ...shared,
        response: { 200: operationsAnswer, ...errors(401, 403, 404) },
      },
    },
    async () => {
      const [queues, processes] = await Promise.all([readQueues(sql), readProcesses(sql)]);
      return success('Operations', {
        queues: {
          deliveries_due: queues.deliveriesDue,
          oldest_due_seconds: Math.round(queues.oldestDueSeconds),
          mails_waiting: queues.mailsWaiting,
          orders_waiting: queues.ordersWaiting,
          payouts_in_review: queues.payoutsInReview,
          card_cases_open: queues.cardCasesOpen,
          payouts_waiting: queues.payoutsWaiting.map(({ value, ...each }) => ({ ...each, count: value })),
          oldest_unresolved_seconds: Math.round(queues.oldestUnresolvedSeconds),
        },
        processes: processes.map(({ processId, host, pid, roles, startedAt, seenAt }) => ({
          id: processId,
          host,
          pid,
          roles,
          started_at: startedAt.toISOString(),
          seen_at: seenAt.toISOString(),
        })),
      });
    },
  );

  app.get(
    '/dashboard/api/revenue',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'readRevenue',
        summary: 'Read what all merchants took in a time, and what lies where, by the ledger',
        ...shared,
        querystring: Type.Object(periodSchema),
        response: { 200: revenueAnswer, ...errors(401, 403, 404, 422) },
      },
    },
    async (request) => {
      const { from, to } = readPeriod(request.query);
      const { sums, isPartial, balances } = await reads.read(async (some) => ({
        ...(await sumsOfAll(some, from, to)),
        balances: await balancesOfAll(some),
      }));
      const { assets } = figuresOf(sums);
      const decimal = (units: bigint, asset: string): string => formatDecimal(units, decimalsOf(asset));
      return success('Revenue', {
        from: from.toISOString(),
        to: to.toISOString(),
        is_partial: isPartial,
        moved: assets.map(({ asset, ...figures }) => ({
          asset,
          payments: Number(figures.receivedCount),
          volume: decimal(figures.received, asset),
          given_back: decimal(figures.givenBack, asset),
          taken_back: decimal(figures.takenBack, asset),
          paid_out: decimal(figures.paidOut, asset),
          fees: decimal(figures.fees, asset),
        })),
        balances: balances.map(({ account, asset, balance }) => ({
          account,
          asset,
          balance: decimal(balance, asset),
        })),
      });
    },
  );
}
