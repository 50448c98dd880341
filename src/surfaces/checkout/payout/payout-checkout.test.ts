import { describe, expect, test } from 'vitest';
import {
  aClaim,
  aPayoutCheckout,
  confirmed,
  minutes,
  recipientAddress,
  testTime,
  transactionHash,
  tronAddress,
} from '../../../../test/kit/pages/payout-checkout.ts';
import { maskEmail, payoutStateOf, payoutViewOf } from './payout-checkout.ts';

const claim = aClaim();

describe('what is shown', () => {
  test.each([
    ['choose', aPayoutCheckout()],
    ['no_network', aPayoutCheckout({}, { networks: [] })],
    ['code', aPayoutCheckout({}, { claim })],
    ['code', aPayoutCheckout({}, { claim: aClaim({ verifiedAt: testTime }) })],
    ['undelivered', aPayoutCheckout({}, { claim: aClaim({ refusedAt: testTime }) })],
    ['review', aPayoutCheckout({}, { claim: aClaim({ refusedAt: testTime }), codeRequired: false })],
    ['review', aPayoutCheckout({}, { claim, isProven: true })],
    ['review', aPayoutCheckout({}, { claim, codeRequired: false })],
    // Its network was chosen and is no longer offered.
    ['choose', aPayoutCheckout({}, { claim: aClaim({ network: 'GONE' }) })],
    ['expired', aPayoutCheckout({ opensUntil: testTime }, { claim })],
    ['checking', aPayoutCheckout(confirmed({ status: 'review' }))],
    ['queued', aPayoutCheckout(confirmed())],
    ['waiting', aPayoutCheckout(confirmed({ waitReason: 'low_gas' }))],
    ['sending', aPayoutCheckout(confirmed({ status: 'sending' }))],
    ['confirming', aPayoutCheckout(confirmed({ status: 'pending' }))],
    ['success', aPayoutCheckout(confirmed({ status: 'success' }))],
    ['expired', aPayoutCheckout({ status: 'failed', failure: 'expired' })],
    ['canceled', aPayoutCheckout({ status: 'failed', failure: 'canceled' })],
    ['rejected', aPayoutCheckout(confirmed({ status: 'failed', failure: 'rejected' }))],
    ['failed', aPayoutCheckout(confirmed({ status: 'failed', failure: 'reverted' }))],
    ['failed', aPayoutCheckout(confirmed({ status: 'failed', failure: 'out_of_energy' }))],
    ['failed', aPayoutCheckout(confirmed({ status: 'failed', failure: 'not_transferred' }))],
  ] as const)('%s', (view, checkout) => {
    expect(payoutViewOf(checkout, testTime)).toBe(view);
  });
});

describe('the state', () => {
  test('tells amount and rate before anything is chosen', () => {
    expect(payoutStateOf(aPayoutCheckout(), testTime)).toMatchObject({
      status: 'open',
      network: null,
      address: null,
      amount: '184.902118',
      amountUnits: '184902118',
      rate: '0.99989',
      secondsLeft: 24 * 3600,
      resendSeconds: null,
      transaction: null,
    });
  });

  test('tells when another code may be had', () => {
    const mailing = { kind: 'too_soon', until: minutes(0.5) } as const;
    expect(payoutStateOf(aPayoutCheckout({}, { claim, mailing }), testTime).resendSeconds).toBe(30);
    const spent = { kind: 'spent', until: testTime } as const;
    expect(payoutStateOf(aPayoutCheckout({}, { claim, mailing: spent }), testTime).resendSeconds).toBeNull();
  });

  test('tells where it went, as the network writes it', () => {
    const payout = confirmed({ status: 'pending', network: 'TRC20' });
    expect(payoutStateOf(aPayoutCheckout(payout, { transactionHash }), testTime)).toMatchObject({
      network: 'TRC20',
      address: tronAddress,
      transaction: { hash: transactionHash.slice(2), explorer: null },
      secondsLeft: 0,
    });
  });

  test('tells neither the code nor the e-mail', () => {
    const text = JSON.stringify(payoutStateOf(aPayoutCheckout({}, { claim }), testTime));
    expect(text).toContain(recipientAddress.slice(4));
    expect(text).not.toContain('mail');
    expect(text).not.toContain(Buffer.alloc(32, 7).toString('hex'));
  });

  test('keeps its version while only confirmations are counted, and changes it for all else', () => {
    const pending = confirmed({ status: 'pending' });
    const version = (checkout = aPayoutCheckout(pending, { confirmations: { seen: 1, needed: 9 } })) =>
      payoutStateOf(checkout, testTime).version;
    expect(version(aPayoutCheckout(pending, { confirmations: { seen: 5, needed: 9 } }))).toBe(version());
    for (const changed of [
      aPayoutCheckout(pending),
      aPayoutCheckout(pending, { transactionHash, confirmations: { seen: 1, needed: 9 } }),
      aPayoutCheckout({ ...pending, status: 'success' }),
      aPayoutCheckout(confirmed({ waitReason: 'paused' })),
      aPayoutCheckout(confirmed({ waitReason: 'low_gas' })),
    ]) {
      expect(version(changed)).not.toBe(version());
    }
  });
});

test.each([
  ['ana@mail.example', 'a***@mail.example'],
  ['a@mail.example', 'a***@mail.example'],
  ['"a@b"@mail.example', '"***@mail.example'],
])('%s is shown as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
