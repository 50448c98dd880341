import type { AssetCode } from '../../../base/money/asset.ts';
import { type RateSource, RateUnavailable } from '../rate-source.ts';
import { createGetJson } from './get-json.ts';
import { field, readPrice } from './read-price.ts';

/** The spot price, {"data":{"amount":"0.99985","base":"USDT","currency":"USD"}}; needs no key. */
export function createCoinbaseSource(asset: AssetCode, baseUrl = 'https://api.coinbase.com'): RateSource {
  // Coinbase exchanges USDC for USD one to one and reports that price independent of the market.
  if (asset === 'USDC') throw new RangeError('coinbase does not follow the price of USDC');
  const getJson = createGetJson(baseUrl);
  return {
    name: 'coinbase',
    async fetchRate(signal) {
      const { body, madeAt } = await getJson(`/v2/prices/${asset}-USD/spot`, signal);
      const price = field(body, 'data');
      if (field(price, 'base') !== asset || field(price, 'currency') !== 'USD') {
        throw new RateUnavailable(`answered with something else than the price of ${asset} in USD`);
      }
      return {
        source: 'coinbase',
        usdPerAssetScaled: readPrice(field(price, 'amount')),
        observedAt: madeAt,
      };
    },
  };
}
