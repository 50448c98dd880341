import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideRefund, type OrderMoney, type RefundAsk, type RefundFacts } from './decide-refund.ts';

const usdt = (amount: number): bigint => BigInt(amount) * 1_000_000n;

function came(amountUnits: bigint, change: Partial<OrderMoney> = {}): OrderMoney {
  return { amountUnits, orphaned: false, posted: true, credited: false, disposition: null, ...change };
}
const credited = (units: bigint): OrderMoney => came(units, { credited: true });

const decide = (facts: Partial<RefundFacts<OrderMoney>>, ask: RefundAsk = { kind: 'all' }) =>
  decideRefund({ status: 'success', priceUnits: usdt(100), transfers: [], refundedUnits: 0n, ...facts }, ask);

describe('a refund', () => {
  test('without an amount takes all that waits, also what is due again, and leaves what was credited', () => {
    const transfers = [
      credited(usdt(100)),
      came(usdt(100)),
      came(usdt(7), { disposition: 'refund_due' }),
      came(9_999n),
    ];
    expect(decide({ transfers })).toMatchObject({ from: 'suspense', units: usdt(107) + 9_999n });
  });

  test('where nothing waits takes all that is left of what was credited', () => {
    expect(decide({ transfers: [credited(usdt(100))] })).toEqual({ from: 'balance', units: usdt(100) });
    expect(decide({ transfers: [credited(usdt(100))], refundedUnits: usdt(99) })).toEqual({
      from: 'balance',
      units: usdt(1),
    });
  });

  test('takes the least that is no dust, waiting or left', () => {
    expect(decide({ status: 'failed', transfers: [came(10_000n)] })).toMatchObject({ units: 10_000n });
    expect(decide({ transfers: [credited(10_000n)] })).toEqual({ from: 'balance', units: 10_000n });
    expect(decide({ transfers: [credited(9_999n)] })).toEqual({ fault: 'nothing_left' });
  });

  test('takes nothing twice, nor what is on its way, was given back, ignored, taken back or only dust', () => {
    for (const disposition of ['refunding', 'returned', 'advanced', 'ignored'] as const) {
      const transfers = [came(usdt(100), { disposition })];
      expect(decide({ status: 'failed', transfers })).toEqual({ fault: 'nothing_left' });
    }
    const gone = [came(usdt(9), { orphaned: true }), came(usdt(9), { posted: false }), came(9_999n)];
    expect(decide({ status: 'failed', transfers: gone })).toEqual({ fault: 'nothing_left' });
    expect(decide({ transfers: [credited(usdt(100))], refundedUnits: usdt(100) })).toEqual({
      fault: 'nothing_left',
    });
  });

  test('in part is of what was credited, and of nothing else', () => {
    const transfers = [credited(usdt(100)), came(usdt(100))];
    expect(decide({ transfers }, { kind: 'part', units: usdt(30) })).toEqual({
      from: 'balance',
      units: usdt(30),
    });
    expect(decide({ transfers, refundedUnits: usdt(80) }, { kind: 'part', units: usdt(30) })).toEqual({
      fault: 'too_much',
      mostUnits: usdt(20),
    });
    expect(decide({ status: 'failed', transfers: [came(usdt(40))] }, { kind: 'part', units: 1n })).toEqual({
      fault: 'not_accepted',
      waitingUnits: usdt(40),
    });
  });

  test('of what is left over takes what waits, else only what was paid too much', () => {
    const ask: RefundAsk = { kind: 'left_over' };
    expect(decide({ transfers: [credited(usdt(100)), came(usdt(5))] }, ask)).toMatchObject({
      from: 'suspense',
      units: usdt(5),
    });
    expect(decide({ transfers: [credited(usdt(130))] }, ask)).toEqual({ from: 'balance', units: usdt(30) });
    expect(decide({ transfers: [credited(usdt(100))] }, ask)).toEqual({ fault: 'nothing_left' });
  });

  test.each(['open', 'awaiting', 'pending'] as const)('waits while its order is %s', (status) => {
    expect(decide({ status, transfers: [came(usdt(100))] })).toEqual({ fault: 'under_way' });
  });
});

test('all refunds of an order together never exceed what came for it and is final', () => {
  const money = fc.record({
    amountUnits: fc.bigInt(1n, 200_000_000n),
    orphaned: fc.boolean(),
    posted: fc.boolean(),
    credited: fc.boolean(),
    disposition: fc.constantFrom(null, 'refund_due' as const, 'ignored' as const),
  });
  const ask = fc.oneof(
    fc.constant<RefundAsk>({ kind: 'all' }),
    fc.constant<RefundAsk>({ kind: 'left_over' }),
    fc.record({ kind: fc.constant('part' as const), units: fc.bigInt(10_000n, 200_000_000n) }),
  );
  fc.assert(
    fc.property(fc.array(money, { maxLength: 5 }), fc.array(ask, { maxLength: 8 }), (transfers, asks) => {
      const now: OrderMoney[] = transfers.map((each) => ({ ...each }));
      let [refundedUnits, givenUnits] = [0n, 0n];
      for (const each of asks) {
        const decision = decide({ status: 'success', transfers: now, refundedUnits }, each);
        if ('fault' in decision) continue;
        givenUnits += decision.units;
        if (decision.from === 'balance') refundedUnits += decision.units;
        else for (const taken of decision.transfers) taken.disposition = 'refunding';
      }
      const final = transfers.filter(({ orphaned, posted }) => !orphaned && posted);
      expect(givenUnits <= final.reduce((sum, { amountUnits }) => sum + amountUnits, 0n)).toBe(true);
    }),
  );
});
