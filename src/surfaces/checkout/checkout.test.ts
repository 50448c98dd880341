import { describe, expect, test } from 'vitest';
import { aCharge, aCheckout, chargeId, testTime as now } from '../../../test/kit/pages/card-checkout.ts';
import { chargeStatuses } from '../../payments/charges/charge.ts';
import { refusalReasons } from '../../payments/charges/payment-processor.ts';
import { forwardsByItself, returnAddress, stateOf, viewOf } from './checkout.ts';

describe('the view', () => {
  test('is the form while nothing stands in the way', () => {
    expect(viewOf(aCheckout(), now)).toEqual({ kind: 'form', refusal: null, triesLeft: 5 });
  });

  test.each(refusalReasons)('after a refusal (%s) is the form with the reason', (refusal) => {
    expect(viewOf(aCheckout({ refusedCount: 3 }, { status: 'refused', refusal }), now)).toEqual({
      kind: 'form',
      refusal,
      triesLeft: 2,
    });
  });

  test.each(['created', 'unknown', 'approved'] as const)(
    'never offers to pay while an attempt is %s',
    (status) => {
      expect(viewOf(aCheckout({}, { status }), now).kind).toBe('processing');
    },
  );

  test('of a challenge leads to the bank, if its address is one', () => {
    const view = (challengeUrl: string | null) =>
      viewOf(aCheckout({}, { status: 'authenticating', challengeUrl }), now);
    expect(view('https://bank.example/a')).toEqual({ kind: 'challenge', url: 'https://bank.example/a' });
    expect(view('javascript:alert(1)').kind).toBe('processing');
    expect(view(null).kind).toBe('processing');
  });

  test('is the end of time once time is up, unless the bank was asked before', () => {
    const expiresAt = now;
    expect(viewOf(aCheckout({ expiresAt }), now).kind).toBe('expired');
    expect(viewOf(aCheckout({ expiresAt }, { status: 'unknown' }), now).kind).toBe('processing');
  });

  test.each(chargeStatuses.filter((status) => status !== 'open'))(
    'of a charge that is %s says so',
    (status) => {
      expect(viewOf(aCheckout({ status }, { status: 'unknown' }), now).kind).toBe(status);
    },
  );
});

describe('the way back', () => {
  const back = (returnUrl: string) => returnAddress(aCharge({ status: 'approved', returnUrl }));

  test('adds reference and status and keeps what the merchant wrote', () => {
    expect(back('https://shop.example')).toBe(`https://shop.example/?reference=${chargeId}&status=approved`);
    expect(back('https://shop.example/ok?a=b%20c&sig=x%2By#done')).toBe(
      `https://shop.example/ok?a=b%20c&sig=x%2By&reference=${chargeId}&status=approved#done`,
    );
  });

  test('lets no status of another’s writing stand beside ours', () => {
    expect(back('https://shop.example/?status=approved&reference=1&a=b')).toBe(
      `https://shop.example/?a=b&reference=${chargeId}&status=approved`,
    );
  });

  test('leads nowhere but to a web address, and only when all is over', () => {
    expect(back('javascript:alert(1)')).toBeNull();
    expect(back('data:text/html,x')).toBeNull();
    expect(returnAddress(aCharge({ returnUrl: 'https://shop.example' }))).toBeNull();
    expect(returnAddress(aCharge({ status: 'approved' }))).toBeNull();
  });

  test('is taken by itself only just after the end', () => {
    const at = (minutesAgo: number, status: 'approved' | 'refunded' = 'approved') =>
      forwardsByItself(aCheckout({ status, decidedAt: new Date(now.getTime() - minutesAgo * 60_000) }), now);
    expect(at(1)).toBe(true);
    expect(at(16)).toBe(false);
    expect(at(1, 'refunded')).toBe(false);
  });
});

test('the state has a new version whenever the page would look different', () => {
  const states = [
    aCheckout(),
    aCheckout({}, { status: 'created' }),
    aCheckout({}, { status: 'authenticating', challengeUrl: 'https://bank.example' }),
    aCheckout({ refusedCount: 1 }, { status: 'refused', refusal: 'card_refused' }),
    aCheckout({ refusedCount: 2 }, { id: 'second', status: 'refused', refusal: 'card_refused' }),
    aCheckout({ expiresAt: now }),
    aCheckout({ status: 'expired', expiresAt: now }),
    aCheckout({ status: 'approved' }),
    aCheckout({ status: 'partially_refunded', refundedMinor: 1n }),
    aCheckout({ status: 'partially_refunded', refundedMinor: 2n }),
  ].map((checkout) => stateOf(checkout, now).version);
  expect(new Set(states).size).toBe(states.length);
});
