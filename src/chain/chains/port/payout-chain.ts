/**
 * The port to a blockchain, for paying out. One shape serves every network. Addresses and hashes are lower-case hex
 * with 0x. A missing answer is thrown as ChainUnavailable (chains/port/chain.ts) and means: unknown.
 */
export interface PayoutChain {
  readonly network: string;
  /** The chain of the network. */
  readonly chainName: string;
  readonly family: 'evm' | 'tron';
  /** Whether one serial nonce orders a wallet's transactions. */
  readonly hasNonces: boolean;

  wallet(address: string): Promise<WalletFacts>;
  /** Whether the token's issuer froze this address; always false if the row says that it cannot. */
  isBlacklisted(address: string): Promise<boolean>;
  /** Whether the address is a contract: then its code, not only a key, controls received money. */
  isContract(address: string): Promise<boolean>;
  /**
   * The current facts of the network (fees, recent block) for making transactions. Costs are those of a transfer to
   * `to`; without it, of the most expensive transfer.
   */
  drafting(wallet: string, to?: string): Promise<Drafting>;
  /** The signed bytes of a draft, and their transaction hash. Pure. */
  seal(
    unsigned: string,
    signature: { r: string; s: string; yParity: 0 | 1 },
  ): { signed: string; hash: string };
  /** Sends signed bytes to a node. Only ever the stored bytes. */
  broadcast(signed: string): Promise<BroadcastAnswer>;
  /**
   * The fate of one payout's transactions. All facts come from one node, the end of the chain first and the receipts
   * after it, so that a lagging node cannot make a landed transaction look impossible.
   */
  fateOf(transactions: readonly KnownTransaction[], transfer: OutgoingTransfer): Promise<Fate>;
  /**
   * How many transactions of a wallet are in blocks, and which of these are among them, both from one node. Only for
   * networks with nonces.
   */
  usedNonces(
    wallet: string,
    made: readonly { nonce: bigint; hash: string }[],
  ): Promise<{ nextNonce: bigint; mined: Set<string> }>;
  /** The wallet and nonce of a transaction; null: no block contains it, or the network has no nonces. */
  nonceOf(hash: string): Promise<{ wallet: string; nonce: bigint } | null>;
  close(): Promise<void>;
}

/** Why a transaction has to wait, as far as the chain is the reason. */
export type ChainWait = 'low_gas' | 'fee_above_cap' | 'would_fail';

export interface OutgoingTransfer {
  wallet: string;
  to: string;
  amountUnits: bigint;
}

export interface WalletFacts {
  /** The network's token, in units of its asset. */
  usdtUnits: bigint;
  /** The fee coin, in wei or sun. */
  gasUnits: bigint;
  /** The nonce after the last one in a block; null without nonces. */
  nextNonce: bigint | null;
}

export interface Drafting {
  /** The maximum cost of one more payout, in gasUnits; the wallet must hold that much. */
  maxCost: bigint;
  /** The likely cost. */
  likelyCost: bigint;
  /** If set, nothing can be sent now for this reason. */
  wait: Extract<ChainWait, 'fee_above_cap' | 'would_fail'> | null;
  /** Pure, so that many drafts can be made from one reading of the network. */
  draft(transfer: OutgoingTransfer, nonce: bigint | null): Draft;
  /**
   * Replaces a transaction by fee: the same transfer and nonce at a higher price; null: it would not be higher, or
   * above the cap.
   */
  outbid(transfer: OutgoingTransfer, nonce: bigint, terms: string): Draft | null;
}

export interface Draft {
  unsigned: string;
  /** The facts that a replacement by fee needs; stored unchanged. */
  terms: string;
  /** Set on networks where transactions expire. */
  expiresAt: Date | null;
  /** The maximum cost, in gasUnits. */
  maxCost: bigint;
}

export type BroadcastAnswer =
  /** The node accepted it, or already had it. */
  | { taken: true }
  /** The node refused it. This proves nothing: another node may have accepted it. */
  | { taken: false; reason: string; wait: ChainWait | null };

export interface KnownTransaction {
  hash: string;
  nonce: bigint | null;
  expiresAt: Date | null;
}

export type Fate =
  /** No block contains any of them. `known`: a node holds one and will try to include it. */
  | { kind: 'waiting'; known: boolean }
  | {
      kind: 'mined';
      hash: string;
      blockNumber: bigint;
      isFinal: boolean;
      /**
       * `transferred`: the token's log shows the amount; return values never count. `reverted`, `out_of_energy`: the
       * receipt proves that nothing moved. `unproven`: it succeeded without the expected log, which proves nothing.
       */
      outcome: 'transferred' | 'reverted' | 'out_of_energy' | 'unproven';
      networkFee: bigint;
      /** Each node's account, if the outcome is unproven and final. */
      witnesses?: readonly Witness[];
    }
  /**
   * None of them can ever be in a block: another transaction used the nonce in a final block, or all have expired for
   * good.
   */
  | { kind: 'impossible' };

/** One node's account of what a transaction moved. null: the node could not say. */
export interface Witness {
  node: string;
  outcome: Extract<Fate, { kind: 'mined' }>['outcome'] | 'impossible';
  /**
   * According to its logs: the amount that left the wallet in this transaction, and the part that reached the
   * recipient.
   */
  leftUnits: bigint;
  arrivedUnits: bigint;
  /** Whether the bloom of the receipt or of the block contains a transfer from the wallet to the recipient. */
  bloomShowsTransfer: boolean | null;
  /** How the token balances changed in that block. */
  walletChangeUnits: bigint | null;
  recipientChangeUnits: bigint | null;
}

/** The kind of transfer: the token, or the network's fee coin. */
export type Sent = 'token' | 'coin';
