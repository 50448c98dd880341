import type { RateSource } from './rate-source.ts';
import { createCoinbaseSource } from './sources/coinbase.ts';
import { createCoingeckoSource } from './sources/coingecko.ts';
import { createFixedSource } from './sources/fixed.ts';
import { createKrakenSource } from './sources/kraken.ts';

/** What stands behind a source's name and a colon: another address to ask, or the fixed price. */
type CreateSource = (setting?: string) => RateSource;

/** Every source of rates there is, by name. A new one is a file in sources/ and a line here. */
export const rateSources: Readonly<Record<string, CreateSource>> = {
  coinbase: createCoinbaseSource,
  kraken: createKrakenSource,
  coingecko: createCoingeckoSource,
  fixed: createFixedSource,
};
