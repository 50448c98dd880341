import { ApiError, invalid } from './api-error.ts';
import type { Books } from './books.ts';
import { checkFile, evidenceFields, fileShape } from './evidence.ts';
import { page } from './lists.ts';
import {
  confirmLocal,
  createCustomers,
  customerShape,
  isPaidInCash,
  isVoucher,
  localDataShape,
  localOptionsShape,
} from './local.ts';
import type { StripeIntent, StripePlan } from './objects.ts';
import {
  checkAmount,
  checkDecimals,
  type Parameters,
  readForm,
  readMultipart,
  readParameters,
  type Shape,
} from './parameters.ts';

/** The calls of Stripe's API that we use, with their parameters. */

const texts = 'texts';
const list = { limit: 'integer', starting_after: 'text', ending_before: 'text', expand: ['text'] } as const;
const times = { gt: 'integer', gte: 'integer', lt: 'integer', lte: 'integer' };
const locale = 'auto|en|es|es-419|pt|pt-BR|fr|de|it';

const sessionShape = {
  'mode!': 'payment|setup|subscription',
  payment_method_types: ['card'],
  'line_items!': [
    {
      'quantity!': 'integer',
      'price_data!': {
        'currency!': 'text',
        'unit_amount!': 'integer',
        'product_data!': { 'name!': 'text', description: 'text', metadata: texts },
      },
    },
  ],
  adaptive_pricing: { 'enabled!': 'boolean' },
  client_reference_id: 'text',
  metadata: texts,
  payment_intent_data: {
    capture_method: 'automatic|automatic_async|manual',
    description: 'text',
    metadata: texts,
    receipt_email: 'email',
    statement_descriptor_suffix: 'suffix',
  },
  customer_email: 'email',
  locale,
  expires_at: 'integer',
  'success_url!': 'url',
  cancel_url: 'url',
  expand: ['text'],
} as const;

const intentShape = {
  'amount!': 'integer',
  'currency!': 'text',
  payment_method_types: ['card|pix|boleto|oxxo|customer_balance'],
  capture_method: 'automatic|automatic_async|manual',
  customer: 'text',
  description: 'text',
  metadata: texts,
  statement_descriptor_suffix: 'suffix',
  expand: ['text'],
} as const;

const methodShape = {
  'type!': 'card',
  'card!': { 'number!': 'text', 'exp_month!': 'integer', 'exp_year!': 'integer', cvc: 'text' },
  billing_details: { name: 'text', email: 'email', phone: 'text' },
  metadata: texts,
  expand: ['text'],
} as const;

const planShape = { 'type!': 'fixed_count', interval: 'month', count: 'integer' };
const optionsShape = {
  card: {
    installments: { enabled: 'boolean', plan: planShape },
    request_three_d_secure: 'any|automatic|challenge',
  },
};
const confirmShape = {
  payment_method: 'text',
  payment_method_data: localDataShape,
  payment_method_options: { ...optionsShape, ...localOptionsShape },
  return_url: 'url',
  expand: ['text'],
} as const;
const updateShape = {
  payment_method: 'text',
  payment_method_options: optionsShape,
  expand: ['text'],
} as const;

const refundShape = {
  'payment_intent!': 'text',
  amount: 'integer',
  metadata: texts,
  reason: 'duplicate|fraudulent|requested_by_customer',
  expand: ['text'],
} as const;

export interface RouteOptions {
  books: Books;
  nowSeconds(): number;
  pageUrl(sessionId: string): string;
}

type Handler = (parameters: Parameters, id: string) => object;

export interface Endpoint {
  method: 'GET' | 'POST';
  /** `:id` is the id of the call's object. */
  path: string;
  shape: { readonly [name: string]: Shape };
  handle: Handler;
}

export function endpointsOf({ books, nowSeconds, pageUrl }: RouteOptions): Endpoint[] {
  const { all, find } = books;
  const customers = createCustomers();

  function openSession(given: Parameters): object {
    const [item, ...others] = given.line_items;
    if (given.mode !== 'payment' || others.length > 0) throw invalid('Only one-time payments of one item.');
    const { currency, unit_amount: unitAmount } = item.price_data;
    const amount = unitAmount * item.quantity;
    checkAmount(amount, currency, 'line_items[0][price_data][unit_amount]');
    const expiresAt = given.expires_at ?? nowSeconds() + 86_400;
    const lifetime = expiresAt - nowSeconds();
    if (lifetime < 1_800 || lifetime > 86_400) {
      throw invalid('expires_at must be between 30 minutes and 24 hours from now.', { param: 'expires_at' });
    }
    if ((given.client_reference_id ?? '').length > 200)
      throw invalid('Too long.', { param: 'client_reference_id' });
    return books.newSession(
      {
        amount_total: amount,
        currency,
        client_reference_id: given.client_reference_id ?? null,
        customer_email: given.customer_email ?? null,
        metadata: given.metadata ?? {},
        expires_at: expiresAt,
        success_url: given.success_url,
        cancel_url: given.cancel_url ?? null,
        payment_method_types: ['card'],
      },
      pageUrl,
      given.payment_intent_data?.metadata ?? {},
      given.payment_intent_data?.capture_method ?? 'automatic',
    );
  }

  function giveCard({ card }: Parameters): object {
    const { number, exp_month: month, exp_year: year } = card;
    if (month < 1 || month > 12) throw cardError({ code: 'invalid_expiry_month' });
    if (year < new Date(nowSeconds() * 1000).getUTCFullYear())
      throw cardError({ code: 'invalid_expiry_year' });
    if (!/^\d{12,19}$/.test(number)) throw cardError({ code: 'incorrect_number' });
    return books.newMethod(number);
  }

  function offerPlans(given: Parameters, id: string): object {
    const intent = find('payment_intent', id, 'intent');
    if (!isUnconfirmed(intent)) throw unexpected('update', intent);
    if (given.payment_method_options?.card?.installments?.enabled) {
      books.offerPlans(intent, given.payment_method);
    }
    return intent;
  }

  function confirm(given: Parameters, id: string): object {
    const intent = find('payment_intent', id, 'intent');
    if (!isUnconfirmed(intent)) throw unexpected('confirm', intent);
    if (given.payment_method_data) {
      confirmLocal(books, intent, given, { customers, nowSeconds });
      return intent;
    }
    if (!given.payment_method) throw invalid('Missing required param.', { param: 'payment_method' });
    choosePlan(intent, given.payment_method_options?.card?.installments?.plan);
    const demand = given.payment_method_options?.card?.request_three_d_secure ?? 'automatic';
    const error = books.confirm(intent, given.payment_method, {
      returnUrl: given.return_url,
      isDemanded: demand !== 'automatic',
    });
    if (error) throw new ApiError(402, { ...error, payment_intent: { ...intent } });
    return intent;
  }

  return [
    { method: 'POST', path: '/v1/checkout/sessions', shape: sessionShape, handle: openSession },
    {
      method: 'GET',
      path: '/v1/checkout/sessions/:id',
      shape: { expand: ['text'] },
      handle: (_given, id) => books.session(id, 'session'),
    },
    {
      method: 'POST',
      path: '/v1/checkout/sessions/:id/expire',
      shape: { expand: ['text'] },
      handle: (_given, id) => {
        const session = books.session(id, 'session');
        if (session.status !== 'open')
          throw invalid('Only Checkout Sessions with a status of open can be expired.');
        books.expire(session);
        return session;
      },
    },
    {
      method: 'POST',
      path: '/v1/payment_intents',
      shape: intentShape,
      handle: ({
        amount,
        currency,
        capture_method = 'automatic',
        description = null,
        metadata = {},
        ...given
      }) => {
        checkAmount(amount, currency, 'amount');
        const intent = books.newIntent({ amount, currency, capture_method, description, metadata });
        intent.payment_method_types = given.payment_method_types ?? ['card'];
        if (given.customer) customers.use(given.customer, intent);
        return intent;
      },
    },
    {
      method: 'GET',
      path: '/v1/payment_intents/:id',
      shape: { expand: ['text'] },
      handle: (_given, id) => find('payment_intent', id, 'intent'),
    },
    { method: 'POST', path: '/v1/payment_intents/:id', shape: updateShape, handle: offerPlans },
    { method: 'POST', path: '/v1/customers', shape: customerShape, handle: customers.create },
    { method: 'POST', path: '/v1/payment_methods', shape: methodShape, handle: giveCard },
    { method: 'POST', path: '/v1/payment_intents/:id/confirm', shape: confirmShape, handle: confirm },
    {
      method: 'POST',
      path: '/v1/payment_intents/:id/capture',
      shape: { amount_to_capture: 'integer', expand: ['text'] },
      handle: ({ amount_to_capture: amount }, id) => {
        const intent = find('payment_intent', id, 'intent');
        if (intent.status !== 'requires_capture') throw unexpected('capture', intent);
        if (amount !== undefined) checkDecimals(amount, intent.currency, 'amount_to_capture');
        if ((amount ?? 0) > intent.amount_capturable)
          throw invalid('The amount is greater than what can be captured.', { code: 'amount_too_large' });
        books.capture(intent, amount);
        return intent;
      },
    },
    {
      method: 'POST',
      path: '/v1/payment_intents/:id/cancel',
      shape: {
        cancellation_reason: 'abandoned|duplicate|fraudulent|requested_by_customer',
        expand: ['text'],
      },
      handle: (given, id) => {
        const intent = find('payment_intent', id, 'intent');
        if (['succeeded', 'processing', 'canceled'].includes(intent.status) || isVoucher(intent))
          throw unexpected('cancel', intent);
        books.cancel(intent, given.cancellation_reason ?? null);
        return intent;
      },
    },
    {
      method: 'POST',
      path: '/v1/refunds',
      shape: refundShape,
      handle: ({ payment_intent: id, amount, metadata = {} }) => {
        const intent = find('payment_intent', id, 'payment_intent');
        if (isPaidInCash(intent)) throw invalid('This payment method cannot be refunded.');
        if (amount !== undefined) checkDecimals(amount, intent.currency, 'amount');
        return books.refund(intent, amount, metadata);
      },
    },
    {
      method: 'GET',
      path: '/v1/refunds',
      shape: { ...list, payment_intent: 'text', charge: 'text', created: times },
      handle: (given) => {
        const of = given.payment_intent;
        return page(
          all('refund').filter((each) => !of || each.payment_intent === of),
          given,
        );
      },
    },
    {
      method: 'GET',
      path: '/v1/refunds/:id',
      shape: { expand: ['text'] },
      handle: (_given, id) => find('refund', id, 'refund'),
    },
    {
      method: 'GET',
      path: '/v1/disputes',
      shape: { ...list, payment_intent: 'text', charge: 'text', created: times },
      handle: (given) => page(all('dispute'), given),
    },
    {
      method: 'GET',
      path: '/v1/disputes/:id',
      shape: { expand: ['text'] },
      handle: (_given, id) => find('dispute', id, 'dispute'),
    },
    {
      method: 'POST',
      path: '/v1/disputes/:id',
      shape: {
        evidence: Object.fromEntries(evidenceFields.map((name) => [name, 'text'])),
        metadata: texts,
        submit: 'boolean',
        expand: ['text'],
      },
      handle: ({ evidence = {}, metadata = {}, submit = true }, id) => {
        const dispute = find('dispute', id, 'dispute');
        books.answerDispute(dispute, evidence, metadata, submit);
        return dispute;
      },
    },
    {
      method: 'POST',
      path: '/v1/files',
      shape: { 'purpose!': 'dispute_evidence', 'file!': fileShape },
      handle: ({ purpose, file }) => books.keepFile({ purpose, ...checkFile(file) }),
    },
    {
      method: 'GET',
      path: '/v1/radar/early_fraud_warnings/:id',
      shape: { expand: ['text'] },
      handle: (_given, id) => find('radar.early_fraud_warning', id, 'early_fraud_warning'),
    },
    {
      method: 'GET',
      path: '/v1/balance_transactions',
      shape: { ...list, created: times, currency: 'text', type: 'text', source: 'text', payout: 'text' },
      handle: (given) => page(books.movementsOf(given.payout), given),
    },
    { method: 'GET', path: '/v1/balance', shape: { expand: ['text'] }, handle: () => books.balance() },
  ];
}

const isUnconfirmed = ({ status }: StripeIntent): boolean =>
  status === 'requires_payment_method' || status === 'requires_confirmation';

function choosePlan({ payment_method_options }: StripeIntent, plan: StripePlan | undefined): void {
  if (!plan) return;
  const { installments } = payment_method_options.card;
  if (!installments.available_plans?.some(({ count }) => count === plan.count)) {
    const param = 'payment_method_options[card][installments][plan]';
    throw invalid('The plan is not available for this payment.', { param });
  }
  installments.plan = plan;
}

function cardError(error: { code: string }): ApiError {
  return new ApiError(402, { type: 'card_error', ...error });
}

function unexpected(verb: string, intent: object & { status: string }): ApiError {
  const code = 'payment_intent_unexpected_state';
  const message = `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`;
  return new ApiError(400, { type: 'invalid_request_error', code, message, payment_intent: { ...intent } });
}

export function readCall(endpoint: Endpoint, text: string): Parameters {
  const isMultipart = text.startsWith('--');
  return readParameters(isMultipart ? readMultipart(text) : readForm(text), endpoint.shape);
}
