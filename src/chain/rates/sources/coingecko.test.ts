import { expect, test } from 'vitest';
import { answering, startExchange } from '../../../../test/kit/exchange.ts';
import { createCoingeckoSource } from './coingecko.ts';

async function quoteOf(body: string, status = 200) {
  return await createCoingeckoSource('USDT', await startExchange(answering(body, status))).fetchRate();
}

test('dates the price by its own time, not by the time it was fetched', async () => {
  const quote = await quoteOf('{"tether":{"usd":0.999812,"last_updated_at":1711356300}}');
  expect(quote.observedAt).toEqual(new Date('2024-03-25T08:45:00Z'));
});

test.each([
  ['no time', '{"tether":{"usd":1.0}}'],
  ['null for its time', '{"tether":{"usd":1.0,"last_updated_at":null}}'],
  ['a time in milliseconds', '{"tether":{"usd":1.0,"last_updated_at":1711356300000}}'],
  ['a time that is text', '{"tether":{"usd":1.0,"last_updated_at":"1711356300"}}'],
  ['a negative time', '{"tether":{"usd":1.0,"last_updated_at":-171135630}}'],
])('refuses a price with %s', async (_what, body) => {
  await expect(quoteOf(body)).rejects.toThrow('without the time it is from');
});

test('knows USDC by its own name', async () => {
  const url = await startExchange(answering('{"usd-coin":{"usd":0.9998,"last_updated_at":1711356300}}'));
  expect((await createCoingeckoSource('USDC', url).fetchRate()).priceScaled).toBe(99_980_000n);
});

test('refuses a coin without a price', async () => {
  await expect(quoteOf('{"tether":{}}')).rejects.toThrow('gave no price, but nothing');
});

test('hands on what CoinGecko says about its rate limit', async () => {
  const body = `{"status":{"error_code":429,"error_message":"You've exceeded the Rate Limit."}}`;
  await expect(quoteOf(body, 429)).rejects.toThrow('HTTP 429: {"status":{"error_code":429');
});
