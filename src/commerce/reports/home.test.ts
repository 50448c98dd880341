import { describe, expect, test } from 'vitest';
import { homeAnswer, todayIn } from './home.ts';
import type { HourSum } from './hour-sums.ts';

const at = (iso: string): Date => new Date(iso);

describe('today', () => {
  test('begins at midnight of the reader, and is compared with yesterday at this time', () => {
    expect(todayIn('America/Bogota', at('2026-11-18T19:20:00Z'))).toEqual({
      day: '2026-11-18',
      from: at('2026-11-18T05:00:00Z'),
      before: at('2026-11-17T05:00:00Z'),
      sameTimeBefore: at('2026-11-17T19:20:00Z'),
    });
  });

  test('the first minute of a day is compared with the first minute of the day before', () => {
    const { from, sameTimeBefore } = todayIn('America/Bogota', at('2026-11-18T05:00:30Z'));
    expect([from, sameTimeBefore]).toEqual([at('2026-11-18T05:00:00Z'), at('2026-11-17T05:00:30Z')]);
  });

  test('the last hour after a day of 23 hours is compared with that whole day', () => {
    // Clocks went forward in Santiago on the sixth.
    const { before, from, sameTimeBefore } = todayIn('America/Santiago', at('2026-09-08T02:30:00Z'));
    expect(from).toEqual(at('2026-09-07T03:00:00Z'));
    expect(before).toEqual(at('2026-09-06T04:00:00Z'));
    expect(sameTimeBefore).toEqual(from);
  });
});

test('the answer counts yesterday until this minute, has every hour, and begins with the usual currency', () => {
  const paid = (hour: string, asset: string, amount: bigint, count = 1n): HourSum => ({
    hour: at(hour),
    kind: 'charge_approved',
    part: 'card_clearing_sandbox',
    asset,
    count,
    amount: -amount,
  });
  const now = at('2026-11-18T07:20:00Z');
  const answer = homeAnswer({
    now,
    today: todayIn('America/Bogota', now),
    sums: [paid('2026-11-18T05:00:00Z', 'USD', 500n), paid('2026-11-18T07:00:00Z', 'COP', 1_000n)],
    sumsBefore: [
      paid('2026-11-17T06:00:00Z', 'COP', 300n),
      paid('2026-11-17T07:00:00Z', 'COP', 40n, 4n),
      paid('2026-11-17T20:00:00Z', 'COP', 9_000n),
      { ...paid('2026-11-17T06:00:00Z', '', 0n), kind: 'tried', part: 'insufficient_funds' },
    ],
    partBefore: [paid('2026-11-17T07:00:00Z', 'COP', 10n)],
    usual: [paid('2026-11-01T07:00:00Z', 'COP', 1n, 90n), paid('2026-11-01T07:00:00Z', 'CLP', 1n, 2n)],
  });
  expect(answer.day).toBe('2026-11-18');
  expect(answer.assets.map(({ asset }) => asset)).toEqual(['COP', 'CLP', 'USD']);
  const [own] = answer.assets;
  expect(own).toMatchObject({
    today: { amount: '10.00', count: 1 },
    before: { amount: '3.10', count: 2 },
    hours: ['0.00', '0.00', '10.00'],
  });
  expect(own?.hours_before).toHaveLength(24);
  expect(own?.hours_before.slice(0, 3)).toEqual(['0.00', '3.00', '0.40']);
  expect(own?.hours_before[15]).toBe('90.00');
  expect(answer.attempts).toEqual({ approved: 0, refused: 0, approved_before: 0, refused_before: 1 });
});
