import { Type } from 'typebox';
import { operatorSchema } from '../../../accounts/dashboard-kit/at-installation.ts';
import { readReason, reasonSchema } from '../../../accounts/dashboard-kit/reason.ts';
import { namesOf } from '../../../accounts/merchants/store.ts';
import type { PeopleAuthenticator } from '../../../accounts/people/authenticate.ts';
import { actorOf } from '../../../accounts/people/person.ts';
import { firstId } from '../../../base/db/ids.ts';
import type { Db, Sql } from '../../../base/db/pool.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import { identify } from '../../../base/http/identify.ts';
import { readId } from '../../../base/http/request/list-values.ts';
import { type App, notFound } from '../../../base/http/server.ts';
import { moneyToDecimal } from '../../../base/money/money.ts';
import { type CardCase, countOpenCases, listDecidedCases, listOpenCases } from './case-store.ts';
import { caseTargets, peopleNeeded } from './decide-case.ts';
import { recordCaseDecision } from './record-decision.ts';

export interface CaseRoutesDeps {
  sql: Sql;
  secrets: Secrets;
  people: PeopleAuthenticator;
  now(): Date;
}

/** Further cases are only counted; the command line lists up to 1,000. */
const maxOpen = 200;
const maxDecided = 50;

const nullableText = Type.Union([Type.String(), Type.Null()]);
const target = Type.Enum([...caseTargets], { expected: `one of ${caseTargets.join(', ')}` });
const word = Type.Union([
  Type.Object({
    to: target,
    merchant_name: nullableText,
    by: Type.String(),
    note: Type.String(),
    at: Type.String(),
  }),
  Type.Null(),
]);
const cardCase = Type.Object({
  id: Type.String(),
  processor: Type.String(),
  kind: Type.String({
    description: 'The kind of movement: payment, refund, dispute, fee, payout, balance, other',
  }),
  reason: Type.String({ description: 'Why the books cannot explain it, as a code' }),
  currency: Type.String(),
  amount: Type.String({ description: 'What the processor holds more than the books explain; a decimal' }),
  reference: Type.String({ description: "The processor's own id of it" }),
  charge_id: nullableText,
  merchant_id: Type.Union([Type.String(), Type.Null()], { description: 'null: nobody’s yet' }),
  merchant_name: nullableText,
  is_own_account: Type.Boolean({ description: 'It happened on an account of the merchant’s own' }),
  opened_at: Type.String(),
  targets: Type.Array(target, { description: 'Where it can be booked to' }),
  takes_two: Type.Array(target, { description: 'Targets that a second person has to confirm' }),
  proposed: word,
  decided: word,
});
const casesAnswer = envelope(
  Type.Object({
    open_count: Type.Number({ description: 'All that are open; at most 200 are listed' }),
    open: Type.Array(cardCase),
    decided: Type.Array(cardCase, { description: 'The last 50, newest first' }),
  }),
);

/** Movements at card processors that the books cannot explain, and the decisions on them. */
export function caseRoutes(app: App, deps: CaseRoutesDeps): void {
  const { sql, people } = deps;
  const here = identify(async (request) => {
    const { by, merchant } = await people.atPlace(request);
    if (merchant) throw notFound();
    return by;
  });

  app.get(
    '/dashboard/api/card-cases',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'listCardCases',
        summary:
          'List what moved at card processors and the books cannot explain, and what was decided lately',
        ...operatorSchema,
        'x-permission': 'installation.read',
        response: { 200: casesAnswer, ...errors(401, 403, 404) },
      },
    },
    async () => success('Cases', await listCases(sql)),
  );

  app.post(
    '/dashboard/api/card-cases/:case/decision',
    {
      config: { face: 'api' },
      onRequest: here.onRequest,
      schema: {
        operationId: 'decideCardCase',
        'x-proof': 'always',
        summary: 'Say where money belongs that moved at a card processor',
        description:
          'What is booked to a merchant, is large, or is in another currency than USD counts when a second person says the same.',
        ...operatorSchema,
        'x-permission': 'payouts.approve',
        params: Type.Object({ case: Type.String() }),
        body: Type.Object({
          to: target,
          merchant_id: Type.Optional(
            Type.String({ maxLength: 40, description: 'The merchant whose balance it is booked to' }),
          ),
          note: reasonSchema,
        }),
        response: { 200: casesAnswer, ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const by = here.callerOf(request);
      const caseId = readId(request.params.case);
      if (caseId === null) throw notFound();
      const { to, merchant_id: merchantId = null } = request.body;
      const note = readReason('note', request.body.note);
      const judge = { personId: by.person.id, email: actorOf(by) };
      const { isDecided } = await recordCaseDecision(deps, { caseId, to, merchantId, note }, judge);
      return success(
        isDecided ? 'Decided and booked' : 'A second person has to say the same',
        await listCases(sql),
      );
    },
  );
}

async function listCases(db: Db) {
  const [open, decided] = [await listOpenCases(db, maxOpen), await listDecidedCases(db, maxDecided)];
  const counts = await countOpenCases(db);
  const named = [...open, ...decided].flatMap((each) => [
    each.merchantId,
    ...(each.bookedFor ? [each.bookedFor] : []),
    ...(each.proposal ? [each.proposal.bookedFor] : []),
  ]);
  const names = await namesOf(db, [...new Set(named)]);
  const shape = (each: CardCase) => shapeOf(each, names);
  return {
    open_count: counts.reduce((sum, { count }) => sum + count, 0),
    open: open.map(shape),
    decided: decided.map(shape),
  };
}

function shapeOf(each: CardCase, names: ReadonlyMap<string, string>) {
  const { amount, proposal, accountId, merchantId, isPosted } = each;
  const isOwn = accountId !== null;
  const targets = caseTargets.filter(
    (to) => (to !== 'none' || !isPosted) && (!isOwn || to === 'merchant' || to === 'none'),
  );
  const nameOf = (to: string, id: string): string | null =>
    to === 'merchant' ? (names.get(id) ?? id) : null;
  return {
    id: each.id,
    processor: each.processor,
    kind: each.kind,
    reason: each.reason,
    currency: amount.currency,
    amount: moneyToDecimal(amount),
    reference: each.reference,
    charge_id: each.chargeId,
    merchant_id: merchantId === firstId ? null : merchantId,
    merchant_name: names.get(merchantId) ?? null,
    is_own_account: isOwn,
    opened_at: each.openedAt.toISOString(),
    targets,
    takes_two: targets.filter((to) => peopleNeeded(amount, to) === 2),
    proposed: proposal && {
      to: proposal.to,
      merchant_name: nameOf(proposal.to, proposal.bookedFor),
      by: proposal.person,
      note: proposal.note,
      at: proposal.at.toISOString(),
    },
    decided:
      each.bookedTo && each.decidedAt
        ? {
            to: each.bookedTo,
            merchant_name: nameOf(each.bookedTo, each.bookedFor ?? ''),
            by: each.decidedBy ?? '',
            note: each.note ?? '',
            at: each.decidedAt.toISOString(),
          }
        : null,
  };
}
