import Type from 'typebox';
import { type InstalmentRule, instalmentsWithin } from '../../../base/money/instalments.ts';
import type { Money } from '../../../base/money/money.ts';
import type { Answer } from '../http.ts';
import { read } from './reading.ts';

const from2To12 = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/**
 * Instalments that acquirers of these countries take, by ISO 3166-1 alpha-3. dLocal reports the options of a card only
 * by the first digits of its number: it is asked when the customer pays.
 */
const rules = new Map<string, InstalmentRule>([
  ['ARG', { currency: 'ARS', counts: from2To12, leastMinor: 100_00n }],
  ['BRA', { currency: 'BRL', counts: from2To12, leastMinor: 5_00n }],
  ['CHL', { currency: 'CLP', counts: from2To12, leastMinor: 1_000n }],
  ['COL', { currency: 'COP', counts: [...from2To12, 18, 24, 36], leastMinor: 5_000_00n }],
  ['MEX', { currency: 'MXN', counts: [3, 6, 9, 12], leastMinor: 100_00n }],
]);

export function instalmentsAtDlocal(
  { amount, country }: { amount: Money; country: string },
  most: number,
): number[] {
  return instalmentsWithin(rules.get(country), amount, most);
}

const Plan = Type.Object({
  id: Type.String({ minLength: 1 }),
  installments: Type.Array(Type.Object({ installments: Type.Integer() })),
});

/** A plan has no id to search for: `not_found` does not apply. */
export const readPlan = (answer: Answer) => read(Plan, answer, '');
