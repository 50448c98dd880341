import { Type } from 'typebox';
import type { Authenticator } from '../../accounts/merchants/sessions/authenticate.ts';
import { readSecurity } from '../../accounts/merchants/sessions/routes.ts';
import { methods } from '../../accounts/methods/methods.ts';
import { sessionSecurity } from '../../accounts/people/session-security.ts';
import { isId } from '../../base/db/ids.ts';
import type { Reads } from '../../base/db/reads.ts';
import { PasarelaError, validationFailed } from '../../base/ground/errors.ts';
import type { Secrets } from '../../base/ground/secrets.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import { identify } from '../../base/http/identify.ts';
import { idempotencyHeader } from '../../base/http/request/idempotency-header.ts';
import { faultsOf } from '../../base/http/request/validation.ts';
import type { App } from '../../base/http/server.ts';
import { isAsset } from '../../base/money/asset.ts';
import { moneyToNumber } from '../../base/money/money.ts';
import { attemptsOf } from './attempts/attempt-store.ts';
import { authorizationOf } from './authorizations/authorization-store.ts';
import { closingRoutes } from './authorizations/closing-routes.ts';
import { closingsOf } from './authorizations/closing-store.ts';
import { type CancelDeps, cancelCharge } from './cancel-charge.ts';
import { cardNumberFaults } from './cards/card-number-text.ts';
import type { Charge } from './charge.ts';
import {
  amountSchema,
  type ChargeRules,
  chargeRequestSchema,
  readAmount,
  readChargeRequest,
} from './charge-request.ts';
import { type ChargeWriter, createCharge, createKeyedCharge, wasCreated } from './create-charge.ts';
import { disputesOf } from './disputes/dispute-store.ts';
import { warningsOf } from './disputes/warning-store.ts';
import { listQuerySchema, readListQuery } from './list-query.ts';
import { listCharges } from './list-store.ts';
import { requireRoute } from './offers/require-route.ts';
import { bankRefundRoutes } from './refunds/bank/bank-refund-routes.ts';
import { bankRefundsOf } from './refunds/bank/bank-refund-store.ts';
import { refundCharge } from './refunds/refund-charge.ts';
import { readRefundReason, refundReasonSchema } from './refunds/refund-reason.ts';
import { refundsOf } from './refunds/refund-store.ts';
import { findCharge } from './store.ts';
import {
  type ChargeCrypto,
  chargeResult,
  checkoutUrlOf,
  detailCharge,
  refundShape,
  shapeRefund,
  summarizeCharge,
  transactionDetail,
  transactionSummary,
} from './transaction-shape.ts';
import { unexpectedRoutes } from './unexpected/unexpected-routes.ts';
import { unexpectedOf } from './unexpected/unexpected-store.ts';

export interface ChargeRoutesDeps extends CancelDeps {
  authenticator: Authenticator;
  secrets: Secrets;
  /** For lists, which may be some moments old. */
  reads: Reads;
  writer: ChargeWriter;
  rules: Omit<ChargeRules, 'settings'>;
  /** How a charge is paid in an asset. */
  cryptoOf(chargeId: string): Promise<ChargeCrypto | null>;
  /** Known once the server listens. */
  checkoutUrl(): string;
}

const referenceParams = Type.Object({ reference: Type.String() });
const refundBody = Type.Object({
  amount: Type.Optional(
    amountSchema('a number greater than 0, or the same as text', 'Absent: all that is left'),
  ),
  reason: refundReasonSchema,
});

export function chargeRoutes(app: App, deps: ChargeRoutesDeps): void {
  const { authenticator } = deps;
  const bySession = identify(authenticator.bySession);
  const byAny = identify(authenticator.byAny);

  app.post(
    '/api/transactions/charges',
    {
      config: { face: 'api' },
      onRequest: bySession.onRequest,
      attachValidation: true,
      schema: {
        operationId: 'createCharge',
        summary: 'Create a charge',
        description:
          'Uses the token and session of createAccessToken. A session makes one charge: repeating the request answers the same charge with the header `Idempotent-Replayed: true`. Under another session a repeat makes another charge, unless both carry the same `Idempotency-Key`.',
        tags: ['Transactions'],
        security: [{ accessToken: [], sessionId: [] }],
        'x-scope': 'charges:write',
        headers: idempotencyHeader,
        body: chargeRequestSchema,
        response: { 200: envelope(chargeResult), ...errors(400, 401, 403, 409, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const { merchant, session } = bySession.callerOf(request);
      if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body)) {
        throw new PasarelaError('invalid_json', 'Send the charge as a JSON object.');
      }
      const read = readChargeRequest(request.body, faultsOf(request.validationError?.validation ?? []), {
        ...deps.rules,
        settings: merchant.settings,
      });
      if (read.kind === 'faults') throw validationFailed(read.faults);
      if (read.kind === 'method_not_available') throw new PasarelaError('method_not_available', read.message);

      const key = request.headers['idempotency-key'];
      const isRepeat = key !== undefined && (await wasCreated(deps.sql, session, read.request, key));
      // A repeat is answered even if no processor takes such a charge any more.
      if (!isRepeat)
        await requireRoute(
          { ...deps, isServed: deps.rules.isServed },
          merchant,
          session.sessionId,
          read.request,
        );
      const { charge, replayed } =
        key === undefined
          ? await createCharge(deps.writer, session, read.request, deps.now())
          : await createKeyedCharge(deps.sql, session, read.request, key, deps.now());
      if (replayed) reply.header('idempotent-replayed', 'true');
      return success('Charge created', {
        urlCheckout: checkoutUrlOf(charge, deps.checkoutUrl()),
        amount: moneyToNumber(charge.amount),
        currency: charge.amount.currency,
        reference: charge.id,
      });
    },
  );

  /** The merchant's own charge; another merchant's charge is not found, like one that never existed. */
  async function ownCharge(merchantId: string, reference: string): Promise<Charge> {
    const id = reference.toLowerCase();
    const charge = isId(id) ? await findCharge(deps.sql, merchantId, id) : null;
    if (!charge) throw new PasarelaError('not_found', 'There is no transaction with this reference.');
    return charge;
  }

  app.get(
    '/api/transactions',
    {
      config: { face: 'api' },
      onRequest: byAny.onRequest,
      attachValidation: true,
      schema: {
        operationId: 'listTransactions',
        summary: 'List transactions, newest first',
        tags: ['Transactions'],
        security: [...readSecurity, ...sessionSecurity],
        'x-scope': 'charges:read',
        'x-permission': 'payments.read',
        querystring: listQuerySchema,
        response: {
          200: envelope(
            Type.Object({
              transactions: Type.Array(transactionSummary),
              next_cursor: Type.Union([Type.String(), Type.Null()]),
            }),
          ),
          ...errors(401, 403, 422),
        },
      },
    },
    async (request) => {
      const merchant = byAny.callerOf(request);
      const read = readListQuery(request.query, faultsOf(request.validationError?.validation ?? []));
      if ('faults' in read) throw validationFailed(read.faults);
      // One more than asked for shows whether there is a next page.
      const charges = await deps.reads.read((sql) =>
        listCharges(sql, merchant.id, read.filter, read.limit + 1),
      );
      const page = charges.slice(0, read.limit);
      return success('Transactions', {
        transactions: page.map(summarizeCharge),
        next_cursor: charges.length > read.limit ? (page.at(-1)?.id ?? null) : null,
      });
    },
  );

  async function detail(charge: Charge) {
    const [attempts, authorization, closings, refunds, disputes, warnings, unexpected, crypto, banks] =
      await Promise.all([
        attemptsOf(deps.sql, charge.merchantId, charge.id),
        authorizationOf(deps.sql, charge.merchantId, charge.id),
        closingsOf(deps.sql, charge.merchantId, charge.id),
        refundsOf(deps.sql, charge.merchantId, charge.id),
        disputesOf(deps.sql, charge.merchantId, charge.id),
        warningsOf(deps.sql, charge.merchantId, charge.id),
        unexpectedOf(deps.sql, charge.merchantId, charge.id),
        isAsset(charge.method) ? deps.cryptoOf(charge.id) : null,
        methods[charge.method].way === 'card' ? [] : bankRefundsOf(deps.sql, charge.merchantId, charge.id),
      ]);
    return detailCharge(
      charge,
      attempts,
      refunds,
      disputes,
      warnings,
      crypto,
      authorization,
      closings,
      unexpected,
      banks,
    );
  }

  app.get(
    '/api/transactions/:reference',
    {
      config: { face: 'api' },
      onRequest: byAny.onRequest,
      schema: {
        operationId: 'readTransaction',
        summary: 'Read a transaction',
        tags: ['Transactions'],
        security: [...readSecurity, ...sessionSecurity],
        'x-scope': 'charges:read',
        'x-permission': 'payments.read',
        params: referenceParams,
        response: { 200: envelope(transactionDetail), ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const merchant = byAny.callerOf(request);
      return success('Transaction', await detail(await ownCharge(merchant.id, request.params.reference)));
    },
  );

  app.post(
    '/api/transactions/:reference/cancel',
    {
      config: { face: 'api' },
      onRequest: byAny.onRequest,
      schema: {
        operationId: 'cancelTransaction',
        summary: 'Cancel a transaction that is still open',
        tags: ['Transactions'],
        security: [...readSecurity, ...sessionSecurity],
        'x-scope': 'charges:write',
        'x-permission': 'payments.cancel',
        params: referenceParams,
        response: { 200: envelope(transactionDetail), ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request) => {
      const merchant = byAny.callerOf(request);
      const { kind, charge } = await cancelCharge(
        deps,
        await ownCharge(merchant.id, request.params.reference),
        deps.authenticator.askerOf(request).actor,
      );
      if (kind === 'in_progress') {
        throw new PasarelaError(
          'charge_in_progress',
          'The customer is paying right now and the outcome is not known yet. Try again shortly.',
        );
      }
      if (kind === 'not_cancelable') {
        throw new PasarelaError(
          'charge_not_cancelable',
          charge.status === 'authorized'
            ? 'This transaction is authorized: POST …/void releases it.'
            : `This transaction is ${charge.status}; only an open one can be canceled.`,
        );
      }
      return success('Transaction canceled', await detail(charge));
    },
  );

  app.post(
    '/api/transactions/:reference/refunds',
    {
      config: { face: 'api' },
      onRequest: byAny.onRequest,
      attachValidation: true,
      schema: {
        operationId: 'refundTransaction',
        summary: 'Refund a transaction, in full or in part',
        description:
          'While the processor has not answered the refund is `pending`; it is asked again until it does. If the processor cannot give back a payment by its method, the customer is asked by mail for a bank account (`bank`): transfer the money and say so by markRefundPaid.',
        tags: ['Transactions'],
        security: [...readSecurity, ...sessionSecurity],
        'x-scope': 'refunds',
        'x-permission': 'payments.refund',
        params: referenceParams,
        headers: idempotencyHeader,
        body: refundBody,
        response: { 200: envelope(refundShape), ...errors(400, 401, 403, 404, 409, 413, 415, 422) },
      },
      // A missing body refunds all that is left, like an empty object.
      preValidation: async (request) => {
        if (request.body === undefined) request.body = {};
      },
    },
    async (request, reply) => {
      const merchant = byAny.callerOf(request);
      const charge = await ownCharge(merchant.id, request.params.reference);
      const faults = faultsOf(request.validationError?.validation ?? []);
      const amount =
        faults.length > 0 || request.body.amount === undefined
          ? null
          : readAmount(request.body.amount, charge.amount.currency);
      if (typeof amount === 'string') faults.push({ field: 'amount', message: amount });
      // A body of "null" also gets here, with its fault.
      const { reason } = request.body ?? {};
      faults.push(...cardNumberFaults({ reason }, (field) => !faults.some((fault) => fault.field === field)));
      if (faults.length > 0) throw validationFailed(faults);
      const { refund, replayed } = await refundCharge(deps, charge, {
        amountMinor: amount && typeof amount !== 'string' ? amount.amountMinor : null,
        idempotencyKey: request.headers['idempotency-key'] ?? null,
        reason: readRefundReason(reason),
        actor: deps.authenticator.askerOf(request).actor,
      });
      if (replayed) reply.header('idempotent-replayed', 'true');
      const banks =
        refund.way === 'bank_details' ? await bankRefundsOf(deps.sql, charge.merchantId, charge.id) : [];
      return success(`Refund ${refund.status}`, shapeRefund(refund, charge, banks));
    },
  );

  closingRoutes(app, deps, ownCharge);
  unexpectedRoutes(app, deps, ownCharge);
  bankRefundRoutes(app, deps, ownCharge);
}
