import { AuthenticationError } from '../errors.ts';
import { Call, type CallOptions, type Http } from '../http.ts';
import { type List, list } from '../paging.ts';
import {
  type BodyOf,
  type DataOf,
  exact,
  type MayHaveAmount,
  type QueryOf,
  type Schemas,
  type WithAmount,
} from '../types.ts';
import { categories } from './methods.ts';
import { act, get } from './sending.ts';

type Body = WithAmount<BodyOf<'createCharge'>>;
export type ChargeRequest = Omit<Body, 'flow' | 'method_code' | 'method_category'> & {
  /** E.g. `CARDS`, `PIX`, `PSE`, `USDT`. `ALL`: the customer chooses on the page; also if absent. */
  method?: keyof typeof categories | (string & {});
  /** The method's category; needed only if this version of the client does not know the method. */
  category?: string;
};

export interface NewCharge {
  reference: string;
  /** The page to send the customer to. */
  url: string;
  currency: string;
}

export function chargesOf(http: Http) {
  const at = (reference: string, rest = ''): string =>
    `/api/transactions/${encodeURIComponent(reference)}${rest}`;
  const atRefund = (reference: string, refund: string, rest: string): string =>
    at(reference, `/refunds/${encodeURIComponent(refund)}/${rest}`);

  async function create(request: ChargeRequest, options: CallOptions = {}) {
    const { method = 'ALL', category, amount, ...rest } = request;
    const known = category ?? categories[method as keyof typeof categories];
    if (known === undefined) throw new TypeError(`Give the category of the method "${method}", too.`);
    const body = {
      flow: 'PAYIN',
      method_code: method,
      method_category: known,
      ...rest,
      amount: exact(amount),
    };
    const keyed = { ...options, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() };
    try {
      return await createWithToken(body, keyed);
    } catch (error) {
      // The repetitions outlasted the minute of the token. The key makes it one charge under a new token, too.
      if (error instanceof AuthenticationError && error.code === 'token_expired') {
        return await createWithToken(body, keyed);
      }
      throw error;
    }
  }

  async function createWithToken(body: object, options: CallOptions) {
    const { body: answer } = await http.send({ method: 'POST', path: '/api/auth/token' }, options);
    const { access_token, session_id } = (answer as { data: DataOf<'createAccessToken'> }).data;
    const made = await http.send(
      {
        method: 'POST',
        path: '/api/transactions/charges',
        headers: { authorization: `Bearer ${access_token}`, 'x-session-id': session_id },
        isKeyed: true,
        body,
      },
      options,
    );
    const { urlCheckout: url, reference, currency } = (made.body as { data: DataOf<'createCharge'> }).data;
    return { data: { reference, url, currency } satisfies NewCharge, response: made.response };
  }

  return {
    /** Creates a charge and gives the page where the customer pays it. */
    create: (request: ChargeRequest, options?: CallOptions): Call<NewCharge> =>
      new Call(create(request, options)),
    retrieve: (reference: string, options?: CallOptions) =>
      get<DataOf<'readTransaction'>>(http, at(reference), options),
    /** Newest first. */
    list: (
      query: QueryOf<'listTransactions'> = {},
      options?: CallOptions,
    ): List<Schemas['TransactionSummary']> =>
      list(http, { method: 'GET', path: '/api/transactions', query }, 'transactions', options),
    /** While it is open. */
    cancel: (reference: string, options?: CallOptions) =>
      act<DataOf<'cancelTransaction'>>(http, at(reference, '/cancel'), undefined, options),
    /** All of what is left without an amount. */
    refund: (
      reference: string,
      body: MayHaveAmount<BodyOf<'refundTransaction'>> = {},
      options?: CallOptions,
    ) =>
      act<DataOf<'refundTransaction'>>(http, at(reference, '/refunds'), withAmount(body), options, {
        isKeyed: true,
      }),
    /** Takes the money of an authorized card, all of it without an amount. */
    capture: (
      reference: string,
      body: MayHaveAmount<BodyOf<'captureTransaction'>> = {},
      options?: CallOptions,
    ) =>
      act<DataOf<'captureTransaction'>>(http, at(reference, '/capture'), withAmount(body), options, {
        isKeyed: true,
      }),
    /** Releases the money of an authorized card. */
    void: (reference: string, options?: CallOptions) =>
      act<DataOf<'voidTransaction'>>(http, at(reference, '/void'), {}, options, { isKeyed: true }),
    /** Decides about money that came late, twice or as another amount. */
    resolve: (reference: string, body: BodyOf<'resolveTransaction'>, options?: CallOptions) =>
      act<DataOf<'resolveTransaction'>>(http, at(reference, '/resolve'), body, options, { isKeyed: true }),
    /** Refunds that you transfer yourself, to the bank details that the customer gives. */
    bankRefunds: {
      details: (reference: string, refund: string, options?: CallOptions) =>
        get<DataOf<'readBankDetails'>>(http, atRefund(reference, refund, 'bank-details'), options),
      paid: (reference: string, refund: string, body: BodyOf<'markRefundPaid'>, options?: CallOptions) =>
        act<DataOf<'markRefundPaid'>>(http, atRefund(reference, refund, 'paid'), body, options),
      withdraw: (reference: string, refund: string, options?: CallOptions) =>
        act<DataOf<'withdrawRefund'>>(http, atRefund(reference, refund, 'withdraw'), undefined, options),
      askAgain: (reference: string, refund: string, options?: CallOptions) =>
        act<DataOf<'askForBankDetails'>>(http, atRefund(reference, refund, 'ask-again'), undefined, options),
    },
  };
}

function withAmount<Body extends { amount?: string | number }>({ amount, ...rest }: Body): object {
  return amount === undefined ? rest : { ...rest, amount: exact(amount) };
}
