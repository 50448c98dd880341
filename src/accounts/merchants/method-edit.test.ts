import { describe, expect, test } from 'vitest';
import type { MethodRule } from './merchant.ts';
import { editMethods, type MethodEdit } from './method-edit.ts';

const everywhere: MethodRule = { methodCode: 'CARDS', countries: [], currencies: [], bounds: {} };
const colombia: MethodRule = {
  methodCode: 'CARDS',
  countries: ['COL'],
  currencies: ['COP', 'USD'],
  bounds: { COP: { min: '5000.00' }, USD: { max: '100.00' } },
};
const peru: MethodRule = { methodCode: 'CARDS', countries: ['PER'], currencies: ['PEN'], bounds: {} };

function edit(methods: MethodRule[], change: Partial<MethodEdit>) {
  return editMethods(methods, { methodCode: 'CARDS', act: 'set', ...change });
}

describe('where a method is available', () => {
  test('a new place replaces the old one and keeps the bounds of the currencies that stay', () => {
    expect(edit([colombia], { countries: ['ECU', 'ECU'], currencies: ['USD'] })).toEqual({
      methods: [
        { ...everywhere, countries: ['ECU'], currencies: ['USD'], bounds: { USD: { max: '100.00' } } },
      ],
      faults: [],
    });
  });

  test('what is not given stays as it is', () => {
    expect(edit([colombia], { countries: [] }).methods).toEqual([{ ...colombia, countries: [] }]);
  });

  test('a further place is added beside the first, so that each country can have its own currency', () => {
    expect(edit([colombia], { act: 'add', countries: ['PER'], currencies: ['PEN'] })).toEqual({
      methods: [colombia, peru],
      faults: [],
    });
  });

  test('replacing half of several places is refused, because the other half would be a guess', () => {
    expect(edit([colombia, peru], { countries: ['ECU'] })).toMatchObject({
      methods: [colombia, peru],
      faults: [{ field: 'methodCode', message: expect.stringContaining('2 rules') }],
    });
    expect(edit([colombia, peru], { countries: ['ECU'], currencies: ['USD'] }).methods).toHaveLength(1);
  });

  test('a removed method is gone everywhere, and cannot be removed again', () => {
    expect(edit([colombia, peru], { act: 'remove' })).toEqual({ methods: [], faults: [] });
    expect(edit([], { act: 'remove' }).faults).toMatchObject([{ field: 'methodCode' }]);
  });

  test('a removed method comes back with a place', () => {
    expect(edit([], { countries: [] })).toEqual({ methods: [everywhere], faults: [] });
  });

  test('every unknown code is named', () => {
    expect(
      edit([everywhere], { countries: ['COL', 'ZZZ'], currencies: ['USD', 'XAU', 'usd'] }).faults,
    ).toEqual([
      { field: 'countries', message: '"ZZZ" is not an ISO 3166-1 alpha-3 country code' },
      { field: 'currencies', message: '"XAU" is not an ISO 4217 currency code' },
      { field: 'currencies', message: '"usd" is not an ISO 4217 currency code' },
    ]);
  });

  test.each([
    ['a method nobody knows', { methodCode: 'CASH', countries: [] }],
    ['a name that every object has', { methodCode: 'constructor', countries: [] }],
    ['nothing to change', {}],
    ['adding without saying where', { act: 'add' as const, bounds: { currency: 'USD', min: '1' } }],
  ])('%s is refused', (_, change) => {
    expect(edit([everywhere], change)).toMatchObject({
      methods: [everywhere],
      faults: [{ field: 'methodCode' }],
    });
  });
});

describe('amount bounds', () => {
  const bounds = (currency: string, min?: string | null, max?: string | null): Partial<MethodEdit> => ({
    bounds: { currency, ...(min !== undefined && { min }), ...(max !== undefined && { max }) },
  });

  test('are kept exactly, with the decimals of the currency', () => {
    expect(edit([everywhere], bounds('USD', '1', '5000.5')).methods[0]?.bounds).toEqual({
      USD: { min: '1.00', max: '5000.50' },
    });
    expect(edit([everywhere], bounds('CLP', '1e3')).methods[0]?.bounds).toEqual({ CLP: { min: '1000' } });
    expect(edit([everywhere], bounds('KWD', '0.125')).methods[0]?.bounds).toEqual({ KWD: { min: '0.125' } });
  });

  test('one of the two can be set alone, and taken back to the default', () => {
    expect(edit([colombia], bounds('USD', '2')).methods[0]?.bounds.USD).toEqual({
      min: '2.00',
      max: '100.00',
    });
    expect(edit([colombia], bounds('USD', undefined, null)).methods[0]?.bounds).toEqual({
      COP: { min: '5000.00' },
    });
  });

  test('apply to every place where the currency is taken, and to no other', () => {
    const ecuador: MethodRule = { ...peru, countries: ['ECU'], currencies: ['USD'] };
    const { methods } = edit([colombia, peru, ecuador], bounds('USD', '3'));
    expect(methods.map((rule) => rule.bounds.USD?.min)).toEqual(['3.00', undefined, '3.00']);
  });

  test('can be set together with the place that brings their currency', () => {
    expect(edit([peru], { currencies: ['USD'], ...bounds('USD', '1') }).methods[0]).toMatchObject({
      currencies: ['USD'],
      bounds: { USD: { min: '1.00' } },
    });
  });

  test.each([
    ['a currency nobody knows', 'ZZZ', '1', undefined, ['currency']],
    ['a currency the method is not available in', 'EUR', '1', undefined, ['currency']],
    ['no bound at all', 'USD', undefined, undefined, ['currency']],
    ['more decimals than the currency has', 'USD', '1.001', undefined, ['min']],
    ['zero', 'USD', '0', undefined, ['min']],
    ['a negative amount', 'USD', undefined, '-5', ['max']],
    ['what is no number', 'USD', 'one', '1,000', ['min', 'max']],
    ['more digits than a JSON number keeps', 'USD', undefined, '12345678901234', ['max']],
    ['a number beyond reason', 'USD', undefined, '1e99', ['max']],
    ['a least amount above the greatest', 'USD', '10', '9.99', ['min']],
    ['a least amount above the greatest there is already', 'USD', '100.01', undefined, ['min']],
    ['a greatest amount below the least there is already', 'COP', undefined, '4999.99', ['max']],
    ['a least amount above the default of the greatest', 'COP', '2000000000', undefined, ['min']],
  ])('%s is refused', (_, currency, min, max, fields) => {
    expect(edit([colombia], bounds(currency, min, max)).faults.map(({ field }) => field)).toEqual(fields);
  });
});
