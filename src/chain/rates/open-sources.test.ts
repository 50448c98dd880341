import { expect, test } from 'vitest';
import { openSources } from './open-sources.ts';
import { rateSources } from './registry.ts';

const namesOf = (list: string) => openSources(list, 'USDT', rateSources).map((source) => source.name);

test.each([
  ['coinbase,kraken,coingecko', ['coinbase', 'kraken', 'coingecko']],
  [' kraken , coinbase ', ['kraken', 'coinbase']],
  ['kraken:https://proxy.example:8443/kraken,coinbase', ['kraken', 'coinbase']],
  ['fixed:1.0', ['fixed']],
])('opens %j', (list, names) => {
  expect(namesOf(list)).toEqual(names);
});

test('hands what stands behind the colon to the source', async () => {
  const [source] = openSources('fixed: 1.05 ', 'USDT', rateSources);
  expect((await source?.fetchRate())?.priceScaled).toBe(105_000_000n);
});

test.each([
  ['', '"" is not one of coinbase, kraken, coingecko, bitstamp, openexchangerates, fixed'],
  ['coinbase,', '"" is not one of'],
  ['binance', '"binance" is not one of'],
  ['toString', '"toString" is not one of'],
  ['kraken,kraken', 'each source may stand only once'],
  ['kraken,fixed:1.0', 'fixed must stand alone'],
  ['fixed', 'fixed needs the price'],
  ['fixed:one', 'fixed needs the price'],
  ['kraken:proxy', '"proxy" is not an address'],
])('refuses %j and says why', (list, why) => {
  expect(() => openSources(list, 'USDT', rateSources)).toThrow(why);
});

test('opens for USDC only who follows its price', () => {
  expect(openSources('kraken,bitstamp,coingecko', 'USDC', rateSources)).toHaveLength(3);
  expect(() => openSources('kraken,coinbase', 'USDC', rateSources)).toThrow('does not follow the price');
});
