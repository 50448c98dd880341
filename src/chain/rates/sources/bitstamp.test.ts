import { expect, test } from 'vitest';
import { answering, startExchange } from '../../../../test/kit/exchange.ts';
import { createBitstampSource } from './bitstamp.ts';

async function quoteOf(body: string) {
  return await createBitstampSource('USDC', await startExchange(answering(body))).fetchRate();
}

test('dates the price by its own time, not by the time it was fetched', async () => {
  const quote = await quoteOf('{"timestamp":"1711356300","last":"0.99990"}');
  expect(quote.observedAt).toEqual(new Date('2024-03-25T08:45:00Z'));
});

test.each([
  ['no time', '{"last":"1.0"}'],
  ['a time in milliseconds', '{"timestamp":"1711356300000","last":"1.0"}'],
  ['a time that is a number', '{"timestamp":1711356300,"last":"1.0"}'],
])('refuses a price with %s', async (_what, body) => {
  await expect(quoteOf(body)).rejects.toThrow('without the time it is from');
});
