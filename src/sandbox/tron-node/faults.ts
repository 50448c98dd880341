/** Faults of the node on command, for tests. All are off at the start. */
export interface Faults {
  /** The node is this many blocks behind the chain. */
  lagBlocks: number;
  /** The node claims a head this many blocks beyond the one it has. */
  headLieBlocks: number;
  /** Public gateways refuse in three ways: in a body outside any envelope, or with one of two statuses. */
  rateLimit: 'body' | 403 | 429 | null;
  /** Simulates a provider that allows fewer blocks in one `eth_getLogs` than java-tron does. */
  maxLogRangeBlocks: number | null;
  /** Connections are cut without an answer. */
  away: boolean;
  /**
   * `held`: accepted with a good response, but put into no block until `releaseHeld` (then only if not expired by now),
   * or never after `dropHeld`. `unanswered`: accepted and put into a block, but the caller never gets a response.
   */
  broadcasts: 'normal' | 'held' | 'unanswered';
  releaseHeld(): Promise<void>;
  dropHeld(): void;
  /** Receipts have no logs, as from gateways that store none. */
  thinReceipts: boolean;
  /** Ids of transactions that the node does not find, although they are in a block. */
  readonly forgotten: Set<string>;
}
