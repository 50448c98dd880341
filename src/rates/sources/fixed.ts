import { parseDecimal } from '../../money/money.ts';
import { type RateSource, rateDecimals } from '../rate-source.ts';

/** The price the operator has set, at any time: for the sandbox, or a company that takes USDT at par. */
export function createFixedSource(price = ''): RateSource {
  const usdPerUsdtScaled = parseDecimal(price, rateDecimals);
  if (typeof usdPerUsdtScaled === 'string' || usdPerUsdtScaled <= 0n) {
    throw new RangeError('fixed needs the price of one USDT in USD, e.g. fixed:1.0');
  }
  return {
    name: 'fixed',
    async fetchRate() {
      return { source: 'fixed', usdPerUsdtScaled, observedAt: new Date() };
    },
  };
}
