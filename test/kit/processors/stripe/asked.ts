import type { AskedAttempt, AuthorizeRequest } from '../../../../src/charges/card-processor.ts';
import { anAuthorizeRequest } from '../requests.ts';

/** An attempt of 100.00 MXN that nobody has been told of yet. */
export function asked(change: Partial<AskedAttempt> = {}): AskedAttempt {
  const place = { amount: { amountMinor: 10_000n, currency: 'MXN' }, country: 'MEX' };
  const bare = { description: null, email: null, language: null };
  return anAuthorizeRequest(place, null, { ...bare, ...change });
}

export function requested(attempt: AskedAttempt, change: Partial<AuthorizeRequest> = {}): AuthorizeRequest {
  return { ...anAuthorizeRequest(attempt, null, attempt), keepHandle: async () => {}, ...change };
}
