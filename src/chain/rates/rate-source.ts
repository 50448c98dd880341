/**
 * The port to somebody who knows the price of one asset in USD: an exchange, an index, or the operator.
 * A *quote* is what one source said; the *rate* is what we make of all of them (combine.ts).
 */
export interface RateSource {
  readonly name: string;
  /** Rejects with RateUnavailable when there is no quote that can be relied on. */
  fetchRate(signal?: AbortSignal): Promise<Quote>;
}

export interface Quote {
  source: string;
  /** USD for one of the asset, in units of 10^-8. */
  usdPerAssetScaled: bigint;
  /** When the price was true, as early as it may have been: never later than that. */
  observedAt: Date;
}

/** The sources' prices have four to six decimals; eight leave room, and are what exchanges use at most. */
export const rateDecimals = 8;

/** The source gave no quote, and why. For the operator: it may quote the source's own words. */
export class RateUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RateUnavailable';
  }
}
