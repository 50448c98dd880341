import { describe, expect, test } from 'vitest';
import {
  aCryptoCheckout,
  aHold,
  amountUnits,
  aTransfer,
  minutes,
  orderId,
  testTime,
  transactionHash,
  tronAddress,
} from '../../../../test/kit/pages/crypto-checkout.ts';
import { cryptoForwardsByItself, cryptoStateOf, cryptoViewOf } from './crypto-checkout.ts';

const held = { status: 'awaiting', hold: aHold() } as const;
const timeUp = aHold({ heldUntil: minutes(-1) });
/** Half a percent less still counts as paid. */
const barelyEnough = amountUnits - amountUnits / 200n;

describe('what is shown', () => {
  test.each([
    ['choose', aCryptoCheckout()],
    ['no_rate', aCryptoCheckout({}, { preview: null })],
    ['no_network', aCryptoCheckout({}, { networks: [] })],
    ['expired', aCryptoCheckout({ opensUntil: testTime })],
    ['expired', aCryptoCheckout({ status: 'failed', anomalies: ['expired'] })],
    ['pay', aCryptoCheckout(held)],
    ['pay', aCryptoCheckout(held, { preview: null })],
    ['checking', aCryptoCheckout({ ...held, hold: timeUp })],
    ['rest', aCryptoCheckout({ ...held, status: 'pending', seenUnits: barelyEnough - 1n })],
    ['checking', aCryptoCheckout({ status: 'pending', hold: timeUp, seenUnits: barelyEnough - 1n })],
    ['confirming', aCryptoCheckout({ ...held, status: 'pending', seenUnits: barelyEnough })],
    ['confirming', aCryptoCheckout({ status: 'pending', hold: timeUp, seenUnits: amountUnits })],
    ['success', aCryptoCheckout({ ...held, status: 'success' })],
    ['expired', aCryptoCheckout({ status: 'failed', hold: timeUp, anomalies: ['expired'] })],
    ['underpaid', aCryptoCheckout({ status: 'failed', hold: timeUp, anomalies: ['underpaid', 'late'] })],
    ['late', aCryptoCheckout({ status: 'failed', hold: timeUp, anomalies: ['late'] })],
    [
      'refunded',
      aCryptoCheckout({ status: 'failed', hold: timeUp, anomalies: ['late'], resolution: 'refunded' }),
    ],
  ] as const)('%s', (view, checkout) => {
    expect(cryptoViewOf(checkout, testTime)).toBe(view);
  });
});

describe('the state', () => {
  test('before a network is chosen tells what it would cost', () => {
    expect(cryptoStateOf(aCryptoCheckout(), testTime)).toMatchObject({
      status: 'open',
      network: null,
      address: null,
      amount: '184.902118',
      rate: '0.99989',
      remaining: null,
      received: '0.00',
      secondsLeft: 24 * 3600,
    });
  });

  test('tells where and how much to pay, as the network writes it', () => {
    const checkout = aCryptoCheckout({ ...held, hold: aHold({ network: 'TRC20' }) });
    expect(cryptoStateOf(checkout, testTime)).toMatchObject({
      status: 'awaiting',
      view: 'pay',
      network: 'TRC20',
      address: tronAddress,
      amount: '184.902118',
      amountUnits: '184902118',
      remaining: '184.902118',
      secondsLeft: 29 * 60,
      confirmations: null,
      transactions: [],
      forwardTo: null,
    });
  });

  test('tells what has arrived, what is missing and how deep it lies', () => {
    const part = aTransfer({ amountUnits: 100_000_000n });
    const taken = aTransfer({ orphaned: true, logIndex: 9 });
    const checkout = aCryptoCheckout(
      { ...held, status: 'pending', seenUnits: 100_000_000n },
      { transfers: [part, taken] },
    );
    expect(cryptoStateOf(checkout, testTime)).toMatchObject({
      received: '100.00',
      remaining: '84.902118',
      confirmations: { seen: 12, needed: 72 },
      transactions: [
        {
          hash: transactionHash,
          amount: '100.00',
          final: false,
          explorer: `https://etherscan.io/tx/${transactionHash}`,
        },
      ],
    });
  });

  test('counts up to what is needed in the very block that makes it final', () => {
    const stateAt = (readNumber: bigint, finalizedNumber: bigint) =>
      cryptoStateOf(
        aCryptoCheckout(
          { ...held, status: 'pending', seenUnits: amountUnits },
          { transfers: [aTransfer()], chain: { readNumber, finalizedNumber } },
        ),
        testTime,
      );
    expect(stateAt(1_000n, 980n).confirmations).toEqual({ seen: 1, needed: 21 });
    expect(stateAt(1_019n, 999n).confirmations).toEqual({ seen: 20, needed: 21 });
    expect(stateAt(1_020n, 1_000n).confirmations).toBeNull();
    expect(stateAt(1_020n, 1_000n).transactions[0]?.final).toBe(true);
  });

  test('asks for no rest so small that it would not be counted', () => {
    const hold = aHold({ amountUnits: 1_000_000n });
    const checkout = aCryptoCheckout({ status: 'pending', hold, seenUnits: 993_000n });
    expect(cryptoStateOf(checkout, testTime)).toMatchObject({ view: 'rest', remaining: '0.01' });
  });

  test('keeps its version while only confirmations are counted, and changes it for all else', () => {
    const order = { ...held, status: 'pending', seenUnits: amountUnits } as const;
    const change = { transfers: [aTransfer()] };
    const version = (checkout = aCryptoCheckout(order, change)) => cryptoStateOf(checkout, testTime).version;
    const deeper = { ...change, chain: { readNumber: 1_050n, finalizedNumber: 960n } };
    expect(version(aCryptoCheckout(order, deeper))).toBe(version());
    const changed = [
      aCryptoCheckout({ ...order, seenUnits: amountUnits * 2n }, change),
      aCryptoCheckout(order, { transfers: [aTransfer(), aTransfer({ logIndex: 4 })] }),
      aCryptoCheckout(order, { transfers: [aTransfer({ orphaned: true })] }),
      aCryptoCheckout({ ...order, anomalies: ['overpaid'] }, change),
      aCryptoCheckout(order, { ...change, chain: { readNumber: 1_090n, finalizedNumber: 1_000n } }),
    ];
    for (const checkout of changed) expect(version(checkout)).not.toBe(version());
  });
});

describe('the way back', () => {
  const returnUrl = 'https://shop.example/thanks?cart=7';
  test.each([
    ['awaiting', null, null],
    ['pending', null, 'pending'],
    ['success', null, 'success'],
    ['failed', null, 'failed'],
    ['success', orderId, 'approved'],
    ['failed', orderId, 'expired'],
  ] as const)('of a %s order that pays charge %s says %s', (status, chargeId, word) => {
    const checkout = aCryptoCheckout({ ...held, status, chargeId, returnUrl });
    const expected = word && `${returnUrl}&reference=${orderId}&status=${word}`;
    expect(cryptoStateOf(checkout, testTime).forwardTo).toBe(expected);
  });

  test('is taken by itself only by who has just paid', () => {
    const goes = (change: object) => cryptoForwardsByItself(aCryptoCheckout(change).order, testTime);
    expect(goes({ status: 'success', decidedAt: minutes(-1) })).toBe(true);
    expect(goes({ status: 'success', decidedAt: minutes(-16) })).toBe(false);
    expect(goes({ status: 'failed', decidedAt: minutes(-1) })).toBe(false);
  });
});
