import type { KnownTransaction, PayoutChain } from '../../../chain/chains/port/payout-chain.ts';
import type { Payout } from '../store.ts';

/** For pages that count confirmations: where a payout's transaction lies while it is not final. */
export interface MinedBlocks {
  /** What was last heard of it. Nobody waits for a node: what it says is there for the next who asks. */
  find(payout: Payout, transactions: readonly KnownTransaction[]): MinedBlock | null;
}

export interface MinedBlock {
  hash: string;
  blockNumber: bigint;
}

/** About a block of the quickest network: asked more often, a node would only say the same. */
const askEveryMs = 3_000;
/** Of payouts that are looked at just now; when there are more, all are asked for anew. */
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
      // A count is nothing to fail for; the payout itself is followed by others.
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
