import fc from 'fast-check';
import { expect, test } from 'vitest';
import { someDetails } from '../../../test/kit/processors/stripe/asked.ts';
import { describePayment, fitDescriptor } from './details.ts';

test('a payment is described by the words, name and order number of its merchant, and our reference', () => {
  expect(describePayment({ description: 'Two coffees', details: someDetails }, 500)).toBe(
    `Two coffees - Mercado Luz - order A-1001 - ${someDetails.reference}`,
  );
  const bare = { ...someDetails, merchantName: '', orderNumber: null };
  expect(describePayment({ description: null, details: bare }, 500)).toBe(someDetails.reference);
});

test('one of the version before is described as it was', () => {
  expect(describePayment({ description: 'Two coffees', details: null }, 5)).toBe('Two c');
  expect(describePayment({ description: null, details: null }, 5)).toBeNull();
});

test('whatever it is made of, it fits, and the reference stays whole', () => {
  const words = fc.option(fc.string({ unit: 'binary', maxLength: 300 }));
  fc.assert(
    fc.property(words, words, fc.string({ maxLength: 100 }), (description, orderNumber, merchantName) => {
      const details = { ...someDetails, orderNumber, merchantName };
      const described = describePayment({ description, details }, 200) ?? '';
      expect(described.length).toBeLessThanOrEqual(200);
      expect(described.endsWith(someDetails.reference)).toBe(true);
      expect(described.isWellFormed()).toBe(true);
    }),
  );
});

test('a descriptor is cut to the room there is, and left out where nothing is left that says anything', () => {
  expect(fitDescriptor('MERCADO LUZ', 13)).toBe('MERCADO LUZ');
  expect(fitDescriptor('MERCADO LUZ', 8)).toBe('MERCADO');
  expect(fitDescriptor('1234567890 LUZ', 10)).toBeNull();
  expect(fitDescriptor(null, 10)).toBeNull();
});
