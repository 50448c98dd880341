import { isAsset } from '../../../base/money/asset.ts';
import { type RateCode, type RateSource, RateUnavailable } from '../rate-source.ts';
import { createGetJson } from './get-json.ts';
import { field, readPrice } from './read-price.ts';

/** The ticker, {"timestamp":"1711356300","last":"0.99990",…}; needs no key. `last` is the last trade. */
export function createBitstampSource(code: RateCode, baseUrl = 'https://www.bitstamp.net'): RateSource {
  if (!isAsset(code)) throw new RangeError(`bitstamp does not follow the price of ${code}`);
  const getJson = createGetJson(baseUrl);
  return {
    name: 'bitstamp',
    async fetchRate(signal) {
      const { body, madeAt } = await getJson(`/api/v2/ticker/${code.toLowerCase()}usd/`, signal);
      return {
        source: 'bitstamp',
        priceScaled: readPrice(field(body, 'last')),
        observedAt: earlier(madeAt, readSeconds(field(body, 'timestamp'))),
      };
    },
  };
}

/** Ten digits: seconds since 1970 until the year 2286. */
function readSeconds(written: unknown): Date {
  if (typeof written !== 'string' || !/^\d{10}$/.test(written)) {
    throw new RateUnavailable('gave a price without the time it is from');
  }
  return new Date(Number(written) * 1_000);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}
