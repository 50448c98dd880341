import type { AssetCode } from '../../base/money/asset.ts';
import type { RateSource } from './rate-source.ts';
import { createBitstampSource } from './sources/bitstamp.ts';
import { createCoinbaseSource } from './sources/coinbase.ts';
import { createCoingeckoSource } from './sources/coingecko.ts';
import { createFixedSource } from './sources/fixed.ts';
import { createKrakenSource } from './sources/kraken.ts';

/**
 * Creates a source for an asset. `setting` is the text after the source's name and a colon: another address to ask, or
 * the fixed price. Throws a RangeError if the source does not follow the price of that asset.
 */
export type CreateSource = (asset: AssetCode, setting?: string) => RateSource;

/** All sources of rates, by name. A new one is a file in sources/ and an entry here. */
export const rateSources: Readonly<Record<string, CreateSource>> = {
  coinbase: createCoinbaseSource,
  kraken: createKrakenSource,
  coingecko: createCoingeckoSource,
  bitstamp: createBitstampSource,
  fixed: createFixedSource,
};
