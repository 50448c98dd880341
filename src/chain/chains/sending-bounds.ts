/** What a transaction of ours may cost and how long it may wait, as far as its network has such a bound. */
export interface SendingBounds {
  /** For one unit of gas, tip included. */
  maxFeeWei: bigint;
  /** For all the energy of one transfer. */
  feeLimitSun: bigint;
  /** A transaction on Tron that is in no block by then never is. */
  expirySeconds: number;
}
