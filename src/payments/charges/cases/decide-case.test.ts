import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CaseTarget, caseTargets, judgeCase, peopleNeeded } from './decide-case.ts';

test.each<[bigint, string, CaseTarget, 1 | 2]>([
  [10_000_00n, 'USD', 'costs', 1],
  [-10_000_00n, 'USD', 'none', 1],
  [10_000_01n, 'USD', 'costs', 2],
  [-10_000_01n, 'USD', 'none', 2],
  [1n, 'USD', 'merchant', 2],
  [1n, 'COP', 'costs', 2],
])('a decision about %s %s to %s takes %s', (amountMinor, currency, to, people) => {
  expect(peopleNeeded({ amountMinor, currency }, to)).toBe(people);
});

test('whatever people say, a case that takes two is decided by the same word of two of them', () => {
  const words = fc.record({
    to: fc.constantFrom(...caseTargets),
    bookedFor: fc.constantFrom('a', 'b'),
    personId: fc.constantFrom('ana', 'bea', 'eva'),
  });
  const amount = { amountMinor: 1n, currency: 'COP' };
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 12 }), (said) => {
      let last: (typeof said)[number] | null = null;
      for (const word of said) {
        const before: typeof last = last;
        const isConfirmed =
          before !== null &&
          before.to === word.to &&
          before.bookedFor === word.bookedFor &&
          before.personId !== word.personId;
        expect(judgeCase(amount, before, word, word.personId)).toBe(isConfirmed ? 'decides' : 'proposes');
        if (isConfirmed) return;
        last = word;
      }
    }),
  );
});

test('a case that takes one is decided by the first word', () => {
  const word = { to: 'costs', bookedFor: 'a' } as const;
  expect(judgeCase({ amountMinor: 10_000_00n, currency: 'USD' }, null, word, 'ana')).toBe('decides');
});
