import { Type } from 'typebox';
import { atInstallation, operatorSchema } from '../../accounts/dashboard-kit/at-installation.ts';
import type { PeopleAuthenticator } from '../../accounts/people/authenticate.ts';
import type { Sql } from '../../base/db/pool.ts';
import { validationFailed } from '../../base/ground/errors.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import type { App } from '../../base/http/server.ts';
import type { PaymentProcessors } from '../../payments/charges/payment-processors.ts';
import { readRules } from '../../payments/processors/accounts-store.ts';
import { listProcessors } from '../../payments/processors/list-processors.ts';
import type { ProcessorName } from '../../payments/processors/names.ts';
import { readRouteRules } from '../../payments/processors/route-rules.ts';
import type { RouteRule } from '../../payments/processors/routing.ts';
import { setRoutes } from '../../payments/processors/set-routes.ts';
import { processorsOf, readProcesses } from './read-state.ts';

export interface ProcessorRoutesDeps {
  sql: Sql;
  people: PeopleAuthenticator;
  processors: PaymentProcessors;
  /** The processors in use, and whether our page takes cards for them. */
  use: { used: readonly ProcessorName[]; direct: boolean };
  now(): Date;
}

const nullableText = Type.Union([Type.String(), Type.Null()]);

/** A rule as docs/operate/cards.md describes it; faults are reported rule by rule. */
export const routeRules = Type.Array(
  Type.Object({
    countries: Type.Optional(Type.Array(Type.String())),
    currencies: Type.Optional(Type.Array(Type.String())),
    brands: Type.Optional(Type.Array(Type.String())),
    min: Type.Optional(Type.String()),
    max: Type.Optional(Type.String()),
    use: Type.Array(Type.Object({ processor: Type.String(), share: Type.Optional(Type.Number()) })),
  }),
);
/** Accepted as given: the command line's reader reports all faults. */
export const routeRulesGiven = Type.Object({
  rules: Type.Array(Type.Object({}, { additionalProperties: true }), { maxItems: 1_000 }),
});

export function readGivenRules(rules: readonly object[]): RouteRule[] {
  const read = readRouteRules(JSON.stringify(rules));
  if ('rules' in read) return read.rules;
  throw validationFailed(read.faults.map((message) => ({ field: 'rules', message })));
}

const processorsAnswer = envelope(
  Type.Object({
    processors: Type.Array(
      Type.Object({
        processor: Type.String(),
        order: Type.Union([Type.Number(), Type.Null()], {
          description: 'When it is asked where no rule says otherwise; null: never',
        }),
        kind: nullableText,
        is_failing: Type.Boolean({ description: 'Payments are passed over to others for a while' }),
        last_outcome: nullableText,
        last_at: nullableText,
        unresolved: Type.Number({ description: 'Attempts whose outcome is not known' }),
        notifications_waiting: Type.Number(),
        has_lines: Type.Boolean({ description: 'It tells what moves on its accounts: it can be reconciled' }),
        read_until: nullableText,
        failure: Type.Union([Type.String(), Type.Null()], {
          description: 'Why its movements could not be read',
        }),
        merchants: Type.Number({ description: 'Merchants with an account of their own there' }),
      }),
    ),
    rules: routeRules,
  }),
);

/** Card processors: their health, and the routing of payments. */
export function processorRoutes(app: App, deps: ProcessorRoutesDeps): void {
  const { sql } = deps;
  const here = atInstallation(deps.people);

  app.get(
    '/dashboard/api/processors',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'listProcessors',
        summary: 'List the card processors with their health, and the rules of who takes which payment',
        ...operatorSchema,
        'x-permission': 'installation.read',
        response: { 200: processorsAnswer, ...errors(401, 403, 404) },
      },
    },
    async () => {
      const [listed, processes, rules] = await Promise.all([
        listProcessors(deps, deps.use),
        readProcesses(sql),
        readRules(sql),
      ]);
      const reported = processorsOf(processes);
      return success('Processors', {
        processors: listed.map((each) => {
          const seen = reported.get(each.processor);
          return {
            processor: each.processor,
            order: each.order,
            kind: each.kind,
            is_failing: seen?.isFailing ?? false,
            last_outcome: seen?.lastOutcome ?? null,
            last_at: seen?.lastAt ?? null,
            unresolved: Number(each.attemptsUnresolved),
            notifications_waiting: Number(each.notificationsWaiting),
            has_lines: each.hasKeys && each.hasLines,
            read_until: each.readUntil?.toISOString() ?? null,
            failure: each.failure,
            merchants: each.accountsOfMerchants,
          };
        }),
        rules: shownRules(rules.get(null) ?? []),
      });
    },
  );

  app.put(
    '/dashboard/api/card-routes',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'setCardRoutes',
        'x-proof': 'demanded',
        summary: 'Set which processors take which payments of all merchants that have no rules of their own',
        ...operatorSchema,
        'x-permission': 'installation.operate',
        body: routeRulesGiven,
        response: {
          200: envelope(Type.Object({ rules: routeRules })),
          ...errors(400, 401, 403, 404, 413, 415, 422),
        },
      },
    },
    async (request) => {
      const rules = readGivenRules(request.body.rules);
      await setRoutes(deps, null, rules, here.callerOf(request));
      return success('The rules count within seconds', { rules: shownRules(rules) });
    },
  );
}

export function shownRules(rules: readonly RouteRule[]) {
  return rules.map(({ countries, currencies, brands, use, ...rest }) => ({
    ...rest,
    ...(countries && { countries: [...countries] }),
    ...(currencies && { currencies: [...currencies] }),
    ...(brands && { brands: [...brands] }),
    use: use.map((each) => ({ ...each })),
  }));
}
