/**
 * The port to a blockchain, for paying out. One shape serves every network. Addresses and hashes are lower-case
 * hex with 0x. Whatever fails to answer is thrown as ChainUnavailable (chains/port/chain.ts) and means: unknown.
 */
export interface PayoutChain {
  readonly network: string;
  /** The chain that the network lies on. */
  readonly chainName: string;
  readonly family: 'evm' | 'tron';
  /** Whether one serial nonce orders a wallet's transactions. */
  readonly hasNonces: boolean;

  wallet(address: string): Promise<WalletFacts>;
  /** Whether the token's issuer froze this address; false of all where the row says that it cannot. */
  isBlacklisted(address: string): Promise<boolean>;
  /** Whether a contract lies there, so that its code and no key alone rules what arrives. */
  isContract(address: string): Promise<boolean>;
  /**
   * What is true of the network now (fees, recent block), to make transactions with. Costs are of a transfer to
   * `to`; without it, of one that takes as much as any can.
   */
  drafting(wallet: string, to?: string): Promise<Drafting>;
  /** The signed bytes of a draft, and the hash the chain will know them by. Pure. */
  seal(
    unsigned: string,
    signature: { r: string; s: string; yParity: 0 | 1 },
  ): { signed: string; hash: string };
  /** Hands signed bytes to a node. Only ever the bytes that are stored. */
  broadcast(signed: string): Promise<BroadcastAnswer>;
  /**
   * What became of the transactions of one payout. All of it is asked of one node, the end of the chain first and
   * the receipts after it, so that a node that lags cannot make a landed one look impossible.
   */
  fateOf(transactions: readonly KnownTransaction[], transfer: OutgoingTransfer): Promise<Fate>;
  /**
   * How many transactions of a wallet blocks have, and which of these are among them, both by one node. Only where there are
   * nonces.
   */
  usedNonces(
    wallet: string,
    made: readonly { nonce: bigint; hash: string }[],
  ): Promise<{ nextNonce: bigint; mined: Set<string> }>;
  /** Which key sent a transaction, and with which nonce; null: no block has it, or there are no nonces. */
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
  /** Of the network's token, in units of its asset. */
  usdtUnits: bigint;
  /** Of what fees are paid in: wei, sun. */
  gasUnits: bigint;
  /** The nonce after the last one in a block; null where there are none. */
  nextNonce: bigint | null;
}

export interface Drafting {
  /** What one more payout may cost at most, in gasUnits; the wallet must hold as much. */
  maxCost: bigint;
  /** What it will probably cost. */
  likelyCost: bigint;
  /** Set: nothing can be sent now for this reason. */
  wait: Extract<ChainWait, 'fee_above_cap' | 'would_fail'> | null;
  /** Pure, so that many can be made of one look at the network. */
  draft(transfer: OutgoingTransfer, nonce: bigint | null): Draft;
  /** The same transfer with the same nonce, at a higher price; null: it would not be higher, or above the cap. */
  outbid(transfer: OutgoingTransfer, nonce: bigint, terms: string): Draft | null;
}

export interface Draft {
  unsigned: string;
  /** What an outbidding needs to know; stored as it is. */
  terms: string;
  /** Where transactions expire. */
  expiresAt: Date | null;
  /** What it may cost at most, in gasUnits. */
  maxCost: bigint;
}

export type BroadcastAnswer =
  /** The node took it, or had it already. */
  | { taken: true }
  /** The node says no. That proves nothing: another may have taken it. */
  | { taken: false; reason: string; wait: ChainWait | null };

export interface KnownTransaction {
  hash: string;
  nonce: bigint | null;
  expiresAt: Date | null;
}

export type Fate =
  /** No block has any of them. `known`: a node holds one and will try. */
  | { kind: 'waiting'; known: boolean }
  | {
      kind: 'mined';
      hash: string;
      blockNumber: bigint;
      isFinal: boolean;
      /**
       * `transferred`: the token's log shows the amount, never a return value. `reverted`, `out_of_energy`: the receipt
       * proves that nothing moved. `unproven`: it succeeded and the expected log is not there, which proves nothing.
       */
      outcome: 'transferred' | 'reverted' | 'out_of_energy' | 'unproven';
      networkFee: bigint;
      /** Each node's account, where the outcome is unproven and final. */
      witnesses?: readonly Witness[];
    }
  /** None of them can ever be in a block: the nonce went to another for good, or all have expired for good. */
  | { kind: 'impossible' };

/** One node's account of what a transaction moved. Null: the node could not tell. */
export interface Witness {
  node: string;
  outcome: Extract<Fate, { kind: 'mined' }>['outcome'] | 'impossible';
  /** By its logs: what left the wallet in this transaction, and what of it reached the recipient. */
  leftUnits: bigint;
  arrivedUnits: bigint;
  /** Whether the bloom of the receipt or of the block holds a transfer from the wallet to the recipient. */
  bloomShowsTransfer: boolean | null;
  /** How the token balances changed in that block. */
  walletChangeUnits: bigint | null;
  recipientChangeUnits: bigint | null;
}

/** What is sent: the token, or what the network's fees are paid in. */
export type Sent = 'token' | 'coin';
