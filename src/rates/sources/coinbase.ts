import { type RateSource, RateUnavailable } from '../rate-source.ts';
import { createGetJson } from './get-json.ts';
import { field, readPrice } from './read-price.ts';

/** The spot price, {"data":{"amount":"0.99985","base":"USDT","currency":"USD"}}; needs no key. */
export function createCoinbaseSource(baseUrl = 'https://api.coinbase.com'): RateSource {
  const getJson = createGetJson(baseUrl);
  return {
    name: 'coinbase',
    async fetchRate(signal) {
      const { body, madeAt } = await getJson('/v2/prices/USDT-USD/spot', signal);
      const price = field(body, 'data');
      if (field(price, 'base') !== 'USDT' || field(price, 'currency') !== 'USD') {
        throw new RateUnavailable('answered with something else than the price of USDT in USD');
      }
      return {
        source: 'coinbase',
        usdPerUsdtScaled: readPrice(field(price, 'amount')),
        observedAt: madeAt,
      };
    },
  };
}
