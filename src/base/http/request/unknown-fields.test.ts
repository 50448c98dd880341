import { describe, expect, test } from 'vitest';
import { moneyWordFaults, unknownFieldMessage } from './unknown-fields.ts';

describe('an unknown field', () => {
  const known = ['amount', 'note', 'merchant_reference'];
  test.each([
    ['amout', 'amount'],
    ['Amount', 'amount'],
    ['ammount', 'amount'],
    ['merchantReference', 'merchant_reference'],
    ['merchant_ref', null],
    ['not', 'note'],
    ['currency', null],
    ['a'.repeat(10_000), null],
  ])('%s is told with the nearest known one', (name, meant) => {
    expect(unknownFieldMessage(name, known)).toBe(
      meant === null
        ? 'is not known; known are amount, note, merchant_reference'
        : `is not known; did you mean ${meant}?`,
    );
  });
});

describe('where unknown fields are passed over, one that speaks of money', () => {
  const known = { amount: {}, currency: {}, description: {} };
  const refused = (body: object): string[] => moneyWordFaults(body, known).map(({ field }) => field);

  test.each([
    'capture_method',
    'captureMethod',
    'save_card',
    'three_ds',
    '3ds',
    'installments',
    'statement_descriptor',
    'amount_refundable',
    'amountMinor',
    'application_fee',
  ])('is refused: %s', (name) => {
    expect(refused({ amount: 1, [name]: 'x' })).toEqual([name]);
  });

  test.each(['utm_source', 'feedback', 'cardigan', 'discounted', 'nested', 'totally', 'x'])(
    'is not %s',
    (name) => {
      expect(refused({ amount: 1, [name]: 'x' })).toEqual([]);
    },
  );

  test('is taken where it asks for what happens anyway', () => {
    expect(refused({ capture: true, capture_method: 'automatic', save_card: false })).toEqual([]);
    expect(moneyWordFaults({ capture_method: 'manual' }, known)).toEqual([
      { field: 'capture_method', message: 'may only be "automatic" here' },
    ]);
    expect(moneyWordFaults({ amount_: 5, installments: 3 }, known)).toEqual([
      { field: 'amount_', message: 'is not known; did you mean amount?' },
      { field: 'installments', message: 'is not supported; leave it out' },
    ]);
  });

  test('is counted to a bound', () => {
    const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`amount_${at}`, 1]));
    expect(refused(many)).toHaveLength(20);
  });
});
