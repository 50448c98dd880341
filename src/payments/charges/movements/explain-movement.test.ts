import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainMovement } from './explain-movement.ts';
import type { Place } from './place-movements.ts';

const place = (id: string, about: Place['about'] = 'charge', status = 'approved'): Place => ({
  merchantId: 'm',
  chargeId: 'c',
  about,
  id,
  amount: { amountMinor: 1n, currency: 'USD' },
  status,
});
const counts = (entered: Record<string, number>, kept: Record<string, number> = {}) => ({
  entered: new Map(Object.entries(entered)),
  kept: new Map(Object.entries(kept)),
});

describe('a movement at a processor', () => {
  test.each([
    ['payment', place('c'), 'payment c'],
    ['refund', place('r', 'refund', 'succeeded'), 'refund r'],
    ['dispute', place('d', 'dispute', 'open'), 'dispute d'],
  ] as const)('%s: is explained as often as it is entered, and is a case beyond', (kind, of, key) => {
    fc.assert(
      fc.property(fc.nat({ max: 4 }), fc.nat({ max: 4 }), fc.boolean(), (entered, kept, isYoung) => {
        const given = counts(entered > 0 ? { [key]: entered } : {}, { [key]: kept });
        const { as } = explainMovement({ kind }, [of], given, isYoung);
        expect(as === 'known').toBe(kept < entered);
        if (kept >= entered && !isYoung) expect(as).toBe('case');
      }),
    );
  });

  test('of a payment that was charged twice under one attempt is a case at once', () => {
    const given = counts({ 'payment c': 1 }, { 'payment c': 1 });
    expect(explainMovement({ kind: 'payment' }, [place('c')], given, true)).toMatchObject({
      as: 'case',
      reason: 'too_often',
    });
  });

  test('of an unknown kind is a case, whatever it names', () => {
    const given = counts({ 'payment c': 1 });
    for (const candidates of [[], [place('c')]]) {
      expect(explainMovement({ kind: 'other' }, candidates, given, true)).toMatchObject({
        as: 'case',
        reason: 'unknown_kind',
      });
    }
  });

  test('of something not heard of yet waits while it is young', () => {
    expect(explainMovement({ kind: 'refund' }, [], counts({}), true)).toEqual({ as: 'waits' });
    expect(explainMovement({ kind: 'refund' }, [], counts({}), false)).toMatchObject({ reason: 'not_ours' });
    const refused = place('c', 'charge', 'refused');
    expect(explainMovement({ kind: 'payment' }, [refused], counts({}), true)).toEqual({ as: 'waits' });
    expect(explainMovement({ kind: 'payment' }, [refused], counts({}), false)).toMatchObject({
      reason: 'not_entered',
    });
  });

  test('there and back of what came to nothing before it was entered is explained once each', () => {
    const failed = place('r', 'refund', 'failed');
    for (const kind of ['refund', 'refund_failed'] as const) {
      expect(explainMovement({ kind }, [failed], counts({}), false).as).toBe('known');
      expect(explainMovement({ kind }, [failed], counts({}, { [`${kind} r`]: 1 }), false).as).toBe('case');
    }
  });
});
