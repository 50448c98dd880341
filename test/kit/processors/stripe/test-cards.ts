import type { Card } from '../../../../src/payments/charges/payment-processor.ts';
import type { CustomerRole } from '../simulator.ts';

/** A bank's answer to a card. */
export interface BankAnswer {
  card: { brand: string; last4: string };
  error?: { code: string; decline_code?: string };
  asksForChallenge?: boolean;
  /** Refused unless 3-D Secure was required. */
  needsAuthentication?: boolean;
  isSlow?: boolean;
}

const declined = (decline_code: string) => ({ code: 'card_declined', decline_code });

/** Stripe's published test numbers, and one of our own for a bank that takes time. */
const numbers: Readonly<Record<string, Omit<BankAnswer, 'card'>>> = {
  '4242424242424242': {},
  '5555555555554444': {},
  '5200828282828210': {},
  '4000002760003184': { asksForChallenge: true },
  '4000002500003155': { needsAuthentication: true },
  '4000000000000002': { error: declined('generic_decline') },
  '4000000000009995': { error: declined('insufficient_funds') },
  '4000000000009987': { error: declined('lost_card') },
  '4000000000009979': { error: declined('stolen_card') },
  '4000000000000069': { error: { code: 'expired_card' } },
  '4000000000000127': { error: { code: 'incorrect_cvc' } },
  '4000000000000119': { error: { code: 'processing_error' } },
  '4000000000000010': { isSlow: true },
};

/** Its bank refuses every payment without 3-D Secure. */
export const numberToAuthenticate = '4000002500003155';

/** A debit card. */
export const numberInOne = '5200828282828210';

/** The bank's answer to a payment without 3-D Secure, if it requires it. */
export const authenticationRequired = declined('authentication_required');

export function bankAnswer(number: string): BankAnswer {
  const card = { brand: number.startsWith('5') ? 'mastercard' : 'visa', last4: number.slice(-4) };
  return { card, ...(numbers[number] ?? { error: declined('testmode_decline') }) };
}

export const numberOf: Readonly<Record<CustomerRole, string>> = {
  approved: '4242424242424242',
  challenge: '4000002760003184',
  pending: '4000000000000010',
  card_refused: '4000000000000002',
  insufficient_funds: '4000000000009995',
  card_expired: '4000000000000069',
  wrong_security_code: '4000000000000127',
};

export function cardWith(number: string): Card {
  return { number, expiryMonth: 12, expiryYear: 2099, securityCode: '123', holderName: 'Ana Prueba' };
}
