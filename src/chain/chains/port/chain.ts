/**
 * The port to a blockchain, for reading. One shape serves every network: Ethereum and compatible chains, and Tron
 * through its Ethereum-compatible JSON-RPC. Addresses and hashes are lower-case hex with 0x here; the network's address
 * codec converts them for people.
 */
export interface Chain {
  readonly network: string;
  latestBlock(): Promise<Block>;
  /** The newest block that can no longer be reorganised away. */
  finalizedBlock(): Promise<Block>;
  /** null: the chain does not have a block of that number, not yet or no longer. */
  block(number: bigint): Promise<Block | null>;
  /** Several at once, in the requested order. */
  blocks(numbers: readonly bigint[]): Promise<(Block | null)[]>;
  /**
   * All transfers of the network's token in these blocks, both included, in chain order. An answer that may be
   * incomplete is a failure, never a shorter list.
   */
  transfers(
    fromBlock: bigint,
    toBlock: bigint,
    /** Omits transfers to other addresses, which is several times as fast if few are wanted. */
    wanted?: WantedAddresses,
  ): Promise<TransferLog[]>;
  /** Transfers of our token in one transaction; null: no block contains it. For a customer's own search. */
  transfersOf(transactionHash: string): Promise<TransferLog[] | null>;
  /** Transfers that no block has yet, in units of the asset; null: the node does not say. Proof of nothing. */
  pendingTransfers(): Promise<PendingTransfer[] | null>;
  tokenBalance(address: string): Promise<bigint>;
}

export type PendingTransfer = Pick<TransferLog, 'to' | 'amountUnits'>;

/** A chain whose nodes can all be asked the same question. */
export interface SearchingChain extends Chain {
  /**
   * Transfers from or to a few addresses in final blocks, from the node that reports the most. That node is preferred
   * from then on: the others omitted something.
   */
  searchTransfers(addresses: readonly string[], fromBlock: bigint, toBlock: bigint): Promise<TransferLog[]>;
}

/**
 * A filter of transfers. It gets a text and the position of the 40 digits: cutting each address out would cost more.
 */
export interface WantedAddresses {
  /** Tests a recipient. False: certainly not wanted. True: very likely wanted. */
  mayHave(text: string, at: number): boolean;
  /** The same for a sender. */
  mayBeFrom?(text: string, at: number): boolean;
}

/** The identity of a block, to recognise it later. */
export interface KnownBlock {
  number: bigint;
  hash: string;
  time: Date;
}

export interface Block extends KnownBlock {
  parentHash: string;
}

/** A `Transfer` log of the network's token: nothing else is ever credited. */
export interface TransferLog {
  blockNumber: bigint;
  blockHash: string;
  transactionHash: string;
  logIndex: number;
  from: string;
  to: string;
  /** In units of the asset, independent of the contract's decimals. */
  amountUnits: bigint;
}

/** The node could not or would not answer; another may. `cause` is for the operator's log. */
export class ChainUnavailable extends Error {
  constructor(network: string, message: string, cause?: unknown) {
    super(`${network}: ${message}`, { cause });
    this.name = 'ChainUnavailable';
  }
}
