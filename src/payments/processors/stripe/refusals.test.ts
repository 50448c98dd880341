import { expect, test } from 'vitest';
import { refusalReasons } from '../../charges/payment-processor.ts';
import { refusalOf } from './refusals.ts';

/** All of Stripe's published decline codes, and their meaning for us. */
const expected = {
  'card_refused soft':
    'approve_with_id call_issuer card_not_supported currency_not_supported do_not_honor generic_decline ' +
    'issuer_not_available no_action_taken not_permitted processing_error reenter_transaction service_not_allowed ' +
    'transaction_not_allowed try_again_later',
  'card_refused hard':
    'card_velocity_exceeded do_not_try_again duplicate_transaction fraudulent highest_risk_level incorrect_address ' +
    'incorrect_number incorrect_pin incorrect_zip invalid_account invalid_amount invalid_number invalid_pin ' +
    'live_mode_test_card lost_card merchant_blacklist new_account_information_available offline_pin_required ' +
    'online_or_offline_pin_required pickup_card pin_try_exceeded previously_declined_do_not_retry restricted_card ' +
    'revocation_of_all_authorizations revocation_of_authorization security_violation stolen_card stop_payment_order ' +
    'withdrawal_count_limit_exceeded a_word_of_tomorrow constructor',
  'insufficient_funds hard': 'insufficient_funds',
  'card_expired hard': 'expired_card invalid_expiry_month invalid_expiry_year',
  'wrong_security_code hard': 'incorrect_cvc invalid_cvc',
  'authentication_required hard': 'authentication_required',
  'authentication_failed hard': 'mobile_device_authentication_required',
  'test_card_required hard': 'testmode_decline',
};
const cases = Object.entries(expected).flatMap(([meaning, words]) =>
  words.split(' ').map((word) => [word, ...meaning.split(' ')] as const),
);

test.each(cases)('%s is %s, %s', (word, reason, strength) => {
  const refusal = { reason, isSoft: strength === 'soft' };
  expect(refusalReasons).toContain(reason);
  expect(refusalOf({ code: 'card_declined', decline_code: word })).toEqual(refusal);
  expect(refusalOf({ code: word })).toEqual(refusal);
});

test("the bank's word counts more than Stripe's, and none at all is a refusal for good", () => {
  expect(refusalOf({ code: 'expired_card', decline_code: 'insufficient_funds' }).reason).toBe(
    'insufficient_funds',
  );
  expect(refusalOf({ code: 'payment_intent_authentication_failure' }).reason).toBe('authentication_failed');
  expect(refusalOf({ code: 'processing_error', decline_code: 'lost_card' }).isSoft).toBe(false);
  const required = { code: 'card_declined', decline_code: 'authentication_required' };
  expect(refusalOf(required, { isAuthenticated: true }).reason).toBe('authentication_failed');
  expect(refusalOf({})).toEqual({ reason: 'card_refused', isSoft: false });
});
