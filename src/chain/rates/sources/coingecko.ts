import { isLosslessNumber } from 'lossless-json';
import type { AssetCode } from '../../../base/money/asset.ts';
import { type RateSource, RateUnavailable, rateDecimals } from '../rate-source.ts';
import { createGetJson } from './get-json.ts';
import { field, readPrice } from './read-price.ts';

const names: Readonly<Record<AssetCode, string>> = { USDT: 'tether', USDC: 'usd-coin' };

/**
 * The average over many exchanges, {"tether":{"usd":0.99981,"last_updated_at":1711356300}}; needs no key. It is updated
 * about once a minute, so its quote is often the oldest and may be left out.
 */
export function createCoingeckoSource(asset: AssetCode, baseUrl = 'https://api.coingecko.com'): RateSource {
  const name = names[asset];
  const path =
    `/api/v3/simple/price?ids=${name}&vs_currencies=usd&include_last_updated_at=true` +
    `&precision=${rateDecimals}`;
  const getJson = createGetJson(baseUrl);
  return {
    name: 'coingecko',
    async fetchRate(signal) {
      const { body } = await getJson(path, signal);
      const coin = field(body, name);
      return {
        source: 'coingecko',
        usdPerAssetScaled: readPrice(field(coin, 'usd')),
        observedAt: readSeconds(field(coin, 'last_updated_at')),
      };
    },
  };
}

/** Ten digits: seconds since 1970 until the year 2286. Milliseconds would have thirteen. */
function readSeconds(written: unknown): Date {
  if (!isLosslessNumber(written) || !/^\d{10}$/.test(written.value)) {
    throw new RateUnavailable('gave a price without the time it is from');
  }
  return new Date(Number(written.value) * 1_000);
}
