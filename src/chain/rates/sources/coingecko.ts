import { isAsset } from '../../../base/money/asset.ts';
import { type RateCode, type RateSource, rateDecimals } from '../rate-source.ts';
import { createGetJson } from './get-json.ts';
import { field, readPrice, readSeconds } from './read-price.ts';

const names = { USDT: 'tether', USDC: 'usd-coin' } as const;

/**
 * The average over many exchanges, {"tether":{"usd":0.99981,"last_updated_at":1711356300}}; needs no key. It is updated
 * about once a minute, so its quote is often the oldest and may be left out. A local currency's price is what USDT
 * costs in it over what USDT costs in USD: {"tether":{"usd":0.99981,"cop":4104.7,…}}.
 */
export function createCoingeckoSource(code: RateCode, baseUrl = 'https://api.coingecko.com'): RateSource {
  const name = isAsset(code) ? names[code] : names.USDT;
  const prices = isAsset(code) ? 'usd' : `usd,${code.toLowerCase()}`;
  const path =
    `/api/v3/simple/price?ids=${name}&vs_currencies=${prices}&include_last_updated_at=true` +
    `&precision=${rateDecimals}`;
  const getJson = createGetJson(baseUrl);
  return {
    name: 'coingecko',
    async fetchRate(signal) {
      const { body } = await getJson(path, signal);
      const coin = field(body, name);
      const usdScaled = readPrice(field(coin, 'usd'));
      const priceScaled = isAsset(code)
        ? usdScaled
        : crossOf(readPrice(field(coin, code.toLowerCase())), usdScaled);
      return {
        source: 'coingecko',
        priceScaled,
        observedAt: readSeconds(field(coin, 'last_updated_at')),
      };
    },
  };
}

/** Rounded down, as all prices are (read-price.ts). */
function crossOf(localScaled: bigint, usdScaled: bigint): bigint {
  return (localScaled * 10n ** BigInt(rateDecimals)) / usdScaled;
}
