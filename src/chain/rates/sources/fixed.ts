import type { AssetCode } from '../../../base/money/asset.ts';
import { parseDecimal } from '../../../base/money/money.ts';
import { type RateSource, rateDecimals } from '../rate-source.ts';

/** A constant price set by the operator: for the sandbox, or a company that accepts an asset at par. */
export function createFixedSource(asset: AssetCode, price = ''): RateSource {
  const usdPerAssetScaled = parseDecimal(price, rateDecimals);
  if (typeof usdPerAssetScaled === 'string' || usdPerAssetScaled <= 0n) {
    throw new RangeError(`fixed needs the price of one ${asset} in USD, e.g. fixed:1.0`);
  }
  return {
    name: 'fixed',
    async fetchRate() {
      return { source: 'fixed', usdPerAssetScaled, observedAt: new Date() };
    },
  };
}
