/**
 * The port to a blockchain, for reading. One shape serves every network: Ethereum and its kin, and
 * Tron through its Ethereum-compatible JSON-RPC. Addresses and hashes are lower-case hex with 0x
 * here; how a network writes them for people is its address codec's business.
 */
export interface Chain {
  readonly network: string;
  latestBlock(): Promise<Block>;
  /** The newest block that can no longer be reorganised away. */
  finalizedBlock(): Promise<Block>;
  /** null: the chain has no block of that number (yet, or any more). */
  block(number: bigint): Promise<Block | null>;
  /** Several at once, in the order asked for. */
  blocks(numbers: readonly bigint[]): Promise<(Block | null)[]>;
  /**
   * Transfers of the network's token in these blocks, both included, in the order of the
   * chain. Every one: an answer that may be incomplete is a failure, never a shorter list.
   */
  transfers(
    fromBlock: bigint,
    toBlock: bigint,
    /** Leaves out transfers to other addresses, which is several times as fast where few are wanted. */
    wanted?: WantedAddresses,
  ): Promise<TransferLog[]>;
  /** Transfers of our token in one transaction; null: no block has it. For a customer's own search. */
  transfersOf(transactionHash: string): Promise<TransferLog[] | null>;
  tokenBalance(address: string): Promise<bigint>;
}

/** A chain of which all nodes can be asked for one thing. */
export interface SearchingChain extends Chain {
  /**
   * Transfers from or to a few addresses in final blocks, as the node tells that knows of the most. It is the
   * preferred one from then on: the others left something out.
   */
  searchTransfers(addresses: readonly string[], fromBlock: bigint, toBlock: bigint): Promise<TransferLog[]>;
}

/** Transfers that matter. It is asked about the 40 digits at a place of a text: cutting each out would cost more. */
export interface WantedAddresses {
  /** Of a recipient. False: certainly none of them. True: very likely one. */
  mayHave(text: string, at: number): boolean;
  /** The same of a sender. */
  mayBeFrom?(text: string, at: number): boolean;
}

/** A block as far as it has to be known again. */
export interface KnownBlock {
  number: bigint;
  hash: string;
  time: Date;
}

export interface Block extends KnownBlock {
  parentHash: string;
}

/** A `Transfer` log of the network's token: the only thing that is ever credited. */
export interface TransferLog {
  blockNumber: bigint;
  blockHash: string;
  transactionHash: string;
  logIndex: number;
  from: string;
  to: string;
  /** Of the asset, whatever the contract counts in. */
  amountUnits: bigint;
}

/** The node could not or would not answer; another may. `cause` is for the operator's log. */
export class ChainUnavailable extends Error {
  constructor(network: string, message: string, cause?: unknown) {
    super(`${network}: ${message}`, { cause });
    this.name = 'ChainUnavailable';
  }
}
