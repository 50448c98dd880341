import type {
  AskedAttempt,
  AttemptDetails,
  AuthorizeRequest,
} from '../../../../src/payments/charges/payment-processor.ts';
import { anAuthorizeRequest } from '../requests.ts';

/** The details that a processor gets beside the payment. */
export const someDetails: AttemptDetails = {
  reference: '0190a1b2-0000-7000-8000-000000000001',
  orderNumber: 'A-1001',
  merchantId: '0190a1b2-0000-7000-8000-000000000002',
  merchantName: 'Mercado Luz',
  statementDescriptor: 'MERCADO LUZ',
  demandsThreeDSecure: false,
};

/** An attempt of 100.00 MXN that was not sent yet. */
export function asked(change: Partial<AskedAttempt> = {}): AskedAttempt {
  const place = { amount: { amountMinor: 10_000n, currency: 'MXN' }, country: 'MEX' };
  const bare = { description: null, email: null, language: null };
  return anAuthorizeRequest(place, null, { ...bare, ...change });
}

export function requested(attempt: AskedAttempt, change: Partial<AuthorizeRequest> = {}): AuthorizeRequest {
  return { ...anAuthorizeRequest(attempt, null, attempt), keepHandle: async () => {}, ...change };
}
