import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideSending, overtakingMs, type SendingFacts } from './decide-sending.ts';
import type { PayoutToSend } from './queue-store.ts';

const now = new Date('2026-03-01T12:00:00Z');
const rich: SendingFacts = { now, freeUsdtUnits: 1_000n, freeGasUnits: 1_000n, maxCost: 10n, room: 100 };

function queued(id: string, amountUnits: bigint, ageMs = 0): PayoutToSend {
  return {
    merchantId: 'm',
    id,
    kind: 'payout',
    refundOf: null,
    address: '0x01',
    amountUnits,
    amountMinor: amountUnits,
    approvalsNeeded: 0,
    summedMinor: null,
    confirmedAt: new Date(now.getTime() - ageMs),
    waitReason: null,
    stranded: null,
  };
}

function decide(payouts: PayoutToSend[], facts: Partial<SendingFacts> = {}) {
  const { send, waits } = decideSending(payouts, { ...rich, ...facts });
  return {
    send: send.map(({ id }) => id),
    waits: Object.fromEntries(waits.map(({ payout, reason }) => [payout.id, reason])),
  };
}

describe('who is sent now', () => {
  test('are the first ones, as many as there is room for', () => {
    const payouts = ['a', 'b', 'c'].map((id) => queued(id, 1n));
    expect(decide(payouts, { room: 2 })).toEqual({ send: ['a', 'b'], waits: { c: null } });
  });

  test('are no more than the wallet holds USDT for', () => {
    expect(decide([queued('a', 600n), queued('b', 400n), queued('c', 1n)])).toEqual({
      send: ['a', 'b'],
      waits: { c: 'low_usdt' },
    });
  });

  test('are no more than the wallet can pay fees for', () => {
    const payouts = ['a', 'b', 'c'].map((id) => queued(id, 1n));
    expect(decide(payouts, { freeGasUnits: 29n })).toEqual({ send: ['a', 'b'], waits: { c: 'low_gas' } });
    expect(decide(payouts, { freeGasUnits: 30n })).toEqual({ send: ['a', 'b', 'c'], waits: {} });
  });

  test('lets smaller ones overtake for half an hour', () => {
    expect(overtakingMs).toBe(1_800_000);
  });

  test('are smaller ones before a large one that has not waited for long', () => {
    expect(decide([queued('large', 2_000n, overtakingMs), queued('small', 1n)])).toEqual({
      send: ['small'],
      waits: { large: 'low_usdt' },
    });
  });

  test('is nobody behind a large one that has waited for long', () => {
    expect(decide([queued('large', 2_000n, overtakingMs + 1), queued('small', 1n)])).toEqual({
      send: [],
      waits: { large: 'low_usdt', small: 'low_usdt' },
    });
  });

  test('is nobody when more is on its way than the wallet holds', () => {
    expect(decide([queued('a', 1n)], { freeUsdtUnits: -5n })).toEqual({ send: [], waits: { a: 'low_usdt' } });
    expect(decide([queued('a', 1n)], { freeGasUnits: -5n })).toEqual({ send: [], waits: { a: 'low_gas' } });
  });
});

test('whoever waits and whatever the wallet holds, no more is promised than it has, each is decided once, and in line', () => {
  const waiting = fc.array(
    fc.record({ units: fc.bigInt({ min: 1n, max: 500n }), ageMs: fc.nat({ max: 2 * overtakingMs }) }),
    { maxLength: 20 },
  );
  const facts = fc.record({
    freeUsdtUnits: fc.bigInt({ min: -100n, max: 2_000n }),
    freeGasUnits: fc.bigInt({ min: -20n, max: 200n }),
    maxCost: fc.bigInt({ min: 1n, max: 30n }),
    room: fc.nat({ max: 20 }),
  });
  fc.assert(
    fc.property(waiting, facts, (given, rest) => {
      const payouts: PayoutToSend[] = given.map(({ units, ageMs }, at) => queued(String(at), units, ageMs));
      const { send, waits } = decideSending(payouts, { now, ...rest });
      const units = send.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
      const cost = BigInt(send.length) * rest.maxCost;
      if (send.length > 0) expect(units <= rest.freeUsdtUnits && cost <= rest.freeGasUnits).toBe(true);
      expect(send.length).toBeLessThanOrEqual(rest.room);
      const decided = [...send, ...waits.map(({ payout }) => payout)];
      expect(new Set(decided).size).toBe(payouts.length);
      expect(decided).toHaveLength(payouts.length);
      expect(send).toEqual(payouts.filter((payout) => send.includes(payout)));
      // No payout overtakes one that has waited long for the wallet's USDT.
      const saved = waits.find(({ payout, reason }) => {
        return reason === 'low_usdt' && now.getTime() - payout.confirmedAt.getTime() > overtakingMs;
      });
      if (saved)
        expect(send.every((payout) => payouts.indexOf(payout) < payouts.indexOf(saved.payout))).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
