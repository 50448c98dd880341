import type { AskedAttempt, AuthorizeRequest } from '../../../../src/charges/card-processor.ts';
import { newId } from '../../../../src/db/ids.ts';

/** An attempt of 100.00 MXN that nobody has been told of yet. */
export function asked(change: Partial<AskedAttempt> = {}): AskedAttempt {
  return {
    attemptId: newId(),
    handle: null,
    createdAt: new Date(),
    amount: { amountMinor: 10_000n, currency: 'MXN' },
    country: 'MEX',
    description: null,
    email: null,
    language: null,
    returnUrl: 'https://shop.example/return?order=7',
    cancelUrl: 'https://shop.example/cancel',
    notificationUrl: 'https://pay.example/processors/stripe/notifications',
    ...change,
  };
}

export function requested(attempt: AskedAttempt, change: Partial<AuthorizeRequest> = {}): AuthorizeRequest {
  return {
    ...attempt,
    card: null,
    payerName: null,
    document: null,
    clientAddress: '203.0.113.7',
    keepHandle: async () => {},
    ...change,
  };
}
