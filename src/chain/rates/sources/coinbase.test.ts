import { expect, test } from 'vitest';
import { answering, startExchange } from '../../../../test/kit/exchange.ts';
import { createCoinbaseSource } from './coinbase.ts';

test.each([
  ['of another coin', '{"data":{"amount":"1.0","base":"USDC","currency":"USD"}}'],
  ['in another currency', '{"data":{"amount":"1.0","base":"USDT","currency":"EUR"}}'],
  ['of nothing named', '{"data":{"amount":"1.0"}}'],
])('refuses a price %s', async (_what, body) => {
  const source = createCoinbaseSource('USDT', await startExchange(answering(body)));
  await expect(source.fetchRate()).rejects.toThrow('something else than the price of USDT in USD');
});

test('hands on what Coinbase says about its refusal', async () => {
  const body = '{"errors":[{"id":"not_found","message":"Invalid base currency"}]}';
  const source = createCoinbaseSource('USDT', await startExchange(answering(body, 404)));
  await expect(source.fetchRate()).rejects.toThrow('Invalid base currency');
});

test('dates a price that a cache has held by its age', async () => {
  const body = '{"data":{"amount":"0.99985","base":"USDT","currency":"USD"}}';
  const source = createCoinbaseSource('USDT', await startExchange(answering(body, 200, { age: '90' })));
  expect((await source.fetchRate()).observedAt.getTime()).toBeLessThanOrEqual(Date.now() - 90_000);
});

test('gives no price of USDC, which it changes one to one', () => {
  expect(() => createCoinbaseSource('USDC')).toThrow('does not follow the price of USDC');
});
