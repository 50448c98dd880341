import { describe, expect, test } from 'vitest';
import { answering, startExchange } from '../../../../test/kit/exchange.ts';
import { openSources } from '../open-sources.ts';
import { RateUnavailable } from '../rate-source.ts';
import { rateSources } from '../registry.ts';
import { createCoinbaseSource } from './coinbase.ts';
import { createCoingeckoSource } from './coingecko.ts';
import { createOpenExchangeRatesSource } from './open-exchange-rates.ts';

describe('what one USD costs in a local currency', () => {
  test('is, at CoinGecko, what USDT costs there over what USDT costs in USD, rounded down', async () => {
    const url = await startExchange(
      answering('{"tether":{"usd":0.9995,"cop":4104.70123456,"last_updated_at":1711356300}}'),
    );
    // 4104.70123456 / 0.9995 = 4106.754611866…
    expect(await createCoingeckoSource('COP', url).fetchRate()).toEqual({
      source: 'coingecko',
      priceScaled: 410_675_461_186n,
      observedAt: new Date(1_711_356_300_000),
    });
  });

  test('is as old as Open Exchange Rates says it is', async () => {
    const url = await startExchange(
      answering('{"timestamp":1711357200,"base":"USD","rates":{"COP":3876.25}}'),
    );
    expect(await createOpenExchangeRatesSource('COP', `0123abcd@${url}`).fetchRate()).toEqual({
      source: 'openexchangerates',
      priceScaled: 387_625_000_000n,
      observedAt: new Date(1_711_357_200_000),
    });
  });

  test.each([
    ['coinbase', '{"data":{"currency":"EUR","rates":{"COP":"4105.5"}}}'],
    ['coinbase', '{"data":{"currency":"USD","rates":{"CLP":"950"}}}'],
    ['openexchangerates', '{"timestamp":1711357200,"base":"EUR","rates":{"COP":4105.5}}'],
    ['openexchangerates', '{"base":"USD","rates":{"COP":4105.5}}'],
    ['coingecko', '{"tether":{"usd":1,"last_updated_at":1711356300}}'],
    ['coingecko', '{"tether":{"cop":4105.5,"last_updated_at":1711356300}}'],
  ])('is not taken from %s out of %s', async (name, body) => {
    const url = await startExchange(answering(body));
    const create = { coinbase: createCoinbaseSource, coingecko: createCoingeckoSource }[name];
    const source = create ? create('COP', url) : createOpenExchangeRatesSource('COP', `0123abcd@${url}`);
    await expect(source.fetchRate()).rejects.toBeInstanceOf(RateUnavailable);
  });

  test.each([
    ['kraken', 'kraken does not follow the price of COP'],
    ['bitstamp', 'bitstamp does not follow the price of COP'],
    ['openexchangerates', 'openexchangerates needs its App ID'],
    ['openexchangerates:a b', 'openexchangerates needs its App ID'],
    ['fixed', 'fixed needs the price of one USD in COP, e.g. fixed:4000'],
  ])('does not come from %j', (list, why) => {
    expect(() => openSources(list, 'COP', rateSources)).toThrow(why);
  });

  test('is what the operator says it is, and no asset has its price from published exchange rates', async () => {
    const [source] = openSources('fixed:4000', 'COP', rateSources);
    expect((await source?.fetchRate())?.priceScaled).toBe(400_000_000_000n);
    expect(() => openSources('openexchangerates:0123abcd', 'USDT', rateSources)).toThrow('does not follow');
  });
});
