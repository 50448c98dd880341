import { Type } from 'typebox';
import { decimalsOf } from '../../accounts/ledger/ledger.ts';
import { namesOf } from '../../accounts/merchants/store.ts';
import type { PeopleAuthenticator, PersonAtPlace } from '../../accounts/people/authenticate.ts';
import { actorOf } from '../../accounts/people/person.ts';
import { sessionSecurity } from '../../accounts/people/session-security.ts';
import type { Reads } from '../../base/db/reads.ts';
import { validationFailed } from '../../base/ground/errors.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import { identify } from '../../base/http/identify.ts';
import { readId } from '../../base/http/request/list-values.ts';
import { cursorSchema, cutPage, pageLimit, readCursor } from '../../base/http/request/paging.ts';
import { text } from '../../base/http/request/text.ts';
import { type App, notFound } from '../../base/http/server.ts';
import { isAsset } from '../../base/money/asset.ts';
import { isCurrency } from '../../base/money/currency.ts';
import { parseDecimal } from '../../base/money/money.ts';
import { endSettlement, returnSettlement } from './end-settlement.ts';
import { plainDecimal, requestSettlement, type SettlementDeps } from './request-settlement.ts';
import { type SettlementWay, settlementWays } from './settlement.ts';
import { decimal, settlementFields, shapeOf } from './settlement-answer.ts';
import { listOwed, listSettlements, type OwedCursor } from './store.ts';

export interface SettlementRoutesDeps extends SettlementDeps {
  reads: Reads;
  people: PeopleAuthenticator;
}

const nullableText = Type.Union([Type.String(), Type.Null()]);
const oneAnswer = envelope(settlementFields);
const listAnswer = envelope(
  Type.Object({ settlements: Type.Array(settlementFields), next_cursor: nullableText }),
);
const owedAnswer = envelope(
  Type.Object({
    owed: Type.Array(
      Type.Object({
        merchant_id: Type.String(),
        merchant_name: Type.String(),
        currency: Type.String(),
        available: Type.String({ description: 'A decimal, exact; below 0: the merchant is in the red' }),
        settling: Type.String({ description: 'Requested and not paid yet' }),
        owed: Type.String({ description: 'Both together: what is owed, net' }),
      }),
    ),
    next_cursor: nullableText,
  }),
);
const placeHeader = (isNeeded: boolean) => {
  const header = Type.String({ maxLength: 200, description: 'The merchant' });
  return Type.Object({ 'x-merchant-id': isNeeded ? header : Type.Optional(header) });
};
const settlementParams = Type.Object({ settlement: Type.String() });
const posted = [400, 401, 403, 404, 409, 413, 415, 422];

/** The installation's debts to its merchants and their payment: from the request to the reference. */
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
        summary: 'List what merchants asked to be paid, and what became of it, newest first',
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
      const { found, names } = await deps.reads.read(async (sql) => {
        const rows = await listSettlements(sql, merchantId, beforeId, pageLimit);
        return { found: rows, names: await namesOf(sql, [...new Set(rows.map((row) => row.merchantId))]) };
      });
      const { page, next_cursor } = cutPage(found, ({ id }) => id);
      return success('Settlements', {
        settlements: page.map((each) => shapeOf(each, names.get(each.merchantId) ?? '')),
        next_cursor,
      });
    },
  );

  app.get(
    '/dashboard/api/owed',
    {
      config,
      onRequest: atPlace.onRequest,
      schema: {
        operationId: 'listOwed',
        summary:
          'List what the installation owes its merchants, net, by currency; or the merchants in the red',
        ...shared,
        headers: placeHeader(false),
        'x-permission': 'settlements.read',
        querystring: Type.Object({
          in_the_red: Type.Optional(
            Type.Enum(['true', 'false'], { expected: 'true or false', description: 'Only who owes us' }),
          ),
          cursor: Type.Optional(
            Type.String({ maxLength: 80, description: 'next_cursor of the page before' }),
          ),
        }),
        response: { 200: owedAnswer, ...errors(401, 403, 404, 422) },
      },
    },
    async (request) => {
      const query = {
        merchantId: atPlace.callerOf(request).merchant?.id ?? null,
        isRed: request.query.in_the_red === 'true',
        after: readOwedCursor(request.query.cursor),
        limit: pageLimit,
      };
      const { found, names } = await deps.reads.read(async (sql) => {
        const rows = await listOwed(sql, query);
        return { found: rows, names: await namesOf(sql, [...new Set(rows.map((row) => row.merchantId))]) };
      });
      const { page, next_cursor } = cutPage(found, owedCursorOf);
      return success('Owed', {
        owed: page.map(({ merchantId, currency, availableMinor, settlingMinor, owedMinor }) => ({
          merchant_id: merchantId,
          merchant_name: names.get(merchantId) ?? '',
          currency,
          available: decimal(availableMinor, currency),
          settling: decimal(settlingMinor, currency),
          owed: decimal(owedMinor, currency),
        })),
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
        'x-proof': 'demanded',
        summary: 'Request a settlement of a merchant’s balance in a currency',
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
      return success('The request is on the operator’s list', shapeOf(settlement, merchant.name));
    },
  );

  app.post(
    '/dashboard/api/settlements/:settlement/payment',
    {
      config,
      onRequest: atMerchant.onRequest,
      schema: {
        operationId: 'paySettlement',
        'x-proof': 'demanded',
        summary: 'Record that a settlement was paid',
        ...shared,
        headers: placeHeader(true),
        'x-permission': 'settlements.decide',
        params: settlementParams,
        body: Type.Object({
          way: Type.Enum([...settlementWays]),
          reference: text(200),
          paid_currency: Type.Optional(text(10, 'a currency; with the way usdt, USDT or USDC')),
          paid_amount: Type.Optional(text(40, 'a decimal, such as "10.50"')),
          note: Type.Optional(text(300)),
        }),
        response: { 200: oneAnswer, ...errors(...posted) },
      },
    },
    async (request) => {
      const { actor, merchant } = atMerchant.callerOf(request);
      const { way, reference, note = '' } = request.body;
      const decision = {
        status: 'paid' as const,
        way,
        reference: reference.trim(),
        ...readPaid(request.body),
        note: note.trim() || null,
      };
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

  app.post(
    '/dashboard/api/settlements/:settlement/withdrawal',
    {
      config,
      onRequest: atMerchant.onRequest,
      schema: {
        operationId: 'withdrawSettlement',
        summary: 'Withdraw a request that is not paid yet: its money is available again',
        ...shared,
        headers: placeHeader(true),
        'x-permission': 'settlements.request',
        params: settlementParams,
        body: Type.Object({}),
        response: { 200: oneAnswer, ...errors(...posted) },
      },
    },
    async (request) => {
      const { actor, merchant } = atMerchant.callerOf(request);
      const id = idOf(request.params.settlement);
      const settlement = await endSettlement(deps, merchant, id, { status: 'withdrawn' }, actor);
      return success('The settlement is withdrawn', shapeOf(settlement, merchant.name));
    },
  );

  app.post(
    '/dashboard/api/settlements/:settlement/return',
    {
      config,
      onRequest: atMerchant.onRequest,
      schema: {
        operationId: 'returnSettlement',
        'x-proof': 'demanded',
        summary:
          'Record that the bank sent a paid settlement back: its money is available to the merchant again',
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
      const id = idOf(request.params.settlement);
      const settlement = await returnSettlement(deps, merchant, id, request.body.reason.trim(), actor);
      return success('The settlement is returned', shapeOf(settlement, merchant.name));
    },
  );
}

/**
 * The amount paid in another currency than the settlement's: an asset by the way usdt, an ordinary currency by bank.
 */
function readPaid({
  way,
  paid_currency,
  paid_amount,
}: {
  way: SettlementWay;
  paid_currency?: string | undefined;
  paid_amount?: string | undefined;
}): { paidCurrency: string | null; paidUnits: bigint | null } {
  const currency = paid_currency ?? (way === 'usdt' ? 'USDT' : null);
  if (currency === null && paid_amount === undefined) return { paidCurrency: null, paidUnits: null };
  const isKnown =
    currency !== null && (way === 'usdt' ? isAsset(currency) : isCurrency(currency) && !isAsset(currency));
  if (!isKnown) {
    const message = way === 'usdt' ? 'must be USDT or USDC' : 'must be an ordinary currency';
    throw validationFailed([{ field: 'paid_currency', message }]);
  }
  const decimals = decimalsOf(currency);
  const units = plainDecimal.test(paid_amount ?? '') ? parseDecimal(paid_amount ?? '', decimals) : null;
  if (typeof units !== 'bigint' || units <= 0n) {
    const message = `must be a decimal above 0 with at most ${decimals} decimals`;
    throw validationFailed([{ field: 'paid_amount', message }]);
  }
  return { paidCurrency: currency, paidUnits: units };
}

function owedCursorOf({ currency, owedMinor, merchantId }: OwedCursor): string {
  return `${currency}.${owedMinor}.${merchantId}`;
}

function readOwedCursor(cursor: string | undefined): OwedCursor | null {
  if (cursor === undefined) return null;
  const [, currency = '', owed = '', id = ''] =
    /^([A-Z]{3,5})\.(-?\d{1,18})\.([0-9a-f-]{36})$/.exec(cursor) ?? [];
  const merchantId = readId(id);
  if (merchantId === null) {
    throw validationFailed([{ field: 'cursor', message: 'must be the next_cursor of an earlier page' }]);
  }
  return { currency, owedMinor: BigInt(owed), merchantId };
}

function idOf(given: string): string {
  const id = readId(given);
  if (id === null) throw notFound();
  return id;
}
