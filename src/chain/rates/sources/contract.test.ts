import { describe, expect, test } from 'vitest';
import { answering, startExchange } from '../../../../test/kit/exchange.ts';
import { type RateCode, RateUnavailable } from '../rate-source.ts';
import { rateSources } from '../registry.ts';

/**
 * The contract of every source that asks a server, run over each in the registry, and over each pair whose answer has
 * another shape. `answer` is the real shape around a price; `path` is the real request path.
 */
const nowSeconds = Math.floor(Date.now() / 1_000);
const exchanges: Record<
  string,
  { code: RateCode; path: string; quotesText: boolean; answer(price: string): string; key?: string }
> = {
  coinbase: {
    code: 'USDT',
    path: '/v2/prices/USDT-USD/spot',
    quotesText: true,
    answer: (price) => `{"data":{"amount":${price},"base":"USDT","currency":"USD"}}`,
  },
  kraken: {
    code: 'USDT',
    path: '/0/public/Ticker?pair=USDTUSD',
    quotesText: true,
    answer: (price) =>
      `{"error":[],"result":{"USDTZUSD":{"a":["1.10000000","1923929","1923929.000"],` +
      `"b":["0.90000000","322231","322231.000"],"c":[${price},"584.25689800"],` +
      `"v":["85221528.19729484","255050800.45003680"],"p":["0.99971343","0.99978489"],` +
      `"t":[11698,34958],"l":["0.99959000","0.99944000"],"h":["0.99990000","1.00010000"],"o":"0.99980000"}}}`,
  },
  coingecko: {
    code: 'USDT',
    path: '/api/v3/simple/price?ids=tether&vs_currencies=usd&include_last_updated_at=true&precision=8',
    quotesText: false,
    answer: (price) => `{"tether":{"usd":${price},"last_updated_at":${nowSeconds}}}`,
  },
  bitstamp: {
    code: 'USDC',
    path: '/api/v2/ticker/usdcusd/',
    quotesText: true,
    answer: (price) =>
      `{"timestamp":"${nowSeconds}","open":"0.99998","high":"1.00010","low":"0.99990","last":${price},` +
      `"volume":"2135673.89410","vwap":"0.99999","bid":"0.99990","ask":"1.10000","side":"0"}`,
  },
  'coinbase for COP': {
    code: 'COP',
    path: '/v2/exchange-rates?currency=USD',
    quotesText: true,
    answer: (price) => `{"data":{"currency":"USD","rates":{"CLP":"950.1","COP":${price},"PEN":"3.5"}}}`,
  },
  'coingecko for CLP': {
    code: 'CLP',
    path: '/api/v3/simple/price?ids=tether&vs_currencies=usd,clp&include_last_updated_at=true&precision=8',
    quotesText: false,
    answer: (price) => `{"tether":{"usd":1,"clp":${price},"last_updated_at":${nowSeconds}}}`,
  },
  openexchangerates: {
    code: 'PEN',
    key: '0123abcd',
    path: '/api/latest.json?app_id=0123abcd&symbols=PEN',
    quotesText: false,
    answer: (price) => `{"timestamp":${nowSeconds},"base":"USD","rates":{"PEN":${price}}}`,
  },
};

test('every source that asks somebody is held to this contract', () => {
  const asking = Object.keys(rateSources).filter((name) => name !== 'fixed');
  expect([...new Set(Object.keys(exchanges).map(sourceOf))].sort()).toEqual(asking.sort());
});

function sourceOf(title: string): string {
  return title.split(' ')[0] as string;
}

describe.each(Object.entries(exchanges))('%s', (title, { code, path, quotesText, answer, key }) => {
  const name = sourceOf(title);
  const open = (url: string) => {
    const create = rateSources[name];
    if (!create) throw new Error(`${name} is not in the registry`);
    return create(code, key === undefined ? url : `${key}@${url}`);
  };
  const write = (price: string) => (quotesText ? `"${price}"` : price);

  async function quoteOf(body: string) {
    return await open(await startExchange(answering(body))).fetchRate();
  }

  test('asks for the price of the pair and says whose quote it is', async () => {
    const paths: (string | undefined)[] = [];
    const url = await startExchange((request, response) => {
      paths.push(request.url);
      response.end(answer(write('0.99967')));
    });
    const source = open(url);
    const before = Date.now();
    const quote = await source.fetchRate();
    expect(paths).toEqual([path]);
    expect(source.name).toBe(name);
    expect(quote).toMatchObject({ source: name, priceScaled: 99_967_000n });
    // CoinGecko reports whole seconds.
    expect(quote.observedAt.getTime()).toBeGreaterThanOrEqual(before - 30_000);
    expect(quote.observedAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  test('asks the public address when none is set', () => {
    expect(rateSources[name]?.(code, key).name).toBe(name);
  });

  test.each([
    ['1', 100_000_000n],
    ['1.00010000', 100_010_000n],
    ['0.12345678', 12_345_678n],
    // A float would round 0.99999999999999994 to 1.
    ['0.99999999999999994', 99_999_999n],
    ['1.000000019', 100_000_001n],
  ])('reads the price %s exactly', async (price, scaled) => {
    expect((await quoteOf(answer(write(price)))).priceScaled).toBe(scaled);
  });

  test.each([
    ['zero', write('0')],
    ['zero with decimals', write('0.00000')],
    ['less than its last decimal', write('0.000000001')],
    ['negative', write('-1.0001')],
    ['with an exponent', write('1e0')],
    ['of more digits than any price', write('1234567890.1')],
    ['NaN as text', '"NaN"'],
    ['infinite as text', '"Infinity"'],
    ['empty text', '""'],
    ['text around a number', '"1.0 USD"'],
    ['a comma for a point', '"1,0"'],
    ['null', 'null'],
    ['true', 'true'],
    ['a list', '[]'],
    ['an object', '{"value":"1.0"}'],
  ])('refuses a price that is %s', async (_what, written) => {
    await expect(quoteOf(answer(written))).rejects.toBeInstanceOf(RateUnavailable);
  });

  test.each([
    ['nothing', ''],
    ['HTML', '<!DOCTYPE html><html><title>Just a moment...</title></html>'],
    ['JSON cut short', answer(write('1.0')).slice(0, -2)],
    ['a price that is NaN in no JSON', answer('NaN')],
    ['an empty object', '{}'],
    ['an empty list', '[]'],
    ['null', 'null'],
    ['a bare number', '1.0'],
    ['a bare text', '"1.0"'],
    ['another source’s shape', '{"price":"1.0","symbol":"USDTUSD"}'],
    ['nesting without end', '['.repeat(60_000)],
  ])('refuses an answer that is %s', async (_what, body) => {
    await expect(quoteOf(body)).rejects.toBeInstanceOf(RateUnavailable);
  });

  test.each([301, 403, 404, 429, 500, 503])('refuses a price that comes with HTTP %i', async (status) => {
    const url = await startExchange(answering(answer(write('1.0')), status));
    await expect(open(url).fetchRate()).rejects.toThrow(`HTTP ${status}`);
  });

  test('refuses an answer larger than any real one', async () => {
    await expect(quoteOf(answer(write('1.0')) + ' '.repeat(100_000))).rejects.toThrow(
      'more than 65536 bytes',
    );
  });

  test('stops asking when it is told to', async () => {
    const stopping = new AbortController();
    const url = await startExchange(() => stopping.abort());
    await expect(open(url).fetchRate(stopping.signal)).rejects.toBeInstanceOf(RateUnavailable);
  });
});
