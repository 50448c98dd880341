import { methods, processedMethods } from '../../../accounts/methods/methods.ts';
import { exponentOf } from '../../../base/money/currency.ts';
import { instalmentsWithin } from '../../../base/money/instalments.ts';
import type { Money } from '../../../base/money/money.ts';
import type {
  AskedAttempt,
  AuthorizationFinding,
  AuthorizeRequest,
  ClosingRequest,
  HeldPayment,
  PaymentProcessor,
} from '../../charges/payment-processor.ts';
import type { ProcessorEntry } from '../entry.ts';
import { createCaller } from '../http.ts';
import {
  closingRefusal,
  saysNotFound,
  toAttemptOutcome,
  toAuthorizationFinding,
  toDisputes,
  toRefundOutcome,
  toSeenRefunds,
} from './answers.ts';
import { fieldsOf, localPaymentBody, readLocalNotice, toBanks, toLocalOutcome } from './local.ts';
import { readMovements } from './movements.ts';

export interface SandboxSettings {
  /** The base URL of the sandbox acquirer's API. */
  url: string;
  secret: string;
  timeoutMs?: number;
}

const challengeMinutes = 15;

/** The adapter to the sandbox acquirer, over HTTP like any other. */
export const sandbox: ProcessorEntry<SandboxSettings> = { kinds: ['direct'], open };

function open({
  url,
  secret,
  // A customer is waiting; a slower acquirer is asked again by inquiry.
  timeoutMs = 10_000,
}: SandboxSettings): PaymentProcessor {
  const caller = createCaller(url, timeoutMs);
  const authorization = `Bearer ${secret}`;
  const get = (path: string) => caller({ method: 'GET', path, headers: { authorization }, body: null });
  const post = (path: string, body?: object) =>
    caller({
      method: 'POST',
      path,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    });

  const cardPathOf = (attemptId: string) => `/payments/${encodeURIComponent(attemptId)}`;

  async function readAuthorization(held: HeldPayment): Promise<AuthorizationFinding> {
    return toAuthorizationFinding(await get(cardPathOf(held.attemptId)), held);
  }

  /** The acquirer does either once, so repeating a request is harmless. */
  async function close(
    request: ClosingRequest,
    verb: 'capture' | 'void',
    body?: object,
  ): Promise<AuthorizationFinding> {
    const answer = await post(`${cardPathOf(request.attemptId)}/${verb}`, body);
    const reason = closingRefusal(answer);
    if (reason === null) return toAuthorizationFinding(answer, request);
    const state = await readAuthorization(request);
    return state.state === 'held' ? { state: 'refused', reason } : state;
  }

  return {
    name: 'sandbox',
    kind: 'direct',
    methods: processedMethods,
    // Like a processor that neither calls vouchers back nor gives them back, so that both can be tried, too.
    keepsOpen: (method) => method === 'BOLETO',
    givesBack: (method) => (method === 'BOLETO' ? 'bank_details' : methods[method].givenBack),
    // Only its test numbers have different brands; it takes any.
    brands: ['visa', 'mastercard', 'amex', 'diners', 'elo', 'hipercard', 'naranja', 'cabal', 'carnet'],
    challengeLifetimeMs: challengeMinutes * 60 * 1000,
    pendingIntervalMs: 60_000,
    disputesIntervalMs: 5_000,
    payerFields: (_, method) => fieldsOf(method),
    banks: async () => toBanks(await get('/banks')),
    refuses: () => null,
    instalments: ({ amount }) => instalmentsOf(amount),

    async authorize(request) {
      if (isCard(request))
        return toAttemptOutcome(await post('/payments', paymentBody(request)), request.capture);
      return toLocalOutcome(
        await post('/local-payments', localPaymentBody(request, payableSeconds(request))),
        request,
      );
    },

    authorizations: {
      takes: ({ method }) => method === 'CARDS',
      read: readAuthorization,
      capture: (request) =>
        close(request, 'capture', { amount_minor: request.captured.amountMinor.toString() }),
      void: (request) => close(request, 'void'),
    },

    async inquire(attempt) {
      const answer = await get(`${pathOf(attempt)}/${encodeURIComponent(attempt.attemptId)}`);
      if (saysNotFound(answer)) return { outcome: 'not_found' };
      return isCard(attempt) ? toAttemptOutcome(answer, attempt.capture) : toLocalOutcome(answer, attempt);
    },

    refundsOf: async ({ attemptId }) =>
      toSeenRefunds(await get(`/refunds?payment_id=${encodeURIComponent(attemptId)}`)),

    async abandon(attempt) {
      const path = `${pathOf(attempt)}/${encodeURIComponent(attempt.attemptId)}`;
      if (isCard(attempt)) return toAttemptOutcome(await post(`${path}/abandon`), attempt.capture);
      const known = attempt.method === 'BOLETO' ? toLocalOutcome(await get(path), attempt) : null;
      if (known?.outcome === 'instructions') return known;
      return toLocalOutcome(await post(`${path}/cancel`, { method: attempt.method }), attempt);
    },

    async refund({ refundId, attemptId, amount }) {
      const body = {
        id: refundId,
        payment_id: attemptId,
        amount_minor: amount.amountMinor.toString(),
        currency: amount.currency,
      };
      return toRefundOutcome(await post('/refunds', body));
    },

    async disputesAfter(cursor) {
      const answer = await get(`/disputes?after=${encodeURIComponent(cursor)}`);
      // Without a list the cursor stays the same: the next call asks for the same disputes again.
      return toDisputes(answer) ?? { disputes: [], cursor };
    },

    // It lists disputes again when they are decided, and notifies of local methods only.
    readDispute: async () => null,
    readNotification: (message) => readLocalNotice(message, secret),
    trace: async () => null,
    hasLines: true,
    linesBetween: (from, to) => readMovements(get, from, to),
  };
}

function isCard({ method }: Pick<AskedAttempt, 'method'>): boolean {
  return methods[method].way === 'card';
}

function pathOf(attempt: AskedAttempt): string {
  return isCard(attempt) ? '/payments' : '/local-payments';
}

/** A page of a bank is open for as long as a challenge. */
function payableSeconds({ method }: AskedAttempt): number {
  const { payableHours } = methods[method];
  return payableHours === null ? challengeMinutes * 60 : payableHours * 3600;
}

/** The same in every country, for testing: each instalment is at least ten units of the currency. */
function instalmentsOf(amount: Money): number[] {
  const leastMinor = 10n * 10n ** BigInt(exponentOf(amount.currency));
  return instalmentsWithin({ currency: amount.currency, counts: [3, 6, 9, 12], leastMinor }, amount, 12);
}

function paymentBody({
  attemptId,
  amount,
  capture,
  country,
  description,
  card,
  document,
  instalments,
  returnUrl,
}: AuthorizeRequest) {
  if (!card) throw new TypeError('The sandbox acquirer is a direct processor: it needs the card.');
  return {
    id: attemptId,
    amount_minor: amount.amountMinor.toString(),
    currency: amount.currency,
    country,
    description,
    document,
    instalments,
    return_url: returnUrl,
    capture: capture === 'automatic',
    card: {
      number: card.number,
      expiry_month: card.expiryMonth,
      expiry_year: card.expiryYear,
      security_code: card.securityCode,
      holder_name: card.holderName,
    },
  };
}
