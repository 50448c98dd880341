import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Posting } from '../../accounts/ledger/ledger.ts';
import {
  type Attempt,
  attemptTransitions,
  type Charge,
  chargeTransitions,
  decideAttempt,
  hasEnded,
  isLeft,
  maxRefusedAttempts,
} from './charge.ts';
import { type DisputeState, decideDispute } from './disputes/decide-dispute.ts';
import {
  type AttemptFinding,
  type Dispute,
  type PaymentInstructions,
  refusalReasons,
} from './payment-processor.ts';
import { approvedEntry, givenBackEntry } from './post-charge.ts';
import { decideRefund, refundableMinor, statusByRefunds } from './refunds/decide-refund.ts';

/** Decisions about charges, checked against thousands of histories: any answers of a processor, in any order. */

const minuteMs = 60_000;
const instructions: PaymentInstructions = {
  expiresAt: '2026-03-02T12:00:00.000Z',
  details: [{ label: 'clabe', value: '646180205700001446' }],
  qr: null,
  barcode: null,
  documentUrl: null,
};
const finding: fc.Arbitrary<AttemptFinding> = fc.oneof(
  fc.constant({ outcome: 'unknown' as const, cause: 'no answer' }),
  fc.constant({ outcome: 'not_found' as const }),
  fc.constant({ outcome: 'not_taken' as const, cause: 'nobody there' }),
  fc.record({
    outcome: fc.constant('challenge' as const),
    url: fc.constantFrom('https://a', 'https://b'),
    handle: fc.constantFrom(null, 'h-1'),
  }),
  fc.record({
    outcome: fc.constant('instructions' as const),
    handle: fc.constantFrom(null, 'h-1'),
    instructions: fc.constant(instructions),
  }),
  fc.record({ outcome: fc.constant('pending' as const), handle: fc.constantFrom(null, 'h-1') }),
  fc.record({
    outcome: fc.constant('refused' as const),
    reason: fc.constantFrom(...refusalReasons),
    isSoft: fc.boolean(),
    card: fc.constant(null),
  }),
  fc.constant({ outcome: 'approved' as const, processorReference: 'p-1', card: null }),
  fc.constant({
    outcome: 'other_amount' as const,
    processorReference: 'p-1',
    paid: { amountMinor: 99n, currency: 'USD' },
  }),
);
const times = { challengeLifetimeMs: 15 * minuteMs, pendingIntervalMs: 30 * minuteMs };
/** Time between two answers, often close to zero. */
const passedMs = fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 20 * minuteMs }));
const answers = fc.array(fc.record({ finding, passedMs }), { maxLength: 30, size: 'max' });

type Tried = Pick<
  Attempt,
  'status' | 'handle' | 'challengeUrl' | 'instructions' | 'card' | 'inquiries' | 'createdAt'
>;
const untried = {
  status: 'created',
  handle: null,
  challengeUrl: null,
  instructions: null,
  card: null,
  inquiries: 0,
} as const;

/**
 * Plays answers to a charge: the customer starts a new attempt whenever none is unresolved. Calls back at each answer.
 */
function play(
  given: readonly { finding: AttemptFinding; passedMs: number }[],
  onAnswer: (
    was: { charge: Pick<Charge, 'status' | 'refusedCount'>; attempt: Tried },
    finding: AttemptFinding,
    now: Date,
    decision: ReturnType<typeof decideAttempt>,
  ) => void = () => {},
): { charge: Pick<Charge, 'status' | 'refusedCount'>; ended: Tried[]; refusals: (string | null)[] } {
  let now = new Date('2026-03-01T12:00:00Z');
  let charge: Pick<Charge, 'status' | 'refusedCount'> = { status: 'open', refusedCount: 0 };
  let attempt: Tried = { ...untried, createdAt: now };
  const ended: Tried[] = [];
  const refusals: (string | null)[] = [];
  for (const { finding, passedMs } of given) {
    now = new Date(now.getTime() + passedMs);
    const decision = decideAttempt(charge, attempt, finding, times, now);
    onAnswer({ charge, attempt }, finding, now, decision);
    if (!decision) break;
    const { status, handle, challengeUrl, instructions, refusal } = decision.attempt;
    // A known processor id is not forgotten.
    if (attempt.handle !== null) expect(handle).not.toBeNull();
    // What the customer was shown stays: it may still be paid.
    if (attempt.instructions !== null) expect(instructions).not.toBeNull();
    attempt = { ...attempt, status, handle, challengeUrl, instructions, inquiries: attempt.inquiries + 1 };
    charge = decision.charge;
    if (!hasEnded({ status })) continue;
    ended.push(attempt);
    refusals.push(refusal);
    if (charge.status === 'open') {
      attempt = { ...untried, createdAt: now };
    }
  }
  return { charge, ended, refusals };
}

describe('whatever a processor answers, and whenever', () => {
  test('attempts and charges change as their tables allow, and what has ended hears nothing more', () => {
    fc.assert(
      fc.property(answers, (given) => {
        play(given, ({ charge, attempt }, _finding, _now, decision) => {
          expect(decision === null).toBe(hasEnded(attempt));
          if (!decision) return;
          const { status } = decision.attempt;
          if (status !== attempt.status) expect(attemptTransitions[attempt.status]).toContain(status);
          if (decision.charge.status !== charge.status) {
            expect(chargeTransitions[charge.status]).toContain(decision.charge.status);
          }
        });
      }),
      { numRuns: 1_000 },
    );
  });

  test('a charge is approved by an approval and nothing else, once, and by one attempt', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const { charge, ended } = play(given, (_was, { outcome }, _now, decision) => {
          const isApproved = outcome === 'approved' && decision !== null;
          expect(decision?.charge.status === 'approved').toBe(isApproved);
          expect(decision?.attempt.status === 'approved').toBe(isApproved);
          if (isApproved) expect(decision.attempt.processorReference).toBe('p-1');
        });
        const approved = ended.filter(({ status }) => status === 'approved').length;
        expect(approved).toBe(charge.status === 'approved' ? 1 : 0);
      }),
      { numRuns: 1_000 },
    );
  });

  test('a time-out ends nothing: neither does it refuse by itself, nor does an attempt that may be on its way', () => {
    fc.assert(
      fc.property(answers, (given) => {
        play(given, ({ charge, attempt }, { outcome }, now, decision) => {
          if (!decision) return;
          const ageMs = now.getTime() - attempt.createdAt.getTime();
          const wasTaken = attempt.status === 'pending' || attempt.status === 'awaiting';
          const mayBeOnItsWay = outcome === 'not_found' && (ageMs < minuteMs || wasTaken);
          if (outcome === 'unknown' || mayBeOnItsWay) {
            // A payment that a bank is deciding stays pending, and instructions stay good.
            expect(decision.attempt.status).toBe(wasTaken ? attempt.status : 'unknown');
            expect(decision.charge).toEqual(charge);
          }
          const isRefusal =
            outcome === 'refused' ||
            outcome === 'not_taken' ||
            outcome === 'other_amount' ||
            (outcome === 'not_found' && !mayBeOnItsWay);
          expect(decision.attempt.status === 'refused').toBe(isRefusal);
          expect(decision.attempt.refusal !== null).toBe(isRefusal);
          // Another amount approves nothing, and is not lost.
          expect(decision.unexpected !== undefined).toBe(outcome === 'other_amount');
        });
      }),
      { numRuns: 1_000 },
    );
  });

  test('what is unresolved is asked about again, soon, and a challenge is given up when its time is over', () => {
    fc.assert(
      fc.property(answers, (given) => {
        play(given, ({ attempt }, _finding, now, decision) => {
          if (!decision || hasEnded(decision.attempt)) {
            if (decision) expect(decision.attempt.challengeUrl).toBeNull();
            return;
          }
          const { status, dueAt } = decision.attempt;
          const waitMs = dueAt.getTime() - now.getTime();
          expect(waitMs).toBeGreaterThan(0);
          const mostMs = {
            authenticating: 10 * minuteMs,
            awaiting: times.pendingIntervalMs,
            pending: times.pendingIntervalMs,
          };
          expect(waitMs).toBeLessThanOrEqual(mostMs[status as keyof typeof mostMs] ?? minuteMs);
          if (status === 'authenticating') {
            const endsAt = new Date(attempt.createdAt.getTime() + times.challengeLifetimeMs);
            const asked = { status, createdAt: attempt.createdAt, instructions: attempt.instructions };
            expect(isLeft(asked, times, dueAt)).toBe(dueAt >= endsAt);
            expect(dueAt <= endsAt || waitMs <= minuteMs).toBe(true);
          }
        });
      }),
      { numRuns: 1_000 },
    );
  });

  test('a charge is declined by as many refusals of cards, and not by what never reached the acquirer', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const { charge, refusals } = play(given);
        const harmless = [
          'not_processed',
          'left_page',
          'authentication_required',
          'not_paid_in_time',
          'other_amount',
        ];
        const counted = refusals.filter((reason) => reason !== null && !harmless.includes(reason)).length;
        expect(charge.refusedCount).toBe(counted);
        expect(charge.status === 'declined').toBe(counted >= maxRefusedAttempts);
        expect(counted).toBeLessThanOrEqual(maxRefusedAttempts);
      }),
      { numRuns: 1_000 },
    );
  });
});

type Turn =
  | { what: 'refund'; permille: number | null }
  | { what: 'answered'; which: number; hasSucceeded: boolean }
  | { what: 'fails_late'; which: number }
  | {
      what: 'dispute';
      which: number;
      status: Dispute['status'];
      permille: number;
      isForeign: boolean;
      askedAt: number;
    };
const turn: fc.Arbitrary<Turn> = fc.oneof(
  fc.record({
    what: fc.constant('refund' as const),
    permille: fc.constantFrom(null, 1, 250, 333, 600, 1_000),
  }),
  fc.record({
    what: fc.constant('answered' as const),
    which: fc.nat({ max: 3 }),
    hasSucceeded: fc.boolean(),
  }),
  fc.record({ what: fc.constant('fails_late' as const), which: fc.nat({ max: 3 }) }),
  // Any state of any of three disputes, read at any time, and recorded in this order.
  fc.record({
    what: fc.constant('dispute' as const),
    which: fc.nat({ max: 2 }),
    status: fc.constantFrom('inquiry', 'open', 'won', 'lost'),
    permille: fc.constantFrom(100, 333, 500, 1_000),
    isForeign: fc.boolean(),
    askedAt: fc.nat({ max: 12 }),
  }),
);
/** Currencies with 0, 2 and 3 decimals, from one unit to the largest value of the column. */
const money = fc.record({
  amountMinor: fc.oneof(fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 1n, max: 2n ** 63n - 1n })),
  currency: fc.constantFrom('JPY', 'USD', 'KWD'),
});

const taker = { processor: 'sandbox', accountId: null };

function on(account: string, postings: readonly Posting[]): bigint {
  return postings.reduce((sum, each) => sum + (each.account === account ? each.amount : 0n), 0n);
}

describe('whatever is refunded, fails or is charged back, in whatever order', () => {
  /** The life of a paid charge in memory, with all its postings. */
  function live(amount: Charge['amount'], feeBasisPoints: number, turns: readonly Turn[]) {
    const charge = {
      merchantId: 'm',
      id: 'c',
      status: 'approved' as Charge['status'],
      amount,
      capturedMinor: null,
      refundedMinor: 0n,
      refundPendingMinor: 0n,
    };
    const entries = [approvedEntry(charge, taker, feeBasisPoints)];
    const open: { id: string; amountMinor: bigint }[] = [];
    const succeeded: { id: string; amountMinor: bigint }[] = [];
    const disputes = new Map<string, DisputeState>();
    /** The last reading of each dispute, whatever the decision was. */
    const latest = new Map<string, DisputeState>();
    let count = 0;
    for (const each of turns) {
      const before = charge.status;
      if (each.what === 'refund') {
        const left = refundableMinor(charge);
        const part = each.permille === null ? left : (amount.amountMinor * BigInt(each.permille)) / 1_000n;
        if (part === 0n || part > left) continue;
        charge.refundPendingMinor += part;
        open.push({ id: `refund ${++count}`, amountMinor: part });
      }
      if (each.what === 'answered') {
        const [refund] = open.splice(each.which, 1);
        if (!refund) continue;
        Object.assign(charge, decideRefund(charge, { ...refund, status: 'pending' }, each.hasSucceeded));
        if (each.hasSucceeded) {
          succeeded.push(refund);
          entries.push(givenBackEntry(charge, taker, 'refund', refund.id, refund.amountMinor));
        }
      }
      if (each.what === 'fails_late') {
        const [refund] = succeeded.splice(each.which, 1);
        if (!refund) continue;
        Object.assign(charge, decideRefund(charge, { ...refund, status: 'succeeded' }, false));
        entries.push(givenBackEntry(charge, taker, 'refund_reversed', refund.id, refund.amountMinor));
      }
      if (each.what === 'dispute') {
        const amountMinor = (amount.amountMinor * BigInt(each.permille)) / 1_000n;
        if (amountMinor === 0n) continue;
        const id = `dispute ${each.which}`;
        const currency = each.isForeign ? 'EUR' : amount.currency;
        const readAt = new Date(each.askedAt);
        const told = { id, status: each.status, amount: { amountMinor, currency }, readAt };
        if (readAt >= (latest.get(id)?.readAt ?? readAt)) latest.set(id, told);
        const others = [...disputes.values()].filter((other) => other.id !== id);
        const decision = decideDispute(charge, disputes.get(id) ?? null, others, told);
        if (decision) {
          const changeId = `${id} change ${++count}`;
          for (const posting of decision.postings) {
            const of = { ...charge, amount: posting.amount };
            entries.push(givenBackEntry(of, taker, posting.kind, changeId, posting.amount.amountMinor));
          }
          disputes.set(id, told);
          charge.status = decision.chargeStatus;
        }
      }
      if (charge.status !== before) expect(chargeTransitions[before]).toContain(charge.status);
      expectSound();
    }
    return { charge, entries };

    function expectSound(): void {
      const postings = entries.flatMap((entry) => entry.postings);
      const { refundedMinor, refundPendingMinor, status } = charge;
      const sum = (parts: { amountMinor: bigint }[]) =>
        parts.reduce((total, part) => total + part.amountMinor, 0n);
      const taken = [...latest.values()].filter((each) => each.status === 'open' || each.status === 'lost');
      expect(refundPendingMinor).toBe(sum(open));
      expect(refundedMinor).toBe(sum(succeeded));
      expect(refundedMinor + refundPendingMinor <= amount.amountMinor).toBe(true);
      // The processor's debt to us is fully explained.
      for (const currency of new Set([amount.currency, 'EUR'])) {
        const lost = sum(taken.map((each) => each.amount).filter((each) => each.currency === currency));
        const kept = currency === amount.currency ? amount.amountMinor - refundedMinor : 0n;
        const inIt = postings.filter(({ asset }) => asset === currency);
        expect(-on('card_clearing', inIt)).toBe(kept - lost);
      }
      // Each dispute holds exactly what its last state takes.
      for (const { id, amount: disputed, status: last } of latest.values()) {
        const its = entries
          .filter(({ subjectId }) => subjectId.startsWith(id))
          .flatMap((each) => each.postings);
        const inIt = its.filter(({ asset }) => asset === disputed.currency);
        expect(on('card_clearing', inIt)).toBe(
          last === 'open' || last === 'lost' ? disputed.amountMinor : 0n,
        );
        expect(on('card_clearing', its)).toBe(on('card_clearing', inIt));
      }
      if (taken.length > 0) expect(refundableMinor(charge)).toBe(0n);
      expect(status).toBe(taken.length > 0 ? 'charged_back' : statusByRefunds(charge));
    }
  }
  const feeBasisPoints = fc.oneof(fc.constantFrom(0, 1, 9_999, 10_000), fc.integer({ min: 0, max: 10_000 }));
  const turns = fc.array(turn, { maxLength: 20, size: 'max' });

  test('no more goes back than was paid, and the books show what the charge says', () => {
    fc.assert(
      fc.property(money, feeBasisPoints, turns, (amount, fee, given) => {
        live(amount, fee, given);
      }),
      { numRuns: 1_500 },
    );
  });

  test('each entry sums to zero in one currency, and happens once', () => {
    fc.assert(
      fc.property(money, feeBasisPoints, turns, (amount, fee, given) => {
        const { entries } = live(amount, fee, given);
        for (const { postings } of entries) {
          expect(postings.reduce((sum, posting) => sum + posting.amount, 0n)).toBe(0n);
          expect(new Set(postings.map(({ asset }) => asset)).size).toBe(1);
        }
        const names = entries.map(({ kind, subjectId }) => `${kind} ${subjectId}`);
        expect(new Set(names).size).toBe(names.length);
      }),
      { numRuns: 1_000 },
    );
  });

  test('the fee is what was agreed, and the odd fraction of a unit is the merchant’s', () => {
    fc.assert(
      fc.property(money, feeBasisPoints, (amount, fee) => {
        const { postings } = approvedEntry({ merchantId: 'm', id: 'c', amount }, taker, fee);
        const feeMinor = on('platform_fees', postings);
        const agreed = amount.amountMinor * BigInt(fee);
        expect(feeMinor * 10_000n <= agreed && (feeMinor + 1n) * 10_000n > agreed).toBe(true);
        expect(on('merchant_available', postings)).toBe(amount.amountMinor - feeMinor);
        expect(on('card_clearing', postings)).toBe(-amount.amountMinor);
      }),
      { numRuns: 1_500 },
    );
  });

  test('what a processor pays to the merchant itself is not owed to it by us, and it owes us the fee', () => {
    const amount = { amountMinor: 10_000n, currency: 'USD' };
    const own = { processor: 'stripe', accountId: 'a' };
    expect(approvedEntry({ merchantId: 'm', id: 'c', amount }, own, 250).postings).toEqual([
      { account: 'card_clearing_stripe', asset: 'USD', amount: -10_000n },
      { account: 'merchant_direct', asset: 'USD', amount: 10_000n },
      { account: 'merchant_available', asset: 'USD', amount: -250n },
      { account: 'platform_fees', asset: 'USD', amount: 250n },
    ]);
  });
});
