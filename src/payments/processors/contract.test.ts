import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContractWorld, Lacking } from '../../../test/kit/processors/contract-world.ts';
import { startDlocalWorld } from '../../../test/kit/processors/dlocal/contract-world.ts';
import { startMercadopagoWorld } from '../../../test/kit/processors/mercadopago/contract-world.ts';
import { anAuthorizeRequest, aRefundRequest } from '../../../test/kit/processors/requests.ts';
import { startSandboxWorld } from '../../../test/kit/processors/sandbox/contract-world.ts';
import type { CustomerRole, Fault } from '../../../test/kit/processors/simulator.ts';
import { startStripeWorld } from '../../../test/kit/processors/stripe/contract-world.ts';
import { newId } from '../../base/db/ids.ts';
import type {
  AttemptFinding,
  AuthorizeRequest,
  Dispute,
  HeldPayment,
  ProcessorKind,
  ProcessorMovement,
  RefundRequest,
} from '../charges/payment-processor.ts';
import type { ProcessorName } from './names.ts';

/**
 * Rules that the core relies on, checked for every processor in each of its kinds. A new entry of the registry does not
 * compile without a world here.
 */
const worlds: Record<ProcessorName, Partial<Record<ProcessorKind, () => Promise<ContractWorld>>>> = {
  sandbox: { direct: startSandboxWorld },
  stripe: { hosted: () => startStripeWorld('hosted'), direct: () => startStripeWorld('direct') },
  mercadopago: { hosted: startMercadopagoWorld },
  dlocal: { hosted: () => startDlocalWorld('hosted'), direct: () => startDlocalWorld('direct') },
};
const cases = Object.entries(worlds).flatMap(([name, kinds]) =>
  Object.entries(kinds).map(([kind, start]) => [name, kind, start] as const),
);

const amountMinor = 10_000n;
const refusals = ['card_refused', 'insufficient_funds', 'card_expired', 'wrong_security_code'] as const;
/** A processor's answers to a call that was, or was not, executed, and what an adapter may conclude. */
const faults: readonly Fault[] = [
  'limited',
  'error_before',
  'error_after',
  'silent_before',
  'silent_after',
  'cut_after',
  'malformed_after',
];

describe.each(cases)('the %s processor, %s', (name, kind, startWorld) => {
  let world: ContractWorld;

  beforeAll(async () => {
    world = await startWorld();
  });

  afterAll(async () => {
    await world?.close();
  });

  const lacks = (what: Lacking): boolean => world.lacks.includes(what);

  function money(minor = amountMinor) {
    return { amountMinor: minor, currency: world.simulator.currency };
  }

  function request(
    role: CustomerRole = 'approved',
    change: Partial<AuthorizeRequest> = {},
  ): AuthorizeRequest {
    const card = kind === 'direct' ? (world.simulator.cards?.[role] ?? null) : null;
    const { country, document = null } = world.simulator;
    return anAuthorizeRequest({ amount: money(), country }, card, { document, ...change });
  }

  /** The customer pays: with a card that our page took, or on the processor's page. */
  async function pay(asked: AuthorizeRequest, role: CustomerRole = 'approved'): Promise<AttemptFinding> {
    const outcome = await world.processor.authorize(asked);
    if (outcome.outcome !== 'challenge') return outcome;
    asked.handle ??= outcome.handle;
    await world.simulator.pay(outcome.url, role);
    return await world.processor.inquire(asked);
  }

  async function paidAttempt(): Promise<{ attemptId: string; processorReference: string }> {
    const asked = request();
    const outcome = await pay(asked);
    if (outcome.outcome !== 'approved')
      throw new Error(`expected an approval, got ${JSON.stringify(outcome)}`);
    return { attemptId: asked.attemptId, processorReference: outcome.processorReference };
  }

  /** An attempt that waits for the customer on another page. */
  async function waitingAttempt(): Promise<{ asked: AuthorizeRequest; url: string }> {
    const asked = request(kind === 'direct' ? 'challenge' : 'approved');
    const outcome = await world.processor.authorize(asked);
    if (outcome.outcome !== 'challenge') throw new Error(`expected a challenge, got ${outcome.outcome}`);
    asked.handle ??= outcome.handle;
    return { asked, url: outcome.url };
  }

  const captured = async (): Promise<bigint> => await world.simulator.capturedMinor();
  const refunded = async (): Promise<bigint> => await world.simulator.refundedMinor();

  test('goes by its name and its kind', () => {
    expect([world.processor.name, world.processor.kind]).toEqual([name, kind]);
    expect(world.processor.challengeLifetimeMs).toBeGreaterThan(0);
    expect(
      world.processor.refuses({ method: 'CARDS', amount: money(), country: world.simulator.country }),
    ).toBeNull();
  });

  test('takes a payment once, and inquiry tells the same', async () => {
    const before = await captured();
    const asked = request();
    const outcome = await pay(asked);
    expect(outcome).toMatchObject({ outcome: 'approved', processorReference: expect.stringMatching(/./) });
    expect(await world.processor.inquire(asked)).toEqual(outcome);
    expect(await captured()).toBe(before + amountMinor);
    expect(await world.simulator.capturesOf(asked.attemptId)).toBe(1);
  });

  describe('a payment for a later capture', () => {
    async function heldAttempt(): Promise<{ held: HeldPayment; asked: AuthorizeRequest }> {
      const asked = request('approved', { capture: 'manual' });
      const outcome = await pay(asked);
      if (outcome.outcome !== 'authorized')
        throw new Error(`expected it to be held, got ${JSON.stringify(outcome)}`);
      const { attemptId, amount } = asked;
      return { asked, held: { attemptId, processorReference: outcome.processorReference, amount } };
    }
    const closingOf = (held: HeldPayment, isRepeat = false) => ({ ...held, closingId: newId(), isRepeat });

    test('is held, and nothing is taken; inquiry tells the same', async ({ skip }) => {
      const { authorizations } = world.processor;
      if (!authorizations) return skip('it takes the money at once');
      expect(
        authorizations.takes({ method: 'CARDS', amount: money(), country: world.simulator.country }),
      ).toBe(true);
      const before = await captured();
      const { held, asked } = await heldAttempt();
      expect(await captured()).toBe(before);
      expect((await world.processor.inquire(asked)).outcome).toBe('authorized');
      const state = await authorizations.read(held);
      expect(state).toMatchObject({ state: 'held' });
      if (state.state === 'held' && state.expiresAt) {
        expect(state.expiresAt.getTime()).toBeGreaterThan(Date.now() + 86_400_000);
      }
    });

    test.for([amountMinor, 6_000n])('is captured once, over %s, however often', async (part, { skip }) => {
      const { authorizations } = world.processor;
      if (!authorizations) return skip('it takes the money at once');
      const before = await captured();
      const { held, asked } = await heldAttempt();
      const capture = { ...closingOf(held), captured: money(part) };
      const done = { state: 'captured', amount: money(part) };
      expect(await authorizations.capture(capture)).toEqual(done);
      expect(await authorizations.capture({ ...capture, isRepeat: true })).toEqual(done);
      expect(await authorizations.void(closingOf(held))).toEqual(done);
      expect(await authorizations.read(held)).toEqual(done);
      expect(await captured()).toBe(before + part);
      expect((await world.processor.inquire(asked)).outcome).toBe('authorized');
      // What was released is no refund.
      const { currency } = world.simulator;
      const released = { ...held, currency, releasedMinor: amountMinor - part };
      expect(await world.processor.refundsOf(released)).toEqual([]);
      const refund = aRefundRequest(held, money(part));
      expect(await world.processor.refund(refund)).toMatchObject({ outcome: 'refunded' });
    });

    test('is voided once, and cannot be captured afterwards', async ({ skip }) => {
      const { authorizations } = world.processor;
      if (!authorizations) return skip('it takes the money at once');
      const before = await captured();
      const { held } = await heldAttempt();
      const voided = { state: 'voided', isExpired: false };
      const request = closingOf(held);
      expect(await authorizations.void(request)).toEqual(voided);
      expect(await authorizations.void({ ...request, isRepeat: true })).toEqual(voided);
      expect(await authorizations.capture({ ...closingOf(held), captured: money() })).toEqual(voided);
      expect(await captured()).toBe(before);
    });

    test('is not captured over more than is held', async ({ skip }) => {
      const { authorizations } = world.processor;
      if (!authorizations) return skip('it takes the money at once');
      const { held } = await heldAttempt();
      const tooMuch = { ...closingOf(held), captured: money(amountMinor + 100n) };
      expect((await authorizations.capture(tooMuch)).state).toBe('refused');
      expect((await authorizations.read(held)).state).toBe('held');
    });

    test.for(faults)('is captured once after a fault: %s', async (fault, { skip }) => {
      const { authorizations } = world.processor;
      if (!authorizations) return skip('it takes the money at once');
      const before = await captured();
      const { held } = await heldAttempt();
      const capture = { ...closingOf(held), captured: money(7_000n) };
      world.simulator.misbehave(fault, 6);
      const first = await world.hasty.authorizations?.capture(capture);
      world.simulator.misbehave(fault, 0);
      expect(['unknown', 'captured']).toContain(first?.state);
      const again = { ...capture, isRepeat: true };
      await expect.poll(() => authorizations.capture(again)).toMatchObject({ state: 'captured' });
      expect(await captured()).toBe(before + 7_000n);
    });

    test('that cannot be asked about is unknown', async ({ skip }) => {
      if (!world.processor.authorizations) return skip('it takes the money at once');
      const { held } = await heldAttempt();
      const { authorizations } = world.unreachable;
      const capture = { ...closingOf(held), captured: money() };
      expect((await authorizations?.read(held))?.state).toBe('unknown');
      expect((await authorizations?.capture(capture))?.state).toBe('unknown');
      expect((await authorizations?.void(closingOf(held)))?.state).toBe('unknown');
    });
  });

  test.each(refusals)('a card refused for %s takes nothing', async (reason) => {
    const before = await captured();
    const asked = request(reason);
    const outcome = await pay(asked, reason);
    // On the processor's page the customer may use another card.
    if (kind === 'hosted' && outcome.outcome === 'challenge') expect(outcome.url).toMatch(/^http/);
    else expect(outcome).toMatchObject({ outcome: 'refused', reason });
    expect((await world.processor.inquire(asked)).outcome).toBe(outcome.outcome);
    expect(await captured()).toBe(before);
  });

  test('the same attempt sent twice, also at the same instant, charges once', async () => {
    const asked = request();
    const both = await Promise.all([world.processor.authorize(asked), world.processor.authorize(asked)]);
    const urls = both.flatMap((outcome) => (outcome.outcome === 'challenge' ? [outcome] : []));
    for (const { handle, url } of urls) {
      asked.handle ??= handle;
      await world.simulator.pay(url, 'approved').catch(() => {});
    }
    await expect.poll(() => world.processor.inquire(asked)).toMatchObject({ outcome: 'approved' });
    expect(await world.simulator.capturesOf(asked.attemptId)).toBe(1);
  });

  test.each(faults)(
    'an answer to a payment that meets %s never charges twice, nor is it lost',
    async (fault) => {
      const asked = request();
      world.simulator.misbehave(fault, 6);
      const outcome = await world.hasty.authorize(asked);
      world.simulator.misbehave(fault, 0);
      if (outcome.outcome === 'challenge') asked.handle ??= outcome.handle;
      const allowed = kind === 'hosted' ? ['challenge', 'not_taken'] : ['approved', 'unknown', 'not_taken'];
      expect(allowed).toContain(outcome.outcome);
      const captures = await world.simulator.capturesOf(asked.attemptId);
      expect(captures).toBeLessThanOrEqual(1);
      // A payment that was certainly not taken needs no inquiry; one that was taken is found.
      if (outcome.outcome === 'not_taken') return expect(captures).toBe(0);
      const found = await world.processor.inquire(asked);
      if (captures === 1) expect(found).toMatchObject({ outcome: 'approved' });
      const ended = await world.processor.abandon(asked);
      expect(ended.outcome).toBe(
        captures === 1 ? 'approved' : ended.outcome === 'not_found' ? 'not_found' : 'refused',
      );
      expect(await world.simulator.capturesOf(asked.attemptId)).toBe(captures);
    },
  );

  describe('instalments', () => {
    const amount = () => money(120_000n);
    const offered = () => world.processor.instalments({ amount: amount(), country: world.simulator.country });

    test('are chosen on the page of a hosted one', ({ skip }) => {
      if (kind === 'direct') skip('our page asks for them');
      expect(offered()).toEqual([]);
    });

    test('in a number that it offers are one charge, told with that number', async ({ skip }) => {
      if (kind === 'hosted') skip('its own page asks');
      const before = await captured();
      const counts = offered();
      expect(counts).toEqual(counts.filter((count) => count > 1).toSorted((a, b) => a - b));
      const asked = request('approved', { amount: amount(), instalments: counts.at(-1) ?? 0 });
      const outcome = await pay(asked);
      expect(outcome).toMatchObject({ outcome: 'approved' });
      expect(await world.processor.inquire(asked)).toEqual(outcome);
      expect(await world.simulator.instalmentsOf(asked.attemptId)).toBe(counts.at(-1));
      expect(await captured()).toBe(before + amount().amountMinor);
      const { attemptId } = await paidAttempt();
      expect(await world.simulator.instalmentsOf(attemptId)).toBe(1);
    });

    test('that the card cannot be paid in take nothing', async ({ skip }) => {
      if (kind === 'hosted') skip('its own page asks');
      const before = await captured();
      const tooMany = request('approved', { amount: amount(), instalments: 48 });
      const inOne = request('approved', {
        amount: amount(),
        card: world.simulator.cardInOne,
        instalments: offered()[0] ?? 0,
      });
      for (const asked of [tooMany, inOne]) {
        expect(await world.processor.authorize(asked)).toMatchObject({
          outcome: 'refused',
          reason: 'instalments_refused',
          isSoft: true,
        });
      }
      expect(await pay({ ...inOne, attemptId: newId(), handle: null, instalments: 1 })).toMatchObject({
        outcome: 'approved',
      });
      expect(await captured()).toBe(before + amount().amountMinor);
    });

    test.each(['error_before', 'error_after', 'cut_after'] as const)(
      'whose answers meet %s never charge twice, nor are they lost',
      async (fault) => {
        if (kind === 'hosted') return;
        const asked = request('approved', { amount: amount(), instalments: 3 });
        world.simulator.misbehave(fault, 6);
        const outcome = await world.hasty.authorize(asked);
        world.simulator.misbehave(fault, 0);
        const captures = await world.simulator.capturesOf(asked.attemptId);
        expect(captures).toBeLessThanOrEqual(1);
        if (outcome.outcome === 'not_taken') return expect(captures).toBe(0);
        if (captures === 1) {
          expect(await world.processor.inquire(asked)).toMatchObject({ outcome: 'approved' });
          expect(await world.simulator.instalmentsOf(asked.attemptId)).toBe(3);
        }
      },
    );
  });

  test('an attempt the processor never saw was not paid', async () => {
    const before = await captured();
    const asked = request();
    const found = await world.processor.inquire(asked);
    expect(['not_found', 'challenge', 'refused']).toContain(found.outcome);
    expect(await captured()).toBe(before);
  });

  describe('what waits for the customer', () => {
    test('ends approved when it is passed', async () => {
      const { asked, url } = await waitingAttempt();
      expect(await world.processor.inquire(asked)).toMatchObject({ outcome: 'challenge' });
      await world.simulator.pay(url, 'approved');
      expect(await world.processor.inquire(asked)).toMatchObject({ outcome: 'approved' });
    });

    test('that is abandoned can no longer be approved', async () => {
      const before = await captured();
      const { asked, url } = await waitingAttempt();
      const abandoned = await world.processor.abandon(asked);
      const reason = kind === 'hosted' ? 'left_page' : 'authentication_abandoned';
      expect(abandoned).toMatchObject({ outcome: 'refused', reason });
      await world.simulator.pay(url, 'approved').catch(() => {});
      expect(await world.processor.inquire(asked)).toEqual(abandoned);
      expect(await world.processor.abandon(asked)).toEqual(abandoned);
      expect(await captured()).toBe(before);
    });

    test('that was passed before it is abandoned stays approved', async () => {
      const { asked, url } = await waitingAttempt();
      await world.simulator.pay(url, 'approved');
      expect(await world.processor.abandon(asked)).toMatchObject({ outcome: 'approved' });
    });

    test('passed and abandoned at the same instant ends in one way for everybody', async () => {
      const { asked, url } = await waitingAttempt();
      const [outcome] = await Promise.all([
        world.processor.abandon(asked),
        world.simulator.pay(url, 'approved').catch(() => {}),
      ]);
      const found = await world.processor.inquire(asked);
      if (outcome.outcome !== 'unknown') expect(found.outcome).toBe(outcome.outcome);
      expect(await world.simulator.capturesOf(asked.attemptId)).toBe(found.outcome === 'approved' ? 1 : 0);
    });

    test('fails when 3-D Secure is failed', async ({ skip }) => {
      if (kind === 'hosted') skip('the processor asks on its own page');
      const { asked, url } = await waitingAttempt();
      await world.simulator.failChallenge(url);
      expect(await world.processor.inquire(asked)).toMatchObject({
        outcome: 'refused',
        reason: 'authentication_failed',
      });
    });
  });

  test('an attempt abandoned before it arrives is not charged when it does', async () => {
    const before = await captured();
    const asked = request();
    const abandoned = await world.processor.abandon(asked);
    expect(['refused', 'not_found']).toContain(abandoned.outcome);
    const outcome = await world.processor.authorize(asked);
    if (outcome.outcome === 'challenge') await world.simulator.pay(outcome.url, 'approved').catch(() => {});
    // A processor that does not know it before it arrives cannot refuse it: the core abandons only lost attempts.
    if (abandoned.outcome === 'refused') expect(await captured()).toBe(before);
  });

  test('what a bank takes its time for is pending, and ends either way', async ({ skip }) => {
    if (lacks('pending')) skip('it decides at once');
    for (const decision of ['approved', 'card_refused'] as const) {
      const asked = request('pending');
      expect(await pay(asked, 'pending')).toMatchObject({ outcome: 'pending' });
      await world.simulator.decidePending(asked.attemptId, decision);
      const ended = await world.processor.inquire(asked);
      if (decision === 'approved') expect(ended).toMatchObject({ outcome: 'approved' });
      else expect(['refused', 'challenge']).toContain(ended.outcome);
      expect(await world.simulator.capturesOf(asked.attemptId)).toBe(decision === 'approved' ? 1 : 0);
    }
  });

  describe('a refund', () => {
    const refundOf = (
      attempt: { attemptId: string; processorReference: string },
      minor: bigint,
      change: Partial<RefundRequest> = {},
    ): RefundRequest => aRefundRequest(attempt, money(minor), change);

    test('gives back parts up to the whole and refuses what goes beyond', async () => {
      const before = await refunded();
      const attempt = await paidAttempt();
      expect(await world.processor.refund(refundOf(attempt, 4_000n))).toMatchObject({ outcome: 'refunded' });
      expect(await world.processor.refund(refundOf(attempt, 6_001n))).toMatchObject({ outcome: 'refused' });
      expect(await world.processor.refund(refundOf(attempt, 6_000n))).toMatchObject({ outcome: 'refunded' });
      expect(await world.processor.refund(refundOf(attempt, 1n))).toMatchObject({ outcome: 'refused' });
      expect(await refunded()).toBe(before + amountMinor);
    });

    test('asked for again under its id is paid once', async () => {
      const before = await refunded();
      const refund = refundOf(await paidAttempt(), 3_000n);
      const first = await world.processor.refund(refund);
      expect(first).toMatchObject({ outcome: 'refunded' });
      expect(await world.processor.refund({ ...refund, isRepeat: true })).toEqual(first);
      expect(await refunded()).toBe(before + 3_000n);
    });

    test.each(faults)('whose answer meets %s is paid once', async (fault) => {
      const before = await refunded();
      const refund = refundOf(await paidAttempt(), 3_000n);
      world.simulator.misbehave(fault, 6);
      const first = await world.hasty.refund(refund);
      world.simulator.misbehave(fault, 0);
      expect(['unknown', 'refunded']).toContain(first.outcome);
      const again = { ...refund, isRepeat: true };
      await expect.poll(() => world.processor.refund(again)).toMatchObject({ outcome: 'refunded' });
      expect(await refunded()).toBe(before + 3_000n);
    });

    test('that takes its time is pending, and then succeeds or fails', async ({ skip }) => {
      if (lacks('pending_refunds')) skip('it refunds at once, or not at all');
      for (const decision of ['succeeded', 'failed'] as const) {
        const before = await refunded();
        const refund = refundOf(await paidAttempt(), 3_000n);
        world.simulator.holdRefunds(1);
        const held = await world.processor.refund(refund);
        if (held.outcome !== 'pending') throw new Error(`expected pending, got ${held.outcome}`);
        await world.simulator.endRefund(refund.refundId, decision);
        const asked = { ...refund, refundReference: held.processorReference, isRepeat: true };
        const ended = await world.processor.refund(asked);
        expect(ended.outcome).toBe(decision === 'succeeded' ? 'refunded' : 'refused');
        expect(await refunded()).toBe(before + (decision === 'succeeded' ? 3_000n : 0n));
      }
    });

    test('can fail after it had succeeded', async ({ skip }) => {
      if (lacks('late_refund_failure')) skip('a refund that succeeded stands');
      const refund = refundOf(await paidAttempt(), 3_000n);
      const done = await world.processor.refund(refund);
      if (done.outcome !== 'refunded') throw new Error(`expected refunded, got ${done.outcome}`);
      await world.simulator.endRefund(refund.refundId, 'failed');
      const asked = { ...refund, refundReference: done.processorReference, isRepeat: true };
      expect(await world.processor.refund(asked)).toMatchObject({ outcome: 'refused' });
    });

    test('of a payment that was never made is refused, or at least never said to be done', async () => {
      const refund = refundOf({ attemptId: newId(), processorReference: 'none' }, 100n);
      expect((await world.processor.refund(refund)).outcome).not.toBe('refunded');
    });
  });

  test('a refund made in its own panel is told, read and listed beside ours', async ({ skip }) => {
    if (lacks('panel')) skip('nobody but us refunds there');
    const attempt = await paidAttempt();
    const { currency } = world.simulator;
    expect(await world.processor.refundsOf({ ...attempt, currency, releasedMinor: 0n })).toEqual([]);
    const own = aRefundRequest(attempt, money(3_000n));
    const made = await world.processor.refund(own);
    if (made.outcome !== 'refunded') throw new Error(`expected refunded, got ${made.outcome}`);
    const reference = await world.simulator.refundInPanel(attempt.attemptId, 2_001n);
    const seen = await world.processor.refundsOf({ ...attempt, currency, releasedMinor: 0n });
    const ours = seen?.find((each) => each.reference === made.processorReference);
    expect(ours).toMatchObject({ amount: money(3_000n), status: 'succeeded' });
    expect([own.refundId, null]).toContain(ours?.refundId);
    expect(seen?.filter((each) => each !== ours)).toEqual([
      { reference, refundId: null, amount: money(2_001n), status: 'succeeded' },
    ]);
    expect(await world.unreachable.refundsOf({ ...attempt, currency, releasedMinor: 0n })).toBeNull();
    if (lacks('notifications')) return;
    const hints: unknown[] = [];
    for (const { signed } of world.simulator.notifications) {
      const { headers, query, body } = signed();
      const message = {
        headers,
        query: Object.fromEntries(new URLSearchParams(query)),
        body: Buffer.from(body),
      };
      const hint = world.processor.readNotification(message, new Date())?.hint;
      hints.push(hint?.about === 'handle' ? await world.processor.trace(hint.handle) : hint);
    }
    expect(hints).toContainEqual({ about: 'refunds', attemptId: attempt.attemptId });
  });

  /** Reads on from the cursor until the attempt's dispute has arrived. */
  async function drainDisputes(from: string, attemptId: string) {
    let cursor = from;
    const seen: Dispute[] = [];
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

  test('disputes come after the cursor, none is missed, and an old cursor tells them again', async ({
    skip,
  }) => {
    if (lacks('disputes') || lacks('disputes_list')) skip('it cannot list them');
    const whole = await paidAttempt();
    await world.simulator.openDispute(whole.attemptId);
    const start = await drainDisputes('', whole.attemptId);
    const dispute = start.seen.find(({ attemptId }) => attemptId === whole.attemptId);
    expect(dispute).toMatchObject({ disputeId: expect.stringMatching(/./), amount: money() });
    expect(dispute?.status).not.toBe('won');

    const second = await paidAttempt();
    await world.simulator.openDispute(second.attemptId);
    const next = await drainDisputes(start.cursor, second.attemptId);
    expect(next.cursor).not.toBe(start.cursor);
    const again = await world.processor.disputesAfter(start.cursor);
    expect(again.disputes.map(({ attemptId }) => attemptId)).toContain(second.attemptId);
  });

  test('a dispute in part is won or lost, and is read as it stands', async ({ skip }) => {
    if (lacks('disputes') || lacks('disputes_won')) skip('it knows no end of a dispute');
    for (const decision of ['won', 'lost'] as const) {
      const { attemptId } = await paidAttempt();
      const disputeId = await world.simulator.openDispute(attemptId, 4_000n);
      const open = { disputeId, attemptId, amount: money(4_000n), status: 'open' };
      expect(await world.processor.readDispute(disputeId)).toMatchObject(open);
      await world.simulator.closeDispute(disputeId, decision);
      expect(await world.processor.readDispute(disputeId)).toMatchObject({ ...open, status: decision });
    }
  });

  test('its notifications lead to what they are about, and a changed or old one leads nowhere', async ({
    skip,
  }) => {
    if (lacks('notifications')) skip('it sends none');
    const { attemptId } = await paidAttempt();
    const read = (
      message: { headers: Record<string, string>; query: string; body: string },
      now = new Date(),
    ) =>
      world.processor.readNotification(
        {
          headers: message.headers,
          query: Object.fromEntries(new URLSearchParams(message.query)),
          body: Buffer.from(message.body),
        },
        now,
      );
    const hints: unknown[] = [];
    for (const notification of world.simulator.notifications) {
      const signed = notification.signed();
      const told = read(signed);
      expect(told?.id).toMatch(/./);
      expect(read(notification.signed())?.id).toBe(told?.id);
      const hint = told?.hint;
      hints.push(hint?.about === 'handle' ? await world.processor.trace(hint.handle) : hint);
      expect(read(signed, new Date(Date.now() + 24 * 60 * 60 * 1000))).toBeNull();
      for (const [header, value] of Object.entries(signed.headers)) {
        const changed = value.replace(/[0-9a-f](?=[^0-9a-f]*$)/, (digit) => (digit === '0' ? '1' : '0'));
        if (changed === value || !/sign|authorization/i.test(header)) continue;
        expect(read({ ...signed, headers: { ...signed.headers, [header]: changed } })).toBeNull();
      }
      expect(read({ ...signed, headers: {} })).toBeNull();
    }
    expect(hints).toContainEqual({ about: 'attempt', attemptId });
  });

  test('its lines tell what was paid, given back and kept', async ({ skip }) => {
    if (lacks('lines')) skip('it has no statement');
    const from = new Date(Date.now() - 60_000);
    const attempt = await paidAttempt();
    const refund = aRefundRequest(attempt, money(4_000n));
    await world.processor.refund(refund);
    const lines: ProcessorMovement[] = [];
    for await (const line of world.processor.linesBetween(from, new Date(Date.now() + 60_000)))
      lines.push(line);
    const paid = lines.find((line) => line.kind === 'payment' && line.attemptId === attempt.attemptId);
    expect(paid).toMatchObject({ amount: money() });
    expect(paid?.feeMinor).toBeGreaterThanOrEqual(0n);
    const given = lines.find((line) => line.kind === 'refund' && line.attemptId === attempt.attemptId);
    expect(given).toMatchObject({ amount: money(-4_000n) });
    expect(new Set(lines.map(({ lineId }) => lineId)).size).toBe(lines.length);
  });

  test('one that cannot be reached leaves everything open and the cursor where it was', async () => {
    const { unreachable } = world;
    const attempt = { attemptId: newId(), processorReference: 'none' };
    const asked = request();
    expect(['unknown', 'not_taken']).toContain((await unreachable.authorize(asked)).outcome);
    expect(await unreachable.inquire(asked)).toMatchObject({ outcome: 'unknown' });
    expect(await unreachable.abandon(asked)).toMatchObject({ outcome: 'unknown' });
    const refund = aRefundRequest(attempt, money(1n));
    expect(await unreachable.refund(refund)).toMatchObject({ outcome: 'unknown' });
    expect(await unreachable.disputesAfter('7')).toEqual({ disputes: [], cursor: '7' });
    expect(await unreachable.readDispute('7')).toBeNull();
    expect([null, { about: 'nothing' }]).toContainEqual(await unreachable.trace('7'));
  });

  test('no outcome ever holds a card number or a key', async () => {
    const outcomes: unknown[] = [];
    for (const role of ['approved', ...refusals] as const) {
      const asked = request(role);
      outcomes.push(await pay(asked, role), await world.unreachable.authorize(request(role)));
      outcomes.push(await world.processor.abandon(asked));
    }
    const text = JSON.stringify(outcomes);
    for (const card of Object.values(world.simulator.cards ?? {})) expect(text).not.toContain(card.number);
    for (const [variable, value] of Object.entries(world.simulator.env)) {
      if (/SECRET|KEY|TOKEN/i.test(variable)) expect(text).not.toContain(value);
    }
  });
});
