import { expect, test } from 'vitest';
import { deadlines } from '../../../../test/kit/deadlines.ts';
import type { ContractWorld } from '../../../../test/kit/processors/contract-world.ts';
import {
  openTowards,
  startMercadopagoWorld,
} from '../../../../test/kit/processors/mercadopago/contract-world.ts';
import { openPage, pay, refundOf, requestOf } from '../../../../test/kit/processors/mercadopago/customer.ts';
import type { Fault } from '../../../../test/kit/processors/simulator.ts';
import type { PaymentProcessor } from '../../charges/payment-processor.ts';

/** Faults of Mercado Pago and of the network: each in a world of its own, all in parallel. */

/** Time-out for calls that are never answered. */
const hastyMs = 700;

async function inWorld(
  work: (world: ContractWorld, hasty: PaymentProcessor) => Promise<void>,
): Promise<void> {
  const world = await startMercadopagoWorld({ timeoutMs: deadlines.answer });
  try {
    await work(world, openTowards(world.simulator, { timeoutMs: hastyMs }));
  } finally {
    await world.close();
  }
}

test.concurrent.each<Fault>(['limited', 'error_before', 'error_after', 'cut_after'])(
  'a call that meets "%s" once is made again under the same key',
  (fault) =>
    inWorld(async (world) => {
      const { simulator, processor } = world;
      simulator.misbehave(fault);
      const attempt = await pay(world);
      simulator.misbehave(fault);
      expect(await processor.refund(refundOf(attempt, 1_000n))).toMatchObject({ outcome: 'refunded' });
      expect(simulator.calls()).toEqual({ 'POST /v1/orders': 2, 'POST /v1/orders/:id/refund': 2 });
      expect(await simulator.refundedMinor()).toBe(1_000n);
      expect(await simulator.capturesOf(attempt.asked.attemptId)).toBe(1);
    }),
);

test.concurrent('a slow answer is waited for', () =>
  inWorld(async (world) => {
    world.simulator.misbehave('slow');
    await openPage(world);
    expect(world.simulator.calls()).toEqual({ 'POST /v1/orders': 1 });
  }));

test.concurrent('two who ask at the same instant, the first slowly, open one page', () =>
  inWorld(async (world) => {
    world.simulator.misbehave('slow');
    const asked = requestOf(world);
    const both = await Promise.all([world.processor.authorize(asked), world.processor.authorize(asked)]);
    expect(both[0]).toMatchObject({ outcome: 'challenge' });
    expect(both[1]).toEqual(both[0]);
  }));

test.concurrent.each<Fault>(['limited', 'error_before', 'silent_before', 'silent_after', 'malformed_after'])(
  'a page that cannot be opened for "%s" charges nothing, and asked for after all is paid once',
  (fault) =>
    inWorld(async (world, hasty) => {
      const { simulator, processor } = world;
      simulator.misbehave(fault, 9);
      const asked = requestOf(world);
      expect(await hasty.authorize(asked)).toMatchObject({
        outcome: 'not_taken',
        cause: expect.stringMatching(/^Mercado Pago/),
      });
      expect(await hasty.inquire(asked)).toMatchObject({ outcome: 'unknown' });
      expect(await hasty.abandon(asked)).toMatchObject({ outcome: 'unknown' });
      simulator.misbehave(fault, 0);
      const found = await processor.inquire(asked);
      if (found.outcome !== 'challenge') throw new Error(`expected a page, got ${JSON.stringify(found)}`);
      await simulator.pay(found.url, 'approved');
      expect(await processor.inquire(asked)).toMatchObject({ outcome: 'approved' });
      expect(await simulator.capturesOf(asked.attemptId)).toBe(1);
    }),
);

test.concurrent.each<Fault>(['silent_before', 'silent_after', 'malformed_after', 'error_after'])(
  'a refund whose answer is lost by "%s" is made once',
  (fault) =>
    inWorld(async (world, hasty) => {
      const { simulator, processor } = world;
      const asked = refundOf(await pay(world), 5_000n);
      simulator.misbehave(fault, 9, '/refund');
      expect(await hasty.refund(asked)).toMatchObject({ outcome: 'unknown' });
      simulator.misbehave(fault, 0);
      const again = await processor.refund({ ...asked, isRepeat: true });
      expect(again).toMatchObject({ outcome: 'refunded' });
      expect(await processor.refund({ ...asked, isRepeat: true })).toEqual(again);
      expect(await simulator.refundedMinor()).toBe(5_000n);
    }),
);

test.concurrent.each<Fault>([
  'limited',
  'error_before',
  'silent_before',
  'silent_after',
  'malformed_after',
  'error_after',
])('giving up whose answer is lost by "%s" is done, or found done', (fault) =>
  inWorld(async (world, hasty) => {
    const { simulator, processor } = world;
    const { asked } = await openPage(world);
    simulator.misbehave(fault, 9, '/cancel');
    expect((await hasty.abandon(asked)).outcome).toMatch(/^(unknown|refused)$/);
    simulator.misbehave(fault, 0);
    expect(await processor.abandon(asked)).toMatchObject({ outcome: 'refused', reason: 'left_page' });
  }),
);

test.concurrent('where nobody is, no page opens and nothing is known', () =>
  inWorld(async (world) => {
    const { unreachable } = world;
    const handle = `ORD${'0'.repeat(26)}`;
    const asked = requestOf(world, { handle });
    const outcomes = [
      await unreachable.authorize(requestOf(world)),
      await unreachable.inquire(asked),
      await unreachable.abandon(asked),
      await unreachable.refund(refundOf({ asked, processorReference: handle }, 1n)),
    ];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['not_taken', 'unknown', 'unknown', 'unknown']);
    expect(JSON.stringify(outcomes)).not.toMatch(/ana@|APP_USR/);
    expect(await unreachable.trace(handle)).toBeNull();
    expect(await unreachable.readDispute('1')).toBeNull();
    expect(await unreachable.disputesAfter('7')).toEqual({ disputes: [], cursor: '7' });
    await expect(
      unreachable.linesBetween(new Date(0), new Date())[Symbol.asyncIterator]().next(),
    ).rejects.toThrow('Mercado Pago');
  }));
