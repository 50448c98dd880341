import type { operations } from './api.ts';
import { type CallOptions, type ClientOptions, createHttp, type Request } from './http.ts';
import { chargesOf } from './resources/charges.ts';
import { ordersOf, payoutsOf } from './resources/crypto.ts';
import { eventsOf, webhooksOf } from './resources/events.ts';
import { linksOf } from './resources/links.ts';
import { sandboxOf } from './resources/sandbox.ts';
import { get, send } from './resources/sending.ts';
import type { DataOf, QueryOf } from './types.ts';

export type { components, operations } from './api.ts';
export * from './errors.ts';
export type { Call, CallOptions, ClientOptions, Request } from './http.ts';
export type { List, Page } from './paging.ts';
export type { ChargeRequest, NewCharge } from './resources/charges.ts';
export type { NewOrder, OrderRequest } from './resources/crypto.ts';
export type { ChargePlay, OrderPlay, Played } from './resources/sandbox.ts';
export type { Amount } from './types.ts';
export { signWebhook, type VerifyOptions, verifyWebhook, type WebhookEvent } from './webhooks.ts';

/** The merchants' API of one Pasarela installation. */
export class Pasarela {
  readonly charges: ReturnType<typeof chargesOf>;
  readonly orders: ReturnType<typeof ordersOf>;
  readonly payouts: ReturnType<typeof payoutsOf>;
  readonly paymentLinks: ReturnType<typeof linksOf>;
  readonly events: ReturnType<typeof eventsOf>;
  readonly webhooks: ReturnType<typeof webhooksOf>;
  /** Plays for tests, in a sandbox. */
  readonly sandbox: ReturnType<typeof sandboxOf>;
  readonly #http: ReturnType<typeof createHttp>;

  constructor(options: ClientOptions) {
    for (const name of ['baseUrl', 'apiKey', 'merchantId'] as const) {
      if (!options[name]) throw new TypeError(`Pasarela needs ${name}.`);
    }
    const http = createHttp(options);
    this.#http = http;
    this.charges = chargesOf(http);
    this.orders = ordersOf(http, options.merchantId);
    this.payouts = payoutsOf(http, options.merchantId);
    this.paymentLinks = linksOf(http);
    this.events = eventsOf(http);
    this.webhooks = webhooksOf(http);
    this.sandbox = sandboxOf(http);
  }

  /** What the client's API key may do. */
  key(options?: CallOptions) {
    return get<DataOf<'readKey'>>(this.#http, '/api/key', options);
  }

  /** Your available and reserved money, by currency and asset. */
  balances(options?: CallOptions) {
    return get<DataOf<'listBalances'>>(this.#http, '/api/balances', options);
  }

  /** How your customers can pay there. */
  paymentMethods(query: QueryOf<'listPaymentMethods'>, options?: CallOptions) {
    const request: Request = { method: 'GET', path: '/api/payment-methods', query };
    return send<DataOf<'listPaymentMethods'>>(this.#http, request, options);
  }

  /** Any other request, with the client's credentials, repetitions and errors. */
  request<T = unknown>(request: Request, options?: CallOptions) {
    return send<T>(this.#http, request, options, null);
  }
}

/** The operations of the API's description that this client knows. */
export type Operation = keyof operations;
