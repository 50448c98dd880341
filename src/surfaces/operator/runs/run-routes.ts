import { Type } from 'typebox';
import { atInstallation, operatorSchema } from '../../../accounts/dashboard-kit/at-installation.ts';
import type { PeopleAuthenticator } from '../../../accounts/people/authenticate.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import { readId } from '../../../base/http/request/list-values.ts';
import { type App, notFound } from '../../../base/http/server.ts';
import type { PaymentProcessors } from '../../../payments/charges/payment-processors.ts';
import { checkNames, readChecks } from '../../metrics/check-gauges.ts';
import { maxFindings, type Run, runKinds, runStatuses, workedKinds } from './run.ts';
import { findRun, listRuns } from './run-store.ts';
import { startRun } from './start-run.ts';

export interface RunRoutesDeps {
  sql: Sql;
  people: PeopleAuthenticator;
  processors: PaymentProcessors;
  now(): Date;
}

const nullableText = Type.Union([Type.String(), Type.Null()]);
const maxRuns = 20;

const runFields = {
  id: Type.String(),
  kind: Type.Enum([...runKinds]),
  status: Type.Enum([...runStatuses]),
  started_by: Type.String(),
  created_at: Type.String(),
  ended_at: nullableText,
  tries: Type.Number({ description: 'How often it was begun: processes may end before it does' }),
  done: Type.Number(),
  total: Type.Number({ description: '0: not known yet' }),
  step: nullableText,
  found: Type.Union([Type.Number(), Type.Null()], { description: 'How much is wrong; null: not known' }),
  failure: nullableText,
  processor: nullableText,
  merchant_id: nullableText,
  from: nullableText,
  to: nullableText,
};
const runShape = Type.Object(runFields);
const runDetail = Type.Object({
  ...runFields,
  counts: Type.Array(Type.Object({ of: Type.String(), count: Type.Number() }), {
    description: 'How much was looked at',
  }),
  digest: nullableText,
  findings: Type.Array(
    Type.Object({
      code: Type.String(),
      merchant_id: nullableText,
      id: nullableText,
      account: nullableText,
      expected: nullableText,
      found: nullableText,
    }),
    { description: `At most ${maxFindings} of them` },
  ),
});

const checkShape = Type.Object({
  check: Type.Enum([...checkNames]),
  about: Type.Union([Type.String(), Type.Null()], { description: 'The network or the processor' }),
  checked_at: Type.String(),
  found: Type.Number({ description: 'How much was wrong' }),
});

function summary(run: Run) {
  return {
    id: run.id,
    kind: run.kind,
    status: run.status,
    started_by: run.startedBy,
    created_at: run.createdAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
    tries: run.tries,
    done: Number(run.done),
    total: Number(run.total),
    step: run.step,
    found: run.found === null ? null : Number(run.found),
    failure: run.failure,
    processor: run.subject.processor ?? null,
    merchant_id: run.subject.merchantId ?? null,
    from: run.subject.from ?? null,
    to: run.subject.to ?? null,
  };
}

/** Long work that people start: checks of the ledger and of the audit log, reconciliations. A worker does it. */
export function runRoutes(app: App, deps: RunRoutesDeps): void {
  const { sql } = deps;
  const here = atInstallation(deps.people);
  const reading = { ...operatorSchema, 'x-permission': 'installation.read' as const };

  app.get(
    '/dashboard/api/checks',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'listChecks',
        summary: 'List the last result of each check that goes on by itself',
        ...reading,
        response: {
          200: envelope(Type.Object({ checks: Type.Array(checkShape) })),
          ...errors(401, 403, 404),
        },
      },
    },
    async () => {
      const checks = await readChecks(sql);
      return success('Checks', {
        checks: checks.map(({ check, about, checkedAt, found }) => ({
          check,
          about: about === '' ? null : about,
          checked_at: checkedAt.toISOString(),
          found,
        })),
      });
    },
  );

  app.get(
    '/dashboard/api/runs',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'listRuns',
        summary: `List the last ${maxRuns} checks and reconciliations, newest first`,
        ...reading,
        querystring: Type.Object({
          kind: Type.Optional(Type.Enum([...runKinds], { expected: `one of ${runKinds.join(', ')}` })),
        }),
        response: {
          200: envelope(Type.Object({ runs: Type.Array(runShape) })),
          ...errors(401, 403, 404, 422),
        },
      },
    },
    async (request) => {
      const runs = await listRuns(sql, request.query.kind ?? null, maxRuns);
      return success('Runs', { runs: runs.map(summary) });
    },
  );

  app.get(
    '/dashboard/api/runs/:run',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'readRun',
        summary: 'Read a check or a reconciliation: how far it is, and what it found',
        ...reading,
        params: Type.Object({ run: Type.String() }),
        response: { 200: envelope(runDetail), ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const id = readId(request.params.run);
      const run = id && (await findRun(sql, id));
      if (!run) throw notFound();
      const { counts = {}, findings = [], digest = null } = run.result ?? {};
      return success('Run', {
        ...summary(run),
        counts: Object.entries(counts).map(([of, count]) => ({ of, count })),
        digest,
        findings: findings.map(({ merchantId, ...finding }) => ({ ...finding, merchant_id: merchantId })),
      });
    },
  );

  app.post(
    '/dashboard/api/runs',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'startRun',
        summary: 'Start a check or a reconciliation; where one of its kind is not over, that is the answer',
        ...operatorSchema,
        'x-permission': 'installation.operate',
        body: Type.Object({
          kind: Type.Enum([...workedKinds], { expected: `one of ${workedKinds.join(', ')}` }),
          processor: Type.Optional(
            Type.String({ maxLength: 40, description: 'For a reconciliation: the time zone of its days' }),
          ),
          merchant_id: Type.Optional(
            Type.String({
              maxLength: 40,
              description: 'On this merchant’s own accounts, not the installation’s',
            }),
          ),
          from: Type.Optional(Type.String({ maxLength: 10, description: 'The first day (UTC)' })),
          to: Type.Optional(
            Type.String({ maxLength: 10, description: 'The last day (UTC), which counts too' }),
          ),
        }),
        response: { 200: envelope(runShape), ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const { kind, merchant_id: merchantId, ...subject } = request.body;
      const given = { ...subject, ...(merchantId !== undefined && { merchantId }) };
      return success('It is on its way', summary(await startRun(deps, kind, given, here.callerOf(request))));
    },
  );
}
