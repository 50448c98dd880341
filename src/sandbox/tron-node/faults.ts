/** What can be made to go wrong with the node, on command, for tests. All of it is off at the start. */
export interface Faults {
  /** The node is this many blocks behind the chain. */
  lagBlocks: number;
  /** The node claims a head this many blocks beyond the one it has. */
  headLieBlocks: number;
  /** Public gateways refuse in three ways: in a body outside any envelope, or by one of two statuses. */
  rateLimit: 'body' | 403 | 429 | null;
  /** A provider that allows fewer blocks in one `eth_getLogs` than java-tron does. */
  maxLogRangeBlocks: number | null;
  /** Connections are cut without an answer. */
  away: boolean;
  /**
   * `held`: taken with a good answer, but put into no block until `releaseHeld` (then only if not expired by now), or
   * never after `dropHeld`. `unanswered`: taken and put into a block, but the caller never gets an answer.
   */
  broadcasts: 'normal' | 'held' | 'unanswered';
  releaseHeld(): Promise<void>;
  dropHeld(): void;
  /** Receipts come without their logs, as from gateways that keep none. */
  thinReceipts: boolean;
  /** Ids of transactions the node does not find, though they are in a block. */
  readonly forgotten: Set<string>;
}
