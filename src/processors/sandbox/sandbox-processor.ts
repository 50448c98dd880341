import type { AuthorizeRequest, CardProcessor } from '../../charges/card-processor.ts';
import { saysNotFound, toAttemptOutcome, toDisputes, toRefundOutcome } from './answers.ts';
import { createCaller } from './http.ts';

export interface SandboxProcessorOptions {
  /** Where the sandbox acquirer's API listens. */
  url: string;
  secret: string;
  timeoutMs?: number;
}

/** The adapter to the sandbox acquirer, over HTTP as to any other. */
export function createSandboxProcessor({
  url,
  secret,
  // A customer is waiting; an acquirer that takes longer is asked again by inquiry.
  timeoutMs = 10_000,
}: SandboxProcessorOptions): CardProcessor {
  const call = createCaller(url, secret, timeoutMs);

  return {
    name: 'sandbox',
    kind: 'direct',
    // Its test numbers tell them apart; it takes any.
    brands: ['visa', 'mastercard', 'amex', 'diners', 'elo', 'hipercard', 'naranja', 'cabal', 'carnet'],

    async authorize(request) {
      return toAttemptOutcome(await call('POST', '/payments', paymentBody(request)));
    },

    async inquire(attemptId) {
      const answer = await call('GET', `/payments/${encodeURIComponent(attemptId)}`);
      return saysNotFound(answer) ? { outcome: 'not_found' } : toAttemptOutcome(answer);
    },

    async abandon(attemptId) {
      return toAttemptOutcome(await call('POST', `/payments/${encodeURIComponent(attemptId)}/abandon`));
    },

    async refund({ refundId, attemptId, amount }) {
      const body = {
        id: refundId,
        payment_id: attemptId,
        amount_minor: amount.amountMinor.toString(),
        currency: amount.currency,
      };
      return toRefundOutcome(await call('POST', '/refunds', body));
    },

    async disputesAfter(cursor) {
      const answer = await call('GET', `/disputes?after=${encodeURIComponent(cursor)}`);
      // No list leaves the cursor where it was: the next call asks for the same ones again.
      return toDisputes(answer) ?? { disputes: [], cursor };
    },
  };
}

function paymentBody({
  attemptId,
  amount,
  country,
  description,
  card,
  document,
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
