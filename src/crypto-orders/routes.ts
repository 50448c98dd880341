import type { FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { isId, newId } from '../db/ids.ts';
import type { Sql } from '../db/pool.ts';
import { PasarelaError, validationFailed } from '../errors.ts';
import type { Authenticator } from '../http/authenticate.ts';
import type { RateLimiter } from '../http/limits.ts';
import { type App, notFound } from '../http/server.ts';
import { faultsOf } from '../http/validation.ts';
import type { Directory } from '../merchants/directory.ts';
import { boundsOf, findMethodRule, type Merchant } from '../merchants/merchant.ts';
import { formatDecimal, moneyToDecimal } from '../money/money.ts';
import type { Secrets } from '../secrets.ts';
import { openOrder } from './open-order.ts';
import { createOrderSchema, processOrderSchema, readCreateOrder } from './order-request.ts';
import { type OrderTicket, openTicket, sealTicket } from './order-token.ts';
import { usdtDecimals } from './payment-notice.ts';
import { type CryptoOrder, findOrderById } from './store.ts';
import { transfersOfOrder } from './transfer-store.ts';

export interface CryptoRoutesDeps {
  sql: Sql;
  secrets: Secrets;
  authenticator: Authenticator;
  directory: Directory;
  limiter: RateLimiter;
  /** Requests without credentials from one address in ten seconds; null: no limit. */
  perAddress: number | null;
  /** Whether this installation has any network. */
  isServed(): boolean;
  /** Whether there is a rate fresh enough to open an order with. */
  hasRate(): Promise<boolean>;
  formatAddress(network: string, address: string): string;
  checkoutUrl(): string;
  now(): Date;
}

const cryptoError = Type.Object({
  status: Type.Literal(false),
  message: Type.String(),
  error: Type.String(),
  fields: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
  request_id: Type.String(),
});

function answers(success: TSchema, ...statuses: number[]): Record<number, TSchema> {
  const failures = [...statuses, 429, 500, 503].map((status) => [status, cryptoError] as const);
  return { 200: success, ...Object.fromEntries(failures) };
}

const optionalSecurity = [{}, { legacyToken: [] }, { apiKey: [], merchantId: [] }];

/** E4, E5 and the reading of an order. */
export function cryptoRoutes(app: App, deps: CryptoRoutesDeps): void {
  /** The merchant whose credentials came along, if any did; who shows none is limited by address. */
  async function callerOf(
    request: FastifyRequest,
    identify: (request: FastifyRequest) => Promise<Merchant | null> = deps.authenticator.ifShown,
  ): Promise<Merchant | null> {
    const shown = ['authorization', 'x-api-key', 'x-merchant-id'].some((name) => name in request.headers);
    if (shown) return await identify(request);
    if (deps.perAddress !== null) deps.limiter.take(`crypto:${request.ip}`, deps.perAddress, deps.now());
    return null;
  }

  app.post(
    '/payment/create',
    {
      config: { face: 'crypto' },
      attachValidation: true,
      schema: {
        operationId: 'createCryptoOrder',
        summary: 'Create a crypto order',
        tags: ['Crypto'],
        security: optionalSecurity,
        body: createOrderSchema,
        response: answers(
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
      const merchant = await callerOf(request);
      requireObject(request.body);
      const read = readCreateOrder(request.body, faultsOf(request.validationError?.validation ?? []));
      if ('faults' in read) throw validationFailed(read.faults);
      const { country, origin, email, merchantIdCustom } = request.body;
      const ticket: OrderTicket = {
        id: newId(),
        country,
        origin,
        amountMinor: read.amountMinor,
        email,
        merchantIdCustom: merchantIdCustom ?? null,
        merchantId: merchant?.id ?? null,
        createdAt: deps.now(),
      };
      return { status: true as const, hash: sealTicket(deps.secrets, ticket), message: 'Order created' };
    },
  );

  app.post(
    '/processor',
    {
      config: { face: 'crypto' },
      attachValidation: true,
      schema: {
        operationId: 'processCryptoOrder',
        summary: 'Process a crypto order and get its checkout page',
        description: 'Repeating the same request answers the same page.',
        tags: ['Crypto'],
        security: optionalSecurity,
        body: processOrderSchema,
        response: answers(
          Type.Object({ status: Type.Literal(true), url: Type.String(), message: Type.String() }),
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
    async (request) => {
      const caller = await callerOf(request);
      requireObject(request.body);
      const faults = faultsOf(request.validationError?.validation ?? []);
      const sound = (field: string): boolean => !faults.some((fault) => fault.field === field);
      const ticket = sound('hash') ? openTicket(deps.secrets, request.body.hash) : null;
      if (!ticket && sound('hash')) faults.push({ field: 'hash', message: 'is not a hash that we answered' });
      const listing = sound('merchantId')
        ? await deps.directory.get(request.body.merchantId.toLowerCase())
        : null;
      if (!listing && sound('merchantId'))
        faults.push({ field: 'merchantId', message: 'is not a merchant of ours' });
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
      requireMethod(merchant, ticket);
      if (!(await deps.hasRate())) {
        throw new PasarelaError(
          'rate_unavailable',
          'There is no fresh exchange rate right now. Try again shortly.',
          {
            retryAfterSeconds: 10,
          },
        );
      }
      const id = await openOrder(deps.sql, ticket, request.body, merchant.id, deps.now());
      return {
        status: true as const,
        url: `${deps.checkoutUrl()}/crypto/${id}`,
        message: 'Redirect the customer to url',
      };
    },
  );

  app.get(
    '/payment/:order',
    {
      config: { face: 'crypto' },
      schema: {
        operationId: 'readCryptoOrder',
        summary: 'Read a crypto order by its hash or id',
        tags: ['Crypto'],
        security: optionalSecurity,
        params: Type.Object({ order: Type.String() }),
        response: answers(
          Type.Object({
            status: Type.Literal(true),
            message: Type.String(),
            order: Type.Object({
              id: Type.String(),
              status: Type.Enum(['created', 'open', 'awaiting', 'pending', 'success', 'failed']),
              anomalies: Type.Array(Type.String()),
              amount: Type.String(),
              merchantIdCustom: Type.Union([Type.String(), Type.Null()]),
              network: Type.Union([Type.String(), Type.Null()]),
              walletAddress: Type.Union([Type.String(), Type.Null()]),
              cryptoAmount: Type.Union([Type.String(), Type.Null()], { description: 'To be paid, in USDT' }),
              received: Type.String({ description: 'Seen on the chain, in USDT' }),
              transactions: Type.Array(
                Type.Object({
                  transactionHash: Type.String(),
                  amount: Type.String(),
                  orphaned: Type.Boolean(),
                }),
              ),
            }),
          }),
          401,
          403,
          404,
        ),
      },
    },
    async (request) => {
      const caller = await callerOf(request, deps.authenticator.byAny);
      const { order: name } = request.params;
      const ticket = isId(name.toLowerCase()) ? null : openTicket(deps.secrets, name);
      const id = ticket?.id ?? name.toLowerCase();
      if (!isId(id)) throw notFound();
      // The hash is a secret of whoever made it; the bare id is not, and needs credentials.
      if (!ticket && !caller) {
        throw new PasarelaError('credentials_missing', 'Send credentials, or the hash of the order.');
      }
      const order = await findOrderById(deps.sql, id);
      const ownerId = order?.merchantId ?? ticket?.merchantId;
      if (caller && ownerId !== caller.id && (order || ownerId)) throw notFound();
      if (order) return { status: true as const, message: 'Order', order: await shapeOrder(order) };
      if (ticket) return { status: true as const, message: 'Order', order: shapeTicket(ticket) };
      throw notFound();
    },
  );

  /** USDT must be open to the merchant there, and the amount within its bounds. */
  function requireMethod(merchant: Merchant, ticket: OrderTicket): void {
    const rule = findMethodRule(merchant.settings, 'USDT', ticket.country, 'USD');
    if (!rule || !deps.isServed()) {
      const message = `USDT is not available to this merchant in ${ticket.country}.`;
      throw new PasarelaError('method_not_available', message);
    }
    const { min, max } = boundsOf(rule, 'USD');
    if (ticket.amountMinor < min.amountMinor || ticket.amountMinor > max.amountMinor) {
      const bounds = `between ${moneyToDecimal(min)} and ${moneyToDecimal(max)} USD`;
      throw validationFailed([{ field: 'hash', message: `names an amount that is not ${bounds}` }]);
    }
  }

  async function shapeOrder(order: CryptoOrder) {
    const transfers = await transfersOfOrder(deps.sql, order.merchantId, order.id);
    const { hold } = order;
    return {
      id: order.id,
      status: order.status,
      anomalies: order.anomalies,
      amount: formatDecimal(order.amountMinor, 2),
      merchantIdCustom: order.merchantIdCustom,
      network: hold?.network ?? null,
      walletAddress: hold ? deps.formatAddress(hold.network, hold.address) : null,
      cryptoAmount: hold ? formatDecimal(hold.amountUnits, usdtDecimals) : null,
      received: formatDecimal(order.seenUnits, usdtDecimals),
      transactions: transfers.map((transfer) => ({
        transactionHash: transfer.transactionHash,
        amount: formatDecimal(transfer.amountUnits, usdtDecimals),
        orphaned: transfer.orphaned,
      })),
    };
  }
}

/** An order that was created and not yet processed: all there is of it is its ticket. */
function shapeTicket(ticket: OrderTicket) {
  return {
    id: ticket.id,
    status: 'created' as const,
    anomalies: [],
    amount: formatDecimal(ticket.amountMinor, 2),
    merchantIdCustom: ticket.merchantIdCustom,
    network: null,
    walletAddress: null,
    cryptoAmount: null,
    received: '0.000000',
    transactions: [],
  };
}

function requireObject(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new PasarelaError('invalid_json', 'Send a JSON object.');
  }
}
