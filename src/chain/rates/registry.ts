import type { RateCode, RateSource } from './rate-source.ts';
import { createBitstampSource } from './sources/bitstamp.ts';
import { createCoinbaseSource } from './sources/coinbase.ts';
import { createCoingeckoSource } from './sources/coingecko.ts';
import { createFixedSource } from './sources/fixed.ts';
import { createKrakenSource } from './sources/kraken.ts';
import { createOpenExchangeRatesSource } from './sources/open-exchange-rates.ts';

/**
 * Creates a source for a pair. `setting` is the text after the source's name and a colon: another address to ask, the
 * key of the source, or the fixed price. Throws a RangeError if the source does not follow that price.
 */
export type CreateSource = (code: RateCode, setting?: string) => RateSource;

/** All sources of rates, by name. A new one is a file in sources/ and an entry here. */
export const rateSources: Readonly<Record<string, CreateSource>> = {
  coinbase: createCoinbaseSource,
  kraken: createKrakenSource,
  coingecko: createCoingeckoSource,
  bitstamp: createBitstampSource,
  openexchangerates: createOpenExchangeRatesSource,
  fixed: createFixedSource,
};
