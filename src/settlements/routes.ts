import { Type } from 'typebox';
import type { Reads } from '../db/reads.ts';
import { envelope, errors, success } from '../http/envelope.ts';
import { identify } from '../http/identify.ts';
import { readId } from '../http/list-values.ts';
import { cursorSchema, cutPage, pageLimit, readCursor } from '../http/paging.ts';
import { type App, notFound } from '../http/server.ts';
import { text } from '../http/text.ts';
import { namesOf } from '../merchants/store.ts';
import { moneyToDecimal } from '../money/money.ts';
import type { PeopleAuthenticator, PersonAtPlace } from '../people/authenticate.ts';
import { actorOf } from '../people/person.ts';
import { sessionSecurity } from '../people/session-security.ts';
import { endSettlement } from './end-settlement.ts';
import { requestSettlement, type SettlementDeps } from './request-settlement.ts';
import { type Settlement, settlementStatuses, settlementWays } from './settlement.ts';
import { listOwed, listSettlements } from './store.ts';

export interface SettlementRoutesDeps extends SettlementDeps {
  reads: Reads;
  people: PeopleAuthenticator;
}

const nullableText = Type.Union([Type.String(), Type.Null()]);
const settlementFields = Type.Object({
  id: Type.String(),
  merchant_id: Type.String(),
  merchant_name: Type.String(),
  currency: Type.String(),
  amount: Type.String({ description: 'A decimal, exact' }),
  status: Type.Enum([...settlementStatuses]),
  destination: Type.String(),
  requested_by: Type.String(),
  requested_at: Type.String(),
  way: Type.Union([Type.Enum([...settlementWays]), Type.Null()]),
  reference: nullableText,
  reason: nullableText,
  decided_by: nullableText,
  decided_at: nullableText,
});
const oneAnswer = envelope(settlementFields);
const listAnswer = envelope(
  Type.Object({
    owed: Type.Array(
      Type.Object({
        merchant_id: Type.String(),
        merchant_name: Type.String(),
        currency: Type.String(),
        available: Type.String({ description: 'A decimal, exact; what can be asked for' }),
        settling: Type.String({ description: 'Asked for, and not paid yet' }),
      }),
      { description: 'What the installation owes in ordinary currencies' },
    ),
    settlements: Type.Array(settlementFields),
    next_cursor: nullableText,
  }),
);
const placeHeader = (isNeeded: boolean) => {
  const header = Type.String({ maxLength: 200, description: 'Of which merchant' });
  return Type.Object({ 'x-merchant-id': isNeeded ? header : Type.Optional(header) });
};
const settlementParams = Type.Object({ settlement: Type.String() });
const posted = [400, 401, 403, 404, 409, 413, 415, 422];

/** What the installation owes its merchants, and how it is paid: from the request to the reference. */
export function settlementRoutes(app: App, deps: SettlementRoutesDeps): void {
  const { people } = deps;
  const atPlace = identify<PersonAtPlace>(people.atPlace);
  const atMerchant = identify(async (request) => {
    const { by, merchant } = await people.atPlace(request);
    if (!merchant) throw notFound();
    return { actor: actorOf(by), merchant };
  });
  const config = { face: 'api' as const };
  const shared = { tags: ['Dashboard'], security: sessionSecurity };

  app.get(
    '/dashboard/api/settlements',
    {
      config,
      onRequest: atPlace.onRequest,
      schema: {
        operationId: 'listSettlements',
        summary: 'List what the installation owes, and what was asked for and paid, newest first',
        ...shared,
        headers: placeHeader(false),
        'x-permission': 'settlements.read',
        querystring: Type.Object({ cursor: cursorSchema }),
        response: { 200: listAnswer, ...errors(401, 403, 404, 422) },
      },
    },
    async (request) => {
      const merchantId = atPlace.callerOf(request).merchant?.id ?? null;
      const beforeId = readCursor(request.query.cursor);
      const { owed, found, names } = await deps.reads.read(async (sql) => {
        const rows = await listSettlements(sql, merchantId, beforeId, pageLimit);
        const sums = await listOwed(sql, merchantId);
        const ids = [...rows, ...sums].map((row) => row.merchantId);
        return { found: rows, owed: sums, names: await namesOf(sql, [...new Set(ids)]) };
      });
      const { page, next_cursor } = cutPage(found, ({ id }) => id);
      return success('Settlements', {
        owed: owed.map((each) => ({
          merchant_id: each.merchantId,
          merchant_name: names.get(each.merchantId) ?? '',
          currency: each.currency,
          available: moneyToDecimal({ amountMinor: each.availableMinor, currency: each.currency }),
          settling: moneyToDecimal({ amountMinor: each.settlingMinor, currency: each.currency }),
        })),
        settlements: page.map((each) => shapeOf(each, names.get(each.merchantId) ?? '')),
        next_cursor,
      });
    },
  );

  app.post(
    '/dashboard/api/settlements',
    {
      config,
      onRequest: atMerchant.onRequest,
      schema: {
        operationId: 'requestSettlement',
        summary: 'Ask the operator to pay out what a merchant has in an ordinary currency',
        ...shared,
        'x-permission': 'settlements.request',
        headers: Type.Object({
          ...placeHeader(true).properties,
          'idempotency-key': Type.String({
            minLength: 1,
            maxLength: 200,
            pattern: '^[\\x21-\\x7e]+$',
            expected: '1 to 200 visible ASCII characters',
            description: 'Repeats with the same key are one request',
          }),
        }),
        body: Type.Object({
          currency: text(3, 'an ISO 4217 currency code, such as "USD"'),
          amount: text(40, 'a decimal, such as "10.50"'),
          destination: text(300),
        }),
        response: { 200: oneAnswer, ...errors(...posted) },
      },
    },
    async (request) => {
      const { actor, merchant } = atMerchant.callerOf(request);
      const order = { ...request.body, key: request.headers['idempotency-key'] };
      const settlement = await requestSettlement(deps, merchant, order, actor);
      return success('The operator has been told', shapeOf(settlement, merchant.name));
    },
  );

  app.post(
    '/dashboard/api/settlements/:settlement/payment',
    {
      config,
      onRequest: atMerchant.onRequest,
      schema: {
        operationId: 'paySettlement',
        summary: 'Record that a settlement was paid',
        ...shared,
        headers: placeHeader(true),
        'x-permission': 'settlements.decide',
        params: settlementParams,
        body: Type.Object({ way: Type.Enum([...settlementWays]), reference: text(200) }),
        response: { 200: oneAnswer, ...errors(...posted) },
      },
    },
    async (request) => {
      const { actor, merchant } = atMerchant.callerOf(request);
      const { way, reference } = request.body;
      const decision = { status: 'paid' as const, way, reference: reference.trim() };
      const settlement = await endSettlement(
        deps,
        merchant,
        idOf(request.params.settlement),
        decision,
        actor,
      );
      return success('The settlement is paid', shapeOf(settlement, merchant.name));
    },
  );

  app.post(
    '/dashboard/api/settlements/:settlement/refusal',
    {
      config,
      onRequest: atMerchant.onRequest,
      schema: {
        operationId: 'refuseSettlement',
        summary: 'Refuse a settlement: its money is available to the merchant again',
        ...shared,
        headers: placeHeader(true),
        'x-permission': 'settlements.decide',
        params: settlementParams,
        body: Type.Object({ reason: text(300) }),
        response: { 200: oneAnswer, ...errors(...posted) },
      },
    },
    async (request) => {
      const { actor, merchant } = atMerchant.callerOf(request);
      const decision = { status: 'refused' as const, reason: request.body.reason.trim() };
      const settlement = await endSettlement(
        deps,
        merchant,
        idOf(request.params.settlement),
        decision,
        actor,
      );
      return success('The settlement is refused', shapeOf(settlement, merchant.name));
    },
  );
}

function idOf(given: string): string {
  const id = readId(given);
  if (id === null) throw notFound();
  return id;
}

function shapeOf(settlement: Settlement, merchantName: string) {
  return {
    id: settlement.id,
    merchant_id: settlement.merchantId,
    merchant_name: merchantName,
    currency: settlement.currency,
    amount: moneyToDecimal(settlement),
    status: settlement.status,
    destination: settlement.destination,
    requested_by: settlement.requestedBy,
    requested_at: settlement.requestedAt.toISOString(),
    way: settlement.way,
    reference: settlement.reference,
    reason: settlement.reason,
    decided_by: settlement.decidedBy,
    decided_at: settlement.decidedAt?.toISOString() ?? null,
  };
}
