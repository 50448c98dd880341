import { expect, test } from 'vitest';
import { createFixedSource } from './fixed.ts';

test('gives the set price, as of now', async () => {
  const before = Date.now();
  const quote = await createFixedSource('USDC', '0.9995').fetchRate();
  expect(quote).toMatchObject({ source: 'fixed', priceScaled: 99_950_000n });
  expect(quote.observedAt.getTime()).toBeGreaterThanOrEqual(before);
});

test.each([undefined, '', '0', '-1', 'one', '1.123456789', 'NaN'])('refuses %j as a price', (price) => {
  expect(() => createFixedSource('USDT', price)).toThrow('fixed needs the price of one USDT in USD');
});
