import type { FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { Directory } from '../../accounts/merchants/directory.ts';
import type { Merchant } from '../../accounts/merchants/merchant.ts';
import type { Authenticator } from '../../accounts/merchants/sessions/authenticate.ts';
import { isId, newId, newIdOf } from '../../base/db/ids.ts';
import type { Tx } from '../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../base/ground/errors.ts';
import type { Secrets } from '../../base/ground/secrets.ts';
import { errorCodeSchema, faultsSchema } from '../../base/http/envelope.ts';
import { type Identification, identify } from '../../base/http/identify.ts';
import type { RateLimiter } from '../../base/http/limits.ts';
import { clientAddress } from '../../base/http/request/client-address.ts';
import { idempotencyHeader } from '../../base/http/request/idempotency-header.ts';
import { moneyWordFaults } from '../../base/http/request/unknown-fields.ts';
import { faultsOf } from '../../base/http/request/validation.ts';
import { type App, notFound } from '../../base/http/server.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import { shapeStrays } from '../../crypto/deposits/strays/stray-shape.ts';
import { straysOfOrder } from '../../crypto/deposits/strays/stray-store.ts';
import { earlierPayment } from '../../crypto/orders/earlier-payment.ts';
import { openOrder, wasOpened } from '../../crypto/orders/open-order.ts';
import {
  assetOf,
  createOrderSchema,
  keyedOrder,
  processOrderSchema,
  readCreateOrder,
} from '../../crypto/orders/order-request.ts';
import { type OrderTicket, openTicket, sealTicket } from '../../crypto/orders/order-token.ts';
import { requireMethod } from '../../crypto/orders/require-method.ts';
import { findOrderById } from '../../crypto/orders/store.ts';
import { transfersOfOrder } from '../../crypto/orders/transfers/transfer-store.ts';
import { showRefunds } from '../../crypto/payouts/refund/refund-shape.ts';
import { type OpenPayoutDeps, openPayout } from '../../crypto/payouts/request/open-payout.ts';
import { showPayout } from '../../crypto/payouts/show-payout.ts';
import { findPayoutById, findPayoutRequest, type Payout } from '../../crypto/payouts/store.ts';
import { cardNumberFaults, metadataFaults } from '../../payments/charges/cards/card-number-text.ts';
import { orderSchema, shapeOrder, shapeTicket } from './order-shape.ts';

export interface CryptoRoutesDeps extends OpenPayoutDeps {
  authenticator: Authenticator;
  directory: Directory;
  limiter: RateLimiter;
  /** Requests without credentials from one address in ten seconds; null: no limit. */
  perAddress: number | null;
  notation: Notation;
  checkoutUrl(): string;
  /** Why a customer may not be sent to this address, or null. */
  returnUrlFault(url: string): string | null;
}

const cryptoError = Type.Object(
  {
    status: Type.Literal(false),
    message: Type.String({ description: 'For a person: what went wrong and what to mend' }),
    error: errorCodeSchema,
    fields: Type.Optional(faultsSchema),
    request_id: Type.String(),
  },
  { 'x-name': 'CryptoError' },
);

export function cryptoAnswers(success: TSchema, ...statuses: number[]): Record<number, TSchema> {
  const failures = [...statuses, 429, 500, 503].map((status) => [status, cryptoError] as const);
  return { 200: success, ...Object.fromEntries(failures) };
}

const isPayoutHash = async (tx: Tx, id: string): Promise<boolean> =>
  (await findPayoutRequest(tx, id)) !== null;

const optionalSecurity = [{}, { legacyToken: [] }, { apiKey: [], merchantId: [] }];

/** E4, E5 and reading an order. */
export function cryptoRoutes(app: App, deps: CryptoRoutesDeps): void {
  /** The merchant of the credentials, if any were sent; requests without credentials are limited by address. */
  function identifyIfShown(
    find: (request: FastifyRequest) => Promise<Merchant | null>,
  ): Identification<Merchant | null> {
    return identify(async (request) => {
      const shown = ['authorization', 'x-api-key', 'x-merchant-id'].some((name) => name in request.headers);
      if (shown) return await find(request);
      if (deps.perAddress !== null) {
        await deps.limiter.take(`crypto:${clientAddress(request)}`, deps.perAddress, deps.now());
      }
      return null;
    });
  }
  const forOrders = identifyIfShown(deps.authenticator.ifShown);
  const forReading = identifyIfShown(deps.authenticator.byAny);

  app.post(
    '/payment/create',
    {
      config: { face: 'crypto' },
      onRequest: forOrders.onRequest,
      attachValidation: true,
      schema: {
        operationId: 'createCryptoOrder',
        summary: 'Create a crypto order',
        tags: ['Crypto'],
        security: optionalSecurity,
        'x-scope': ['orders', 'payouts'],
        body: createOrderSchema,
        response: cryptoAnswers(
          Type.Object({ status: Type.Literal(true), hash: Type.String(), message: Type.String() }),
          400,
          401,
          403,
          413,
          415,
          422,
        ),
      },
    },
    async (request) => {
      const merchant = forOrders.callerOf(request);
      requireObject(request.body);
      const faults = faultsOf(request.validationError?.validation ?? []);
      const read = readCreateOrder(request.body, faults, deps.returnUrlFault);
      if ('faults' in read) throw validationFailed(read.faults);
      const { country, origin, email, merchantIdCustom, return_url } = request.body;
      const ticket: OrderTicket = {
        id: merchant ? newIdOf(merchant.id) : newId(),
        country,
        origin,
        amountMinor: read.amountMinor,
        email,
        merchantIdCustom: merchantIdCustom ?? null,
        returnUrl: return_url ?? null,
        merchantId: merchant?.id ?? null,
        createdAt: deps.now(),
      };
      return { status: true as const, hash: sealTicket(deps.secrets, ticket), message: 'Order created' };
    },
  );

  app.post(
    '/processor',
    {
      config: { face: 'crypto', keepsBytes: true },
      onRequest: forOrders.onRequest,
      attachValidation: true,
      schema: {
        operationId: 'processCryptoOrder',
        summary: 'Process a crypto order and get its checkout page',
        description:
          'Repeating the same request answers the same page with the header `Idempotent-Replayed: true`. With a new hash it is a new order or payout, unless both carry the same `Idempotency-Key`: then it is refused.',
        tags: ['Crypto'],
        security: optionalSecurity,
        'x-scope': ['orders', 'payouts'],
        headers: idempotencyHeader,
        body: processOrderSchema,
        response: cryptoAnswers(
          Type.Object({
            status: Type.Literal(true),
            url: Type.String(),
            message: Type.String(),
            orderId: Type.String({ description: 'The id of GET /payment/{order} and of webhooks' }),
          }),
          400,
          401,
          403,
          409,
          413,
          415,
          422,
        ),
      },
    },
    async (request, reply) => {
      const caller = forOrders.callerOf(request);
      requireObject(request.body);
      const isPayout = request.body.typeTransaction === 'cashout';
      if (caller) deps.authenticator.requireScope(request, isPayout ? 'payouts' : 'orders');
      if (isPayout && !caller) {
        throw new PasarelaError('credentials_missing', 'Payouts are made with credentials only.');
      }
      const payer = isPayout && caller ? await deps.authenticator.signedAsker(request, caller) : null;
      const faults = [
        ...faultsOf(request.validationError?.validation ?? []),
        ...moneyWordFaults(request.body, processOrderSchema.properties),
      ];
      const sound = (field: string): boolean => !faults.some((fault) => fault.field.split('.')[0] === field);
      const ticket = sound('hash') ? openTicket(deps.secrets, request.body.hash) : null;
      if (!ticket && sound('hash')) faults.push({ field: 'hash', message: 'is not a hash that we answered' });
      const { return_url } = request.body;
      const urlFault = return_url !== undefined && sound('return_url') && deps.returnUrlFault(return_url);
      if (urlFault) faults.push({ field: 'return_url', message: urlFault });
      const listing = sound('merchantId')
        ? await deps.directory.get(request.body.merchantId.toLowerCase())
        : null;
      if (!listing && sound('merchantId'))
        faults.push({ field: 'merchantId', message: 'is not a merchant of ours' });
      const { description, metadata } = request.body;
      faults.push(...cardNumberFaults({ description }, sound));
      if (metadata !== undefined && sound('metadata')) faults.push(...metadataFaults(metadata));
      if (listing && caller && caller.id !== listing.merchant.id) {
        faults.push({ field: 'merchantId', message: 'is not the merchant whose credentials were sent' });
      }
      if (listing && ticket?.merchantId && ticket.merchantId !== listing.merchant.id) {
        faults.push({ field: 'hash', message: 'was made for another merchant' });
      }
      if (faults.length > 0 || !ticket || !listing) throw validationFailed(faults);
      const { merchant } = listing;
      if (!merchant.enabled) {
        throw new PasarelaError('merchant_disabled', 'This merchant account is disabled.');
      }
      if (merchant.settings.cryptoCredentialsRequired && !caller) {
        throw new PasarelaError(
          'credentials_missing',
          'This merchant account takes orders with credentials only.',
        );
      }
      const scope = caller ? 'order' : 'order_unproven';
      const key = request.headers['idempotency-key'];
      const keyed = keyedOrder(key, scope, ticket, request.body, merchant.id);
      if (payer) {
        const { token, replayed } = await openPayout(deps, ticket, request.body, merchant.id, payer, keyed);
        if (replayed) reply.header('idempotent-replayed', 'true');
        return {
          status: true as const,
          url: `${deps.checkoutUrl()}/payout/${token}`,
          message: 'Redirect the recipient to url',
          orderId: ticket.id,
        };
      }
      // A repeated request is answered regardless of later changes to methods and rates.
      if (!(await wasOpened(deps.sql, ticket, request.body, merchant.id))) {
        const asset = assetOf(request.body);
        requireMethod(merchant.settings, asset, ticket, deps.isServed(asset));
        if (!(await deps.freshRate(asset))) {
          const message = 'There is no fresh exchange rate right now. Try again shortly.';
          throw new PasarelaError('rate_unavailable', message, { retryAfterSeconds: 10 });
        }
      }
      const now = deps.now();
      const { id, replayed } = await openOrder(
        deps.sql,
        ticket,
        request.body,
        merchant,
        now,
        isPayoutHash,
        keyed,
      );
      if (replayed) reply.header('idempotent-replayed', 'true');
      return {
        status: true as const,
        url: `${deps.checkoutUrl()}/crypto/${id}`,
        message: 'Redirect the customer to url',
        orderId: id,
      };
    },
  );

  app.get(
    '/payment/:order',
    {
      config: { face: 'crypto' },
      onRequest: forReading.onRequest,
      schema: {
        operationId: 'readCryptoOrder',
        summary: 'Read a crypto order by its hash or id',
        tags: ['Crypto'],
        security: optionalSecurity,
        'x-scope': ['orders', 'payouts'],
        params: Type.Object({ order: Type.String() }),
        response: cryptoAnswers(
          Type.Object({
            status: Type.Literal(true),
            message: Type.String(),
            order: orderSchema,
          }),
          401,
          403,
          404,
        ),
      },
    },
    async (request) => {
      const caller = forReading.callerOf(request);
      const { ticket, id } = readOrderName(deps.secrets, request.params.order);
      // Only the creator of the order knows the hash; the bare id is not secret, and needs credentials.
      if (!ticket && !caller) {
        throw new PasarelaError('credentials_missing', 'Send credentials, or the hash of the order.');
      }
      const payout = await findPayoutById(deps.sql, id);
      if (payout) {
        deps.authenticator.requireScope(request, 'payouts');
        return { status: true as const, message: 'Order', order: await readPayout(payout, caller) };
      }
      const order = await findOrderById(deps.sql, id);
      const ownerId = order?.merchantId ?? ticket?.merchantId;
      if (caller && ownerId !== caller.id && (order || ownerId)) throw notFound();
      if (order) {
        const transfers = await transfersOfOrder(deps.sql, order.merchantId, order.id);
        const refunds = caller ? await showRefunds(deps, order) : [];
        const earlier = caller ? await earlierPayment(deps.sql, order) : null;
        const shaped = shapeOrder(order, transfers, refunds, deps.notation, earlier);
        const strays = shapeStrays(deps.notation, await straysOfOrder(deps.sql, order.merchantId, order.id));
        return {
          status: true as const,
          message: 'Order',
          order: { ...shaped, ...(strays.length > 0 && { strays }) },
        };
      }
      if (ticket) return { status: true as const, message: 'Order', order: shapeTicket(ticket, deps.now()) };
      throw notFound();
    },
  );

  /** A payout is visible only to its merchant, even with its hash: it names the recipient's wallet. */
  async function readPayout(payout: Payout, caller: Merchant | null) {
    if (!caller) throw new PasarelaError('credentials_missing', 'Payouts are read with credentials only.');
    if (payout.merchantId !== caller.id) throw notFound();
    return await showPayout(deps, payout);
  }
}

/** Reads an order's name: its hash or its id. */
export function readOrderName(secrets: Secrets, name: string): { ticket: OrderTicket | null; id: string } {
  const ticket = isId(name.toLowerCase()) ? null : openTicket(secrets, name);
  const id = ticket?.id ?? name.toLowerCase();
  if (!isId(id)) throw notFound();
  return { ticket, id };
}

function requireObject(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new PasarelaError('invalid_json', 'Send a JSON object.');
  }
}
