/** The maximum cost and waiting time of our transactions, as far as the network has such a limit. */
export interface SendingBounds {
  /** Per unit of gas, including the tip. */
  maxFeeWei: bigint;
  /** For all the energy of one transfer. */
  feeLimitSun: bigint;
  /** A Tron transaction that is in no block by then never will be. */
  expirySeconds: number;
}
