import { exponentOf } from '../../../base/money/currency.ts';
import { instalmentsWithin } from '../../../base/money/instalments.ts';
import type { Money } from '../../../base/money/money.ts';
import type { AuthorizeRequest, PaymentProcessor } from '../../charges/payment-processor.ts';
import type { ProcessorEntry } from '../entry.ts';
import { createCaller } from '../http.ts';
import { saysNotFound, toAttemptOutcome, toDisputes, toRefundOutcome } from './answers.ts';

export interface SandboxSettings {
  /** The base URL of the sandbox acquirer's API. */
  url: string;
  secret: string;
  timeoutMs?: number;
}

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

  return {
    name: 'sandbox',
    kind: 'direct',
    // Only its test numbers have different brands; it takes any.
    brands: ['visa', 'mastercard', 'amex', 'diners', 'elo', 'hipercard', 'naranja', 'cabal', 'carnet'],
    challengeLifetimeMs: 15 * 60 * 1000,
    pendingIntervalMs: 60_000,
    disputesIntervalMs: 5_000,
    payerFields: () => [],
    refuses: () => null,
    instalments: ({ amount }) => instalmentsOf(amount),

    async authorize(request) {
      return toAttemptOutcome(await post('/payments', paymentBody(request)));
    },

    async inquire({ attemptId }) {
      const answer = await get(`/payments/${encodeURIComponent(attemptId)}`);
      return saysNotFound(answer) ? { outcome: 'not_found' } : toAttemptOutcome(answer);
    },

    // Only we make refunds there.
    refundsOf: async () => [],

    async abandon({ attemptId }) {
      return toAttemptOutcome(await post(`/payments/${encodeURIComponent(attemptId)}/abandon`));
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

    // It sends no notifications, loses every dispute at once and keeps no accounts.
    readDispute: async () => null,
    readNotification: () => null,
    trace: async () => null,
    hasLines: true,
    async *linesBetween() {},
  };
}

/** The same in every country, for testing: each instalment is at least ten units of the currency. */
function instalmentsOf(amount: Money): number[] {
  const leastMinor = 10n * 10n ** BigInt(exponentOf(amount.currency));
  return instalmentsWithin({ currency: amount.currency, counts: [3, 6, 9, 12], leastMinor }, amount, 12);
}

function paymentBody({
  attemptId,
  amount,
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
    card: {
      number: card.number,
      expiry_month: card.expiryMonth,
      expiry_year: card.expiryYear,
      security_code: card.securityCode,
      holder_name: card.holderName,
    },
  };
}
