import { isAsset } from '../../../base/money/asset.ts';
import { parseDecimal } from '../../../base/money/money.ts';
import { type RateCode, type RateSource, rateDecimals } from '../rate-source.ts';

/** A constant price set by the operator: for the sandbox, or a company that accepts an asset at par. */
export function createFixedSource(code: RateCode, price = ''): RateSource {
  const priceScaled = parseDecimal(price, rateDecimals);
  if (typeof priceScaled === 'string' || priceScaled <= 0n) {
    throw new RangeError(
      isAsset(code)
        ? `fixed needs the price of one ${code} in USD, e.g. fixed:1.0`
        : `fixed needs the price of one USD in ${code}, e.g. fixed:4000`,
    );
  }
  return {
    name: 'fixed',
    async fetchRate() {
      return { source: 'fixed', priceScaled, observedAt: new Date() };
    },
  };
}
