import { describe, expect, test } from 'vitest';
import { newId } from '../../base/db/ids.ts';
import type { AttemptOutcome } from '../charges/payment-processor.ts';
import { createBreaker } from './breaker.ts';
import { type RoutedPayment, type RouteRule, routeBy } from './routing.ts';

function payment(change: Partial<RoutedPayment> = {}): RoutedPayment {
  const amount = { amountMinor: 10_000n, currency: 'BRL' };
  return { chargeId: newId(), amount, country: 'BRA', method: 'CARDS', brand: null, ...change };
}

describe('the first rule that fits counts', () => {
  const rules: RouteRule[] = [
    { countries: ['BRA'], currencies: ['BRL'], max: '50.00', use: [{ processor: 'mercadopago' }] },
    { brands: ['elo'], use: [{ processor: 'dlocal' }, { processor: 'stripe' }] },
    { currencies: ['BRL'], min: '1000.00', use: [{ processor: 'dlocal' }] },
    { countries: ['BRA', 'ARG'], use: [{ processor: 'stripe' }, { processor: 'mercadopago' }] },
  ];
  const brl = (amountMinor: bigint) => ({ amount: { amountMinor, currency: 'BRL' } });

  test.each([
    ['up to its most', payment(brl(5_000n)), 'rule 1', ['mercadopago']],
    ['a cent above it', payment(brl(5_001n)), 'rule 4', ['stripe', 'mercadopago']],
    ['by the brand', payment({ ...brl(5_001n), brand: 'elo' }), 'rule 2', ['dlocal', 'stripe']],
    ['from its least', payment(brl(100_000n)), 'rule 3', ['dlocal']],
    ['by the country', payment({ country: 'ARG' }), 'rule 4', ['stripe', 'mercadopago']],
  ])('%s', (_, asked, why, order) => {
    expect(routeBy(rules, asked)).toEqual({ why, order });
  });

  test('none may fit', () => {
    expect(routeBy(rules, payment({ country: 'USA' }))).toBeNull();
    expect(routeBy([], payment())).toBeNull();
  });
});

describe('shares', () => {
  const rules: RouteRule[] = [
    {
      use: [
        { processor: 'stripe', share: 70 },
        { processor: 'dlocal', share: 20 },
        { processor: 'mercadopago' },
      ],
    },
  ];

  test('are what they say, and the others wait in their order', () => {
    const firsts = { stripe: 0, dlocal: 0 };
    const count = 5_000;
    for (let at = 0; at < count; at++) {
      const { order = [] } = routeBy(rules, payment()) ?? {};
      expect([...order].sort()).toEqual(['dlocal', 'mercadopago', 'stripe']);
      firsts[order[0] as keyof typeof firsts]++;
    }
    // Payments that no share covers follow the order of the list.
    expect(firsts.stripe / count).toBeCloseTo(0.8, 1);
    expect(firsts.dlocal / count).toBeCloseTo(0.2, 1);
  });

  test('send a charge where it went before', () => {
    const asked = payment();
    expect(routeBy(rules, asked)).toEqual(routeBy(rules, { ...asked }));
  });
});

describe('a processor', () => {
  function watched() {
    let nowMs = 0;
    const breaker = createBreaker(() => new Date(nowMs));
    const note = (...outcomes: AttemptOutcome['outcome'][]) => {
      for (const outcome of outcomes) breaker.note('stripe', outcome);
    };
    const pass = (ms: number): void => {
      nowMs += ms;
    };
    return { breaker, note, pass };
  }
  const failures = Array.from({ length: 5 }, () => 'not_taken' as const);

  test('that fails five times in a row is passed over for half a minute, and then tried', () => {
    const { breaker, note, pass } = watched();
    note(...failures.slice(1));
    expect(breaker.isFailing('stripe')).toBe(false);
    note('unknown');
    expect([breaker.isFailing('stripe'), breaker.isFailing('dlocal')]).toEqual([true, false]);
    pass(30_001);
    expect(breaker.isFailing('stripe')).toBe(false);
    // One more failure opens it again.
    note('not_taken');
    expect(breaker.isFailing('stripe')).toBe(true);
  });

  test.each(['approved', 'refused', 'challenge', 'pending'] as const)(
    'that answers %s is well',
    (outcome) => {
      const { breaker, note } = watched();
      note(...failures.slice(1), outcome, ...failures.slice(1));
      expect(breaker.isFailing('stripe')).toBe(false);
    },
  );
});
