import type { AssetCode } from '../../base/money/asset.ts';
import type { LocalCurrency } from '../../base/money/local-currency.ts';

/**
 * The codes of the pairs, always against USD: an asset (USDT/USD) or a local currency (USD/COP).
 */
export type RateCode = AssetCode | LocalCurrency;

/**
 * The port to a source of one pair's price: an exchange, an index, or the operator. A *quote* is one source's answer;
 * the *rate* is computed from all of them (combine.ts).
 */
export interface RateSource {
  readonly name: string;
  /** Rejects with RateUnavailable if there is no reliable quote. */
  fetchRate(signal?: AbortSignal): Promise<Quote>;
}

export interface Quote {
  source: string;
  /** For an asset: USD for one coin. For a local currency: its price of one USD. In units of 10^-8. */
  priceScaled: bigint;
  /** When the price was valid; if uncertain, the earliest possible time. */
  observedAt: Date;
}

/** The sources' prices have four to six decimals; eight leave room, and are the most that exchanges use. */
export const rateDecimals = 8;

/** The source gave no quote, and why. For the operator: it may contain the source's own words. */
export class RateUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RateUnavailable';
  }
}
