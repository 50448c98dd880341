import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cryptoAmountOf,
  decideOrder,
  dustUnits,
  holdMs,
  marksOf,
  moneyOf,
  needsPerson,
  type OrderFacts,
  orderLifetimeMs,
  receivedUnits,
  type Transfer,
} from './order.ts';

const heldUntil = new Date('2026-01-01T12:30:00Z');
const amountUnits = 100_000_000n;
const minutes = (count: number) => new Date(heldUntil.getTime() + count * 60_000);

type InBlock = Omit<Transfer, 'final'> & { blockNumber: bigint };
type Facts = Partial<OrderFacts> & { finalizedNumber?: bigint };

/** A transfer in block 10, ten minutes before the hold ends, unless changed. */
function paid(amount: bigint, change: Partial<InBlock> = {}): InBlock {
  return { blockNumber: 10n, blockTime: minutes(-10), amountUnits: amount, orphaned: false, ...change };
}

function decide(transfers: InBlock[], { finalizedNumber = 5n, ...change }: Facts = {}) {
  return decideOrder({
    status: 'awaiting',
    amountUnits,
    heldUntil,
    resolution: null,
    transfers: transfers.map((each) => ({ ...each, final: each.blockNumber <= finalizedNumber })),
    finalizedTime: minutes(-20),
    ...change,
  });
}
const final = { finalizedNumber: 20n, finalizedTime: minutes(-5) };
const over = { finalizedNumber: 500n, finalizedTime: minutes(60) };

describe('an order', () => {
  test.each<[string, InBlock[], Facts, string, string[]]>([
    ['nothing yet', [], {}, 'awaiting', []],
    ['exact, in a block', [paid(amountUnits)], {}, 'pending', []],
    ['exact and final', [paid(amountUnits)], final, 'success', []],
    ['half a percent short, final', [paid(99_500_000n)], final, 'success', []],
    ['a unit less than that, final', [paid(99_499_999n)], final, 'pending', []],
    ['the same once its time is over', [paid(99_499_999n)], over, 'failed', ['underpaid']],
    ['half a percent over', [paid(100_500_000n)], final, 'success', []],
    ['a unit more than that', [paid(100_500_001n)], final, 'success', ['overpaid']],
    ['in two parts', [paid(60_000_000n), paid(40_000_000n)], final, 'success', []],
    [
      'two parts, one not final',
      [paid(60_000_000n), paid(40_000_000n, { blockNumber: 30n })],
      final,
      'pending',
      [],
    ],
    ['paid twice', [paid(amountUnits), paid(amountUnits)], final, 'success', ['overpaid']],
    ['late', [paid(amountUnits, { blockTime: minutes(1) })], over, 'failed', ['late']],
    ['at the last second', [paid(amountUnits, { blockTime: heldUntil })], over, 'success', []],
    [
      'half in time, half late',
      [paid(50_000_000n), paid(50_000_000n, { blockTime: minutes(1) })],
      over,
      'failed',
      ['underpaid', 'late'],
    ],
    ['expired', [], over, 'failed', ['expired']],
    ['orphaned', [paid(amountUnits, { orphaned: true })], {}, 'awaiting', ['orphaned']],
    ['orphaned for good', [paid(amountUnits, { orphaned: true })], over, 'failed', ['expired', 'orphaned']],
    [
      'orphaned, and paid again',
      [paid(amountUnits, { orphaned: true }), paid(amountUnits)],
      final,
      'success',
      [],
    ],
    [
      'orphaned, and paid again half a percent short',
      [paid(amountUnits, { orphaned: true }), paid(99_500_000n)],
      final,
      'success',
      [],
    ],
    ['over, but a payment may have been missed', [], { ...over, gapSuspected: true }, 'awaiting', []],
    [
      'failed before a payment may have been missed',
      [],
      { ...over, gapSuspected: true, status: 'failed' },
      'failed',
      ['expired'],
    ],
    ['dust', [paid(dustUnits - 1n)], {}, 'awaiting', []],
    ['dust, when its time is over', [paid(dustUnits - 1n)], over, 'failed', ['expired']],
    [
      'late, accepted by a person',
      [paid(amountUnits, { blockTime: minutes(1) })],
      { ...over, resolution: 'accepted' },
      'success',
      ['late'],
    ],
  ])('%s', (_name, transfers, change, status, anomalies) => {
    expect(decide(transfers, change)).toMatchObject({ status, anomalies });
  });

  test('does not fail by the clock while a block that may still change could hold a payment', () => {
    expect(decide([], { finalizedTime: heldUntil }).status).toBe('awaiting');
    expect(decide([], { finalizedTime: new Date(heldUntil.getTime() + 1) }).status).toBe('failed');
  });
});

describe('whatever happens on the chain', () => {
  const transfer = fc.record({
    blockNumber: fc.bigInt({ min: 1n, max: 60n }),
    amountUnits: fc.bigInt({ min: 1n, max: 150_000_000n }),
    orphaned: fc.boolean(),
  });
  /** A chain with a block a minute, block 30 at the end of the hold. */
  const timeOf = (block: bigint) => minutes(Number(block) - 30);
  const history = fc
    .record({ transfers: fc.array(transfer, { maxLength: 6 }), finalized: fc.bigInt({ min: 0n, max: 60n }) })
    .map(({ transfers, finalized }) => ({
      transfers: transfers.map((each) => ({ ...each, blockTime: timeOf(each.blockNumber) })),
      facts: { finalizedNumber: finalized, finalizedTime: timeOf(finalized) },
    }));

  test('success means that enough is final, and what is final is never more than what is seen', () => {
    fc.assert(
      fc.property(history, ({ transfers, facts }) => {
        const decision = decide(transfers, facts);
        expect(decision.finalUnits <= decision.seenUnits).toBe(true);
        if (decision.status === 'success') expect(decision.finalUnits >= 99_500_000n).toBe(true);
        if (decision.status === 'failed') expect(decision.finalUnits < 99_500_000n).toBe(true);
      }),
    );
  });

  test('the order in which transfers were seen makes no difference', () => {
    fc.assert(
      fc.property(history, fc.nat(), ({ transfers, facts }, turn) => {
        const at = transfers.length === 0 ? 0 : turn % transfers.length;
        const turned = [...transfers.slice(at), ...transfers.slice(0, at)].reverse();
        expect(decide(turned, facts)).toEqual(decide(transfers, facts));
      }),
    );
  });

  test('what was decided for good stays so as finality advances', () => {
    fc.assert(
      fc.property(history, fc.bigInt({ min: 0n, max: 60n }), ({ transfers, facts }, more) => {
        const now = decide(transfers, facts).status;
        const finalizedNumber = facts.finalizedNumber + more;
        const later = decide(transfers, { finalizedNumber, finalizedTime: timeOf(finalizedNumber) }).status;
        if (now === 'success' || now === 'failed') expect(later).toBe(now);
      }),
    );
  });

  test('once everything is final every order is decided', () => {
    fc.assert(
      fc.property(history, ({ transfers }) => {
        const { status } = decide(transfers, { finalizedNumber: 60n, finalizedTime: timeOf(60n) });
        expect(['success', 'failed']).toContain(status);
      }),
    );
  });
});

describe('the money of an order', () => {
  const booked = { orphaned: false, posted: true, credited: true, disposition: null };
  const paidTooMuch = {
    status: 'success' as const,
    anomalies: ['overpaid' as const],
    resolution: null,
    expectedUnits: 40_000_000n,
  };

  test('is one truth: what was expected, came, was credited, and waits', () => {
    const transfers = [
      { ...booked, amountUnits: 50_000_000n },
      { ...booked, amountUnits: 7_000_000n, credited: false },
      { ...booked, amountUnits: 3_000_000n, orphaned: true },
    ];
    expect(moneyOf(paidTooMuch, transfers)).toEqual({
      expectedUnits: 40_000_000n,
      receivedUnits: 57_000_000n,
      creditedUnits: 50_000_000n,
      undecidedUnits: 17_000_000n,
    });
    expect(moneyOf({ ...paidTooMuch, resolution: 'accepted' }, transfers).undecidedUnits).toBe(7_000_000n);
    expect(moneyOf({ ...paidTooMuch, status: 'pending' }, transfers).undecidedUnits).toBe(0n);
  });

  test.each([
    ['dust alone', [9_999n], 0n],
    ['the least that is no dust', [10_000n], 10_000n],
    ['dust beside more', [9_999n, 10_000n], 19_999n],
  ])('asks about late money: %s', (_, amounts, undecidedUnits) => {
    const late = amounts.map((each) => ({ ...booked, amountUnits: each, credited: false }));
    expect(moneyOf({ ...paidTooMuch, anomalies: ['late'] }, late)).toMatchObject({ undecidedUnits });
  });

  test('has nothing to decide of an overpaid order before its money is credited', () => {
    const part = { ...booked, amountUnits: 30_000_000n, credited: true };
    expect(moneyOf(paidTooMuch, [part]).undecidedUnits).toBe(0n);
  });

  test.each([
    [[], false],
    [['expired'], false],
    [['late'], true],
    [['expired', 'orphaned'], true],
  ] as const)('with %j needs a person: %s', (anomalies, needed) => {
    expect(needsPerson(anomalies)).toBe(needed);
  });

  test('asks about no dust, neither beside a payment nor beyond it', () => {
    const dust = { ...booked, amountUnits: 9_999n, credited: false };
    expect(moneyOf({ ...paidTooMuch, anomalies: ['late'] }, [dust]).undecidedUnits).toBe(0n);
    const decide = (amountUnits: bigint) =>
      decideOrder({
        status: 'awaiting',
        amountUnits: 1_000_000n,
        heldUntil: new Date(2_000),
        resolution: null,
        finalizedTime: new Date(1_000),
        transfers: [{ blockTime: new Date(1_000), amountUnits, orphaned: false, final: true }],
      }).anomalies;
    expect(decide(1_009_999n)).toEqual([]);
    expect(decide(1_010_000n)).toEqual(['overpaid']);
  });
});

test('a transfer is late after the time that the order is held, and dust below a cent', () => {
  const until = new Date('2026-03-01T12:00:00Z');
  const after = new Date(until.getTime() + 1);
  expect(marksOf({ blockTime: until, amountUnits: 10_000n }, until)).toEqual({ late: false, dust: false });
  expect(marksOf({ blockTime: after, amountUnits: 9_999n }, until)).toEqual({ late: true, dust: true });
});

test('what a reorganisation took back was not received', () => {
  expect(
    receivedUnits([
      { amountUnits: 5n, orphaned: false },
      { amountUnits: 7n, orphaned: true },
      { amountUnits: 1n, orphaned: false },
    ]),
  ).toBe(6n);
});

test('the amount of a success is what was credited, of any other order what came', () => {
  const money = { expectedUnits: 10n, receivedUnits: 12n, creditedUnits: 11n, undecidedUnits: 1n };
  expect(cryptoAmountOf('success', money)).toBe(11n);
  for (const status of ['failed', 'pending', 'awaiting'] as const)
    expect(cryptoAmountOf(status, money)).toBe(12n);
});

test('a network is chosen within a day, and its rate held for half an hour', () => {
  expect([orderLifetimeMs, holdMs]).toEqual([86_400_000, 1_800_000]);
});

test('a payment of exactly the least that counts pays an order of it', () => {
  expect(decide([paid(dustUnits)], { amountUnits: dustUnits, finalizedNumber: 10n }).status).toBe('success');
  expect(decide([paid(dustUnits - 1n)], { amountUnits: dustUnits, finalizedNumber: 10n }).status).toBe(
    'awaiting',
  );
});
