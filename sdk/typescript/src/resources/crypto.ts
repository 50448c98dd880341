import { Call, type CallOptions, type Http } from '../http.ts';
import { type Amount, type BodyOf, type DataOf, exact, type MayHaveAmount, type Schemas } from '../types.ts';
import { act, get } from './sending.ts';

type Order = Schemas['CryptoOrder'];

export interface OrderRequest {
  /** In USD. */
  amount: Amount;
  /** The customer's, or the recipient's. */
  email: string;
  /** ISO 3166-1 alpha-3, e.g. COL */
  country: string;
  /** The coin of the payment; usdt if absent. */
  asset?: 'usdt' | 'usdc';
  description?: string;
  /** Your own number of it. */
  reference?: string;
  returnUrl?: string;
  metadata?: Record<string, string>;
}

export interface NewOrder {
  id: string;
  /** An order's page for the customer; a payout's secret link for its recipient. */
  url: string;
}

const at = (id: string, rest = ''): string => `/payment/${encodeURIComponent(id)}${rest}`;

/** The two steps of an order, in or out, as one. */
function creating(http: Http, merchantId: string, direction: 'cashin' | 'cashout') {
  async function create(request: OrderRequest, options: CallOptions = {}) {
    const { amount, email, country, asset = 'usdt', description, reference, returnUrl, metadata } = request;
    const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID();
    const { body: begun } = await http.send(
      {
        method: 'POST',
        path: '/payment/create',
        body: { country, origin: 'api', amount: exact(amount), email, merchantIdCustom: reference },
      },
      options,
    );
    const { hash } = begun as DataOf<'createCryptoOrder'>;
    const made = await http.send(
      {
        method: 'POST',
        path: '/processor',
        isKeyed: true,
        isSigned: direction === 'cashout',
        body: {
          hash,
          merchantId,
          paymentMethod: asset,
          typePayment: 'wallet',
          typeTransaction: direction,
          description,
          return_url: returnUrl,
          metadata,
        },
      },
      { ...options, idempotencyKey },
    );
    const { orderId: id, url } = made.body as DataOf<'processCryptoOrder'>;
    return { data: { id, url } satisfies NewOrder, response: made.response };
  }
  return (request: OrderRequest, options?: CallOptions): Call<NewOrder> => new Call(create(request, options));
}

/** Orders: customers pay in USDT or USDC. */
export function ordersOf(http: Http, merchantId: string) {
  return {
    create: creating(http, merchantId, 'cashin'),
    retrieve: (id: string, options?: CallOptions) => get<Order>(http, at(id), options, 'order'),
    /** Decides about money that arrived too late, too little or twice. */
    resolve: (id: string, body: BodyOf<'resolveCryptoOrder'>, options?: CallOptions) =>
      act<Order>(http, at(id, '/resolve'), body, options, { name: 'order' }),
    refund: (id: string, body: MayHaveAmount<BodyOf<'refundCryptoOrder'>> = {}, options?: CallOptions) =>
      act<Schemas['CryptoRefund']>(
        http,
        at(id, '/refunds'),
        body.amount === undefined ? body : { ...body, amount: exact(body.amount) },
        options,
        { isKeyed: true, name: 'refund' },
      ),
  };
}

/** Payouts: USDT or USDC from your balance to a recipient. */
export function payoutsOf(http: Http, merchantId: string) {
  return {
    create: creating(http, merchantId, 'cashout'),
    retrieve: (id: string, options?: CallOptions) => get<Order>(http, at(id), options, 'order'),
    /** Until it is being sent. */
    cancel: (id: string, options?: CallOptions) =>
      act<Order>(http, at(id, '/cancel'), undefined, options, { name: 'order' }),
    /** A new link for the recipient; the one before stops working. A lost answer means that another one is needed. */
    reissueLink: (id: string, options?: CallOptions) =>
      act<string>(http, at(id, '/link'), undefined, options, { isSigned: true, isOnce: true, name: 'url' }),
    correctEmail: (id: string, email: string, options?: CallOptions) =>
      act<Order>(http, at(id, '/email'), { email }, options, { isSigned: true, name: 'order' }),
  };
}
