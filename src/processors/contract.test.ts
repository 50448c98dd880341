import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuthorizeRequest, Card, RefundRequest } from '../charges/card-processor.ts';
import { newId } from '../db/ids.ts';
import { type ContractWorld, refusingRoles } from './contract-world.ts';
import type { processors } from './registry.ts';
import { startSandboxWorld } from './sandbox/contract-world.ts';

/** A processor in the registry does not compile without a world here. */
const worlds: Record<keyof typeof processors, () => Promise<ContractWorld>> = {
  sandbox: startSandboxWorld,
};

const amountMinor = 10_000n;

describe.each(Object.entries(worlds))('the %s processor', (name, startWorld) => {
  let world: ContractWorld;

  beforeAll(async () => {
    world = await startWorld();
  });

  afterAll(async () => {
    await world?.close();
  });

  function request(card: Card, change: Partial<AuthorizeRequest> = {}): AuthorizeRequest {
    return {
      attemptId: newId(),
      amount: { amountMinor, currency: world.currency },
      country: world.country,
      description: 'Two coffees',
      card,
      document: null,
      returnUrl: 'https://shop.example/return?order=7',
      ...change,
    };
  }

  async function approvedAttempt(card = world.cards.approved) {
    const asked = request(card);
    const outcome = await world.processor.authorize(asked);
    if (outcome.outcome !== 'approved') throw new Error(`expected an approval, got ${outcome.outcome}`);
    return { attemptId: asked.attemptId, processorReference: outcome.processorReference };
  }

  async function challengedAttempt() {
    const asked = request(world.cards.challenge);
    const outcome = await world.processor.authorize(asked);
    if (outcome.outcome !== 'challenge') throw new Error(`expected a challenge, got ${outcome.outcome}`);
    return { asked, attemptId: asked.attemptId, url: outcome.url };
  }

  function refundOf(
    attempt: { attemptId: string; processorReference: string },
    minor: bigint,
    refundId = newId(),
  ): RefundRequest {
    return { refundId, ...attempt, amount: { amountMinor: minor, currency: world.currency } };
  }

  test('goes by its name in the registry', () => {
    expect(world.processor.name).toBe(name);
  });

  test('approves a good card, and inquiry tells the same', async () => {
    const before = await world.capturedMinor();
    const asked = request(world.cards.approved);
    const outcome = await world.processor.authorize(asked);
    expect(outcome).toEqual({ outcome: 'approved', processorReference: expect.stringMatching(/./) });
    expect(await world.processor.inquire(asked.attemptId)).toEqual(outcome);
    expect(await world.capturedMinor()).toBe(before + amountMinor);
  });

  test.each(refusingRoles)('refuses with the reason %s and takes nothing', async (reason) => {
    const before = await world.capturedMinor();
    const asked = request(world.cards[reason]);
    const outcome = await world.processor.authorize(asked);
    expect(outcome).toEqual({ outcome: 'refused', reason });
    expect(await world.processor.inquire(asked.attemptId)).toEqual(outcome);
    expect(await world.capturedMinor()).toBe(before);
  });

  test('takes an amount with more digits than a float can hold, exactly', async () => {
    const before = await world.capturedMinor();
    const large = 900_719_925_474_099_301n;
    const asked = request(world.cards.approved, {
      amount: { amountMinor: large, currency: world.currency },
    });
    expect(await world.processor.authorize(asked)).toMatchObject({ outcome: 'approved' });
    expect(await world.capturedMinor()).toBe(before + large);
  });

  test('the same attempt sent twice, also at the same instant, charges once', async () => {
    const before = await world.capturedMinor();
    const asked = request(world.cards.approved);
    const both = await Promise.all([world.processor.authorize(asked), world.processor.authorize(asked)]);
    const later = await world.processor.authorize(asked);
    expect(both).toEqual([later, later]);
    expect(later).toMatchObject({ outcome: 'approved' });
    expect(await world.capturedMinor()).toBe(before + amountMinor);
  });

  test('an attempt id that comes again with another amount is never charged for it', async () => {
    const asked = request(world.cards.approved);
    const first = await world.processor.authorize(asked);
    const before = await world.capturedMinor();
    const other = { ...asked, amount: { ...asked.amount, amountMinor: amountMinor + 1n } };
    expect(await world.processor.authorize(other)).toMatchObject({ outcome: 'unknown' });
    expect(await world.capturedMinor()).toBe(before);
    expect(await world.processor.inquire(asked.attemptId)).toEqual(first);
  });

  test('a time-out after approval is unknown; inquiry and a second try find it approved, charged once', async () => {
    const before = await world.capturedMinor();
    const asked = request(world.cards.approved_without_answer);
    expect(await world.processor.authorize(asked)).toMatchObject({ outcome: 'unknown' });
    const found = await world.processor.inquire(asked.attemptId);
    expect(found).toMatchObject({ outcome: 'approved' });
    expect(await world.processor.authorize(asked)).toEqual(found);
    expect(await world.capturedMinor()).toBe(before + amountMinor);
  });

  test('an attempt the acquirer never saw is not found', async () => {
    expect(await world.processor.inquire(newId())).toEqual({ outcome: 'not_found' });
  });

  describe('a challenge', () => {
    test('that is passed ends approved', async () => {
      const before = await world.capturedMinor();
      const { asked, attemptId, url } = await challengedAttempt();
      expect(await world.processor.inquire(attemptId)).toEqual({ outcome: 'challenge', url });
      expect(await world.capturedMinor()).toBe(before);
      await world.answerChallenge(url, 'approve');
      const outcome = await world.processor.inquire(attemptId);
      expect(outcome).toMatchObject({ outcome: 'approved' });
      expect(await world.processor.authorize(asked)).toEqual(outcome);
      expect(await world.capturedMinor()).toBe(before + amountMinor);
    });

    test('that is failed ends refused', async () => {
      const { attemptId, url } = await challengedAttempt();
      await world.answerChallenge(url, 'fail');
      expect(await world.processor.inquire(attemptId)).toEqual({
        outcome: 'refused',
        reason: 'authentication_failed',
      });
    });

    test('that is abandoned can no longer be approved', async () => {
      const before = await world.capturedMinor();
      const { attemptId, url } = await challengedAttempt();
      const abandoned = { outcome: 'refused', reason: 'authentication_abandoned' };
      expect(await world.processor.abandon(attemptId)).toEqual(abandoned);
      await world.answerChallenge(url, 'approve');
      expect(await world.processor.inquire(attemptId)).toEqual(abandoned);
      expect(await world.processor.abandon(attemptId)).toEqual(abandoned);
      expect(await world.capturedMinor()).toBe(before);
    });

    test('that was passed before it is abandoned stays approved', async () => {
      const { attemptId, url } = await challengedAttempt();
      await world.answerChallenge(url, 'approve');
      expect(await world.processor.abandon(attemptId)).toMatchObject({ outcome: 'approved' });
    });

    test('passed and abandoned at the same instant ends in one way for everybody', async () => {
      const { attemptId, url } = await challengedAttempt();
      const [outcome] = await Promise.all([
        world.processor.abandon(attemptId),
        world.answerChallenge(url, 'approve'),
      ]);
      expect(await world.processor.inquire(attemptId)).toEqual(outcome);
    });
  });

  test('an attempt abandoned before it arrives is not charged when it does', async () => {
    const before = await world.capturedMinor();
    const asked = request(world.cards.approved);
    const abandoned = await world.processor.abandon(asked.attemptId);
    expect(['refused', 'not_found']).toContain(abandoned.outcome);
    expect(await world.processor.authorize(asked)).toMatchObject({ outcome: 'refused' });
    expect(await world.capturedMinor()).toBe(before);
  });

  describe('a refund', () => {
    test('gives back all', async () => {
      const before = await world.refundedMinor();
      const outcome = await world.processor.refund(refundOf(await approvedAttempt(), amountMinor));
      expect(outcome).toEqual({ outcome: 'refunded', processorReference: expect.stringMatching(/./) });
      expect(await world.refundedMinor()).toBe(before + amountMinor);
    });

    test('gives back parts up to the whole and refuses what goes beyond', async () => {
      const before = await world.refundedMinor();
      const attempt = await approvedAttempt();
      expect(await world.processor.refund(refundOf(attempt, 4_000n))).toMatchObject({ outcome: 'refunded' });
      expect(await world.processor.refund(refundOf(attempt, 6_001n))).toMatchObject({ outcome: 'refused' });
      expect(await world.processor.refund(refundOf(attempt, 6_000n))).toMatchObject({ outcome: 'refunded' });
      expect(await world.processor.refund(refundOf(attempt, 1n))).toMatchObject({ outcome: 'refused' });
      expect(await world.refundedMinor()).toBe(before + amountMinor);
    });

    test('sent twice under one id, also at the same instant, is paid once', async () => {
      const before = await world.refundedMinor();
      const refund = refundOf(await approvedAttempt(), 3_000n);
      const both = await Promise.all([world.processor.refund(refund), world.processor.refund(refund)]);
      const later = await world.processor.refund(refund);
      expect(both).toEqual([later, later]);
      expect(later).toMatchObject({ outcome: 'refunded' });
      expect(await world.refundedMinor()).toBe(before + 3_000n);
    });

    test('that was refused stays refused under its id', async () => {
      const refund = refundOf(await approvedAttempt(), amountMinor + 1n);
      const refused = await world.processor.refund(refund);
      expect(refused).toMatchObject({ outcome: 'refused' });
      expect(await world.processor.refund(refund)).toEqual(refused);
    });

    test('of a fifth, ten at the same instant, succeeds exactly five times', async () => {
      const before = await world.refundedMinor();
      const attempt = await approvedAttempt();
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => world.processor.refund(refundOf(attempt, amountMinor / 5n))),
      );
      const refunded = outcomes.filter(({ outcome }) => outcome === 'refunded');
      const refused = outcomes.filter(({ outcome }) => outcome === 'refused');
      expect([refunded.length, refused.length]).toEqual([5, 5]);
      expect(await world.refundedMinor()).toBe(before + amountMinor);
    });

    test('of an attempt that was not approved, or was never seen, is refused', async () => {
      const asked = request(world.cards.card_refused);
      await world.processor.authorize(asked);
      const refused = refundOf({ attemptId: asked.attemptId, processorReference: 'none' }, 100n);
      const unseen = refundOf({ attemptId: newId(), processorReference: 'none' }, 100n);
      expect(await world.processor.refund(refused)).toMatchObject({ outcome: 'refused' });
      expect(await world.processor.refund(unseen)).toMatchObject({ outcome: 'refused' });
    });
  });

  test('charge-backs come after the cursor, each once, and cannot be refunded any more', async () => {
    const whole = await approvedAttempt(world.cards.disputed);
    const start = await drainDisputes('', whole.attemptId);
    expect(start.seen.filter(({ attemptId }) => attemptId === whole.attemptId)).toEqual([
      {
        disputeId: expect.stringMatching(/./),
        attemptId: whole.attemptId,
        amount: { amountMinor, currency: world.currency },
      },
    ]);
    expect(start.cursor).not.toBe('');
    expect(await world.processor.disputesAfter(start.cursor)).toEqual({ disputes: [], cursor: start.cursor });

    const second = await approvedAttempt(world.cards.disputed);
    const next = await drainDisputes(start.cursor, second.attemptId);
    expect(next.seen.map(({ attemptId }) => attemptId)).toEqual([second.attemptId]);
    expect(next.cursor).not.toBe(start.cursor);
    // An old cursor still tells all that came after it.
    const again = await world.processor.disputesAfter(start.cursor);
    expect(again).toEqual({ disputes: next.seen, cursor: next.cursor });
    expect(await world.processor.refund(refundOf(second, 1n))).toMatchObject({ outcome: 'refused' });
  });

  /** Reads on from the cursor until the attempt's dispute has come. */
  async function drainDisputes(from: string, attemptId: string) {
    let cursor = from;
    const seen: Awaited<ReturnType<typeof world.processor.disputesAfter>>['disputes'] = [];
    await expect
      .poll(async () => {
        const page = await world.processor.disputesAfter(cursor);
        cursor = page.cursor;
        seen.push(...page.disputes);
        return seen.some((dispute) => dispute.attemptId === attemptId);
      })
      .toBe(true);
    return { seen, cursor };
  }

  test('an acquirer that cannot be reached leaves everything unknown and the cursor where it was', async () => {
    const { unreachable } = world;
    const attempt = { attemptId: newId(), processorReference: 'none' };
    expect(await unreachable.authorize(request(world.cards.approved))).toMatchObject({ outcome: 'unknown' });
    expect(await unreachable.inquire(attempt.attemptId)).toMatchObject({ outcome: 'unknown' });
    expect(await unreachable.abandon(attempt.attemptId)).toMatchObject({ outcome: 'unknown' });
    expect(await unreachable.refund(refundOf(attempt, 1n))).toMatchObject({ outcome: 'unknown' });
    expect(await unreachable.disputesAfter('7')).toEqual({ disputes: [], cursor: '7' });
  });

  test('no outcome ever holds the card number', async () => {
    for (const card of Object.values(world.cards)) {
      const asked = request(card);
      const outcomes = [
        await world.processor.authorize(asked),
        await world.processor.inquire(asked.attemptId),
        await world.unreachable.authorize(asked),
      ];
      expect(JSON.stringify(outcomes)).not.toContain(card.number);
    }
  });
});
