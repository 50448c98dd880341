import type { KnownTransaction, PayoutChain } from '../../../chain/chains/port/payout-chain.ts';
import type { Payout } from '../store.ts';

/** The block of a payout's transaction before it is final, for pages that count confirmations. */
export interface MinedBlocks {
  /** The last known block. The call does not wait for a node: its answer serves the next call. */
  find(payout: Payout, transactions: readonly KnownTransaction[]): MinedBlock | null;
}

export interface MinedBlock {
  hash: string;
  blockNumber: bigint;
}

/** About the block time of the quickest network: polling more often would give the same answer. */
const askEveryMs = 3_000;
/** The limit of payouts being viewed now; beyond it the cache is cleared. */
const maxEntries = 1_000;

export function createMinedBlocks(
  chains: ReadonlyMap<string, Pick<PayoutChain, 'fateOf'>>,
  now: () => Date,
): MinedBlocks {
  const entries = new Map<string, { block: MinedBlock | null; askedAtMs: number }>();

  async function ask(
    payout: Payout,
    transactions: readonly KnownTransaction[],
    entry: { block: MinedBlock | null },
  ): Promise<void> {
    const { network, address, wallet, amountUnits } = payout;
    const chain = network && chains.get(network);
    if (!chain || !address || !wallet) return;
    try {
      const fate = await chain.fateOf(transactions, { wallet, to: address, amountUnits });
      entry.block = fate.kind === 'mined' ? { hash: fate.hash, blockNumber: fate.blockNumber } : null;
    } catch {
      // A failed count is no error for the page; the payout itself is followed elsewhere.
    }
  }

  return {
    find(payout, transactions) {
      const nowMs = now().getTime();
      let entry = entries.get(payout.id);
      if (!entry) {
        if (entries.size >= maxEntries) entries.clear();
        entry = { block: null, askedAtMs: 0 };
        entries.set(payout.id, entry);
      }
      if (nowMs - entry.askedAtMs >= askEveryMs) {
        entry.askedAtMs = nowMs;
        void ask(payout, transactions, entry);
      }
      return entry.block;
    },
  };
}
