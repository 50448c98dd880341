import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deadlines } from '../../../../test/kit/deadlines.ts';
import {
  type MercadopagoWorld,
  startMercadopagoWorld,
} from '../../../../test/kit/processors/mercadopago/contract-world.ts';
import { amountMinor, pay, refundOf } from '../../../../test/kit/processors/mercadopago/customer.ts';
import type { SimulatedNotification } from '../../../../test/kit/processors/simulator.ts';
import type { Api } from './api.ts';
import { readDisputesAfter } from './disputes.ts';

let world: MercadopagoWorld;

beforeEach(async () => {
  world = await startMercadopagoWorld({ timeoutMs: deadlines.answer });
});

afterEach(() => world.close());

const read = (notification: SimulatedNotification | undefined) => {
  const { headers, query, body } = notification?.signed() ?? { headers: {}, query: '', body: '' };
  const message = { headers, query: Object.fromEntries(new URLSearchParams(query)), body: Buffer.from(body) };
  return world.processor.readNotification(message, new Date());
};

test('disputes are told after the cursor, also when they are decided', async () => {
  const { processor, simulator } = world;
  const none = await processor.disputesAfter('');
  expect(none.disputes).toEqual([]);
  expect(await processor.disputesAfter(none.cursor)).toEqual(none);

  const first = await pay(world);
  const second = await pay(world);
  const disputeId = await simulator.openDispute(first.asked.attemptId, 100_000n);
  const open = {
    disputeId,
    attemptId: first.asked.attemptId,
    amount: { amountMinor: 100_000n, currency: 'ARS' },
    status: 'open',
    reason: 'fraud',
    evidenceDueAt: null,
  };
  const one = await processor.disputesAfter(none.cursor);
  expect(one.disputes).toEqual([open]);
  expect(await processor.disputesAfter(one.cursor)).toEqual({ disputes: [], cursor: one.cursor });
  expect(await processor.readDispute(disputeId)).toEqual(open);

  const other = await simulator.openDispute(second.asked.attemptId);
  await simulator.closeDispute(disputeId, 'won');
  const more = await processor.disputesAfter(one.cursor);
  expect(more.disputes).toHaveLength(2);
  expect(more.disputes).toContainEqual({ ...open, status: 'won' });
  expect(more.disputes).toContainEqual(
    expect.objectContaining({ disputeId: other, status: 'open', amount: { amountMinor, currency: 'ARS' } }),
  );
  await simulator.closeDispute(other, 'lost');
  expect(await processor.readDispute(other)).toMatchObject({ status: 'lost' });
  // An old cursor still returns everything after it.
  expect((await processor.disputesAfter(none.cursor)).disputes).toHaveLength(2);
  expect((await processor.disputesAfter('')).disputes).toHaveLength(2);
  expect(await processor.refund(refundOf(second, 1n))).toEqual({
    outcome: 'refused',
    reason: 'cannot_refund_order',
  });
});

test('more of them than fit on a page are all told', async () => {
  const { processor, simulator } = world;
  const ids: string[] = [];
  for (let i = 0; i < 53; i++) ids.push(await simulator.openDispute((await pay(world)).asked.attemptId));
  const told = await processor.disputesAfter('');
  expect(told.disputes.map(({ disputeId }) => disputeId).sort()).toEqual(ids.sort());
  expect(await processor.disputesAfter(told.cursor)).toEqual({ disputes: [], cursor: told.cursor });
});

test('what is sent leads to the attempt, or to its dispute', async () => {
  const { processor, simulator } = world;
  const { asked } = await pay(world);
  for (const notification of simulator.notifications)
    expect(read(notification)?.hint).toEqual({ about: 'handle', handle: asked.handle });
  expect(simulator.notifications.map(({ kind }) => kind)).toEqual(['order.created', 'order.processed']);
  expect(await processor.trace(asked.handle ?? '')).toEqual({ about: 'attempt', attemptId: asked.attemptId });

  const disputeId = await simulator.openDispute(asked.attemptId);
  const [ofOrder, ofChargeback] = simulator.notifications.slice(-2);
  expect(read(ofOrder)?.hint).toEqual({ about: 'handle', handle: asked.handle });
  expect(read(ofChargeback)?.hint).toEqual({ about: 'dispute', disputeId });
  expect(await processor.trace(asked.handle ?? '')).toEqual({ about: 'dispute', disputeId });
  simulator.skewClock(-3_600_000);
  expect(read(ofOrder)).toBeNull();
});

describe('what the older API tells late', () => {
  const now = new Date('2026-11-16T09:00:00.000Z');
  const chargebacks = new Map<number, 'none' | 'failing' | 'there'>();
  const asked: string[] = [];
  const payments = [1, 2, 3].map((id) => ({
    id,
    status: 'charged_back',
    status_detail: 'in_process',
    external_reference: id === 3 ? 'ORDER-OF-SOMEBODY' : `0198c0de-0000-7000-8000-00000000000${id}`,
    date_last_updated: new Date(now.getTime() - 60_000 * (10 - id)).toISOString(),
    transaction_amount: 100,
    currency_id: 'ARS',
  }));

  const api: Api = {
    async get(path) {
      asked.push(path);
      const id = Number(/(?:payment_id=|chargebacks\/)(\d+)/.exec(path)?.[1]);
      if (path.startsWith('/v1/payments/search')) return { value: { results: payments } as never };
      if (chargebacks.get(id) === 'failing') return { cause: 'away', status: 500, code: null };
      const list = chargebacks.get(id) === 'there' ? [{ id }] : [];
      return { value: (path.includes('search') ? { results: list } : { id }) as never };
    },
    post: () => Promise.reject(new Error('it only reads')),
  };

  const idsAfter = async (cursor: string, at = now) => {
    const told = await readDisputesAfter(api, cursor, at);
    return { ids: told.disputes.map(({ disputeId }) => disputeId), cursor: told.cursor };
  };

  test.each(['none', 'failing'] as const)(
    'is told when it is there, though it was %s at first',
    async (first) => {
      chargebacks.set(1, first).set(2, 'there');
      const early = await idsAfter('');
      expect(early.ids).toEqual(first === 'none' ? ['2'] : []);
      expect((await idsAfter(early.cursor)).ids).toEqual([]);
      chargebacks.set(1, 'there');
      const late = await idsAfter(early.cursor);
      expect(late.ids).toEqual(first === 'none' ? ['1'] : ['1', '2']);
      expect(await idsAfter(late.cursor)).toEqual({ ids: [], cursor: late.cursor });
      expect(asked.some((path) => path.includes('payment_id=3'))).toBe(false);
    },
  );

  test('is waited for no longer than a day', async () => {
    chargebacks.set(1, 'none').set(2, 'there');
    const { cursor } = await idsAfter('', new Date(now.getTime() + 2 * 86_400_000));
    chargebacks.set(1, 'there');
    expect((await idsAfter(cursor)).ids).toEqual([]);
  });
});

describe('a warning', () => {
  test('of fraud names the payment, and is told of its attempt', async () => {
    const { processor, simulator } = world;
    const { asked } = await pay(world);
    const number = simulator.warnOfFraud(asked.attemptId);
    const warningId = `fraud-${number}`;
    expect(read(simulator.notifications.at(-1))?.hint).toEqual({ about: 'warning', warningId });
    const told = { warningId, attemptId: asked.attemptId, kind: 'fraud', reason: null };
    expect(await processor.readWarning?.(warningId)).toEqual(told);
    // Its payment does not exist.
    expect(await processor.readWarning?.('fraud-1')).toMatchObject({ attemptId: '' });
    expect(await world.unreachable.readWarning?.(warningId)).toBeNull();
  });

  test('of a claim is read with what it is of', async () => {
    const { processor, simulator } = world;
    const { asked } = await pay(world);
    const claimId = simulator.openClaim(asked.attemptId);
    const warningId = `claim-${claimId}`;
    expect(read(simulator.notifications.at(-1))?.hint).toEqual({ about: 'warning', warningId });
    const told = { warningId, attemptId: asked.attemptId, kind: 'claim', reason: 'PNR3430' };
    expect(await processor.readWarning?.(warningId)).toEqual(told);
    const other = simulator.openClaim(asked.attemptId, 'shipment');
    expect(await processor.readWarning?.(`claim-${other}`)).toMatchObject({ attemptId: '' });
    expect(await world.unreachable.readWarning?.(warningId)).toBeNull();
  });
});
