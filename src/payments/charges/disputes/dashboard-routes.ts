import { Type } from 'typebox';
import { atMerchant, atMerchantSchema } from '../../../accounts/dashboard-kit/at-merchant.ts';
import { readerLanguage } from '../../../accounts/dashboard-kit/reader-language.ts';
import type { PeopleAuthenticator } from '../../../accounts/people/authenticate.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { Reads } from '../../../base/db/reads.ts';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import { readId } from '../../../base/http/request/list-values.ts';
import { cursorSchema, cutPage, pageLimit, readCursor } from '../../../base/http/request/paging.ts';
import { type App, notFound } from '../../../base/http/server.ts';
import type { Language } from '../../../base/money/language.ts';
import { moneyToDecimal } from '../../../base/money/money.ts';
import { mailTexts } from '../../../base/texts/mail.ts';
import { attemptsOf } from '../attempts/attempt-store.ts';
import type { PaymentProcessors } from '../payment-processors.ts';
import { disputeReasons, isKnownReason } from './dispute-reasons.ts';
import { disputeChangesOf, findDispute, type KeptDispute, listDisputes } from './dispute-store.ts';
import { evidenceShape, showEvidence } from './evidence/evidence-shape.ts';
import { evidenceRoutes } from './evidence/routes.ts';

export interface DisputeRoutesDeps {
  sql: Sql;
  reads: Reads;
  people: PeopleAuthenticator;
  processors: Pick<PaymentProcessors, 'of'>;
  now(): Date;
}

const statuses = ['inquiry', 'open', 'won', 'lost'] as const;
const time = Type.String({ format: 'date-time' });
const nullableTime = Type.Union([time, Type.Null()]);
const shown = {
  id: Type.String(),
  payment: Type.String({ description: 'The reference of the charge' }),
  status: Type.Enum([...statuses], {
    description:
      'inquiry: the bank asks, and took nothing; open and lost: it took the amount; won: it came back',
  }),
  amount: Type.String({ description: 'An exact decimal' }),
  currency: Type.String(),
  reason: Type.Union([Type.Enum([...disputeReasons]), Type.Null()], {
    description: 'null: none that we have a name for',
  }),
  reason_text: Type.Union([Type.String(), Type.Null()], {
    description: "In the reader's language, or the processor's words; null: not told",
  }),
  answer_until: nullableTime,
  opened_at: time,
  closed_at: nullableTime,
};

/** Chargebacks and inquiries of banks, for the merchant's people. */
export function disputeRoutes(app: App, deps: DisputeRoutesDeps): void {
  const { sql, reads, people, processors } = deps;
  const here = atMerchant(people);
  const config = { face: 'api' as const };
  const shared = { ...atMerchantSchema, 'x-permission': 'payments.read' as const };

  app.get(
    '/dashboard/api/disputes',
    {
      config,
      onRequest: here.onRequest,
      schema: {
        operationId: 'listDisputes',
        summary: 'List chargebacks and inquiries of banks, newest first',
        ...shared,
        querystring: Type.Object({
          status: Type.Optional(Type.Enum([...statuses])),
          cursor: cursorSchema,
        }),
        response: {
          200: envelope(
            Type.Object({
              rows: Type.Array(Type.Object(shown)),
              next_cursor: Type.Union([Type.String(), Type.Null()]),
            }),
          ),
          ...errors(401, 403, 404, 422),
        },
      },
    },
    async (request) => {
      const { by, merchant } = here.callerOf(request);
      const { status = null } = request.query;
      const cursor = readCursor(request.query.cursor);
      const found = await reads.read((some) => listDisputes(some, merchant.id, status, cursor, pageLimit));
      const { page, next_cursor } = cutPage(found, ({ id }) => id);
      const language = readerLanguage(request, by.person);
      return success('Chargebacks', { rows: page.map((each) => show(each, language)), next_cursor });
    },
  );

  app.get(
    '/dashboard/api/disputes/:dispute',
    {
      config,
      onRequest: here.onRequest,
      schema: {
        operationId: 'readDispute',
        summary: 'Read a chargeback or an inquiry of a bank',
        ...shared,
        params: Type.Object({ dispute: Type.String() }),
        response: {
          200: envelope(
            Type.Object({
              ...shown,
              processor: Type.String({ description: 'Where it is answered' }),
              processor_reference: Type.String({ description: "The processor's own id of the dispute" }),
              processor_url: Type.Union([Type.String(), Type.Null()], {
                description: "The payment in the processor's panel, for those who have access to it",
              }),
              evidence: evidenceShape,
              changes: Type.Array(
                Type.Object({
                  at: time,
                  status: Type.Enum([...statuses]),
                  amount: Type.String(),
                  currency: Type.String(),
                }),
                { description: 'What it has been, oldest first' },
              ),
            }),
          ),
          ...errors(401, 403, 404),
        },
      },
    },
    async (request) => {
      const { by, merchant } = here.callerOf(request);
      const id = readId(request.params.dispute);
      const dispute = id && (await findDispute(sql, merchant.id, id));
      if (!dispute) throw notFound();
      const [changes, attempts] = await Promise.all([
        disputeChangesOf(sql, merchant.id, dispute.chargeId),
        attemptsOf(sql, merchant.id, dispute.chargeId),
      ]);
      const attempt = attempts.find((each) => each.id === dispute.attemptId);
      // The installation's accounts are visible to its operators only; a merchant's own also to the merchant.
      const isOperator = by.held.some(({ merchantId }) => merchantId === null);
      const maySee = attempt && (attempt.accountId !== null || isOperator);
      const reference = maySee ? attempt.processorReference : null;
      const panel = attempt && reference !== null ? await processors.of(attempt) : null;
      return success('The chargeback', {
        ...show(dispute, readerLanguage(request, by.person)),
        processor: dispute.processor,
        processor_reference: dispute.reference,
        processor_url: (reference !== null && panel?.pageOf?.(reference)) || null,
        evidence: await showEvidence(deps, dispute),
        changes: changes
          .filter(({ disputeId }) => disputeId === dispute.id)
          .map(({ at, status, amount }) => ({
            at: at.toISOString(),
            status,
            amount: moneyToDecimal(amount),
            currency: amount.currency,
          })),
      });
    },
  );

  evidenceRoutes(app, deps);
}

function show(dispute: KeptDispute, language: Language) {
  const { reason } = dispute;
  const known = reason !== null && isKnownReason(reason) ? reason : null;
  return {
    id: dispute.id,
    payment: dispute.chargeId,
    status: dispute.status,
    amount: moneyToDecimal(dispute.amount),
    currency: dispute.amount.currency,
    reason: known,
    reason_text: known === null ? reason : mailTexts[language].charges.dispute.reasons[known],
    answer_until: dispute.evidenceDueAt?.toISOString() ?? null,
    opened_at: dispute.openedAt.toISOString(),
    closed_at: dispute.closedAt?.toISOString() ?? null,
  };
}
