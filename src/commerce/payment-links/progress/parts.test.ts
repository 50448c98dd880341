import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../../accounts/merchants/merchant.ts';
import type { MethodCode } from '../../../accounts/methods/methods.ts';
import { chargeStatuses } from '../../../payments/charges/charge.ts';
import { type PaymentLink, undisturbedMs } from '../payment-link.ts';
import { countParts, decidePart, type PartCharge, smallestPartMinor } from './parts.ts';

const now = new Date('2026-06-15T12:00:00Z');
const totalMinor = 10_000n;
const smallestMinor = 200n;
const address = (at: number) => Buffer.alloc(1, at);

function charge(chargeId: string, amountMinor: bigint, change: Partial<PartCharge> = {}): PartCharge {
  return {
    linkId: 'l',
    chargeId,
    status: 'open',
    amountMinor,
    isAskedAgain: false,
    clientAddressHash: address(1),
    createdAt: now,
    ...change,
  };
}

describe('of an invoice of 100', () => {
  test.each([
    ['open', false, 'held'],
    ['authorized', false, 'held'],
    ['approved', false, 'paid'],
    ['partially_refunded', false, 'paid'],
    ['partially_refunded', true, 'paid'],
    ['refunded', false, 'went back'],
    ['charged_back', false, 'went back'],
    ['refunded', true, 'nothing'],
    ['charged_back', true, 'nothing'],
    ['declined', false, 'nothing'],
    ['canceled', false, 'nothing'],
    ['voided', false, 'nothing'],
    ['expired', false, 'nothing'],
  ] as const)('a part of 30 that is %s (asked again: %s) counts as %s', (status, isAskedAgain, counts) => {
    const isPaid = counts === 'paid' || counts === 'went back';
    expect(countParts(totalMinor, [charge('a', 3_000n, { status, isAskedAgain })])).toEqual({
      paidMinor: isPaid ? 3_000n : 0n,
      heldMinor: counts === 'held' ? 3_000n : 0n,
      wentBackMinor: counts === 'went back' ? 3_000n : 0n,
      leftMinor: isPaid ? 7_000n : 10_000n,
      freeMinor: counts === 'nothing' ? 10_000n : 7_000n,
    });
  });

  test('every status of a charge is in the table above', () => {
    expect(chargeStatuses).toHaveLength(10);
  });

  test('nothing is left where late money makes it more', () => {
    const late = [charge('a', 9_000n, { status: 'approved' }), charge('b', 3_000n, { status: 'approved' })];
    expect(countParts(totalMinor, late)).toEqual({
      paidMinor: 12_000n,
      heldMinor: 0n,
      wentBackMinor: 0n,
      leftMinor: 0n,
      freeMinor: 0n,
    });
  });
});

describe('the smallest part', () => {
  const smallest = (
    amountMinor: bigint | null,
    least: Partial<Record<MethodCode, string>>,
    off: MethodCode[],
  ) =>
    smallestPartMinor(
      { methods: Object.keys(least), country: 'BRA', currency: 'BRL', amountMinor } as PaymentLink,
      {
        ...defaultSettings,
        methodsOff: off,
        methods: (Object.keys(least) as MethodCode[]).map((methodCode) => {
          const bounds = { BRL: { min: least[methodCode] as string } };
          return { methodCode, countries: [], currencies: [], bounds };
        }),
      },
    );

  test.each([
    ['a fiftieth, rounded up', 10_001n, {}, [], 201n],
    ['a fiftieth', 10_000n, {}, [], 200n],
    ['what the method takes', 10_000n, { CARDS: '5.00' }, [], 500n],
    ['what the method that takes the least takes', 10_000n, { CARDS: '7.00', PIX: '5.00' }, [], 500n],
    ['the same in the other order', 10_000n, { CARDS: '5.00', PIX: '7.00' }, [], 500n],
    [
      'what the other method takes where one is off',
      10_000n,
      { CARDS: '5.00', PIX: '7.00' },
      ['CARDS'],
      700n,
    ],
    ['a fiftieth where the method takes less', 100_000n, { CARDS: '5.00' }, [], 2_000n],
    ['what the method takes where there is no amount', null, { CARDS: '5.00' }, [], 500n],
    ['nothing where there is neither', null, {}, [], 0n],
  ] as [string, bigint | null, Partial<Record<MethodCode, string>>, MethodCode[], bigint][])(
    'is %s',
    (_, amountMinor, least, off, expected) => {
      expect(smallest(amountMinor, least, off)).toBe(expected);
    },
  );
});

describe('who wants to pay a part of an invoice of 100, of which the least is 2', () => {
  const minutesAgo = (count: number) => new Date(now.getTime() - count * 60_000);
  const mine = { clientAddressHash: address(0) };
  const left = { createdAt: minutesAgo(15) };
  const young = { createdAt: new Date(minutesAgo(15).getTime() + 1) };
  test.each([
    ['all of it', [], 10_000n, { kind: 'take' }],
    ['so much that the least is left', [], 9_800n, { kind: 'take' }],
    ['so much that less than the least is left', [], 9_801n, { kind: 'small_rest', freeMinor: 10_000n }],
    ['what others leave', [charge('a', 6_000n)], 4_000n, { kind: 'take' }],
    [
      'less than all where twice the least is free',
      [charge('a', 9_600n)],
      250n,
      { kind: 'small_rest', freeMinor: 400n },
    ],
    ['less than all where less is free', [charge('a', 9_601n)], 250n, { kind: 'whole', freeMinor: 399n }],
    ['more than is free', [charge('a', 6_000n)], 4_001n, { kind: 'less', freeMinor: 4_000n }],
    ['anything where others pay all', [charge('a', 10_000n)], 200n, { kind: 'busy' }],
    [
      'what their own charge holds',
      [charge('a', 10_000n, mine)],
      200n,
      { kind: 'displace', chargeIds: ['a'] },
    ],
    [
      'what a charge left alone holds',
      [charge('a', 10_000n, left)],
      200n,
      { kind: 'displace', chargeIds: ['a'] },
    ],
    ['what a young charge holds', [charge('a', 10_000n, young)], 200n, { kind: 'busy' }],
    ['what is authorized', [charge('a', 10_000n, { ...mine, status: 'authorized' })], 200n, { kind: 'busy' }],
    ['what was tried before', [charge('tried', 10_000n, mine)], 200n, { kind: 'busy' }],
    [
      'what two of three hold',
      [charge('a', 3_000n, mine), charge('b', 3_000n, left), charge('c', 4_000n, mine)],
      6_000n,
      { kind: 'displace', chargeIds: ['a', 'b'] },
    ],
    [
      'more than can be moved',
      [charge('a', 3_000n, mine), charge('b', 7_000n)],
      6_000n,
      { kind: 'less', freeMinor: 3_000n },
    ],
  ] as const)('%s gets an answer', (_, charges, amountMinor, decision) => {
    const wanted = { amountMinor, smallestMinor, clientAddressHash: address(0), tried: new Set(['tried']) };
    expect(decidePart(totalMinor, charges, wanted, now)).toEqual(decision);
  });
});

describe('an invoice in parts', () => {
  test('is never promised for more than its sum, nor leaves a rest that is too small', () => {
    const step = fc.record({
      what: fc.constantFrom('pay', 'end', 'ask'),
      amountMinor: fc.bigInt(smallestMinor, totalMinor),
      from: fc.integer({ min: 0, max: 3 }),
      at: fc.nat(20),
      ageMs: fc.integer({ min: 0, max: 30 * 60 * 1000 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const charges: PartCharge[] = [];
        const tried = new Set<string>();
        for (const { what, amountMinor, from, at, ageMs } of steps) {
          const open = charges.filter(({ status: of }) => of === 'open');
          const some = open[at % Math.max(1, open.length)];
          if (what !== 'ask') {
            if (some) some.status = what === 'pay' ? 'approved' : 'expired';
            continue;
          }
          const wanted = { amountMinor, smallestMinor, clientAddressHash: address(from), tried };
          let decision = decidePart(totalMinor, charges, wanted, now);
          if (decision.kind === 'displace') {
            for (const id of decision.chargeIds) {
              const moved = charges.find(({ chargeId }) => chargeId === id) as PartCharge;
              const isTheirs = moved.clientAddressHash.equals(address(from));
              expect(isTheirs || now.getTime() - moved.createdAt.getTime() >= undisturbedMs).toBe(true);
              moved.status = 'canceled';
            }
            decision = decidePart(totalMinor, charges, wanted, now);
            expect(decision.kind).not.toBe('displace');
          }
          if (decision.kind !== 'take') continue;
          charges.push({
            linkId: 'l',
            chargeId: `c${charges.length}`,
            status: 'open',
            amountMinor,
            isAskedAgain: false,
            clientAddressHash: address(from),
            createdAt: new Date(now.getTime() - ageMs),
          });
          const promised = charges.filter(({ status: of }) => of === 'open' || of === 'approved');
          const promisedMinor = promised.reduce((sum, each) => sum + each.amountMinor, 0n);
          const { freeMinor } = countParts(totalMinor, charges);
          expect(promisedMinor + freeMinor).toBe(totalMinor);
          expect(freeMinor === 0n || freeMinor >= smallestMinor).toBe(true);
        }
      }),
    );
  });
});
