import type { RefusalReason } from '../../charges/payment-processor.ts';

/** Why a card was refused, in Stripe's terms, and their meaning for us. */

interface Refusal {
  reason: RefusalReason;
  isSoft: boolean;
}

const reasons: Readonly<Record<string, RefusalReason>> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'card_expired',
  invalid_expiry_month: 'card_expired',
  invalid_expiry_year: 'card_expired',
  incorrect_cvc: 'wrong_security_code',
  invalid_cvc: 'wrong_security_code',
  authentication_required: 'authentication_required',
  mobile_device_authentication_required: 'authentication_failed',
  payment_intent_authentication_failure: 'authentication_failed',
  testmode_decline: 'test_card_required',
};

/**
 * The bank, or the way to it, refused without saying anything against the card: through another acquirer it may
 * approve. Codes not listed are final: a lost card, a stolen one, fraud, a wrong number, and every unknown code.
 */
const softWords: ReadonlySet<string> = new Set([
  'approve_with_id',
  'call_issuer',
  'card_not_supported',
  'currency_not_supported',
  'do_not_honor',
  'generic_decline',
  'issuer_not_available',
  'no_action_taken',
  'not_permitted',
  'processing_error',
  'reenter_transaction',
  'service_not_allowed',
  'transaction_not_allowed',
  'try_again_later',
]);

/**
 * The bank's own reason says more than Stripe's code above it. `isAuthenticated`: 3-D Secure was required, or Stripe's
 * own page handles it: a bank that still asks for it was not satisfied.
 */
export function refusalOf(
  error: { code?: string; decline_code?: string },
  { isAuthenticated = false } = {},
): Refusal {
  const words = [error.decline_code, error.code].filter((word) => word !== undefined);
  const known = words.find((word) => Object.hasOwn(reasons, word));
  const reason = known === undefined ? 'card_refused' : (reasons[known] ?? 'card_refused');
  return {
    reason: reason === 'authentication_required' && isAuthenticated ? 'authentication_failed' : reason,
    isSoft: known === undefined && softWords.has(words[0] ?? ''),
  };
}
